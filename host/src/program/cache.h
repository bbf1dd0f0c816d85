/*
 * cache.h - entries on disk that several processes may share: one file each, replaced atomically, checked
 * when read. A broken or foreign entry is as good as none.
 *
 * Entries are handed to drivers, which run them. So a folder counts only where it is this user's and nobody
 * else may write in it, and an entry only where the same holds for its file: elsewhere everything here finds
 * and does nothing.
 */
#ifndef XL_CACHE_H
#define XL_CACHE_H

#include "base/text.h"

/* Reads the entry <dir>/<key>.<kind>. True: *data (freed by the caller, a NUL follows it) is as it was
   written under this very key. */
bool xl__cache_read(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **data,
                    size_t *size);

/* Whether there is one, sound or not. */
bool xl__cache_has(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

/* Writes it, making the folder if need be; false when that failed, which costs time only. */
bool xl__cache_write(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const void *data,
                     size_t size);

/* Marks of what is being done (os.h): beside an entry, under the same key. xl__cache_mark returns what
   xl__cache_unmark takes, -1 for none; xl__cache_abandoned whether one was left behind, with its text, which
   the caller frees. */
int xl__cache_mark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const char *text);
void xl__cache_unmark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], int mark);
bool xl__cache_abandoned(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **text);
/* Whether a process, this one or another, has it. */
bool xl__cache_held(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

/* Removes what killed writers left, then the oldest entries of a kind while all of that kind take more than
 * `limit` bytes. */
void xl__cache_trim(const char *dir, const char *kind, uint64_t limit);

void xl__cache_remove(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

#endif
