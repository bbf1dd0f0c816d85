/* player_steps.c - steps of a player from what the checking device or SG_SHOW recorded. */
#include "player/player.h"
#include "base/text.h"
#include "program/source.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_SOURCE = 1 << 18 };

json_t *tool_player_new(void) {
    return tool_need(json_pack("{s:[],s:{},s:n}", "runs", "files", "note"));
}

/* ---- sources ------------------------------------------------------------------------------------------ */

static bool ends_with(const char *path, const char *end) {
    const size_t size = strlen(path), length = strlen(end);
    return size >= length && strcmp(path + size - length, end) == 0 &&
           (size == length || path[size - length - 1] == '/');
}

/* Compilers name a file with or without its folder. */
static bool is_own(const char *file, const tool_player_sources *sources) {
    return sources->user_file && sources->user_text &&
           (ends_with(file, sources->user_file) || ends_with(sources->user_file, file));
}

/* The text of a file with this name, for free(); NULL: there is none. */
static char *read_named(const char *file, const tool_player_sources *sources) {
    const xl__embedded_file *const embedded = xl__find_embedded(file);
    char path[1024], *text = NULL;
    xl_error ignored;
    snprintf(path, sizeof path, "%s/%s", sources->kernel_dir ? sources->kernel_dir : "", file);
    if (sources->kernel_dir && xl__read_source(path, LARGEST_SOURCE, &text, &ignored) == XL_SUCCESS)
        return text;
    return embedded ? tool_need(xl__copy_text(embedded->text)) : NULL;
}

/* Without the compiler's folder, once the text is in the player; NULL: no text. */
static const char *find_source(json_t *player, const char *file, const tool_player_sources *sources) {
    json_t *const files = json_object_get(player, "files");
    if (is_own(file, sources)) {
        if (!json_object_get(files, sources->user_file))
            json_object_set_new(files, sources->user_file, tool_json_text(sources->user_text));
        return sources->user_file;
    }
    for (const char *name = file, *slash = file; slash; name = slash ? slash + 1 : NULL) {
        slash = strchr(name, '/');
        if (json_object_get(files, name)) return name;
        char *const text = read_named(name, sources);
        if (!text) continue;
        json_object_set_new(files, name, tool_json_text(text));
        free(text);
        return name;
    }
    return NULL;
}

static const char *line_of(const char *text, int line) {
    for (; text && line > 1; line--) {
        text = strchr(text, '\n');
        text += text != NULL;
    }
    return text;
}

/* Names of the layer that exchange nothing. */
static bool is_local(const char *name, size_t size) {
    static const char *const names[] = {"sg_lane", "sg_width", "sg_id", "sg_count", "sg_mask", "sg_identity"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t length = strlen(names[i]);
        if (size >= length && strncmp(name, names[i], length) == 0 && (size == length || name[length] == '_'))
            return true;
    }
    return false;
}

static size_t word_size(const char *at) {
    size_t size = 0;
    while (isalnum((unsigned char)at[size]) || at[size] == '_') size++;
    return size;
}

/* A function fits itself best, then the same operation of another layer, then any operation. 0: no operation.
 */
static int fit_of(const char *name, size_t size, const char *builtin) {
    static const char sub_group[] = "sub_group_";
    const size_t skip = strncmp(builtin, sub_group, sizeof sub_group - 1) == 0 ? sizeof sub_group - 1 : 0;
    const size_t length = strlen(builtin + skip);
    const bool same = size == strlen(builtin) && strncmp(name, builtin, size) == 0;
    const bool other = strncmp(name, "sg_", 3) == 0 || strncmp(name, "operator_", 9) == 0;
    if (same || !other || is_local(name, size)) return same ? 3 : 0;
    return size > length && strncmp(name + size - length, builtin + skip, length) == 0 ? 2 : 1;
}

/* As the line's author wrote it; else the built-in function. */
static void name_call(const char *line, const char *builtin, char *out, size_t room) {
    int best = 0;
    snprintf(out, room, "%s", builtin);
    for (const char *at = line; at && *at && *at != '\n';) {
        const size_t size = word_size(at);
        const int fit = size > 0 && at[size] == '(' ? fit_of(at, size, builtin) : 0;
        if (fit > best) {
            best = fit;
            snprintf(out, room, "%.*s", (int)size, at);
        }
        at += size > 0 ? size : 1;
    }
}

/* ---- steps -------------------------------------------------------------------------------------------- */

/* A label that no other step has: loops return to the same place. */
static void add_labels(json_t *steps) {
    json_t *step, *other;
    size_t i, k;
    json_array_foreach(steps, i, step) {
        const char *const name = json_string_value(json_object_get(step, "name"));
        int turn = 0, turns = 0;
        json_array_foreach(steps, k, other) {
            const bool same = json_equal(json_object_get(step, "name"), json_object_get(other, "name")) &&
                              json_equal(json_object_get(step, "places"), json_object_get(other, "places"));
            turns += same;
            turn += same && k <= i;
        }
        char label[200];
        if (turns > 1)
            snprintf(label, sizeof label, "%s, turn %d of %d", name, turn, turns);
        else
            snprintf(label, sizeof label, "%s", name);
        json_object_set_new(step, "label", json_string(label));
    }
}

static size_t add_run(json_t *player, int width, json_t *steps) {
    const size_t count = json_array_size(steps);
    char title[40];
    snprintf(title, sizeof title, "%d lane%s", width, width == 1 ? "" : "s");
    add_labels(steps);
    if (count > 0)
        json_array_append_new(json_object_get(player, "runs"),
                              json_pack("{s:i,s:s,s:o}", "width", width, "title", title, "steps", steps));
    else
        json_decref(steps);
    return count;
}

/* ---- collectives -------------------------------------------------------------------------------------- */

/* A file of the sub-group layer. */
static bool is_layer(const char *file) {
    const char *const found = strstr(file, "sg/");
    return found && (found == file || found[-1] == '/') && xl__find_embedded(found);
}

/* Outside the layer, innermost first. False: the layer's own call, such as its count of lanes at a kernel's
   start. */
static bool take_places(json_t *player, const json_t *meeting, const tool_player_sources *sources,
                        json_t *places) {
    const json_t *place;
    size_t i;
    json_array_foreach(json_object_get(meeting, "places"), i, place) {
        const char *const file = json_string_value(json_array_get(place, 0));
        if (!file || strstr(file, "sg/extras/")) return false;
        if (is_layer(file)) continue;
        const char *const known = find_source(player, file, sources);
        json_array_append_new(places, json_pack("[s,O]", known ? known : file, json_array_get(place, 1)));
    }
    return json_array_size(places) > 0;
}

static void add_meeting(json_t *player, json_t *steps, const json_t *meeting,
                        const tool_player_sources *sources) {
    json_t *const places = tool_need(json_array());
    char name[100] = "";
    if (!take_places(player, meeting, sources, places)) {
        json_decref(places);
        return;
    }
    const json_t *const place = json_array_get(places, 0);
    const char *const file = json_string_value(json_array_get(place, 0));
    const char *const text = json_string_value(json_object_get(json_object_get(player, "files"), file));
    name_call(line_of(text, (int)json_integer_value(json_array_get(place, 1))),
              tool_text_of(meeting, "collective"), name, sizeof name);
    json_array_append_new(
        steps, json_pack("{s:s,s:O,s:o,s:O,s:O,s:O,s:O}", "name", name, "kernel",
                         json_object_get(meeting, "kernel"), "places", places, "flow",
                         json_object_get(meeting, "flow"), "cluster", json_object_get(meeting, "cluster"),
                         "from", json_object_get(meeting, "from"), "rows", json_object_get(meeting, "rows")));
}

size_t tool_player_add_meetings(json_t *player, const json_t *meetings, int width,
                                const tool_player_sources *sources) {
    json_t *const steps = tool_need(json_array());
    const json_t *meeting;
    size_t i;
    json_array_foreach(meetings, i, meeting) {
        if (json_integer_value(json_object_get(meeting, "width")) == width)
            add_meeting(player, steps, meeting, sources);
    }
    return add_run(player, width, steps);
}

/* ---- SG_SHOW ------------------------------------------------------------------------------------------ */

/* A mask is shown as each lane's own bit. */
static json_t *cell_of(const json_t *value, size_t lane) {
    char text[64];
    if (json_is_null(value)) return json_null();
    if (json_is_string(value)) {
        const char *const bits = json_string_value(value);
        const bool mask = strlen(bits) > lane && strspn(bits, "01") == strlen(bits);
        if (mask) snprintf(text, sizeof text, "%c", bits[lane] == '1' ? '1' : '.');
        return json_string(mask ? text : bits);
    }
    if (json_is_real(value))
        snprintf(text, sizeof text, "%.6g", json_real_value(value));
    else
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    return json_string(text);
}

static json_t *cells_of(const json_t *step) {
    json_t *const cells = tool_need(json_array());
    const json_t *value;
    size_t l;
    json_array_foreach(json_object_get(step, "values"), l, value)
        json_array_append_new(cells, cell_of(value, l));
    return cells;
}

/* Components of one vector are rows of one step. */
static bool continues(const json_t *last, const json_t *step) {
    const char *const name = tool_text_of(step, "name"), *const dot = strrchr(name, '.');
    const json_t *const rows = json_object_get(last, "rows");
    const char *const before =
        json_string_value(json_array_get(json_array_get(rows, json_array_size(rows) - 1), 0));
    return before && dot && dot > name && dot[1] > 'w' && strncmp(name, before, (size_t)(dot - name)) == 0 &&
           strlen(before) == strlen(name) && before[strlen(before) - 1] + 1 == dot[1];
}

static bool is_empty(const json_t *cells) {
    const json_t *cell;
    size_t l;
    json_array_foreach(cells, l, cell) {
        const char *const text = json_string_value(cell);
        if (text && strcmp(text, "0") != 0 && strcmp(text, ".") != 0) return false;
    }
    return true;
}

static size_t add_shows(json_t *player, const json_t *trace, const tool_player_sources *sources) {
    json_t *const steps = tool_need(json_array());
    const json_t *step;
    size_t i;
    json_array_foreach(json_object_get(trace, "steps"), i, step) {
        json_t *const row = json_pack("[O,o]", json_object_get(step, "name"), cells_of(step));
        json_t *const last = json_array_get(steps, json_array_size(steps) - 1);
        const bool repeats = json_integer_value(json_object_get(step, "turn")) > 1;
        const char *const file = tool_text_of(step, "file");
        if (last && continues(last, step)) {
            json_array_append_new(json_object_get(last, "rows"), row);
            continue;
        }
        if (repeats && is_empty(json_array_get(row, 1))) { /* a turn of a loop without an element */
            json_decref(row);
            continue;
        }
        json_t *const places = tool_need(json_array());
        const char *const known = file[0] ? find_source(player, file, sources) : NULL;
        if (known) json_array_append_new(places, json_pack("[s,O]", known, json_object_get(step, "line")));
        json_array_append_new(steps, json_pack("{s:O,s:o,s:[o]}", "name", json_object_get(step, "name"),
                                               "places", places, "rows", row));
    }
    return add_run(player, (int)json_integer_value(json_object_get(trace, "width")), steps);
}

size_t tool_player_add(json_t *player, const json_t *record, const tool_player_sources *sources) {
    const json_t *const trace = json_object_get(record, "trace");
    const int width = (int)json_integer_value(json_object_get(trace, "width"));
    const size_t count =
        tool_player_add_meetings(player, json_object_get(trace, "collectives"), width, sources);
    if (count > 0) return count;
    if (!json_is_object(trace)) return 0;
    json_object_set_new(player, "note",
                        json_string("These are values that the kernel shows with SG_SHOW, without arrows "
                                    "between lanes."));
    return add_shows(player, trace, sources);
}
