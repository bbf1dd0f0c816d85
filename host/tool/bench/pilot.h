/* pilot.h - predicts how long a launch takes. */
#pragma once

#include "run/config.h"

/* Seconds, from smaller launches; 0: unknown. The first may include deferred work of the driver, and a
   busy machine slows any: the fastest counts, and if it exceeds `allowed`, more are tried. */
double tool_pilot_seconds(tool_session *session, const tool_config *config, const xl__problem *large,
                          double allowed);
