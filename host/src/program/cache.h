/*
 * Entries on disk that processes may share: one file each, replaced atomically. A broken or foreign entry
 * counts as missing. Drivers execute entries, so folders and files must be this user's and not writable by
 * others: otherwise all functions find and do nothing.
 */
#pragma once

#include "base/text.h"

/* <dir>/<key>.<kind>. The caller frees *data, which has a NUL after it. */
bool xl__cache_read(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **data,
                    size_t *size);

/* Valid or not. */
bool xl__cache_has(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

/* Makes the folder if needed. A failure only costs time. */
bool xl__cache_write(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const void *data,
                     size_t size);

/* Marks (os.h) next to an entry. xl__cache_mark returns a value for xl__cache_unmark, -1: none. The caller
 * frees the text of xl__cache_abandoned.
 */
int xl__cache_mark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], const char *text);
void xl__cache_unmark(const char *dir, const char *kind, const char key[XL__HASH_TEXT], int mark);
bool xl__cache_abandoned(const char *dir, const char *kind, const char key[XL__HASH_TEXT], char **text);
bool xl__cache_held(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);

/* Removes leftovers of killed writers, then the oldest entries beyond `limit` bytes. */
void xl__cache_trim(const char *dir, const char *kind, uint64_t limit);

void xl__cache_remove(const char *dir, const char *kind, const char key[XL__HASH_TEXT]);
