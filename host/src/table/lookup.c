#include "table/lookup.h"
#include "base/text.h"
#include <string.h>

int xl__find_param_named(const xl__algorithm *algorithm, const char *name, size_t size) {
    for (int i = 0; i < algorithm->param_count; i++)
        if (xl__is_name(algorithm->params[i].name, name, size)) return i;
    return -1;
}

int xl__find_array_named(const xl__algorithm *algorithm, const char *name, size_t size) {
    for (int i = 0; i < algorithm->array_count; i++)
        if (xl__is_name(algorithm->arrays[i].name, name, size)) return i;
    return -1;
}

int xl__find_param(const xl__algorithm *algorithm, const char *name) {
    return xl__find_param_named(algorithm, name, strlen(name));
}

int xl__find_array(const xl__algorithm *algorithm, const char *name) {
    return xl__find_array_named(algorithm, name, strlen(name));
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

int xl__counter_of(const xl__algorithm *algorithm, int array) {
    const char *const name = algorithm->arrays[array].counted_by;
    const int counter = name ? xl__find_array(algorithm, name) : -1;
    return counter >= 0 && algorithm->arrays[counter].direction == XL__OUT ? counter : -1;
}

int xl__count_input(const xl__algorithm *algorithm) {
    for (int a = 0; a < algorithm->array_count; a++)
        if (algorithm->arrays[a].direction == XL__IN_OPTIONAL && algorithm->arrays[a].typed_by &&
            strcmp(algorithm->arrays[a].typed_by, "counted") == 0)
            return a;
    return -1;
}

int xl__counter_in(const xl__algorithm *algorithm, int array) {
    const char *const name = algorithm->arrays[array].counted_by;
    return name && xl__counter_of(algorithm, array) < 0 ? xl__find_array(algorithm, name) : -1;
}

bool xl__is_counted(const xl__algorithm *algorithm, const xl__problem *problem) {
    const int input = xl__count_input(algorithm);
    return input >= 0 && xl__typed_by(algorithm, input, problem) != XL_TYPE_NONE;
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

bool xl__has_param(const xl__algorithm *algorithm, const xl__strategy *strategy, int param) {
    const xl__param *p = &algorithm->params[param];
    if (p->role != XL__TUNING) return true;
    return strategy->tuning && xl__find_name(strategy->tuning, p->name, strlen(p->name)) != NULL;
}

bool xl__has_plan_type(const xl__array_desc *array) {
    return array->types[1] != XL_TYPE_NONE && !array->typed_by;
}

xl_type xl__type_named(const char *name, size_t size) {
    for (int type = XL_TYPE_NONE + 1; type < XL_TYPE_COUNT; type++)
        if (xl__is_name(xl_type_name((xl_type)type), name, size)) return (xl_type)type;
    return XL_TYPE_NONE;
}

xl_type xl__typed_by(const xl__algorithm *algorithm, int array, const xl__problem *problem) {
    const int param = xl__find_param(algorithm, algorithm->arrays[array].typed_by);
    const char *word = algorithm->params[param].choices;
    for (int skip = (int)problem->value[param]; skip > 0 && word[0]; skip--) word += strcspn(word, "|") + 1;
    return xl__type_named(word, strcspn(word, "|"));
}

xl_type xl__array_type(const xl__algorithm *algorithm, int array, const xl__problem *problem) {
    const xl__array_desc *const desc = &algorithm->arrays[array];
    const xl_type wanted = desc->typed_by ? xl__typed_by(algorithm, array, problem) : problem->type;
    for (int i = 0; i < XL__MAX_TYPES && desc->types[i] != XL_TYPE_NONE; i++)
        if (desc->types[i] == wanted) return wanted;
    return desc->types[0];
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

int xl__in_place_of(const xl__algorithm *algorithm, const xl__problem *problem, int array) {
    const int param = xl__find_param(algorithm, "in_place");
    const char *const of = algorithm->arrays[array].result_of;
    return param >= 0 && of && problem->value[param] > 0.0 ? xl__find_array(algorithm, of) : -1;
}

bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem) {
    const xl__array_desc *desc = &algorithm->arrays[array];
    if (desc->direction != XL__IN_OPTIONAL) return false;
    if (desc->typed_by) return xl__typed_by(algorithm, array, problem) == XL_TYPE_NONE;
    for (int d = 0; d < XL__MAX_RANK && desc->shape[d] && algorithm->product[0]; d++)
        if (strcmp(desc->shape[d], algorithm->product[0]) == 0) return xl__has_product(algorithm, problem);
    return true;
}
