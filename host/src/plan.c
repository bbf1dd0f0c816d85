#include "plan.h"
#include "plan_passes.h"
#include "request.h"
#include "source.h"
#include "status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_GROUP = 256 };

/* ---- what strategies call while they prepare ------------------------------------------------------ */

typedef struct preparation {
    xl__prepare shown; /* first: strategies see only this part */
    void *constants[XL__CONSTANTS];
    size_t constant_bytes[XL__CONSTANTS];
    bool overflow;    /* an option found no room */
    xl__text options; /* of passes that are data */
} preparation;

void xl__define(xl__prepare *p, const char *name, long long value) {
    const size_t used = strlen(p->options), room = sizeof p->options - used;
    const int put = snprintf(p->options + used, room, " -D%s=%lld", name, value);
    if (put >= 0 && (size_t)put < room) return;
    p->options[used] = '\0';
    ((preparation *)p)->overflow = true;
}

int xl__constant(xl__prepare *p, int slot, const void *data, size_t bytes) {
    preparation *whole = (preparation *)p;
    if (slot < 0 || slot >= XL__CONSTANTS || bytes == 0)
        return xl__fail(p->error, XL_BAD_VALUE, "constant slot %d of %zu bytes: no such slot, or no data",
                        slot, bytes);
    void *copy = malloc(bytes);
    if (!copy) return xl__fail_memory(p->error);
    memcpy(copy, data, bytes);
    free(whole->constants[slot]);
    whole->constants[slot] = copy;
    whole->constant_bytes[slot] = bytes;
    return XL_SUCCESS;
}

static void free_preparation(preparation *p) {
    xl__text_free(&p->options);
    for (int i = 0; i < XL__CONSTANTS; i++) {
        free(p->constants[i]);
        p->constants[i] = NULL;
    }
}

/* ---- device's part of the problem ------------------------------------------------------------------ */

static void describe_device(xl_plan *plan) {
    const xl__device_facts *facts = &plan->device->facts;
    xl__problem *problem = &plan->problem;
    const xl__backend *backend = plan->target.backend;
    problem->width = plan->target.width;
    problem->emulated = backend && backend->emulated;
    problem->cpu = (facts->type & CL_DEVICE_TYPE_CPU) != 0;
    problem->one_sub_group = backend && xl__backend_one_sub_group(backend, facts);
    problem->compute_units = xl__compute_units(facts);
    problem->device = plan->device;
    problem->algorithm = plan->algorithm;
    problem->strategy = plan->strategy;
    problem->largest_group = facts->largest_group / (size_t)problem->width * (size_t)problem->width;
}

/* The largest multiple of the width that is at most `wanted`, within what the device allows. */
static size_t round_group(const xl__problem *problem, size_t wanted) {
    const size_t width = (size_t)problem->width;
    size_t group = wanted / width * width;
    if (group > problem->largest_group) group = problem->largest_group;
    return group < width ? width : group;
}

/* The layer takes 16 bytes of local memory per work-item where values are exchanged through it. */
static void describe_local(xl_plan *plan) {
    const bool exchanged = plan->target.backend && xl__target_uses_local(plan->device, &plan->target);
    const uint64_t taken = exchanged ? 16u * (uint64_t)plan->problem.group_size : 0;
    const uint64_t all = xl__local_bytes(&plan->device->facts);
    plan->problem.local_bytes = all > taken ? all - taken : 0;
}

void xl__choose_group(xl_plan *plan, size_t wish) {
    xl__problem *problem = &plan->problem;
    const bool single = plan->strategy->flow == XL__SUB_GROUP_UNIFORM && problem->one_sub_group;
    problem->group_size =
        single ? (size_t)problem->width : round_group(problem, wish > 0 ? wish : USUAL_GROUP);
    describe_local(plan);
}

static void choose_group(xl_plan *plan) {
    const int param = xl__find_param(plan->algorithm, "group");
    xl__choose_group(plan, param >= 0 ? (size_t)plan->problem.value[param] : 0);
}

/* Strategy, backend, width, work-group size. Plain kernels have no sub-groups: for them a width of 1, without
   asking the device for more. */
static int choose_way(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    const xl__target plain = {NULL, 1};
    int status = xl__request_strategy(plan, request->strategy, error);
    if (status == XL_SUCCESS) status = xl__check_width(request->width, error);
    if (status == XL_SUCCESS) status = xl__check_backend(request->backend, error);
    if (status != XL_SUCCESS) return status;
    if (plan->strategy && plan->strategy->flow == XL__NO_SUB_GROUPS)
        plan->target = plain;
    else
        status =
            xl__choose_target(plan->device, request->backend, request->width, &plan->target, NULL, 0, error);
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
    choose_group(plan);
    return XL_SUCCESS;
}

/* ---- compiling ------------------------------------------------------------------------------------ */

/* Of a strategy whose passes are data. */
static int prepare_passes(xl_plan *plan, preparation *p, xl_error *error) {
    int status = xl__settle_passes(plan, error);
    if (status == XL_SUCCESS && plan->strategy->prepare) status = plan->strategy->prepare(&p->shown);
    if (status == XL_SUCCESS) status = xl__prepare_passes(plan, &p->shown, &p->options);
    return status;
}

static int prepare(xl_plan *plan, preparation *p, xl_error *error) {
    free_preparation(p);
    *p = (preparation){.shown = {.problem = &plan->problem, .error = error}};
    if (plan->strategy->passes) return prepare_passes(plan, p, error);
    const int status = plan->strategy->prepare ? plan->strategy->prepare(&p->shown) : XL_SUCCESS;
    const xl__problem *problem = &plan->problem;
    if (status == XL_SUCCESS && p->overflow)
        return xl__fail(error, XL_TOO_LARGE, "%s/%s defines more than %zu characters of options",
                        plan->algorithm->name, plan->strategy->name, sizeof p->shown.options);
    if (status == XL_SUCCESS &&
        (problem->group_size == 0 || problem->group_size % (size_t)problem->width != 0))
        return xl__fail(error, XL_UNSUPPORTED, "%s/%s asked for a work-group of %zu, no multiple of %d",
                        plan->algorithm->name, plan->strategy->name, problem->group_size, problem->width);
    describe_local(plan);
    return status;
}

static int add_options(xl_plan *plan, const preparation *p, xl__text *options, xl_error *error) {
    int status = XL_SUCCESS;
    if (plan->target.backend) {
        status = xl__target_options(plan->device, &plan->target, plan->ops, options, error);
    } else { /* the layer's helpers without its sub-groups */
        const xl__target alone = {xl__local_backend(), plan->target.width};
        status = xl__target_options(plan->device, &alone, NULL, options, error);
    }
    xl__text_format(options, " -DSG_GROUP_SIZE=%zu%s%s", plan->problem.group_size, p->shown.options,
                    p->options.data ? p->options.data : "");
    if (plan->device->record_width) xl__text_format(options, " -DSG_RECORD=1");
    if (plan->device->trace) xl__text_format(options, " -DSG_TRACE=1");
    if (status == XL_SUCCESS && options->failed) status = xl__fail_memory(error);
    return status;
}

static void release_kernels(xl_plan *plan) {
    for (int i = 0; i < plan->kernel_count; i++) {
        if (plan->kernels[i]) clReleaseKernel(plan->kernels[i]);
        plan->kernels[i] = NULL;
        xl__program_release(plan->device, plan->passes[i]);
        plan->passes[i] = NULL;
    }
    plan->kernel_count = 0;
    xl__program_release(plan->device, plan->program);
    plan->program = NULL;
}

const xl__program *xl__plan_program(const xl_plan *plan, int kernel) {
    return plan->passes[kernel] ? plan->passes[kernel] : plan->program;
}

bool xl__plan_same(const xl_plan *a, const xl_plan *b) {
    bool same = a->strategy == b->strategy && a->kernel_count == b->kernel_count &&
                a->facts.group_size == b->facts.group_size &&
                a->facts.scratch_bytes == b->facts.scratch_bytes;
    for (int i = 0; i < a->kernel_count && same; i++) same = xl__plan_program(a, i) == xl__plan_program(b, i);
    return same;
}

static int make_kernel(xl_plan *plan, int i, xl_error *error) {
    size_t ignored;
    const char *const name = xl__kernel_name(xl__strategy_kernel(plan->strategy, i), &ignored);
    cl_int status = CL_SUCCESS;
    plan->kernels[i] = clCreateKernel(xl__plan_program(plan, i)->cl, name, &status);
    if (status != CL_SUCCESS) {
        plan->kernels[i] = NULL;
        return xl__fail(error, status, "clCreateKernel of %s in %s on %s: %s (%d)", name,
                        plan->strategy->source, plan->device->facts.name, xl_status_name(status), status);
    }
    status = clGetKernelInfo(plan->kernels[i], CL_KERNEL_NUM_ARGS, sizeof *plan->arguments,
                             &plan->arguments[i], NULL);
    if (status != CL_SUCCESS)
        return xl__fail_cl(error, status, "clGetKernelInfo", plan->device->facts.name, NULL);
    return XL_SUCCESS;
}

/* What a build that was just asked for adds to the facts. */
static void count_build(xl_plan *plan, const xl__program *program, bool shared) {
    plan->facts.compile_ms += shared ? 0 : program->build_ms;
    plan->facts.cached = plan->facts.cached && (shared || program->from_disk);
}

/* The file that kernel number i is in. */
static void file_of(const xl_plan *plan, int i, char file[XL__SOURCE_NAME]) {
    const char *const element = xl__strategy_kernel(plan->strategy, i);
    size_t size;
    xl__kernel_name(element, &size);
    if (size == 0)
        snprintf(file, XL__SOURCE_NAME, "%s", plan->strategy->source);
    else
        snprintf(file, XL__SOURCE_NAME, "%.*s", (int)size, element);
}

/* The program of kernel number i of passes that are data: its file with those of its kernels that will be
 * launched. */
static int compile_ready(xl_plan *plan, const preparation *p, int i, const char *options, xl_error *error) {
    const char *names[XL__MAX_KERNELS + 1] = {NULL};
    char file[XL__SOURCE_NAME], other[XL__SOURCE_NAME];
    bool shared = false;
    file_of(plan, i, file);
    for (int k = 0, kept = 0; k < plan->kernel_count; k++) {
        size_t ignored;
        if (p->shown.skipped >> k & 1u) continue;
        file_of(plan, k, other);
        if (strcmp(file, other) == 0)
            names[kept++] = xl__kernel_name(xl__strategy_kernel(plan->strategy, k), &ignored);
    }
    const int status =
        xl__program_get_named(plan->device, file, names, options, &plan->passes[i], &shared, error);
    if (status == XL_SUCCESS) count_build(plan, plan->passes[i], shared);
    return status;
}

/* The program of the strategy's file, with those kernels that will be launched. */
static int compile_file(xl_plan *plan, const preparation *p, const char *options, xl_error *error) {
    const char *names[XL__MAX_KERNELS + 1] = {NULL};
    bool shared = false;
    for (int i = 0, kept = 0; i < plan->kernel_count; i++) {
        size_t file_size;
        const char *const name = xl__kernel_name(plan->strategy->kernels[i], &file_size);
        if (file_size == 0 && !(p->shown.skipped >> i & 1u)) names[kept++] = name;
    }
    const int status =
        xl__program_get(plan->device, plan->strategy->source, names, options, &plan->program, &shared, error);
    if (status == XL_SUCCESS) count_build(plan, plan->program, shared);
    return status;
}

/* The program of a kernel that has a file of its own. */
static int compile_pass(xl_plan *plan, int i, const char *options, xl_error *error) {
    char file[XL__SOURCE_NAME];
    size_t file_size;
    bool shared = false;
    xl__kernel_name(plan->strategy->kernels[i], &file_size);
    if (file_size == 0) return XL_SUCCESS;
    snprintf(file, sizeof file, "%.*s", (int)file_size, plan->strategy->kernels[i]);
    const int status = xl__program_get_pass(plan->device, file, options, &plan->passes[i], &shared, error);
    if (status == XL_SUCCESS) count_build(plan, plan->passes[i], shared);
    return status;
}

static int compile(xl_plan *plan, const preparation *p, xl_error *error) {
    xl__text options = {0};
    int status = add_options(plan, p, &options, error);
    const bool ready = plan->strategy->passes != NULL;
    plan->kernel_count = plan->ready.count;
    while (!ready && plan->strategy->kernels[plan->kernel_count]) plan->kernel_count++;
    plan->facts.cached = true;
    if (status == XL_SUCCESS && !ready) status = compile_file(plan, p, options.data, error);
    for (int i = 0; i < plan->kernel_count && status == XL_SUCCESS; i++) {
        if (p->shown.skipped >> i & 1u) continue;
        status = ready ? compile_ready(plan, p, i, options.data, error)
                       : compile_pass(plan, i, options.data, error);
        if (status == XL_SUCCESS) status = make_kernel(plan, i, error);
    }
    xl__text_free(&options);
    return status;
}

/* What the compiled kernels need: *largest gets the work-group size that all of them allow. */
static int read_kernels(xl_plan *plan, size_t *largest, xl_error *error) {
    const cl_device_id device = plan->device->id;
    xl_plan_facts *facts = &plan->facts;
    *largest = SIZE_MAX;
    facts->local_bytes = 0;
    facts->registers = facts->spill_bytes = -1;
    for (int i = 0; i < plan->kernel_count; i++) {
        if (!plan->kernels[i]) continue;
        size_t group = 0;
        cl_ulong local = 0;
        const xl__program *program = xl__plan_program(plan, i);
        if (program->registers > facts->registers) facts->registers = program->registers;
        if (program->spill_bytes > facts->spill_bytes) facts->spill_bytes = program->spill_bytes;
        cl_int status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof group, &group, NULL);
        if (status == CL_SUCCESS)
            status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_LOCAL_MEM_SIZE,
                                              sizeof local, &local, NULL);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, "clGetKernelWorkGroupInfo", plan->device->facts.name, NULL);
        if (group < *largest && !xl__has_own_group(plan, i)) *largest = group;
        if (local > facts->local_bytes) facts->local_bytes = (size_t)local;
        xl__read_kernel(plan->kernels[i], device, &plan->device->facts, &facts->registers,
                        &facts->spill_bytes);
    }
    const uint64_t has = xl__local_bytes(&plan->device->facts);
    if (facts->local_bytes > has)
        return xl__fail(error, XL_TOO_LARGE, "%s/%s needs %zu bytes of local memory, %s has %llu%s",
                        plan->algorithm->name, plan->strategy->name, facts->local_bytes,
                        plan->device->facts.name, (unsigned long long)has,
                        plan->device->facts.local_bytes
                            ? ""
                            : ", the least that OpenCL promises, as the driver does not tell");
    return XL_SUCCESS;
}

/* A width that the compiler chooses it may choose anew for every kernel. */
static int check_chosen_width(const xl_plan *plan, xl_error *error) {
    const xl_device *device = plan->device;
    const xl__backend *backend = plan->target.backend;
    if (!backend || !device->sub_group_info || !xl__compiler_chooses_width(backend, &device->facts))
        return XL_SUCCESS;
    for (int i = 0; i < plan->kernel_count; i++) {
        size_t width = 0;
        if (!plan->kernels[i] || (plan->passes[i] && (!plan->strategy->passes || xl__has_own_group(plan, i))))
            continue;
        if (device->sub_group_info(plan->kernels[i], device->id, XL__SUB_GROUP_SIZE_FOR_NDRANGE,
                                   sizeof plan->problem.group_size, &plan->problem.group_size, sizeof width,
                                   &width, NULL) == CL_SUCCESS &&
            width > 0 && width != (size_t)plan->target.width)
            return xl__fail(error, XL_UNSUPPORTED,
                            "%s/%s, backend %s on %s: the compiler chose %zu lanes for it, not %d; "
                            "take another backend",
                            plan->algorithm->name, plan->strategy->name, backend->name, device->facts.name,
                            width, plan->target.width);
    }
    return XL_SUCCESS;
}

/* Compiles, and again with a smaller work-group where the compiled kernel turns out not to allow the size. */
static int compile_fitting(xl_plan *plan, preparation *p, xl_error *error) {
    double asked[XL__MAX_PARAMS];
    memcpy(asked, plan->problem.value, sizeof asked);
    for (;;) {
        int status = prepare(plan, p, error);
        if (status == XL_SUCCESS) status = compile(plan, p, error);
        size_t largest = 0;
        if (status == XL_SUCCESS) status = read_kernels(plan, &largest, error);
        if (status != XL_SUCCESS || plan->problem.group_size <= largest) return status;
        if (largest < (size_t)plan->problem.width || largest >= plan->problem.largest_group)
            return xl__fail(error, XL_UNSUPPORTED, "%s/%s: %s runs work-groups of at most %zu of it, not %zu",
                            plan->algorithm->name, plan->strategy->name, plan->device->facts.name, largest,
                            plan->problem.group_size);
        release_kernels(plan);
        plan->problem.largest_group = largest / (size_t)plan->problem.width * (size_t)plan->problem.width;
        memcpy(plan->problem.value, asked, sizeof asked); /* what was chosen for the larger group */
        choose_group(plan);
    }
}

/* ---- buffers -------------------------------------------------------------------------------------- */

cl_mem xl__make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
                       int *status) {
    cl_int made = CL_SUCCESS;
    cl_mem buffer =
        clCreateBuffer(plan->device->context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), bytes, data, &made);
    *status = made == CL_SUCCESS ? XL_SUCCESS
                                 : xl__fail(error, made, "clCreateBuffer of %zu bytes on %s: %s (%d)", bytes,
                                            plan->device->facts.name, xl_status_name(made), made);
    return buffer;
}

static int make_trace(xl_plan *plan, xl_error *error) {
    const size_t words = 2 + (size_t)XL__TRACE_RECORDS * XL__TRACE_WORDS;
    uint32_t *start = calloc(words, sizeof *start);
    if (!start) return xl__fail_memory(error);
    start[1] = XL__TRACE_RECORDS;
    int status = XL_SUCCESS;
    plan->trace = xl__make_buffer(plan, CL_MEM_READ_WRITE, words * sizeof *start, start, error, &status);
    free(start);
    return status;
}

static int make_buffers(xl_plan *plan, preparation *p, xl_error *error) {
    int status = XL_SUCCESS;
    for (int i = 0; i < XL__CONSTANTS && status == XL_SUCCESS; i++)
        if (p->constants[i])
            plan->constants[i] = xl__make_buffer(plan, CL_MEM_READ_ONLY, p->constant_bytes[i],
                                                 p->constants[i], error, &status);
    uint32_t zero[2] = {0, 0};
    for (int i = 0; i < plan->kernel_count && status == XL_SUCCESS && plan->device->record_width; i++)
        if (plan->kernels[i] && (!plan->passes[i] || plan->strategy->passes))
            plan->records[i] = xl__make_buffer(plan, CL_MEM_READ_WRITE, sizeof zero, zero, error, &status);
    if (status == XL_SUCCESS && plan->device->trace) status = make_trace(plan, error);
    if (status == XL_SUCCESS && plan->strategy->passes) status = xl__make_areas(plan, error);
    return status;
}

/* ---- plan ----------------------------------------------------------------------------------------- */

static void finish_facts(xl_plan *plan, const preparation *p) {
    xl_plan_facts *facts = &plan->facts;
    facts->algorithm = plan->algorithm->name;
    facts->strategy = plan->strategy->name;
    facts->backend = plan->target.backend ? plan->target.backend->name : "none";
    facts->type = plan->problem.type;
    facts->width = plan->target.backend ? plan->target.width : 0;
    facts->emulated = plan->problem.emulated;
    facts->waits = (plan->strategy->flags & XL__WAITS) != 0;
    facts->group_size = plan->problem.group_size;
    facts->scratch_bytes = p->shown.scratch_bytes;
}

/* Everything that is known before anything is compiled. */
static int request_plan(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    int status = xl__request_type(plan, request->type, error);
    if (status == XL_SUCCESS) status = xl__request_problem(plan, request, error);
    if (status == XL_SUCCESS) status = choose_way(plan, request, error);
    if (status == XL_SUCCESS) status = xl__expand_ops(plan, error);
    if (status == XL_SUCCESS && plan->strategy->passes)
        status = xl__passes_make(plan->algorithm, plan->strategy, plan->problem.type, &plan->ready, error);
    return status;
}

static int check_scratch(const xl_plan *plan, const preparation *p, xl_error *error) {
    const uint64_t largest = xl__largest_buffer(&plan->device->facts);
    if (p->shown.scratch_bytes <= largest) return XL_SUCCESS;
    return xl__fail(error, XL_TOO_LARGE, "%s/%s needs %zu bytes of scratch, %s gives at most %llu",
                    plan->algorithm->name, plan->strategy->name, p->shown.scratch_bytes,
                    plan->device->facts.name, (unsigned long long)largest);
}

static int make_plan(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    preparation p = {.shown = {0}};
    int status = request_plan(plan, request, error);
    if (status == XL_SUCCESS) status = compile_fitting(plan, &p, error);
    if (status == XL_SUCCESS) status = check_chosen_width(plan, error);
    if (status == XL_SUCCESS) status = check_scratch(plan, &p, error);
    if (status == XL_SUCCESS) status = make_buffers(plan, &p, error);
    if (status == XL_SUCCESS) finish_facts(plan, &p);
    free_preparation(&p);
    return status;
}

int xl__plan_preview(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                     xl__preview *out, xl_error *error) {
    preparation p = {.shown = {0}};
    xl_plan *plan = calloc(1, sizeof *plan);
    *out = (xl__preview){.strategy = -1};
    if (!plan) return xl__fail_memory(error);
    xl__device_retain(device);
    plan->device = device;
    plan->algorithm = algorithm;
    int status = request_plan(plan, request, error);
    if (plan->strategy) out->strategy = xl__plan_strategy_index(plan);
    if (status == XL_SUCCESS) status = prepare(plan, &p, error);
    if (status == XL_SUCCESS) status = check_scratch(plan, &p, error);
    if (status == XL_SUCCESS)
        *out = (xl__preview){plan->problem, xl__plan_strategy_index(plan), p.shown.scratch_bytes};
    free_preparation(&p);
    xl_plan_free(plan);
    return status;
}

int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error) {
    *out = NULL;
    xl_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return xl__fail_memory(error);
    xl__device_retain(device);
    plan->device = device;
    plan->algorithm = algorithm;
    const int status = make_plan(plan, request, error);
    if (status == XL_SUCCESS)
        *out = plan;
    else
        xl_plan_free(plan);
    return status;
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

static void release_buffer(cl_mem buffer) {
    if (buffer) clReleaseMemObject(buffer);
}

void xl__plan_forget_run(xl_plan *plan) {
    if (plan->last) clReleaseEvent(plan->last);
    if (plan->queue) clReleaseCommandQueue(plan->queue);
    plan->last = NULL;
    plan->queue = NULL;
    plan->measured = 0;
}

void xl_plan_free(xl_plan *plan) {
    if (!plan) return;
    xl__plan_store(plan);
    release_kernels(plan);
    for (int i = 0; i < XL__CONSTANTS; i++) release_buffer(plan->constants[i]);
    for (int i = 0; i < XL__MAX_KERNELS; i++) release_buffer(plan->records[i]);
    release_buffer(plan->trace);
    release_buffer(plan->measures);
    for (int i = 0; i < XL__MAX_AREAS; i++) release_buffer(plan->areas[i]);
    xl__passes_free(&plan->ready);
    release_buffer(plan->own_scratch);
    xl__plan_forget_run(plan);
    xl__device_release(plan->device);
    free(plan);
}

int xl__plan_scratch(const xl_plan *plan, const xl__problem *problem, size_t *bytes, xl_error *error) {
    xl__problem smaller = *problem;
    preparation p = {.shown = {.problem = &smaller, .error = error}};
    *bytes = plan->facts.scratch_bytes;
    if (plan->strategy->passes) {
        size_t offset[XL__MAX_AREAS], size[XL__MAX_AREAS];
        return xl__scratch_of_passes(plan, problem, offset, size, bytes, error);
    }
    if (*bytes == 0 || !plan->strategy->prepare) return XL_SUCCESS;
    const int status = plan->strategy->prepare(&p.shown);
    if (status == XL_SUCCESS && p.shown.scratch_bytes < *bytes) *bytes = p.shown.scratch_bytes;
    free_preparation(&p);
    return status;
}

const xl__algorithm *xl__plan_algorithm(const xl_plan *plan) {
    return plan->algorithm;
}

const xl__strategy *xl__plan_strategy(const xl_plan *plan) {
    return plan->strategy;
}

int xl__plan_strategy_index(const xl_plan *plan) {
    return (int)(plan->strategy - plan->algorithm->strategies);
}

const xl__problem *xl__plan_problem(const xl_plan *plan) {
    return &plan->problem;
}

void xl__plan_store(xl_plan *plan) {
    if (!plan->ran) return;
    int of_file = 0;
    for (int i = 0; i < plan->kernel_count; i++) {
        int same = 0;
        of_file += plan->kernels[i] && !plan->passes[i];
        for (int k = 0; k < plan->kernel_count; k++)
            same += plan->kernels[k] && plan->passes[k] == plan->passes[i];
        xl__program_store(plan->device, plan->passes[i], same);
    }
    xl__program_store(plan->device, plan->program, of_file);
}
