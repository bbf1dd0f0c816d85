#include "table/values.h"
#include "table/lookup.h"
#include "table/names.h"
#include "table/settings.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* False: no value. Allocates nothing: lack of memory must not look like an answer. */
static bool compute(const xl__algorithm *algorithm, const xl__problem *problem, int strategy,
                    const char *text, bool chooses, uint64_t *out) {
    uint64_t places[XL__MAX_PLACES];
    xl__term terms[XL__MOST_TERMS];
    xl__code code = {.terms = terms, .capacity = XL__MOST_TERMS, .lent = true};
    xl__expression e = {0, 0};
    bool fits = xl__compile_text(algorithm, text, chooses, &code, &e, NULL) == XL_SUCCESS;
    if (fits) {
        xl__fill_places(problem, algorithm, places);
        places[XL__MAX_PARAMS + XL__MAX_SIZES + XL__STRATEGY] = (uint64_t)strategy;
        fits = xl__compute(&code, e, places, out);
    }
    return fits;
}

bool xl__value_of(const xl__algorithm *algorithm, const xl__problem *problem, const char *text,
                  uint64_t *value) {
    return compute(algorithm, problem, 0, text, false, value);
}

bool xl__uses(const xl__algorithm *algorithm, const xl__problem *problem, const xl__strategy *strategy,
              int param) {
    uint64_t used = 1;
    int number = 0; /* of a planted strategy: after the table's last */
    const char *const text = algorithm->params[param].used;
    if (!xl__has_param(algorithm, strategy, param)) return false;
    while (number < algorithm->strategy_count && strategy != &algorithm->strategies[number]) number++;
    return !text || (compute(algorithm, problem, number, text, false, &used) && used != 0);
}

bool xl__reads_array(const xl__algorithm *algorithm, const xl__problem *problem, int array) {
    const xl__array_desc *const desc = &algorithm->arrays[array];
    uint64_t used = 1;
    if (desc->direction == XL__IN_OPTIONAL && desc->typed_by &&
        xl__typed_by(algorithm, array, problem) == XL_TYPE_NONE)
        return false;
    return desc->direction == XL__OUT || !desc->used ||
           (compute(algorithm, problem, 0, desc->used, false, &used) && used != 0);
}

int xl__fail_unread(const xl__algorithm *algorithm, int array, xl_error *error) {
    const xl__array_desc *const desc = &algorithm->arrays[array];
    return xl__fail(error, XL_BAD_ARRAY,
                    "%s: array '%s' would be ignored unless %s%s; leave it out, or set that", algorithm->name,
                    desc->name, desc->used ? desc->used : desc->typed_by,
                    desc->used ? "" : " names its type");
}

static double cost(const xl__algorithm *algorithm, const xl__problem *problem, int strategy,
                   const char *text) {
    uint64_t value = 0;
    return text && compute(algorithm, problem, strategy, text, false, &value) ? (double)value : INFINITY;
}

void xl__cost_of(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, xl__cost *out) {
    const xl__cost_texts *const texts = &algorithm->cost;
    *out = (xl__cost){.bytes = cost(algorithm, problem, strategy, texts->bytes),
                      .operations = cost(algorithm, problem, strategy, texts->operations),
                      .work_items = cost(algorithm, problem, strategy, texts->work_items),
                      .steps_per_lane = cost(algorithm, problem, strategy, texts->steps)};
}

const char *xl__choose_strategy(xl__problem *problem) {
    const xl__algorithm *const algorithm = problem->algorithm;
    uint64_t chosen = 0;
    if (algorithm->choose) return algorithm->choose(problem);
    if (algorithm->automatic && (!compute(algorithm, problem, 0, algorithm->automatic, true, &chosen) ||
                                 chosen >= (uint64_t)algorithm->strategy_count))
        return NULL;
    return algorithm->strategies[chosen].name;
}

bool xl__auto_may_choose(const xl__strategy *strategy) {
    return !(strategy->flags & (XL__WRONG | XL__BY_NAME)) && !xl__waits(strategy);
}

bool xl__auto_may_take(const xl__algorithm *algorithm, const xl__strategy *strategy) {
    if (!xl__auto_may_choose(strategy)) return false;
    if (!strategy->any_order) return true;
    xl__problem usual = {.algorithm = algorithm, .width = 32, .compute_units = 1, .group_size = 256};
    if (xl__read_settings(algorithm, "", &usual, NULL) != XL_SUCCESS) return false;
    const char *const name = xl__choose_strategy(&usual);
    const int own = name ? xl__find_strategy(algorithm, name) : -1;
    return own >= 0 && algorithm->strategies[own].any_order;
}

/* ---- shapes ---------------------------------------------------------------------------------------- */

bool xl__is_dimension(const xl__algorithm *algorithm, const char *name) {
    const int param = xl__find_param(algorithm, name), size = xl__find_size(algorithm, name, strlen(name));
    if (param >= 0) return algorithm->params[param].kind == XL__INT;
    if (size >= 0) return !algorithm->sizes[size].real;
    return strspn(name, "0123456789") == strlen(name);
}

/* Of a derived size or of a number; UINT64_MAX: none. *drops: it is no dimension. */
static uint64_t derived(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                        const uint64_t *sizes, bool *drops) {
    const int at = xl__find_size(algorithm, name, strlen(name));
    const xl__size *size = at >= 0 ? &algorithm->sizes[at] : NULL;
    uint64_t value = UINT64_MAX;
    *drops = false;
    if (!size) return strtoul(name, NULL, 10);
    if (sizes)
        value = sizes[at];
    else if (size->count)
        value = size->count(problem);
    else if (!compute(algorithm, problem, 0, size->is, false, &value))
        value = UINT64_MAX;
    *drops = size->may_drop && value == 0;
    return value;
}

/* Of any dimension; negative: of no size. */
static double length_of(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                        const uint64_t *sizes, bool *drops) {
    const int param = xl__find_param(algorithm, name);
    if (param < 0) return (double)derived(algorithm, name, problem, sizes, drops);
    *drops = algorithm->params[param].may_drop && problem->value[param] == 0.0;
    return problem->value[param];
}

bool xl__drops_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                         uint64_t *value) {
    bool drops = false;
    const double length = length_of(algorithm, name, problem, NULL, &drops);
    *value = length >= 0.0 && length < 0x1p64 ? (uint64_t)length : UINT64_MAX;
    return drops;
}

bool xl__array_elements(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                        size_t shape[XL__MAX_RANK], int *rank, size_t *elements) {
    return xl__array_elements_of(algorithm, array, problem, NULL, shape, rank, elements);
}

bool xl__array_elements_of(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                           const uint64_t *sizes, size_t shape[XL__MAX_RANK], int *rank, size_t *elements) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    const size_t size = xl_type_size(xl__array_type(algorithm, array, problem));
    size_t product = 1;
    *rank = 0;
    *elements = 0;
    bool empty = false, fits = true, drops = false;
    for (int i = 0; i < XL__MAX_RANK && desc->shape[i]; i++) {
        const double length = length_of(algorithm, desc->shape[i], problem, sizes, &drops);
        if (drops) continue;
        /* 2^53: beyond it a double skips integers. */
        if (!(length >= 0 && length <= 9007199254740992.0) || length > (double)(SIZE_MAX / 2)) return false;
        shape[*rank] = (size_t)length;
        const size_t dimension = shape[(*rank)++];
        if (dimension == 0)
            empty = true;
        else if (product > SIZE_MAX / (size ? size : 1) / dimension)
            fits = false;
        else
            product *= dimension;
    }
    if (!fits && !empty) return false;
    *elements = empty ? 0 : product;
    return true;
}

bool xl__picture_shape(const xl__algorithm *algorithm, int array, const xl__problem *problem, int number,
                       size_t shape[3]) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    size_t own[XL__MAX_RANK] = {0}, elements = 0;
    int rank = 0;
    if (!xl__array_elements(algorithm, array, problem, own, &rank, &elements)) return false;
    const bool of_its_own = desc->picture == XL__PIXELS; /* else the first dimension counts texels */
    shape[2] = rank > 1 + of_its_own ? own[1 + of_its_own] : 1;
    if (desc->picture == XL__LEVELS) return desc->level(problem, number + 1, &shape[1], &shape[0]);
    if (number > 0) return false;
    if (desc->picture == XL__COLOR) return xl__image_size(algorithm, problem, &shape[1], &shape[0]);
    shape[0] = own[0];
    shape[1] = of_its_own ? own[1] : 1;
    return of_its_own;
}
