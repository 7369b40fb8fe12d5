/* error.h: one way to report a failure from inside the kernel. */
#ifndef CLOTH_MATH_ERROR_H
#define CLOTH_MATH_ERROR_H

#include "cloth.h"

/* Writes a printf-style sentence to error (if not NULL, cut to its length) and returns status, so
 * that a failing check is one statement:
 *     return cloth_fail(error, CLOTH_BAD_ARGUMENT, "step_s is %g; must be ...", step_s); */
ClothStatus cloth_fail(ClothError *error, ClothStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
