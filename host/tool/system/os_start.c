#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "system/os_start.h"
#include "base/os.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include "system/output_file.h"
#include "system/os_process.h"
#include "system/os_note.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

double tool_seconds(void) {
    return 1e-9 * (double)xl__os_now();
}

char **tool_words_typed(int argc, char **argv) {
    (void)argc;
    return argv;
}

void tool_streams_open(void) {
    /* open takes the lowest free descriptor. Output is opened for reading, so writing fails. */
    static const int flags[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) (void)!open("/dev/null", flags[fd]);
    signal(SIGPIPE, SIG_IGN); /* a reader that left makes the output unwritable: a status */
}

void tool_output_mute(void) {
    (void)!freopen("/dev/null", "w", stdout);
}

/* A reader that has seen enough, such as head, needs no complaint. */
static bool reader_has_left(FILE *stream) {
    struct pollfd pipe = {.fd = fileno(stream), .events = POLLOUT};
    return poll(&pipe, 1, 0) > 0 && (pipe.revents & (POLLERR | POLLHUP)) != 0;
}

tool_exit tool_flush(FILE *stream) {
    errno = 0;
    if (fflush(stream) == 0 && !ferror(stream)) return TOOL_OK;
    if (reader_has_left(stream)) return TOOL_OUTPUT;
    tool_complain("standard %s cannot be written%s%s", stream == stdout ? "output" : "error",
                  errno ? ": " : "", errno ? strerror(errno) : "");
    return TOOL_OUTPUT;
}

/* All that a signal handler may touch. */
static volatile sig_atomic_t interrupted = 0;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

void tool_interrupt_catch(void) {
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* if ignored, a worker's exit status is lost */
}

bool tool_interrupted(void) {
    return interrupted != 0;
}

void tool_interrupt_raise(void) {
    interrupted = 1;
}

unsigned tool_processors_allowed(void) {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return (unsigned)CPU_COUNT(&allowed);
#endif
    return 0; /* too many for a set, or another system */
}

static struct {
    const char *text;
    size_t size;
    tool_exit status;
} limit;

static void on_limit(int number) {
    (void)number;
    (void)!write(STDERR_FILENO, limit.text, limit.size);
    _exit((int)limit.status);
}

void tool_limit(unsigned seconds, const char *text, tool_exit status) {
    struct sigaction action = {.sa_handler = on_limit};
    alarm(0);
    if (seconds == 0) return;
    limit.text = text;
    limit.size = strlen(text);
    limit.status = status;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
}

/* On macOS pipe2 is newer than most systems. */
int tool_pipe(int ends[2]) {
#ifdef __linux__
    return pipe2(ends, O_CLOEXEC) ? errno : 0;
#else
    if (pipe(ends)) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

static bool is_worker;

#ifdef __linux__
/* Workers are the first victims when memory runs out (1000): the parent keeps the results. */
static void offer_memory(void) {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t written = write(file, "1000", 4);
    (void)written; /* optional */
    close(file);
}
#endif

static void (*at_end)(void);

void tool_worker_at_end(void (*act)(void)) {
    at_end = act;
}

static void end_group(void) {
    tool_out_remove_open();
    if (at_end) at_end();
    if (getpgrp() == getpid()) kill(0, SIGKILL); /* the driver's compilers too */
    _exit(TOOL_DEVICE_FAILED);
}

static bool parent_is_gone(void) {
    struct pollfd pipe = {.fd = TOOL_EVENT_FD};
    return poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLERR);
}

/* The write end of a pipe reports that its last reader is gone. */
static void *watch_parent(void *descriptor) {
    struct pollfd pipe = {.fd = *(int *)descriptor};
    free(descriptor);
    for (;;) {
        if (poll(&pipe, 1, -1) < 0) continue;
        if (pipe.revents & POLLERR) end_group();
        if (pipe.revents & POLLNVAL) return NULL;
    }
}

/* In a thread: a driver's call may never return. */
static bool start_watch(void) {
    pthread_t thread;
    sigset_t all, before;
    int *own = malloc(sizeof *own);
    if (!own) return false;
    *own = fcntl(TOOL_EVENT_FD, F_DUPFD_CLOEXEC, TOOL_EVENT_FD + 1);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the threads that expect them */
    const bool started = *own >= 0 && pthread_create(&thread, NULL, watch_parent, own) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (started) pthread_detach(thread);
    if (!started && *own >= 0) close(*own);
    if (!started) free(own);
    return started;
}

FILE *tool_worker_stream(void) {
    if (fcntl(TOOL_EVENT_FD, F_GETFD) < 0) return NULL;
    fcntl(TOOL_EVENT_FD, F_SETFD, FD_CLOEXEC); /* a driver's compiler must not hold it open */
    fcntl(TOOL_OTHERS_FD, F_SETFD, FD_CLOEXEC);
    fcntl(TOOL_TURN_FD, F_SETFD, FD_CLOEXEC);
    is_worker = true;
    tool_note_take();
    tool_memory_quiet();
    signal(SIGINT, SIG_IGN);
    signal(SIGTTOU, SIG_IGN); /* it may still print outside of the terminal's group */
    const bool watched = start_watch();
#ifdef __linux__
    offer_memory();
    if (!watched) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    (void)watched;
    return fdopen(TOOL_EVENT_FD, "w");
}

char *tool_worker_job(void) {
    size_t size = 0, room = 65536;
    ssize_t got = 1;
    char *text = tool_need(malloc(room));
    while (got != 0) {
        if (room - size < 2) text = tool_need(realloc(text, room *= 2));
        got = pread(TOOL_JOB_FD, text + size, room - size - 1, (off_t)size);
        if (got < 0 && errno != EINTR) break;
        if (got > 0) size += (size_t)got;
    }
    close(TOOL_JOB_FD);
    text[size] = '\0';
    if (size > 0) return text;
    free(text);
    return NULL;
}

void tool_worker_silence(void) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    for (int fd = STDOUT_FILENO; fd <= TOOL_EVENT_FD; fd++) (void)dup2(nowhere, fd);
    close(nowhere);
}

bool tool_others_are_gone(double seconds) {
    struct pollfd pipe = {.fd = TOOL_OTHERS_FD};
    return poll(&pipe, 1, (int)(1000.0 * seconds)) > 0; /* poll with no events reports only the end */
}

bool tool_turn_wait(void) {
    char go = 0;
    ssize_t got;
    do got = read(TOOL_TURN_FD, &go, 1);
    while (got < 0 && errno == EINTR);
    if (got != 1) tool_worker_abandon(); /* the parent is gone */
    return go == 1;
}

/* May run before the watching thread: without a parent only this process can end the driver's compilers. */
void tool_worker_abandon(void) {
    if (parent_is_gone()) end_group();
    _exit(TOOL_DEVICE_FAILED);
}
