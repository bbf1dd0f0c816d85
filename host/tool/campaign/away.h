/*
 * away.h - a rank other than 0 sends its events to rank 0. Part of cluster.c.
 */
#pragma once

#include "campaign/cluster.h"

/* Replaces the command's listener. */
extern const tool_listener tool_away_listener;

/* Listens to rank 0; if that is silent for too long, this rank stops. A campaign's `idle`; user: the
   campaign. */
void tool_away_idle(void *user);

/* From now on complaints are sent, too. */
void tool_away_begin(tool_campaign *campaign);
void tool_away_progress(tool_campaign *campaign, const char *text);
/* Reports this rank as done and waits for all others. */
void tool_away_finish(tool_campaign *campaign);
