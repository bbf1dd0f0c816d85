/*
 * os_note.h - a page that a worker shares with its parent: which of the driver's calls it is in.
 *
 * Whatever ends a worker, a handler of its driver's or none, the parent can read it.
 */
#ifndef TOOL_OS_NOTE_H
#define TOOL_OS_NOTE_H

#include "base/calls.h"

/* Descriptors that a worker finds open: where its events go, the note, and its job as text. */
enum { TOOL_EVENT_FD = 3, TOOL_NOTE_FD = 4, TOOL_JOB_FD = 5, TOOL_OTHERS_FD = 6 };

typedef struct tool_note {
    char mark[16];   /* by which a worker knows it */
    char taken;      /* the worker has it */
    xl__calls calls; /* of the worker's main thread */
} tool_note;

/* Parent: a new one, and *file to be handed to a worker and closed, above TOOL_JOB_FD. NULL where the system
   has none (all but Linux) or no memory: then nobody knows. */
tool_note *tool_note_make(int *file);
void tool_note_free(tool_note *note);

/* An open file without a name, above TOOL_JOB_FD; -1: the system has none (all but Linux). */
int tool_memory_file(void);

/* Worker, in its main thread: the calls of this thread are noted from here on, if it was handed a note. */
void tool_note_take(void);

#endif
