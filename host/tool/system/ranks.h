/*
 * ranks.h - the ranks of `mpirun -n 4 crosslane ...`. Only this module calls MPI, in one thread. Without MPI
 * or a launcher there is one rank. Waits end at an interrupt or after CROSSLANE_RANK_SECONDS (default 300).
 * Only MPI_Init and MPI_Finalize block, under an alarm.
 */
#pragma once

#include "system/exit_status.h"
#include <stdbool.h>
#include <stddef.h>

struct tool_ranks_inner;

typedef struct tool_ranks {
    int rank, size;                 /* this rank, from 0; all ranks */
    int node, nodes;                /* its machine, from 1 in the order of first ranks; all machines */
    int node_rank, node_size;       /* of the ranks of this machine */
    struct tool_ranks_inner *inner; /* NULL: one rank, without MPI */
} tool_ranks;

/* From the launcher's environment, without MPI. `size` 0: not reported. */
void tool_ranks_look(tool_ranks *ranks);

/* "NAME=value". */
bool tool_ranks_is_launchers(const char *variable);

/* NULL: one rank. */
bool tool_ranks_are_many(const tool_ranks *ranks);

/* Joins the ranks if tool_ranks_look found a launcher. Keeps complaints of ranks other than 0 for
   tool_ranks_agree. TOOL_USAGE with a complaint: built without MPI, or with another than the launcher's. Call
   tool_ranks_end in either case. */
tool_exit tool_ranks_begin(tool_ranks *ranks);

/* All ranks call it and get all texts: all[0] to all[size - 1], one block that the caller frees.
   TOOL_DEVICE_FAILED with a complaint, and *all NULL, if a rank misses the limit; TOOL_INTERRUPTED. */
tool_exit tool_ranks_share(tool_ranks *ranks, const char *mine, char ***all);

/* All ranks call it and get the worst status. Unless it failed itself, rank 0 prints others' complaints since
   the last call in one line, with the first one's node and rank. */
tool_exit tool_ranks_agree(tool_ranks *ranks, tool_exit mine);

/* Machines count from 1. */
int tool_ranks_node_of(const tool_ranks *ranks, int rank);

/* Does not wait. Messages between two ranks keep their order. */
void tool_ranks_send(tool_ranks *ranks, int to, const char *text);

/* NULL: none. Freed by the caller. Also advances sends: call it some ten times a second. */
char *tool_ranks_receive(tool_ranks *ranks, int *from);

/* 0.02 s after *last, which becomes the current time. */
bool tool_ranks_due(double *last);

double tool_ranks_patience(void);

/* After this, the end does not wait for other ranks. */
void tool_ranks_give_up(tool_ranks *ranks);

/* Waits for sends, leaves the job, returns main's status: `status` on rank 0, 0 on others, so that launchers
   report one. */
int tool_ranks_end(tool_ranks *ranks, tool_exit status);
