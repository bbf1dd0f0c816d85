/*
 * trace.h - one small problem of one strategy, and the values its SG_SHOW recorded, step by step and lane by
 * lane. The row's record is that of verify with a field "trace": the first sub-group that recorded a value,
 * and its steps in the order of recording. docs/results.md describes the fields.
 */
#pragma once

#include "run/session.h"

/* Parent: complains of every mistake that can be found without a device: in the command line, in the chosen
 * strategy, and in the values of --set. */
tool_exit tool_trace_check_words(const tool_options *options);
tool_exit tool_trace_check_choice(const tool_job *job);
tool_exit tool_trace_check_points(const tool_job *job);

/* Worker: runs, compares with the reference and reports the record. If the automatic choice has no lanes,
 * uses the algorithm's first strategy with lanes. Complaints go to the parent as failures with their exit
 * status. */
tool_exit tool_trace(tool_session *session);
