/* Where compiled programs lie: this process's temporary folder, and the user's cache folder. */
#ifndef XL_CHECK_FOLDER_H
#define XL_CHECK_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* A folder of this process among the temporary files. It is removed at the end of the process, or by the next
 * one that makes such a folder where this one was killed. False: none can be made. */
bool folder_own(char path[256]);

/* $CROSSLANE_CACHE_DIR/check, or `check` in the user's cache folder: no other user may write it. Made if it
 * is not there. False: there is none. */
bool folder_cache(char path[256]);

/* Writes, or reads, a whole file; folder_read's result is the caller's, with a NUL after it. */
bool folder_write(const char *path, const char *const text[], size_t count);
char *folder_read(const char *path, size_t *bytes);

#endif
