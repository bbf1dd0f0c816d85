#include "records/runs.h"
#include "base/os.h"
#include "cases/case.h"
#include "records/record.h"
#include "system/os_file.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char latest[] = "latest";
enum { STAMP = 20 }; /* characters of 2026-11-28T17-36-00Z */

/* Counts from 1 among runs of its second; 0: no run's name. */
static unsigned long number_of(const char *name) {
    static const char form[] = "0000-00-00T00-00-00Z";
    char *end = NULL;
    for (size_t i = 0; i < STAMP; i++)
        if (form[i] == '0' ? name[i] < '0' || name[i] > '9' : name[i] != form[i]) return 0;
    if (name[STAMP] == '\0') return 1;
    if (name[STAMP] != '-' || name[STAMP + 1] < '1' || name[STAMP + 1] > '9') return 0;
    const unsigned long number = strtoul(name + STAMP + 1, &end, 10);
    return *end == '\0' && number > 1 ? number : 0;
}

static int newest_first(const void *a, const void *b) {
    const char *const x = *(char *const *)a, *const y = *(char *const *)b;
    const int order = strncmp(y, x, STAMP);
    const unsigned long m = number_of(x), n = number_of(y);
    return order ? order : (n > m) - (n < m);
}

/* The newest first; freed by xl__os_free_names. */
static char **list_runs(const char *folder, size_t *count) {
    char **names = NULL, path[TOOL_PATH];
    size_t all = 0;
    *count = 0;
    if (xl__os_list_folder(folder, &names, &all) != 0) return NULL;
    for (size_t i = 0; i < all; i++) {
        const bool fits = snprintf(path, sizeof path, "%s/%s", folder, names[i]) < TOOL_PATH;
        if (fits && number_of(names[i]) > 0 && tool_folder_is_real(path))
            names[(*count)++] = names[i];
        else
            free(names[i]);
    }
    if (*count > 0) qsort(names, *count, sizeof *names, newest_first);
    return names;
}

int tool_runs_begin(const char *folder, char path[TOOL_PATH]) {
    enum { MOST = 1000 };
    char stamp[32], number[16] = "";
    json_t *const now = tool_json_now();
    snprintf(stamp, sizeof stamp, "%s", json_is_string(now) ? json_string_value(now) : "");
    json_decref(now);
    for (char *c = stamp; *c; c++)
        if (*c == ':') *c = '-'; /* not in file names everywhere */
    int reason = number_of(stamp) ? xl__os_make_folders(folder) : EINVAL;
    for (int i = 1; reason == 0 && i < MOST; i++) {
        if (i > 1) snprintf(number, sizeof number, "-%d", i);
        if (snprintf(path, TOOL_PATH, "%s/%s%s", folder, stamp, number) >= TOOL_PATH) return ENAMETOOLONG;
        reason = tool_folder_make_new(path);
        if (reason != EEXIST) return reason;
        reason = 0;
    }
    return reason ? reason : EEXIST;
}

int tool_runs_word(const char *word) {
    return strcmp(word, latest) == 0 ? 0 : strcmp(word, "previous") == 0 ? 1 : -1;
}

static bool name_file(const char *folder, const char *name, const char *file, char path[TOOL_PATH]) {
    return snprintf(path, TOOL_PATH, "%s/%s/%s", folder, name, file) < TOOL_PATH;
}

static bool is_complete(const char *folder, const char *name, char path[TOOL_PATH]) {
    json_t *document = NULL;
    xl_error error;
    if (!name_file(folder, name, TOOL_RUNS_FILE, path) || !xl__os_is_file(path)) return false;
    const bool complete = tool_results_load(path, &document, &error) == XL_SUCCESS &&
                          json_is_true(json_object_get(document, "finished")) &&
                          json_array_size(json_object_get(document, "records")) > 0;
    json_decref(document);
    return complete;
}

bool tool_runs_writes(const char *name) {
    if (strcmp(name, TOOL_RUNS_FILE) == 0) return true;
    for (int i = 0; tool_cases[i]; i++) {
        const char *const algorithm = tool_cases[i]->algorithm->name;
        const size_t length = strlen(algorithm);
        if (tool_cases[i]->picture_settings && strncmp(name, algorithm, length) == 0 &&
            (strcmp(name + length, ".png") == 0 || strcmp(name + length, ".svg") == 0))
            return true;
    }
    return false;
}

/* False: it has a user's file, or is in progress. */
static bool remove_run(const char *folder, const char *name) {
    char path[TOOL_PATH], file[TOOL_PATH], **names = NULL;
    size_t count = 0;
    if (!name_file(folder, name, TOOL_RUNS_FILE, file)) return false;
    if (xl__os_exists(file) && !xl__os_is_abandoned(file)) return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    bool own = xl__os_list_folder(path, &names, &count) == 0;
    for (size_t i = 0; i < count && own; i++)
        own = tool_runs_writes(names[i]) && name_file(folder, name, names[i], file) &&
              tool_file_is_regular(file);
    for (size_t i = 0; i < count && own; i++)
        own = name_file(folder, name, names[i], file) && xl__os_remove_file(file) == 0;
    xl__os_free_names(names, count);
    return own && tool_folder_remove(path) == 0;
}

bool tool_runs_find(const char *folder, int back, char path[TOOL_PATH]) {
    size_t count = 0;
    char **const names = list_runs(folder, &count);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++)
        if (is_complete(folder, names[i], path)) found = back-- == 0;
    xl__os_free_names(names, count);
    return found;
}

/* Keeps the newest TOOL_RUNS_KEPT complete runs, or incomplete runs. */
static void remove_oldest(const char *folder, bool complete) {
    size_t count = 0;
    int kept = 0;
    char path[TOOL_PATH];
    char **const names = list_runs(folder, &count);
    for (size_t i = 0; i < count && count > TOOL_RUNS_KEPT; i++) {
        if (is_complete(folder, names[i], path) != complete || kept++ < TOOL_RUNS_KEPT) continue;
        if (remove_run(folder, names[i]))
            tool_complain("%s keeps %d %s runs; the oldest was removed: %s", folder, TOOL_RUNS_KEPT,
                          complete ? "complete" : "unfinished", names[i]);
    }
    xl__os_free_names(names, count);
}

void tool_runs_end(const char *folder, const char *path) {
    char link[TOOL_PATH], file[TOOL_PATH];
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const bool complete = is_complete(folder, name, file);
    if (complete && tool_runs_find(folder, 0, file) && strncmp(file, path, strlen(path)) == 0 &&
        snprintf(link, sizeof link, "%s/%s", folder, latest) < TOOL_PATH)
        tool_folder_link(name, link);
    remove_oldest(folder, complete);
}
