/* forward_events.h - a rank other than 0 sends its events to rank 0. */
#pragma once

#include "campaign/cluster.h"

/* Replaces the command's listener. */
extern const tool_listener tool_forward_listener;

/* Listens to rank 0; if that is silent for too long, this rank stops. A campaign's `idle`; user: the
   campaign. */
void tool_forward_idle(void *user);

/* Also sends complaints from now on. */
void tool_forward_begin(tool_campaign *campaign);
void tool_forward_progress(tool_campaign *campaign, const char *text);
/* Reports this rank as done and waits for the others. */
void tool_forward_finish(tool_campaign *campaign);
