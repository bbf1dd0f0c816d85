/*
 * os_note.h - a page that a worker shares with its parent: which of the driver's calls it is in.
 *
 * Whatever ends a worker, a handler of its driver's or none, the parent can read it.
 */
#pragma once

#include "base/calls.h"

/* File descriptors that a worker inherits: for its events, the note, its job as text, the pipe that closes
 * when it is the last process, and the pipe that starts its turn (os_process.h). */
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
    char taken;      /* the worker has taken the note */
    char left;       /* its exit handlers have run, so it was not killed */
    xl__calls calls; /* of the worker's main thread */
} tool_note;

/* Parent: makes a note, and *file, which is given to a worker and closed. NULL if the system has none (all
 * but Linux) or no memory: then the end's cause is unknown. */
tool_note *tool_note_make(int *file);
void tool_note_free(tool_note *note);

/* An open file without a name, to be handed to a worker; -1: the system has none (all but Linux). */
int tool_memory_file(void);

/* Moves a descriptor for a worker past the worker's fixed descriptors: a copy of one onto itself would keep
 * the close-on-exec mark. Returns 0, or errno, and then it is closed and -1. */
int tool_move_up(int *fd);

/* Worker, in its main thread: the calls of this thread are noted from here on, if it was handed a note. */
void tool_note_take(void);
