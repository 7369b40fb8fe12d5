#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

LabStatus lab_fail(LabError *error, LabStatus status, const char *format, ...) {
    if (error == NULL) {
        return status;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
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
