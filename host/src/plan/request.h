/* Checks the request of a plan or a launch: names, element type, values. */
#pragma once

#include "plan/plan.h"
#include "caps/profile.h"

/* NULL: XL_BAD_NAME, with the known names. */
const xl__algorithm *xl__request_algorithm(const char *name, xl_error *error);
/* NULL or "auto": chosen later. Planted strategies need a device opened for them. */
int xl__request_strategy(xl_plan *plan, const char *name, xl_error *error);
/* May set tuning values, except those that the caller set. */
int xl__request_auto(xl_plan *plan, xl_error *error);
/* If strategy, backend and width are open and the profile has a choice: sets strategy, tuning values that the
   caller did not set, and *choice. Always stores the reason in the plan. */
bool xl__request_profile(xl_plan *plan, const xl_plan_request *request, xl__choice *choice);
/* The type of the first array with several. */
int xl__request_type(xl_plan *plan, xl_type wanted, xl_error *error);
int xl__request_problem(xl_plan *plan, const xl_plan_request *request, xl_error *error);
int xl__request_scalars(const xl_plan *plan, const xl_scalar *scalars, size_t count, xl__problem *problem,
                        xl_error *error);
