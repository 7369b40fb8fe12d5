#include "math/error.h"

#include <stdarg.h>
#include <stdio.h>

ClothStatus cloth_fail(ClothError *error, ClothStatus status, const char *format, ...) {
    if (error != NULL) {
        error->status = status;
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return status;
}

const char *cloth_status_text(ClothStatus status) {
    switch (status) {
#define CLOTH_STATUS_CASE(name, text)                                                              \
    case name:                                                                                     \
        return text;
        CLOTH_STATUS_LIST(CLOTH_STATUS_CASE)
#undef CLOTH_STATUS_CASE
    }
    return "unknown status";
}

const char *cloth_row_kind_name(ClothRowKind kind) {
    switch (kind) {
#define CLOTH_ROW_KIND_CASE(name, text)                                                            \
    case name:                                                                                     \
        return text;
        CLOTH_ROW_KIND_LIST(CLOTH_ROW_KIND_CASE)
#undef CLOTH_ROW_KIND_CASE
    case CLOTH_ROW_KINDS:
        break;
    }
    return "none";
}
