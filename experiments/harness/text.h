/* text.h: memory that cannot be had ends the program in one place, and text that grows. */
#ifndef LAB_TEXT_H
#define LAB_TEXT_H

#include <stddef.h>

/* count x size bytes, zeroed; never NULL. Out of memory: one line on stderr and exit code 3, which
 * is safe at any moment because finished points are already on disk. */
void *lab_alloc(size_t count, size_t size);
void *lab_resize(void *memory, size_t count, size_t size);
char *lab_copy_text(const char *text); /* NULL gives NULL */
char *lab_copy_range(const char *text, size_t length);

typedef struct LabText {
    char *text; /* NUL-terminated once something was added; NULL before */
    size_t length;
    size_t capacity;
} LabText;

void lab_text_add(LabText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_text_free(LabText *text);

/* A newly allocated printf. */
char *lab_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
