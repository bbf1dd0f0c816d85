/* Memory of a plan besides the caller's arrays. */
#pragma once

#include "plan/plan.h"

/* Makes the plan's own buffer for a scratch area, large enough for every launch, unless it exists. */
int xl__make_area(xl_plan *plan, int area, xl_error *error);

/* A buffer with `data` unless that is NULL; NULL on failure, with *status. */
cl_mem xl__make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
                       int *status);

/* Host-made areas and, if the device was opened for them, width records, trace, measures. */
int xl__make_plan_buffers(xl_plan *plan, xl_error *error);
void xl__release_plan_buffers(xl_plan *plan);

size_t xl__plan_held_bytes(const xl_plan *plan);
