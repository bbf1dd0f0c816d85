/*
 * plan_settle.h - what a plan's values come to before anything is compiled.
 */
#ifndef XL_PLAN_SETTLE_H
#define XL_PLAN_SETTLE_H

#include "plan/plan.h"

/* Strategy, backend, width and work-group size of a plan whose type and problem are known. */
int xl__choose_way(xl_plan *plan, const xl_plan_request *request, xl_error *error);

/* The work-group size that "group" asks for, rounded to what width and device allow; to be called again when
   problem.largest_group has changed. */
void xl__choose_group(xl_plan *plan);

/* The strategy's list of operations with "$type" and "$PARAMETER" replaced by the plan's type and choices. */
int xl__expand_ops(xl_plan *plan, xl_error *error);

/* What a plan of settled values takes. */
typedef struct xl__settled {
    xl__text options;     /* of the compiler, beside those of backend and width */
    size_t scratch_bytes; /* of all areas that the host does not make */
    unsigned skipped;     /* bit i: pass i launches no kernel under these values, so none is compiled */
} xl__settled;

/* Gives every tuning parameter that the caller left open its value, and the work-groups their size; then what
   that takes, into *out, which holds something of an earlier call or is zeroed. XL_UNSUPPORTED with the
   strategy's own words where it cannot run. */
int xl__settle(xl_plan *plan, xl__settled *out, xl_error *error);
void xl__settled_free(xl__settled *settled);

/* Where the areas lie in one scratch buffer under a problem (the plan's, with smaller values of run time), in
   bytes; those that the host makes are not in it. */
int xl__plan_areas(const xl_plan *plan, const xl__problem *problem, size_t offset[XL__MAX_AREAS],
                   size_t size[XL__MAX_AREAS], size_t *total, xl_error *error);

/* Whether pass number i chooses its work-groups itself. */
bool xl__has_own_group(const xl_plan *plan, int i);

#endif
