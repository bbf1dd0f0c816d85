/*
 * The differences between operating systems. Functions that can fail return 0 or an error number
 * (xl__os_reason).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t xl__os_now(void);       /* monotonic clock, nanoseconds */
int64_t xl__os_wall_clock(void); /* seconds since 1970, UTC */
int64_t xl__os_wall_clock_ms(void);
void xl__os_sleep(uint64_t nanoseconds);
const char *xl__os_reason(int error, char *text, size_t size);

const char *xl__os_environment(const char *name); /* NULL: not set */
/* A function of this process or its libraries by name, or NULL. */
void (*xl__os_function(const char *name))(void);

int xl__os_make_folders(const char *path);
/* A new last folder is inaccessible to others. */
int xl__os_make_private_folder(const char *path);
/* True if it is this user's and no other may write to it. */
bool xl__os_is_private_folder(const char *path);
/* A regular file of at most `limit` bytes, else EFBIG. The caller frees *data, which has a NUL after size
 * bytes.
 */
int xl__os_read_file(const char *path, size_t limit, char **data, size_t *size);
/* Only this user's regular file, no link, that no other may write; else EPERM, ELOOP and so on. */
int xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size);
/* Writes under a temporary name, then renames: readers see all or nothing, the last writer wins. An own
   file is inaccessible to others. */
int xl__os_write_file(const char *path, const void *data, size_t size);
int xl__os_write_own_file(const char *path, const void *data, size_t size);
/* Temporary files are named NAME.crosslane-PROCESS-BEGAN-NUMBER.tmp: process number and start time. Returns
   this process's ending; the text of a mark names the process too. */
enum { XL__OS_MARK = 80 };
const char *xl__os_temporary_ending(unsigned number, char ending[XL__OS_MARK]);
const char *xl__os_mark_text(char text[XL__OS_MARK]);
/* Removes temporary files and marks whose process is gone and whose lock is free: a process number means
   nothing in another container. xl__os_sweep_own removes this process's own. */
void xl__os_sweep_folder(const char *folder);
void xl__os_sweep_own(const char *folder);
/* Locks a new temporary file. False: it was just swept; take another name. */
bool xl__os_claim(int fd);

/* A mark is a file of this user that a process holds during an action, at most until it ends. Abandoned: no
 * process holds it. xl__os_mark_set returns a value for xl__os_mark_drop; -1: another process holds the mark,
 * or it cannot be written.
 */
int xl__os_mark_set(const char *path, const char *text);
void xl__os_mark_drop(const char *path, int mark);
void xl__os_mark_leave(int mark); /* the file stays, abandoned */
bool xl__os_is_abandoned(const char *path);
bool xl__os_mark_is_left(const char *path); /* abandoned, with the text of a process that is gone */
int xl__os_remove_file(const char *path);
bool xl__os_is_file(const char *path);
bool xl__os_exists(const char *path); /* anything, also a dangling link */
/* Bytes, and seconds since 1970; false: no regular file. */
bool xl__os_file_facts(const char *path, uint64_t *size, int64_t *changed);
bool xl__os_is_folder(const char *path);
/* Sorted by bytes, without "." and ".."; freed by xl__os_free_names. */
int xl__os_list_folder(const char *path, char ***names, size_t *count);
void xl__os_free_names(char **names, size_t count);
/* $XDG_CACHE_HOME/crosslane or ~/.cache/crosslane; freed by the caller; NULL: neither is known. */
char *xl__os_cache_folder(void);

typedef struct xl__os_lock xl__os_lock;
xl__os_lock *xl__os_lock_make(void); /* NULL: no memory */
void xl__os_lock_free(xl__os_lock *lock);
void xl__os_lock_enter(xl__os_lock *lock);
bool xl__os_lock_try(xl__os_lock *lock); /* false: another thread holds it */
void xl__os_lock_leave(xl__os_lock *lock);

long xl__os_process(void); /* this process */

/* Name, and model and instruction sets, on which a compiled program's validity depends. Empty: not known. */
void xl__os_processor(char *name, size_t size);
void xl__os_processor_features(char *text, size_t size);
/* "Linux 6.1.0 x86_64" */
void xl__os_system(char *text, size_t size);
unsigned xl__os_processors(void);
uint64_t xl__os_memory_total(void);     /* bytes, 0 = unknown */
uint64_t xl__os_memory_available(void); /* without swapping; 0: unknown */
