/*
 * os_windows.h - what the files for Windows share: paths and the system's errors.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* A text in UTF-8 as the system's, and back; freed by the caller; NULL: no memory, or not UTF-8 (errno). */
wchar_t *xl__os_wide(const char *text);
char *xl__os_narrow(const wchar_t *text);
/* Converts a path in UTF-8, with / or \, of any length, to the system's form; the caller frees it; NULL with
 * errno. */
wchar_t *xl__os_wide_path(const char *path);

/* The errno for the calling thread's last error of the system. */
int xl__os_last_error(void);

/* A descriptor for a file: `access` and `how` (CREATE_NEW, OPEN_EXISTING...) are those of CreateFile; other
 * processes may read, write, rename and remove it meanwhile, as on other systems. -1 with errno. */
int xl__os_open(const char *path, uint32_t access, uint32_t how);
/* Renames a file; an existing file of that name is replaced or (EEXIST) kept. Returns 0 or errno. */
int xl__os_rename(const char *from, const char *to, bool replace);
