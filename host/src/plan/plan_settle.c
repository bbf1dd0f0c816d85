#include "caps/able.h"
#include "plan/plan_settle.h"
#include "table/lookup.h"
#include "plan/request.h"
#include "table/settings.h"
#include "base/status.h"
#include <stdio.h>
#include <string.h>

/* AREA_ALIGN: every device allows a sub-buffer there. */
enum { USUAL_GROUP = 256, AREA_ALIGN = 4096 };

/* Least work-items of a kernel with several emulated sub-groups, because of defect D10. */
enum { FEWEST_EMULATED = 4 };

/* ---- the device's part of the problem -------------------------------------------------------------- */

static void describe_device(xl_plan *plan) {
    const xl__device_facts *facts = &plan->device->facts;
    xl__problem *problem = &plan->problem;
    const xl__backend *backend = plan->target.backend;
    problem->width = plan->target.width;
    problem->emulated = backend && backend->emulated;
    problem->cpu = (facts->type & CL_DEVICE_TYPE_CPU) != 0;
    problem->vectorises = facts->vectorises;
    problem->joins_adds = xl__joins_adds(facts);
    problem->one_sub_group = backend && xl__backend_one_sub_group(backend, facts);
    problem->compute_units = xl__compute_units(facts);
    problem->register_bytes = xl__register_bytes(facts, problem->width, problem->emulated);
    problem->device = plan->device;
    problem->algorithm = plan->algorithm;
    problem->strategy = plan->strategy;
    problem->largest_group = facts->largest_group / (size_t)problem->width * (size_t)problem->width;
}

static size_t round_group(const xl__problem *problem, size_t wanted) {
    const size_t width = (size_t)problem->width;
    size_t group = wanted / width * width;
    if (group > problem->largest_group) group = problem->largest_group;
    return group < width ? width : group;
}

/* The layer's exchanges take 16 bytes of local memory per work-item. */
static void describe_local(xl_plan *plan) {
    const bool exchanged = plan->target.backend && xl__target_uses_local(plan->device, &plan->target);
    const uint64_t taken = exchanged ? 16u * (uint64_t)plan->problem.group_size : 0;
    const uint64_t all = xl__local_bytes(&plan->device->facts);
    plan->problem.local_bytes = all > taken ? all - taken : 0;
}

static void choose_group(xl_plan *plan, size_t wish) {
    xl__problem *problem = &plan->problem;
    const bool single = plan->strategy->flow == XL__SUB_GROUP_UNIFORM && problem->one_sub_group;
    const bool emulated = problem->emulated && plan->strategy->flow == XL__GROUP_UNIFORM;
    if (emulated && wish > 0 && wish < FEWEST_EMULATED) wish = FEWEST_EMULATED;
    problem->group_size =
        single ? (size_t)problem->width : round_group(problem, wish > 0 ? wish : USUAL_GROUP);
    describe_local(plan);
}

void xl__choose_group(xl_plan *plan) {
    const int param = xl__find_param(plan->algorithm, "group");
    choose_group(plan, param >= 0 ? (size_t)plan->problem.value[param] : 0);
}

/* If nothing else has chosen a width. */
static void wish_lanes(xl_plan *plan, int width) {
    const xl__target wished = {plan->target.backend, plan->strategy->cpu_lanes};
    if (width != 0 || wished.width == 0 || !wished.backend) return;
    if (!plan->problem.cpu || plan->problem.emulated) return;
    if (!xl__target_usable(plan->device, &wished, NULL, 0)) return;
    plan->target = wished;
    describe_device(plan);
}

/* Also for kernels without sub-groups. Emulation always exists. */
static int check_named(xl_device *device, const char *name, xl_error *error) {
    xl__target unused;
    const xl__backend *const backend = name ? xl__find_backend(name) : NULL;
    if (!backend || backend->emulated) return XL_SUCCESS;
    return xl__choose_target(device, name, 0, &unused, NULL, 0, error);
}

/* Kernels without sub-groups get width 1, without asking the device. */
int xl__choose_way(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    const xl__target plain = {NULL, 1};
    const char *backend = request->backend;
    int width = request->width;
    xl__choice choice;
    int status = xl__request_strategy(plan, request->strategy, error);
    if (status == XL_SUCCESS) status = xl__check_width(request->width, error);
    if (status == XL_SUCCESS) status = xl__check_backend(request->backend, error);
    if (status != XL_SUCCESS) return status;
    if (!plan->strategy && xl__request_profile(plan, request, &choice) && choice.width > 0) {
        backend = choice.backend;
        width = choice.width;
    }
    if (plan->strategy && plan->strategy->flow == XL__NO_SUB_GROUPS) {
        plan->target = plain;
        status = check_named(plan->device, backend, error);
    } else {
        status = xl__choose_target(plan->device, backend, width, &plan->target, NULL, 0, error);
    }
    if (status != XL_SUCCESS) return status;
    describe_device(plan);
    if (!plan->strategy) {
        plan->problem.group_size = round_group(&plan->problem, USUAL_GROUP);
        describe_local(plan);
        status = xl__request_auto(plan, error);
        if (status != XL_SUCCESS) return status;
        if (plan->strategy->flow == XL__NO_SUB_GROUPS) plan->target = plain;
        describe_device(plan);
    }
    wish_lanes(plan, width);
    xl__choose_group(plan);
    return XL_SUCCESS;
}

/* ---- values ---------------------------------------------------------------------------------------- */

static int compute(const xl_plan *plan, xl__expression e, const char *what, const uint64_t *places,
                   uint64_t *out, xl_error *error) {
    return xl__passes_compute(&plan->ready, NULL, e, what, places, out, error);
}

static int settle_value(xl_plan *plan, int p, xl_error *error) {
    const xl__param *param = &plan->algorithm->params[p];
    xl__problem *problem = &plan->problem;
    uint64_t places[XL__MAX_PLACES], value = 0;
    if (param->settle) problem->value[p] = param->settle(problem, problem->value[p]);
    if (plan->ready.becomes[p].count == 0) return XL_SUCCESS;
    xl__fill_places(problem, plan->algorithm, places);
    const int status = compute(plan, plan->ready.becomes[p], param->name, places, &value, error);
    if (status == XL_SUCCESS && value > UINT64_C(1) << 53) /* a double's limit */
        return xl__fail(error, XL_BAD_VALUE, "%s/%s: '%s' becomes %llu, which is above 2^53",
                        plan->algorithm->name, plan->strategy->name, param->name, (unsigned long long)value);
    problem->value[p] = (double)value;
    return status;
}

/* In table order; 0: to be chosen. "group" sets the work-group size. */
static int settle_values(xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    uint64_t places[XL__MAX_PLACES], wish = 0, runs = 1;
    for (int a = 0; a < XL__ABILITIES; a++)
        if (xl__passes_name_ability(&plan->ready, (xl__ability)a)) xl__able(problem, (xl__ability)a);
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        const bool has = xl__has_param(algorithm, plan->strategy, p);
        if (!has && param->role == XL__TUNING) problem->value[p] = param->initial; /* no effect here */
        const int settled = has ? settle_value(plan, p, error) : XL_SUCCESS;
        if (settled != XL_SUCCESS) return settled;
        if (strcmp(param->name, "group") != 0) continue;
        wish = has ? (uint64_t)problem->value[p] : 0;
        if (wish == 0 && plan->ready.group.count > 0) {
            xl__fill_places(problem, algorithm, places);
            const int status = compute(plan, plan->ready.group, "group", places, &wish, error);
            if (status != XL_SUCCESS) return status;
        }
        choose_group(plan, (size_t)wish);
        problem->value[p] = (double)problem->group_size;
    }
    if (problem->unknown)
        return xl__fail(error, XL_BAD_NAME,
                        "%s/%s: a function of the table asks for '%s', which is no parameter",
                        algorithm->name, plan->strategy->name, problem->unknown);
    xl__fill_places(problem, algorithm, places);
    if (plan->ready.needs.count > 0) {
        const int status = compute(plan, plan->ready.needs, "needs", places, &runs, error);
        if (status != XL_SUCCESS) return status;
    }
    if (!runs)
        return xl__fail(error, XL_UNSUPPORTED, "%s/%s: %s", algorithm->name, plan->strategy->name,
                        plan->strategy->why ? plan->strategy->why : plan->strategy->needs);
    if (xl__is_counted(algorithm, problem) && !plan->ready.takes_count)
        return xl__fail(error, XL_UNSUPPORTED, "%s/%s: takes no count that is on the device", algorithm->name,
                        plan->strategy->name);
    return XL_SUCCESS;
}

/* For "$NAME"; NULL: none. Cut to `size`. */
static const char *variable(const xl_plan *plan, const char *name, size_t length, char *word, size_t size) {
    char key[64];
    snprintf(key, sizeof key, "%.*s", (int)length, name);
    const int param = xl__find_param(plan->algorithm, key);
    if (strcmp(key, "type") == 0) return xl_type_name(plan->problem.type);
    if (param < 0 || plan->algorithm->params[param].kind != XL__CHOICE) return NULL;
    xl__value_text(&plan->algorithm->params[param], plan->problem.value[param], word, size);
    return word;
}

int xl__expand_ops(xl_plan *plan, xl_error *error) {
    size_t used = 0;
    for (const char *at = plan->strategy->ops ? plan->strategy->ops : ""; *at;) {
        char buffer[64];
        const char *word = at;
        size_t size = strcspn(at, "$"), length = 0;
        if (*at == '$') {
            while (xl__is_name_part(at[1 + length])) length++;
            word = variable(plan, at + 1, length, buffer, sizeof buffer);
            size = word ? strlen(word) : 0;
            length++;
        } else {
            length = size;
        }
        if (!word || size >= sizeof plan->ops - used)
            return xl__fail(error, XL_BAD_NAME, "%s/%s: operations '%s': '%.*s' %s", plan->algorithm->name,
                            plan->strategy->name, plan->strategy->ops, (int)length, at,
                            word ? "is too long" : "is no type and no choice");
        memcpy(plan->ops + used, word, size);
        used += size;
        at += length;
    }
    plan->ops[used] = '\0';
    return XL_SUCCESS;
}

static int check_local(const xl_plan *plan, const uint64_t *places, xl_error *error) {
    uint64_t local = 0;
    const int status = xl__passes_local(&plan->ready, places, &local, error);
    if (status != XL_SUCCESS || local <= plan->problem.local_bytes) return status;
    return xl__fail(error, XL_UNSUPPORTED,
                    "%s/%s needs %llu bytes of local memory, %s has %llu left%s; take "
                    "smaller settings or another strategy",
                    plan->algorithm->name, plan->strategy->name, (unsigned long long)local,
                    plan->device->facts.name, (unsigned long long)plan->problem.local_bytes,
                    plan->device->facts.local_bytes
                        ? ""
                        : "of the minimum of OpenCL, because the driver does not report it");
}

int xl__plan_areas(const xl_plan *plan, const xl__problem *problem, size_t offset[XL__MAX_AREAS],
                   size_t size[XL__MAX_AREAS], size_t *total, xl_error *error) {
    uint64_t places[XL__MAX_PLACES];
    int status = XL_SUCCESS;
    *total = 0;
    xl__fill_places(problem, plan->algorithm, places);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++) {
        offset[a] = size[a] = 0;
        if (!plan->ready.uses_area[a]) continue;
        status = xl__area_size(&plan->ready, a, places, &size[a], error);
        if (xl__is_own(&plan->algorithm->areas[a])) continue;
        offset[a] = xl__blocks(*total, AREA_ALIGN) * AREA_ALIGN;
        if (status == XL_SUCCESS && size[a] > SIZE_MAX - *total - AREA_ALIGN)
            status = xl__fail(error, XL_TOO_LARGE, "%s/%s needs more scratch than memory can address",
                              plan->algorithm->name, plan->strategy->name);
        if (status == XL_SUCCESS) *total = offset[a] + size[a];
    }
    return status;
}

bool xl__has_own_group(const xl_plan *plan, int i) {
    return plan->ready.item[i].items.count > 0 || plan->ready.item[i].group.count > 0;
}

/* ---- what to compile ------------------------------------------------------------------------------ */

static int find_skipped(const xl_plan *plan, const uint64_t *places, unsigned *skipped, xl_error *error) {
    int status = XL_SUCCESS;
    *skipped = 0;
    for (int i = 0; i < plan->ready.count && status == XL_SUCCESS; i++) {
        const xl__ready_pass *pass = &plan->ready.item[i];
        uint64_t runs = 1;
        if (pass->settled && pass->when.count > 0)
            status = xl__passes_compute(&plan->ready, pass, pass->when, "when", places, &runs, error);
        if (!runs || !pass->pass->kernel) *skipped |= 1u << i;
    }
    return status;
}

/* True if work-groups may return before the first barrier (defect D15). */
static bool ends_early(const xl_plan *plan) {
    return plan->target.backend && !plan->problem.one_sub_group;
}

int xl__settle(xl_plan *plan, xl__settled *out, xl_error *error) {
    uint64_t places[XL__MAX_PLACES];
    size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS];
    xl__settled_free(out);
    xl__prepare prepare = {&plan->problem, &out->options, error};
    int status = settle_values(plan, error);
    if (status == XL_SUCCESS && plan->strategy->shows) status = plan->strategy->shows(&prepare);
    if (status == XL_SUCCESS && plan->strategy->prepare) status = plan->strategy->prepare(&prepare);
    if (status != XL_SUCCESS) return status;
    xl__fill_places(&plan->problem, plan->algorithm, places);
    status = check_local(plan, places, error);
    if (status == XL_SUCCESS)
        status = xl__plan_areas(plan, &plan->problem, offset, size, &out->scratch_bytes, error);
    if (status == XL_SUCCESS)
        status = xl__passes_define(&plan->ready, &plan->problem, places, &out->options, error);
    if (status == XL_SUCCESS && plan->ready.measure_count > 0)
        xl__text_format(&out->options, " -DMEASURES=%d", plan->counts);
    if (status == XL_SUCCESS && xl__is_counted(plan->algorithm, &plan->problem) &&
        ends_early(plan)) /* common/counted.h */
        xl__text_format(&out->options, " -DCOUNTED_ENDS=1");
    return status == XL_SUCCESS ? find_skipped(plan, places, &out->skipped, error) : status;
}

void xl__settled_free(xl__settled *settled) {
    xl__text_free(&settled->options);
    *settled = (xl__settled){.scratch_bytes = 0};
}
