/* Folders of compiled programs. */
#ifndef XL_CHECK_FOLDER_H
#define XL_CHECK_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* This process's temporary folder, removed at its end or, if killed, by the next process that makes one.
 * False: none can be made.
 */
bool folder_own(char path[256]);

/* $CROSSLANE_CACHE_DIR/check, or `check` in the user's cache folder, made if needed; no other user may write
 * it. False: none.
 */
bool folder_cache(char path[256]);

/* Whole files; folder_read's result is the caller's, with a NUL after it. */
bool folder_write(const char *path, const char *const text[], size_t count);
char *folder_read(const char *path, size_t *bytes);

#endif
