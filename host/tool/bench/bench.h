/*
 * bench.h - the worker's side of bench: verify, warm up, time interleaved, verify again.
 */
#ifndef TOOL_BENCH_H
#define TOOL_BENCH_H

#include "run/config.h"

/* Times every choice at every target, point by point: all strategies and widths of one point share inputs and
   are timed in turns. `default_points`: no --set given, take the case's own settings (on a slow device the
   first alone) and, with `all_inputs`, every input distribution. */
tool_exit tool_bench(tool_session *session, const tool_choice *choices, int count, bool all_inputs);

/* How many rows tool_bench would time; *sampled: seconds that each spends warming up and on samples. */
double tool_bench_rows(tool_session *session, const tool_choice *choices, int count, bool all_inputs,
                       double *sampled);

/* For commands that choose what is timed themselves. NULL: the failure has been told. `warm`: seconds that
   warming up takes at least. */
typedef struct tool_bench_job tool_bench_job;
tool_bench_job *tool_bench_open(tool_session *session, double warm);
void tool_bench_close(tool_bench_job *job);
/* Samples and seconds of each row, in place of those of the options. */
void tool_bench_limit(tool_bench_job *job, int samples, double min_time);
/* How far the command is, for the progress: `done` of `points`. */
void tool_bench_share(tool_bench_job *job, double done, double points);
/* Times these configurations of one problem in turns, each verified before and after; a bench record of each.
   median_ns[i] gets the median, 0 where it did not run rightly. */
void tool_bench_times(tool_bench_job *job, const tool_config *configs, int count, double *median_ns);

#endif
