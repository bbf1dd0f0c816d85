/*
 * plan_buffers.h - memory of a plan beside the caller's arrays.
 */
#ifndef XL_PLAN_BUFFERS_H
#define XL_PLAN_BUFFERS_H

#include "plan/plan.h"

/* The plan's own buffer for an area of scratch, where it is not there yet: large enough for every launch of
   the plan. */
int xl__make_area(xl_plan *plan, int area, xl_error *error);

/* A buffer of the plan's context, from `data` where it is not NULL; NULL and an error in *status where that
   fails. */
cl_mem xl__make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
                       int *status);

/* Areas that the host computes; where the device was opened for it, records of widths, the trace, measures.
 */
int xl__make_plan_buffers(xl_plan *plan, xl_error *error);
void xl__release_plan_buffers(xl_plan *plan);

#endif
