/* os_check_driver.c - where the checking device's driver is. */
#define _XOPEN_SOURCE 700 /* readlink */
#include "base/os.h"
#include "system/os_drivers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool tool_check_library(char path[TOOL_PATH]) {
    static const char *const places[] = {"", "../lib/crosslane/", "../lib64/crosslane/",
                                         "../lib/x86_64-linux-gnu/crosslane/",
                                         "../lib/aarch64-linux-gnu/crosslane/"};
    char program[TOOL_PATH];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = '\0';
    char *const slash = strrchr(program, '/');
    if (!slash) return false;
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const int size = snprintf(path, TOOL_PATH, "%s%slibcrosslane_check.so", program, places[i]);
        if (size > 0 && size < TOOL_PATH && access(path, R_OK) == 0) return true;
    }
    return false;
}

bool tool_driver_check(tool_driver *out, tool_own_folder *own, char *reason, size_t size) {
    char library[TOOL_PATH], folder[TOOL_PATH], file[TOOL_PATH + 32];
    *out = (tool_driver){.name = "check"};
    if (!tool_check_library(library)) {
        snprintf(reason, size,
                 "libcrosslane_check.so is neither next to this program nor where it installs; the checking "
                 "device needs Linux on x86-64 or aarch64");
        return false;
    }
    const bool made = tool_own_folder_add(own, TOOL_OWN_CHECK, folder);
    snprintf(file, sizeof file, "%s/" TOOL_OWN_DRIVER, made ? folder : "");
    if (!made || xl__os_write_own_file(file, library, strlen(library)) != 0) {
        snprintf(reason, size, "no temporary folder can be written; set TMPDIR to one that can");
        return false;
    }
    snprintf(out->setting, sizeof out->setting, "OCL_ICD_VENDORS=%s", folder);
    snprintf(out->report, sizeof out->report, "CROSSLANE_CHECK_REPORT=%s/findings", folder);
    return true;
}
