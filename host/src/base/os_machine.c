/* Processes and the machine, on POSIX systems. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* kill, utsname */
#endif
#include "base/os.h"
#include "base/os_names.h"
#include "base/text.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

long xl__os_process(void) {
    return (long)getpid();
}

/* A field of /proc/PROCESS/stat after the name, which may contain spaces. False: unknown. */
static bool read_process(long process, int field, char text[32]) {
    enum { NAME = 2 };
    char path[40], line[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *const file = fopen(path, "re");
    const bool read = file && fgets(line, sizeof line, file);
    if (file) fclose(file);
    const char *at = read ? strrchr(line, ')') : NULL;
    for (int i = NAME; at && i < field; i++) at = strchr(at + 1, ' ');
    if (at) snprintf(text, 32, "%.31s", at + 1);
    return at != NULL;
}

/* An ended process may wait for its parent (Z). */
bool xl__os_process_is_there(long process) {
    enum { STATE = 3 };
    char text[32];
    if (kill((pid_t)process, 0) != 0 && errno == ESRCH) return false;
    return !read_process(process, STATE, text) || !strchr("ZX", text[0]);
}

unsigned long long xl__os_process_began(long process) {
    enum { BEGAN = 22 };
    char text[32];
    return read_process(process, BEGAN, text) ? strtoull(text, NULL, 10) : 0;
}

static bool read_field(const char *path, const char *key, char *text, size_t size) {
    FILE *file = fopen(path, "re");
    if (!file) return false;
    char line[8192];
    bool found = false;
    const size_t length = strlen(key);
    while (!found && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, length) != 0) continue;
        const char *value = strchr(line, ':');
        if (!value) continue;
        value += 1 + strspn(value + 1, " \t");
        line[strcspn(line, "\n")] = '\0';
        xl__copy_capped(text, size, value);
        found = true;
    }
    fclose(file);
    return found;
}

void xl__os_processor(char *name, size_t size) {
    if (size == 0) return;
    name[0] = '\0';
    if (!read_field("/proc/cpuinfo", "model name", name, size))
        read_field("/proc/cpuinfo", "CPU part", name, size);
}

void xl__os_processor_features(char *text, size_t size) {
    char name[256], flags[8192];
    xl__os_processor(name, sizeof name);
    flags[0] = '\0';
    if (!read_field("/proc/cpuinfo", "flags", flags, sizeof flags))
        read_field("/proc/cpuinfo", "Features", flags, sizeof flags);
    snprintf(text, size, "%s; %s", name, flags);
}

void xl__os_system(char *text, size_t size) {
    struct utsname facts;
    if (uname(&facts) == 0)
        snprintf(text, size, "%s %s %s", facts.sysname, facts.release, facts.machine);
    else if (size > 0)
        text[0] = '\0';
}

unsigned xl__os_processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

/* /proc/meminfo has units of 1024 bytes. */
static uint64_t memory_field(const char *key) {
    char text[64];
    return read_field("/proc/meminfo", key, text, sizeof text) ? strtoull(text, NULL, 10) * 1024u : 0;
}

uint64_t xl__os_memory_total(void) {
    return memory_field("MemTotal");
}

uint64_t xl__os_memory_available(void) {
    return memory_field("MemAvailable");
}
