/*
 * values.h - what the expressions of an algorithm's table come to under a problem, without a plan: shapes,
 * costs, parameters that matter, the strategy that auto takes.
 *
 * Mistakes in the expressions are for the table check (table_check.h) to find.
 */
#pragma once

#include "table/algorithm.h"

/* Elements of an array under a problem; false when the product overflows size_t. */
bool xl__array_elements(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                        size_t shape[XL__MAX_RANK], int *rank, size_t *elements);
/* The same with the table's sizes computed before (passes.h); NULL: they are computed here. */
bool xl__array_elements_of(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                           const uint64_t *sizes, size_t shape[XL__MAX_RANK], int *rank, size_t *elements);
/* The value of an expression of parameters and sizes; false: it has none. */
bool xl__value_of(const xl__algorithm *algorithm, const xl__problem *problem, const char *text,
                  uint64_t *value);
/* Whether a shape may name it. */
bool xl__is_dimension(const xl__algorithm *algorithm, const char *name);
/* The value of a derived size or of a number; true where that is no dimension under the problem. */
bool xl__drops_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                         uint64_t *value);
/* Picture number `number`, from 0, of an output: [height, width, channels]; false past the last one. */
bool xl__picture_shape(const xl__algorithm *algorithm, int array, const xl__problem *problem, int number,
                       size_t shape[3]);

/* True if the strategy has the parameter, and its `used` is not 0. */
bool xl__uses(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param);
/* True if an array has an effect with the problem's settings (`used` and `typed_by` of its description). */
bool xl__reads_array(const xl__algorithm *algorithm, const xl__problem *problem, int array);
/* XL_BAD_ARRAY: it has none, and is given nevertheless. */
int xl__fail_unread(const xl__algorithm *algorithm, int array, xl_error *error);

/* What the table's cost says (xl__cost_texts); infinite where it passes 64 bits. */
typedef struct xl__cost {
    double bytes, operations, work_items, steps_per_lane;
} xl__cost;
void xl__cost_of(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, xl__cost *out);

/* The name of the strategy that auto takes; it may set tuning values. NULL: none suits the problem. */
const char *xl__choose_strategy(xl__problem *problem);

/* True if auto may take the strategy: it is right, does not wait, and is not reserved for callers who name
 * it. */
bool xl__auto_may_choose(const xl__strategy *strategy);

/* Whether a measurement may make auto take the strategy: one that it may choose and that leaves no order open
   which the table's own choice keeps. */
bool xl__auto_may_take(const xl__algorithm *algorithm, const xl__strategy *strategy);
