/*
 * tune.h - the worker's side of tune: measures what auto should take, and keeps it as a profile.
 */
#ifndef TOOL_TUNE_H
#define TOOL_TUNE_H

#include "options/select.h"
#include "run/session.h"

/* Measures each algorithm of the choices at the case's bench settings (--set as in bench): every strategy at
   every native width over every input, then the tuning values of the two best strategies. What is best over
   all inputs (geometric mean of the time against the best for each) goes into the profile, which is written
   after each problem; problems that it has already are left out. Events: {"event":"choice"} for each problem,
   {"event":"written"} at the end. */
tool_exit tool_tune(tool_session *session, const tool_choice *choices, int count);

/* Makes auto go by --profile; tells, {"event":"note"}, why it or the one in the cache is not used. */
void tool_profile_take(tool_session *session);

#endif
