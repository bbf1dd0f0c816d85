/*
 * gather.h - rank 0: writes rows of all ranks to one file, tells the listener of one device after the other.
 * Part of cluster.c.
 */
#pragma once

#include "campaign/cluster.h"

/* Takes other ranks' messages; a rank silent for too long is lost. A campaign's `idle`; user: the
   campaign. */
void tool_gather_idle(void *user);

/* Tells the listener of ended devices of other ranks. */
void tool_gather_tell(tool_campaign *campaign);

void tool_gather_progress(tool_campaign *campaign, const char *text);

/* Waits until all ranks are done or lost, and releases them. */
void tool_gather_finish(tool_campaign *campaign);
