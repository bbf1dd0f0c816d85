/*
 * plan_passes.h - plans of strategies whose passes are data (passes.h): the steps between plan.c and
 * enqueue.c.
 */
#ifndef XL_PLAN_PASSES_H
#define XL_PLAN_PASSES_H

#include "plan.h"

/* Gives every tuning parameter that the caller left open its value, and the work-groups their size.
   XL_UNSUPPORTED with the strategy's own words where it cannot run. */
int xl__settle_passes(xl_plan *plan, xl_error *error);

/* The strategy's list of operations with "$type" and "$PARAMETER" replaced by the plan's type and choices. */
int xl__expand_ops(xl_plan *plan, xl_error *error);

/* What a plan of settled values needs: options, scratch bytes, passes that are never launched. */
int xl__prepare_passes(xl_plan *plan, xl__prepare *p, xl__text *options);

/* Where the areas lie in one scratch buffer under a problem, bytes; those that the host makes are not in it.
 */
int xl__scratch_of_passes(const xl_plan *plan, const xl__problem *problem, size_t offset[XL__MAX_AREAS],
                          size_t size[XL__MAX_AREAS], size_t *total, xl_error *error);

/* Whether pass number i chooses its work-groups itself. */
bool xl__has_own_group(const xl_plan *plan, int i);

/* Buffers of the areas that the host makes, and of the measures where somebody asks for them. */
int xl__make_areas(xl_plan *plan, xl_error *error);

/* Appends all launches of a run. */
int xl__enqueue_passes(xl__enqueue *e, const xl__passes *passes, xl_error *error);

#endif
