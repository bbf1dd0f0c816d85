/*
 * trace.h - the values that SG_SHOW recorded in a small problem, by step and lane. The record is that of
 * verify with a field "trace": the first sub-group that recorded a value, and its steps (docs/results.md).
 */
#pragma once

#include "run/session.h"

/* Parent: complains of mistakes in the command line. */
tool_exit tool_trace_check_words(const tool_options *options);
tool_exit tool_trace_check_choice(const tool_job *job);
tool_exit tool_trace_check_points(const tool_job *job);

/* Worker: runs, compares and reports the record. If auto's choice has no lanes, uses the algorithm's first
 * strategy with lanes. Complaints go to the parent as failures with their exit status.
 */
tool_exit tool_trace(tool_session *session);

/* The same for one strategy of any case. */
tool_exit tool_trace_choice(tool_session *session, const tool_choice *choice);
