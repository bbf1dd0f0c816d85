/*
 * plan_build.h - programs and kernels of a plan.
 */
#ifndef XL_PLAN_BUILD_H
#define XL_PLAN_BUILD_H

#include "plan/plan_settle.h"

/* Compiles the kernels that are launched under the settled values. What was made until an error stays in the
   plan, for xl__release_kernels. */
int xl__build_kernels(xl_plan *plan, const xl__settled *settled, xl_error *error);
void xl__release_kernels(xl_plan *plan);

/* What the compiled kernels need, into the plan's facts; *largest gets the work-group size that all of them
   allow. */
int xl__read_kernels(xl_plan *plan, size_t *largest, xl_error *error);

/* Refuses a kernel for which the compiler chose another width than the plan's. */
int xl__check_chosen_width(const xl_plan *plan, xl_error *error);

#endif
