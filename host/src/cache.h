/*
 * cache.h - entries on disk that several processes may share: one file each, replaced atomically, checked
 * when read. A broken or foreign entry is as good as none.
 */
#ifndef XL_CACHE_H
#define XL_CACHE_H

#include "text.h"

/* Reads the entry <dir>/<key>.<kind>. True: *data (freed by the caller, a NUL follows it) is as it was
   written under this very key. */
bool xl__cache_read(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **data,
                    size_t *size);

/* Writes it, making the folder if need be; false when that failed, which costs time only. */
bool xl__cache_write(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const void *data,
                     size_t size);

/* Removes the oldest entries of a kind while all of that kind take more than `limit` bytes. */
void xl__cache_trim(const char *dir, const char *kind, uint64_t limit);

void xl__cache_remove(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

#endif
