/* learned.c - progress.json. */
#include "text/os_memory.h"
#include "learn/learned.h"
#include "base/os.h"
#include "base/status.h"
#include "records/record.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1, LARGEST = 1 << 20 };

static int damaged(const tool_learned *p, const char *what, xl_error *error) {
    return xl__fail(error, XL_BAD_VALUE,
                    "%s: %s; repair the file, or remove it to start without any exercise done", p->path,
                    what);
}

/* NULL: valid. */
static const char *mistake_of(const json_t *json) {
    const json_t *const done = json_object_get(json, "done"), *const hints = json_object_get(json, "hints");
    const char *name;
    json_t *value;
    size_t i;
    if (!json_is_object(json)) return "must be an object";
    if (json_integer_value(json_object_get(json, "schema")) != SCHEMA)
        return "schema: expected 1, what this version writes";
    if (!json_is_array(done)) return "done: expected a list of exercises";
    if (!json_is_object(hints)) return "hints: expected an object";
    json_array_foreach(done, i, value) if (!json_is_string(value)) return "done: expected texts";
    json_object_foreach((json_t *)hints, name,
                        value) if (!json_is_integer(value) || json_integer_value(value) < 0 ||
                                   json_integer_value(value) > 1000) return "hints: expected whole numbers";
    return NULL;
}

int tool_learned_open(tool_learned *p, const char *folder, xl_error *error) {
    char *text = NULL, reason[128], what[256];
    size_t size = 0;
    *p = (tool_learned){.json = NULL};
    snprintf(p->path, sizeof p->path, "%s/progress.json", folder);
    if (!xl__os_exists(p->path)) {
        p->json = tool_need(json_pack("{s:i,s:[],s:{}}", "schema", SCHEMA, "done", "hints"));
        return XL_SUCCESS;
    }
    const int failed = xl__os_read_file(p->path, LARGEST, &text, &size);
    if (failed)
        return xl__fail(error, XL_IO, "%s: %s", p->path, xl__os_reason(failed, reason, sizeof reason));
    p->json = tool_json_parse(text, size, what, sizeof what);
    free(text);
    if (!p->json) return damaged(p, what, error);
    const char *const mistake = mistake_of(p->json);
    return mistake ? damaged(p, mistake, error) : XL_SUCCESS;
}

void tool_learned_close(tool_learned *p) {
    json_decref(p->json);
    p->json = NULL;
}

bool tool_learned_is_done(const tool_learned *p, const char *exercise) {
    const json_t *value;
    size_t i;
    json_array_foreach(json_object_get(p->json, "done"), i,
                       value) if (strcmp(json_string_value(value), exercise) == 0) return true;
    return false;
}

int tool_learned_hints(const tool_learned *p, const char *exercise) {
    return (int)json_integer_value(json_object_get(json_object_get(p->json, "hints"), exercise));
}

static int write_file(const tool_learned *p, xl_error *error) {
    char reason[128], folder[TOOL_PATH];
    snprintf(folder, sizeof folder, "%s", p->path);
    *strrchr(folder, '/') = '\0';
    char *const text = tool_need(json_dumps(p->json, JSON_INDENT(1)));
    int failed = xl__os_make_folders(folder);
    if (!failed) failed = xl__os_write_file(p->path, text, strlen(text));
    free(text);
    if (!failed) return XL_SUCCESS;
    return xl__fail(error, XL_IO, "%s: %s", p->path, xl__os_reason(failed, reason, sizeof reason));
}

int tool_learned_set_done(tool_learned *p, const char *exercise, xl_error *error) {
    if (tool_learned_is_done(p, exercise)) return XL_SUCCESS;
    json_array_append_new(json_object_get(p->json, "done"), json_string(exercise));
    return write_file(p, error);
}

int tool_learned_set_open(tool_learned *p, const char *exercise, xl_error *error) {
    json_t *const done = json_object_get(p->json, "done");
    const size_t before = json_array_size(done);
    for (size_t i = before; i > 0; i--)
        if (strcmp(json_string_value(json_array_get(done, i - 1)), exercise) == 0)
            json_array_remove(done, i - 1);
    return json_array_size(done) < before ? write_file(p, error) : XL_SUCCESS;
}

bool tool_learned_is_shown(const tool_learned *p, const char *exercise) {
    const json_t *value;
    size_t i;
    json_array_foreach(json_object_get(p->json, "shown"), i, value) {
        if (json_is_string(value) && strcmp(json_string_value(value), exercise) == 0) return true;
    }
    return false;
}

int tool_learned_set_shown(tool_learned *p, const char *exercise, xl_error *error) {
    if (tool_learned_is_shown(p, exercise)) return XL_SUCCESS;
    json_t *const shown = json_object_get(p->json, "shown");
    if (!json_is_array(shown)) json_object_set_new(p->json, "shown", json_array());
    json_array_append_new(json_object_get(p->json, "shown"), json_string(exercise));
    return write_file(p, error);
}

int tool_learned_set_hints(tool_learned *p, const char *exercise, int hints, xl_error *error) {
    json_object_set_new(json_object_get(p->json, "hints"), exercise, json_integer(hints));
    return write_file(p, error);
}
