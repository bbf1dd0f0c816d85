/*
 * away.h - a rank other than 0: what it hears is sent. Part of cluster.c.
 */
#ifndef TOOL_AWAY_H
#define TOOL_AWAY_H

#include "campaign/cluster.h"

/* In place of the command's listener. */
extern const tool_listener tool_away_listener;

/* Hears what rank 0 says; where that is silent for too long this rank stops. A campaign's idle; user: it. */
void tool_away_idle(void *user);

/* Complaints are sent, too. */
void tool_away_begin(tool_campaign *campaign);
void tool_away_progress(tool_campaign *campaign, const char *text);
/* Says that this rank is done and waits until all are. */
void tool_away_finish(tool_campaign *campaign);

#endif
