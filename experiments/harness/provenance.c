#include "provenance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "digest.h"
#include "durable.h"
#include "text.h"

void lab_build_digest(const LabBuild *build, char *hex) {
    LabDigest digest;
    lab_digest_start(&digest);
    lab_digest_text(&digest, build->tree_sha256);
    lab_digest_text(&digest, build->source_sha256);
    lab_digest_end(&digest, hex);
}

char *lab_host_cpu(void) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *name = NULL;
    char line[512];
    while (file != NULL && name == NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            colon += 1 + strspn(colon + 1, " \t");
            name = lab_copy_range(colon, strcspn(colon, "\n"));
        }
    }
    if (file != NULL) {
        (void)fclose(file); /* only read */
    }
    return name != NULL ? name : lab_copy_text("unknown");
}

char *lab_utc_now(void) {
    const time_t now = time(NULL);
    struct tm parts;
    char text[40] = "unknown";
    if (gmtime_r(&now, &parts) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    return lab_copy_text(text);
}

/* A word as a shell would read it: bare when nothing in it is special. */
static void add_quoted(LabText *text, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+,.:/%@";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        lab_text_add(text, "%s", word);
        return;
    }
    lab_text_add(text, "'");
    for (; *word != '\0'; word++) {
        lab_text_add(text, *word == '\'' ? "'\\''" : "%c", *word);
    }
    lab_text_add(text, "'");
}

char *lab_command_line(int argc, char **argv) {
    LabText text = {0};
    for (int i = 0; i < argc; i++) {
        if (i > 0) {
            lab_text_add(&text, " ");
        }
        add_quoted(&text, i == 0 ? lab_base_of(argv[i]) : argv[i]);
    }
    return text.text != NULL ? text.text : lab_copy_text("");
}
