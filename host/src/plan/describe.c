#include "base/number.h"
#include "table/lookup.h"
#include "table/registry.h"
#include "table/settings.h"
#include "plan/plan_buffers.h"
#include "plan/plan_settle.h"
#include "plan/plan_make.h"
#include "plan/plan.h"
#include "plan/request.h"
#include "base/status.h"
#include "table/values.h"
#include <stdio.h>
#include <string.h>

/* ---- algorithms ----------------------------------------------------------------------------------- */

size_t xl_algorithm_count(void) {
    size_t count = 0;
    while (xl__algorithms[count]) count++;
    return count;
}

const char *xl_algorithm_name(size_t index) {
    return index < xl_algorithm_count() ? xl__algorithms[index]->name : NULL;
}

static int find(const char *call, const char *name, void *out, size_t out_size,
                const xl__algorithm **algorithm, xl_error *error) {
    if (!out) return xl__fail_null(error, call, "out");
    memset(out, 0, out_size);
    if (!name) return xl__fail_null(error, call, "algorithm");
    *algorithm = xl__request_algorithm(name, error);
    return *algorithm ? XL_SUCCESS : XL_BAD_NAME;
}

static int fail_index(const char *call, const char *of, const char *what, size_t index, size_t count,
                      xl_error *error) {
    return xl__fail(error, XL_BAD_VALUE, "%s: %s has %zu %s, there is no number %zu", call, of, count, what,
                    index);
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

int xl_describe_algorithm_sized(const char *algorithm, xl_algorithm_info *out, size_t out_size,
                                xl_error *error) {
    const xl__algorithm *described = NULL;
    const int status = find("xl_describe_algorithm", algorithm, out, out_size, &described, error);
    if (status != XL_SUCCESS) return status;
    const xl_algorithm_info own = {.name = described->name,
                                   .help = or_empty(described->help),
                                   .strategy_count = (size_t)described->strategy_count,
                                   .param_count = (size_t)described->param_count,
                                   .array_count = (size_t)described->array_count};
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

int xl_describe_strategy_sized(const char *algorithm, size_t index, xl_strategy_info *out, size_t out_size,
                               xl_error *error) {
    static const char call[] = "xl_describe_strategy";
    const xl__algorithm *described = NULL;
    const int status = find(call, algorithm, out, out_size, &described, error);
    if (status != XL_SUCCESS) return status;
    const size_t count = (size_t)described->strategy_count;
    if (index >= count) return fail_index(call, algorithm, "strategies", index, count, error);
    const xl__strategy *const strategy = &described->strategies[index];
    const xl_strategy_info own = {.name = strategy->name,
                                  .help = or_empty(strategy->help),
                                  .sub_groups = strategy->flow != XL__NO_SUB_GROUPS,
                                  .tuning = or_empty(strategy->tuning),
                                  .any_order = or_empty(strategy->any_order),
                                  .waits = xl__waits(strategy)};
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

int xl_describe_param_sized(const char *algorithm, size_t index, xl_param_info *out, size_t out_size,
                            xl_error *error) {
    static const char call[] = "xl_describe_param";
    static const xl_param_kind kinds[] = {
        [XL__INT] = XL_INTEGER, [XL__REAL] = XL_REAL, [XL__CHOICE] = XL_CHOICE};
    static const xl_param_role roles[] = {
        [XL__PROBLEM] = XL_PROBLEM, [XL__TUNING] = XL_TUNING, [XL__RUNTIME] = XL_RUNTIME};
    const xl__algorithm *described = NULL;
    const int status = find(call, algorithm, out, out_size, &described, error);
    if (status != XL_SUCCESS) return status;
    const size_t count = (size_t)described->param_count;
    if (index >= count) return fail_index(call, algorithm, "parameters", index, count, error);
    const xl__param *param = &described->params[index];
    const xl_param_info own = {.name = param->name,
                               .help = or_empty(param->help),
                               .unit = or_empty(param->unit),
                               .kind = kinds[param->kind],
                               .role = roles[param->role],
                               .initial = param->initial,
                               .least = param->least,
                               .most = param->most,
                               .choices = or_empty(param->choices),
                               .is_size = param->size};
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

int xl_describe_array_sized(const char *algorithm, size_t index, xl_array_info *out, size_t out_size,
                            xl_error *error) {
    static const char call[] = "xl_describe_array";
    static const xl_direction directions[] = {
        [XL__IN] = XL_INPUT, [XL__IN_OPTIONAL] = XL_OPTIONAL_INPUT, [XL__OUT] = XL_OUTPUT};
    const xl__algorithm *described = NULL;
    const int status = find(call, algorithm, out, out_size, &described, error);
    if (status != XL_SUCCESS) return status;
    const size_t count = (size_t)described->array_count;
    if (index >= count) return fail_index(call, algorithm, "arrays", index, count, error);
    const xl__array_desc *array = &described->arrays[index];
    xl_array_info own = {.name = array->name,
                         .help = or_empty(array->help),
                         .direction = directions[array->direction],
                         .counted_by = or_empty(array->counted_by),
                         .typed_by = or_empty(array->typed_by),
                         .result_of = or_empty(array->result_of),
                         .used = or_empty(array->used),
                         .sum_below = array->sum_below};
    for (size_t i = 0; i < XL_MOST_TYPES && array->types[i] != XL_TYPE_NONE; i++)
        own.types[own.type_count++] = array->types[i];
    for (size_t i = 0; i < XL__MAX_RANK && array->shape[i]; i++) own.shape[own.rank++] = array->shape[i];
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}
_Static_assert((int)XL__MAX_RANK == (int)XL_MOST_RANK, "shapes of arrays are copied whole");

/* ---- plans ---------------------------------------------------------------------------------------- */

int xl_plan_get_facts_sized(const xl_plan *plan, xl_plan_facts *out, size_t out_size) {
    if (out) memset(out, 0, out_size);
    if (!plan || !out) return XL_BAD_VALUE;
    xl_plan_facts own = plan->facts;
    own.held_bytes = xl__plan_held_bytes(plan);
    xl__give(out, out_size, &own, sizeof own);
    return XL_SUCCESS;
}

int xl_plan_get_value_sized(const xl_plan *plan, const char *param, xl_value *out, size_t out_size,
                            xl_error *error) {
    static const char call[] = "xl_plan_get_value";
    if (out) memset(out, 0, out_size);
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!param) return xl__fail_null(error, call, "param");
    if (!out) return xl__fail_null(error, call, "out");
    const int index = xl__find_param(plan->algorithm, param);
    if (index < 0)
        return xl__fail(error, XL_BAD_NAME, "%s has no parameter " XL__QUOTED, plan->algorithm->name, param);
    const bool group = strcmp(param, "group") == 0; /* by convention the requested size */
    xl_value own = {.number = group ? (double)plan->problem.group_size : plan->problem.value[index],
                    .used = xl__uses(plan->algorithm, &plan->problem, plan->strategy, index)};
    if (group)
        xl__value_text(&plan->algorithm->params[index], own.number, own.text, sizeof own.text);
    else
        xl__param_text(plan->algorithm, &plan->problem, index, own.text, sizeof own.text);
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

int xl_plan_get_array_sized(const xl_plan *plan, const char *array, xl_array_size *out, size_t out_size,
                            xl_error *error) {
    static const char call[] = "xl_plan_get_array";
    if (out) memset(out, 0, out_size);
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!array) return xl__fail_null(error, call, "array");
    if (!out) return xl__fail_null(error, call, "out");
    const int index = xl__find_array(plan->algorithm, array);
    if (index < 0)
        return xl__fail(error, XL_BAD_NAME, "%s has no array " XL__QUOTED, plan->algorithm->name, array);
    xl_array_size own = {.type = xl__array_type(plan->algorithm, index, &plan->problem)};
    size_t elements = 0;
    int rank = 0;
    if (!xl__array_elements(plan->algorithm, index, &plan->problem, own.shape, &rank, &elements))
        return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' is too large", plan->algorithm->name, array);
    own.rank = (size_t)rank;
    own.bytes = elements * xl_type_size(own.type);
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

int xl_plan_get_scratch(const xl_plan *plan, const xl_scalar *scalars, size_t scalar_count, size_t *bytes,
                        xl_error *error) {
    static const char call[] = "xl_plan_get_scratch";
    if (bytes) *bytes = 0;
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!bytes) return xl__fail_null(error, call, "bytes");
    if (scalar_count > 0 && !scalars)
        return xl__fail(error, XL_BAD_VALUE, "%s: scalar_count is %zu and scalars is NULL", call,
                        scalar_count);
    xl__problem problem;
    size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS], needed = 0;
    int status = xl__request_scalars(plan, scalars, scalar_count, &problem, error);
    if (status == XL_SUCCESS) status = xl__plan_areas(plan, &problem, offset, size, &needed, error);
    if (status == XL_SUCCESS) *bytes = needed;
    return xl__done(error, status);
}
