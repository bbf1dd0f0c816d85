/* os_names.c - the names in a folder, and what killed writers have left there. */
#include "base/os_names.h"
#include "base/os.h"
#include "base/text.h"
#include <errno.h>
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

static bool is_temporary(const char *name, const char *prefix) {
    const size_t length = strlen(name), end = strlen(XL__OS_TEMPORARY);
    return strncmp(name, prefix, strlen(prefix)) == 0 && length > end &&
           strcmp(name + length - end, XL__OS_TEMPORARY) == 0;
}

void xl__os_sweep_folder(const char *folder, const char *prefix) {
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        xl__text path = {0};
        if (is_temporary(names[i], prefix)) xl__text_format(&path, "%s/%s", folder, names[i]);
        if (path.data && !path.failed) xl__os_remove_abandoned(path.data);
        xl__text_free(&path);
    }
    xl__os_free_names(names, count);
}
