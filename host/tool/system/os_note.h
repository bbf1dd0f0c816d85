/*
 * os_note.h - a page that a worker shares with its parent: which of the driver's calls it is in.
 *
 * Whatever ends a worker, a handler of its driver's or none, the parent can read it.
 */
#pragma once

#include "base/calls.h"

/* Descriptors that a worker finds open: where its events go, the note, its job as text, what tells that it is
   alone, and what tells that it is its turn (os_process.h). */
enum {
    TOOL_EVENT_FD = 3,
    TOOL_NOTE_FD = 4,
    TOOL_JOB_FD = 5,
    TOOL_OTHERS_FD = 6,
    TOOL_TURN_FD = 7,
    TOOL_FREE_FD
};

typedef struct tool_note {
    char mark[16];   /* by which a worker knows it */
    char taken;      /* the worker has it */
    char left;       /* its exit handlers have run, so nobody killed it */
    xl__calls calls; /* of the worker's main thread */
} tool_note;

/* Parent: a new one, and *file to be handed to a worker and closed. NULL where the system
   has none (all but Linux) or no memory: then nobody knows. */
tool_note *tool_note_make(int *file);
void tool_note_free(tool_note *note);

/* An open file without a name, to be handed to a worker; -1: the system has none (all but Linux). */
int tool_memory_file(void);

/* Moves a descriptor that is to be handed to a worker behind those that it finds: a copy of one onto itself
   would keep the close-on-exec mark. 0, or errno, and it is closed and -1. */
int tool_move_up(int *fd);

/* Worker, in its main thread: the calls of this thread are noted from here on, if it was handed a note. */
void tool_note_take(void);
