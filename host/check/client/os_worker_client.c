/* Starts the worker with the shared memories as descriptors, and speaks with it over a socket. */
#include "client/worker_client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/os_end_with.h"

static bool start(struct check_worker *w, const struct check_arena *arena, char *why, size_t bytes) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        snprintf(why, bytes, "socketpair: %s", strerror(errno));
        return false;
    }
    /* Copies above the numbers that the worker knows, so that none is overwritten before it is used. */
    int given[3] = {fcntl(ends[1], F_DUPFD_CLOEXEC, 64), fcntl(arena->memory_fd, F_DUPFD_CLOEXEC, 64),
                    fcntl(arena->defined_fd, F_DUPFD_CLOEXEC, 64)};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, given[i], CHECK_SOCKET_FD + i);
    pid_t child;
    int failed = start_ending_with_us(NULL, &actions, &child);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 3; ++i) close(given[i]);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        snprintf(why, bytes, "crosslane-check-worker, a program of crosslane, cannot be started: %s",
                 strerror(failed));
        return false;
    }
    w->socket = ends[0];
    w->process = child;
    return true;
}

/* Its status in waitpid's form; -1: not known. */
static int stop(struct check_worker *w) {
    int status = -1;
    if (w->process <= 0) return status;
    close(w->socket);
    while (waitpid(w->process, &status, 0) < 0 && errno == EINTR) continue;
    w->process = 0;
    return status;
}

void check_worker_stop(struct check_worker *w) {
    stop(w);
}

/* No reply came: the next launch starts another worker. */
static void lost(struct check_worker *w, struct check_reply *reply) {
    *reply = (struct check_reply){.status = CHECK_FAILED};
    int status = stop(w);
    if (status >= 0 && WIFSIGNALED(status))
        snprintf(reply->note, sizeof reply->note,
                 "the checking device's worker was killed by signal %d (%s)%s", WTERMSIG(status),
                 strsignal(WTERMSIG(status)),
                 WTERMSIG(status) == SIGKILL ? ", as happens where memory runs out" : "");
    else
        snprintf(reply->note, sizeof reply->note, "the checking device's worker ended with exit status %d",
                 status < 0 ? status : WEXITSTATUS(status));
}

static bool transfer(int socket, bool out, void *data, size_t bytes) {
    for (char *at = data; bytes > 0;) {
        ssize_t n = out ? send(socket, at, bytes, MSG_NOSIGNAL) : recv(socket, at, bytes, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        bytes -= (size_t)n;
    }
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
        *a = (struct check_argument){
            .kind = g->kind, .size = g->size, .offset = g->offset, .writable = !k->parameter[i].is_const};
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
        ok = transfer(w->socket, true, &m->request, sizeof m->request) &&
             transfer(w->socket, true, m->argument, m->request.arguments * sizeof m->argument[0]) &&
             transfer(w->socket, true, m->values, m->request.value_bytes) &&
             transfer(w->socket, true, launch->program->library, 256 * launch->program->libraries) &&
             transfer(w->socket, false, reply, sizeof *reply) &&
             transfer(w->socket, false, findings, reply->findings * sizeof *findings) &&
             (!launch->meetings ||
              transfer(w->socket, false, launch->meetings, reply->meetings * sizeof *launch->meetings));
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
