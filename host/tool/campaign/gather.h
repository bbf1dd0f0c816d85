/*
 * gather.h - rank 0: rows of all ranks in one file, devices one after the other for the listener. Part of
 * cluster.c.
 */
#ifndef TOOL_GATHER_H
#define TOOL_GATHER_H

#include "campaign/cluster.h"

/* Takes what other ranks have sent; one that is silent for too long is lost. A campaign's idle; user: it. */
void tool_gather_idle(void *user);

/* Tells the listener of other ranks' devices that have ended. */
void tool_gather_tell(tool_campaign *campaign);

void tool_gather_progress(tool_campaign *campaign, const char *text);

/* Waits until all ranks are done or lost, and lets them go. */
void tool_gather_finish(tool_campaign *campaign);

#endif
