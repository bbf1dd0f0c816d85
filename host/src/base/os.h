/*
 * os.h - everything that differs between operating systems, for the library and the command.
 *
 * Functions that can fail return 0 or the system's error number (xl__os_reason tells it in words).
 */
#ifndef XL_OS_H
#define XL_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint64_t xl__os_now(void);       /* monotonic clock, nanoseconds */
int64_t xl__os_wall_clock(void); /* seconds since 1970, UTC */
int64_t xl__os_wall_clock_ms(void);
void xl__os_sleep(uint64_t nanoseconds);
const char *xl__os_reason(int error, char *text, size_t size);

const char *xl__os_environment(const char *name); /* NULL: not set */
/* A function of this process by name, loaded libraries included; NULL when there is none. */
void (*xl__os_function(const char *name))(void);

/* Makes the folder and those above it; one that exists is fine. */
int xl__os_make_folders(const char *path);
/* The same, with nobody else having access to the last one where it is made now. */
int xl__os_make_private_folder(const char *path);
/* Whether it is this user's folder and nobody else may write there. */
bool xl__os_is_private_folder(const char *path);
/* Reads a whole regular file of at most `limit` bytes: *data is freed by the caller, a NUL follows the
 *size bytes. Larger files give EFBIG. */
int xl__os_read_file(const char *path, size_t limit, char **data, size_t *size);
/* The same for a regular file, no link, that is this user's and that nobody else may write; else EPERM, ELOOP
   and so on. */
int xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size);
/* Writes under a temporary name in the same folder, then renames: a reader sees all or nothing, the last of
   several writers wins. An own file is one that nobody else has access to. */
int xl__os_write_file(const char *path, const void *data, size_t size);
int xl__os_write_own_file(const char *path, const void *data, size_t size);
/* Removes temporary files, whose names begin with `prefix` and end in .tmp, of writers that were killed:
   those who are at work hold a lock on theirs. */
void xl__os_sweep_folder(const char *folder, const char *prefix);
/* Takes that lock of a temporary file just created. False: it was swept in between, take another name. */
bool xl__os_claim(int fd);

/* A mark is a file of this user's that a process holds while it does something: the system lets go of it
   when the process ends, however it ends, which a process number could not tell from another container.
   xl__os_mark_set returns what xl__os_mark_drop takes, -1 where another process holds it or it cannot be
   written. Abandoned: it is there, and nobody holds it. */
int xl__os_mark_set(const char *path, const char *text);
void xl__os_mark_drop(const char *path, int mark);
void xl__os_mark_leave(int mark); /* the file stays, as if its writer were no more */
bool xl__os_is_abandoned(const char *path);
int xl__os_remove_file(const char *path);
bool xl__os_is_file(const char *path);
bool xl__os_exists(const char *path); /* anything of that name, also a link that leads nowhere */
/* Size in bytes and time of the last change (seconds since 1970) of a regular file; false when it is none. */
bool xl__os_file_facts(const char *path, uint64_t *size, int64_t *changed);
bool xl__os_is_folder(const char *path);
/* Names in a folder, sorted bytewise, without "." and ".."; freed by xl__os_free_names. */
int xl__os_list_folder(const char *path, char ***names, size_t *count);
void xl__os_free_names(char **names, size_t count);
/* $XDG_CACHE_HOME/crosslane or ~/.cache/crosslane; freed by the caller; NULL when neither is known. */
char *xl__os_cache_folder(void);

typedef struct xl__os_lock xl__os_lock;
xl__os_lock *xl__os_lock_make(void); /* NULL: no memory */
void xl__os_lock_free(xl__os_lock *lock);
void xl__os_lock_enter(xl__os_lock *lock);
bool xl__os_lock_try(xl__os_lock *lock); /* enters unless that would wait; whether it did */
void xl__os_lock_leave(xl__os_lock *lock);

long xl__os_process(void); /* this process */

/* Processor's name, and the text from which a compiled program's validity on it follows (model and
   instruction sets). Empty where the system does not tell. */
void xl__os_processor(char *name, size_t size);
void xl__os_processor_features(char *text, size_t size);
/* "Linux 6.1.0 x86_64" */
void xl__os_system(char *text, size_t size);
unsigned xl__os_processors(void);
uint64_t xl__os_memory_total(void);     /* bytes, 0 = unknown */
uint64_t xl__os_memory_available(void); /* bytes that can be had without swapping, 0 = unknown */

#endif
