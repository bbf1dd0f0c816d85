/* estimate.h - predicts how long verifying and timing take. */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Times the compiler, and counts what will be compiled and timed. Event:
   {"event":"estimate","algorithms":N,"rows":N,"seconds":S,"all_algorithms":N,"all_seconds":S}; none if the
   kernels do not compile. The first three are of `count` choices, the others of `all`. */
void tool_estimate(tool_session *session, const tool_choice *choices, int count, int all);
