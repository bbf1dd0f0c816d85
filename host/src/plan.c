#include "plan.h"
#include "settings.h"
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
    bool overflow; /* an option found no room */
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
    for (int i = 0; i < XL__CONSTANTS; i++) {
        free(p->constants[i]);
        p->constants[i] = NULL;
    }
}

/* ---- request -------------------------------------------------------------------------------------- */

static int fail_name(const char *what, const char *name, const xl__algorithm *algorithm, xl_error *error) {
    xl__text known = {0};
    if (algorithm)
        for (int i = 0; i < algorithm->strategy_count; i++)
            xl__text_format(&known, " %s", algorithm->strategies[i].name);
    else
        for (size_t i = 0; xl__algorithms[i]; i++) xl__text_format(&known, " %s", xl__algorithms[i]->name);
    xl__fail(error, XL_BAD_NAME, "no %s '%s'%s%s; there are:%s", what, name, algorithm ? " of " : "",
             algorithm ? algorithm->name : "", known.data ? known.data : " none");
    xl__text_free(&known);
    return XL_BAD_NAME;
}

/* The plan's element type: that of the first array which has a choice. */
static int choose_type(xl_plan *plan, xl_type wanted, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    int array = 0;
    while (array + 1 < algorithm->array_count && algorithm->arrays[array].types[1] == XL_TYPE_NONE) array++;
    if (algorithm->arrays[array].types[1] == XL_TYPE_NONE) array = 0;
    const xl_type *types = algorithm->arrays[array].types;
    plan->problem.type = types[0];
    bool offered = wanted == XL_TYPE_NONE || wanted == types[0];
    for (int i = 0; i < 6 && types[i] != XL_TYPE_NONE && !offered; i++) offered = types[i] == wanted;
    if (!offered)
        return xl__fail(error, XL_UNSUPPORTED, "%s does not take %s in array '%s'", algorithm->name,
                        xl_type_name(wanted), algorithm->arrays[array].name);
    if (wanted != XL_TYPE_NONE) plan->problem.type = wanted;
    for (int a = 0; a < algorithm->array_count; a++)
        if (xl__array_type(algorithm, a, plan->problem.type) == XL_F64 && !plan->device->facts.fp64)
            return xl__fail(error, XL_UNSUPPORTED, "%s: %s has no 64-bit floats", algorithm->name,
                            plan->device->facts.name);
    return XL_SUCCESS;
}

static int check_values(const xl_plan *plan, xl__problem *problem, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    for (int i = 0; i < algorithm->param_count; i++) {
        const int status = xl__check_value(algorithm, i, problem->value[i], error);
        if (status != XL_SUCCESS) return status;
    }
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        if (!xl__array_elements(algorithm, a, problem, shape, &rank, &elements))
            return xl__fail(error, XL_TOO_LARGE, "%s: array '%s' has more elements than memory can address",
                            algorithm->name, algorithm->arrays[a].name);
    }
    return algorithm->check ? algorithm->check(problem, error) : XL_SUCCESS;
}

static int read_settings(xl_plan *plan, const char *settings, xl_error *error) {
    const int status = xl__read_settings(plan->algorithm, settings, &plan->problem, error);
    return status == XL_SUCCESS ? check_values(plan, &plan->problem, error) : status;
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
    problem->compute_units = facts->compute_units;
    problem->largest_group = facts->largest_group / (size_t)problem->width * (size_t)problem->width;
}

/* The largest multiple of the width that is at most `wanted`, within what the device allows. */
static size_t round_group(const xl__problem *problem, size_t wanted) {
    const size_t width = (size_t)problem->width;
    size_t group = wanted / width * width;
    if (group > problem->largest_group) group = problem->largest_group;
    return group < width ? width : group;
}

/* Local memory that the layer takes away (kernels/sg/README.md): 16 bytes a work-item where values are
   exchanged through it. */
static void describe_local(xl_plan *plan) {
    const bool exchanged = plan->target.backend && xl__target_uses_local(plan->device, &plan->target);
    const uint64_t taken = exchanged ? 16u * (uint64_t)plan->problem.group_size : 0;
    const uint64_t all = plan->device->facts.local_bytes;
    plan->problem.local_bytes = all > taken ? all - taken : 0;
}

static void choose_group(xl_plan *plan) {
    xl__problem *problem = &plan->problem;
    const int param = xl__find_param(plan->algorithm, "group");
    const double wish = param >= 0 ? problem->value[param] : 0;
    const bool single = plan->strategy->flow == XL__SUB_GROUP_UNIFORM && problem->one_sub_group;
    problem->group_size =
        single ? (size_t)problem->width : round_group(problem, wish > 0 ? (size_t)wish : USUAL_GROUP);
    describe_local(plan);
}

static int find_strategy(xl_plan *plan, const char *name, xl_error *error) {
    if (!name || strcmp(name, "auto") == 0) return XL_SUCCESS;
    const int index = xl__find_strategy(plan->algorithm, name);
    if (index < 0) return fail_name("strategy", name, plan->algorithm, error);
    plan->strategy = &plan->algorithm->strategies[index];
    return XL_SUCCESS;
}

/* The algorithm's own choice. It may set tuning values; those that the caller named win. */
static int auto_strategy(xl_plan *plan, xl_error *error) {
    const xl__algorithm *algorithm = plan->algorithm;
    xl__problem *problem = &plan->problem;
    const xl__problem asked = *problem;
    const int index = algorithm->choose ? algorithm->choose(problem) : 0;
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].role != XL__TUNING || (asked.given >> p & 1u))
            problem->value[p] = asked.value[p];
    if (index < 0 || index >= algorithm->strategy_count)
        return xl__fail(error, XL_UNSUPPORTED, "%s: no strategy suits these settings on %s", algorithm->name,
                        plan->device->facts.name);
    plan->strategy = &algorithm->strategies[index];
    return XL_SUCCESS;
}

/* Strategy, backend, width, work-group size. Plain kernels have no sub-groups: for them a width of 1, without
   asking the device for more. */
static int choose_way(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    const xl__target plain = {NULL, 1};
    int status = find_strategy(plan, request->strategy, error);
    if (status != XL_SUCCESS) return status;
    if (plan->strategy && plan->strategy->flow == XL__NO_SUB_GROUPS) {
        plan->target = plain;
        status = xl__check_backend(request->backend, error);
    } else {
        status =
            xl__choose_target(plan->device, request->backend, request->width, &plan->target, NULL, 0, error);
    }
    if (status != XL_SUCCESS) return status;
    describe_device(plan);
    if (!plan->strategy) {
        plan->problem.group_size = round_group(&plan->problem, USUAL_GROUP);
        describe_local(plan);
        status = auto_strategy(plan, error);
        if (status != XL_SUCCESS) return status;
        if (plan->strategy->flow == XL__NO_SUB_GROUPS) {
            plan->target = plain;
            describe_device(plan);
        }
    }
    choose_group(plan);
    return XL_SUCCESS;
}

/* ---- compiling ------------------------------------------------------------------------------------ */

static int prepare(xl_plan *plan, preparation *p, xl_error *error) {
    free_preparation(p);
    *p = (preparation){.shown = {.problem = &plan->problem, .error = error}};
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
        status = xl__target_options(plan->device, &plan->target, plan->strategy->ops, options, error);
    } else { /* the layer's helpers without its sub-groups */
        const xl__target alone = {xl__local_backend(), plan->target.width};
        status = xl__target_options(plan->device, &alone, NULL, options, error);
    }
    xl__text_format(options, " -DSG_GROUP_SIZE=%zu%s", plan->problem.group_size, p->shown.options);
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

static int make_kernel(xl_plan *plan, int i, xl_error *error) {
    size_t ignored;
    const char *const name = xl__kernel_name(plan->strategy->kernels[i], &ignored);
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
    while (plan->strategy->kernels[plan->kernel_count]) plan->kernel_count++;
    plan->facts.cached = true;
    if (status == XL_SUCCESS) status = compile_file(plan, p, options.data, error);
    for (int i = 0; i < plan->kernel_count && status == XL_SUCCESS; i++) {
        if (p->shown.skipped >> i & 1u) continue;
        status = compile_pass(plan, i, options.data, error);
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
    facts->registers = plan->program->registers;
    facts->spill_bytes = plan->program->spill_bytes;
    for (int i = 0; i < plan->kernel_count; i++) {
        if (!plan->kernels[i]) continue;
        size_t group = 0;
        cl_ulong local = 0;
        cl_int status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof group, &group, NULL);
        if (status == CL_SUCCESS)
            status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_LOCAL_MEM_SIZE,
                                              sizeof local, &local, NULL);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, "clGetKernelWorkGroupInfo", plan->device->facts.name, NULL);
        if (group < *largest) *largest = group;
        if (local > facts->local_bytes) facts->local_bytes = (size_t)local;
        xl__read_kernel(plan->kernels[i], device, &plan->device->facts, &facts->registers,
                        &facts->spill_bytes);
    }
    if (facts->local_bytes > plan->device->facts.local_bytes)
        return xl__fail(error, XL_TOO_LARGE, "%s/%s needs %zu bytes of local memory, %s has %llu",
                        plan->algorithm->name, plan->strategy->name, facts->local_bytes,
                        plan->device->facts.name, (unsigned long long)plan->device->facts.local_bytes);
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
        if (!plan->kernels[i] || plan->passes[i]) continue;
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
        choose_group(plan);
    }
}

/* ---- buffers -------------------------------------------------------------------------------------- */

static cl_mem make_buffer(xl_plan *plan, cl_mem_flags flags, size_t bytes, void *data, xl_error *error,
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
    plan->trace = make_buffer(plan, CL_MEM_READ_WRITE, words * sizeof *start, start, error, &status);
    free(start);
    return status;
}

static int make_buffers(xl_plan *plan, preparation *p, xl_error *error) {
    int status = XL_SUCCESS;
    for (int i = 0; i < XL__CONSTANTS && status == XL_SUCCESS; i++)
        if (p->constants[i])
            plan->constants[i] =
                make_buffer(plan, CL_MEM_READ_ONLY, p->constant_bytes[i], p->constants[i], error, &status);
    uint32_t zero[2] = {0, 0};
    for (int i = 0; i < plan->kernel_count && status == XL_SUCCESS && plan->device->record_width; i++)
        if (plan->kernels[i] && !plan->passes[i])
            plan->records[i] = make_buffer(plan, CL_MEM_READ_WRITE, sizeof zero, zero, error, &status);
    if (status == XL_SUCCESS && plan->device->trace) status = make_trace(plan, error);
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

static int make_plan(xl_plan *plan, const xl_plan_request *request, xl_error *error) {
    preparation p = {.shown = {0}};
    int status = choose_type(plan, request->type, error);
    if (status == XL_SUCCESS) status = read_settings(plan, request->settings, error);
    if (status == XL_SUCCESS) status = choose_way(plan, request, error);
    if (status == XL_SUCCESS) status = compile_fitting(plan, &p, error);
    if (status == XL_SUCCESS) status = check_chosen_width(plan, error);
    if (status == XL_SUCCESS && p.shown.scratch_bytes > plan->device->facts.largest_buffer)
        status = xl__fail(error, XL_TOO_LARGE, "%s/%s needs %zu bytes of scratch, %s gives at most %llu",
                          plan->algorithm->name, plan->strategy->name, p.shown.scratch_bytes,
                          plan->device->facts.name, (unsigned long long)plan->device->facts.largest_buffer);
    if (status == XL_SUCCESS) status = make_buffers(plan, &p, error);
    if (status == XL_SUCCESS) finish_facts(plan, &p);
    free_preparation(&p);
    return status;
}

int xl__plan_make_for(xl_device *device, const xl__algorithm *algorithm, const xl_plan_request *request,
                      xl_plan **out, xl_error *error) {
    *out = NULL;
    xl_plan *plan = calloc(1, sizeof *plan);
    if (!plan) return xl__fail_memory(error);
    plan->device = device;
    plan->algorithm = algorithm;
    const int status = make_plan(plan, request, error);
    if (status == XL_SUCCESS)
        *out = plan;
    else
        xl_plan_free(plan);
    return status;
}

int xl_plan_make(xl_device *device, const xl_plan_request *request, xl_plan **out, xl_error *error) {
    *out = NULL;
    if (!device || !request || !request->algorithm)
        return xl__fail(error, XL_BAD_VALUE, "xl_plan_make: device, request or its algorithm is NULL");
    const xl__algorithm *algorithm = xl__find_algorithm(request->algorithm);
    if (!algorithm) return fail_name("algorithm", request->algorithm, NULL, error);
    return xl__plan_make_for(device, algorithm, request, out, error);
}

static void release_buffer(cl_mem buffer) {
    if (buffer) clReleaseMemObject(buffer);
}

void xl_plan_free(xl_plan *plan) {
    if (!plan) return;
    xl__plan_store(plan);
    release_kernels(plan);
    for (int i = 0; i < XL__CONSTANTS; i++) release_buffer(plan->constants[i]);
    for (int i = 0; i < XL__MAX_KERNELS; i++) release_buffer(plan->records[i]);
    release_buffer(plan->trace);
    release_buffer(plan->own_scratch);
    free(plan);
}

void xl_plan_get_facts(const xl_plan *plan, xl_plan_facts *out) {
    *out = plan->facts;
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
        of_file += plan->kernels[i] && !plan->passes[i];
        xl__program_store(plan->device, plan->passes[i], 1);
    }
    xl__program_store(plan->device, plan->program, of_file);
}

void xl__value_text(const xl__param *param, double value, char *text, size_t size) {
    if (param->kind != XL__CHOICE) {
        snprintf(text, size, "%.17g", value);
        return;
    }
    const char *at = param->choices;
    for (int skip = (int)value; skip > 0 && *at; skip--) {
        at += strcspn(at, "|");
        if (*at) at++;
    }
    snprintf(text, size, "%.*s", (int)strcspn(at, "|"), at);
}
