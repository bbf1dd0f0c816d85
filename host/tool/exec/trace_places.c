/* trace_places.c - a record has only a line; the expanded source says in which files that line has its name.
 */
#include "exec/trace_places.h"
#include "base/text.h"
#include "program/source.h"
#include <stdlib.h>
#include <string.h>

enum { RECORDED_NAME = 16 }; /* longer names are cut */

/* Reads `#line N "file"`. */
static bool read_marker(const char *line, unsigned *number, char file[XL__SOURCE_NAME]) {
    if (strncmp(line, "#line ", 6) != 0) return false;
    char *end;
    const unsigned long next = strtoul(line + 6, &end, 10);
    const char *const quote = strchr(end, '"'), *const close = quote ? strchr(quote + 1, '"') : NULL;
    if (!close || close - quote > XL__SOURCE_NAME) return false;
    snprintf(file, XL__SOURCE_NAME, "%.*s", (int)(close - quote - 1), quote + 1);
    *number = (unsigned)next - 1;
    return true;
}

static bool shows(const char *line, const char *name) {
    char quoted[64];
    const char *const end = strchr(line, '\n');
    const size_t size = end ? (size_t)(end - line) : strlen(line);
    const char *const call = strstr(line, "SG_SHOW");
    snprintf(quoted, sizeof quoted, strlen(name) < RECORDED_NAME ? "\"%s\"" : "\"%s", name);
    const char *const found = call ? strstr(call, quoted) : NULL;
    return found && (size_t)(found - line) < size;
}

static bool find(const char *expanded, unsigned wanted, const char *name, char file[XL__SOURCE_NAME]) {
    unsigned number = 0;
    file[0] = '\0';
    for (const char *line = expanded; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (read_marker(line, &number, file)) continue;
        if (++number == wanted && shows(line, name)) return true;
    }
    return false;
}

/* Of the strategy's text or file, or of a pass's own file. */
static void expand(const xl__strategy *strategy, const char *file, const char *kernel_dir, xl__text *out) {
    xl_error ignored;
    if (file)
        xl__expand_source(kernel_dir, file, out, &ignored);
    else if (strategy->text)
        xl__expand_text(kernel_dir, strategy->source, strategy->text, out, &ignored);
    else
        xl__expand_source(kernel_dir, strategy->source, out, &ignored);
}

static void add_files(json_t *steps, const char *expanded) {
    json_t *step;
    size_t i;
    json_array_foreach(steps, i, step) {
        char file[XL__SOURCE_NAME], name[64];
        const unsigned line = (unsigned)json_integer_value(json_object_get(step, "line"));
        snprintf(name, sizeof name, "%s", json_string_value(json_object_get(step, "name")));
        bool found = find(expanded, line, name, file);
        const size_t length = strlen(name);
        if (!found && length > 2 && name[length - 2] == '.') { /* a component of a vector, "at.x" */
            name[length - 2] = '\0';
            found = find(expanded, line, name, file);
        }
        if (found) json_object_set_new(step, "file", json_string(file));
    }
}

static void add_turns(json_t *steps) {
    json_t *step, *other;
    size_t i, k;
    json_array_foreach(steps, i, step) {
        int turn = 0, turns = 0;
        json_array_foreach(steps, k, other) {
            const bool same = json_equal(json_object_get(step, "name"), json_object_get(other, "name"));
            turns += same;
            turn += same && k <= i;
        }
        if (turns < 2) continue;
        json_object_set_new(step, "turn", json_integer(turn));
        json_object_set_new(step, "turns", json_integer(turns));
    }
}

void tool_trace_add_places(json_t *steps, const xl__strategy *strategy, const char *kernel_dir) {
    xl__text text = {0};
    add_turns(steps);
    expand(strategy, NULL, kernel_dir, &text);
    for (const xl__pass *p = strategy->passes; p && xl__is_pass(p); p++) {
        const char *const colon = p->kernel ? strchr(p->kernel, ':') : NULL;
        char file[XL__SOURCE_NAME];
        if (!colon) continue;
        snprintf(file, sizeof file, "%.*s", (int)(colon - p->kernel), p->kernel);
        expand(strategy, file, kernel_dir, &text);
    }
    if (text.data && !text.failed) add_files(steps, text.data);
    xl__text_free(&text);
}
