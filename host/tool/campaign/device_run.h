/*
 * device_run.h - the work on one device: worker behind worker, until all rows are done. A worker that dies,
 * hangs or takes too much memory costs the row it was at. Part of campaign.c.
 */
#ifndef TOOL_DEVICE_RUN_H
#define TOOL_DEVICE_RUN_H

#include "campaign/campaign.h"

typedef struct tool_device_run tool_device_run;

/* Whether its driver answered for it: there is work to be done on it. */
bool tool_device_opens(const tool_found *found);

tool_device_run *tool_device_run_make(tool_campaign *campaign, int device, bool in_turns);

/* Works until the device waits for a turn (job/turns.h), whose number is returned; TOOL_NO_TURN: it is done,
   or the person has interrupted. One that is not `in_turns` waits for none. */
long tool_device_run_on(tool_device_run *run);

/* Ends what waits. */
void tool_device_run_free(tool_device_run *run);

#endif
