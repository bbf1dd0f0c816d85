/* drivers.c - the ICD files. */
#define _POSIX_C_SOURCE 200809L
#include "drivers.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char system_folder[] = "/etc/OpenCL/vendors";

static int by_name(const void *a, const void *b) {
    return strcmp(((const tool_driver *)a)->setting, ((const tool_driver *)b)->setting);
}

static void set_driver(tool_driver *driver, const char *path, const char *file) {
    snprintf(driver->setting, sizeof driver->setting, "OCL_ICD_VENDORS=%s", path);
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
