/*
 * cache_place.h - the command's cache: CROSSLANE_CACHE_DIR, else the user's cache folder.
 */
#pragma once

#include "system/os_folder.h"

/* May not exist yet; freed by the caller. NULL: CROSSLANE_CACHE_DIR is empty, or no home is known. */
char *tool_cache_folder(void);

/* Once per run, in the parent: removes files of killed runs, and reports if others may write there, so that
   the library does not use it (cache.h). Without a usable folder, several compiling workers get a temporary
   one in `private_folder`, unless NULL. */
void tool_cache_look(tool_private_folder *private_folder);

/* Removes this process's marks, before it is killed. */
void tool_cache_leave(void);
