/* os_drivers.c - the ICD files. */
#define _XOPEN_SOURCE 700 /* realpath, symlink */
#include "os_drivers.h"
#include "../src/os.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char system_folder[] = "/etc/OpenCL/vendors";

static int by_name(const void *a, const void *b) {
    return strcmp(((const tool_driver *)a)->name, ((const tool_driver *)b)->name);
}

/* A folder that holds nothing but a link to the driver's file; false when it cannot be made. */
static bool make_folder(const char *path, const char *file, char folder[TOOL_PATH]) {
    char *cache = xl__os_cache_folder();
    uint64_t hash = 14695981039346656037u;
    for (const char *c = path; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    const int length =
        cache ? snprintf(folder, TOOL_PATH, "%s/drivers/%016llx", cache, (unsigned long long)hash) : -1;
    free(cache);
    if (length < 0 || length >= TOOL_PATH || xl__os_make_folders(folder) != 0) return false;
    char link[TOOL_PATH + 264], target[TOOL_PATH] = "";
    snprintf(link, sizeof link, "%s/%.255s", folder, file);
    const ssize_t got = readlink(link, target, sizeof target - 1);
    if (got > 0 && strcmp(target, path) == 0) return true;
    unlink(link);
    /* Another process may have just made it: then it is there, which is all that is wanted. */
    return symlink(path, link) == 0 || errno == EEXIST;
}

static void set_driver(tool_driver *driver, const char *path, const char *file) {
    char whole[PATH_MAX], folder[TOOL_PATH];
    const char *absolute = realpath(path, whole) ? whole : path;
    const bool made = strlen(absolute) < TOOL_PATH && make_folder(absolute, file, folder);
    snprintf(driver->setting, sizeof driver->setting, "OCL_ICD_VENDORS=%s", made ? folder : path);
    const char *dot = strrchr(file, '.');
    snprintf(driver->name, sizeof driver->name, "%.*s", dot ? (int)(dot - file) : (int)strlen(file), file);
}

static int list_folder(const char *folder, tool_driver *out) {
    DIR *open = opendir(folder);
    if (!open) return 0;
    int count = 0;
    for (struct dirent *entry = readdir(open); entry && count < TOOL_MAX_DRIVERS; entry = readdir(open)) {
        const size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".icd") != 0) continue;
        char path[TOOL_PATH];
        const int written = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (written > 0 && (size_t)written < sizeof path) set_driver(&out[count++], path, entry->d_name);
    }
    closedir(open);
    qsort(out, (size_t)count, sizeof *out, by_name);
    return count;
}

static int as_it_is(tool_driver *out) {
    out[0] = (tool_driver){.setting = "", .name = "system"};
    return 1;
}

/* The first line of an ICD file: the driver's library, with or without its folder. */
static bool read_library(const char *path, char library[TOOL_PATH]) {
    FILE *stream = fopen(path, "r");
    if (!stream) return false;
    const bool read = fgets(library, TOOL_PATH, stream) != NULL;
    fclose(stream);
    if (read) library[strcspn(library, "\r\n")] = '\0';
    return read && library[0] != '\0';
}

/* The ICD file that OCL_ICD_VENDORS leads to: itself, or the only one in its folder. */
static bool find_file(char path[TOOL_PATH]) {
    const char *vendors = getenv("OCL_ICD_VENDORS");
    struct stat status;
    if (!vendors || stat(vendors, &status) != 0) return false;
    snprintf(path, TOOL_PATH, "%s", vendors);
    if (!S_ISDIR(status.st_mode)) return true;
    DIR *folder = opendir(vendors);
    bool found = false;
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry && !found; entry = readdir(folder)) {
        const size_t length = strlen(entry->d_name);
        found = length > 4 && strcmp(entry->d_name + length - 4, ".icd") == 0;
        if (found) {
            const int written = snprintf(path, TOOL_PATH, "%s/%s", vendors, entry->d_name);
            found = written > 0 && written < TOOL_PATH;
        }
    }
    if (folder) closedir(folder);
    return found;
}

bool tool_driver_broken(char *reason, size_t size) {
    char path[TOOL_PATH], library[TOOL_PATH];
    if (!find_file(path)) return false;
    if (!read_library(path, library)) {
        snprintf(reason, size,
                 "the driver's .icd file names no library; reinstall the driver, or remove the file");
        return true;
    }
    if (dlopen(library, RTLD_LAZY | RTLD_LOCAL))
        return false; /* stays: some drivers do not survive unloading */
    snprintf(reason, size,
             "the driver's library does not load: %s; reinstall the driver, or remove its .icd file",
             dlerror());
    return true;
}

int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS]) {
#ifdef __APPLE__
    return as_it_is(out);
#endif
    const char *files = getenv("OCL_ICD_FILENAMES");
    if (files && *files) return as_it_is(out);
    const char *vendors = getenv("OCL_ICD_VENDORS");
    if (!vendors || !*vendors) return list_folder(system_folder, out);
    struct stat status;
    if (stat(vendors, &status) == 0 && S_ISDIR(status.st_mode)) return list_folder(vendors, out);
    const char *slash = strrchr(vendors, '/');
    set_driver(&out[0], vendors, slash ? slash + 1 : vendors);
    return 1;
}
