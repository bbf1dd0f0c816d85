#include "compile/clang.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/os_end_with.h"

enum { OLDEST = 15 };
static const char *const versions[] = {"clang-15", "clang-19", "clang-18", "clang-17", "clang-16", "clang"};

void clang_log(struct check_program *program, const char *text, size_t length) {
    size_t had = program->log ? strlen(program->log) : 0;
    char *more = realloc(program->log, had + length + 1);
    if (!more) return;
    memcpy(more + had, text, length);
    more[had + length] = '\0';
    program->log = more;
}

bool clang_run(char *const arguments[], struct check_program *program) {
    int ends[2], status = -1;
    if (pipe2(ends, O_CLOEXEC)) return false;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    pid_t child;
    int failed = start_ending_with_us(arguments, &actions, &child);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char text[4096];
    for (ssize_t n; !failed && ((n = read(ends[0], text, sizeof text)) > 0 || (n < 0 && errno == EINTR));)
        if (n > 0) clang_log(program, text, (size_t)n);
    close(ends[0]);
    while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return !failed && status == 0;
}

/* It may be older than the versions that were tried. */
static bool is_new(const char *clang) {
    static _Thread_local char known[512];
    if (!strcmp(known, clang)) return true;
    struct check_program answer = {.log = NULL};
    char *words[] = {(char *)clang, "-dumpversion", NULL};
    bool ok = clang_run(words, &answer) && answer.log && atoi(answer.log) >= OLDEST;
    free(answer.log);
    if (ok) snprintf(known, sizeof known, "%s", clang);
    return ok;
}

const char *clang_find(void) {
    static _Thread_local char path[512];
    const char *own = getenv("CROSSLANE_CLANG");
    if (own && *own) return is_new(own) ? own : NULL;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; ++i)
        if (program_path(versions[i], path))
            return strcmp(versions[i], "clang") != 0 || is_new(path) ? path : NULL;
    return NULL;
}
