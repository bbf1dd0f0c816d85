#include "plan/request.h"
#include "table/lookup.h"
#include "table/planted.h"
#include "table/registry.h"
#include "table/settings.h"
#include "base/status.h"
#include "base/text.h"
#include "table/values.h"
#include <stdio.h>
#include <string.h>

const xl__algorithm *xl__request_algorithm(const char *name, xl_error *error) {
    const xl__algorithm *found = xl__find_algorithm(name);
    if (found) return found;
    xl__text known = {0};
    for (size_t i = 0; xl__algorithms[i]; i++) xl__text_format(&known, " %s", xl__algorithms[i]->name);
    xl__fail(error, XL_BAD_NAME, "no algorithm " XL__QUOTED "; there are:%s", name,
             known.data ? known.data : " none");
    xl__text_free(&known);
    return NULL;
}

int xl__request_strategy(xl_plan *plan, const char *name, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    const bool planted = plan->device->planted;
    if (!name || strcmp(name, "auto") == 0) return XL_SUCCESS;
    const int index = xl__find_strategy(algorithm, name);
    const int wrong = planted ? xl__find_planted(algorithm, name) : -1;
    if (wrong >= 0) plan->planted = xl__planted_strategy(algorithm, wrong);
    if (index >= 0 || wrong >= 0) {
        plan->strategy = index >= 0 ? &algorithm->strategies[index] : &plan->planted;
        return XL_SUCCESS;
    }
    xl__text known = {0};
    for (int i = 0; i < algorithm->strategy_count; i++)
        xl__text_format(&known, " %s", algorithm->strategies[i].name);
    for (int i = 0; planted && i < xl__planted_count(algorithm); i++)
        xl__text_format(&known, " %s", algorithm->planted[i].name);
    xl__fail(error, XL_BAD_NAME, "no strategy " XL__QUOTED " of %s; there are: auto%s", name, algorithm->name,
             known.data ? known.data : "");
    xl__text_free(&known);
    return XL_BAD_NAME;
}

bool xl__request_profile(xl_plan *plan, const xl_plan_request *request, xl__choice *choice) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    bool seen[XL__MAX_PARAMS] = {false};
    const bool asked = request->width != 0 || (request->backend && strcmp(request->backend, "auto") != 0);
    if (plan->no_profile) return false; /* the reason is set */
    problem->algorithm = algorithm;
    const bool found = !asked && xl__profile_find(plan->device->profile, problem, choice);
    if (!found) {
        snprintf(plan->reason, sizeof plan->reason, "rule: %s",
                 asked                   ? "width or backend are asked for"
                 : plan->device->profile ? "the device's profile has nothing near this problem"
                                         : "no profile of this device");
        return false;
    }
    xl__problem tuned = *problem;
    const int index = xl__find_strategy(algorithm, choice->strategy);
    if (index < 0 || xl__add_settings(algorithm, choice->tuning, &tuned, seen, NULL) != XL_SUCCESS)
        return false;
    for (int p = 0; p < algorithm->param_count; p++)
        if (seen[p] && !(problem->given >> p & 1u)) problem->value[p] = tuned.value[p];
    plan->strategy = &algorithm->strategies[index];
    plan->by_profile = true;
    snprintf(plan->reason, sizeof plan->reason, "profile of %s: %s", choice->date, choice->problem);
    return true;
}

int xl__request_auto(xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    const xl__problem asked = *problem;
    const char *name = xl__choose_strategy(problem);
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].role != XL__TUNING || (asked.given >> p & 1u))
            problem->value[p] = asked.value[p];
    if (!name)
        return xl__fail(error, XL_UNSUPPORTED, "%s: no strategy suits these settings on %s", algorithm->name,
                        plan->device->facts.name);
    const int index = xl__find_strategy(algorithm, name);
    if (index < 0)
        return xl__fail(error, XL_BAD_NAME, "%s: its choice for auto, '%s', is no strategy", algorithm->name,
                        name);
    if (!xl__auto_may_choose(&algorithm->strategies[index]))
        return xl__fail(error, XL_BAD_NAME,
                        "%s: its choice for auto, '%s', is planted, waits, or is only for use by its name",
                        algorithm->name, name);
    plan->strategy = &algorithm->strategies[index];
    return XL_SUCCESS;
}

static int fail_type(const xl__algorithm *algorithm, int array, xl_type wanted, xl_error *error) {
    const xl_type *const types = algorithm->arrays[array].types;
    char names[64] = "";
    size_t used = 0;
    for (int i = 0; i < XL__MAX_TYPES && types[i] != XL_TYPE_NONE; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", xl_type_name(types[i]));
    return xl__fail(error, XL_UNSUPPORTED, "%s does not take %s in array '%s', only%s", algorithm->name,
                    xl_type_name(wanted), algorithm->arrays[array].name, names);
}

int xl__request_type(xl_plan *plan, xl_type wanted, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    int array = 0;
    while (array + 1 < algorithm->array_count && !xl__has_plan_type(&algorithm->arrays[array])) array++;
    if (!xl__has_plan_type(&algorithm->arrays[array])) array = 0;
    const xl_type *types = algorithm->arrays[array].types;
    plan->problem.type = types[0];
    bool offered = wanted == XL_TYPE_NONE || wanted == types[0];
    for (int i = 0; i < XL__MAX_TYPES && types[i] != XL_TYPE_NONE && !offered; i++)
        offered = types[i] == wanted;
    if (wanted < XL_TYPE_NONE || wanted >= XL_TYPE_COUNT)
        return xl__fail(error, XL_BAD_VALUE, "%s: type is %d, which is no xl_type", algorithm->name,
                        (int)wanted);
    if (!offered) return fail_type(algorithm, array, wanted, error);
    if (wanted != XL_TYPE_NONE) plan->problem.type = wanted;
    for (int a = 0; a < algorithm->array_count; a++)
        if (xl__array_type(algorithm, a, &plan->problem) == XL_F64 && !plan->device->facts.fp64)
            return xl__fail(error, XL_UNSUPPORTED, "%s: %s has no 64-bit floats", algorithm->name,
                            plan->device->facts.name);
    return XL_SUCCESS;
}

static unsigned given_bits(const xl__algorithm *algorithm, const bool *seen) {
    unsigned bits = 0;
    for (int p = 0; p < algorithm->param_count; p++) bits |= seen[p] ? 1u << p : 0u;
    return bits;
}

static int read_values(const xl__algorithm *algorithm, const xl_plan_request *request, xl__problem *problem,
                       xl_error *error) {
    bool seen[XL__MAX_PARAMS] = {false};
    memset(problem->rest, 0, sizeof problem->rest);
    for (int p = 0; p < algorithm->param_count; p++) problem->value[p] = algorithm->params[p].initial;
    int status = xl__add_settings(algorithm, request->settings, problem, seen, error);
    for (size_t i = 0; i < request->value_count && status == XL_SUCCESS; i++)
        status = xl__add_setting(algorithm, &request->values[i], problem, seen, error);
    problem->given = given_bits(algorithm, seen);
    return status == XL_SUCCESS ? xl__settle_product(algorithm, problem, error) : status;
}

int xl__request_problem(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    const int status = read_values(algorithm, request, problem, error);
    if (status != XL_SUCCESS) return status;
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &elements))
            return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                            algorithm->name, algorithm->arrays[a].name);
    }
    return algorithm->check ? algorithm->check(problem, error) : XL_SUCCESS;
}

/* A run-time value above the plan's, preferably named by the call; -1: none. */
static int find_excess(const xl_plan *plan, const xl__problem *problem) {
    const xl__algorithm *algorithm = plan->algorithm;
    int found = -1;
    for (int i = 0; i < algorithm->param_count; i++) {
        const xl__param *p = &algorithm->params[i];
        const bool exceeds = problem->value[i] > plan->problem.value[i];
        if (p->role != XL__RUNTIME || p->kind == XL__REAL || !exceeds) continue;
        if (problem->given >> i & 1u) return i;
        if (found < 0) found = i;
    }
    return found;
}

int xl__request_scalars(const xl_plan *plan, const xl_scalar *scalars, size_t count, xl__problem *problem,
                        xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    bool seen[XL__MAX_PARAMS] = {false};
    *problem = plan->problem;
    if (count == 0) return XL_SUCCESS;
    for (size_t i = 0; i < count; i++) {
        const xl_scalar *scalar = &scalars[i];
        if (!scalar->name)
            return xl__fail(error, XL_BAD_VALUE, "%s: the name of scalar %zu is NULL", algorithm->name, i);
        const int param = xl__find_param(algorithm, scalar->name);
        if (param < 0 || algorithm->params[param].role != XL__RUNTIME)
            return xl__fail(error, XL_BAD_NAME, "%s has no run-time parameter " XL__QUOTED, algorithm->name,
                            scalar->name);
        if (seen[param])
            return xl__fail(error, XL_BAD_VALUE, "%s: scalar %s is given twice", algorithm->name,
                            scalar->name);
        const xl_setting setting = {.name = scalar->name, .number = scalar->value};
        const int status = xl__add_setting(algorithm, &setting, problem, seen, error);
        if (status != XL_SUCCESS) return status;
    }
    problem->given = given_bits(algorithm, seen);
    int status = xl__settle_product(algorithm, problem, error);
    if (status == XL_SUCCESS && algorithm->check) status = algorithm->check(problem, error);
    if (status != XL_SUCCESS) return status;
    const int excess = find_excess(plan, problem); /* also of a product */
    if (excess < 0) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "%s: %s=%.17g, the plan was made for at most %.17g", algorithm->name,
                    algorithm->params[excess].name, problem->value[excess], plan->problem.value[excess]);
}
