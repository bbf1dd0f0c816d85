/*
 * os_note.h - a page that a worker shares with its parent: which of the driver's calls it is in.
 *
 * Whatever ends a worker, a handler of its driver's or none, the parent can read it.
 */
#ifndef TOOL_OS_NOTE_H
#define TOOL_OS_NOTE_H

#include "base/calls.h"

enum { TOOL_NOTE_FD = 4 }; /* the descriptor by which a worker gets it */

typedef struct tool_note {
    char mark[16];   /* by which a worker knows it */
    char taken;      /* the worker has it */
    xl__calls calls; /* of the worker's main thread */
} tool_note;

/* Parent: a new one, and *file to be handed to a worker and closed, above TOOL_NOTE_FD. NULL where the system
   has none (all but Linux) or no memory: then nobody knows. */
tool_note *tool_note_make(int *file);
void tool_note_free(tool_note *note);

/* Worker, in its main thread: the calls of this thread are noted from here on, if it was handed a note. */
void tool_note_take(void);

#endif
