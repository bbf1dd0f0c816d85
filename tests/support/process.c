#define _GNU_SOURCE
#include "support/process.h"
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 80 };

double process_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void command_pause(void) {
    const struct timespec t = {0, 5000000};
    nanosleep(&t, NULL);
}

/* The settings first: getenv finds the first value. */
static char **environment_with(char **settings, int count) {
    size_t own = 0;
    while (environ[own]) own++;
    char **all = calloc(own + (size_t)count + 1, sizeof *all);
    ck_assert_ptr_nonnull(all);
    size_t used = 0;
    for (int i = 0; i < count; i++) all[used++] = settings[i];
    for (size_t i = 0; i < own; i++) {
        bool replaced = false;
        for (int s = 0; s < count; s++)
            replaced = replaced || strncmp(environ[i], settings[s], strcspn(settings[s], "=") + 1) == 0;
        if (!replaced) all[used++] = environ[i];
    }
    return all;
}

static void start_on(command *c, char **words, int settings, int out, int err) {
    char *arguments[MOST_WORDS + 1] = {(char[]){XL_TEST_COMMAND}};
    for (int i = settings; i == settings || words[i - 1]; i++) arguments[i - settings + 1] = words[i];
    char **environment = environment_with(words, settings);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    const int failed = posix_spawn(&c->pid, arguments[0], &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    ck_assert_msg(failed == 0, "%s: %s", arguments[0], strerror(failed));
}

void process_start(command *c, char **words, int settings) {
    for (int i = 0; i < 2; i++) {
        c->streams[i] = tmpfile();
        ck_assert_ptr_nonnull(c->streams[i]);
    }
    start_on(c, words, settings, fileno(c->streams[0]), fileno(c->streams[1]));
}

char *process_text(FILE *stream) {
    const off_t end = lseek(fileno(stream), 0, SEEK_END);
    char *text = calloc(1, (size_t)(end > 0 ? end : 0) + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(pread(fileno(stream), text, (size_t)end, 0), end);
    return text;
}

bool process_has_ended(const command *c) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == c->pid;
}

void process_kill(const command *c) {
    kill(c->pid, SIGKILL);
}

int process_status(command *c) {
    int status = 0;
    waitpid(c->pid, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

bool process_interrupt(const command *c) {
    return kill(c->pid, SIGINT) == 0;
}

/* ---- a terminal ---------------------------------------------------------------------------------------- */

/* Reads until the end: reading fails once no process has the terminal open. */
static char *read_terminal(int master) {
    size_t used = 0, room = 1 << 16;
    char *text = malloc(room);
    for (;;) {
        ck_assert_ptr_nonnull(text);
        const ssize_t got = read(master, text + used, room - used - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        used += (size_t)got;
        if (room - used >= 4096) continue;
        char *more = realloc(text, room *= 2);
        if (!more) free(text);
        text = more;
    }
    text[used] = '\0';
    return text;
}

void process_on_terminal(command *c, unsigned short columns, char **words, int settings) {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    ck_assert_int_ge(slave, 0);
    const struct winsize size = {.ws_row = 50, .ws_col = columns};
    ck_assert_int_eq(ioctl(slave, TIOCSWINSZ, &size), 0);
    start_on(c, words, settings, slave, slave);
    close(slave);
    c->out = read_terminal(master);
    close(master);
    c->status = process_status(c);
}

/* ---- children --------------------------------------------------------------------------------------------
 */

int process_children(const command *c, pid_t *one) {
    int count = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        char path[300];
        long child = 0, its_parent = 0;
        char state = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *stream = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (!stream) continue;
        if (fscanf(stream, "%ld (%*[^)]) %c %ld", &child, &state, &its_parent) == 3 && its_parent == c->pid &&
            state != 'Z') {
            *one = (pid_t)child;
            count++;
        }
        fclose(stream);
    }
    if (folder) closedir(folder);
    return count;
}

/* ---- the tests themselves ------------------------------------------------------------------------------ */

static volatile bool *over; /* shared with the parent */

static void say_end(int status) {
    if (WIFSIGNALED(status))
        fprintf(stderr, "tests: ended by signal %d (%s) before the last test was over%s\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)), WTERMSIG(status) == SIGKILL ? "; memory may have run out" : "");
    else if (!*over)
        fprintf(stderr, "tests: something called exit(%d) before the last test was over\n",
                WEXITSTATUS(status));
}

void process_watch_tests(void) {
    void *const page = mmap(NULL, sizeof *over, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const pid_t parent = getpid();
    int status = 0;
    if (page == MAP_FAILED) return;
    over = page;
    const pid_t tests = fork();
    if (tests <= 0) {
#ifdef __linux__
        /* ctest ends only the parent at a time limit. */
        if (tests == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)) _exit(EXIT_FAILURE);
#endif
        return;
    }
    while (waitpid(tests, &status, 0) < 0 && errno == EINTR) {
    }
    say_end(status);
    exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : *over ? WEXITSTATUS(status) : EXIT_FAILURE);
}

void process_tests_are_over(void) {
    if (over) *over = true;
}
