/* The OpenCL loader takes its drivers from a folder that the environment names. */
#include "runner/os_program.h"

#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The driver: next to this program, or where it is installed. */
static bool driver_path(char path[600]) {
    static const char *const places[] = {"libcrosslane_check.so", "../lib/crosslane/libcrosslane_check.so",
                                         "../lib/x86_64-linux-gnu/crosslane/libcrosslane_check.so",
                                         "../lib/aarch64-linux-gnu/crosslane/libcrosslane_check.so"};
    char file[400];
    ssize_t n = readlink("/proc/self/exe", file, sizeof file - 1);
    if (n < 0) return false;
    file[n] = '\0';
    *strrchr(file, '/') = '\0';
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        snprintf(path, 600, "%s/%s", file, places[i]);
        if (!access(path, R_OK)) return true;
    }
    return false;
}

int program_report(char path[256]) {
    const char *base = getenv("TMPDIR");
    snprintf(path, 256, "%.200s/crosslane-check-XXXXXX", base && *base ? base : "/tmp");
    int file = mkstemp(path);
    return file >= 0 && !close(file);
}

static int run(char *const words[], char *why, uint32_t room) {
    pid_t child;
    int status = 0, failed = posix_spawnp(&child, words[0], NULL, NULL, words, environ);
    if (failed) {
        snprintf(why, room, "%.200s: %s", words[0], strerror(failed));
        return -1;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int program_run(char *const words[], uint32_t width, uint32_t schedules, const char *report, char *why,
                uint32_t room) {
    char driver[600], folder[256], entry[300], number[24];
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/crosslane-icd-XXXXXX", base && *base ? base : "/tmp");
    if (!driver_path(driver))
        snprintf(why, room, "libcrosslane_check.so is not where crosslane is installed");
    if (!driver_path(driver) || !mkdtemp(folder)) return -1;
    snprintf(entry, sizeof entry, "%s/check.icd", folder);
    FILE *file = fopen(entry, "w");
    if (file) {
        fprintf(file, "%s\n", driver);
        fclose(file);
    }
    setenv("OCL_ICD_VENDORS", folder, 1);
    setenv("CROSSLANE_CHECK_REPORT", report, 1);
    snprintf(number, sizeof number, "%u", width);
    setenv("CROSSLANE_CHECK_WIDTH", number, 1);
    snprintf(number, sizeof number, "%u", schedules);
    setenv("CROSSLANE_CHECK_SCHEDULES", number, 1);
    int status = run(words, why, room);
    unlink(entry);
    rmdir(folder);
    return status;
}
