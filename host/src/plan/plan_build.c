#include "plan/plan_build.h"
#include "caps/able.h"
#include "table/lookup.h"
#include "plan/plan_settle.h"
#include "program/edits.h"
#include "base/status.h"
#include "check/table_kernels.h"
#include "base/calls.h"
#include <stdio.h>
#include <string.h>

static const char *kernel_of(const xl_plan *plan, int i, size_t *file_size) {
    return xl__kernel_name(plan->strategy->passes[i].kernel, file_size);
}

static int add_options(xl_plan *plan, const xl__settled *settled, xl__text *options, xl_error *error) {
    int status = XL_SUCCESS;
    if (plan->target.backend) {
        status = xl__target_options(plan->device, &plan->target, plan->ops, options, error);
    } else { /* no sub-groups, but kernels may include the layer */
        const xl__target alone = {xl__local_backend(), plan->target.width};
        status = xl__target_options(plan->device, &alone, NULL, options, error);
    }
    xl__text_format(options, " -DSG_GROUP_SIZE=%zu%s", plan->problem.group_size,
                    settled->options.data ? settled->options.data : "");
    if (plan->device->record_width) xl__text_format(options, " -DSG_RECORD=1");
    if (plan->device->trace) xl__text_format(options, " -DSG_TRACE=1");
    if (plan->strategy->flags & XL__CHECKS_INDICES) xl__text_format(options, " -DSG_GUARD=2");
    if (status == XL_SUCCESS && options->failed) status = xl__fail_memory(error);
    return status;
}

void xl__release_kernels(xl_plan *plan) {
    for (int i = 0; i < plan->ready.count; i++) {
        if (plan->kernels[i]) clReleaseKernel(plan->kernels[i]);
        xl__program_release(plan->device, plan->programs[i]);
        plan->kernels[i] = NULL;
        plan->programs[i] = NULL;
    }
}

static void file_of(const xl_plan *plan, int i, char file[XL__SOURCE_NAME]) {
    size_t size;
    kernel_of(plan, i, &size);
    if (size == 0)
        snprintf(file, XL__SOURCE_NAME, "%s", plan->strategy->source);
    else
        snprintf(file, XL__SOURCE_NAME, "%.*s", (int)size, plan->strategy->passes[i].kernel);
}

typedef struct source_of {
    char file[XL__SOURCE_NAME], whose[128];
    xl__source source;
} source_of;

static const xl__source *find_source(const xl_plan *plan, int i, source_of *of) {
    const xl__strategy *const strategy = plan->strategy;
    file_of(plan, i, of->file);
    snprintf(of->whose, sizeof of->whose, "%s/%s", plan->algorithm->name, strategy->name);
    const bool own = strcmp(of->file, strategy->source) == 0;
    of->source = own ? xl__source_of(strategy, of->whose) : (xl__source){.name = of->file};
    return &of->source;
}

/* Expands the source if it may be the user's. */
static int own_text(const xl_plan *plan, int i, xl__text *out, xl_error *error) {
    const char *const folder = plan->device->kernel_dir;
    source_of of;
    const xl__source *const source = find_source(plan, i, &of);
    return folder || source->text ? xl__expand(folder, source, out, error) : XL_SUCCESS;
}

/* No driver detects that a user's kernel takes other arguments than the table's. */
static int check_own(const xl_plan *plan, int i, xl_error *error) {
    xl__text source = {0};
    int status = own_text(plan, i, &source, error);
    if (status == XL_SUCCESS && source.data)
        status = xl__check_kernel(&plan->ready, i, source.data,
                                  xl__is_counted(plan->algorithm, &plan->problem), error);
    xl__text_free(&source);
    return status;
}

static int fail_kernel(const xl_plan *plan, int i, cl_int status, xl_error *error) {
    size_t ignored;
    char file[XL__SOURCE_NAME];
    xl__text source = {0};
    const char *const name = kernel_of(plan, i, &ignored);
    file_of(plan, i, file);
    if (status == CL_INVALID_KERNEL_NAME && own_text(plan, i, &source, error) == XL_SUCCESS && source.data)
        xl__fail_no_kernel(file, name, source.data, status, error);
    else
        xl__fail(error, status, "clCreateKernel of %s in %s on %s: %s (%d)", name, file,
                 plan->device->facts.name, xl_status_name(status), status);
    xl__text_free(&source);
    return status;
}

static int make_kernel(xl_plan *plan, int i, xl_error *error) {
    size_t ignored;
    const char *const name = kernel_of(plan, i, &ignored);
    cl_int status = CL_SUCCESS;
    plan->kernels[i] = clCreateKernel(plan->programs[i]->cl, name, &status);
    if (status != CL_SUCCESS) {
        plan->kernels[i] = NULL;
        return fail_kernel(plan, i, status, error);
    }
    status = clGetKernelInfo(plan->kernels[i], CL_KERNEL_NUM_ARGS, sizeof *plan->arguments,
                             &plan->arguments[i], NULL);
    if (status != CL_SUCCESS)
        return xl__fail_cl(error, status, "clGetKernelInfo", plan->device->facts.name, NULL);
    return XL_SUCCESS;
}

static void count_build(xl_plan *plan, const xl__program *program, bool shared) {
    plan->facts.compile_ms += shared ? 0 : program->build_ms;
    plan->facts.cached = plan->facts.cached && (shared || program->from_disk);
}

static int tell_program(const xl_plan *plan, const xl__source *source, int i, const char *options,
                        xl_error *error) {
    const xl__observer *const observer = plan->device->observer;
    size_t ignored;
    xl__text text = {0};
    if (!observer) return XL_SUCCESS;
    const int status = xl__expand(plan->device->kernel_dir, source, &text, error);
    if (status == XL_SUCCESS)
        observer->program(observer->user, i, kernel_of(plan, i, &ignored), text.data, options);
    xl__text_free(&text);
    return status;
}

static int compile(xl_plan *plan, unsigned skipped, int i, const char *options, xl_error *error) {
    const char *names[XL__MAX_PASSES + 1] = {NULL};
    char other[XL__SOURCE_NAME];
    source_of of;
    bool shared = false;
    find_source(plan, i, &of);
    for (int k = 0, kept = 0; k < plan->ready.count; k++) {
        size_t ignored;
        if (skipped >> k & 1u) continue;
        file_of(plan, k, other);
        if (strcmp(of.file, other) == 0) names[kept++] = kernel_of(plan, k, &ignored);
    }
    int status = tell_program(plan, &of.source, i, options, error);
    if (status == XL_SUCCESS)
        status =
            xl__program_get(plan->device, &of.source, names, options, &plan->programs[i], &shared, error);
    if (status == XL_SUCCESS) count_build(plan, plan->programs[i], shared);
    return status == XL_SUCCESS ? check_own(plan, i, error) : status;
}

int xl__build_kernels(xl_plan *plan, const xl__settled *settled, xl_error *error) {
    xl__text options = {0};
    int status = add_options(plan, settled, &options, error);
    plan->facts.cached = true;
    for (int i = 0; i < plan->ready.count && status == XL_SUCCESS; i++) {
        if (settled->skipped >> i & 1u) continue;
        status = compile(plan, settled->skipped, i, options.data, error);
        if (status == XL_SUCCESS) status = make_kernel(plan, i, error);
    }
    xl__text_free(&options);
    return status;
}

/* True if a kernel runs in the plan's work-groups although the driver denies it (full_groups, abilities.h).
 */
static bool runs_in_full(const xl_plan *plan, cl_kernel kernel) {
    size_t size[3] = {0, 0, 0};
    const cl_int status = clGetKernelWorkGroupInfo(
        kernel, plan->device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size, NULL);
    return status == CL_SUCCESS && size[0] == plan->problem.group_size &&
           xl__has_ability(plan->device, XL__FULL_GROUPS, NULL, 0);
}

int xl__read_kernels(xl_plan *plan, size_t *largest, xl_error *error) {
    const cl_device_id device = plan->device->id;
    xl_plan_facts *facts = &plan->facts;
    *largest = SIZE_MAX;
    facts->local_bytes = 0;
    facts->registers = facts->spill_bytes = -1;
    for (int i = 0; i < plan->ready.count; i++) {
        if (!plan->kernels[i]) continue;
        size_t group = 0;
        cl_ulong local = 0;
        const xl__program *program = plan->programs[i];
        if (program->registers > facts->registers) facts->registers = program->registers;
        if (program->spill_bytes > facts->spill_bytes) facts->spill_bytes = program->spill_bytes;
        cl_int status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof group, &group, NULL);
        if (status == CL_SUCCESS)
            status = clGetKernelWorkGroupInfo(plan->kernels[i], device, CL_KERNEL_LOCAL_MEM_SIZE,
                                              sizeof local, &local, NULL);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, "clGetKernelWorkGroupInfo", plan->device->facts.name, NULL);
        if (group < plan->problem.group_size && !xl__has_own_group(plan, i) &&
            runs_in_full(plan, plan->kernels[i]))
            group = plan->problem.group_size;
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
                            : ", the minimum of OpenCL, because the driver does not report it");
    return XL_SUCCESS;
}

int xl__check_chosen_width(const xl_plan *plan, xl_error *error) {
    const xl_device *device = plan->device;
    const xl__backend *backend = plan->target.backend;
    if (!backend || !device->sub_group_info || !xl__compiler_chooses_width(backend, &device->facts))
        return XL_SUCCESS;
    for (int i = 0; i < plan->ready.count; i++) {
        size_t width = 0;
        if (!plan->kernels[i] || xl__has_own_group(plan, i)) continue;
        if (XL__CALL("clGetKernelSubGroupInfo", device->sub_group_info, plan->kernels[i], device->id,
                     XL__SUB_GROUP_SIZE_FOR_NDRANGE, sizeof plan->problem.group_size,
                     &plan->problem.group_size, sizeof width, &width, NULL) == CL_SUCCESS &&
            width > 0 && width != (size_t)plan->target.width)
            return xl__fail(error, XL_UNSUPPORTED,
                            "%s/%s, backend %s on %s: the compiler chose %zu lanes for it, not %d; "
                            "take another backend",
                            plan->algorithm->name, plan->strategy->name, backend->name, device->facts.name,
                            width, plan->target.width);
    }
    return XL_SUCCESS;
}
