/* os_jail_step.c - paths and steps that the files of the sandbox share. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath */
#endif
#include "learn/os_jail_walls.h"
#include "base/status.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool tool_jail_real(const char *path, char real[TOOL_PATH]) {
    char *const found = realpath(path, NULL);
    const bool fits = found && xl__copy_capped(real, TOOL_PATH, found);
    free(found);
    return fits;
}

bool tool_step_done(tool_step *s, const char *what, bool well) {
    *s = (tool_step){what, well ? 0 : errno};
    return well;
}

const char *tool_jail_inside(const tool_jail *jail, const char *name, char path[TOOL_PATH]) {
    return snprintf(path, TOOL_PATH, "%s/%s", jail->folder, name) < TOOL_PATH ? path : "";
}

static bool write_file(const char *path, const char *text, size_t size) {
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    while (file >= 0 && size > 0) {
        const ssize_t got = write(file, text, size);
        if (got < 0 && errno != EINTR) break;
        if (got > 0) {
            text += got;
            size -= (size_t)got;
        }
    }
    return file >= 0 && close(file) == 0 && size == 0;
}

bool tool_jail_fill(const tool_jail *jail, tool_step *s) {
    static const char *const folders[] = {"answer", "cache", "tmp", "over", "work"};
    char path[TOOL_PATH], name[TOOL_PATH];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!tool_step_done(s, "making a folder", mkdir(tool_jail_inside(jail, folders[i], path), 0700) == 0))
            return false;
    for (size_t i = 0; i < jail->file_count; i++) {
        snprintf(name, sizeof name, "answer/%s", jail->files[i].name);
        if (!tool_step_done(
                s, "writing the answer",
                write_file(tool_jail_inside(jail, name, path), jail->files[i].text, jail->files[i].size)))
            return false;
    }
    return true;
}
