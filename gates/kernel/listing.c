#define _POSIX_C_SOURCE 200809L /* popen */

#include "listing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* What is left of a stream, as far as it fits. */
static void slurp(FILE *stream, Listing *listing) {
    size_t length = 0;
    char line[512];
    while (fgets(line, sizeof line, stream) != NULL) {
        const size_t more = strlen(line);
        if (line[0] != '#' && length + more < sizeof listing->text) {
            memcpy(&listing->text[length], line, more);
            length += more;
        }
    }
    listing->text[length] = '\0';
}

void listing_run(const char *command, Listing *listing) {
    char whole[1024];
    *listing = (Listing){.exit_code = -1};
    const int length = snprintf(whole, sizeof whole, "%s 2>&1", command);
    FILE *stream = length > 0 && (size_t)length < sizeof whole ? popen(whole, "r") : NULL;
    if (stream != NULL) {
        slurp(stream, listing);
        const int status = pclose(stream);
        listing->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
}

void listing_read(const char *path, Listing *listing) {
    *listing = (Listing){.exit_code = -1};
    FILE *stream = fopen(path, "r");
    if (stream != NULL) {
        slurp(stream, listing);
        listing->exit_code = fclose(stream) == 0 ? 0 : -1;
    }
}

bool listing_find(const Listing *listing, const char *name, uint64_t *hash) {
    const size_t length = strlen(name);
    for (const char *line = listing->text; line != NULL && *line != '\0';) {
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            char *end;
            *hash = strtoull(&line[length], &end, 16);
            return *end == '\n' || *end == '\0';
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return false;
}
