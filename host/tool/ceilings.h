/*
 * ceilings.h - what the device does at most, measured in the same run: launch floor, bandwidth, arithmetic.
 */
#ifndef TOOL_CEILINGS_H
#define TOOL_CEILINGS_H

#include "timing.h"

typedef struct tool_ceilings tool_ceilings;

/* Builds kernels/common/ceilings.cl and measures the arithmetic rate. NULL with the reason on failure. A rate
   that could not be measured is 0, and the reason is in *error too. */
tool_ceilings *tool_ceilings_make(tool_session *session, xl_error *error);
void tool_ceilings_free(tool_ceilings *ceilings);

/* Floating-point operations a second, a multiply-add counted as two; 0 = not measured. */
double tool_arithmetic_rate(const tool_ceilings *ceilings);

/* Bytes a second, the better of reading and copying a buffer of about this size, as often as a problem of
   that size is run (so it is warm where that is warm); 0 = not measured. Kept for sizes within a factor of 2.
 */
double tool_bandwidth(tool_ceilings *ceilings, double bytes, xl_error *error);

/* Nanoseconds of an empty launch of the same shape, batched; 0 = not measured. */
double tool_launch_floor(tool_ceilings *ceilings, double work_items, size_t group_size, xl_error *error);

#endif
