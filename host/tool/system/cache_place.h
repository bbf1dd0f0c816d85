/*
 * cache_place.h - where the command keeps what it found out: CROSSLANE_CACHE_DIR, else the user's cache
 * folder.
 */
#ifndef TOOL_CACHE_PLACE_H
#define TOOL_CACHE_PLACE_H

/* The folder, freed by the caller; NULL: none (CROSSLANE_CACHE_DIR is set and empty, or no home is known). It
   need not be there yet. */
char *tool_cache_folder(void);

/* Once a run, in the parent: removes what killed runs left in the folder; where others may write in it, so
   that the library does without (cache.h), says so. */
void tool_cache_look(void);

#endif
