#define _GNU_SOURCE /* strsignal */
#include "system/os_child.h"
#include "base/os.h"
#include "system/exit_status.h"
#include "system/os_start.h"
#include "system/ranks.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tool_is_own_end(int code, bool left) {
    (void)left; /* a kill is a signal */
    static const int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (code == -faults[i]) return true;
    return code >= 0 && code != TOOL_DEVICE_FAILED; /* the status of a worker whose parent is gone */
}

const char *tool_status_text(int code, bool left, char *text, size_t size) {
    (void)left;
    snprintf(text, size, "ended early with exit status %d", code);
    return text;
}

bool tool_signal_is_memory(int signal_number) {
    return signal_number == SIGSEGV || signal_number == SIGBUS;
}

uint64_t tool_address_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : 0;
}

/* Enlarges the next worker's stack limit: a driver thread's stack may hold work-items' private data across
 * barriers, defect D26 (docs/defects.md). Untouched pages only cost address space. True if *before must be
 * restored.
 */
static bool widen_stack(struct rlimit *before) {
    enum { STACKS = 64 }; /* that a limited address space must hold */
    const rlim_t most = (rlim_t)64 << 20, share = (rlim_t)tool_address_limit() / STACKS;
    const rlim_t wanted = share > 0 && share < most ? share : most;
    if (getrlimit(RLIMIT_STACK, before) != 0) return false;
    if (before->rlim_cur != RLIM_INFINITY && before->rlim_cur >= wanted) return false;
    struct rlimit wide = *before;
    wide.rlim_cur =
        before->rlim_max == RLIM_INFINITY || before->rlim_max > wanted ? wanted : before->rlim_max;
    return setrlimit(RLIMIT_STACK, &wide) == 0;
}

const char *tool_signal_text(int signal_number) {
    const char *text = strsignal(signal_number);
    return text ? text : "unknown signal";
}

char **tool_environment_with(const char *const *settings) {
    size_t own = 0, added = 0;
    while (environ[own]) own++;
    while (settings && settings[added]) added++;
    char **merged = calloc(own + added + 1, sizeof *merged);
    if (!merged) return NULL;
    size_t count = 0;
    for (size_t i = 0; i < own; i++) {
        bool replaced = tool_ranks_is_launchers(environ[i]);
        for (size_t j = 0; j < added; j++) {
            const size_t name = strcspn(settings[j], "=") + 1;
            replaced = replaced || strncmp(environ[i], settings[j], name) == 0;
        }
        if (!replaced) merged[count++] = environ[i];
    }
    for (size_t j = 0; j < added; j++) merged[count++] = (char *)(uintptr_t)settings[j];
    return merged;
}

static const char *self = "crosslane";

void tool_process_self(const char *word) {
    self = word;
}

static int spawn(tool_process *process, const char *role, char **environment,
                 const posix_spawn_file_actions_t *actions) {
#ifdef __linux__
    const char *file = "/proc/self/exe";
#else
    const char *file = self;
#endif
    const char *const argv[] = {self, "--worker", role, NULL};
    posix_spawnattr_t attributes;
    struct rlimit before;
    pid_t pid = -1;
    int failed = posix_spawnattr_init(&attributes);
    if (failed) return failed;
    failed = posix_spawnattr_setpgroup(&attributes, 0);
    if (!failed) failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const bool widened = widen_stack(&before);
    if (!failed)
        failed = posix_spawn(&pid, file, actions, &attributes, (char **)(uintptr_t)argv, environment);
    if (widened) setrlimit(RLIMIT_STACK, &before);
    posix_spawnattr_destroy(&attributes);
    process->pid = pid;
    return failed;
}

int tool_child_start(tool_process *process, const char *role, const char *const *settings,
                     const int fds[TOOL_FREE_FD]) {
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    for (int fd = 0; fd < TOOL_FREE_FD && !failed; fd++)
        if (fds[fd] >= 0) failed = posix_spawn_file_actions_adddup2(&actions, fds[fd], fd);
    char **const environment = failed ? NULL : tool_environment_with(settings);
    if (!failed) failed = environment ? spawn(process, role, environment, &actions) : ENOMEM;
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return failed;
}

void tool_child_close(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

int tool_child_pipe(int ends[2]) {
    int reason = tool_pipe(ends);
    if (!reason) reason = tool_move_up(&ends[0]);
    return reason ? reason : tool_move_up(&ends[1]);
}

int tool_child_job(const char *text, int *file) {
    *file = tool_memory_file();
    FILE *const stream = *file < 0 ? tmpfile() : NULL;
    if (stream) *file = fcntl(fileno(stream), F_DUPFD_CLOEXEC, TOOL_FREE_FD);
    int failed = *file < 0 ? errno : 0;
    for (size_t left = strlen(text); left > 0 && !failed;) {
        const ssize_t put = write(*file, text, left);
        if (put < 0 && errno != EINTR) failed = errno;
        if (put > 0) text += put, left -= (size_t)put;
    }
    if (stream) fclose(stream);
    return failed;
}

void tool_process_answer(const tool_process *p, bool yes) {
    const char go = yes;
    while (write(p->turns, &go, 1) < 0 && errno == EINTR) { /* its events show an end */
    }
}

void tool_process_kill(tool_process *p) {
    p->killed = true;
    if (p->pid > 0) kill(-(pid_t)p->pid, SIGKILL);
}

bool tool_ends_within(long pid, double seconds) {
    const double end = tool_seconds() + seconds;
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        const int failed = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
        if ((!failed && info.si_pid == (pid_t)pid) || (failed && errno != EINTR)) return true;
        if (tool_seconds() >= end) return false;
        xl__os_sleep(1000000);
    }
}

int tool_end_of(long pid) {
    int status = SIGKILL; /* in waitpid's form */
    while (waitpid((pid_t)pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int tool_child_ready(const tool_process *p, double seconds) {
    struct pollfd wait[2] = {{.fd = p->events.from, .events = POLLIN},
                             {.fd = p->prints.from, .events = POLLIN}};
    if (poll(wait, 2, seconds > 0.0 ? (int)(seconds * 1000.0) + 1 : 0) < 0) return -1;
    return (wait[0].revents ? TOOL_CHILD_EVENTS : 0) | (wait[1].revents ? TOOL_CHILD_PRINTS : 0);
}

long tool_child_read(int from, char *to, size_t size) {
    const ssize_t got = read(from, to, size);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
    return got > 0 ? (long)got : -1;
}

/* Linux: from the KiB in a line of /proc/PID/status. 0: none. */
static uint64_t status_bytes(long pid, const char *field) {
    char path[64], line[256];
    const size_t length = strlen(field);
    unsigned long long kibibytes = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", pid);
    FILE *stream = fopen(path, "re");
    while (stream && fgets(line, sizeof line, stream))
        if (strncmp(line, field, length) == 0) kibibytes = strtoull(line + length, NULL, 10);
    if (stream) fclose(stream);
    return (uint64_t)kibibytes << 10;
}

uint64_t tool_child_memory(long pid) {
    return status_bytes(pid, "VmRSS:") + status_bytes(pid, "VmSwap:");
}

bool tool_child_is_tight(long pid) {
    const uint64_t most = tool_address_limit();
    return most > 0 && status_bytes(pid, "VmPeak:") > most / 2;
}

double tool_child_effort(long pid) {
#ifdef __linux__
    char path[64], line[1024] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *stream = fopen(path, "re");
    if (stream && !fgets(line, sizeof line, stream)) line[0] = '\0';
    if (stream) fclose(stream);
    unsigned long long user = 0, system = 0;
    const char *const name_end = strrchr(line, ')'); /* a name may hold anything */
    if (name_end &&
        sscanf(name_end, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user, &system) == 2)
        return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
#else
    (void)pid;
#endif
    return -1.0;
}
