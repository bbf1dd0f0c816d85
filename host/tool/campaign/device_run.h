/*
 * device_run.h - the work on one device: successive workers until all rows are done. A worker that dies,
 * hangs or takes too much memory costs its current row.
 */
#pragma once

#include "campaign/campaign.h"

typedef struct tool_device_run tool_device_run;

bool tool_device_opens(const tool_found *found);

tool_device_run *tool_device_run_make(tool_campaign *campaign, int device, bool in_turns);

/* Works until the device waits for a turn (job/turns.h), whose number it returns, or TOOL_NO_TURN: done or
   interrupted. Without `in_turns` it never waits. */
long tool_device_run_on(tool_device_run *run);

/* Ends a waiting worker. */
void tool_device_run_free(tool_device_run *run);
