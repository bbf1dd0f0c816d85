/* The worker inherits the shared memories as descriptors. Pipes, because a sandbox may refuse sockets. */
#include "client/worker_client.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/os_end_with.h"

static void close_all(const int list[], int count) {
    for (int i = 0; i < count; ++i)
        if (list[i] >= 0) close(list[i]);
}

static bool start(struct check_worker *w, const struct check_arena *arena, char *why, size_t bytes) {
    int ends[4] = {-1, -1, -1, -1};
    if (pipe2(ends, O_CLOEXEC) || pipe2(ends + 2, O_CLOEXEC)) {
        snprintf(why, bytes, "pipe: %s", strerror(errno));
        close_all(ends, 4);
        return false;
    }
    /* Above the worker's numbers, so that none is overwritten before its use. */
    int given[4] = {fcntl(ends[0], F_DUPFD_CLOEXEC, 64), fcntl(arena->memory_fd, F_DUPFD_CLOEXEC, 64),
                    fcntl(arena->defined_fd, F_DUPFD_CLOEXEC, 64), fcntl(ends[3], F_DUPFD_CLOEXEC, 64)};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 4; ++i) posix_spawn_file_actions_adddup2(&actions, given[i], CHECK_REQUESTS_FD + i);
    pid_t child;
    int failed = start_ending_with_us(NULL, &actions, &child);
    posix_spawn_file_actions_destroy(&actions);
    close_all(given, 4);
    close(ends[0]);
    close(ends[3]);
    if (failed) {
        close(ends[1]);
        close(ends[2]);
        snprintf(why, bytes, "crosslane-check-worker, a program of crosslane, cannot be started: %s",
                 strerror(failed));
        return false;
    }
    *w = (struct check_worker){ends[1], ends[2], child};
    return true;
}

/* Its status in waitpid's form; -1: not known. */
static int stop(struct check_worker *w) {
    int status = -1;
    if (w->process <= 0) return status;
    close(w->requests);
    close(w->replies);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR) continue;
    w->process = 0;
    return status;
}

void check_worker_stop(struct check_worker *w) {
    stop(w);
}

/* No reply came: the next launch starts another worker. */
static void lost(struct check_worker *w, struct check_reply *reply) {
    const char *had = reply->note[0] ? reply->note : NULL;
    reply->status = CHECK_FAILED;
    reply->findings = reply->meetings = 0;
    int status = stop(w);
    if (had) return;
    if (status >= 0 && WIFSIGNALED(status))
        snprintf(reply->note, sizeof reply->note,
                 "the checking device's worker was killed by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? ", as happens where memory runs out" : "");
    else
        snprintf(reply->note, sizeof reply->note, "the checking device's worker ended with exit status %d",
                 status < 0 ? status : WEXITSTATUS(status));
}

/* Writes to a worker that may have ended: no SIGPIPE reaches the program. */
static bool put(int to, const void *data, size_t bytes) {
    sigset_t pipe, before, waiting;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    bool ok = true;
    for (const char *at = data; ok && bytes > 0;) {
        ssize_t n = write(to, at, bytes);
        ok = n > 0 || (n < 0 && errno == EINTR);
        if (n > 0) at += n, bytes -= (size_t)n;
    }
    if (!ok && !sigpending(&waiting) && sigismember(&waiting, SIGPIPE) && !sigismember(&before, SIGPIPE))
        sigtimedwait(&pipe, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool get(int from, void *data, size_t bytes) {
    for (char *at = data; bytes > 0;) {
        ssize_t n = read(from, at, bytes);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= (size_t)n;
    }
    return true;
}

static uint64_t memory_of(int process) {
    char path[64], line[256];
    unsigned long long kibibytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmRSS: %llu", &kibibytes) == 1) break;
    if (file) fclose(file);
    return kibibytes >> 10;
}

/* Ends a worker that holds more than CROSSLANE_WORKER_MIB meanwhile. */
static bool wait_reply(const struct check_worker *w, struct check_reply *reply) {
    const char *given = getenv("CROSSLANE_WORKER_MIB");
    const uint64_t most = given ? strtoull(given, NULL, 10) : 0;
    struct pollfd end = {.fd = w->replies, .events = POLLIN};
    while (most > 0 && poll(&end, 1, 100) <= 0) {
        const uint64_t held = memory_of(w->process);
        if (held <= most) continue;
        snprintf(reply->note, sizeof reply->note, "the kernel took %llu MiB of memory, more than %llu MiB",
                 (unsigned long long)held, (unsigned long long)most);
        kill(w->process, SIGKILL);
        return false;
    }
    return true;
}

/* A kernel may have overwritten its worker's memory, so counts and texts are bounded. */
static bool take_reply(const struct check_worker *w, const struct check_launch *launch,
                       struct check_reply *reply, struct check_finding *findings) {
    struct check_reply got;
    if (!wait_reply(w, reply) || !get(w->replies, &got, sizeof got) || got.findings > CHECK_MAX_FINDINGS ||
        got.meetings > (launch->meetings ? CHECK_MEETINGS : 0))
        return false;
    *reply = got;
    reply->note[sizeof reply->note - 1] = '\0';
    if (!get(w->replies, findings, reply->findings * sizeof *findings) ||
        (launch->meetings &&
         !get(w->replies, launch->meetings, reply->meetings * sizeof *launch->meetings))) {
        reply->note[0] = '\0';
        return false;
    }
    for (uint32_t i = 0; i < reply->findings; ++i) {
        struct check_finding *f = &findings[i];
        if (f->places > CHECK_PLACES) f->places = CHECK_PLACES;
        if (f->lanes > CHECK_MAX_WIDTH) f->lanes = CHECK_MAX_WIDTH;
        f->text[sizeof f->text - 1] = '\0';
    }
    for (uint32_t i = 0; i < reply->meetings; ++i) launch->meetings[i].name[CHECK_NAME - 1] = '\0';
    return true;
}

struct message {
    struct check_request request;
    struct check_argument argument[CHECK_ARGUMENTS];
    char *values;
};

static bool fill(struct message *m, const struct check_launch *launch) {
    struct check_request *q = &m->request;
    const struct check_kernel *k = launch->kernel;
    *q = (struct check_request){.arguments = k->parameters,
                                .width = launch->width,
                                .dimensions = launch->dimensions,
                                .schedules = launch->schedules,
                                .seed = launch->seed,
                                .steps = launch->steps,
                                .trace = launch->meetings != NULL,
                                .libraries = launch->program->libraries};
    memcpy(q->offset, launch->offset, sizeof q->offset);
    memcpy(q->global, launch->global, sizeof q->global);
    memcpy(q->local, launch->local, sizeof q->local);
    memcpy(q->object, launch->program->object, sizeof q->object);
    snprintf(q->kernel, sizeof q->kernel, "%s", k->name);
    for (uint32_t i = 0; i < k->parameters; ++i)
        if (launch->given[i].kind == CHECK_VALUE)
            q->value_bytes += (uint32_t)((launch->given[i].size + 15) / 16 * 16);
    m->values = calloc(q->value_bytes + 1, 1);
    if (!m->values) return false;
    char *at = m->values;
    for (uint32_t i = 0; i < k->parameters; ++i) {
        const struct check_given *g = &launch->given[i];
        struct check_argument *a = &m->argument[i];
        *a = (struct check_argument){.kind = g->kind,
                                     .size = g->size,
                                     .offset = g->offset,
                                     .writable = !k->parameter[i].is_const,
                                     .element = k->parameter[i].element};
        snprintf(a->type, sizeof a->type, "%.*s", (int)strcspn(k->parameter[i].type, "*"),
                 k->parameter[i].type);
        snprintf(a->name, sizeof a->name, "%s", k->parameter[i].name);
        if (g->kind != CHECK_VALUE) continue;
        memcpy(at, g->value, g->size);
        at += (g->size + 15) / 16 * 16;
    }
    return true;
}

bool check_worker_run(struct check_worker *w, const struct check_arena *arena,
                      const struct check_launch *launch, struct check_reply *reply,
                      struct check_finding *findings) {
    struct message *m = calloc(1, sizeof *m);
    memset(reply, 0, sizeof *reply);
    reply->status = CHECK_FAILED;
    bool ok = m && fill(m, launch);
    if (ok && w->process <= 0) ok = start(w, arena, reply->note, sizeof reply->note);
    if (ok) {
        ok = put(w->requests, &m->request, sizeof m->request) &&
             put(w->requests, m->argument, m->request.arguments * sizeof m->argument[0]) &&
             put(w->requests, m->values, m->request.value_bytes) &&
             put(w->requests, launch->program->library, 256 * launch->program->libraries) &&
             take_reply(w, launch, reply, findings);
        if (!ok) lost(w, reply);
        if (ok && (reply->status == CHECK_CRASHED || reply->status == CHECK_ENDLESS)) {
            kill(w->process, SIGKILL);
            stop(w);
        }
    }
    if (m) free(m->values);
    free(m);
    return ok;
}
