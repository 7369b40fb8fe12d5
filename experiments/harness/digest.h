/* digest.h: SHA-256 of texts, numbers and files, as 64 lower-case hexadecimal digits. */
#ifndef LAB_DIGEST_H
#define LAB_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <nettle/sha2.h>

#include "error.h"

#define LAB_DIGEST_SIZE 65 /* hexadecimal digits and the NUL */

typedef struct LabDigest {
    struct sha256_ctx context;
} LabDigest;

void lab_digest_start(LabDigest *digest);
void lab_digest_bytes(LabDigest *digest, const void *bytes, size_t count);
/* The text and its NUL, so that "a","bc" and "ab","c" differ. */
void lab_digest_text(LabDigest *digest, const char *text);
/* Little-endian IEEE 754 on every machine, all NaN as one. */
void lab_digest_reals(LabDigest *digest, const double *values, size_t count);
void lab_digest_end(LabDigest *digest, char hex[LAB_DIGEST_SIZE]);

void lab_digest_of_text(const char *text, char hex[LAB_DIGEST_SIZE]);

/* Of a file's contents. LAB_USAGE when it cannot be read: the user named it. */
LabStatus lab_digest_of_file(const char *path, char hex[LAB_DIGEST_SIZE], LabError *error);

#endif
