#include "caps/able.h"
#include "base/os.h"
#include "program/cache.h"
#include "caps/caps_try.h"
#include "program/program.h"
#include "program/source.h"
#include "base/status.h"
#include "base/calls.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WORDS = 2, GROUP = 64, MOST_GROUPS = 4096 };

/* Polls of a work-group before it gives up, at least a tenth of a second: on a CPU another program may hold
   the processor that long. Few where most devices give up. */
enum { POLLS = 1 << 18, POLLS_OF_CPU = 1 << 27, FAIR_POLLS = 1 << 20, MUTANT_POLLS = 1 << 16 };

static const char kind[] = "ability", refused[] = "refused", source[] = "common/abilities.cl";

/* ---- one launch ------------------------------------------------------------------------------------- */

typedef struct trial {
    xl_device *device;
    xl__ability ability;
    bool mutant;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    size_t local;     /* work-items of a work-group */
    const char *call; /* the latest */
} trial;

/* *gave_up: work-groups that gave up or were wrong. Returns an OpenCL status. */
static cl_int run_groups(trial *t, cl_uint groups, cl_uint *gave_up, cl_uint *ran) {
    const size_t global = groups * t->local, words = NAME_WORDS + (size_t)groups;
    const bool cpu = t->device->facts.type & CL_DEVICE_TYPE_CPU;
    const cl_uint right = !t->mutant, polls = t->mutant                ? MUTANT_POLLS
                                              : t->ability == XL__FAIR ? FAIR_POLLS
                                              : cpu                    ? POLLS_OF_CPU
                                                                       : POLLS;
    cl_uint *zero = calloc(words, sizeof *zero), head[NAME_WORDS] = {0, 1};
    cl_int status = CL_OUT_OF_HOST_MEMORY;
    cl_mem memory = NULL;
    if (!zero) return status;
    t->call = "clCreateBuffer";
    memory = clCreateBuffer(t->device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                            words * sizeof *zero, zero, &status);
    free(zero);
    if (status != CL_SUCCESS) return status;
    t->call = "clSetKernelArg";
    status = clSetKernelArg(t->kernel, 0, sizeof memory, &memory);
    if (status == CL_SUCCESS) status = clSetKernelArg(t->kernel, 1, sizeof polls, &polls);
    if (status == CL_SUCCESS) status = clSetKernelArg(t->kernel, 2, sizeof right, &right);
    if (status == CL_SUCCESS) {
        t->call = "clEnqueueNDRangeKernel";
        status = clEnqueueNDRangeKernel(t->queue, t->kernel, 1, NULL, &global, &t->local, 0, NULL, NULL);
    }
    if (status == CL_SUCCESS) {
        t->call = "clEnqueueReadBuffer";
        status = clEnqueueReadBuffer(t->queue, memory, CL_TRUE, 0, sizeof head, head, 0, NULL, NULL);
    }
    clReleaseMemObject(memory);
    *ran = head[0];
    *gave_up = head[1];
    return status;
}

/* Two work-groups, one per compute unit, and more than run at the same time. A failed call sets *kept to
 * false.
 */
static bool run_sizes(trial *t, bool *kept, char *why, size_t size) {
    const cl_uint units = xl__compute_units(&t->device->facts);
    const cl_uint counts[] = {2, units, 8 * units, MOST_GROUPS, MOST_GROUPS};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const cl_uint groups = counts[i] > MOST_GROUPS ? MOST_GROUPS : counts[i];
        cl_uint gave_up = 0, ran = 0;
        const cl_int status = run_groups(t, groups, &gave_up, &ran);
        if (status != CL_SUCCESS) {
            snprintf(why, size, "%s failed: %s", t->call, xl_status_name(status));
            *kept = false;
            return false;
        }
        if (gave_up > 0 || ran != groups) {
            snprintf(why, size, "of %u work-groups %u ran, %u %s", groups, ran, gave_up,
                     t->ability == XL__FULL_GROUPS ? "added up wrongly" : "gave up waiting");
            return false;
        }
    }
    return true;
}

/* ---- building --------------------------------------------------------------------------------------- */

static void close_trial(trial *t) {
    if (t->kernel) clReleaseKernel(t->kernel);
    if (t->queue) clReleaseCommandQueue(t->queue);
    if (t->program) clReleaseProgram(t->program);
}

/* `text` is the program's. *kept: whether a failure will recur. */
static bool open_trial(trial *t, const char *text, bool *kept, char *why, size_t size) {
    const size_t largest = t->device->facts.largest_group;
    char log[256] = "", options[64], kernel[64];
    t->local = t->ability == XL__FULL_GROUPS || largest < GROUP ? largest : GROUP;
    /* A size that the compiler refuses must not cost the program's other trials. */
    snprintf(options, sizeof options, "-cl-std=CL1.2 -DLARGEST_GROUP=%zu",
             t->ability == XL__FULL_GROUPS ? largest : 1);
    cl_int status = xl__program_build(t->device, text, options, &t->program, log, sizeof log);
    if (status != XL_SUCCESS) {
        snprintf(why, size, "the trial does not compile: %.100s", log[0] ? log : xl_status_name(status));
        *kept = xl__compiler_refused(status, log);
        return false;
    }
    t->queue = xl__make_queue(t->device->context, t->device->id, 0, &status);
    snprintf(kernel, sizeof kernel, "ability_%s", xl__ability_name(t->ability));
    if (status == CL_SUCCESS) t->kernel = clCreateKernel(t->program, kernel, &status);
    if (status == CL_SUCCESS) return true;
    snprintf(why, size, "%s", xl_status_name(status));
    *kept = false;
    return false;
}

/* *kept becomes false if a failure may not recur. */
static bool try_ability(xl_device *device, xl__ability ability, const char *text, bool *kept, char *why,
                        size_t size) {
    trial t = {.device = device, .ability = ability};
    *kept = true;
    const bool able = open_trial(&t, text, kept, why, size) && run_sizes(&t, kept, why, size);
    close_trial(&t);
    return able;
}

int xl__count_ability(xl_device *device, xl__ability ability, xl__ability_count *count, xl_error *error) {
    trial t = {.device = device, .ability = ability, .mutant = count->mutant};
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * count->seconds);
    char why[XL__WHY] = "";
    bool kept = false;
    xl__text text = {0};
    int status = xl__expand_source(device->kernel_dir, source, &text, error);
    if (!status && !open_trial(&t, text.data, &kept, why, sizeof why))
        status = xl__fail(error, XL_UNSUPPORTED, "ability %s: %s", xl__ability_name(ability), why);
    do {
        cl_uint gave_up = 0, ran = 0;
        if (status) break;
        const cl_int ended = run_groups(&t, count->groups, &gave_up, &ran);
        if (ended != CL_SUCCESS) status = xl__fail_cl(error, ended, t.call, device->facts.name, NULL);
        count->tries +=
            ability == XL__FULL_GROUPS ? count->groups : count->groups - 1; /* one waits for none */
        count->broken += gave_up + (count->groups - ran);
    } while (!status && count->broken == 0 && xl__os_now() < end);
    close_trial(&t);
    xl__text_free(&text);
    return status;
}

/* ---- the answer ------------------------------------------------------------------------------------- */

/* "1\t" or "0\twhy". */
static bool read_answer(const xl_device *device, const char key[XL__HASH_TEXT], bool *able, char *why,
                        size_t size) {
    char *data = NULL;
    size_t bytes = 0;
    if (!device->cache_dir) return false;
    if (device->forget) {
        xl__cache_remove(device->cache_dir, kind, key);
        xl__cache_remove(device->cache_dir, refused, key);
        return false;
    }
    if (xl__cache_read(device->cache_dir, refused, key, &data, &bytes)) {
        snprintf(why, size, "the driver's process ended when it was tried");
        *able = false;
    } else if (xl__cache_read(device->cache_dir, kind, key, &data, &bytes)) {
        *able = data[0] == '1';
        if (bytes > 2) xl__copy_capped(why, size, data + 2);
    } else {
        return false;
    }
    free(data);
    return true;
}

static void write_answer(const xl_device *device, const char key[XL__HASH_TEXT], bool able, const char *why) {
    char text[XL__WHY + 8];
    if (!device->cache_dir) return;
    const int size = snprintf(text, sizeof text, "%d\t%s", able, why);
    if (size > 0) xl__cache_write(device->cache_dir, kind, key, text, (size_t)size);
}

/* Announces the trial to the parent, so that a driver crashes in it only once. */
static void find_out(xl_device *device, xl__ability ability, xl__ability_answer *answer) {
    xl__trial told = {.all = false, .type = "-"};
    xl__text text = {0};
    xl__hash hash = xl__hash_start();
    xl_error error = {0};
    bool kept = true;
    if (xl__expand_source(device->kernel_dir, source, &text, &error) != XL_SUCCESS) {
        snprintf(answer->why, sizeof answer->why, "%.200s", error.text);
        xl__text_free(&text);
        return;
    }
    xl__program_add_device(device, &hash);
    xl__hash_add_text(&hash, text.data);
    xl__hash_add_text(&hash, xl__ability_name(ability));
    xl__hash_text(&hash, told.key);
    if (!read_answer(device, told.key, &answer->able, answer->why, sizeof answer->why)) {
        snprintf(told.op, sizeof told.op, "%s", xl__ability_name(ability));
        if (device->watch) device->watch->trying(device->watch->user, &told);
        answer->able = try_ability(device, ability, text.data, &kept, answer->why, sizeof answer->why);
        if (device->watch) device->watch->trying(device->watch->user, NULL);
        if (kept) write_answer(device, told.key, answer->able, answer->why);
    }
    xl__text_free(&text);
}

bool xl__has_ability(xl_device *device, xl__ability ability, char *why, size_t size) {
    xl__ability_answer *answer = &device->caps->able[ability];
    xl__os_lock_enter(device->caps->lock);
    if (!answer->known) find_out(device, ability, answer);
    answer->known = true;
    const bool able = answer->able;
    if (why) xl__copy_capped(why, size, answer->why);
    xl__os_lock_leave(device->caps->lock);
    return able;
}

bool xl__able(xl__problem *problem, xl__ability ability) {
    if (!problem->device || !xl__has_ability(problem->device, ability, NULL, 0)) return false;
    problem->abilities |= 1u << ability;
    return true;
}
