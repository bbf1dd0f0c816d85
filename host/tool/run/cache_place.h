/*
 * cache_place.h - the command's cache: CROSSLANE_CACHE_DIR, else the user's cache folder.
 */
#pragma once

#include "system/os_folder.h"

/* The folder, which need not exist yet; freed by the caller. NULL: none (CROSSLANE_CACHE_DIR is set and
   empty, or no home is known). */
char *tool_cache_folder(void);

/* Once per run, in the parent: removes files of killed runs from the folder, and reports if others may write
   in it, so that the library does not use it (cache.h). Several compiling workers without a usable folder get
   a temporary one (`own`; NULL: not needed). */
void tool_cache_look(tool_own_folder *own);

/* Removes what this process holds there, before it is killed. */
void tool_cache_leave(void);
