/*
 * os_folder.h - a run's private temporary folder: for links to drivers, and for programs without a usable
 * cache folder.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

enum { TOOL_PATH = 1024 };

/* `prefix` and six letters, below TMPDIR or, if that is not writable, /tmp. Its run holds the file `mark`
   (os.h). */
typedef struct tool_temporary {
    const char *prefix, *mark;
    void (*remove)(const char *folder);
} tool_temporary;

/* Removes those of dead runs. */
void tool_temporary_sweep(const tool_temporary *kind);
/* *mark: from xl__os_mark_set. XL_IO with the reason. */
int tool_temporary_make(const tool_temporary *kind, char path[TOOL_PATH], int *mark, xl_error *error);

#define TOOL_PRIVATE_DRIVER "library.icd" /* for a library named without an .icd file */
#define TOOL_PRIVATE_CHECK "check"        /* for the checking device */

typedef struct tool_private_folder {
    char path[TOOL_PATH]; /* "": none was needed */
    int mark;             /* held by the run */
} tool_private_folder;

/* Makes none yet; removes those of dead runs. */
void tool_private_folder_open(tool_private_folder *folder);
/* Makes the run's folder too if needed. False: cannot be made. */
bool tool_private_folder_add(tool_private_folder *folder, const char *name, char path[TOOL_PATH]);
/* Makes one for programs, if needed, as workers' CROSSLANE_CACHE_DIR. */
void tool_private_folder_keep_programs(tool_private_folder *folder);
/* With its links, .icd files and programs; other files stay. */
void tool_private_folder_remove(tool_private_folder *folder);

bool tool_folder_is_real(const char *path); /* no link to one */
/* The parent must exist; only an empty folder is removed. 0 or errno, such as EEXIST. */
int tool_folder_make_new(const char *path);
int tool_folder_remove(const char *path);
/* To `name` next to it. Does nothing if `link` is no link, or where few users may create links. */
void tool_folder_link(const char *name, const char *link);
