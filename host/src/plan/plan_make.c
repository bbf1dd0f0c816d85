#include "plan/plan_make.h"
#include "plan/plan.h"
#include "plan/enqueue_order.h"
#include "caps/device_open.h"
#include "plan/plan_buffers.h"
#include "plan/plan_build.h"
#include "plan/plan_settle.h"
#include "plan/request.h"
#include "base/status.h"
#include "base/calls.h"
#include "table/planted.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Repeats with a smaller work-group if a compiled kernel requires it. */
static int compile_fitting(xl_plan *plan, xl__settled *settled, xl_error *error) {
    double asked[XL__MAX_PARAMS];
    memcpy(asked, plan->problem.value, sizeof asked);
    for (;;) {
        int status = xl__settle(plan, settled, error);
        if (status == XL_SUCCESS) status = xl__build_kernels(plan, settled, error);
        size_t largest = 0;
        if (status == XL_SUCCESS) status = xl__read_kernels(plan, &largest, error);
        if (status != XL_SUCCESS || plan->problem.group_size <= largest) return status;
        if (largest < (size_t)plan->problem.width || largest >= plan->problem.largest_group)
            return xl__fail(error, XL_UNSUPPORTED, "%s/%s: %s runs work-groups of at most %zu of it, not %zu",
                            plan->algorithm->name, plan->strategy->name, plan->device->facts.name, largest,
                            plan->problem.group_size);
        xl__release_kernels(plan);
        plan->problem.largest_group = largest / (size_t)plan->problem.width * (size_t)plan->problem.width;
        memcpy(plan->problem.value, asked, sizeof asked); /* undoes choices for the larger group */
        xl__choose_group(plan);
    }
}

static void finish_facts(xl_plan *plan, const xl__settled *settled) {
    xl_plan_facts *facts = &plan->facts;
    facts->algorithm = plan->algorithm->name;
    facts->strategy = plan->strategy->name;
    facts->backend = plan->target.backend ? plan->target.backend->name : "none";
    facts->type = plan->problem.type;
    facts->width = plan->target.backend ? plan->target.width : 0;
    facts->emulated = plan->problem.emulated;
    facts->group_size = plan->problem.group_size;
    facts->scratch_bytes = settled->scratch_bytes;
    facts->reason = plan->reason;
}

int xl__plan_buffers(const xl_plan *plan) {
    int most = 0;
    for (int i = 0; i < plan->ready.count; i++) {
        const xl__ready_pass *pass = &plan->ready.item[i];
        int taken = 0;
        for (int a = 0; a < pass->arg_count; a++)
            taken += pass->args[a].kind == XL__ARG_ARRAY || pass->args[a].kind == XL__ARG_AREA;
        most = taken > most ? taken : most;
    }
    return most;
}

static int request_plan(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    int status = xl__request_type(plan, request->type, error);
    if (status == XL_SUCCESS) status = xl__request_problem(plan, request, error);
    if (status == XL_SUCCESS) status = xl__choose_way(plan, request, error);
    if (status == XL_SUCCESS) status = xl__expand_ops(plan, error);
    if (status == XL_SUCCESS)
        status = xl__passes_make(plan->algorithm, plan->strategy, plan->problem.type, &plan->ready, error);
    return status;
}

static int check_scratch(const xl_plan *plan, const xl__settled *settled, xl_error *error) {
    const uint64_t largest = xl__largest_buffer(&plan->device->facts);
    if (settled->scratch_bytes <= largest) return XL_SUCCESS;
    return xl__fail(error, XL_TOO_LARGE, "%s/%s needs %zu bytes of scratch, %s gives at most %llu",
                    plan->algorithm->name, plan->strategy->name, settled->scratch_bytes,
                    plan->device->facts.name, (unsigned long long)largest);
}

/* Without room each run computes them. */
static void keep_computed(xl_plan *plan) {
    bool changes = plan->ready.read_count > 0;
    for (int i = 0; i < plan->ready.count; i++) changes = changes || plan->ready.item[i].turns.count > 0;
    const size_t terms = (size_t)plan->ready.code.count;
    for (int k = 0; k < 2 && !changes && terms > 0; k++)
        plan->usual[k].computed = calloc(terms, sizeof *plan->usual[k].computed);
}

static int make_plan(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    xl__settled settled = {.scratch_bytes = 0};
    int status = request_plan(plan, request, error);
    if (status == XL_SUCCESS) status = compile_fitting(plan, &settled, error);
    if (status == XL_SUCCESS) status = xl__check_chosen_width(plan, error);
    if (status == XL_SUCCESS) status = check_scratch(plan, &settled, error);
    if (status == XL_SUCCESS) status = xl__make_plan_buffers(plan, error);
    if (status == XL_SUCCESS) finish_facts(plan, &settled);
    if (status == XL_SUCCESS) xl__passes_fold(&plan->ready, &plan->problem);
    if (status == XL_SUCCESS) keep_computed(plan);
    xl__settled_free(&settled);
    return status;
}

static xl_plan *start_plan(xl_device *device, const xl__algorithm *algorithm, bool counts) {
    xl_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    xl__device_retain(device);
    plan->device = device;
    plan->counts = counts;
    plan->algorithm = algorithm;
    return plan;
}

/* For a profile's choice that cannot be planned. */
static xl_plan *start_by_rule(xl_plan *plan, const xl_error *failed) {
    xl_plan *other = start_plan(plan->device, plan->algorithm, plan->counts);
    if (other) {
        other->no_profile = true;
        snprintf(other->reason, sizeof other->reason, "rule: what the profile has, %s, cannot run: %.*s",
                 plan->strategy->name, (int)(failed ? strcspn(failed->text, "\n") : 0),
                 failed ? failed->text : "");
    }
    xl_plan_free(plan);
    return other;
}

static int preview_plan(xl_plan *plan, const xl_plan_request *request, xl__settled *settled,
                        xl_error *error) {
    int status = request_plan(plan, request, error);
    if (status == XL_SUCCESS) status = xl__settle(plan, settled, error);
    return status == XL_SUCCESS ? check_scratch(plan, settled, error) : status;
}

int xl__plan_preview(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                     xl__preview *out, xl_error *error) {
    xl__settled settled = {.scratch_bytes = 0};
    xl_plan *plan = start_plan(device, algorithm, device->record_width);
    *out = (xl__preview){.strategy = -1};
    if (!plan) return xl__fail_memory(error);
    int status = preview_plan(plan, request, &settled, error);
    if (status != XL_SUCCESS && plan->by_profile) {
        plan = start_by_rule(plan, error);
        if (!plan) return xl__fail_memory(error);
        status = preview_plan(plan, request, &settled, error);
    }
    if (plan->strategy) out->strategy = xl__plan_strategy_index(plan);
    if (status == XL_SUCCESS)
        *out = (xl__preview){plan->problem, xl__plan_strategy_index(plan), settled.scratch_bytes};
    xl__settled_free(&settled);
    xl_plan_free(plan);
    return status;
}

static int make_for(xl_device *device, const xl__algorithm *algorithm, bool counts,
                    const xl_plan_request *request, xl_plan **out, xl_error *error) {
    xl_error why = {.text = ""};
    xl_plan *plan = start_plan(device, algorithm, counts);
    *out = NULL;
    if (!plan) return xl__fail_memory(error);
    int status = make_plan(plan, request, &why);
    if (status != XL_SUCCESS && plan->by_profile) {
        plan = start_by_rule(plan, &why);
        if (!plan) return xl__fail_memory(error);
        status = make_plan(plan, request, &why);
    }
    if (status != XL_SUCCESS && error) *error = why;
    if (status == XL_SUCCESS)
        *out = plan;
    else
        xl_plan_free(plan);
    return status;
}

int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error) {
    return make_for(device, algorithm, device->record_width, request, out, error);
}

int xl__plan_make_timed(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                        xl_plan **out, xl_error *error) {
    return make_for(device, algorithm, false, request, out, error);
}

int xl_plan_make_sized(xl_device *device, const xl_plan_request *request, size_t request_size, xl_plan **out,
                       xl_error *error) {
    static const char call[] = "xl_plan_make";
    if (!out) return xl__fail_null(error, call, "out");
    *out = NULL;
    if (!device) return xl__fail_null(error, call, "device");
    if (!request) return xl__fail_null(error, call, "request");
    xl_plan_request own;
    int status = xl__take(&own, sizeof own, request, request_size, call, error);
    if (status != XL_SUCCESS) return status;
    if (!own.algorithm) return xl__fail_null(error, call, "algorithm");
    if (own.value_count > 0 && !own.values)
        return xl__fail(error, XL_BAD_VALUE, "%s: value_count is %zu and values is NULL", call,
                        own.value_count);
    const xl__algorithm *algorithm = xl__request_algorithm(own.algorithm, error);
    if (!algorithm) return XL_BAD_NAME;
    return xl__done(error, xl__plan_make_for(device, algorithm, &own, out, error));
}

void xl__plan_forget_queue(xl_plan *plan) {
    if (plan->known) clReleaseCommandQueue(plan->known);
    plan->known = NULL;
}

void xl_plan_free(xl_plan *plan) {
    if (!plan) return;
    xl__plan_store(plan);
    xl__release_kernels(plan);
    xl__release_plan_buffers(plan);
    xl__passes_free(&plan->ready);
    for (int k = 0; k < 2; k++) free(plan->usual[k].computed);
    xl__plan_forget_run(plan);
    xl__plan_forget_queue(plan);
    xl__device_release(plan->device);
    free(plan);
}

/* ---- queries --------------------------------------------------------------------------- */

bool xl__plan_same(const xl_plan *a, const xl_plan *b) {
    bool same = a->strategy == b->strategy && a->facts.group_size == b->facts.group_size &&
                a->facts.scratch_bytes == b->facts.scratch_bytes;
    for (int i = 0; i < XL__MAX_PASSES && same; i++) same = a->programs[i] == b->programs[i];
    return same;
}

size_t xl__plan_rows(const xl_plan *plan) {
    uint64_t places[XL__MAX_PLACES], rows = 0;
    xl_error ignored;
    if (!plan->strategy) return 0;
    if (plan->ready.rows.count == 0) return 0;
    xl__fill_places(&plan->problem, plan->algorithm, places);
    return xl__passes_compute(&plan->ready, NULL, plan->ready.rows, "rows", places, &rows, &ignored) ==
                   XL_SUCCESS
               ? (size_t)rows
               : 0;
}

int xl__plan_measure_bounds(const xl_plan *plan, size_t i, uint64_t *least, uint64_t *most, xl_error *error) {
    const xl__passes *ready = &plan->ready;
    uint64_t places[XL__MAX_PLACES];
    *least = 0;
    *most = UINT64_MAX;
    if (i >= (size_t)ready->measure_count) return XL_SUCCESS; /* measures of all strategies */
    const char *const name = plan->strategy->measures[i].name;
    int status = XL_SUCCESS;
    xl__fill_places(&plan->problem, plan->algorithm, places);
    if (ready->least[i].count > 0)
        status = xl__passes_compute(ready, NULL, ready->least[i], name, places, least, error);
    if (status == XL_SUCCESS && ready->most[i].count > 0)
        status = xl__passes_compute(ready, NULL, ready->most[i], name, places, most, error);
    return status;
}

cl_program xl__plan_program(const xl_plan *plan, int pass) {
    return plan->programs[pass] ? plan->programs[pass]->cl : NULL;
}

const xl__algorithm *xl__plan_algorithm(const xl_plan *plan) {
    return plan->algorithm;
}

const xl__strategy *xl__plan_strategy(const xl_plan *plan) {
    return plan->strategy;
}

int xl__plan_strategy_index(const xl_plan *plan) {
    const xl__algorithm *const algorithm = plan->algorithm;
    if (plan->strategy == &plan->planted)
        return algorithm->strategy_count + xl__find_planted(algorithm, plan->planted.name);
    return (int)(plan->strategy - algorithm->strategies);
}

const xl__problem *xl__plan_problem(const xl_plan *plan) {
    return &plan->problem;
}

void xl__plan_store(xl_plan *plan) {
    if (!plan->ran) return;
    for (int i = 0; i < plan->ready.count; i++) {
        int same = 0; /* kernels of the same program */
        for (int k = 0; k < plan->ready.count; k++)
            same += plan->kernels[k] && plan->programs[k] == plan->programs[i];
        xl__program_store(plan->device, plan->programs[i], same);
    }
}
