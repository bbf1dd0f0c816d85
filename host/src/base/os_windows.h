/* Shared by the files for Windows: paths and the system's errors. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* From UTF-8 and back; freed by the caller; NULL: no memory, or not UTF-8 (errno). */
wchar_t *xl__os_wide(const char *text);
char *xl__os_narrow(const wchar_t *text);
/* A path in UTF-8, with / or \, of any length; the caller frees it; NULL with errno. */
wchar_t *xl__os_wide_path(const char *path);

int xl__os_last_error(void);

/* `access` and `how` (CREATE_NEW...) are CreateFile's; other processes may read, write, rename and remove the
 * file. -1 with errno.
 */
int xl__os_open(const char *path, uint32_t access, uint32_t how);
/* An existing file is replaced, or kept (EEXIST). Returns 0 or errno. */
int xl__os_rename(const char *from, const char *to, bool replace);
