/* os_drivers.c - the ICD files. */
#define _XOPEN_SOURCE 700 /* realpath, symlink */
#include "system/os_drivers.h"
#include "base/os.h"
#include "crosslane.h"
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

/* ---- folders of links, in the folder for temporary files -------------------------------------------------
 */

static const char links_prefix[] = "crosslane-", mark_name[] = ".crosslane-run";

static const char *temporary_folder(void) {
    const char *given = getenv("TMPDIR");
    return given && *given ? given : "/tmp";
}

/* Removes the links in a folder, and it, unless somebody keeps something else there. */
static void remove_flat(const char *folder) {
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char path[TOOL_PATH + 600];
        struct stat facts;
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode)) unlink(path);
    }
    xl__os_free_names(names, count);
    rmdir(folder);
}

static void remove_links(const char *folder) {
    char mark[TOOL_PATH + 32];
    for (int i = 0; i < TOOL_MAX_DRIVERS; i++) {
        char below[TOOL_PATH + 32];
        snprintf(below, sizeof below, "%s/%d", folder, i);
        remove_flat(below);
    }
    snprintf(mark, sizeof mark, "%s/%s", folder, mark_name);
    unlink(mark);
    xl__os_sweep_folder(folder, mark_name); /* a mark that was not finished */
    rmdir(folder);
}

/* A folder that a run made which is no more. Not through a link, which anybody may put there. */
static bool is_left(const char *folder) {
    enum { YOUNG = 60 }; /* seconds in which a run may still be about to set its mark */
    char mark[TOOL_PATH + 32];
    struct stat facts;
    if (lstat(folder, &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() ||
        (facts.st_mode & 077) != 0)
        return false;
    snprintf(mark, sizeof mark, "%s/%s", folder, mark_name);
    if (access(mark, F_OK) == 0) return xl__os_is_abandoned(mark);
    return xl__os_wall_clock() - (int64_t)facts.st_mtime > YOUNG;
}

static void sweep_links(void) {
    char **names = NULL;
    size_t count = 0;
    const size_t length = strlen(links_prefix);
    if (xl__os_list_folder(temporary_folder(), &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char folder[TOOL_PATH];
        if (strncmp(names[i], links_prefix, length) != 0 || strlen(names[i]) != length + 6) continue;
        const int size = snprintf(folder, sizeof folder, "%s/%s", temporary_folder(), names[i]);
        if (size > 0 && (size_t)size < sizeof folder && is_left(folder)) remove_links(folder);
    }
    xl__os_free_names(names, count);
}

static bool start_links(tool_driver_links *links) {
    char mark[TOOL_PATH + 32];
    if (links->folder[0]) return true;
    const int size =
        snprintf(links->folder, sizeof links->folder, "%s/%sXXXXXX", temporary_folder(), links_prefix);
    if (size < 0 || (size_t)size >= sizeof links->folder || !mkdtemp(links->folder)) {
        links->folder[0] = '\0';
        return false;
    }
    snprintf(mark, sizeof mark, "%s/%s", links->folder, mark_name);
    links->mark = xl__os_mark_set(mark, "");
    return true;
}

void tool_drivers_forget(tool_driver_links *links) {
    if (!links->folder[0]) return;
    remove_links(links->folder);
    if (links->mark >= 0) close(links->mark);
    *links = (tool_driver_links){.mark = -1};
}

/* A folder that holds nothing but a link to the driver's file; false when it cannot be made. */
static bool make_folder(tool_driver_links *links, int number, const char *path, const char *file,
                        char folder[TOOL_PATH]) {
    char link[TOOL_PATH + 264];
    if (!links || !start_links(links)) return false;
    const int size = snprintf(folder, TOOL_PATH, "%s/%d", links->folder, number);
    if (size < 0 || size >= TOOL_PATH || mkdir(folder, 0700) != 0) return false;
    snprintf(link, sizeof link, "%s/%.255s", folder, file);
    return symlink(path, link) == 0;
}

/* ---- the list ------------------------------------------------------------------------------------------ */

static bool is_driver_file(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".icd") == 0;
}

static void set_driver(tool_driver_links *links, int number, tool_driver *driver, const char *path,
                       const char *file) {
    char whole[PATH_MAX], folder[TOOL_PATH];
    const char *absolute = realpath(path, whole) ? whole : path;
    const bool made = strlen(absolute) < TOOL_PATH && make_folder(links, number, absolute, file, folder);
    snprintf(driver->setting, sizeof driver->setting, "OCL_ICD_VENDORS=%s", made ? folder : path);
    const char *dot = strrchr(file, '.');
    snprintf(driver->name, sizeof driver->name, "%.*s", dot ? (int)(dot - file) : (int)strlen(file), file);
}

static int list_folder(const char *folder, tool_driver *out, tool_driver_links *links) {
    char **names = NULL;
    size_t count = 0;
    int found = 0, files = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return 0;
    for (size_t i = 0; i < count; i++) files += is_driver_file(names[i]);
    for (size_t i = 0; i < count && found < TOOL_MAX_DRIVERS; i++) {
        char path[TOOL_PATH];
        if (!is_driver_file(names[i])) continue;
        const int size = snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (size < 0 || (size_t)size >= sizeof path) continue;
        set_driver(files == 1 ? NULL : links, found, &out[found], path, names[i]);
        if (files == 1) /* the folder does already what is wanted */
            snprintf(out[0].setting, sizeof out[0].setting, "OCL_ICD_VENDORS=%s", folder);
        found++;
    }
    xl__os_free_names(names, count);
    qsort(out, (size_t)found, sizeof *out, by_name);
    return found;
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
        found = is_driver_file(entry->d_name);
        if (found) {
            const int written = snprintf(path, TOOL_PATH, "%s/%s", vendors, entry->d_name);
            found = written > 0 && written < TOOL_PATH;
        }
    }
    if (folder) closedir(folder);
    return found;
}

/* The loader says of a driver that fails the same as of one that has no device here. So the driver itself is
 * asked. */
static bool refuses_to_list(void *driver, char *reason, size_t size) {
    typedef void *(CL_API_CALL * address_fn)(const char *);
    typedef cl_int(CL_API_CALL * platforms_fn)(cl_uint, cl_platform_id *, cl_uint *);
    enum { NO_PLATFORM = -1001 };
    union { /* POSIX gives object and function pointers one representation */
        void *object;
        address_fn address;
        platforms_fn platforms;
    } found = {.object = dlsym(driver, "clGetExtensionFunctionAddress")};
    cl_uint count = 0;
    void *const entry = found.object ? found.address("clIcdGetPlatformIDsKHR") : NULL;
    found.object = entry;
    const cl_int status = found.object ? found.platforms(0, NULL, &count) : CL_SUCCESS;
    if (status == CL_SUCCESS || status == NO_PLATFORM) return false;
    snprintf(reason, size, "the driver lists no platform: clIcdGetPlatformIDsKHR: %s",
             xl_status_name(status));
    return true;
}

bool tool_driver_broken(char *reason, size_t size) {
    char path[TOOL_PATH], library[TOOL_PATH];
    if (!find_file(path)) return false;
    if (!read_library(path, library)) {
        snprintf(reason, size,
                 "the driver's .icd file names no library; reinstall the driver, or remove the file");
        return true;
    }
    void *driver = dlopen(library, RTLD_LAZY | RTLD_LOCAL); /* stays: some drivers do not survive unloading */
    if (driver) return refuses_to_list(driver, reason, size);
    snprintf(reason, size,
             "the driver's library does not load: %s; reinstall the driver, or remove its .icd file",
             dlerror());
    return true;
}

void tool_driver_use(const tool_driver *driver) {
    static char setting[sizeof driver->setting]; /* the environment keeps it */
    if (!driver->setting[0]) return;
    memcpy(setting, driver->setting, sizeof setting);
    putenv(setting);
}

int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_driver_links *links) {
    *links = (tool_driver_links){.mark = -1};
    sweep_links();
#ifdef __APPLE__
    return as_it_is(out);
#endif
    const char *files = getenv("OCL_ICD_FILENAMES");
    if (files && *files) return as_it_is(out);
    const char *vendors = getenv("OCL_ICD_VENDORS");
    if (!vendors || !*vendors) return list_folder(system_folder, out, links);
    struct stat status;
    if (stat(vendors, &status) == 0 && S_ISDIR(status.st_mode)) return list_folder(vendors, out, links);
    const char *slash = strrchr(vendors, '/');
    set_driver(links, 0, &out[0], vendors, slash ? slash + 1 : vendors);
    return 1;
}
