#define _POSIX_C_SOURCE 200809L
#include "scenes/obj_check.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "math/error.h"

/* One pass over the file: the line at hand and what has been met so far. */
typedef struct Reader {
    const char *name;
    FILE *file;
    char *text; /* the line, getline()'s */
    size_t room;
    int64_t line; /* counted from 1 */
    ObjVertices *vertices;
    int64_t capacity; /* of vertices->position */
    int64_t highest;  /* largest positive index of any face, and the first line that has it */
    int64_t highest_line;
} Reader;

bool obj_is_named(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot != NULL && strcasecmp(dot, ".obj") == 0;
}

static ClothStatus add_vertex(Reader *reader, const double x[3], ClothError *error) {
    ObjVertices *vertices = reader->vertices;
    if (vertices->count == CLOTH_PARTICLES_MAX) {
        return cloth_fail(error, CLOTH_BAD_TOPOLOGY, "%s: more than %d vertices", reader->name,
                          CLOTH_PARTICLES_MAX);
    }
    if (vertices->count == reader->capacity) {
        reader->capacity = reader->capacity > 0 ? 2 * reader->capacity : 1024;
        double *grown = realloc(vertices->position, 3 * (size_t)reader->capacity * sizeof *grown);
        if (grown == NULL) {
            return cloth_fail(error, CLOTH_NO_MEMORY, "%s: out of memory for %lld vertices",
                              reader->name, (long long)reader->capacity);
        }
        vertices->position = grown;
    }
    memcpy(&vertices->position[3 * (size_t)vertices->count], x, 3 * sizeof *x);
    vertices->count++;
    return CLOTH_OK;
}

/* "v x y z ...": three finite numbers; what follows them (weight, colour) is not ours. */
static ClothStatus read_vertex(Reader *reader, const char *text, ClothError *error) {
    double x[3];
    for (int k = 0; k < 3; k++) {
        char *end;
        x[k] = strtod(text, &end);
        if (end == text) {
            return cloth_fail(
                error, CLOTH_BAD_TOPOLOGY, "%s line %lld: vertex %d has no number as coordinate %d",
                reader->name, (long long)reader->line, reader->vertices->count + 1, k + 1);
        }
        text = end;
    }
    if (!isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2])) {
        return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                          "%s line %lld: vertex %d is at (%g, %g, %g); allowed: finite coordinates",
                          reader->name, (long long)reader->line, reader->vertices->count + 1, x[0],
                          x[1], x[2]);
    }
    return add_vertex(reader, x, error);
}

static ClothStatus fail_index(const Reader *reader, int64_t line, long long index,
                              ClothError *error) {
    return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                      "%s line %lld: a face names vertex %lld: the index is out of range; allowed: "
                      "1 .. %d, or as much back from the last",
                      reader->name, (long long)line, index, reader->vertices->count);
}

/* "f a b/t c/t/n ...": a positive index counts from the file's first vertex, which may still come;
 * a negative one counts back from the last one so far. */
static ClothStatus read_face(Reader *reader, char *text, ClothError *error) {
    char *rest = text;
    for (char *word = strtok_r(text, " \t\r\n", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &rest)) {
        if (*word == '#' || *word == '\\') {
            break;
        }
        char *end;
        const long long index = strtoll(word, &end, 10);
        if (end == word || (*end != '\0' && *end != '/')) {
            return cloth_fail(error, CLOTH_BAD_TOPOLOGY,
                              "%s line %lld: a face names '%.20s'; allowed: vertex numbers",
                              reader->name, (long long)reader->line, word);
        }
        if (index == 0 || index < -(long long)reader->vertices->count) {
            return fail_index(reader, reader->line, index, error);
        }
        if (index > reader->highest) {
            reader->highest = index;
            reader->highest_line = reader->line;
        }
    }
    return CLOTH_OK;
}

static ClothStatus read_line(Reader *reader, ClothError *error) {
    char *text = reader->text;
    text += strspn(text, " \t");
    if (text[0] == 'v' && isspace((unsigned char)text[1])) {
        return read_vertex(reader, text + 1, error);
    }
    if (text[0] == 'f' && isspace((unsigned char)text[1])) {
        return read_face(reader, text + 1, error);
    }
    return CLOTH_OK;
}

static ClothStatus read_lines(Reader *reader, ClothError *error) {
    ClothStatus status = CLOTH_OK;
    while (status == CLOTH_OK && getline(&reader->text, &reader->room, reader->file) >= 0) {
        reader->line++;
        status = read_line(reader, error);
    }
    if (status == CLOTH_OK && ferror(reader->file)) {
        status = cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: cannot be read after line %lld: %s",
                            reader->name, (long long)reader->line, strerror(errno));
    }
    if (status == CLOTH_OK && reader->highest > reader->vertices->count) {
        status = fail_index(reader, reader->highest_line, reader->highest, error);
    }
    return status;
}

ClothStatus obj_check(const char *path, const char *name, ObjVertices *vertices,
                      ClothError *error) {
    *vertices = (ObjVertices){0};
    Reader reader = {.name = name, .file = fopen(path, "r"), .vertices = vertices};
    if (reader.file == NULL) {
        return cloth_fail(error, CLOTH_BAD_ARGUMENT, "%s: cannot be opened: %s", name,
                          strerror(errno));
    }
    const ClothStatus status = read_lines(&reader, error);
    (void)fclose(reader.file); /* only read from: nothing is lost by a failing close */
    free(reader.text);
    if (status != CLOTH_OK) {
        free(vertices->position);
        *vertices = (ObjVertices){0};
    }
    return status;
}
