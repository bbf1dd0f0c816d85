/*
 * tune.h - the worker's side of tune: measures what auto should take, and keeps it as a profile.
 */
#pragma once

#include "options/select.h"
#include "run/session.h"

/* Measures each algorithm of the choices at the case's bench settings (--set as in bench): every strategy at
   every native width over every input, then the tuning values of the two best strategies. The best over all
   inputs (geometric mean of the time relative to each input's best) goes into the profile, which is written
   after each problem. Problems that it already has are skipped. Events: {"event":"choice"} for each problem,
   {"event":"written"} at the end. */
tool_exit tool_tune(tool_session *session, const tool_choice *choices, int count);

/* Makes auto use --profile; {"event":"note"} reports why it or the cached one is not used. */
void tool_profile_take(tool_session *session);
