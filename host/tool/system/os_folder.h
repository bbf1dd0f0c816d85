/*
 * os_folder.h - a run's own folder among the temporary files: for links to drivers, and for programs if no
 * cache folder can be used. Other users can neither read it nor write in it.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

enum { TOOL_PATH = 1024 };

/* A kind of folder among the temporary files: `prefix` and six letters, below TMPDIR, or /tmp where that
   cannot be written. A file in it, `mark`, is held while its run goes on (os.h). */
typedef struct tool_temporary {
    const char *prefix, *mark;
    void (*remove)(const char *folder);
} tool_temporary;

/* Removes those of runs that are no more. */
void tool_temporary_sweep(const tool_temporary *kind);
/* Makes one; *mark is what xl__os_mark_set gave. XL_IO with the reason. */
int tool_temporary_make(const tool_temporary *kind, char path[TOOL_PATH], int *mark, xl_error *error);

#define TOOL_OWN_DRIVER "library.icd" /* a run's own, for a library that was named without one */
#define TOOL_OWN_CHECK "check"        /* a run's own folder for the checking device, removed with any file */

typedef struct tool_own_folder {
    char path[TOOL_PATH]; /* "" = none was needed */
    int mark;             /* says that the run goes on (os.h) */
} tool_own_folder;

/* Removes the folders of runs that are no more. Makes none yet. */
void tool_own_folder_open(tool_own_folder *own);
/* Makes a folder in it, and it where that is the first: below TMPDIR, or /tmp where that cannot be written.
   False where it cannot be made. */
bool tool_own_folder_add(tool_own_folder *own, const char *name, char path[TOOL_PATH]);
/* Makes one for programs in it, where there is none yet, and names it to workers in CROSSLANE_CACHE_DIR. */
void tool_own_folder_keep_programs(tool_own_folder *own);
/* Removes it with the links, the .icd files and the programs in its folders; what is not a run's own stays.
 */
void tool_own_folder_remove(tool_own_folder *own);

/* ---- any folder --------------------------------------------------------------------------------------- */

bool tool_folder_is_real(const char *path); /* no link to one */
/* Makes a folder whose parent is there, or removes an empty one. 0 or errno: EEXIST where something has the
 * name. */
int tool_folder_make_new(const char *path);
int tool_folder_remove(const char *path);
/* Makes `link` a link to the folder `name` next to it. Does nothing if `link` is not a link, or on systems
 * that let few users create links. */
void tool_folder_link(const char *name, const char *link);
