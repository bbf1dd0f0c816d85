/*
 * os_jail.h - runs this command in a sandbox, for kernels of others, which are native code on a CPU. On
 * Linux the sandbox uses namespaces of users, files, processes and networks, and a list of allowed system
 * calls. It has no network, and can write to one folder in memory only. It can read the system's programs
 * and libraries (os_jail_files.c), this program, the drivers, and what CROSSLANE_READABLE lists
 * (os_jail_paths.c). It cannot see or end outside processes, and has none of the user's rights and keys.
 * File sizes are limited; CROSSLANE_WORKER_MIB limits memory. All processes inside end with the first.
 */
#pragma once

#include "base/text.h"
#include "crosslane.h"
#include "system/os_folder.h"

enum { TOOL_JAIL_FILES = 64 };

typedef struct tool_jail_file {
    const char *name;
    const char *text;
    size_t size;
} tool_jail_file;

typedef struct tool_jail {
    bool walls;            /* false: no sandbox; `folder` is an ordinary folder, for this answer only */
    const char *folder;    /* absolute path, with answer, cache and tmp; in a sandbox in memory */
    const char *known;     /* a folder with initial, read-only files of the cache (without a sandbox it is the
                              cache); NULL: none */
    const char *exercises; /* an absolute path, readable; NULL: none */
    const char *hidden;    /* an absolute path that appears empty; NULL: none. `folder` must not be below */
    const tool_jail_file *files;
    size_t file_count;
} tool_jail;

typedef struct tool_jailed {
    long pid;     /* 0: nothing runs */
    int from;     /* its standard output */
    xl__text out; /* what it wrote; owned */
    bool flooded; /* wrote more than TOOL_JAIL_OUTPUT */
    bool ended;   /* its output has ended */
} tool_jailed;
enum { TOOL_JAIL_OUTPUT = 4 << 20 };

/* Below TMPDIR or /tmp, as an absolute path without links. Removes folders that killed processes left.
   XL_IO. */
int tool_jail_folder_make(char path[TOOL_PATH], xl_error *error);
/* Follows no links. */
void tool_jail_folder_remove(const char *path);
/* An absolute path without links; false: it does not exist. */
bool tool_jail_real(const char *path, char real[TOOL_PATH]);
bool tool_jail_is_link(const char *path);

/* False: `error` has the failed step. */
bool tool_jail_works(const tool_jail *jail, xl_error *error);

/* `words` end with NULL; standard error goes to the file `said`, NULL: nowhere. XL_IO with the failed
   step. */
int tool_jail_start(tool_jailed *jailed, const tool_jail *jail, const char *const *words, const char *said,
                    xl_error *error);

/* Waits up to `milliseconds` until a process writes or ends. */
void tool_jail_listen(tool_jailed *const *list, size_t count, int milliseconds);

/* Ends it with its children; returns its exit status or -signal. `out` stays. */
int tool_jail_end(tool_jailed *jailed);
