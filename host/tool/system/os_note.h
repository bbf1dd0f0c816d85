/* os_note.h - a worker's current driver call, in a page that its parent can read however the worker ends. */
#pragma once

#include "base/calls.h"

/* Inherited by a worker: for its events, the note, its job, the pipe that closes when it is the last process,
 * and the pipe that starts its turn (os_process.h).
 */
enum {
    TOOL_EVENT_FD = 3,
    TOOL_NOTE_FD = 4,
    TOOL_JOB_FD = 5,
    TOOL_OTHERS_FD = 6,
    TOOL_TURN_FD = 7,
    TOOL_FREE_FD
};

typedef struct tool_note {
    char mark[16];   /* a worker recognises it by this */
    char taken;      /* the worker has taken the note */
    char left;       /* its exit handlers have run, so it was not killed */
    xl__calls calls; /* of the worker's main thread */
} tool_note;

/* Parent: *file is given to a worker and closed. NULL: not supported (all but Linux) or no memory; an end's
 * cause is then unknown.
 */
tool_note *tool_note_make(int *file);
void tool_note_free(tool_note *note);

/* Unnamed; -1: not Linux. */
int tool_memory_file(void);

/* Moves a descriptor past a worker's fixed ones: a copy onto itself would stay close-on-exec. 0, or errno
 * with the descriptor closed and -1.
 */
int tool_move_up(int *fd);

/* Worker: notes its main thread's calls from here on. */
void tool_note_take(void);
