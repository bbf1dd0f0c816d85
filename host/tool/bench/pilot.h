/*
 * pilot.h - how long a launch will take, before it is made.
 */
#ifndef TOOL_PILOT_H
#define TOOL_PILOT_H

#include "run/config.h"

/* Seconds that a launch will take, judged by smaller ones; 0 when they cannot tell. The first may include
   what a driver does late, and a busy machine makes any of them slow: the fastest counts, and where that is
   longer than `allowed`, more are tried. */
double tool_pilot_seconds(tool_session *session, const tool_config *config, const xl__problem *problem,
                          double allowed);

#endif
