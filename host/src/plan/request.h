/*
 * request.h - what a plan or a launch is asked to be, checked: names, element type, values.
 */
#ifndef XL_REQUEST_H
#define XL_REQUEST_H

#include "plan/plan.h"
#include "caps/profile.h"

/* NULL, and XL_BAD_NAME with the names that there are. */
const xl__algorithm *xl__request_algorithm(const char *name, xl_error *error);
/* Sets plan->strategy, unless the choice is left to the library (NULL, "auto"). Planted wrong ones are there
   only for devices opened for them. */
int xl__request_strategy(xl_plan *plan, const char *name, xl_error *error);
/* The algorithm's own choice. It may set tuning values; those that the caller named win. */
int xl__request_auto(xl_plan *plan, xl_error *error);
/* Where the caller leaves strategy, backend and width open and the device's profile has a choice for the
   problem: sets the strategy and its tuning values, those that the caller named win, and fills *choice.
   Notes the reason in the plan, also where not. */
bool xl__request_profile(xl_plan *plan, const xl_plan_request *request, xl__choice *choice);
/* Sets the plan's element type: that of the first array which has a choice. */
int xl__request_type(xl_plan *plan, xl_type wanted, xl_error *error);
/* Sets the plan's values: defaults, then the request's, checked together. */
int xl__request_problem(xl_plan *plan, const xl_plan_request *request, xl_error *error);
/* The plan's problem with these values of run time. */
int xl__request_scalars(const xl_plan *plan, const xl_scalar *scalars, size_t count, xl__problem *problem,
                        xl_error *error);

#endif
