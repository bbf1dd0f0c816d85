/*
 * bench.h - the worker's side of bench: verify, warm up, time interleaved, verify again.
 */
#ifndef TOOL_BENCH_H
#define TOOL_BENCH_H

#include "select.h"
#include "session.h"

/* Times every choice at every target, point by point: all strategies and widths of one point share inputs and
   are timed in turns. `default_points`: no --set given, take the case's own settings (on a slow device the
   first alone) and, with `all_inputs`, every input distribution. */
tool_exit tool_bench(tool_session *session, const tool_choice *choices, int count, bool all_inputs);

#endif
