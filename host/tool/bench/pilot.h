/*
 * pilot.h - how long a launch will take, before it is made.
 */
#pragma once

#include "run/config.h"

/* Seconds that a launch will take, predicted from smaller ones; 0: not known. The first may include deferred
   work of the driver, and a busy machine slows any of them: the fastest counts, and if it exceeds `allowed`,
   more are tried. */
double tool_pilot_seconds(tool_session *session, const tool_config *config, const xl__problem *large,
                          double allowed);
