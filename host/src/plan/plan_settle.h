#pragma once

#include "plan/plan.h"

/* Needs type and problem. */
int xl__choose_way(xl_plan *plan, const xl_plan_request *request, xl_error *error);

/* Rounds "group" to what width and device allow; call again when problem.largest_group changes. */
void xl__choose_group(xl_plan *plan);

/* Replaces "$type" and "$PARAMETER" in the strategy's operations. */
int xl__expand_ops(xl_plan *plan, xl_error *error);

typedef struct xl__settled {
    xl__text options;     /* without those of backend and width */
    size_t scratch_bytes; /* of areas not made by the host */
    unsigned skipped;     /* bit i: pass i launches no kernel, so none is compiled */
} xl__settled;

/* Sets every open tuning parameter and the work-group size, then *out (zeroed, or from an earlier call).
   XL_UNSUPPORTED, with the strategy's reason: it cannot run. */
int xl__settle(xl_plan *plan, xl__settled *out, xl_error *error);
void xl__settled_free(xl__settled *settled);

/* Byte offsets in one scratch buffer, without host-made areas. The problem is the plan's, or has smaller
   run-time values. */
int xl__plan_areas(const xl_plan *plan, const xl__problem *problem, size_t offset[XL__MAX_AREAS],
                   size_t size[XL__MAX_AREAS], size_t *total, xl_error *error);

bool xl__has_own_group(const xl_plan *plan, int i);
