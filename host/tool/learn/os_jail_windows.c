/* os_jail_windows.c - Windows has no sandbox, so kernels of others do not run. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "learn/os_jail.h"
#include "base/os_windows.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static int refuse(xl_error *error) {
    return xl__fail(
        error, XL_UNSUPPORTED,
        "learn grade needs Linux: there is no sandbox here that protects your files from a kernel");
}

int tool_jail_folder_make(char path[TOOL_PATH], xl_error *error) {
    path[0] = '\0';
    return refuse(error);
}

void tool_jail_folder_remove(const char *path) {
    (void)path;
}

bool tool_jail_is_link(const char *path) {
    wchar_t *const wide = xl__os_wide_path(path);
    const DWORD attributes = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool tool_jail_works(const tool_jail *jail, xl_error *error) {
    (void)jail;
    refuse(error);
    return false;
}

int tool_jail_start(tool_jailed *jailed, const tool_jail *jail, const char *const *words, const char *said,
                    xl_error *error) {
    (void)jail, (void)words, (void)said;
    *jailed = (tool_jailed){.from = -1, .ended = true};
    return refuse(error);
}

void tool_jail_listen(tool_jailed *const *list, size_t count, int milliseconds) {
    (void)list, (void)count, (void)milliseconds;
}

int tool_jail_end(tool_jailed *jailed) {
    xl__text_free(&jailed->out);
    return 0;
}
