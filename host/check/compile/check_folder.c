/* A process holds a mark of its temporary folder, so that the next one finds folders of killed ones. */
#include "compile/check_folder.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "system/os_folder.h"

enum { LARGEST = 1 << 28 };

static const char mark_name[] = ".crosslane-check";
static atomic_flag busy = ATOMIC_FLAG_INIT; /* held while the folder is made */
static char folder[256];
static int mark;
static long owner;

static void remove_files(const char *path) {
    char **names = NULL, file[600];
    size_t count = 0;
    if (xl__os_list_folder(path, &names, &count)) return;
    for (size_t i = 0; i < count; ++i) {
        snprintf(file, sizeof file, "%.300s/%.255s", path, names[i]);
        if (xl__os_is_file(file)) xl__os_remove_file(file);
    }
    xl__os_free_names(names, count);
    tool_folder_remove(path);
}

/* A process that the program has forked leaves the folder to its parent. */
static void remove_own(void) {
    if (folder[0] && xl__os_process() == owner) remove_files(folder);
}

static bool make(void) {
    static const tool_temporary kind = {"crosslane-check-", mark_name, remove_files};
    char made[TOOL_PATH];
    if (folder[0] && owner == xl__os_process()) return true;
    folder[0] = '\0';
    tool_temporary_sweep(&kind);
    if (tool_temporary_make(&kind, made, &mark, NULL) || strlen(made) >= 200) return false;
    if (owner == 0) atexit(remove_own);
    owner = xl__os_process();
    memcpy(folder, made, strlen(made) + 1);
    return true;
}

bool folder_own(char path[256]) {
    while (atomic_flag_test_and_set(&busy)) continue;
    bool made = make();
    memcpy(path, folder, strlen(folder) + 1);
    atomic_flag_clear(&busy);
    return made;
}

bool folder_cache(char path[256]) {
    const char *given = xl__os_environment("CROSSLANE_CACHE_DIR");
    char *base = given ? NULL : xl__os_cache_folder();
    int size = snprintf(path, 256, "%s/check", given ? given : base ? base : "");
    free(base);
    return size > 6 && size < 200 && !xl__os_make_private_folder(path) && xl__os_is_private_folder(path);
}

bool folder_write(const char *path, const char *const text[], size_t count) {
    xl__text whole = {0};
    for (size_t i = 0; i < count; ++i) xl__text_add(&whole, text[i], strlen(text[i]));
    bool ok = !whole.failed && !xl__os_write_own_file(path, whole.data, whole.size);
    xl__text_free(&whole);
    return ok;
}

char *folder_read(const char *path, size_t *bytes) {
    char *text = NULL;
    return xl__os_read_file(path, LARGEST, &text, bytes) ? NULL : text;
}
