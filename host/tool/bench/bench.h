/*
 * bench.h - the worker's side of bench: verify, warm up, time interleaved, verify again.
 */
#pragma once

#include "run/config.h"

/* Times every choice at every target, point by point: all strategies and widths of one point share inputs and
 * are timed alternating. Without --set it uses the case's own settings (on a slow device fewer) and, with
 * `all_inputs`, every input distribution. */
tool_exit tool_bench(tool_session *session, const tool_choice *choices, int count, bool all_inputs);

/* The same in parts: begin measures what the device can do, then each part adds its choices. NULL: the
 * failure was reported. Closed by tool_bench_close. */
typedef struct tool_bench_job tool_bench_job;
tool_bench_job *tool_bench_begin(tool_session *session);
tool_exit tool_bench_part(tool_bench_job *job, const tool_choice *choices, int count, bool all_inputs);

/* The number of rows that tool_bench would time; *sampled: seconds of warm-up and samples of each. */
double tool_bench_rows(tool_session *session, const tool_choice *choices, int count, bool all_inputs,
                       double *sampled);

/* For commands that choose the configurations themselves. `warm`: least seconds of warm-up. NULL: the failure
 * was reported. */
tool_bench_job *tool_bench_open(tool_session *session, double warm);
void tool_bench_close(tool_bench_job *job);
/* Replaces the options' samples and seconds per row. */
void tool_bench_limit(tool_bench_job *job, int samples, double min_time);
/* For a machine with other load: from now on a configuration that takes several times as long as the best is
 * dropped after a few samples, except the first configuration, and times are lower quartiles. */
void tool_bench_contest(tool_bench_job *job);
/* For the progress: `done` of `points`. */
void tool_bench_share(tool_bench_job *job, double done, double points);
/* Times these configurations of one problem alternating, verifies each before and after, and writes a bench
 * record of each. time_ns[i] gets the median, or in a contest the lower quartile; 0: it failed or was left
 * out. */
void tool_bench_times(tool_bench_job *job, const tool_config *configs, int count, double *time_ns);
