/* What follows from an algorithm's table alone. */
#include "lookup.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

int xl__find_param(const xl__algorithm *algorithm, const char *name) {
    for (int i = 0; i < algorithm->param_count; i++)
        if (strcmp(algorithm->params[i].name, name) == 0) return i;
    return -1;
}

int xl__find_array(const xl__algorithm *algorithm, const char *name) {
    for (int i = 0; i < algorithm->array_count; i++)
        if (strcmp(algorithm->arrays[i].name, name) == 0) return i;
    return -1;
}

int xl__find_strategy(const xl__algorithm *algorithm, const char *name) {
    for (int i = 0; i < algorithm->strategy_count; i++)
        if (strcmp(algorithm->strategies[i].name, name) == 0) return i;
    return -1;
}

const char *xl__kernel_name(const char *kernel, size_t *file_size) {
    const char *colon = strchr(kernel, ':');
    *file_size = colon ? (size_t)(colon - kernel) : 0;
    return colon ? colon + 1 : kernel;
}

const xl__size *xl__find_counted_size(const xl__algorithm *algorithm, const char *name) {
    for (const xl__size *size = algorithm->sizes; size && size->name; size++)
        if (size->count && strcmp(size->name, name) == 0) return size;
    return NULL;
}

bool xl__is_dimension(const xl__algorithm *algorithm, const char *name) {
    const int param = xl__find_param(algorithm, name);
    if (param >= 0) return algorithm->params[param].kind == XL__INT;
    return xl__find_counted_size(algorithm, name) || strspn(name, "0123456789") == strlen(name);
}

bool xl__drops_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                         uint64_t *value) {
    const xl__size *size = xl__find_counted_size(algorithm, name);
    *value = size ? size->count(problem) : strtoul(name, NULL, 10);
    return size && size->may_drop && *value == 0;
}

int xl__counter_of(const xl__algorithm *algorithm, int array) {
    const char *counter = algorithm->arrays[array].counted_by;
    return counter ? xl__find_array(algorithm, counter) : -1;
}

bool xl__in_any_order(const xl__algorithm *algorithm, const xl__strategy *strategy, int array) {
    const char *name = algorithm->arrays[array].name;
    return strategy && strategy->any_order && xl__find_name(strategy->any_order, name, strlen(name));
}

int xl__index_of(const xl__algorithm *algorithm, int array) {
    const char *index = algorithm->arrays[array].placed_by;
    return index ? xl__find_array(algorithm, index) : -1;
}

bool xl__is_index(const xl__algorithm *algorithm, const xl__strategy *strategy, int array) {
    for (int a = 0; a < algorithm->array_count; a++)
        if (xl__index_of(algorithm, a) == array && xl__in_any_order(algorithm, strategy, a)) return true;
    return false;
}

bool xl__waits(const xl__strategy *strategy) {
    const xl__pass *pass = strategy->passes;
    while (pass && xl__is_pass(pass) && !pass->read) pass++;
    return pass && pass->read;
}

/* A dimension: the name of a size parameter or of a derived size, or a decimal number. */
static bool read_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                           size_t *dimension) {
    const int param = xl__find_param(algorithm, name);
    uint64_t derived = 0;
    if (param < 0) xl__drops_dimension(algorithm, name, problem, &derived);
    const double value = param >= 0 ? problem->value[param] : (double)derived;
    /* 2^53: beyond it a double skips integers. */
    if (!(value >= 0 && value <= 9007199254740992.0) || value > (double)(SIZE_MAX / 2)) return false;
    *dimension = (size_t)value;
    return true;
}

bool xl__array_elements(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                        size_t shape[XL__MAX_RANK], int *rank, size_t *elements) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    const size_t size = xl_type_size(xl__array_type(algorithm, array, problem->type));
    size_t product = 1;
    *rank = 0;
    *elements = 0;
    bool empty = false, fits = true;
    for (int i = 0; i < XL__MAX_RANK && desc->shape[i]; i++) {
        uint64_t ignored;
        if (xl__drops_dimension(algorithm, desc->shape[i], problem, &ignored)) continue;
        if (!read_dimension(algorithm, desc->shape[i], problem, &shape[*rank])) return false;
        const size_t length = shape[(*rank)++];
        if (length == 0)
            empty = true;
        else if (product > SIZE_MAX / (size ? size : 1) / length)
            fits = false;
        else
            product *= length;
    }
    if (!fits && !empty) return false;
    *elements = empty ? 0 : product;
    return true;
}

bool xl__has_param(const xl__algorithm *algorithm, const xl__strategy *strategy, int param) {
    const xl__param *p = &algorithm->params[param];
    if (p->role != XL__TUNING) return true;
    return strategy->tuning && xl__find_name(strategy->tuning, p->name, strlen(p->name)) != NULL;
}

bool xl__uses(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param) {
    if (!xl__has_param(algorithm, &algorithm->strategies[strategy], param)) return false;
    return !algorithm->uses || algorithm->uses(problem, strategy, param);
}

xl_type xl__array_type(const xl__algorithm *algorithm, int array, xl_type plan_type) {
    const xl_type *types = algorithm->arrays[array].types;
    if (types[1] == XL_TYPE_NONE) return types[0];
    for (int i = 0; i < XL__MAX_TYPES && types[i] != XL_TYPE_NONE; i++)
        if (types[i] == plan_type) return plan_type;
    return types[0];
}

/* ---- a size that is a product ---------------------------------------------------------------------- */

bool xl__has_product(const xl__algorithm *algorithm, const xl__problem *problem) {
    return algorithm->product[0] && problem->value[xl__find_param(algorithm, algorithm->product[1])] > 0.0 &&
           problem->value[xl__find_param(algorithm, algorithm->product[2])] > 0.0;
}

int xl__settle_product(const xl__algorithm *algorithm, xl__problem *problem, xl_error *error) {
    if (!algorithm->product[0]) return XL_SUCCESS;
    const char *const *name = algorithm->product;
    const int whole = xl__find_param(algorithm, name[0]);
    const double a = problem->value[xl__find_param(algorithm, name[1])],
                 b = problem->value[xl__find_param(algorithm, name[2])], most = algorithm->params[whole].most;
    if (!xl__has_product(algorithm, problem)) {
        if (a == b) return XL_SUCCESS; /* both 0 */
        return xl__fail(error, XL_BAD_VALUE, "%s: %s=%.0f without %s; give both or none", algorithm->name,
                        a > 0.0 ? name[1] : name[2], a > 0.0 ? a : b, a > 0.0 ? name[2] : name[1]);
    }
    if (a * b > most)
        return xl__fail(error, XL_BAD_VALUE, "%s: %s=%.0f x %s=%.0f are %.0f %s, the most is %.0f",
                        algorithm->name, name[1], a, name[2], b, a * b, name[0], most);
    if ((problem->given >> whole & 1u) && problem->value[whole] != a * b)
        return xl__fail(error, XL_BAD_VALUE,
                        "%s: %s=%.0f, but %s=%.0f x %s=%.0f are %.0f; leave one of the two out",
                        algorithm->name, name[0], problem->value[whole], name[1], a, name[2], b, a * b);
    problem->value[whole] = a * b;
    return XL_SUCCESS;
}

bool xl__image_size(const xl__algorithm *algorithm, const xl__problem *problem, size_t *width,
                    size_t *height) {
    if (!xl__has_product(algorithm, problem)) return false;
    *width = (size_t)problem->value[xl__find_param(algorithm, algorithm->product[1])];
    *height = (size_t)problem->value[xl__find_param(algorithm, algorithm->product[2])];
    return true;
}

bool xl__picture_shape(const xl__algorithm *algorithm, int array, const xl__problem *problem, int number,
                       size_t shape[3]) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    size_t own[XL__MAX_RANK] = {0}, elements = 0;
    int rank = 0;
    if (!xl__array_elements(algorithm, array, problem, own, &rank, &elements)) return false;
    const bool of_its_own = desc->picture == XL__PIXELS; /* else its texels are its first dimension */
    shape[2] = rank > 1 + of_its_own ? own[1 + of_its_own] : 1;
    if (desc->picture == XL__LEVELS) return desc->level(problem, number + 1, &shape[1], &shape[0]);
    if (number > 0) return false;
    if (desc->picture == XL__COLOR) return xl__image_size(algorithm, problem, &shape[1], &shape[0]);
    shape[0] = own[0];
    shape[1] = of_its_own ? own[1] : 1;
    return of_its_own;
}

bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    if (desc->direction != XL__IN_OPTIONAL) return false;
    for (int d = 0; d < XL__MAX_RANK && desc->shape[d] && algorithm->product[0]; d++)
        if (strcmp(desc->shape[d], algorithm->product[0]) == 0) return xl__has_product(algorithm, problem);
    return true;
}
