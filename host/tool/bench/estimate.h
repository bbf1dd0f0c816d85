/*
 * estimate.h - how long verifying and timing will take on a device, said before it starts.
 */
#ifndef TOOL_ESTIMATE_H
#define TOOL_ESTIMATE_H

#include "options/select.h"
#include "run/session.h"

/* Times how long the device's compiler takes for kernels that no cache has, and counts what will be compiled
   and timed. Event: {"event":"estimate","algorithms":N,"rows":N,"seconds":S}; where the kernels cannot be
   compiled, none. */
void tool_estimate(tool_session *session, const tool_choice *choices, int count);

#endif
