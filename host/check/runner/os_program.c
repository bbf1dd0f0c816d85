/* The OpenCL loader takes its driver from the environment. */
#include "runner/os_program.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/os_end_with.h"

enum { WORDS = 256 };

int program_report(char path[256]) {
    int file = memfd_create("crosslane-check-report", MFD_CLOEXEC);
    snprintf(path, 256, "/proc/%ld/fd/%d", (long)getpid(), file);
    return file >= 0;
}

static int run(char *const words[], char *why, uint32_t room) {
    pid_t child;
    int status = 0, failed = start_ending_with_us(words, NULL, &child);
    if (failed) {
        snprintf(why, room, "%.200s: %s", words[0], strerror(failed));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void set(const char *name, uint32_t value) {
    char number[24];
    snprintf(number, sizeof number, "%u", value);
    setenv(name, number, 1);
}

int program_run(char *const words[], const char *driver, uint32_t width, uint32_t schedules,
                const char *report, char *why, uint32_t room) {
    char program[512], *all[WORDS] = {program};
    size_t count = 1;
    while (words[count] && count + 1 < WORDS) all[count] = words[count], ++count;
    if (words[count])
        snprintf(why, room, "the program has more than %d words", WORDS - 2);
    else if (!program_path(words[0], program))
        snprintf(why, room, "%.200s: no such program", words[0]);
    else {
        setenv("OCL_ICD_VENDORS", driver, 1);   /* one loader takes a driver here */
        setenv("OCL_ICD_FILENAMES", driver, 1); /* the other one here */
        setenv("CROSSLANE_CHECK_REPORT", report, 1);
        set("CROSSLANE_CHECK_WIDTH", width);
        set("CROSSLANE_CHECK_SCHEDULES", schedules);
        return run(all, why, room);
    }
    return -1;
}
