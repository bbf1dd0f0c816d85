/* os_tool.c - POSIX processes for compilers. */
#define _GNU_SOURCE /* prlimit */
#include "compilers/os_tool.h"
#include "base/os.h"
#include "base/text.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- finding --------------------------------------------------------------------------------------- */

static bool is_program(const char *path) {
    return xl__os_is_file(path) && access(path, X_OK) == 0;
}

bool tool_find_program(const char *name, char path[TOOL_PATH]) {
    if (strchr(name, '/')) return snprintf(path, TOOL_PATH, "%s", name) < TOOL_PATH && is_program(path);
    const char *at = xl__os_environment("PATH");
    for (at = at ? at : ""; *at; at += *at == ':') {
        const size_t length = strcspn(at, ":");
        const int size = snprintf(path, TOOL_PATH, "%.*s/%s", (int)length, at, name);
        if (length > 0 && size > 0 && size < TOOL_PATH && is_program(path)) return true;
        at += length;
    }
    return false;
}

bool tool_find_program_of(const char *const *names, char path[TOOL_PATH]) {
    for (; *names; names++)
        if (tool_find_program(*names, path)) return true;
    return false;
}

/* ---- running --------------------------------------------------------------------------------------- */

/* After the start: this process may already have more memory mapped (a sanitizer does). The CPU-time limit is
 * a fallback in case this process dies.
 */
static void limit_program(pid_t pid, double seconds, bool memory) {
#ifdef __linux__
    const uint64_t most = memory ? tool_memory_limit() : 0;
    const rlim_t whole = (rlim_t)seconds + 2;
    const struct rlimit processor = {whole, whole};
    struct rlimit limit;
    if (seconds < 1e6) prlimit(pid, RLIMIT_CPU, &processor, NULL);
    if (most == 0 || prlimit(pid, RLIMIT_AS, NULL, &limit) != 0) return;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > most) limit.rlim_cur = (rlim_t)most;
    prlimit(pid, RLIMIT_AS, &limit, NULL);
#else
    (void)pid, (void)seconds, (void)memory; /* no other system limits a process from outside */
#endif
}

/* To files, or to `pipe` if there is one. */
static int add_streams(posix_spawn_file_actions_t *actions, const char *out, const char *log, int pipe) {
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    int failed = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed =
            posix_spawn_file_actions_addopen(actions, STDERR_FILENO, log ? log : "/dev/null", flags, 0600);
    if (!failed && pipe >= 0)
        failed = posix_spawn_file_actions_adddup2(actions, pipe, STDOUT_FILENO);
    else if (!failed && out && log && strcmp(out, log) == 0)
        failed = posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO);
    else if (!failed)
        failed =
            posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, out ? out : "/dev/null", flags, 0600);
    return failed;
}

static bool spawn(const char *const *argv, const char *const *settings, const char *out, const char *log,
                  int pipe, double seconds, bool memory, pid_t *pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions)) return false;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    int failed = add_streams(&actions, out, log, pipe);
    if (!failed) failed = posix_spawnattr_setpgroup(&attributes, 0);
    if (!failed) failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    char **const environment = failed ? NULL : tool_environment_with(settings);
    failed = !environment ||
             posix_spawn(pid, argv[0], &actions, &attributes, (char **)(uintptr_t)argv, environment);
    if (!failed) limit_program(*pid, seconds, memory);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return !failed;
}

/* Kills its group, which exists until the process is waited for. */
static int finish(pid_t pid, double seconds) {
    const double end = tool_seconds() + seconds;
    bool ended = false;
    while (!ended && !tool_interrupted() && tool_seconds() < end) ended = tool_ends_within(pid, 0.1);
    kill(-pid, SIGKILL);
    const int status = tool_end_of(pid);
    return ended ? status : TOOL_RAN_TOO_LONG;
}

int tool_run_program(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds) {
    pid_t pid = -1;
    return spawn(argv, settings, out, log, -1, seconds, true, &pid) ? finish(pid, seconds) : TOOL_CANNOT_RUN;
}

int tool_run_mapping(const char *const *argv, const char *const *settings, const char *out, const char *log,
                     double seconds) {
    pid_t pid = -1;
    return spawn(argv, settings, out, log, -1, seconds, false, &pid) ? finish(pid, seconds) : TOOL_CANNOT_RUN;
}

void tool_ask_program(const char *const *argv, char *out, size_t size) {
    enum { SECONDS = 20 };
    char text[4096];
    int ends[2];
    pid_t pid = -1;
    size_t length = 0;
    out[0] = '\0';
    if (tool_pipe(ends)) return;
    const bool runs = spawn(argv, NULL, NULL, NULL, ends[1], SECONDS, true, &pid);
    close(ends[1]);
    while (runs && length < sizeof text - 1) { /* the process's end closes the pipe */
        struct pollfd wait = {.fd = ends[0], .events = POLLIN};
        if (poll(&wait, 1, SECONDS * 1000) <= 0) break;
        const ssize_t got = read(ends[0], text + length, sizeof text - 1 - length);
        if (got <= 0) break;
        length += (size_t)got;
    }
    close(ends[0]);
    if (runs) finish(pid, SECONDS);
    text[length] = '\0';
    tool_text_first_line(text, out, size);
}

/* That a loader reads. */
static struct setting {
    const char *name;
    char *before; /* NULL: not set */
} settings[] = {{"OCL_ICD_VENDORS", NULL}, {"OCL_ICD_FILENAMES", NULL}};
static bool hidden;

void tool_hide_drivers(const char *empty) {
    for (size_t i = 0; i < sizeof settings / sizeof *settings && !hidden; i++) {
        const char *const now = xl__os_environment(settings[i].name);
        settings[i].before = now ? tool_need(xl__copy_text(now)) : NULL;
    }
    hidden = true;
    setenv("OCL_ICD_VENDORS", empty, 1);
    unsetenv("OCL_ICD_FILENAMES");
}

void tool_show_drivers(void) {
    for (size_t i = 0; i < sizeof settings / sizeof *settings && hidden; i++) {
        if (settings[i].before)
            setenv(settings[i].name, settings[i].before, 1);
        else
            unsetenv(settings[i].name);
        free(settings[i].before);
        settings[i].before = NULL;
    }
    hidden = false;
}

/* ---- a folder -------------------------------------------------------------------------------------- */

static void remove_folder(const char *path) {
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(path, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char file[TOOL_PATH];
        const int size = snprintf(file, sizeof file, "%s/%s", path, names[i]);
        if (size > 0 && (size_t)size < sizeof file) unlink(file);
    }
    xl__os_free_names(names, count);
    rmdir(path);
}

static const tool_temporary work_kind = {
    .prefix = "crosslane-inspect-", .mark = ".crosslane-inspect", .remove = remove_folder};

int tool_work_folder_make(tool_work_folder *folder, xl_error *error) {
    *folder = (tool_work_folder){.mark = -1};
    tool_temporary_sweep(&work_kind);
    return tool_temporary_make(&work_kind, folder->path, &folder->mark, error);
}

void tool_work_folder_remove(tool_work_folder *folder) {
    if (folder->path[0]) remove_folder(folder->path);
    if (folder->mark >= 0) xl__os_mark_leave(folder->mark);
    *folder = (tool_work_folder){.mark = -1};
}
