/*
 * A preloaded library that makes one call fail. TORTURE_KIND=memory: the TORTURE_N-th allocation.
 * TORTURE_KIND=files: the TORTURE_N-th call that opens, writes, renames or removes files, locks, makes pipes
 * or starts processes. TORTURE_KIND=kills: the process is killed at that call.
 *
 * TORTURE_ROLE=parent or worker selects the command's process. At its end, the number of such calls is
 * written to TORTURE_COUNT, then the numbers of calls with distinct stacks (stacks.h).
 */
#define _GNU_SOURCE
#include "stacks.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool armed, in_memory, own_only, kills;
static const char *count_file;
static long wanted;
static atomic_long calls;

static bool is_meant(void) {
    char line[8192];
    const char *role = getenv("TORTURE_ROLE");
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file >= 0 ? read(file, line, sizeof line - 1) : -1;
    if (file >= 0) close(file);
    if (size <= 0 || !role) return false;
    line[size] = '\0';
    const char *name = strrchr(line, '/');
    bool worker = false, works = false;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(line + at) + 1) {
        worker = worker || strcmp(line + at, "--worker") == 0;
        works = works || strcmp(line + at, "work") == 0;
    }
    if (strcmp(name ? name + 1 : line, "crosslane") != 0) return false;
    return strcmp(role, "worker") == 0 ? worker && works : !worker;
}

__attribute__((constructor)) static void arm(void) {
    const char *kind = getenv("TORTURE_KIND"), *number = getenv("TORTURE_N");
    if (!kind || !is_meant()) return;
    in_memory = strcmp(kind, "memory") == 0;
    kills = strcmp(kind, "kills") == 0;
    own_only = in_memory && strcmp(getenv("TORTURE_ROLE"), "worker") == 0;
    count_file = getenv("TORTURE_COUNT");
    stacks_begin();
    wanted = number ? strtol(number, NULL, 10) : 0;
    atomic_store(&calls, 0);
    armed = true;
}

__attribute__((destructor)) static void tell(void) {
    if (!armed || !count_file) return;
    armed = false;
    FILE *stream = fopen(count_file, "w");
    if (!stream) return;
    fprintf(stream, "%ld\n", atomic_load(&calls));
    stacks_write(stream);
    fclose(stream);
}

static bool fails(bool memory, int reason) {
    if (!armed || memory != in_memory) return false;
    const long call = atomic_fetch_add(&calls, 1) + 1;
    if (count_file) stacks_note(call);
    if (call != wanted) return false;
    if (kills) raise(SIGKILL);
    errno = reason;
    return true;
}

static bool memory_fails(const void *caller) {
    return (!own_only || stacks_is_own(caller)) && fails(true, ENOMEM);
}

/* ---- memory ---------------------------------------------------------------------------------------------
 */

void *malloc(size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return memory_fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

/* NAME in the next library. In POSIX, functions and objects have the same representation. */
#define NEXT(name)                                                                                           \
    (((union {                                                                                               \
         void *object;                                                                                       \
         __typeof__(name) *function;                                                                         \
     }){.object = dlsym(RTLD_NEXT, #name)})                                                                  \
         .function)

#define FILE_CALL(type, name, reason, parameters, arguments)                                                 \
    type name parameters {                                                                                   \
        if (fails(false, reason)) return (type)-1;                                                           \
        return NEXT(name) arguments;                                                                         \
    }

FILE_CALL(ssize_t, write, ENOSPC, (int fd, const void *data, size_t size), (fd, data, size))
FILE_CALL(ssize_t, pwrite, ENOSPC, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
FILE_CALL(ssize_t, pwrite64, ENOSPC, (int fd, const void *data, size_t size, off64_t at),
          (fd, data, size, at))
FILE_CALL(int, rename, EACCES, (const char *from, const char *to), (from, to))
FILE_CALL(int, unlink, EACCES, (const char *path), (path))
FILE_CALL(int, rmdir, EACCES, (const char *path), (path))
FILE_CALL(int, symlink, EACCES, (const char *target, const char *path), (target, path))
FILE_CALL(int, mkdir, EACCES, (const char *path, mode_t mode), (path, mode))
FILE_CALL(int, fsync, EIO, (int fd), (fd))
FILE_CALL(int, flock, ENOLCK, (int fd, int how), (fd, how))
FILE_CALL(int, ftruncate, EIO, (int fd, off_t size), (fd, size))
FILE_CALL(int, ftruncate64, EIO, (int fd, off64_t size), (fd, size))
FILE_CALL(int, pipe2, EMFILE, (int ends[2], int flags), (ends, flags))
FILE_CALL(int, fflush, ENOSPC, (FILE * stream), (stream))

FILE *fopen(const char *path, const char *mode) {
    return fails(false, EMFILE) ? NULL : NEXT(fopen)(path, mode);
}

FILE *fdopen(int fd, const char *mode) {
    return fails(false, ENOMEM) ? NULL : NEXT(fdopen)(fd, mode);
}

char *mkdtemp(char *path) {
    return fails(false, EACCES) ? NULL : NEXT(mkdtemp)(path);
}

int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const argv[], char *const envp[]) {
    if (fails(false, EAGAIN)) return EAGAIN;
    return NEXT(posix_spawn)(pid, path, actions, attributes, argv, envp);
}

#define OPEN_CALL(name)                                                                                      \
    int name(const char *path, int flags, ...) {                                                             \
        va_list more;                                                                                        \
        va_start(more, flags);                                                                               \
        const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                        \
        va_end(more);                                                                                        \
        if (fails(false, EMFILE)) return -1;                                                                 \
        return NEXT(name)(path, flags, mode);                                                                \
    }

OPEN_CALL(open)
OPEN_CALL(open64)
