#define _DARWIN_C_SOURCE  /* mkdtemp, on macOS */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "system/os_folder.h"
#include "base/os.h"
#include "base/status.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark_name[] = ".crosslane-run", programs[] = "programs"; /* removed with any file */

/* In the order to try. */
enum { TEMPORARY_FOLDERS = 2, ENTRY = TOOL_PATH + 600 };
static const char *temporary_folder(int i) {
    const char *given = getenv("TMPDIR");
    return i == 0 && given && *given ? given : "/tmp";
}

/* Keeps a folder that has other files. */
static void remove_flat(const char *folder, bool any) {
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char path[2 * ENTRY];
        struct stat facts;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (lstat(path, &facts) != 0) continue;
        const bool made_here = S_ISREG(facts.st_mode) && (any || strcmp(names[i], TOOL_PRIVATE_DRIVER) == 0);
        if (made_here || S_ISLNK(facts.st_mode)) unlink(path);
    }
    xl__os_free_names(names, count);
    rmdir(folder);
}

static bool is_ours(const char *name) {
    return strcmp(name, programs) == 0 || strcmp(name, TOOL_PRIVATE_CHECK) == 0;
}

static void remove_all(const char *folder) {
    char **names = NULL, mark[TOOL_PATH + 32];
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char path[ENTRY];
        struct stat facts;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) remove_flat(path, is_ours(names[i]));
    }
    xl__os_free_names(names, count);
    snprintf(mark, sizeof mark, "%s/%s", folder, mark_name);
    unlink(mark);
    xl__os_sweep_folder(folder); /* an unfinished mark */
    rmdir(folder);
}

static const tool_temporary private_kind = {.prefix = "crosslane-", .mark = mark_name, .remove = remove_all};

/* Refuses a link: any user may have made it. */
static bool is_private(const char *folder, int64_t *changed) {
    struct stat facts;
    const bool own = lstat(folder, &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == geteuid() &&
                     (facts.st_mode & 077) == 0;
    if (own) *changed = (int64_t)facts.st_mtime;
    return own;
}

/* Only our mark shows a run's folder. A run killed before it set the mark leaves an empty folder. */
static void sweep_one(const tool_temporary *kind, const char *folder) {
    enum { YOUNG = 60 }; /* seconds in which a run may still set its mark */
    char mark[TOOL_PATH + 32];
    int64_t changed;
    if (!is_private(folder, &changed)) return;
    snprintf(mark, sizeof mark, "%s/%s", folder, kind->mark);
    if (xl__os_exists(mark)) {
        if (xl__os_mark_is_left(mark)) kind->remove(folder);
    } else if (xl__os_wall_clock() - changed > YOUNG) {
        xl__os_sweep_folder(folder);
        rmdir(folder);
    }
}

static void sweep(const tool_temporary *kind, const char *temporary) {
    char **names = NULL;
    size_t count = 0;
    const size_t length = strlen(kind->prefix);
    if (xl__os_list_folder(temporary, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char folder[TOOL_PATH];
        if (strncmp(names[i], kind->prefix, length) != 0 || strlen(names[i]) != length + 6) continue;
        const int size = snprintf(folder, sizeof folder, "%s/%s", temporary, names[i]);
        if (size > 0 && (size_t)size < sizeof folder) sweep_one(kind, folder);
    }
    xl__os_free_names(names, count);
}

void tool_temporary_sweep(const tool_temporary *kind) {
    for (int i = 0; i < TEMPORARY_FOLDERS; i++) sweep(kind, temporary_folder(i));
}

int tool_temporary_make(const tool_temporary *kind, char path[TOOL_PATH], int *mark, xl_error *error) {
    char held[TOOL_PATH + 32], reason[128], text[XL__OS_MARK];
    for (int i = 0; i < TEMPORARY_FOLDERS; i++) {
        const int size = snprintf(path, TOOL_PATH, "%s/%sXXXXXX", temporary_folder(i), kind->prefix);
        if (size <= 0 || size >= TOOL_PATH || !mkdtemp(path)) continue;
        snprintf(held, sizeof held, "%s/%s", path, kind->mark);
        *mark = xl__os_mark_set(held, xl__os_mark_text(text));
        return XL_SUCCESS;
    }
    path[0] = '\0';
    return xl__fail(error, XL_IO, "%s: no folder can be made there: %s", temporary_folder(0),
                    xl__os_reason(errno, reason, sizeof reason));
}

void tool_private_folder_open(tool_private_folder *folder) {
    *folder = (tool_private_folder){.mark = -1};
    tool_temporary_sweep(&private_kind);
}

bool tool_private_folder_add(tool_private_folder *folder, const char *name, char path[TOOL_PATH]) {
    if (!folder->path[0] &&
        tool_temporary_make(&private_kind, folder->path, &folder->mark, NULL) != XL_SUCCESS)
        return false;
    const int size = snprintf(path, TOOL_PATH, "%s/%s", folder->path, name);
    return size > 0 && size < TOOL_PATH && mkdir(path, 0700) == 0;
}

void tool_private_folder_keep_programs(tool_private_folder *folder) {
    char path[TOOL_PATH];
    if (tool_private_folder_add(folder, programs, path)) setenv("CROSSLANE_CACHE_DIR", path, 1);
}

void tool_private_folder_remove(tool_private_folder *folder) {
    if (!folder->path[0]) return;
    remove_all(folder->path);
    if (folder->mark >= 0) close(folder->mark);
    *folder = (tool_private_folder){.mark = -1};
}

bool tool_folder_is_real(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

int tool_folder_make_new(const char *path) {
    return mkdir(path, 0777) == 0 ? 0 : errno;
}

int tool_folder_remove(const char *path) {
    return rmdir(path) == 0 ? 0 : errno;
}

void tool_folder_link(const char *name, const char *link) {
    char made[TOOL_PATH + 64];
    struct stat facts;
    if (lstat(link, &facts) == 0 && !S_ISLNK(facts.st_mode)) return;
    snprintf(made, sizeof made, "%s-%ld", link, xl__os_process());
    if (symlink(name, made) == 0 && rename(made, link) != 0) unlink(made);
}
