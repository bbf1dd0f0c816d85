/*
 * gather.h - rank 0 writes all ranks' rows to one file, and passes events to the listener, device by device.
 */
#pragma once

#include "campaign/cluster.h"

/* A rank silent for too long is lost. A campaign's `idle`; user: the campaign. */
void tool_gather_idle(void *user);

void tool_gather_tell(tool_campaign *campaign);

void tool_gather_progress(tool_campaign *campaign, const char *text);

/* Waits until all ranks are done or lost; releases them. */
void tool_gather_finish(tool_campaign *campaign);
