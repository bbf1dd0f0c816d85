/* Names in a folder, and removal of files of killed writers. */
#include "base/os_names.h"
#include "base/os.h"
#include "base/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct name_list {
    char **name;
    size_t count, capacity;
} name_list;

static int add_name(void *user, char *name) {
    name_list *const names = user;
    if (name && names->count == names->capacity) {
        const size_t room = names->capacity ? names->capacity * 2 : 16;
        char **more = realloc(names->name, room * sizeof *more);
        if (more) {
            names->name = more;
            names->capacity = room;
        }
    }
    if (!name || names->count == names->capacity) {
        free(name);
        return ENOMEM;
    }
    names->name[names->count++] = name;
    return 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int xl__os_list_folder(const char *path, char ***names, size_t *count) {
    name_list read = {0};
    const int reason = xl__os_each_name(path, add_name, &read);
    *names = NULL;
    *count = 0;
    if (reason != 0) {
        xl__os_free_names(read.name, read.count);
        return reason;
    }
    if (read.count > 0) qsort(read.name, read.count, sizeof *read.name, compare_names);
    *names = read.name;
    *count = read.count;
    return 0;
}

void xl__os_free_names(char **names, size_t count) {
    for (size_t i = 0; i < count; i++) free(names[i]);
    free(names);
}

/* ---- what processes leave ------------------------------------------------------------------------- */

typedef struct owner {
    long process;
    unsigned long long began;
} owner;

static const char *take_number(const char *at, char end, unsigned long long *number) {
    char *after = NULL;
    if (*at < '0' || *at > '9') return NULL;
    *number = strtoull(at, &after, 10);
    return *after == end ? after + 1 : NULL;
}

/* PROCESS or BEGAN. */
static const char *take_owner(const char *at, char middle, char end, owner *found) {
    unsigned long long process = 0;
    at = take_number(at, middle, &process);
    if (at) at = take_number(at, end, &found->began);
    found->process = (long)process;
    return process > 0 && process <= INT32_MAX ? at : NULL;
}

static bool named_by(const char *name, owner *found) {
    static const char word[] = ".crosslane-";
    unsigned long long number = 0;
    const char *at = NULL;
    for (const char *next = strstr(name, word); next; next = strstr(next + 1, word)) at = next;
    at = at ? take_owner(at + strlen(word), '-', '-', found) : NULL;
    at = at ? take_number(at, '.', &number) : NULL;
    return at && strcmp(at, "tmp") == 0;
}

static bool marked_by(const char *path, owner *found) {
    static const char word[] = "crosslane ";
    char *text = NULL;
    size_t size = 0;
    const bool read = xl__os_read_own_file(path, XL__OS_MARK, &text, &size) == 0;
    const char *const end = read && strncmp(text, word, strlen(word)) == 0
                                ? take_owner(text + strlen(word), ' ', '\n', found)
                                : NULL;
    const bool ours = end && *end == '\0';
    free(text);
    return ours;
}

static bool is_gone(const owner *o) {
    if (!xl__os_process_is_there(o->process)) return true;
    const unsigned long long now = xl__os_process_began(o->process);
    return now > 0 && o->began > 0 && now != o->began; /* another process with its number */
}

static bool is_this(const owner *o) {
    const long process = xl__os_process();
    return o->process == process && o->began == xl__os_process_began(process);
}

bool xl__os_mark_is_left(const char *path) {
    owner left;
    return marked_by(path, &left) && is_gone(&left) && xl__os_is_abandoned(path);
}

static void sweep(const char *folder, bool own) {
    static const char end[] = ".tmp";
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        xl__text path = {0};
        owner left;
        const size_t length = strlen(names[i]);
        if (length > strlen(end) && strcmp(names[i] + length - strlen(end), end) == 0)
            xl__text_format(&path, "%s/%s", folder, names[i]);
        if (path.data && !path.failed && (named_by(names[i], &left) || marked_by(path.data, &left))) {
            if (own && is_this(&left))
                (void)xl__os_remove_file(path.data);
            else if (!own && is_gone(&left))
                xl__os_remove_abandoned(path.data);
        }
        xl__text_free(&path);
    }
    xl__os_free_names(names, count);
}

void xl__os_sweep_folder(const char *folder) {
    sweep(folder, false);
}

void xl__os_sweep_own(const char *folder) {
    sweep(folder, true);
}
