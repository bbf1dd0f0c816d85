#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "learn/os_jail_walls.h"
#if HAS_WALLS
#include "base/os.h"
#include "base/text.h"
#include "system/os_drivers.h"
#include "text/os_memory.h"
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct path_list {
    char **path;
    size_t count;
    char home[TOOL_PATH]; /* "": unknown */
} path_list;

static void add(path_list *list, const char *path) {
    if (path[0] != '/' || strcmp(path, "/") == 0) return;
    list->path = tool_need(realloc(list->path, (list->count + 2) * sizeof *list->path));
    list->path[list->count++] = tool_need(xl__copy_text(path));
    list->path[list->count] = NULL;
}

/* Adds nothing and returns false if the folder contains the home folder. */
static bool add_folder(path_list *list, const char *folder) {
    char real[TOOL_PATH];
    const bool known = tool_jail_real(folder, real);
    const size_t length = known ? strlen(real) : 0;
    const bool holds_home = known && strncmp(list->home, real, length) == 0 &&
                            (list->home[length] == '/' || list->home[length] == '\0');
    if (!holds_home) add(list, folder);
    return !holds_home;
}

/* Adds folders separated by ':'. `asked`: also those that contain the home folder. */
static void add_folders(path_list *list, const char *variable, bool asked) {
    const char *at = xl__os_environment(variable);
    while (at && *at) {
        char folder[TOOL_PATH];
        const size_t length = strcspn(at, ":");
        if (length < sizeof folder) {
            snprintf(folder, sizeof folder, "%.*s", (int)length, at);
            if (asked)
                add(list, folder);
            else
                add_folder(list, folder);
        }
        at += length + (at[length] == ':');
    }
}

/* The driver PREFIX/lib/libname.so.2 has its own files in PREFIX/share/NAME. */
static void add_shared(path_list *list, const char *library) {
    static const char lib[] = "/lib";
    char path[TOOL_PATH];
    const char *const slash = strrchr(library, '/'), *folder = NULL;
    for (const char *at = library; (at = strstr(at, lib)) != NULL && at < slash; at++) folder = at;
    if (!folder || strncmp(slash, lib, strlen(lib)) != 0) return;
    const char *const name = slash + strlen(lib);
    const int size = snprintf(path, sizeof path, "%.*s/share/%.*s", (int)(folder - library), library,
                              (int)strcspn(name, "."), name);
    if (size > 0 && size < TOOL_PATH && name[0] != '.') add(list, path);
}

static void add_library(path_list *list, const char *library) {
    char folder[TOOL_PATH];
    const char *const slash = strrchr(library, '/');
    if (!slash || snprintf(folder, sizeof folder, "%.*s", (int)(slash - library), library) >= TOOL_PATH)
        return;
    if (!add_folder(list, folder)) add(list, library);
    add_shared(list, library);
}

static void add_drivers(path_list *list) {
    tool_driver *const drivers = tool_need(calloc(TOOL_MAX_DRIVERS, sizeof *drivers));
    const int count = tool_drivers_list(drivers, NULL);
    char file[TOOL_PATH], library[TOOL_PATH], real[TOOL_PATH];
    for (int i = 0; i < count; i++) {
        if (!tool_driver_files(&drivers[i], file, library)) continue;
        add(list, file);
        add_library(list, library);
        if (tool_jail_real(library, real) && strcmp(real, library) != 0) add_library(list, real);
    }
    free(drivers);
}

static int add_loaded(struct dl_phdr_info *info, size_t size, void *list) {
    (void)size;
    add(list, info->dlpi_name);
    return 0;
}

/* The checking device's driver and worker. The worker is in the driver's folder or in libexec/crosslane. */
static void add_check(path_list *list) {
    static const char *const workers[] = {"", "../libexec/crosslane/", "../../libexec/crosslane/"};
    char library[TOOL_PATH], path[TOOL_PATH], real[TOOL_PATH];
    if (!tool_check_library(library)) return;
    add(list, library);
    const int folder = (int)(strrchr(library, '/') - library) + 1;
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++)
        if (snprintf(path, sizeof path, "%.*s%scrosslane-check-worker", folder, library, workers[i]) <
                TOOL_PATH &&
            tool_jail_real(path, real))
            add(list, real);
}

char **tool_jail_paths(const tool_jail *jail, char program[TOOL_PATH]) {
    const char *const home = xl__os_environment("HOME");
    path_list list = {.path = tool_need(calloc(1, sizeof *list.path))};
    if (!home || !tool_jail_real(home, list.home)) list.home[0] = '\0';
    if (!tool_jail_real("/proc/self/exe", program)) program[0] = '\0';
    add(&list, program);
    dl_iterate_phdr(add_loaded, &list);
    add_check(&list);
    add_folders(&list, "LD_LIBRARY_PATH", false);
    add_folders(&list, "OCL_ICD_FILENAMES", false);
    add_folders(&list, "OCL_ICD_VENDORS", false);
    add_folders(&list, "OPENCL_VENDOR_PATH", false);
    add_drivers(&list);
    if (jail->exercises) add(&list, jail->exercises);
    add_folders(&list, "CROSSLANE_READABLE", true);
    return list.path;
}

void tool_jail_paths_free(char **paths) {
    for (size_t i = 0; paths && paths[i]; i++) free(paths[i]);
    free(paths);
}
#endif
