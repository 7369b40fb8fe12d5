#include "verdict_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

#define WIDTH         100
#define ID_WIDTH      10
#define VERDICT_WIDTH 12
#define INDENT        (2 + ID_WIDTH + 2 + VERDICT_WIDTH + 2)

/* Prints text from column INDENT on, broken at blanks; a word longer than the line stays whole. */
static void print_wrapped(const char *text) {
    int column = INDENT;
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > INDENT && column + 1 + length > WIDTH) {
            (void)printf("\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            (void)putchar(' ');
            column++;
        }
        (void)printf("%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    (void)putchar('\n');
}

void lab_print_verdict(const char *id, const char *verdict, const char *source, const char *text) {
    /* A long name of our own takes a line to itself rather than the columns from all others. */
    const bool long_id = strlen(id) > ID_WIDTH;
    if (long_id) {
        (void)printf("  %s\n", id);
    }
    (void)printf("  %-*s  %-*s  ", ID_WIDTH, long_id ? "" : id, VERDICT_WIDTH, verdict);
    print_wrapped(text);
    if (source[0] != '\0') {
        char *reference = lab_print("(reference: %s)", source);
        (void)printf("%*s", INDENT, "");
        print_wrapped(reference);
        free(reference);
    }
}
