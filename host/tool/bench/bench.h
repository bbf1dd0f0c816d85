/* bench.h - the worker's side of bench: verify, warm up, time interleaved, verify again. */
#pragma once

#include "run/config.h"

/* Times every choice at every target: strategies and widths of a point share inputs and alternate. Without
 * --set it uses the case's settings (on a slow device fewer) and, with `all_inputs`, every input
 * distribution.
 */
tool_exit tool_bench(tool_session *session, const tool_choice *choices, int count, bool all_inputs);

/* In parts, after begin has measured the ceilings. NULL: the failure was reported. Close with
 * tool_bench_close.
 */
typedef struct tool_bench_job tool_bench_job;
tool_bench_job *tool_bench_begin(tool_session *session);
tool_exit tool_bench_part(tool_bench_job *job, const tool_choice *choices, int count, bool all_inputs);

/* *sampled: seconds of each row's warm-up and samples. */
double tool_bench_rows(tool_session *session, const tool_choice *choices, int count, bool all_inputs,
                       double *sampled);

/* `warm`: least seconds of warm-up. NULL: the failure was reported. */
tool_bench_job *tool_bench_open(tool_session *session, double warm);
void tool_bench_close(tool_bench_job *job);
void tool_bench_limit(tool_bench_job *job, int samples, double min_time);
/* For a machine with other load: drops configurations much slower than the best after a few samples, except
 * the first; times are lower quartiles.
 */
void tool_bench_contest(tool_bench_job *job);
/* For the progress: `done` of `points`. */
void tool_bench_share(tool_bench_job *job, double done, double points);
/* Times configurations of one problem alternating, verifies each before and after, and writes bench records.
 * time_ns[i] gets the median, or in a contest the lower quartile; 0: failed or left out.
 */
void tool_bench_times(tool_bench_job *job, const tool_config *configs, int count, double *time_ns);
