/* tune.h - the worker's side of tune: measures what auto should take, for a profile. */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Measures each problem of bench: every strategy at every native width over every input, then tuning values
   of the two best. The best over all inputs (geometric mean relative to each input's best) goes into the
   profile, written after each problem. Skips problems of the profile. Events: {"event":"choice"} per problem,
   {"event":"written"} at the end. */
tool_exit tool_tune(tool_session *session, const tool_choice *choices, int count);

/* Makes auto use --profile; {"event":"note"} says why it or the cached one is not used. */
void tool_profile_take(tool_session *session);
