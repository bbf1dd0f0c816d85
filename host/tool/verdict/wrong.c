/* wrong.c - stores algorithm, strategy, backend and width of wrong rows. */
#include "verdict/wrong.h"
#include <stdio.h>
#include <string.h>

static void key_of(const json_t *record, char *out, size_t size) {
    snprintf(out, size, "%s/%s %s %lld", tool_text_of(record, "algorithm"), tool_text_of(record, "strategy"),
             tool_text_of(record, "backend"),
             (long long)json_integer_value(json_object_get(record, "width_requested")));
}

void tool_wrong_note(json_t *wrong, const json_t *records) {
    const json_t *record;
    size_t i;
    json_array_foreach(records, i, record) {
        char key[400];
        if (strcmp(tool_text_of(record, "status"), "mismatch") != 0) continue;
        key_of(record, key, sizeof key);
        json_object_set_new(wrong, key, json_true());
    }
}

bool tool_was_wrong(const json_t *wrong, const json_t *record) {
    char key[400];
    key_of(record, key, sizeof key);
    return json_object_get(wrong, key) != NULL;
}
