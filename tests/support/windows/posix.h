/* POSIX functions that MinGW lacks, included before each test. What Windows cannot have fails with ENOSYS;
   tests/windows names the tests that need it. */
#pragma once

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- other names --------------------------------------------------------------------------------------- */

static inline int setenv(const char *name, const char *value, int replace) {
    return replace || !getenv(name) ? _putenv_s(name, value) : 0;
}

static inline int unsetenv(const char *name) {
    return _putenv_s(name, "");
}

static inline char *mkdtemp(char *path) {
    static unsigned number;
    char *const end = path + strlen(path) - 6;
    errno = 0;
    do snprintf(end, 7, "%06x", (((unsigned)getpid() << 12) + number++) & 0xffffffu);
    while (_mkdir(path) != 0 && errno == EEXIST);
    return errno == ENOENT || errno == EACCES ? NULL : path;
}

static inline int posix_mkdir(const char *path, int mode) {
    (void)mode;
    return _mkdir(path);
}
#define mkdir posix_mkdir

/* Removes folders too. */
static inline int posix_remove(const char *path) {
    return remove(path) == 0 ? 0 : _rmdir(path);
}
#define remove posix_remove

/* The C library's tmpfile() writes to a folder where only an administrator may write. */
static inline FILE *posix_tmpfile(void) {
    char *const path = _tempnam(NULL, "xl");
    FILE *const stream = path ? fopen(path, "w+bTD") : NULL;
    free(path);
    return stream;
}
#define tmpfile posix_tmpfile

static inline char *posix_strndup(const char *text, size_t most) {
    const size_t length = strnlen(text, most);
    char *const copy = calloc(1, length + 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

#define strndup posix_strndup
#define truncate truncate64
#define tell test_tell /* io.h has another function of this name */
#define lstat stat
#define S_ISLNK(mode) 0

/* windows.h would define names that tests use otherwise. */
struct _SECURITY_ATTRIBUTES;
__declspec(dllimport) int __stdcall CreateHardLinkA(const char *to, const char *from,
                                                    struct _SECURITY_ATTRIBUTES *security);
#define link(from, to) (CreateHardLinkA(to, from, NULL) ? 0 : -1)

/* For reading only; Windows has no stream that writes into memory. */
static inline FILE *fmemopen(void *data, size_t size, const char *mode) {
    FILE *const stream = mode[0] == 'r' ? posix_tmpfile() : NULL;
    if (stream && fwrite(data, 1, size, stream) == size) rewind(stream);
    return stream;
}

/* ---- missing functions
   ------------------------------------------------------------------------------------ */

static inline int posix_missing(void) {
    errno = ENOSYS;
    return -1;
}

enum { SIGKILL = 9, SIGXFSZ = 25, SIGSTOP = 19, SIGCONT = 18 };

#define kill(process, number) ((void)(process), (void)(number), posix_missing())
#define fork() posix_missing()
#define waitpid(process, status, options) ((void)(process), (void)(status), (void)(options), posix_missing())
#define symlink(from, to) ((void)(from), (void)(to), posix_missing())
#define mkfifo(path, mode) ((void)(path), (void)(mode), posix_missing())
#define geteuid() 1
