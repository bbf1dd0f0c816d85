#include "plan/enqueue_bind.h"
#include "plan/enqueue_order.h"
#include "plan/handles.h"
#include "plan/plan_make.h"
#include "plan/request.h"
#include "base/status.h"
#include "table/real.h"
#include "base/calls.h"
#include <string.h>

/* ---- passes --------------------------------------------------------------------------------------- */

typedef struct launcher {
    xl__run *run;
    const xl__passes *passes;
    xl__amounts *amounts;
    const xl__memory *memory;
} launcher;

static int compute(const launcher *l, const xl__ready_pass *pass, xl__expression e, const char *what,
                   uint64_t *out) {
    xl__computed *const kept = l->amounts->computed ? &l->amounts->computed[e.first] : NULL;
    if (kept && kept->known) {
        *out = kept->value;
        return XL_SUCCESS;
    }
    const int status = xl__passes_compute(l->passes, pass, e, what, l->amounts->places, out, l->run->error);
    if (kept && status == XL_SUCCESS) *kept = (xl__computed){*out, true};
    return status;
}

static int integer_arg(const launcher *l, const xl__ready_pass *pass, const xl__arg *arg, uint64_t value) {
    const uint64_t most = arg->bytes == 8  ? (arg->is_signed ? INT64_MAX : UINT64_MAX)
                          : arg->is_signed ? INT32_MAX
                                           : UINT32_MAX;
    const uint32_t word = (uint32_t)value;
    if (value > most)
        return xl__fail(l->run->error, XL_TOO_LARGE,
                        "%s/%s, pass %d: '%.*s' is %llu, the kernel takes at most %llu",
                        l->passes->algorithm->name, l->passes->strategy->name, pass->number + 1,
                        arg->word_size, arg->word, (unsigned long long)value, (unsigned long long)most);
    if (arg->bytes == 8)
        xl__run_value(l->run, sizeof value, &value);
    else
        xl__run_value(l->run, sizeof word, &word);
    return XL_SUCCESS;
}

static float real_value(const launcher *l, const xl__arg *arg) {
    if (arg->index < XL__MAX_PARAMS) return xl__real_float(xl__real_of(&l->amounts->problem, arg->index));
    return (float)l->passes->algorithm->sizes[arg->index - XL__MAX_PARAMS].real(&l->amounts->problem);
}

/* Without a count in the plan, the kernel lacks this argument. */
static void set_count(const launcher *l, const xl__arg *arg) {
    const cl_mem none = NULL, *const area = &l->memory->areas[arg->index];
    if (l->memory->amounts->area_bytes[arg->index] > 0) xl__run_memory(l->run, arg->bytes > 0 ? area : &none);
}

static int set_arg(const launcher *l, const xl__ready_pass *pass, const xl__arg *arg) {
    uint64_t value = 0;
    float real;
    int status = XL_SUCCESS;
    if (arg->kind == XL__ARG_INTEGER || arg->kind == XL__ARG_LOCAL)
        status = compute(l, pass, arg->value, "an argument", &value);
    if (status != XL_SUCCESS) return status;
    switch (arg->kind) {
    case XL__ARG_ARRAY: xl__run_memory(l->run, &l->memory->arrays[arg->index]); break;
    case XL__ARG_AREA: xl__run_memory(l->run, &l->memory->areas[arg->index]); break;
    case XL__ARG_MEASURES: xl__run_memory(l->run, &l->run->plan->measures); break;
    case XL__ARG_COUNT: set_count(l, arg); break;
    case XL__ARG_INTEGER: return integer_arg(l, pass, arg, value);
    case XL__ARG_LOCAL: xl__run_value(l->run, (size_t)value * arg->bytes, NULL); break;
    case XL__ARG_REAL:
        real = real_value(l, arg);
        xl__run_value(l->run, sizeof real, &real);
        break;
    }
    return XL_SUCCESS;
}

/* Equal for all plans, if the device allows it. */
static size_t group_of_items(const xl__problem *problem) {
    enum { USUAL = 64 };
    return problem->largest_group < USUAL ? problem->largest_group : USUAL;
}

static int launch_kernel(const launcher *l, const xl__ready_pass *pass) {
    const bool by_items = pass->items.count > 0;
    uint64_t count = 0, group = l->amounts->problem.group_size;
    int status =
        compute(l, pass, by_items ? pass->items : pass->groups, by_items ? "items" : "groups", &count);
    if (status == XL_SUCCESS && pass->group.count > 0)
        status = compute(l, pass, pass->group, "group", &group);
    if (status != XL_SUCCESS || count == 0) return status;
    if (by_items) {
        group = group_of_items(&l->amounts->problem);
        count = xl__blocks((size_t)count, (size_t)group);
    }
    xl__run_begin(l->run, pass->number);
    for (int a = 0; a < pass->arg_count && status == XL_SUCCESS; a++)
        status = set_arg(l, pass, &pass->args[a]);
    if (status == XL_SUCCESS) xl__run_launch(l->run, (size_t)count, (size_t)group);
    return status;
}

static cl_mem memory_of(const launcher *l, const xl__ready_pass *pass, size_t *bytes) {
    const xl__memory *memory = l->memory;
    *bytes = pass->array >= 0 ? memory->amounts->array_bytes[pass->array]
                              : memory->amounts->area_bytes[pass->area];
    return pass->array >= 0 ? memory->arrays[pass->array] : memory->areas[pass->area];
}

static void fill_memory(const launcher *l, const xl__ready_pass *pass) {
    size_t bytes = 0;
    cl_mem buffer = memory_of(l, pass, &bytes);
    xl__run_fill(l->run, buffer, bytes);
}

static int read_value(launcher *l, const xl__ready_pass *pass) {
    uint64_t most = 0, value = 0;
    uint32_t narrow = 0;
    size_t bytes = 0;
    cl_mem buffer = memory_of(l, pass, &bytes);
    int status = compute(l, pass, pass->most, "most", &most);
    if (status != XL_SUCCESS) return status;
    if (bytes < pass->read_bytes)
        return xl__fail(
            l->run->error, XL_BAD_ARRAY, "%s/%s, pass %d: '%s' is empty, so there is no element to read",
            l->passes->algorithm->name, l->passes->strategy->name, pass->number + 1, pass->pass->read);
    const bool wide = pass->read_bytes == sizeof value;
    status = xl__run_read(l->run, buffer, pass->read_bytes, wide ? (void *)&value : (void *)&narrow);
    if (status != XL_SUCCESS) return status;
    if (!wide) value = narrow;
    if (value > most)
        return xl__fail(l->run->error, XL_WRONG_ANSWER,
                        "%s/%s, pass %d: '%s' is %llu after the passes before it, but can be at most %llu; "
                        "nothing was launched with it",
                        l->passes->algorithm->name, l->passes->strategy->name, pass->number + 1,
                        pass->pass->read, (unsigned long long)value, (unsigned long long)most);
    l->amounts->places[pass->value] = value;
    return XL_SUCCESS;
}

static int launch_pass(launcher *l, const xl__ready_pass *pass) {
    uint64_t runs = 1;
    const int status = pass->when.count > 0 ? compute(l, pass, pass->when, "when", &runs) : XL_SUCCESS;
    if (status != XL_SUCCESS || !runs) return status;
    if (pass->pass->kernel) return launch_kernel(l, pass);
    if (pass->pass->read) return read_value(l, pass);
    fill_memory(l, pass);
    return XL_SUCCESS;
}

static int launch_span(launcher *l, int first, int span) {
    int status = XL_SUCCESS;
    for (int i = first; i < first + span && status == XL_SUCCESS; i++)
        status = launch_pass(l, &l->passes->item[i]);
    return status;
}

/* In order: later passes use values read. */
static int launch_passes(launcher *l) {
    int status = XL_SUCCESS, span = 1;
    memset(l->amounts->places + XL__FIRST_READ, 0, XL__MAX_READS * sizeof *l->amounts->places);
    for (int i = 0; i < l->passes->count && status == XL_SUCCESS; i += span) {
        const xl__ready_pass *pass = &l->passes->item[i];
        uint64_t turns = 1;
        span = pass->pass->span > 0 ? pass->pass->span : 1;
        if (pass->turns.count > 0) status = compute(l, pass, pass->turns, "turns", &turns);
        for (int turn = 0; (uint64_t)turn < turns && status == XL_SUCCESS; turn++) {
            if (turn > 0) xl__fill_turn(&l->amounts->problem, l->passes->algorithm, turn, l->amounts->places);
            status = launch_span(l, i, span);
        }
        if (turns > 1) xl__fill_turn(&l->amounts->problem, l->passes->algorithm, 0, l->amounts->places);
    }
    return status;
}

/* ---- the call ------------------------------------------------------------------------------------- */

static int check_launch(const xl_launch *launch, xl_error *error) {
    static const char call[] = "xl_enqueue";
    if (!launch->queue) return xl__fail_null(error, call, "queue");
    const struct {
        const char *count_name, *name;
        size_t count;
        const void *array;
    } lists[] = {{"array_count", "arrays", launch->array_count, launch->arrays},
                 {"scalar_count", "scalars", launch->scalar_count, launch->scalars},
                 {"wait_count", "wait_list", launch->wait_count, launch->wait_list}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].count > 0 && !lists[i].array)
            return xl__fail(error, XL_BAD_VALUE, "%s: %s is %zu and %s is NULL", call, lists[i].count_name,
                            lists[i].count, lists[i].name);
    return XL_SUCCESS;
}

/* A queue is checked once for consecutive calls: the plan retains it, so no other queue can get its handle.
   Buffers are checked each time, because retaining them would keep released memory. */
static int check_queue(xl_plan *plan, cl_command_queue queue, bool *out_of_order, xl_error *error) {
    if (queue != plan->known) {
        const int status = xl__check_queue(plan->device, queue, "xl_enqueue", out_of_order, error);
        if (status != XL_SUCCESS || clRetainCommandQueue(queue) != CL_SUCCESS) return status;
        xl__plan_forget_queue(plan);
        plan->known = queue;
        plan->known_out_of_order = *out_of_order;
    }
    *out_of_order = plan->known_out_of_order;
    return XL_SUCCESS;
}

static xl__amounts *find_amounts(xl_plan *plan, xl__run *run, xl__amounts *own) {
    const xl_launch *launch = run->launch;
    own->known = false;
    own->computed = NULL;
    if (launch->scalar_count > 0 && run->status == XL_SUCCESS)
        run->status =
            xl__request_scalars(plan, launch->scalars, launch->scalar_count, &own->problem, run->error);
    const bool keeps = xl__run_is_next(run) ? plan->ready.uses_kept : xl__run_order(run);
    xl__amounts *const amounts = launch->scalar_count > 0 ? own : &plan->usual[keeps];
    if (amounts != own && !amounts->known) amounts->problem = plan->problem;
    amounts->problem.not_kept = !keeps;
    return amounts;
}

static int enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error) {
    xl__run run = {.plan = plan, .launch = launch, .error = error};
    xl__amounts own;
    xl__memory memory;
    run.status = check_queue(plan, launch->queue, &run.out_of_order, error);
    if (run.status == XL_SUCCESS)
        run.status = xl__check_events(plan->device, launch->wait_list, launch->wait_count, error);
    xl__amounts *const amounts = find_amounts(plan, &run, &own);
    xl__start_memory(&memory, amounts);
    if (run.status == XL_SUCCESS) run.status = xl__bind_memory(plan, launch, amounts, &memory, error);
    if (run.status == XL_SUCCESS && run.follows) run.status = xl__run_wait(&run);
    plan->launches = 0;
    xl__run_clear_notes(&run);
    if (run.status == XL_SUCCESS) {
        launcher l = {&run, &plan->ready, amounts, &memory};
        const int status = launch_passes(&l);
        if (run.status == XL_SUCCESS) run.status = status;
    }
    xl__run_finish(&run);
    xl__release_memory(&memory);
    plan->ran = plan->ran || run.started;
    return run.status;
}

int xl_enqueue_sized(xl_plan *plan, const xl_launch *launch, size_t launch_size, xl_error *error) {
    static const char call[] = "xl_enqueue";
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!launch) return xl__fail_null(error, call, "launch");
    xl_launch own;
    int status = xl__take(&own, sizeof own, launch, launch_size, call, error);
    if (own.event) *own.event = NULL;
    if (own.first_event) *own.first_event = NULL;
    if (status == XL_SUCCESS) status = check_launch(&own, error);
    if (status == XL_SUCCESS) status = enqueue(plan, &own, error);
    return xl__done(error, status);
}
