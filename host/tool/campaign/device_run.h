/* device_run.h - the work on one device: successive workers until all rows are done. */
#pragma once

#include "campaign/campaign.h"

typedef struct tool_device_run tool_device_run;

bool tool_device_opens(const tool_found *found);

tool_device_run *tool_device_run_make(tool_campaign *campaign, int device, bool in_turns);

/* Returns the turn for which the device waits (job/turns.h); TOOL_NO_TURN: done or interrupted. Without
   `in_turns` it never waits. */
long tool_device_run_on(tool_device_run *run);

/* Ends a waiting worker. */
void tool_device_run_free(tool_device_run *run);
