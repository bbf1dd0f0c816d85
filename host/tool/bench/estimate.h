/*
 * estimate.h - how long verifying and timing will take on a device, said before it starts.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Times the device's compiler on uncached kernels, and counts what will be compiled and timed. Event:
   {"event":"estimate","algorithms":N,"rows":N,"seconds":S,"all_algorithms":N,"all_seconds":S}; none if the
   kernels do not compile. The first three are of the first `count` choices, the others of all `all` of them.
 */
void tool_estimate(tool_session *session, const tool_choice *choices, int count, int all);
