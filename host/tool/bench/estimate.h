/*
 * estimate.h - how long verifying and timing will take on a device, said before it starts.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Times the device's compiler on uncached kernels, and counts what will be compiled and timed. Event:
   {"event":"estimate","algorithms":N,"rows":N,"seconds":S}; none if the kernels do not compile. */
void tool_estimate(tool_session *session, const tool_choice *choices, int count);
