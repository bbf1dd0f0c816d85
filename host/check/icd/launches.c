/* Launches with copies of their arguments. */
#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"
#include "icd/launch_report.h"

struct launch {
    struct check_launch launch;
    cl_program program;
    uint32_t count;
    struct check_given *given;
    char **values;
    cl_mem *memory;
};

static void drop(struct command *c) {
    struct launch *l = c->launch;
    for (uint32_t i = 0; i < l->count; ++i) {
        if (l->values) free(l->values[i]);
        if (l->memory && l->memory[i]) memory_drop(l->memory[i]);
    }
    free(l->given);
    free(l->values);
    free(l->memory);
    program_drop(l->program);
    free(l);
}

/* Copies memory of the program (CL_MEM_USE_HOST_PTR), which it may use between commands. */
static void exchange(const struct launch *l, bool to_host) {
    for (uint32_t i = 0; i < l->count; ++i) {
        cl_mem m = l->memory[i];
        if (!m || !m->host || !m->maps) continue;
        if (to_host) memcpy(m->host, device_arena()->memory + m->offset, m->bytes);
    }
}

static cl_int run(struct command *c) {
    cl_int status = device_launch(&c->launch->launch, "kernel.cl");
    exchange(c->launch, true);
    return status;
}

static struct launch *describe(cl_kernel k) {
    struct launch *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    size_t n = k->kernel->parameters + 1;
    l->given = calloc(n, sizeof *l->given);
    l->values = calloc(n, sizeof *l->values);
    l->memory = calloc(n, sizeof *l->memory);
    l->program = k->program;
    object_retain(&k->program->object);
    bool ok = l->given && l->values && l->memory;
    for (; ok && l->count < k->kernel->parameters; ++l->count) {
        uint32_t i = l->count;
        l->given[i] = k->given[i];
        if (k->memory[i]) {
            l->memory[i] = k->memory[i];
            object_retain(&k->memory[i]->object);
        }
        if (k->given[i].kind != CHECK_VALUE || !k->values[i]) continue;
        l->values[i] = malloc(k->given[i].size);
        if (!l->values[i]) break;
        memcpy(l->values[i], k->values[i], k->given[i].size);
        l->given[i].value = l->values[i];
    }
    if (ok && l->count == k->kernel->parameters) return l;
    struct command c = {.launch = l};
    drop(&c);
    return NULL;
}

/* Up to 64 in the first dimension, a divisor of the global size. */
static size_t chosen(size_t global) {
    for (size_t n = 64; n > 1; --n)
        if (global % n == 0) return n;
    return 1;
}

static cl_int shape(struct check_launch *l, cl_kernel k, cl_uint dimensions, const size_t *offset,
                    const size_t *global, const size_t *local) {
    const uint32_t *required = k->kernel->required;
    uint64_t items = 1, groups = 1;
    for (cl_uint d = 0; d < 3; ++d) {
        bool used = d < dimensions;
        l->offset[d] = used && offset ? offset[d] : 0;
        l->global[d] = used ? global[d] : 1;
        l->local[d] = !used         ? 1
                      : local       ? local[d]
                      : required[0] ? required[d]
                      : d == 0      ? chosen(global[0])
                                    : 1;
        if (l->local[d] == 0 || (required[0] && l->local[d] != required[d]))
            return CL_INVALID_WORK_GROUP_SIZE;
        if (l->local[d] > CHECK_MAX_LOCAL_SIZE) return CL_INVALID_WORK_ITEM_SIZE;
        items *= l->local[d];
        groups *= (l->global[d] + l->local[d] - 1) / l->local[d];
        bool even = l->global[d] % l->local[d] == 0;
        const char *options = k->program->options ? k->program->options : "";
        bool partial = (strstr(options, "CL2") || strstr(options, "CL3")) &&
                       !strstr(options, "-cl-uniform-work-group-size");
        if (!even && (required[0] || !partial)) return CL_INVALID_WORK_GROUP_SIZE;
    }
    if (items > CHECK_MAX_LOCAL_SIZE) return CL_INVALID_WORK_GROUP_SIZE;
    return groups * items < UINT32_MAX ? CL_SUCCESS : CL_INVALID_GLOBAL_WORK_SIZE;
}

cl_int icd_enqueue_kernel(cl_command_queue queue, cl_kernel k, cl_uint dimensions, const size_t *offset,
                          const size_t *global, const size_t *local, cl_uint waits, const cl_event *wait,
                          cl_event *event) {
    if (!IS(queue, OBJECT_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    if (k->program->context != queue->context) return CL_INVALID_CONTEXT;
    if (dimensions < 1 || dimensions > 3) return CL_INVALID_WORK_DIMENSION;
    if (!global) return CL_INVALID_GLOBAL_WORK_SIZE;
    uint64_t memory = 0;
    for (uint32_t i = 0; i < k->kernel->parameters; ++i) {
        if (!k->set[i]) return CL_INVALID_KERNEL_ARGS;
        if (k->memory[i] && (!IS(k->memory[i], OBJECT_MEMORY) || k->memory[i]->context != queue->context))
            return CL_INVALID_KERNEL_ARGS;
        if (k->given[i].kind == CHECK_LOCAL) memory += k->given[i].size;
    }
    if (memory > CHECK_LOCAL_MEMORY) return CL_OUT_OF_RESOURCES;
    struct command *c = calloc(1, sizeof *c);
    struct launch *l = c ? describe(k) : NULL;
    if (!l) {
        free(c);
        return CL_OUT_OF_HOST_MEMORY;
    }
    c->queue = queue;
    c->launch = l;
    c->run = run;
    c->done = drop;
    struct check_launch *q = &l->launch;
    *q = (struct check_launch){.program = &k->program->built,
                               .kernel = k->kernel,
                               .given = l->given,
                               .width = icd_kernel_width(k),
                               .dimensions = dimensions,
                               .schedules = (uint32_t)report_setting("CROSSLANE_CHECK_SCHEDULES", 1),
                               .seed = (uint32_t)report_setting("CROSSLANE_CHECK_SEED", 1),
                               .steps = report_setting("CROSSLANE_CHECK_STEPS", 2000000000)};
    cl_int error = shape(q, k, dimensions, offset, global, local);
    if (!error) {
        if (q->global[0] * q->global[1] * q->global[2] == 0) c->run = NULL;
        return device_enqueue(c, CL_COMMAND_NDRANGE_KERNEL, waits, wait, event, CL_FALSE);
    }
    drop(c);
    free(c);
    return error;
}

cl_int icd_enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint waits, const cl_event *wait,
                        cl_event *event) {
    static const size_t one = 1;
    return icd_enqueue_kernel(queue, kernel, 1, NULL, &one, &one, waits, wait, event);
}
