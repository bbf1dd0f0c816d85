/* A preloaded library that makes the command's worker fail by itself, outside of driver calls, when it sends
   the event that OWN_FAULT names ("begin", "record" or "progress"; only "begin" is still sent). OWN_FAULT_BY:
   abort, segfault, kill (by another process), or memory (none is left). Other values of OWN_FAULT: rename,
   the parent ends just before the worker renames an output; allocates, allocating OWN_FAULT_BY bytes is a
   segmentation fault; read, after opening a file whose name contains OWN_FAULT_BY the next allocation fails;
   growth, reallocating memory that begins with OWN_FAULT_BY fails. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int json_dumpf(const json_t *json, FILE *output, size_t flags);

static bool is_meant(const json_t *event) {
    const char *const wanted = getenv("OWN_FAULT"), *const name =
                                                        json_string_value(json_object_get(event, "event"));
    return wanted && name && strcmp(wanted, name) == 0;
}

static volatile int *volatile nowhere;

static void fail(void) {
    const char *const by = getenv("OWN_FAULT_BY");
    if (by && strcmp(by, "memory") == 0) {
        json_malloc_t take = NULL;
        json_free_t give = NULL;
        json_get_alloc_funcs(&take, &give);
        take((size_t)-1 / 2); /* more than any memory */
    }
    if (by && strcmp(by, "segfault") == 0) *nowhere = 1;
    if (by && strcmp(by, "kill") == 0) raise(SIGKILL);
    abort();
}

int json_dumpf(const json_t *json, FILE *output, size_t flags) {
    int (*own)(const json_t *, FILE *, size_t) = NULL;
    void *const found = dlsym(RTLD_NEXT, "json_dumpf");
    memcpy(&own, &found, sizeof own);
    const bool meant = is_meant(json);
    if (meant && strcmp(getenv("OWN_FAULT"), "begin") != 0) fail();
    const int status = own(json, output, flags);
    if (!meant) return status;
    fputc('\n', output);
    fflush(output);
    fail();
    return status;
}

int rename(const char *from, const char *to) {
    int (*own)(const char *, const char *) = NULL;
    void *const found = dlsym(RTLD_NEXT, "rename");
    const char *const wanted = getenv("OWN_FAULT");
    memcpy(&own, &found, sizeof own);
    if (!wanted || strcmp(wanted, "rename") != 0 || !strstr(from, "/.crosslane-")) return own(from, to);
    kill(getppid(), SIGKILL);
    for (;;) pause(); /* the thread that watches the parent ends this process */
}

/* ---- memory -------------------------------------------------------------------------------------------- */

static _Thread_local bool was_opened; /* the named file; nothing was allocated since */

static const char *text_of(const char *fault) {
    const char *const wanted = getenv("OWN_FAULT");
    return wanted && strcmp(wanted, fault) == 0 ? getenv("OWN_FAULT_BY") : NULL;
}

int open(const char *path, int flags, ...) {
    static int (*own)(const char *, int, ...);
    const char *const name = text_of("read");
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    if (!own) {
        void *const found = dlsym(RTLD_NEXT, "open");
        memcpy(&own, &found, sizeof own);
    }
    const int file = own(path, flags, mode);
    was_opened = file >= 0 && name && (flags & O_ACCMODE) == O_RDONLY && strstr(path, name);
    return file;
}

void *malloc(size_t size) {
    static void *(*own)(size_t);
    const bool refused = was_opened;
    was_opened = false;
    if (!own) {
        void *const found = dlsym(RTLD_NEXT, "malloc");
        memcpy(&own, &found, sizeof own);
    }
    if (text_of("allocates") && (size_t)atol(getenv("OWN_FAULT_BY")) == size) *nowhere = 1;
    if (!refused) return own(size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *old, size_t size) {
    enum { LARGE = 512 }; /* bytes; excludes copies of the text itself */
    static void *(*own)(void *, size_t);
    const char *const start = text_of("growth");
    if (!own) {
        void *const found = dlsym(RTLD_NEXT, "realloc");
        memcpy(&own, &found, sizeof own);
    }
    if (!start || !old || size < LARGE || strncmp(old, start, strlen(start)) != 0) return own(old, size);
    errno = ENOMEM;
    return NULL;
}
