/*
 * request.h - checks the request of a plan or a launch: names, element type, values.
 */
#pragma once

#include "plan/plan.h"
#include "caps/profile.h"

/* NULL: XL_BAD_NAME, which lists the known names. */
const xl__algorithm *xl__request_algorithm(const char *name, xl_error *error);
/* Sets plan->strategy, unless the library chooses (NULL, "auto"). Planted wrong ones exist only on devices
   opened for them. */
int xl__request_strategy(xl_plan *plan, const char *name, xl_error *error);
/* The algorithm's own choice. It may set tuning values, except those that the caller set. */
int xl__request_auto(xl_plan *plan, xl_error *error);
/* If strategy, backend and width are open and the device's profile has a choice for the problem: sets the
   strategy and its tuning values, except those that the caller set, and fills *choice. Stores the reason in
   the plan in any case. */
bool xl__request_profile(xl_plan *plan, const xl_plan_request *request, xl__choice *choice);
/* Sets the plan's element type: that of the first array with several. */
int xl__request_type(xl_plan *plan, xl_type wanted, xl_error *error);
/* Sets the plan's values: defaults, then the request's, checked together. */
int xl__request_problem(xl_plan *plan, const xl_plan_request *request, xl_error *error);
/* The plan's problem with these run-time values. */
int xl__request_scalars(const xl_plan *plan, const xl_scalar *scalars, size_t count, xl__problem *problem,
                        xl_error *error);
