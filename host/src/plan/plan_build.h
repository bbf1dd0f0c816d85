#pragma once

#include "plan/plan_settle.h"

/* After an error, xl__release_kernels frees finished kernels. */
int xl__build_kernels(xl_plan *plan, const xl__settled *settled, xl_error *error);
void xl__release_kernels(xl_plan *plan);

/* *largest: the work-group size that all kernels allow. */
int xl__read_kernels(xl_plan *plan, size_t *largest, xl_error *error);

/* Refuses a kernel whose compiler-chosen width differs from the plan's. */
int xl__check_chosen_width(const xl_plan *plan, xl_error *error);
