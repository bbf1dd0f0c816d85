/* Computes a table's expressions without a plan. */
#pragma once

#include "table/algorithm.h"

/* False: the product overflows size_t. */
bool xl__array_elements(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                        size_t shape[XL__MAX_RANK], int *rank, size_t *elements);
/* `sizes`: computed before (passes.h); NULL: computed here. */
bool xl__array_elements_of(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                           const uint64_t *sizes, size_t shape[XL__MAX_RANK], int *rank, size_t *elements);
/* The value of an expression of parameters and sizes; false: none. */
bool xl__value_of(const xl__algorithm *algorithm, const xl__problem *problem, const char *text,
                  uint64_t *value);
bool xl__is_dimension(const xl__algorithm *algorithm, const char *name);
/* True if a derived size or number is no dimension under the problem. */
bool xl__drops_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                         uint64_t *value);
/* Picture `number`, from 0, of an output: [height, width, channels]; false: past the last. */
bool xl__picture_shape(const xl__algorithm *algorithm, int array, const xl__problem *problem, int number,
                       size_t shape[3]);

/* True if the strategy has the parameter, and its `used` is not 0. */
bool xl__uses(const xl__algorithm *algorithm, const xl__problem *problem, const xl__strategy *strategy,
              int param);
/* By the array's `used` and `typed_by`. */
bool xl__reads_array(const xl__algorithm *algorithm, const xl__problem *problem, int array);
int xl__fail_unread(const xl__algorithm *algorithm, int array, xl_error *error);

/* From xl__cost_texts; infinite past 64 bits. */
typedef struct xl__cost {
    double bytes, operations, work_items, steps_per_lane;
} xl__cost;
void xl__cost_of(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, xl__cost *out);

/* May set tuning values. NULL: no strategy suits the problem. */
const char *xl__choose_strategy(xl__problem *problem);

/* It is right, does not wait, and is not reserved for callers who name it. */
bool xl__auto_may_choose(const xl__strategy *strategy);

/* True if a measurement may make auto take the strategy: it keeps every order that the table's own choice
   keeps. */
bool xl__auto_may_take(const xl__algorithm *algorithm, const xl__strategy *strategy);
