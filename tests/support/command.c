#define _GNU_SOURCE
#include "support/command.h"
#include "records/record.h"
#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 80, MOST_SECONDS = 600 };

static double now_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void command_pause(void) {
    const struct timespec t = {0, 5000000};
    nanosleep(&t, NULL);
}

/* Splits in place. */
static int split(char *line, char **words) {
    int count = 0;
    for (char *at = line; *at;) {
        at += strspn(at, " ");
        if (!*at) break;
        ck_assert_int_lt(count, MOST_WORDS - 1);
        const bool quoted = *at == '\'';
        words[count++] = at + quoted;
        at += quoted;
        at += strcspn(at, quoted ? "'" : " ");
        if (*at) *at++ = '\0';
    }
    words[count] = NULL;
    return count;
}

static bool is_setting(const char *word) {
    const size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return length > 0 && word[length] == '=';
}

/* environ, with the settings in front, where getenv finds them first. */
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

/* Starts with these two as standard output and standard error. */
static void start_on(command *c, int out, int err) {
    char text[sizeof c->line], *words[MOST_WORDS];
    memcpy(text, c->line, sizeof text);
    const int count = split(text, words);
    int settings = 0;
    while (settings < count && is_setting(words[settings])) settings++;
    char *arguments[MOST_WORDS + 1] = {(char[]){XL_TEST_COMMAND}};
    for (int i = settings; i <= count; i++) arguments[i - settings + 1] = words[i];
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

static void start(command *c) {
    for (int i = 0; i < 2; i++) {
        c->streams[i] = tmpfile();
        ck_assert_ptr_nonnull(c->streams[i]);
    }
    start_on(c, fileno(c->streams[0]), fileno(c->streams[1]));
}

void command_free(command *c) {
    for (int i = 0; i < 2; i++)
        if (c->streams[i]) fclose(c->streams[i]);
    free(c->out);
    free(c->err);
    *c = (command){.pid = 0};
}

#define FORMAT_LINE(c, format)                                                                               \
    command_free(c);                                                                                         \
    va_list args;                                                                                            \
    va_start(args, format);                                                                                  \
    vsnprintf((c)->line, sizeof(c)->line, format, args);                                                     \
    va_end(args)

void command_start(command *c, const char *format, ...) {
    FORMAT_LINE(c, format);
    start(c);
}

/* All that the stream holds so far; freed by the caller. */
static char *text_of(FILE *stream) {
    const off_t end = lseek(fileno(stream), 0, SEEK_END);
    char *text = calloc(1, (size_t)(end > 0 ? end : 0) + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(pread(fileno(stream), text, (size_t)end, 0), end);
    return text;
}

/* Looks without taking its status. */
static bool has_ended(const command *c) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == c->pid;
}

void command_wait(command *c) {
    const double start_time = now_seconds();
    int status = 0;
    while (!has_ended(c) && now_seconds() - start_time < MOST_SECONDS) command_pause();
    const bool late = !has_ended(c);
    if (late) kill(c->pid, SIGKILL);
    waitpid(c->pid, &status, 0);
    c->status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    c->out = text_of(c->streams[0]);
    c->err = text_of(c->streams[1]);
    ck_assert_msg(!late, "crosslane %s: still running after %d s\n%.8000s%.8000s", c->line, MOST_SECONDS,
                  c->out, c->err);
}

void command_run(command *c, const char *format, ...) {
    FORMAT_LINE(c, format);
    start(c);
    command_wait(c);
}

/* A terminal ends, once nobody has it open any more, with an error. */
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

void command_run_on_terminal(command *c, unsigned short columns, const char *format, ...) {
    FORMAT_LINE(c, format);
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    ck_assert_int_ge(slave, 0);
    const struct winsize size = {.ws_row = 50, .ws_col = columns};
    ck_assert_int_eq(ioctl(slave, TIOCSWINSZ, &size), 0);
    start_on(c, slave, slave);
    close(slave);
    c->out = read_terminal(master);
    close(master);
    int status = 0;
    waitpid(c->pid, &status, 0);
    c->status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    c->err = strdup("");
}

/* How many children the process has, and the number of one of them. */
static int count_children(pid_t parent, pid_t *one) {
    int count = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        char path[300];
        long child = 0, its_parent = 0;
        char state = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *stream = entry->d_name[0] >= '1' && entry->d_name[0] <= '9' ? fopen(path, "r") : NULL;
        if (!stream) continue;
        if (fscanf(stream, "%ld (%*[^)]) %c %ld", &child, &state, &its_parent) == 3 && its_parent == parent &&
            state != 'Z') {
            *one = (pid_t)child;
            count++;
        }
        fclose(stream);
    }
    if (folder) closedir(folder);
    return count;
}

bool command_has_workers(const command *c, int count) {
    for (double end = now_seconds() + MOST_SECONDS; now_seconds() < end; command_pause()) {
        pid_t one = 0;
        if (count_children(c->pid, &one) >= count) return true;
        if (has_ended(c)) return false;
    }
    return false;
}

pid_t command_worker(const command *c) {
    for (double end = now_seconds() + MOST_SECONDS; now_seconds() < end; command_pause()) {
        pid_t child = 0;
        if (count_children(c->pid, &child) > 0 || has_ended(c)) return child;
    }
    return 0;
}

void command_wait_for(const command *c, const char *text) {
    bool found = false;
    for (double end = now_seconds() + MOST_SECONDS; !found && now_seconds() < end; command_pause()) {
        const bool ended = has_ended(c);
        char *const out = text_of(c->streams[0]);
        found = ended || strstr(out, text);
        free(out);
    }
}

bool command_is_running(const command *c) {
    return !has_ended(c);
}

void command_expect(const command *c, int status) {
    ck_assert_msg(c->status == status, "crosslane %s: exit status %d, expected %d\n%.8000s%.8000s", c->line,
                  c->status, status, c->out, c->err);
}

void command_interrupt(command *c) {
    ck_assert_int_eq(kill(c->pid, SIGINT), 0);
    command_wait(c);
    command_expect(c, 130);
}

size_t command_rows_in(const char *path) {
    json_t *const document = json_load_file(path, 0, NULL);
    const size_t rows = json_array_size(json_object_get(document, "records"));
    json_decref(document);
    return rows;
}

size_t command_check_file(const char *path, bool finished) {
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(path, &error) == XL_SUCCESS, "%s", error.text);
    json_t *const document = json_load_file(path, 0, NULL);
    ck_assert(json_is_boolean(json_object_get(document, "finished")));
    ck_assert(json_is_true(json_object_get(document, "finished")) == finished);
    json_decref(document);
    return command_rows_in(path);
}

void command_has(const command *c, const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "crosslane %s: '%s' is missing\n%.8000s%.8000s", c->line, part,
                  c->out, c->err);
}

void command_refused(const command *c, int status, ...) {
    static const char name[] = "crosslane: ";
    command_expect(c, status);
    const char *end = strchr(c->err, '\n');
    ck_assert_msg(end && end[1] == '\0' && strncmp(c->err, name, strlen(name)) == 0,
                  "crosslane %s: not one line that begins with the command's name:\n%.8000s", c->line,
                  c->err);
    va_list parts;
    va_start(parts, status);
    for (const char *part = va_arg(parts, const char *); part; part = va_arg(parts, const char *))
        command_has(c, c->err, part);
    va_end(parts);
    ck_assert_msg(!strstr(c->out, " ok") || strstr(c->out, "0 ok,"), "crosslane %s: says ok\n%.8000s",
                  c->line, c->out);
}

json_t *command_document(const command *c) {
    json_error_t where;
    xl_error error;
    json_t *document = json_loads(c->out, JSON_REJECT_DUPLICATES, &where);
    ck_assert_msg(document != NULL, "crosslane %s: line %d: %s\n%.8000s", c->line, where.line, where.text,
                  c->out);
    ck_assert_msg(tool_results_check(document, &error) == XL_SUCCESS, "crosslane %s: %s", c->line,
                  error.text);
    return document;
}
