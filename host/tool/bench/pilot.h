/* pilot.h - predicts how long a launch takes. */
#pragma once

#include "run/config.h"

/* Seconds, from smaller launches; 0: unknown. A driver defers work to the first, and a busy machine slows
   any: the fastest counts, and more are tried if it exceeds `allowed`. */
double tool_pilot_seconds(tool_session *session, const tool_config *config, const xl__problem *large,
                          double allowed);
