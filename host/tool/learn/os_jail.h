/*
 * os_jail.h - this command once more, behind walls: for kernels of others, which on a CPU are native code.
 *
 * Inside (Linux; namespaces of users, files, processes and networks, and a list of system calls) there is no
 * network and no socket, and nothing can be written but one folder in memory. Of the files there are the
 * system's programs and libraries (os_jail_files.c), this program, the drivers, and what CROSSLANE_READABLE
 * names (os_jail_paths.c). No process outside can be seen or ended, the user's rights and keys are gone.
 * Files are limited in size, memory is by CROSSLANE_WORKER_MIB. All that is inside ends with its first
 * process.
 */
#pragma once

#include "base/text.h"
#include "crosslane.h"
#include "system/os_folder.h"

enum { TOOL_JAIL_FILES = 64 };

/* What is put into own/answer. */
typedef struct tool_jail_file {
    const char *name;
    const char *text;
    size_t size;
} tool_jail_file;

typedef struct tool_jail {
    bool walls; /* false: none; `own` is then a folder as it is, which has to be this one's alone */
    const char
        *own; /* an absolute path; inside: answer, cache and tmp. With walls in memory, and nobody else's */
    const char *known; /* a folder whose files cache has from the start, and keeps as they are (without walls
                          it is  the cache); NULL: none */
    const char *exercises; /* an absolute path that is shown; NULL: none */
    const char *hidden;    /* an absolute path that shows nothing; NULL: none. `own` must not be below */
    const tool_jail_file *files;
    size_t file_count;
} tool_jail;

typedef struct tool_jailed {
    long pid;     /* 0: nothing runs */
    int from;     /* its standard output */
    xl__text out; /* what came of it; owned */
    bool flooded; /* that was more than TOOL_JAIL_OUTPUT */
    bool ended;   /* as tool_jail_listen saw it last: no more comes of it */
} tool_jailed;
enum { TOOL_JAIL_OUTPUT = 4 << 20 };

/* Makes a new folder below TMPDIR or /tmp, as an absolute path that no link is in, and removes those that
   killed processes have left there. XL_IO. */
int tool_jail_folder_make(char path[TOOL_PATH], xl_error *error);
/* Removes a folder with all in it, following no link. */
void tool_jail_folder_remove(const char *path);
/* Makes a path absolute, without links; false where it does not exist. */
bool tool_jail_real(const char *path, char real[TOOL_PATH]);
/* Whether it is there, and a link. */
bool tool_jail_is_link(const char *path);

/* Whether walls can be made here; else what failed. */
bool tool_jail_works(const tool_jail *jail, xl_error *error);

/* Starts this command with the words, NULL at the end; what it says to standard error goes
   to the file `said`, NULL: nowhere. XL_IO with the step that failed. */
int tool_jail_start(tool_jailed *jailed, const tool_jail *jail, const char *const *words, const char *said,
                    xl_error *error);

/* Waits until one of them has said something or ended, `milliseconds` at most; reads what there is. */
void tool_jail_listen(tool_jailed *const *list, size_t count, int milliseconds);

/* Ends it and all that it has started, if that is still to be done, and gives its exit status or -signal.
   `out` stays. */
int tool_jail_end(tool_jailed *jailed);
