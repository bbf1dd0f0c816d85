/* POSIX; the only file of the library with system calls. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
/* RTLD_DEFAULT needs these in glibc before 2.36 and on macOS. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#ifndef _DARWIN_C_SOURCE
#define _DARWIN_C_SOURCE
#endif
#include "base/os.h"
#include "base/os_names.h"
#include "base/text.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

uint64_t xl__os_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t xl__os_wall_clock(void) {
    return (int64_t)time(NULL);
}

int64_t xl__os_wall_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void xl__os_sleep(uint64_t nanoseconds) {
    struct timespec left = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                            .tv_nsec = (long)(nanoseconds % 1000000000u)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

const char *xl__os_reason(int error, char *text, size_t size) {
    if (size == 0) return "";
#if defined(__GLIBC__) && defined(_GNU_SOURCE)
    /* GNU's version returns the text, POSIX's a status. */
    char own[128];
    snprintf(text, size, "%s", strerror_r(error, own, sizeof own));
#else
    if (strerror_r(error, text, size) != 0) snprintf(text, size, "error %d", error);
#endif
    return text;
}

const char *xl__os_environment(const char *name) {
    return getenv(name);
}

void (*xl__os_function(const char *name))(void) {
    /* C cannot convert an object pointer to a function pointer. */
    union {
        void *object;
        void (*function)(void);
    } symbol;
    symbol.object = dlsym(RTLD_DEFAULT, name);
    return symbol.object ? symbol.function : NULL;
}

/* ---- files ---------------------------------------------------------------------------------------- */

static int make_folders(const char *path, mode_t mode) {
    char *copy = xl__copy_text(path);
    if (!copy) return ENOMEM;
    int reason = copy[0] ? 0 : ENOENT;
    for (char *end = copy + 1; reason == 0; end++) {
        if (*end != '/' && *end != '\0') continue;
        const char kept = *end;
        *end = '\0';
        if (mkdir(copy, kept ? 0777 : mode) != 0 && errno != EEXIST) reason = errno;
        *end = kept;
        if (kept == '\0') break;
    }
    if (reason == 0 && !xl__os_is_folder(path)) reason = ENOTDIR;
    free(copy);
    return reason;
}

int xl__os_make_folders(const char *path) {
    return make_folders(path, 0777);
}

int xl__os_make_private_folder(const char *path) {
    return make_folders(path, 0700);
}

static bool is_own(const struct stat *facts) {
    return facts->st_uid == geteuid() && (facts->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool xl__os_is_private_folder(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode) && is_own(&facts);
}

static int read_all(int fd, char *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(fd, data + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) return EIO; /* shorter than just before */
        done += (size_t)got;
    }
    return 0;
}

/* Closes the file. `own`: only if no other user can have written it. */
static int read_open(int fd, size_t limit, bool own, char **data, size_t *size) {
    int reason = 0;
    char *bytes = NULL;
    struct stat facts;
    if (fstat(fd, &facts) != 0) {
        reason = errno;
    } else if (!S_ISREG(facts.st_mode)) {
        reason = S_ISDIR(facts.st_mode) ? EISDIR : EINVAL;
    } else if (own && !is_own(&facts)) {
        reason = EPERM;
    } else if (facts.st_size < 0 || (uint64_t)facts.st_size > limit || limit == SIZE_MAX) {
        reason = EFBIG;
    } else {
        bytes = malloc((size_t)facts.st_size + 1);
        reason = bytes ? read_all(fd, bytes, (size_t)facts.st_size) : ENOMEM;
    }
    close(fd);
    if (reason != 0) {
        free(bytes);
        return reason;
    }
    bytes[facts.st_size] = '\0';
    *data = bytes;
    *size = (size_t)facts.st_size;
    return 0;
}

int xl__os_read_file(const char *path, size_t limit, char **data, size_t *size) {
    *data = NULL;
    *size = 0;
    /* Without O_NONBLOCK a pipe would wait for a writer. */
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    return fd < 0 ? errno : read_open(fd, limit, false, data, size);
}

int xl__os_read_own_file(const char *path, size_t limit, char **data, size_t *size) {
    *data = NULL;
    *size = 0;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    return fd < 0 ? errno : read_open(fd, limit, true, data, size);
}

static int write_all(int fd, const char *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        const ssize_t put = write(fd, data + done, size - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return errno;
        done += (size_t)put;
    }
    return 0;
}

bool xl__os_claim(int fd) {
    struct stat facts;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
    return fstat(fd, &facts) != 0 || facts.st_nlink > 0;
}

/* The lock shows that the writer is at work. */
static int create_temporary(const char *path, mode_t mode, xl__text *name) {
    char ending[XL__OS_MARK];
    for (unsigned attempt = 0; attempt < 10000; attempt++) {
        name->size = 0;
        xl__text_format(name, "%s%s", path, xl__os_temporary_ending(attempt, ending));
        if (name->failed) {
            errno = ENOMEM;
            return -1;
        }
        const int fd = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno != EEXIST) return -1;
        if (fd >= 0 && xl__os_claim(fd)) return fd;
        if (fd >= 0) close(fd);
    }
    return -1;
}

static int write_file(const char *path, mode_t mode, const void *data, size_t size) {
    xl__text name = {0};
    int reason = 0;
    const int fd = create_temporary(path, mode, &name);
    if (fd < 0) {
        reason = errno;
    } else {
        reason = write_all(fd, data, size);
        if (reason == 0 && rename(name.data, path) != 0) reason = errno;
        if (close(fd) != 0 && reason == 0) reason = errno;
        if (reason != 0) unlink(name.data);
    }
    xl__text_free(&name);
    return reason;
}

int xl__os_write_file(const char *path, const void *data, size_t size) {
    return write_file(path, 0666, data, size);
}

int xl__os_write_own_file(const char *path, const void *data, size_t size) {
    return write_file(path, 0600, data, size);
}

/* ---- marks ---------------------------------------------------------------------------------------- */

static int open_own(const char *path, int flags) {
    struct stat facts;
    const int fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0) return -1;
    if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid()) return fd;
    close(fd);
    return -1;
}

/* -1: another process holds it. */
static int take_mark(const char *path, const char *text) {
    const int fd = open_own(path, O_RDWR);
    if (fd < 0) return -1;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && ftruncate(fd, 0) == 0 && write_all(fd, text, strlen(text)) == 0)
        return fd;
    close(fd);
    return -1;
}

/* A new mark is locked before it gets its name, or it would seem abandoned. Some file systems have no hard
   links. */
static int make_mark(const char *path, const char *text) {
    xl__text name = {0};
    int mark = create_temporary(path, 0600, &name);
    if (mark >= 0) {
        const bool named = write_all(mark, text, strlen(text)) == 0 &&
                           (link(name.data, path) == 0 || (errno != EEXIST && rename(name.data, path) == 0));
        unlink(name.data);
        if (!named) {
            close(mark);
            mark = -1;
        }
    }
    xl__text_free(&name);
    return mark;
}

int xl__os_mark_set(const char *path, const char *text) {
    return xl__os_exists(path) ? take_mark(path, text) : make_mark(path, text);
}

void xl__os_mark_drop(const char *path, int mark) {
    if (mark < 0) return;
    unlink(path);
    close(mark);
}

void xl__os_mark_leave(int mark) {
    close(mark);
}

/* -1: another process holds it, or removed its name. */
static int take_abandoned(const char *path) {
    struct stat facts;
    const int fd = open_own(path, O_RDONLY);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &facts) == 0 && facts.st_nlink > 0)
        return fd;
    if (fd >= 0) close(fd);
    return -1;
}

bool xl__os_is_abandoned(const char *path) {
    const int fd = take_abandoned(path);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

void xl__os_remove_abandoned(const char *path) {
    const int fd = take_abandoned(path);
    if (fd < 0) return;
    unlink(path);
    close(fd);
}

int xl__os_remove_file(const char *path) {
    return unlink(path) == 0 ? 0 : errno;
}

bool xl__os_is_file(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

bool xl__os_exists(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0;
}

bool xl__os_file_facts(const char *path, uint64_t *size, int64_t *changed) {
    struct stat facts;
    if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
    *size = (uint64_t)facts.st_size;
    *changed = (int64_t)facts.st_mtime;
    return true;
}

bool xl__os_is_folder(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

int xl__os_each_name(const char *path, xl__os_add add, void *user) {
    DIR *folder = opendir(path);
    int reason = folder ? 0 : errno;
    while (reason == 0) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (!entry) reason = errno;
        if (!entry) break;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            reason = add(user, xl__copy_text(entry->d_name));
    }
    if (folder) closedir(folder);
    return reason;
}

char *xl__os_cache_folder(void) {
    const char *base = getenv("XDG_CACHE_HOME");
    const char *below = "/crosslane";
    if (!base || base[0] != '/') { /* the XDG specification: a relative path is ignored */
        base = getenv("HOME");
        below = "/.cache/crosslane";
    }
    if (!base || base[0] != '/') return NULL;
    xl__text path = {0};
    xl__text_format(&path, "%s%s", base, below);
    if (path.failed) xl__text_free(&path);
    return path.data;
}

/* ---- threads -------------------------------------------------------------------------------------- */

struct xl__os_lock {
    pthread_mutex_t mutex;
};

xl__os_lock *xl__os_lock_make(void) {
    xl__os_lock *lock = malloc(sizeof *lock);
    if (lock && pthread_mutex_init(&lock->mutex, NULL) != 0) {
        free(lock);
        lock = NULL;
    }
    return lock;
}

void xl__os_lock_free(xl__os_lock *lock) {
    if (!lock) return;
    pthread_mutex_destroy(&lock->mutex);
    free(lock);
}

void xl__os_lock_enter(xl__os_lock *lock) {
    pthread_mutex_lock(&lock->mutex);
}

bool xl__os_lock_try(xl__os_lock *lock) {
    return pthread_mutex_trylock(&lock->mutex) == 0;
}

void xl__os_lock_leave(xl__os_lock *lock) {
    pthread_mutex_unlock(&lock->mutex);
}
