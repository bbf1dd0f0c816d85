/*
 * cluster.h - one campaign over the ranks of an MPI job. The ranks of a machine share its devices out. Each
 * runs its own as a campaign of one rank does; what it hears is sent to rank 0 (away.h), which writes all
 * rows into one file as they come, and tells its listener of one device after the other (gather.h).
 *
 * Messages, one JSON object each, from other ranks; "device" is the number among what that rank found:
 *   {"event":"begins","device":N,"facts":{...}}    work on a device begins
 *   {"event":"detail","device":N,"facts":{...}}    what only running it told
 *   {"event":"record","device":N,"record":{...}}   a row
 *   {"event":"other","device":N,"of":{...}}        another event of its worker
 *   {"event":"ends","device":N,"facts":{...}}      that device is done
 *   {"event":"stopped","device":N,"facts":{...}}   it is not: an interrupt
 *   {"event":"progress","text":"..."}              for the line on rank 0's terminal
 *   {"event":"complaint","text":"..."}             a line for the person
 *   {"event":"done","status":N,"kept":N,"failures":N}   all its devices are
 *   {"event":"here"}                               it lives
 * and from rank 0: "here"; "stop": the person interrupted; "over": every rank is done or lost.
 */
#ifndef TOOL_CLUSTER_H
#define TOOL_CLUSTER_H

#include "campaign/campaign.h"
#include "system/ranks.h"

typedef enum tool_rank_state { TOOL_RANK_WORKS, TOOL_RANK_DONE, TOOL_RANK_LOST } tool_rank_state;

/* What rank 0 knows of another one. */
typedef struct tool_other {
    tool_rank_state state;
    double heard; /* when it was heard of last, seconds */
    long long rows;
} tool_other;

typedef struct tool_cluster {
    tool_ranks *ranks;
    tool_other *other; /* rank 0: [size]; owned */
    double heard;      /* others: when rank 0 was heard of last */
    double told;       /* when this one said something last */
    double looked, progressed;
    bool over;        /* others: rank 0 has said so, or is silent for good */
    tool_exit status; /* rank 0: the worst of what others ended with */
} tool_cluster;

/* After each rank has marked its devices, or has none for `none`'s reason (else NULL): shares them out, makes
   those of other machines known to rank 0, opens the outputs there. All ranks call it and get the same
   status, with one complaint: TOOL_NO_DEVICE where no rank has a device, TOOL_OUTPUT, TOOL_DEVICE_FAILED. */
tool_exit tool_cluster_join(tool_campaign *campaign, const char *none);

/* Around the work on this rank's devices: before the first, after each, after the last. The last one waits
   until every rank is done, silent for too long, or interrupted. */
void tool_cluster_begin(tool_campaign *campaign);
void tool_cluster_between(tool_campaign *campaign);
void tool_cluster_finish(tool_campaign *campaign);

/* How far this rank is. */
void tool_cluster_progress(tool_campaign *campaign, const char *text);

void tool_cluster_free(tool_campaign *campaign);

#endif
