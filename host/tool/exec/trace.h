/*
 * trace.h - one small problem of one strategy, and what its SG_SHOW recorded, step by step and lane by lane.
 *
 * The row's record is one of verify with a field more, "trace": the first sub-group that recorded something,
 * and its steps in the order of recording. docs/results.md says what stands in it.
 */
#pragma once

#include "run/session.h"

/* The parent's side: complains of everything that can be known to be wrong without a device: in what was
   typed, in the strategy that it chose, and in what --set spans. */
tool_exit tool_trace_check_words(const tool_options *options);
tool_exit tool_trace_check_choice(const tool_job *job);
tool_exit tool_trace_check_points(const tool_job *job);

/* The worker's side: runs, compares with the reference and tells the record. Where the automatic choice has
   no lanes, the algorithm's first strategy that has some. Complaints go to the parent as failures with their
   exit status. */
tool_exit tool_trace(tool_session *session);
