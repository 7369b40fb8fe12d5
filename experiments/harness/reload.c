#include "reload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "h5read.h"

/* All values of a variable, which must be so many; NULL otherwise. */
static double *numbers_of(const LabH5 *file, const char *name, int64_t count) {
    const LabH5Variable *variable = lab_h5_find(file, name);
    return variable == NULL || variable->count != count ? NULL
                                                        : lab_h5_numbers(file, variable, NULL);
}

static bool reload_status(const LabH5 *file, LabTable *table) {
    const int64_t points = table->sweep->point_count;
    double *status = numbers_of(file, "status", points);
    bool sound = status != NULL;
    for (int64_t p = 0; sound && p < points; p++) {
        sound = status[p] >= LAB_POINT_OK && status[p] <= LAB_POINT_FAILED;
        table->status[p] = sound ? (int8_t)status[p] : (int8_t)LAB_POINT_MISSING;
        table->count[table->status[p]]++;
    }
    free(status);
    free(table->wall_s);
    table->wall_s = numbers_of(file, "wall_s", points);
    return sound && table->wall_s != NULL;
}

static bool reload_messages(const LabH5 *file, LabTable *table) {
    const LabH5Variable *variable = lab_h5_find(file, "message");
    if (variable == NULL) {
        return true;
    }
    char **texts =
        variable->count == table->sweep->point_count ? lab_h5_texts(file, variable, NULL) : NULL;
    for (int64_t p = 0; texts != NULL && p < variable->count; p++) {
        table->message[p] = texts[p][0] == '\0' ? NULL : lab_copy_text(texts[p]);
    }
    lab_h5_free_texts(texts, variable->count);
    return texts != NULL;
}

static bool reload_variables(const LabH5 *file, LabTable *table) {
    const LabSweep *sweep = table->sweep;
    const LabH5Variable *step = lab_h5_find(file, "step");
    table->steps = step == NULL ? 1 : step->count;
    for (int32_t v = 0; v < sweep->experiment->variable_count; v++) {
        const LabVariable *about = &sweep->experiment->variables[v];
        if (table->value[v] == NULL) {
            continue;
        }
        free(table->value[v]);
        table->length[v] = about->series ? table->steps : table->length[v];
        table->value[v] = numbers_of(file, about->name, sweep->point_count * table->length[v]);
        if (table->value[v] == NULL) {
            return false;
        }
    }
    return true;
}

bool lab_table_reload(LabTable *table, const LabSweep *sweep, const char *path) {
    LabH5 *file = lab_h5_open(path, NULL);
    if (file == NULL) {
        return false;
    }
    LabTable read;
    lab_table_start(&read, sweep);
    bool sound = lab_h5_attribute_is(file, "experiment", sweep->experiment->name) &&
                 lab_h5_attribute_is(file, "params_sha256", sweep->params_sha256) &&
                 lab_h5_attribute_is(file, "build_sha256", sweep->build_sha256) &&
                 reload_status(file, &read) && reload_messages(file, &read) &&
                 reload_variables(file, &read);
    if (sound) {
        char content[LAB_DIGEST_SIZE];
        lab_table_digest(&read, content);
        sound = lab_h5_attribute_is(file, "content_sha256", content);
    }
    lab_h5_close(file);
    if (sound) {
        *table = read;
    } else {
        lab_table_free(&read);
    }
    return sound;
}
