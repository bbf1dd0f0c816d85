#define _GNU_SOURCE
#include "inject_own.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool armed, in_memory;
static long wanted, calls;

void inject_own_arm(void) {
    const char *kind = getenv("TORTURE_KIND"), *number = getenv("TORTURE_N");
    if (!kind) return;
    in_memory = strcmp(kind, "memory") == 0;
    wanted = number ? strtol(number, NULL, 10) : 0;
    armed = true;
}

void inject_own_tell(void) {
    const char *path = getenv("TORTURE_COUNT");
    if (!armed) return;
    armed = false;
    FILE *stream = path ? fopen(path, "w") : NULL;
    if (!stream) return;
    fprintf(stream, "%ld\n", calls);
    fclose(stream);
}

static bool fails(bool memory, int reason) {
    if (!armed || memory != in_memory || ++calls != wanted) return false;
    errno = reason;
    return true;
}

/* The library calls __wrap_NAME; __real_NAME is the C library's. */
#define OWN(type, name, failure, memory, reason, parameters, arguments)                                      \
    type __real_##name parameters;                                                                           \
    type __wrap_##name parameters;                                                                           \
    type __wrap_##name parameters {                                                                          \
        if (fails(memory, reason)) return failure;                                                           \
        return __real_##name arguments;                                                                      \
    }

OWN(void *, malloc, NULL, true, ENOMEM, (size_t size), (size))
OWN(void *, calloc, NULL, true, ENOMEM, (size_t count, size_t size), (count, size))
OWN(void *, realloc, NULL, true, ENOMEM, (void *old, size_t size), (old, size))
OWN(ssize_t, read, -1, false, EIO, (int fd, void *data, size_t size), (fd, data, size))
OWN(ssize_t, write, -1, false, ENOSPC, (int fd, const void *data, size_t size), (fd, data, size))
OWN(int, fstat, -1, false, EIO, (int fd, struct stat *facts), (fd, facts))
OWN(int, stat, -1, false, EACCES, (const char *path, struct stat *facts), (path, facts))
OWN(int, lstat, -1, false, EACCES, (const char *path, struct stat *facts), (path, facts))
OWN(int, rename, -1, false, EACCES, (const char *from, const char *to), (from, to))
OWN(int, unlink, -1, false, EACCES, (const char *path), (path))
OWN(int, mkdir, -1, false, EACCES, (const char *path, mode_t mode), (path, mode))
OWN(int, flock, -1, false, ENOLCK, (int fd, int how), (fd, how))
OWN(FILE *, fopen, NULL, false, EMFILE, (const char *path, const char *mode), (path, mode))
OWN(DIR *, opendir, NULL, false, EMFILE, (const char *path), (path))

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(false, EMFILE) ? -1 : __real_open(path, flags, mode);
}
