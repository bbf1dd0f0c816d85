/*
 * cache_place.h - where the command keeps what it found out: CROSSLANE_CACHE_DIR, else the user's cache
 * folder.
 */
#ifndef TOOL_CACHE_PLACE_H
#define TOOL_CACHE_PLACE_H

#include "system/os_folder.h"

/* The folder, freed by the caller; NULL: none (CROSSLANE_CACHE_DIR is set and empty, or no home is known). It
   need not be there yet. */
char *tool_cache_folder(void);

/* Once a run, in the parent: removes what killed runs left in the folder; where others may write in it, so
   that the library does without (cache.h), says so. Where programs are compiled by several workers and there
   is no folder that they could use, they get one of this run's own (`own`; NULL: they need none). */
void tool_cache_look(tool_own_folder *own);

#endif
