#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "system/os_folder.h"
#include "base/os.h"
#include "base/os_windows.h"
#include "base/status.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char mark_name[] = ".crosslane-run", programs[] = "programs"; /* removed with any file */
enum { ENTRY = TOOL_PATH + 600 };

/* No separator at the end; "": unknown. */
static void temporary_folder(char path[TOOL_PATH]) {
    wchar_t wide[MAX_PATH + 2];
    const DWORD size = GetTempPathW(sizeof wide / sizeof *wide, wide);
    char *const narrow = size > 0 && size < sizeof wide / sizeof *wide ? xl__os_narrow(wide) : NULL;
    snprintf(path, TOOL_PATH, "%s", narrow ? narrow : "");
    free(narrow);
    const size_t length = strlen(path);
    if (length > 0 && path[length - 1] == '\\') path[length - 1] = '\0';
}

static void remove_folder(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    if (wide) RemoveDirectoryW(wide);
    free(wide);
}

static void remove_flat(const char *folder, bool any) {
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char path[2 * ENTRY];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (xl__os_is_file(path) && (any || strcmp(names[i], TOOL_PRIVATE_DRIVER) == 0))
            (void)xl__os_remove_file(path);
    }
    xl__os_free_names(names, count);
    remove_folder(folder);
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
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (xl__os_is_folder(path)) remove_flat(path, is_ours(names[i]));
    }
    xl__os_free_names(names, count);
    snprintf(mark, sizeof mark, "%s/%s", folder, mark_name);
    (void)xl__os_remove_file(mark);
    xl__os_sweep_folder(folder); /* an unfinished mark */
    remove_folder(folder);
}

static const tool_temporary private_kind = {.prefix = "crosslane-", .mark = mark_name, .remove = remove_all};

void tool_temporary_sweep(const tool_temporary *kind) {
    char **names = NULL, temporary[TOOL_PATH];
    size_t count = 0;
    const size_t length = strlen(kind->prefix);
    temporary_folder(temporary);
    if (xl__os_list_folder(temporary, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char folder[2 * TOOL_PATH], mark[2 * TOOL_PATH + 32];
        if (strncmp(names[i], kind->prefix, length) != 0 || strlen(names[i]) != length + 6) continue;
        snprintf(folder, sizeof folder, "%s/%s", temporary, names[i]);
        snprintf(mark, sizeof mark, "%s/%s", folder, kind->mark);
        if (strlen(folder) < TOOL_PATH && xl__os_is_private_folder(folder) && xl__os_mark_is_left(mark))
            kind->remove(folder);
    }
    xl__os_free_names(names, count);
}

int tool_temporary_make(const tool_temporary *kind, char path[TOOL_PATH], int *mark, xl_error *error) {
    char temporary[TOOL_PATH], held[TOOL_PATH + 32], reason[128], text[XL__OS_MARK];
    unsigned seed = (unsigned)(xl__os_now() / 1000u) + (unsigned)xl__os_process() * 2654435761u;
    temporary_folder(temporary);
    int failed = ENAMETOOLONG;
    for (int attempt = 0; attempt < 100; attempt++, seed = seed * 1664525u + 1013904223u) {
        const int size =
            snprintf(path, TOOL_PATH, "%s/%s%06x", temporary, kind->prefix, (seed >> 8) & 0xffffffu);
        if (size <= 0 || size >= TOOL_PATH) break;
        wchar_t *const wide = xl__os_wide_path(path);
        const bool made = wide && CreateDirectoryW(wide, NULL);
        failed = made ? 0 : wide ? xl__os_last_error() : ENOMEM;
        free(wide);
        if (!made && failed == EEXIST) continue;
        if (!made) break;
        snprintf(held, sizeof held, "%s/%s", path, kind->mark);
        *mark = xl__os_mark_set(held, xl__os_mark_text(text));
        return XL_SUCCESS;
    }
    path[0] = '\0';
    *mark = -1;
    return xl__fail(error, XL_IO, "%s: no folder can be made there: %s", temporary,
                    xl__os_reason(failed, reason, sizeof reason));
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
    return size > 0 && size < TOOL_PATH && xl__os_make_folders(path) == 0;
}

void tool_private_folder_keep_programs(tool_private_folder *folder) {
    char path[TOOL_PATH], setting[TOOL_PATH + 32];
    if (!tool_private_folder_add(folder, programs, path)) return;
    snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", path);
    (void)_putenv(setting);
}

void tool_private_folder_remove(tool_private_folder *folder) {
    if (!folder->path[0]) return;
    if (folder->mark >= 0) xl__os_mark_leave(folder->mark); /* open files keep their folder */
    remove_all(folder->path);
    *folder = (tool_private_folder){.mark = -1};
}

bool tool_folder_is_real(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    const DWORD facts = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return facts != INVALID_FILE_ATTRIBUTES && (facts & FILE_ATTRIBUTE_DIRECTORY) &&
           !(facts & FILE_ATTRIBUTE_REPARSE_POINT);
}

int tool_folder_make_new(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    const int reason = !wide ? errno : CreateDirectoryW(wide, NULL) ? 0 : xl__os_last_error();
    free(wide);
    return reason;
}

int tool_folder_remove(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    const int reason = !wide ? errno : RemoveDirectoryW(wide) ? 0 : xl__os_last_error();
    free(wide);
    return reason;
}

void tool_folder_link(const char *name, const char *link) {
    (void)name;
    (void)link;
}
