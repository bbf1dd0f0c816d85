/* The worker's program takes our process number, and the program to become. */
#include "compile/os_end_with.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

enum { WORDS = 300 };

bool worker_path(char path[512]) {
    static const char *const places[] = {"crosslane-check-worker",
                                         "../libexec/crosslane/crosslane-check-worker",
                                         "../../libexec/crosslane/crosslane-check-worker"};
    const char *own = getenv("CROSSLANE_CHECK_WORKER");
    if (own && *own) {
        snprintf(path, 512, "%s", own);
        return true;
    }
    Dl_info about;
    if (!dladdr((void *)(uintptr_t)worker_path, &about) || !about.dli_fname) return false;
    char file[400];
    ssize_t n = strchr(about.dli_fname, '/') ? -1 : readlink("/proc/self/exe", file, sizeof file - 1);
    if (n < 0)
        snprintf(file, sizeof file, "%s", about.dli_fname);
    else
        file[n] = '\0';
    char *slash = strrchr(file, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        snprintf(path, 512, "%s/%s", slash ? file : ".", places[i]);
        if (!access(path, X_OK)) return true;
    }
    return false;
}

bool program_path(const char *name, char path[512]) {
    const char *folders = strchr(name, '/') ? "" : getenv("PATH");
    for (const char *at = folders; at;) {
        size_t n = strcspn(at, ":");
        snprintf(path, 512, "%.*s%s%s", (int)n, at, n ? "/" : "", name);
        if (!access(path, X_OK)) return true;
        at = at[n] ? at + n + 1 : NULL;
    }
    return false;
}

int start_ending_with_us(char *const words[], const posix_spawn_file_actions_t *actions, pid_t *child) {
    char path[512], own[24], *all[WORDS + 3] = {path, own};
    for (size_t i = 0; words && words[i]; ++i) {
        if (i == WORDS) return E2BIG;
        all[i + 2] = words[i];
    }
    snprintf(own, sizeof own, "%ld", (long)getpid());
    if (worker_path(path)) return posix_spawn(child, path, actions, NULL, all, environ);
    return words ? posix_spawn(child, words[0], actions, NULL, words, environ) : ENOENT;
}
