/* os_process.c - POSIX processes for the workers. */
#define _GNU_SOURCE /* pipe2, strsignal */
#include "os_process.h"
#include "../src/os.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

/* The one thing that a signal handler may touch. */
static volatile sig_atomic_t interrupted = 0;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

void tool_interrupt_catch(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

bool tool_interrupted(void) {
    return interrupted != 0;
}

FILE *tool_worker_stream(void) {
    signal(SIGINT, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (fcntl(TOOL_EVENT_FD, F_GETFD) < 0) return NULL;
    fcntl(TOOL_EVENT_FD, F_SETFD, FD_CLOEXEC); /* a driver's compiler child must not hold it open */
    return fdopen(TOOL_EVENT_FD, "w");
}

const char *tool_signal_text(int signal_number) {
    const char *text = strsignal(signal_number);
    return text ? text : "unknown signal";
}

/* environ with `settings` in place of what has the same name; only the array is owned. */
static char **merged_environment(const char *const *settings) {
    size_t own = 0, added = 0;
    while (environ[own]) own++;
    while (settings && settings[added]) added++;
    char **merged = calloc(own + added + 1, sizeof *merged);
    if (!merged) return NULL;
    size_t count = 0;
    for (size_t i = 0; i < own; i++) {
        bool replaced = false;
        for (size_t j = 0; j < added; j++) {
            const size_t name = strcspn(settings[j], "=") + 1;
            replaced = replaced || strncmp(environ[i], settings[j], name) == 0;
        }
        if (!replaced) merged[count++] = environ[i];
    }
    for (size_t j = 0; j < added; j++) merged[count++] = (char *)(uintptr_t)settings[j];
    return merged;
}

static int spawn_self(tool_process *process, char **argv, char **environment, int write_end) {
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, write_end, TOOL_EVENT_FD);
    pid_t pid = -1;
#ifdef __linux__
    const char *self = "/proc/self/exe";
#else
    const char *self = argv[0];
#endif
    if (!failed) failed = posix_spawn(&pid, self, &actions, NULL, argv, environment);
    posix_spawn_file_actions_destroy(&actions);
    process->pid = pid;
    return failed;
}

int tool_process_start(tool_process *process, const char *const *argv, const char *const *settings,
                       xl_error *error) {
    *process = (tool_process){.pid = -1, .events = -1};
    int ends[2] = {-1, -1};
    int failed = pipe2(ends, O_CLOEXEC) ? errno : 0;
    /* The descriptor that the worker gets must not be the one that it is copied from: such a copy would
       keep the close-on-exec mark. */
    if (!failed && ends[1] == TOOL_EVENT_FD) {
        const int moved = fcntl(ends[1], F_DUPFD_CLOEXEC, TOOL_EVENT_FD + 1);
        failed = moved < 0 ? errno : 0;
        close(ends[1]);
        ends[1] = moved;
    }
    char **environment = merged_environment(settings);
    if (!failed && !environment) failed = ENOMEM;
    if (!failed) failed = spawn_self(process, (char **)(uintptr_t)argv, environment, ends[1]);
    free(environment);
    if (ends[1] >= 0) close(ends[1]);
    if (failed) {
        if (ends[0] >= 0) close(ends[0]);
        if (error) {
            error->status = XL_IO;
            snprintf(error->text, sizeof error->text, "cannot start a worker process: %s", strerror(failed));
        }
        return XL_IO;
    }
    process->events = ends[0];
    return XL_SUCCESS;
}

static double now_seconds(void) {
    return 1e-9 * (double)xl__os_now();
}

/* A whole line that has been read already, or NULL. */
static char *next_line(tool_process *p) {
    if (p->taken > 0) {
        p->length -= p->taken;
        memmove(p->line, p->line + p->taken, p->length);
        p->taken = 0;
    }
    char *end = p->length ? memchr(p->line, '\n', p->length) : NULL;
    if (!end) return NULL;
    *end = '\0';
    p->taken = (size_t)(end - p->line) + 1;
    return p->line;
}

static bool make_room(tool_process *p) {
    if (p->capacity - p->length >= 65536) return true;
    char *grown = realloc(p->line, p->capacity + 65536 + p->capacity / 2);
    if (!grown) return false;
    p->line = grown;
    p->capacity += 65536 + p->capacity / 2;
    return true;
}

tool_read tool_process_read(tool_process *p, double seconds, char **line) {
    const double end = now_seconds() + seconds;
    for (;;) {
        *line = next_line(p);
        if (*line) return TOOL_LINE;
        if (interrupted) return TOOL_STOPPED;
        const double left = end - now_seconds();
        if (left <= 0.0) return TOOL_QUIET;
        struct pollfd wait = {.fd = p->events, .events = POLLIN};
        /* Short waits, so that an interrupt that arrives just before poll is seen soon. */
        const int ready = poll(&wait, 1, left > 0.2 ? 200 : (int)(left * 1000.0) + 1);
        if (ready <= 0) continue;
        if (!make_room(p)) return TOOL_END;
        const ssize_t got = read(p->events, p->line + p->length, p->capacity - p->length);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return TOOL_END;
        if (got > 0) p->length += (size_t)got;
    }
}

int tool_process_finish(tool_process *p, bool kill_it) {
    int status = 0;
    if (p->pid > 0) {
        if (kill_it) kill((pid_t)p->pid, SIGKILL);
        while (waitpid((pid_t)p->pid, &status, 0) < 0 && errno == EINTR) {
        }
    }
    if (p->events >= 0) close(p->events);
    free(p->line);
    *p = (tool_process){.pid = -1, .events = -1};
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
