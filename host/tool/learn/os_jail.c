#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* nftw, namespaces */
#endif
#include "learn/os_jail_walls.h"
#include "base/os.h"
#include "base/status.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "text/os_memory.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if HAS_WALLS
#include <linux/close_range.h>
#include <linux/sched.h>
#include <sys/prctl.h>
#endif

extern char **environ;

/* ---- folders -------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *at) {
    (void)facts;
    (void)kind;
    (void)at;
    (void)remove(path);
    return 0;
}

void tool_jail_folder_remove(const char *path) {
    enum { FOLDERS = 16 };
    nftw(path, remove_one, FOLDERS, FTW_DEPTH | FTW_PHYS);
}

/* A process that removes the folder when this process ends for any reason. Sandboxed processes end too,
   but may still be writing. */
static void remove_at_end(const char *path) {
    enum { TRIES = 100, PAUSE = 100000000 };
    int ends[2];
    char none;
    if (tool_pipe(ends)) return;
    if (fork() == 0) {
        const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        setsid(); /* keeps out signals to this process group */
        for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) dup2(nowhere, fd);
        close(ends[1]);
        while (read(ends[0], &none, 1) < 0 && errno == EINTR) {
        }
        for (int i = 0; i < TRIES && xl__os_exists(path); i++) {
            if (i > 0) xl__os_sleep(PAUSE);
            tool_jail_folder_remove(path);
        }
        _exit(0);
    }
    close(ends[0]); /* the pipe closes when this process ends */
}

int tool_jail_folder_make(char path[TOOL_PATH], xl_error *error) {
    static const tool_temporary kind = {
        .prefix = "crosslane-grade-", .mark = ".run", .remove = tool_jail_folder_remove};
    char made[TOOL_PATH];
    int mark; /* held until this process ends */
    tool_temporary_sweep(&kind);
    const int status = tool_temporary_make(&kind, made, &mark, error);
    const bool is_real = status == XL_SUCCESS && tool_jail_real(made, path);
    if (is_real) remove_at_end(path);
    if (status != XL_SUCCESS || is_real) return status;
    tool_jail_folder_remove(made);
    return xl__fail(error, XL_IO, "%s: the name is too long", made);
}

bool tool_jail_is_link(const char *path) {
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

/* Per process. The caller limits memory. */
static void set_limits(void) {
    enum { FILE_BYTES = 64 << 20, PROCESSES = 1024 };
    const struct rlimit file = {FILE_BYTES, FILE_BYTES}, core = {0, 0}, processes = {PROCESSES, PROCESSES};
    setrlimit(RLIMIT_FSIZE, &file);
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_NPROC, &processes);
}

#if HAS_WALLS
enum { INNER_USER = 1000 }; /* programs started inside lack the capabilities that made the sandbox */

static bool write_map(const char *path, unsigned from) {
    char text[64];
    const int size = snprintf(text, sizeof text, "%d %u 1\n", INNER_USER, from);
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool well = file >= 0 && write(file, text, (size_t)size) == size;
    if (file >= 0) close(file);
    return well;
}

static bool become_nobody(unsigned user, unsigned group, tool_step *s) {
    const int file = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
    const bool denied = file >= 0 && write(file, "deny", 4) == 4;
    if (file >= 0) close(file);
    return tool_step_done(s, "a user of its own",
                          denied && write_map("/proc/self/uid_map", user) &&
                              write_map("/proc/self/gid_map", group));
}

/* A child with its own namespaces. */
static long fork_walled(void) {
    const unsigned long flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC;
    return syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
}

static bool build_walls(const tool_jail *jail, char *const *paths, unsigned user, unsigned group,
                        tool_step *s) {
    /* descriptors that the caller left open would lead out */
    return tool_step_done(s, "an end with its parent", prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0) &&
           tool_step_done(s, "open files", syscall(SYS_close_range, 3, ~0u, CLOSE_RANGE_CLOEXEC) == 0) &&
           become_nobody(user, group, s) && tool_wall_files(jail, paths, s) && tool_wall_calls(s);
}
#else
static long fork_walled(void) {
    errno = ENOSYS;
    return -1;
}
char **tool_jail_paths(const tool_jail *jail, char program[TOOL_PATH]) {
    (void)jail;
    program[0] = '\0';
    return NULL;
}
void tool_jail_paths_free(char **paths) {
    (void)paths; /* none was created */
}
static bool build_walls(const tool_jail *jail, char *const *paths, unsigned user, unsigned group,
                        tool_step *s) {
    (void)jail;
    (void)paths;
    (void)user;
    (void)group;
    *s = (tool_step){"namespaces", ENOSYS};
    return false;
}
#endif

/* ---- its environment ------------------------------------------------------------------------------- */

/* Of a driver; crosslane's cache is handled separately. */
static bool names_cache(const char *setting) {
    static const char end[] = "_CACHE_DIR", own[] = "CROSSLANE_CACHE_DIR=";
    const size_t length = strcspn(setting, "=");
    return length > strlen(end) && strncmp(setting + length - strlen(end), end, strlen(end)) == 0 &&
           strncmp(setting, own, strlen(own)) != 0;
}

/* Of device facts. */
static const char *cache_of(const tool_jail *jail, char path[TOOL_PATH]) {
    if (jail->walls || !jail->known) return tool_jail_inside(jail, "cache", path);
    snprintf(path, TOOL_PATH, "%s", jail->known);
    return path;
}

/* "NAME=", a path and a rest; `length`: of the name. */
static char *setting_of(const char *name, size_t length, const char *path, const char *rest) {
    xl__text text = {0};
    xl__text_format(&text, "%.*s=%s%s", (int)length, name, path, rest);
    return tool_need(text.data);
}

/* With the usual folders; the caller owns the array and its texts. */
static char **settings_of(const tool_jail *jail) {
    enum { USUAL_MIB = 2048 };
    enum { PLACES = 4 };
    char cache[TOOL_PATH], temporary[TOOL_PATH], number[24];
    cache_of(jail, cache);
    tool_jail_inside(jail, "tmp", temporary);
    const char *const places[PLACES][3] = {{"HOME", temporary, ""},
                                           {"TMPDIR", temporary, ""},
                                           {"XDG_CACHE_HOME", cache, ""},
                                           {"CROSSLANE_CACHE_DIR", cache, "/crosslane"}};
    size_t count = 0, used = 0;
    while (environ[count]) count++;
    char **const made = tool_need(calloc(count + PLACES + 2, sizeof *made));
    for (size_t i = 0; i < count; i++)
        if (names_cache(environ[i]))
            made[used++] = setting_of(environ[i], strcspn(environ[i], "="), cache, "");
    for (size_t p = 0; p < PLACES; p++)
        made[used++] = setting_of(places[p][0], strlen(places[p][0]), places[p][1], places[p][2]);
    static const char memory[] = "CROSSLANE_WORKER_MIB";
    if (!getenv(memory)) {
        const uint64_t most = tool_memory_limit() >> 20;
        snprintf(number, sizeof number, "%llu",
                 (unsigned long long)(most > 0 && most < USUAL_MIB ? most : USUAL_MIB));
        made[used++] = setting_of(memory, strlen(memory), number, "");
    }
    return made;
}

static void drop_secrets(char **environment) {
    static const char *const words[] = {"AUTH", "COOKIE", "CREDENTIAL", "KEY", "PASS", "SECRET", "TOKEN"};
    size_t kept = 0;
    for (size_t i = 0; environment[i]; i++) {
        char name[256];
        bool secret = false;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(environment[i], "="), environment[i]);
        for (char *c = name; *c; c++) *c = (char)toupper((unsigned char)*c);
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) secret |= strstr(name, words[w]) != NULL;
        if (!secret) environment[kept++] = environment[i];
    }
    environment[kept] = NULL;
}

static void free_settings(char **settings) {
    for (size_t i = 0; settings[i]; i++) free(settings[i]);
    free(settings);
}

/* ---- starting -------------------------------------------------------------------------------------- */

/* Sent to the parent as text and errno. */
typedef struct failure {
    char what[64];
    int failed;
} failure;

static void send_failure(int to, const tool_step *s) {
    failure sent = {.failed = s->failed};
    snprintf(sent.what, sizeof sent.what, "%s", s->what);
    (void)!write(to, &sent, sizeof sent);
    _exit(127);
}

/* Passed to the new process. */
typedef struct start {
    const tool_jail *jail;
    const char *const *words; /* NULL: only tests whether a sandbox is possible */
    const char *said;
    char **environment, **paths;
    char program[TOOL_PATH];
    int out, failures;
    unsigned user, group;
} start;

/* If the system supports it; the parent may have ended already. */
static void end_with_parent(void) {
#if HAS_WALLS
    const pid_t parent = getppid();
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && getppid() != parent) _exit(127);
#endif
}

static void go(const start *n) {
    tool_step s = {"", 0};
    char path[TOOL_PATH];
    const bool walls = n->jail->walls;
    setsid(); /* no terminal, its own process group */
    const bool built =
        walls ? build_walls(n->jail, n->paths, n->user, n->group, &s) : tool_jail_fill(n->jail, &s);
    if (!built || !tool_step_done(&s, "its folder", chdir(tool_jail_inside(n->jail, "tmp", path)) == 0))
        send_failure(n->failures, &s);
    if (!n->words) _exit(0);
    if (walls)
        set_limits();
    else
        end_with_parent(); /* the sandbox does so by itself */
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDIN_FILENO);
    dup2(n->out, STDOUT_FILENO);
    dup2(n->said ? open(n->said, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : nowhere, STDERR_FILENO);
    execve(walls ? n->program : "/proc/self/exe", (char **)(uintptr_t)n->words, n->environment);
    tool_step_done(&s, "starting crosslane", false);
    send_failure(n->failures, &s);
}

static void close_both(const int ends[2]) {
    if (ends[0] >= 0) close(ends[0]);
    if (ends[1] >= 0) close(ends[1]);
}

int tool_jail_start(tool_jailed *jailed, const tool_jail *jail, const char *const *words, const char *said,
                    xl_error *error) {
    int out[2] = {-1, -1}, failures[2] = {-1, -1};
    char reason[128];
    failure got = {.failed = 0};
    *jailed = (tool_jailed){.from = -1};
    int broken = tool_pipe(out);
    if (!broken) broken = tool_pipe(failures);
    if (broken) {
        close_both(out);
        return xl__fail(error, XL_IO, "no pipe: %s", xl__os_reason(broken, reason, sizeof reason));
    }
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    char **const settings = settings_of(jail);
    start new = {.jail = jail,
                 .words = words,
                 .said = said,
                 .environment = tool_need(tool_environment_with((const char *const *)settings)),
                 .out = out[1],
                 .failures = failures[1],
                 .user = geteuid(),
                 .group = getegid()};
    if (jail->walls) new.paths = tool_jail_paths(jail, new.program);
    if (jail->walls) drop_secrets(new.environment);
    const long pid = jail->walls ? fork_walled() : (long)fork();
    if (pid == 0) go(&new);
    /* ENOSPC: the limit of namespaces is 0 or reached; it would read like a full disk */
    if (pid < 0) got = (failure){"namespaces", errno == ENOSPC ? EPERM : errno};
    free(new.environment);
    tool_jail_paths_free(new.paths);
    free_settings(settings);
    close(out[1]);
    close(failures[1]);
    while (pid > 0 && read(failures[0], &got, sizeof got) < 0 && errno == EINTR) {
    }
    close(failures[0]);
    jailed->pid = pid > 0 ? pid : 0;
    jailed->from = out[0];
    if (got.failed == 0) return XL_SUCCESS;
    tool_jail_end(jailed);
    got.what[sizeof got.what - 1] = '\0';
    return xl__fail(error, XL_IO, "%s: %s", got.what, xl__os_reason(got.failed, reason, sizeof reason));
}

bool tool_jail_works(const tool_jail *jail, xl_error *error) {
    tool_jailed tried;
    const bool works = tool_jail_start(&tried, jail, NULL, NULL, error) == XL_SUCCESS;
    if (works) tool_jail_end(&tried);
    xl__text_free(&tried.out);
    return works;
}

/* ---- listening, ending ------------------------------------------------------------------------------ */

/* False at the output's end. */
static bool take(tool_jailed *j) {
    char part[65536];
    const ssize_t got = read(j->from, part, sizeof part);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got > 0) xl__text_add(&j->out, part, (size_t)got);
    j->flooded = j->out.size > TOOL_JAIL_OUTPUT;
    return got > 0 && !j->flooded;
}

void tool_jail_listen(tool_jailed *const *list, size_t count, int milliseconds) {
    struct pollfd *const wait = tool_need(calloc(count + 1, sizeof *wait));
    for (size_t i = 0; i < count; i++)
        wait[i] = (struct pollfd){.fd = list[i]->pid > 0 ? list[i]->from : -1, .events = POLLIN};
    const int ready = poll(wait, (nfds_t)count, milliseconds);
    for (size_t i = 0; i < count; i++) list[i]->ended = ready > 0 && wait[i].revents && !take(list[i]);
    free(wait);
}

int tool_jail_end(tool_jailed *j) {
    int status = 0;
    if (j->pid > 0) {
        /* a process that closed its output is about to end */
        struct pollfd end = {.fd = j->from};
        if (!j->flooded && poll(&end, 1, 0) > 0 && (end.revents & POLLHUP)) tool_ends_within(j->pid, 2.0);
        kill(-(pid_t)j->pid, SIGKILL);
        kill((pid_t)j->pid, SIGKILL);
        status = tool_end_of(j->pid);
    }
    if (j->from >= 0) close(j->from);
    j->pid = 0;
    j->from = -1;
    return status;
}
