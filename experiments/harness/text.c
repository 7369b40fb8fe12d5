#include "text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"

static _Noreturn void out_of_memory(size_t count, size_t size) {
    (void)fprintf(stderr, "out of memory: %zu items of %zu bytes\n", count, size);
    exit(LAB_BROKEN);
}

void *lab_alloc(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    if (memory == NULL) {
        out_of_memory(count, size);
    }
    return memory;
}

void *lab_resize(void *memory, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        out_of_memory(count, size);
    }
    void *resized = realloc(memory, count * size > 0 ? count * size : 1);
    if (resized == NULL) {
        out_of_memory(count, size);
    }
    return resized;
}

char *lab_copy_range(const char *text, size_t length) {
    char *copy = lab_alloc(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char *lab_copy_text(const char *text) {
    return text == NULL ? NULL : lab_copy_range(text, strlen(text));
}

static void text_add_list(LabText *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int needed = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (needed < 0) {
        return;
    }
    const size_t total = text->length + (size_t)needed + 1;
    if (total > text->capacity) {
        text->capacity = total * 2;
        text->text = lab_resize(text->text, text->capacity, 1);
    }
    (void)vsnprintf(text->text + text->length, (size_t)needed + 1, format, arguments);
    text->length += (size_t)needed;
}

void lab_text_add(LabText *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

void lab_text_free(LabText *text) {
    free(text->text);
    *text = (LabText){0};
}

char *lab_print(const char *format, ...) {
    LabText text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    return text.text;
}
