/*
 * cluster.h - one campaign over the ranks of an MPI job. The ranks of a machine share its devices. Each
 * rank sends its events to rank 0 (forward_events.h), which writes all rows into one file and passes the
 * events to its listener, device by device (gather.h).
 *
 * Messages, one JSON object each, from other ranks; "device" is the index on that rank:
 *   {"event":"begins","device":N,"facts":{...}}    work on a device begins
 *   {"event":"detail","device":N,"facts":{...}}    facts that needed the device to run
 *   {"event":"record","device":N,"record":{...}}   a row
 *   {"event":"other","device":N,"of":{...}}        another event of its worker
 *   {"event":"ends","device":N,"facts":{...}}      that device is done
 *   {"event":"stopped","device":N,"facts":{...}}   interrupted before it was done
 *   {"event":"progress","text":"..."}              for the line on rank 0's terminal
 *   {"event":"complaint","text":"..."}             a line for the user
 *   {"event":"done","status":N,"kept":N,"failures":N}   all its devices are done
 *   {"event":"here"}                               the rank is alive
 * and from rank 0: "here"; "stop": the user interrupted; "over": every rank is done or lost.
 */
#pragma once

#include "campaign/campaign.h"
#include "system/ranks.h"

typedef enum tool_rank_state { TOOL_RANK_WORKS, TOOL_RANK_DONE, TOOL_RANK_LOST } tool_rank_state;

typedef struct tool_other {
    tool_rank_state state;
    double heard; /* time of its last message, seconds */
    long long rows;
} tool_other;

typedef struct tool_cluster {
    tool_ranks *ranks;
    tool_other *other; /* rank 0: [size]; owned */
    double heard;      /* others: of rank 0's last message */
    double told;       /* of this rank's last message */
    double looked, progressed;
    bool over;        /* others: rank 0 said "over", or is lost */
    tool_exit status; /* rank 0: the worst status of other ranks */
} tool_cluster;

/* All ranks call it after marking their devices (`none`: why a rank has none, else NULL). Shares the devices
 * out, lists all on rank 0, and opens its outputs. All ranks get the same status, with one complaint:
 * TOOL_NOTHING_DONE if no rank has a device, TOOL_OUTPUT, TOOL_DEVICE_FAILED.
 */
tool_exit tool_cluster_join(tool_campaign *campaign, const char *none);

/* Call before this rank's first device, after each, and after the last. The last call waits until all ranks
   are done, silent for too long, or interrupted. */
void tool_cluster_begin(tool_campaign *campaign);
void tool_cluster_between(tool_campaign *campaign);
void tool_cluster_finish(tool_campaign *campaign);

void tool_cluster_progress(tool_campaign *campaign, const char *text);

void tool_cluster_free(tool_campaign *campaign);
