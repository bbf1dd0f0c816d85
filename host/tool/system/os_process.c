/* os_process.c - POSIX processes for the workers. */
#define _GNU_SOURCE /* strsignal */
#include "text/os_memory.h"
#include "system/os_process.h"
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

bool tool_is_own_end(int code) {
    static const int faults[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (code == -faults[i]) return true;
    return code >= 0 && code != TOOL_DEVICE_FAILED; /* with which a worker ends that nobody hears any more */
}

bool tool_signal_is_memory(int signal_number) {
    return signal_number == SIGSEGV || signal_number == SIGBUS;
}

/* For a worker that is started next: its driver's threads get a stack as large as this limit. What all
   work-items of a work-group hold across barriers may lie there, and pass the usual 8 MiB: defect D26
   (docs/defects.md). Pages that nobody touches cost nothing. True where *before is to be put back. */
static bool widen_stack(struct rlimit *before) {
    const rlim_t wanted = (rlim_t)64 << 20;
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

/* Starts this executable with the descriptors and the group that a worker has. */
static int spawn_self(tool_process *process, const char *role, char **environment, int events, int prints,
                      int note, int job, int others, int turns) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (failed) {
        posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    failed = posix_spawn_file_actions_adddup2(&actions, prints, STDOUT_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, prints, STDERR_FILENO);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, events, TOOL_EVENT_FD);
    if (!failed && note >= 0) failed = posix_spawn_file_actions_adddup2(&actions, note, TOOL_NOTE_FD);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, job, TOOL_JOB_FD);
    if (!failed && others >= 0) failed = posix_spawn_file_actions_adddup2(&actions, others, TOOL_OTHERS_FD);
    if (!failed && turns >= 0) failed = posix_spawn_file_actions_adddup2(&actions, turns, TOOL_TURN_FD);
    if (!failed) failed = posix_spawnattr_setpgroup(&attributes, 0);
    if (!failed) failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t pid = -1;
#ifdef __linux__
    const char *file = "/proc/self/exe";
#else
    const char *file = self;
#endif
    const char *const argv[] = {self, "--worker", role, NULL};
    struct rlimit before;
    const bool widened = widen_stack(&before);
    if (!failed)
        failed = posix_spawn(&pid, file, &actions, &attributes, (char **)(uintptr_t)argv, environment);
    if (widened) setrlimit(RLIMIT_STACK, &before);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    process->pid = pid;
    return failed;
}

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

/* A pipe whose write end a worker gets. */
static int make_pipe(int ends[2]) {
    const int reason = tool_pipe(ends);
    return reason ? reason : tool_move_up(&ends[1]);
}

/* An open file without a name that holds the text, to be read from its start. Not a pipe: a worker that
   stands still would leave it full. */
static int make_job(const char *text, int *file) {
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

static const tool_process nobody = {.pid = -1, .events = {.from = -1}, .prints = {.from = -1}, .turns = -1};

int tool_process_start(tool_process *process, const char *role, const char *job, const char *const *settings,
                       int others, bool in_turns, tool_printed printed, void *user, xl_error *error) {
    int events[2] = {-1, -1}, prints[2] = {-1, -1}, turns[2] = {-1, -1}, note = -1, text = -1;
    *process = nobody;
    int failed = make_pipe(events);
    if (!failed) failed = make_pipe(prints);
    if (!failed && in_turns) failed = make_pipe(turns);
    if (!failed && in_turns) failed = tool_move_up(&turns[0]);
    if (!failed) failed = make_job(job, &text);
    char **environment = tool_environment_with(settings);
    if (!failed && !environment) failed = ENOMEM;
    process->note = failed ? NULL : tool_note_make(&note);
    if (!failed)
        failed = spawn_self(process, role, environment, events[1], prints[1], note, text, others, turns[0]);
    free(environment);
    close_end(&events[1]);
    close_end(&prints[1]);
    close_end(&turns[0]);
    close_end(&note);
    close_end(&text);
    if (failed) {
        tool_note_free(process->note);
        close_end(&events[0]);
        close_end(&prints[0]);
        close_end(&turns[1]);
        if (error) {
            error->status = XL_IO;
            snprintf(error->text, sizeof error->text, "cannot start a worker process: %s", strerror(failed));
        }
        return XL_IO;
    }
    process->events.from = events[0];
    process->prints.from = prints[0];
    process->turns = turns[1];
    process->printed = printed;
    process->user = user;
    return XL_SUCCESS;
}

void tool_process_go(const tool_process *p) {
    const char go = 1;
    while (write(p->turns, &go, 1) < 0 && errno == EINTR) { /* where it has ended, its events say so */
    }
}

void tool_others_open(int ends[2]) {
    ends[0] = ends[1] = -1;
    if (make_pipe(ends) == 0 && tool_move_up(&ends[0]) == 0) return;
    close_end(&ends[0]);
    close_end(&ends[1]);
}

void tool_others_close(int *end) {
    close_end(end);
}

/* ---- ending --------------------------------------------------------------------------------------- */

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
    int status = SIGKILL; /* as waitpid would have it */
    while (waitpid((pid_t)pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- memory --------------------------------------------------------------------------------------- */

uint64_t tool_memory_limit(void) {
    const char *given = xl__os_environment("CROSSLANE_WORKER_MIB");
    const uint64_t mebibytes = given ? strtoull(given, NULL, 10) : 0;
    return mebibytes > 0 ? mebibytes << 20 : xl__os_memory_total() / 4 * 3;
}

/* Bytes that a process holds, in memory and swapped out; 0 = not known. */
static uint64_t memory_of(pid_t pid) {
#ifdef __linux__
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *stream = fopen(path, "re");
    unsigned long long sum = 0, kibibytes = 0;
    while (stream && fgets(line, sizeof line, stream))
        if (sscanf(line, "VmRSS: %llu", &kibibytes) == 1 || sscanf(line, "VmSwap: %llu", &kibibytes) == 1)
            sum += kibibytes;
    if (stream) fclose(stream);
    return (uint64_t)sum << 10;
#else
    (void)pid;
    return 0;
#endif
}

/* Looks ten times a second. Not a limit of address space: drivers reserve far more than they use. */
static void watch_memory(tool_process *p) {
    const double now = tool_seconds();
    if (p->killed || now - p->looked < 0.1) return;
    p->looked = now;
    const uint64_t held = memory_of((pid_t)p->pid), limit = tool_memory_limit();
    if (held > 0) p->held = held; /* nothing is told of one that is ending */
    p->too_large = limit > 0 && held > limit;
    if (p->too_large) tool_process_kill(p);
}

/* ---- processor time ------------------------------------------------------------------------------- */

/* Seconds that all threads of a process have taken; below 0: not known. */
static double effort_of(pid_t pid) {
#ifdef __linux__
    char path[64], line[1024] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
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

void tool_process_limit(tool_process *p, double seconds) {
    const double now = seconds > 0.0 ? effort_of((pid_t)p->pid) : -1.0;
    p->effort_end = now < 0.0 ? 0.0 : now + seconds;
}

static bool is_exhausted(const tool_process *p) {
    return p->effort_end > 0.0 && effort_of((pid_t)p->pid) >= p->effort_end;
}

/* ---- reading -------------------------------------------------------------------------------------- */

/* A whole line that has been read already, or NULL. */
static char *next_line(tool_lines *l) {
    if (l->taken > 0) {
        l->length -= l->taken;
        memmove(l->data, l->data + l->taken, l->length);
        l->taken = 0;
    }
    char *end = l->length ? memchr(l->data, '\n', l->length) : NULL;
    if (!end) return NULL;
    *end = '\0';
    l->taken = (size_t)(end - l->data) + 1;
    return l->data;
}

/* Where memory runs out this process ends: what it did not read, it must not take for a worker's end. */
static void make_room(tool_lines *l) {
    if (l->capacity - l->length >= 65536) return;
    l->data = tool_need(realloc(l->data, l->capacity + 65536 + l->capacity / 2));
    l->capacity += 65536 + l->capacity / 2;
}

/* Reads what there is; false at the end. */
static bool fill(tool_lines *l) {
    make_room(l);
    const ssize_t got = read(l->from, l->data + l->length, l->capacity - l->length);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) return false;
    if (got > 0) l->length += (size_t)got;
    return true;
}

/* Hands on what has been printed and can be read without waiting; a line that never ends, in pieces. */
static void take_prints(tool_process *p) {
    enum { LONGEST = 65536 };
    tool_lines *l = &p->prints;
    if (l->from >= 0 && !fill(l)) close_end(&l->from);
    if (l->length >= LONGEST && !memchr(l->data + l->taken, '\n', l->length - l->taken))
        l->data[l->length - 1] = '\n';
    for (const char *line; (line = next_line(l)) != NULL;)
        if (p->printed) p->printed(p->user, line);
}

/* What was printed last, of a worker that has ended. A child of it may still hold the pipe open and print. */
static void take_last_prints(tool_process *p) {
    tool_lines *l = &p->prints;
    for (int pieces = 0; l->from >= 0 && pieces < 64; pieces++) {
        struct pollfd wait = {.fd = l->from, .events = POLLIN};
        if (poll(&wait, 1, 0) <= 0) break;
        take_prints(p);
    }
    if (l->length > 0) { /* the last line may lack its end */
        make_room(l);
        l->data[l->length++] = '\n';
        for (const char *line; (line = next_line(l)) != NULL;)
            if (p->printed) p->printed(p->user, line);
    }
}

/* A worker that has ended may have left a child that holds the pipe open: no end would come of itself. */
static void notice_end(tool_process *p) {
    p->gone = tool_ends_within(p->pid, 0.0);
    if (p->gone) tool_process_kill(p);
}

tool_read tool_process_read(tool_process *p, double seconds, char **line) {
    const double end = tool_seconds() + seconds;
    for (;;) {
        *line = next_line(&p->events);
        if (p->idle) p->idle(p->idle_user);
        if (*line) return TOOL_LINE;
        if (tool_interrupted()) return TOOL_STOPPED;
        watch_memory(p);
        const double left = end - tool_seconds();
        struct pollfd wait[2] = {{.fd = p->events.from, .events = POLLIN},
                                 {.fd = p->prints.from, .events = POLLIN}};
        /* Short waits, so that an interrupt that arrives just before poll is seen soon, and memory too. At
           least one look: what came while this process was stopped is no silence. */
        const int ready = poll(wait, 2, left > 0.1 ? 100 : left > 0.0 ? (int)(left * 1000.0) + 1 : 0);
        if (ready < 0) continue;
        /* Prints first: an event tells that what was printed before it did no harm. */
        if (wait[1].revents) take_prints(p);
        const bool silent = wait[0].revents == 0; /* however much is printed */
        if (silent && p->gone) return TOOL_END;
        if (silent) notice_end(p);
        if (silent && !p->gone && (left <= 0.0 || is_exhausted(p))) return TOOL_QUIET;
        if (!silent && !fill(&p->events)) return TOOL_END;
    }
}

int tool_process_finish(tool_process *p, double seconds, tool_note *last) {
    enum { KILLED_WITHIN = 10 };
    int code = -SIGKILL;
    bool waited_for = false;
    if (p->pid > 0) {
        bool ended = tool_ends_within(p->pid, seconds);
        waited_for = !ended && !p->killed;
        tool_process_kill(p); /* also the children of one that has ended */
        if (!ended) ended = tool_ends_within(p->pid, KILLED_WITHIN);
        if (ended) code = tool_end_of(p->pid);
    }
    take_last_prints(p);
    close_end(&p->events.from);
    close_end(&p->prints.from);
    close_end(&p->turns);
    free(p->events.data);
    free(p->prints.data);
    *last = p->note ? *p->note : (tool_note){.taken = 0};
    tool_note_free(p->note);
    *p = nobody;
    return waited_for ? TOOL_WOULD_NOT_END : code;
}
