/* ceilings.h - the device's limits, measured in the same run: launch floor, bandwidth, arithmetic. */
#pragma once

#include "run/timing.h"

typedef struct tool_ceilings tool_ceilings;

/* Measures the arithmetic rate: unmeasured, it is 0, with the reason in *error. NULL with the reason on
   failure. */
tool_ceilings *tool_ceilings_make(tool_session *session, xl_error *error);
void tool_ceilings_free(tool_ceilings *ceilings);

/* Each figure is measured once; `again`, for a kernel that exceeds it, measures once more and keeps the
   better. 0: not measured. */

/* Floating-point operations per second; a multiply-add counts as two. */
double tool_arithmetic_rate(tool_ceilings *ceilings, bool again, xl_error *error);

/* Bytes a second, the best of reading and copying about this size, as often (so equally warm in caches) as
   such a problem. Kept for sizes within a factor of 2. */
double tool_bandwidth(tool_ceilings *ceilings, double bytes, bool again, xl_error *error);

/* Nanoseconds of an empty launch with this shape and number of buffers (1 to 6), batched. */
double tool_launch_floor(tool_ceilings *ceilings, double work_items, size_t group_size, int buffers,
                         bool again, xl_error *error);

/* Nanoseconds of fixed work: about 0.3 ms of dependent multiply-adds in one work-group. 0: unknown. */
double tool_ceilings_probe(tool_ceilings *ceilings);
