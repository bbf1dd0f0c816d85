/*
 * trace.h - one small problem of one strategy, and what its SG_SHOW recorded, step by step and lane by lane.
 *
 * The row's record is one of verify with a field more, "trace": the first sub-group that recorded something,
 * and its steps in the order of recording. docs/results.md says what stands in it.
 */
#ifndef TOOL_TRACE_H
#define TOOL_TRACE_H

#include "options/select.h"
#include "run/session.h"

/* The parent's side: complains of everything that can be known to be wrong without a device. */
tool_exit tool_trace_check(const tool_options *options);

/* The worker's side: runs, compares with the reference and tells the record. `first` is the first strategy
   that the name chooses; a bare algorithm means its automatic choice, or where that has no
   lanes the algorithm's first strategy that has some. Complaints go to the parent as failures
   with their exit status. */
tool_exit tool_trace(tool_session *session, const tool_choice *first);

#endif
