/*
 * plan_build.h - programs and kernels of a plan.
 */
#pragma once

#include "plan/plan_settle.h"

/* Compiles the kernels that the settled values launch. After an error, what was made stays in the plan for
   xl__release_kernels. */
int xl__build_kernels(xl_plan *plan, const xl__settled *settled, xl_error *error);
void xl__release_kernels(xl_plan *plan);

/* Reads the compiled kernels' needs into the plan's facts; *largest: the work-group size that all allow. */
int xl__read_kernels(xl_plan *plan, size_t *largest, xl_error *error);

/* Refuses a kernel whose compiler-chosen width is not the plan's. */
int xl__check_chosen_width(const xl_plan *plan, xl_error *error);
