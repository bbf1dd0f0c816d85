/*
 * ranks.h - the ranks of an MPI job that runs this command: `mpirun -n 4 crosslane ...`. Only this module
 * calls MPI, in one thread. Without MPI or a launcher there is one rank. Every wait ends at an interrupt
 * or after CROSSLANE_RANK_SECONDS (default 300). There are no blocking calls except MPI_Init and
 * MPI_Finalize, which run under an alarm.
 */
#pragma once

#include "system/exit_status.h"
#include <stdbool.h>
#include <stddef.h>

struct tool_ranks_inner;

typedef struct tool_ranks {
    int rank, size;                 /* this one, from 0, and how many there are */
    int node, nodes;                /* its machine, from 1 in the order of their first ranks, and how many */
    int node_rank, node_size;       /* the same of the ranks of this machine */
    struct tool_ranks_inner *inner; /* NULL: one rank, MPI is not used */
} tool_ranks;

/* Reads the launcher's environment; calls nothing of MPI. `size` is 0 if a launcher does not report it. */
void tool_ranks_look(tool_ranks *ranks);

/* True if a variable of the environment, "NAME=value", belongs to a launcher. */
bool tool_ranks_is_launchers(const char *variable);

/* True if there are several ranks. NULL means one rank. */
bool tool_ranks_are_many(const tool_ranks *ranks);

/* Joins the other ranks if `ranks`, filled by tool_ranks_look, shows a launcher. From now on complaints of
   ranks other than 0 are stored for tool_ranks_agree. TOOL_USAGE with a complaint: built without MPI, or
   with another MPI than the launcher's. Call tool_ranks_end in either case. */
tool_exit tool_ranks_begin(tool_ranks *ranks);

/* Gives every rank the text of each: all[0] to all[size - 1], one block that the caller frees. All ranks call
   it. TOOL_DEVICE_FAILED with a complaint, and *all NULL, where one does not within the limit;
   TOOL_INTERRUPTED. */
tool_exit tool_ranks_share(tool_ranks *ranks, const char *mine, char ***all);

/* Gives every rank the worst status of all. All ranks call it. Rank 0 complains of what others have
   complained of since, in one line with the first one's node and rank, unless it has failed by itself. */
tool_exit tool_ranks_agree(tool_ranks *ranks, tool_exit mine);

/* The machine of a rank, from 1. */
int tool_ranks_node_of(const tool_ranks *ranks, int rank);

/* Sends a text and does not wait. Messages of one rank to another arrive in their order. */
void tool_ranks_send(tool_ranks *ranks, int to, const char *text);

/* The next message that is here, and which rank it is from; NULL: none. To be freed. Also lets messages that
   are being sent go on: to be called ten times a second or so. */
char *tool_ranks_receive(tool_ranks *ranks, int *from);

/* True if the next call is due, 0.02 s after *last, which then becomes the current time. */
bool tool_ranks_due(double *last);

/* Seconds that a wait for other ranks may take. */
double tool_ranks_patience(void);

/* A rank is gone, or the others are not to go on: the end does not wait for them. */
void tool_ranks_give_up(tool_ranks *ranks);

/* The last call: waits for what is being sent, leaves the job, and gives what main returns: the status on
   rank 0, 0 on others, so that launchers report one. */
int tool_ranks_end(tool_ranks *ranks, tool_exit status);
