#include "cases/case.h"
#include "text/complain.h"
#include "recorded/recorded.h"
#include "text/suggest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool record_test(const json_t *record, const char *word);

static bool any_record(const tool_recorded *r, record_test *test, const char *word) {
    for (int s = 0; s < r->count; s++)
        for (size_t i = 0; i < json_array_size(r->subject[s].records); i++)
            if (test(json_array_get(r->subject[s].records, i), word)) return true;
    return false;
}

static bool has_name(const json_t *record, const char *name) {
    return tool_match_name(name, tool_text_of(record, "algorithm"), tool_text_of(record, "strategy"));
}

static bool has_param(const json_t *record, const char *name) {
    return strcmp(name, "type") == 0 || strcmp(name, "distribution") == 0 || strcmp(name, "shape") == 0 ||
           json_object_get(json_object_get(record, "params"), name) != NULL;
}

static bool is_known_name(const char *name) {
    for (int a = 0; tool_cases[a]; a++)
        for (int s = 0; s < tool_cases[a]->algorithm->strategy_count; s++)
            if (tool_match_name(name, tool_cases[a]->algorithm->name,
                                tool_cases[a]->algorithm->strategies[s].name))
                return true;
    return false;
}
static bool is_known_param(const char *name) {
    for (int a = 0; tool_cases[a]; a++)
        for (int p = 0; p < tool_cases[a]->algorithm->param_count; p++)
            if (strcmp(tool_cases[a]->algorithm->params[p].name, name) == 0) return true;
    return false;
}

/* As keys: "lerp/prefix" if `whole`, else "lerp"; or parameters. */
static json_t *known_names(const tool_recorded *r, bool params, bool whole) {
    json_t *const known = json_object();
    for (int s = 0; s < r->count; s++)
        for (size_t i = 0; i < json_array_size(r->subject[s].records); i++) {
            const json_t *const record = json_array_get(r->subject[s].records, i);
            char name[200];
            snprintf(name, sizeof name, whole ? "%s/%s" : "%s", tool_text_of(record, "algorithm"),
                     tool_text_of(record, "strategy"));
            if (!params) json_object_set_new(known, name, json_true());
            if (params && json_is_object(json_object_get(record, "params")))
                json_object_update(known, json_object_get(record, "params"));
        }
    return known;
}

static void complain(const tool_recorded *r, const char *command, const char *word, bool params) {
    json_t *const known = known_names(r, params, strchr(word, '/') != NULL);
    const char **const names = malloc((json_object_size(known) + 1) * sizeof *names);
    size_t count = 0;
    const char *name;
    json_t *value;
    json_object_foreach(known, name, value) if (names) names[count++] = name;
    const char *const near = names ? tool_suggest(word, names, count) : NULL;
    tool_complain("%s: no row of these files has %s '%s'%s%s%s", command, params ? "a parameter" : "the name",
                  word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    free(names);
    json_decref(known);
}

tool_exit tool_recorded_none(const tool_recorded *r, const tool_options *o, const tool_words *names,
                             const char *command) {
    for (int i = 0; i < names->count; i++) {
        if (is_known_name(names->word[i]) || any_record(r, has_name, names->word[i])) continue;
        complain(r, command, names->word[i], false);
        return TOOL_USAGE;
    }
    for (int i = 0; i < o->settings.count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(o->settings.word[i], "="), o->settings.word[i]);
        if (is_known_param(name) || any_record(r, has_param, name)) continue;
        complain(r, command, name, true);
        return TOOL_USAGE;
    }
    tool_complain("%s: no row matches the names and options", command);
    return TOOL_NOTHING_DONE;
}
