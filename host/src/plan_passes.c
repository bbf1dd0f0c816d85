/* Plans of strategies whose passes are data: values settled, options, scratch, launches. */
#include "plan_passes.h"
#include "status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Areas of one scratch buffer begin where every device lets a sub-buffer begin. */
enum { AREA_ALIGN = 4096 };

static int compute(const xl_plan *plan, xl__expression e, const char *what, const uint64_t *places,
                   uint64_t *out, xl_error *error) {
    return xl__passes_compute(&plan->ready, NULL, e, what, places, out, error);
}

/* ---- settling ------------------------------------------------------------------------------------- */

/* Tuning parameters in the table's order: what the caller left open (0) is chosen, the work-group's size at
 * its place. */
int xl__settle_passes(xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    uint64_t places[XL__MAX_PLACES], wish = 0, runs = 1;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        const bool has = xl__has_param(algorithm, plan->strategy, p);
        if (!has && param->role == XL__TUNING)
            problem->value[p] = param->initial; /* it changes nothing here */
        if (has && param->settle) problem->value[p] = param->settle(problem, problem->value[p]);
        if (strcmp(param->name, "group") != 0) continue;
        wish = has ? (uint64_t)problem->value[p] : 0;
        if (wish == 0 && plan->ready.group.count > 0) {
            xl__fill_places(problem, algorithm, places);
            const int status = compute(plan, plan->ready.group, "group", places, &wish, error);
            if (status != XL_SUCCESS) return status;
        }
        xl__choose_group(plan, (size_t)wish);
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
    return XL_SUCCESS;
}

/* The word that "$NAME" stands for; NULL: none. Cut to `size`. */
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
                        : " of the least that OpenCL promises, as the driver does not tell");
}

int xl__scratch_of_passes(const xl_plan *plan, const xl__problem *problem, size_t offset[XL__MAX_AREAS],
                          size_t size[XL__MAX_AREAS], size_t *total, xl_error *error) {
    uint64_t places[XL__MAX_PLACES];
    int status = XL_SUCCESS;
    *total = 0;
    xl__fill_places(problem, plan->algorithm, places);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++) {
        offset[a] = size[a] = 0;
        if (!plan->ready.uses_area[a]) continue;
        status = xl__area_size(&plan->ready, a, places, &size[a], error);
        if (plan->algorithm->areas[a].make) continue;
        offset[a] = xl__blocks(*total, AREA_ALIGN) * AREA_ALIGN;
        if (status == XL_SUCCESS && size[a] > SIZE_MAX - *total - AREA_ALIGN)
            status = xl__fail(error, XL_TOO_LARGE, "%s/%s needs more scratch than memory can address",
                              plan->algorithm->name, plan->strategy->name);
        if (status == XL_SUCCESS) *total = offset[a] + size[a];
    }
    return status;
}

int xl__prepare_passes(xl_plan *plan, xl__prepare *p, xl__text *options) {
    uint64_t places[XL__MAX_PLACES];
    size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS];
    xl__fill_places(&plan->problem, plan->algorithm, places);
    int status = check_local(plan, places, p->error);
    if (status == XL_SUCCESS)
        status = xl__scratch_of_passes(plan, &plan->problem, offset, size, &p->scratch_bytes, p->error);
    if (status == XL_SUCCESS)
        status = xl__passes_define(&plan->ready, &plan->problem, places, options, p->error);
    p->skipped = 0;
    for (int i = 0; i < plan->ready.count && status == XL_SUCCESS; i++) {
        const xl__ready_pass *pass = &plan->ready.item[i];
        uint64_t runs = 1;
        if (pass->settled && pass->when.count > 0)
            status = xl__passes_compute(&plan->ready, pass, pass->when, "when", places, &runs, p->error);
        if (!runs || !pass->pass->kernel) p->skipped |= 1u << i;
    }
    return status;
}

size_t xl__plan_rows(const xl_plan *plan) {
    uint64_t places[XL__MAX_PLACES], rows = 0;
    xl_error ignored;
    if (!plan->strategy) return 0;
    if (plan->strategy->rows_per_group) return plan->strategy->rows_per_group(&plan->problem);
    if (plan->ready.rows.count == 0) return 0;
    xl__fill_places(&plan->problem, plan->algorithm, places);
    return compute(plan, plan->ready.rows, "rows", places, &rows, &ignored) == XL_SUCCESS ? (size_t)rows : 0;
}

/* ---- areas ---------------------------------------------------------------------------------------- */

/* Data that the host makes: once per plan. */
static int make_constant(xl_plan *plan, int a, size_t bytes, xl_error *error) {
    void *data = calloc(1, bytes);
    if (!data) return xl__fail_memory(error);
    int status = plan->algorithm->areas[a].make(&plan->problem, data, error);
    if (status == XL_SUCCESS)
        plan->areas[a] = xl__make_buffer(plan, CL_MEM_READ_ONLY, bytes, data, error, &status);
    free(data);
    return status;
}

int xl__make_areas(xl_plan *plan, xl_error *error) {
    size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS], total = 0;
    int status = xl__scratch_of_passes(plan, &plan->problem, offset, size, &total, error);
    for (int a = 0; a < XL__MAX_AREAS && status == XL_SUCCESS; a++)
        if (plan->ready.uses_area[a] && plan->algorithm->areas[a].make && size[a] > 0)
            status = make_constant(plan, a, size[a], error);
    return status;
}

/* ---- launches ------------------------------------------------------------------------------------- */

/* An integer argument has to fit its type. */
static int integer_arg(xl__enqueue *e, const xl__passes *passes, const xl__ready_pass *pass,
                       const xl__arg *arg, uint64_t value, xl_error *error) {
    const uint64_t most = arg->bytes == 8  ? (arg->is_signed ? INT64_MAX : UINT64_MAX)
                          : arg->is_signed ? INT32_MAX
                                           : UINT32_MAX;
    if (value > most)
        return xl__fail(error, XL_TOO_LARGE, "%s/%s, pass %d: '%.*s' is %llu, the kernel takes at most %llu",
                        passes->algorithm->name, passes->strategy->name, pass->number + 1, arg->word_size,
                        arg->word, (unsigned long long)value, (unsigned long long)most);
    if (arg->bytes == 8)
        xl__arg_ulong(e, value);
    else
        xl__arg_uint(e, (uint32_t)value);
    return XL_SUCCESS;
}

static int set_arg(xl__enqueue *e, const xl__passes *passes, const xl__ready_pass *pass, const xl__arg *arg,
                   const uint64_t *places, xl_error *error) {
    const xl__problem *problem = xl__enqueue_problem(e);
    uint64_t value = 0;
    int status = XL_SUCCESS;
    if (arg->kind == XL__ARG_INTEGER || arg->kind == XL__ARG_LOCAL)
        status = xl__passes_compute(passes, pass, arg->value, "an argument", places, &value, error);
    if (status != XL_SUCCESS) return status;
    switch (arg->kind) {
    case XL__ARG_ARRAY: xl__arg_array(e, arg->index); break;
    case XL__ARG_AREA: xl__arg_area(e, arg->index); break;
    case XL__ARG_INTEGER: return integer_arg(e, passes, pass, arg, value, error);
    case XL__ARG_LOCAL: xl__arg_local(e, (size_t)value * arg->bytes); break;
    case XL__ARG_REAL:
        xl__arg_float(e, (float)(arg->index < XL__MAX_PARAMS
                                     ? problem->value[arg->index]
                                     : passes->algorithm->sizes[arg->index - XL__MAX_PARAMS].real(problem)));
        break;
    }
    return XL_SUCCESS;
}

static int launch(xl__enqueue *e, const xl__passes *passes, const xl__ready_pass *pass,
                  const uint64_t *places, xl_error *error) {
    const bool by_items = pass->items.count > 0;
    uint64_t count = 0, group = xl__enqueue_problem(e)->group_size;
    int status = xl__passes_compute(passes, pass, by_items ? pass->items : pass->groups,
                                    by_items ? "items" : "groups", places, &count, error);
    if (status == XL_SUCCESS && pass->group.count > 0)
        status = xl__passes_compute(passes, pass, pass->group, "group", places, &group, error);
    if (status != XL_SUCCESS || count == 0) return status;
    xl__begin(e, pass->number);
    for (int a = 0; a < pass->arg_count && status == XL_SUCCESS; a++)
        status = set_arg(e, passes, pass, &pass->args[a], places, error);
    if (status != XL_SUCCESS) return status;
    return by_items ? xl__go_pass(e, (size_t)count) : xl__go_sized(e, (size_t)count, (size_t)group);
}

int xl__enqueue_passes(xl__enqueue *e, const xl__passes *passes, xl_error *error) {
    uint64_t places[XL__MAX_PLACES];
    int status = XL_SUCCESS;
    xl__fill_places(xl__enqueue_problem(e), passes->algorithm, places);
    for (int i = 0; i < passes->count && status == XL_SUCCESS; i++) {
        const xl__ready_pass *pass = &passes->item[i];
        uint64_t runs = 1;
        if (pass->when.count > 0)
            status = xl__passes_compute(passes, pass, pass->when, "when", places, &runs, error);
        if (status != XL_SUCCESS || !runs) continue;
        if (pass->pass->kernel)
            status = launch(e, passes, pass, places, error);
        else
            status = pass->fill_array >= 0 ? xl__fill_array(e, pass->fill_array)
                                           : xl__fill_area(e, pass->fill_area);
    }
    return status;
}
