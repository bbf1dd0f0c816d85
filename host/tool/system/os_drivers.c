#define _XOPEN_SOURCE 700 /* realpath, symlink, readlink */
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

static bool make_folder(tool_private_folder *private_folder, int number, char folder[TOOL_PATH]) {
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    return private_folder && tool_private_folder_add(private_folder, name, folder);
}

static bool make_link(tool_private_folder *private_folder, int number, const char *path, const char *file,
                      char folder[TOOL_PATH]) {
    char link[TOOL_PATH + 264];
    if (!make_folder(private_folder, number, folder)) return false;
    snprintf(link, sizeof link, "%s/%.255s", folder, file);
    return symlink(path, link) == 0;
}

static bool make_library_file(tool_private_folder *private_folder, const char *library,
                              char folder[TOOL_PATH]) {
    char path[TOOL_PATH + 32];
    if (!make_folder(private_folder, 0, folder)) return false;
    snprintf(path, sizeof path, "%s/" TOOL_PRIVATE_DRIVER, folder);
    return xl__os_write_own_file(path, library, strlen(library)) == 0;
}

static bool is_driver_file(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".icd") == 0;
}

static void set_driver(tool_private_folder *private_folder, int number, tool_driver *driver, const char *path,
                       const char *file) {
    char whole[PATH_MAX], folder[TOOL_PATH];
    const char *absolute = realpath(path, whole) ? whole : path;
    const bool made =
        strlen(absolute) < TOOL_PATH && make_link(private_folder, number, absolute, file, folder);
    snprintf(driver->setting, sizeof driver->setting, "OCL_ICD_VENDORS=%s", made ? folder : path);
    const char *dot = strrchr(file, '.');
    snprintf(driver->name, sizeof driver->name, "%.*s", dot ? (int)(dot - file) : (int)strlen(file), file);
}

static int list_folder(const char *folder, tool_driver *out, tool_private_folder *private_folder) {
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
        set_driver(files == 1 ? NULL : private_folder, found, &out[found], path, names[i]);
        if (files == 1) snprintf(out[0].setting, sizeof out[0].setting, "OCL_ICD_VENDORS=%s", folder);
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

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The folder if OCL_ICD_VENDORS names none. */
static const char *vendor_folder(void) {
    const char *given = getenv("OPENCL_VENDOR_PATH");
    return given && *given ? given : system_folder;
}

/* A bare name is first sought in that folder. */
static bool find_vendors_file(const char *vendors, char path[TOOL_PATH]) {
    if (!strchr(vendors, '/')) {
        const int size = snprintf(path, TOOL_PATH, "%s/%s", vendor_folder(), vendors);
        if (size > 0 && size < TOOL_PATH && access(path, F_OK) == 0) return true;
    }
    const int size = snprintf(path, TOOL_PATH, "%s", vendors);
    return size > 0 && size < TOOL_PATH && access(path, F_OK) == 0;
}

/* A path, or a name that the system finds. */
static int list_library(const char *vendors, tool_driver *out, tool_private_folder *private_folder) {
    char whole[PATH_MAX], folder[TOOL_PATH];
    const char *const slash = strrchr(vendors, '/');
    const char *library = vendors;
    if (slash && access(vendors, F_OK) != 0) return 0;
    if (slash && realpath(vendors, whole)) library = whole;
    const bool made = make_library_file(private_folder, library, folder);
    snprintf(out->setting, sizeof out->setting, "OCL_ICD_VENDORS=%s", made ? folder : vendors);
    snprintf(out->name, sizeof out->name, "%s", slash ? slash + 1 : vendors);
    return 1;
}

static int list_vendors(const char *vendors, tool_driver *out, tool_private_folder *private_folder) {
    char path[TOOL_PATH];
    if (is_folder(vendors)) return list_folder(vendors, out, private_folder);
    if (!is_driver_file(vendors)) return list_library(vendors, out, private_folder);
    if (!find_vendors_file(vendors, path)) return 0;
    const char *const slash = strrchr(path, '/');
    set_driver(private_folder, 0, out, path, slash ? slash + 1 : path);
    return 1;
}

void tool_drivers_none(char *text, size_t size) {
    const char *const vendors = getenv("OCL_ICD_VENDORS"), *const path = getenv("OPENCL_VENDOR_PATH");
    if (vendors && *vendors)
        snprintf(text, size, "OCL_ICD_VENDORS=%s is %s; unset it for the system's drivers, or", vendors,
                 is_folder(vendors) ? "a folder without an .icd file"
                                    : "no folder, no .icd file and no library");
    else if (path && *path)
        snprintf(
            text, size,
            "OPENCL_VENDOR_PATH=%s is no folder with an .icd file; unset it for the system's drivers, or",
            path);
    else
        snprintf(text, size, "there is no driver's .icd file in %s;", system_folder);
}

static bool find_in_folder(const char *vendors, char path[TOOL_PATH]) {
    DIR *folder = opendir(vendors);
    bool found = false;
    for (struct dirent *entry = folder ? readdir(folder) : NULL; entry && !found; entry = readdir(folder)) {
        if (!is_driver_file(entry->d_name)) continue;
        const int written = snprintf(path, TOOL_PATH, "%s/%s", vendors, entry->d_name);
        found = written > 0 && written < TOOL_PATH;
    }
    if (folder) closedir(folder);
    return found;
}

typedef struct driver_place {
    char file[TOOL_PATH];    /* the .icd file; "": the library was named without one */
    char library[TOOL_PATH]; /* the file's first line, as the loader reads it */
} driver_place;

/* False: `vendors` does not name exactly one driver. */
static bool find_place_of(const char *vendors, driver_place *place) {
    char file[TOOL_PATH], whole[PATH_MAX];
    *place = (driver_place){.file = ""};
    if (!vendors || !*vendors) return false;
    if (!is_folder(vendors) && !is_driver_file(vendors)) {
        snprintf(place->library, sizeof place->library, "%s", vendors);
        return true;
    }
    if (!is_folder(vendors))
        snprintf(file, sizeof file, "%s", vendors);
    else if (!find_in_folder(vendors, file))
        return false;
    FILE *const stream = fopen(file, "r");
    if (stream && fgets(place->library, TOOL_PATH, stream))
        place->library[strcspn(place->library, "\n")] = '\0';
    if (stream) fclose(stream);
    const char *const slash = strrchr(file, '/');
    if (!slash || strcmp(slash + 1, TOOL_PRIVATE_DRIVER) != 0)
        snprintf(place->file, sizeof place->file, "%.*s", TOOL_PATH - 1,
                 realpath(file, whole) ? whole : file);
    return true;
}

/* False: this process does not see exactly one driver. */
static bool find_place(driver_place *place) {
    return find_place_of(getenv("OCL_ICD_VENDORS"), place);
}

bool tool_driver_files(const tool_driver *driver, char file[TOOL_PATH], char library[TOOL_PATH]) {
    driver_place place;
    const char *const equals = strchr(driver->setting, '=');
    if (!find_place_of(equals ? equals + 1 : NULL, &place)) return false;
    memcpy(file, place.file, sizeof place.file);
    memcpy(library, place.library, sizeof place.library);
    return true;
}

bool tool_driver_misnamed(char *reason, size_t size) {
    driver_place place;
    if (!find_place(&place)) return false;
    const size_t length = strlen(place.library);
    if (length == 0) {
        snprintf(reason, size, "%s names no library; reinstall the driver, or remove the file", place.file);
        return true;
    }
    const char last = place.library[length - 1];
    if (last != '\r' && last != ' ' && last != '\t') return false;
    snprintf(reason, size,
             "the line in %s ends in %s, which the OpenCL loader takes for a part of the library's name; end "
             "it with only a line feed",
             place.file[0] ? place.file : "OCL_ICD_VENDORS", last == '\r' ? "CR LF" : "a blank");
    return true;
}

/* The loader confuses a driver that fails with one without a device, so the driver itself is asked. */
static bool refuses_to_list(void *driver, const driver_place *place, char *reason, size_t size) {
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
    if (!entry) {
        snprintf(reason, size, "%s is no OpenCL driver: it has no clIcdGetPlatformIDsKHR", place->library);
        return true;
    }
    const cl_int status = found.platforms(0, NULL, &count);
    if (status == NO_PLATFORM || (status == CL_SUCCESS && count == 0)) return false;
    if (status == CL_OUT_OF_HOST_MEMORY)
        return false; /* defect D31: the answer of a driver without a
                         device */
    if (status != CL_SUCCESS)
        snprintf(reason, size, "the driver lists no platform: clIcdGetPlatformIDsKHR: %s",
                 xl_status_name(status));
    else
        snprintf(reason, size,
                 "the driver %s lists %u platform%s, but the OpenCL loader none; its .icd file must be "
                 "one line with the library's name, and TMPDIR or /tmp a folder that can be written",
                 place->library, count, count == 1 ? "" : "s");
    return true;
}

bool tool_driver_broken(char *reason, size_t size) {
    driver_place place;
    if (!find_place(&place)) return false;
    void *driver = dlopen(place.library, RTLD_LAZY | RTLD_LOCAL); /* stays: some do not survive unloading */
    if (driver) return refuses_to_list(driver, &place, reason, size);
    const char *const why = dlerror();
    if (place.file[0])
        snprintf(reason, size,
                 "the driver's library does not load: %s; reinstall the driver, or remove its .icd file %s",
                 why, place.file);
    else
        snprintf(reason, size,
                 "the library that OCL_ICD_VENDORS names does not load: %s; name a folder of .icd files, an "
                 ".icd file, or a driver's library",
                 why);
    return true;
}

void tool_driver_use(const tool_driver *driver) {
    static char setting[sizeof driver->setting]; /* the environment keeps it */
    if (!driver->setting[0]) return;
    memcpy(setting, driver->setting, sizeof setting);
    putenv(setting);
}

void tool_driver_platforms(unsigned count, unsigned *first, unsigned *end) {
    *first = 0;
    *end = count;
}

int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_private_folder *private_folder) {
    memset(out, 0, TOOL_MAX_DRIVERS * sizeof *out);
#ifdef __APPLE__
    return as_it_is(out);
#endif
    for (int i = 0; i < TOOL_MAX_DRIVERS; i++) out[i] = (tool_driver){.setting = ""};
    const char *files = getenv("OCL_ICD_FILENAMES");
    if (files && *files) return as_it_is(out);
    const char *vendors = getenv("OCL_ICD_VENDORS");
    if (vendors && *vendors) return list_vendors(vendors, out, private_folder);
    return list_folder(vendor_folder(), out, private_folder);
}

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

bool tool_driver_check(tool_driver *out, tool_private_folder *private_folder, char *reason, size_t size) {
    char library[TOOL_PATH], folder[TOOL_PATH], file[TOOL_PATH + 32];
    *out = (tool_driver){.name = "check"};
    if (!tool_check_library(library)) {
        snprintf(reason, size,
                 "libcrosslane_check.so is neither next to this program nor where it installs; the checking "
                 "device needs Linux on x86-64 or aarch64");
        return false;
    }
    const bool made = tool_private_folder_add(private_folder, TOOL_PRIVATE_CHECK, folder);
    snprintf(file, sizeof file, "%s/" TOOL_PRIVATE_DRIVER, made ? folder : "");
    if (!made || xl__os_write_own_file(file, library, strlen(library)) != 0) {
        snprintf(reason, size, "no temporary folder can be written; set TMPDIR to one that can");
        return false;
    }
    snprintf(out->setting, sizeof out->setting, "OCL_ICD_VENDORS=%s", folder);
    snprintf(out->report, sizeof out->report, "CROSSLANE_CHECK_REPORT=%s/findings", folder);
    return true;
}
