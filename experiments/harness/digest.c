#include "digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "durable.h"

void lab_digest_start(LabDigest *digest) {
    sha256_init(&digest->context);
}

void lab_digest_bytes(LabDigest *digest, const void *bytes, size_t count) {
    sha256_update(&digest->context, count, bytes);
}

void lab_digest_text(LabDigest *digest, const char *text) {
    lab_digest_bytes(digest, text, strlen(text) + 1);
}

void lab_digest_reals(LabDigest *digest, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = UINT64_C(0x7ff8000000000000);
        if (!isnan(values[i])) {
            memcpy(&bits, &values[i], sizeof bits);
        }
        uint8_t bytes[8];
        for (size_t b = 0; b < 8; b++) {
            bytes[b] = (uint8_t)(bits >> (8 * b));
        }
        lab_digest_bytes(digest, bytes, sizeof bytes);
    }
}

void lab_digest_end(LabDigest *digest, char hex[LAB_DIGEST_SIZE]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t sum[SHA256_DIGEST_SIZE];
    sha256_digest(&digest->context, sizeof sum, sum);
    for (size_t i = 0; i < sizeof sum; i++) {
        hex[2 * i] = digits[sum[i] >> 4];
        hex[2 * i + 1] = digits[sum[i] & 15];
    }
    hex[2 * sizeof sum] = '\0';
}

void lab_digest_of_text(const char *text, char hex[LAB_DIGEST_SIZE]) {
    LabDigest digest;
    lab_digest_start(&digest);
    lab_digest_text(&digest, text);
    lab_digest_end(&digest, hex);
}

LabStatus lab_digest_of_file(const char *path, char hex[LAB_DIGEST_SIZE], LabError *error) {
    void *bytes;
    size_t count;
    if (lab_read_file(path, &bytes, &count, error) != LAB_DONE) {
        return LAB_USAGE;
    }
    LabDigest digest;
    lab_digest_start(&digest);
    lab_digest_bytes(&digest, bytes, count);
    lab_digest_end(&digest, hex);
    free(bytes);
    return LAB_DONE;
}
