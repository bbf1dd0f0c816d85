/* Runs addr2line and reads its answer. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "messages/lines.h"

extern char **environ;

static FILE *start(char *const arguments[], pid_t *child) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    FILE *file = failed ? NULL : fdopen(ends[0], "r");
    if (!file) close(ends[0]);
    return file;
}

uint32_t lines_find(const char *object, const struct check_place *place,
                    struct source_line lines[CHECK_FRAMES]) {
    char numbers[CHECK_FRAMES][24], file[256];
    char *arguments[CHECK_FRAMES + 5] = {"addr2line", "-i", "-e", (char *)object};
    uint32_t n = 0, found = 0;
    for (; n < CHECK_FRAMES && place->pc[n]; ++n) { /* a return address is after the call */
        snprintf(numbers[n], sizeof numbers[n], "0x%llx", (unsigned long long)(place->pc[n] - 1));
        arguments[4 + n] = numbers[n];
    }
    pid_t child = 0;
    FILE *answer = n ? start(arguments, &child) : NULL;
    if (!answer) return 0;
    while (fgets(file, sizeof file, answer)) { /* inlined functions have several lines */
        if (found == CHECK_FRAMES) continue;
        file[strcspn(file, "\n")] = '\0';
        char *colon = strrchr(file, ':');
        if (!colon) continue;
        *colon = '\0';
        struct source_line *l = &lines[found];
        l->line = (uint32_t)strtoul(colon + 1, NULL, 10);
        snprintf(l->file, sizeof l->file, "%.199s", file);
        if (l->line > 0 && strcmp(file, "crosslane_check") != 0 && !strstr(file, "/crosslane_check")) ++found;
    }
    fclose(answer);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return found;
}
