/*
 * ceilings.h - what the device does at most, measured in the same run: launch floor, bandwidth, arithmetic.
 */
#ifndef TOOL_CEILINGS_H
#define TOOL_CEILINGS_H

#include "run/timing.h"

typedef struct tool_ceilings tool_ceilings;

/* Builds kernels/common/ceilings.cl and measures the arithmetic rate. NULL with the reason on failure. A rate
   that could not be measured is 0, and the reason is in *error too. */
tool_ceilings *tool_ceilings_make(tool_session *session, xl_error *error);
void tool_ceilings_free(tool_ceilings *ceilings);

/* The three figures of the device. Each is measured once and kept; with `again` it is measured once more and
   the better of the two kept, for a kernel that was faster than they allow. 0 = not measured. */

/* Floating-point operations per second, a multiply-add counted as two. */
double tool_arithmetic_rate(tool_ceilings *ceilings, bool again, xl_error *error);

/* Bytes a second, the best of reading and copying a buffer of about this size, as often as a problem of that
   size is run (so it is warm where that is warm). Kept for sizes within a factor of 2. */
double tool_bandwidth(tool_ceilings *ceilings, double bytes, bool again, xl_error *error);

/* Nanoseconds of an empty launch of the same shape and as many buffers (1 to 6), batched. */
double tool_launch_floor(tool_ceilings *ceilings, double work_items, size_t group_size, int buffers,
                         bool again, xl_error *error);

/* How long a fixed piece of work takes now, nanoseconds: about 0.3 ms of multiply-adds of one work-group,
   that wait for each other. 0: not known. */
double tool_ceilings_probe(tool_ceilings *ceilings);

#endif
