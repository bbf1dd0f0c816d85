/* judged.c - a file per judged answer, named by the hash of its key, which the file repeats. */
#include "grade/judged.h"
#include "base/os.h"
#include "learn/answers.h"
#include "records/record.h"
#include "records/version.h"
#include "run/cache_place.h"
#include "system/os_drivers.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 8 << 20, LONGEST_KEPT = 30 * 86400 };

static const char *const fields[] = {"result",   "why",         "mistake", "widths",
                                     "compiled", "collectives", "answer"};
enum { FIELDS = sizeof fields / sizeof *fields };

static void drop_old(const char *folder) {
    char **names = NULL, path[TOOL_PATH];
    size_t count = 0;
    if (!folder[0] || xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        uint64_t size;
        int64_t changed;
        if (snprintf(path, sizeof path, "%s/%s", folder, names[i]) < TOOL_PATH &&
            xl__os_file_facts(path, &size, &changed) && xl__os_wall_clock() - changed > LONGEST_KEPT)
            xl__os_remove_file(path);
    }
    xl__os_free_names(names, count);
}

void tool_judged_open(tool_judged *j, const tool_options *options) {
    char *const cache = tool_cache_folder();
    *j = (tool_judged){.options = options};
    if (cache && xl__os_make_folders(cache) == 0 && xl__os_is_private_folder(cache) &&
        snprintf(j->folder, sizeof j->folder, "%s/graded", cache) < TOOL_PATH) {
        xl__os_make_private_folder(j->folder);
        if (!xl__os_is_private_folder(j->folder)) j->folder[0] = '\0';
    } else {
        j->folder[0] = '\0';
    }
    free(cache);
    drop_old(j->folder);
}

/* ---- the key ---------------------------------------------------------------------------------------- */

static void add_exercise(const tool_options *o, const char *name, xl__text *key) {
    static const char *const files[] = {"exercise.json", "expected.cl", "start.cl", "solution.cl"};
    tool_exercise *exercise = NULL;
    xl__hash hash = xl__hash_start();
    char digits[XL__HASH_TEXT];
    xl_error ignored;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = NULL;
        if (tool_exercise_file(o->exercises, name, files[i], &text, &ignored) == XL_SUCCESS)
            xl__hash_add_text(&hash, text);
        free(text);
    }
    if (tool_exercise_open(o->exercises, name, &exercise, &ignored) == XL_SUCCESS)
        for (int m = 0; m < exercise->mistake_count; m++) xl__hash_add_text(&hash, exercise->mistake[m].text);
    tool_exercise_free(exercise);
    xl__hash_text(&hash, digits);
    xl__text_format(key, "%s %s\n", name, digits);
}

/* Versions of a program under work have the same commit. */
static void add_program(xl__text *key) {
    char library[TOOL_PATH];
    const char *const files[] = {"/proc/self/exe", tool_check_library(library) ? library : ""};
    xl__text_format(key, "crosslane %s %s", xl_version(), TOOL_COMMIT);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint64_t size = 0;
        int64_t changed = 0;
        xl__os_file_facts(files[i], &size, &changed);
        xl__text_format(key, " %llu %lld", (unsigned long long)size, (long long)changed);
    }
}

static void add_options(const tool_options *o, xl__text *key) {
    for (int i = 0; i < o->devices.count; i++) xl__text_format(key, " device %s", o->devices.word[i]);
    xl__text_format(key, " backend %s widths %d %d", o->backend ? o->backend : "-", o->width_all,
                    o->width_native);
    for (int i = 0; i < o->width_count; i++) xl__text_format(key, " %d", o->widths[i]);
    xl__text_format(key, " timeout %g trust %d\n", o->timeout, o->trust);
}

char *tool_judged_key(const tool_judged *j, const char *exercise, const char *device,
                      const tool_jail_file *files, size_t file_count) {
    xl__text key = {0};
    add_program(&key);
    xl__text_format(&key, "\n%s\n", device);
    add_options(j->options, &key);
    add_exercise(j->options, exercise, &key);
    for (size_t i = 0; i < file_count; i++) {
        xl__text_format(&key, "%s %zu\n", files[i].name, files[i].size);
        xl__text_add(&key, files[i].text, files[i].size);
    }
    return tool_need(key.failed ? NULL : key.data);
}

/* ---- the files -------------------------------------------------------------------------------------- */

static bool path_of(const tool_judged *j, const char *key, char path[TOOL_PATH]) {
    xl__hash hash = xl__hash_start();
    char digits[XL__HASH_TEXT];
    if (!j->folder[0]) return false;
    xl__hash_add_text(&hash, key);
    xl__hash_text(&hash, digits);
    return snprintf(path, TOOL_PATH, "%s/%s.json", j->folder, digits) < TOOL_PATH;
}

bool tool_judged_find(const tool_judged *j, const char *key, json_t *answer) {
    char path[TOOL_PATH], what[256], *text = NULL;
    size_t size = 0;
    if (!path_of(j, key, path) || xl__os_read_own_file(path, LARGEST, &text, &size) != 0) return false;
    json_t *const kept = tool_json_parse(text, size, what, sizeof what);
    json_t *const own_key = tool_json_text(key);
    free(text);
    const bool same = kept && json_equal(json_object_get(kept, "key"), own_key);
    for (int f = 0; f < FIELDS && same; f++) {
        json_t *const value = json_object_get(kept, fields[f]);
        json_object_set(answer, fields[f], value ? value : json_null());
    }
    json_decref(own_key);
    json_decref(kept);
    return same;
}

static bool is_settled(const json_t *answer) {
    static const char *const loaded[] = {"took too long", "crashed", "too much memory", "ended by signal",
                                         "does not end"};
    const char *const why = tool_text_of(answer, "why");
    if (!tool_answer_is(answer, "right") && !tool_answer_is(answer, "wrong")) return false;
    for (size_t i = 0; i < sizeof loaded / sizeof *loaded; i++)
        if (strstr(why, loaded[i])) return false;
    return true;
}

void tool_judged_keep(const tool_judged *j, const char *key, const json_t *answer) {
    char path[TOOL_PATH];
    if (!is_settled(answer) || !path_of(j, key, path)) return;
    json_t *const kept = tool_need(json_object());
    json_object_set_new(kept, "key", tool_json_text(key));
    for (int f = 0; f < FIELDS; f++) json_object_set(kept, fields[f], json_object_get(answer, fields[f]));
    char *const text = tool_need(json_dumps(kept, JSON_COMPACT));
    xl__os_write_own_file(path, text, strlen(text));
    free(text);
    json_decref(kept);
}
