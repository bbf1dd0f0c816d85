/* os_jail_step_windows.c - absolute paths on Windows, which has no sandbox. */
#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include "learn/os_jail.h"
#include "base/os_windows.h"
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

bool tool_jail_real(const char *path, char real[TOOL_PATH]) {
    wchar_t *const wide = xl__os_wide_path(path), whole[TOOL_PATH];
    const DWORD size = wide ? GetFullPathNameW(wide, TOOL_PATH, whole, NULL) : 0;
    const bool exists = size > 0 && size < TOOL_PATH && GetFileAttributesW(whole) != INVALID_FILE_ATTRIBUTES;
    char *const narrow = exists ? xl__os_narrow(whole) : NULL;
    const int written = narrow ? snprintf(real, TOOL_PATH, "%s", narrow) : -1;
    free(wide);
    free(narrow);
    return written >= 0 && written < TOOL_PATH;
}
