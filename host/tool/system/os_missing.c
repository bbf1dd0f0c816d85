/* os_missing.c - POSIX: checks folders and device files. */
#define _XOPEN_SOURCE 700
#include "system/os_missing.h"
#include "base/os.h"
#include "base/text.h"
#include "system/os_drivers.h"
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A group may open the graphics processors' files. */
static void tell_closed(xl__text *text) {
    static const char folder[] = "/dev/dri";
    char **names = NULL;
    size_t count = 0;
    if (xl__os_list_folder(folder, &names, &count) != 0) return;
    for (size_t i = 0; i < count; i++) {
        char path[300];
        struct stat facts;
        if (strncmp(names[i], "renderD", 7) != 0) continue;
        snprintf(path, sizeof path, "%s/%.200s", folder, names[i]);
        if (access(path, R_OK | W_OK) == 0 || errno != EACCES || stat(path, &facts) != 0) continue;
        const struct group *const group = getgrgid(facts.st_gid);
        xl__text_format(text, "; this user may not open %s: join the group %s and log in again", path,
                        group ? group->gr_name : "that owns it");
        break;
    }
    xl__os_free_names(names, count);
}

/* Some drivers have no device if they cannot keep compiled kernels there. */
static void tell_cache(xl__text *text) {
    const char *const given = getenv("XDG_CACHE_HOME"), *const home = getenv("HOME");
    const bool named = given && *given;
    char path[TOOL_PATH], reason[200];
    if (!named && (!home || !*home)) return;
    const int size = snprintf(path, sizeof path, "%s%s", named ? given : home, named ? "" : "/.cache");
    if (size < 0 || (size_t)size >= sizeof path) return;
    int error = xl__os_make_folders(path);
    if (error == 0 && access(path, W_OK | X_OK) != 0) error = errno;
    if (error != 0)
        xl__text_format(text,
                        "; %s cannot be written (%s), which some drivers need: set %s to a folder of yours",
                        path, xl__os_reason(error, reason, sizeof reason), named ? "XDG_CACHE_HOME" : "HOME");
}

static void tell_temporary(xl__text *text) {
    const char *const given = getenv("TMPDIR");
    if (!given || !*given || access(given, W_OK | X_OK) == 0) return;
    char reason[200];
    xl__text_format(text, "; TMPDIR=%s cannot be written (%s): name a folder that can, or unset it", given,
                    xl__os_reason(errno, reason, sizeof reason));
}

void tool_no_device_reason(const char *answers, char *text, size_t size) {
    static const char help[] =
        "./quickstart.sh installs one for the CPU and names the driver that a GPU needs";
    char none[TOOL_PATH + 200];
    if (!*answers) {
        tool_drivers_none(none, sizeof none);
        snprintf(text, size, "no OpenCL device: %s %s", none, help);
        return;
    }
    xl__text hints = {0};
    tell_closed(&hints);
    tell_cache(&hints);
    tell_temporary(&hints);
    if (hints.size > 0 && !hints.failed)
        snprintf(text, size, "no OpenCL device: %s%s", answers, hints.data);
    else
        snprintf(text, size,
                 "no OpenCL device: %s; there is no hardware for it, or this user may not open it; %s",
                 answers, help);
    xl__text_free(&hints);
}
