#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* What is quoted comes from command lines and files: it must not break the line, nor steer a
 * terminal. */
static void keep_one_line(char *text) {
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == '\177') {
            *text = '?';
        }
    }
}

LabStatus lab_fail(LabError *error, LabStatus status, const char *format, ...) {
    if (error == NULL) {
        return status;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    keep_one_line(error->message);
    return status;
}

void lab_require(bool condition, const char *format, ...) {
    if (condition) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)fputs("experiment breaks its contract: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    abort();
}
