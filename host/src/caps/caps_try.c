#include "caps/caps_try.h"
#include "program/program.h"
#include "program/source.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNIFORM_OPTION "-cl-uniform-work-group-size"

int xl__caps_need_source(xl_device *device, xl_error *error) {
    xl__caps *caps = device->caps;
    if (caps->source.size > 0) return XL_SUCCESS;
    const int status = xl__expand_source(device->kernel_dir, XL__PROBE_SOURCE, &caps->source, error);
    if (status != XL_SUCCESS) xl__text_free(&caps->source);
    return status;
}

static int need_queue(xl_device *device, xl_error *error) {
    xl__caps *caps = device->caps;
    if (caps->queue) return XL_SUCCESS;
    cl_int status = CL_SUCCESS;
    caps->queue = xl__make_queue(device->context, device->id, 0, &status);
    if (status == CL_SUCCESS) return XL_SUCCESS;
    caps->queue = NULL;
    return xl__fail_cl(error, status, "clCreateCommandQueue", device->facts.name, NULL);
}

static int build_probe(void *user, const char *text, const char *options, cl_program *out, char *log,
                       size_t log_size) {
    return xl__program_build(user, text, options, out, log, log_size);
}

unsigned xl__probe_bit(const xl__backend *backend) {
    return backend->emulated ? 0 : backend->probe_bit;
}

/* Several sub-groups, if possible, to test their numbering too. */
static int probe_group(const xl_device *device, const xl__target *target) {
    const bool single = xl__backend_one_sub_group(target->backend, &device->facts);
    const size_t both = 2 * (size_t)target->width;
    return single || both > device->facts.largest_group ? target->width : (int)both;
}

/* From OpenCL C 2.0 on drivers run a smaller last work-group, where operations are silently wrong; the option
   refuses it. */
void xl__set_base_options(const xl_device *device, const xl__caps_set *s, xl__text *options) {
    xl__text_format(options, "%s", s->target.backend->standards[s->standard]);
    if (s->uniform) xl__text_format(options, " " UNIFORM_OPTION);
    xl__backend_options(s->target.backend, &device->facts, s->target.width, options);
}

static void add_natives(const xl__caps_set *s, xl__text *natives) {
    for (size_t i = 0; i < s->count; i++)
        if (s->list[i].op->base && s->list[i].result.status == XL__PROBE_NATIVE)
            xl__text_format(natives, " -D%s=1", s->list[i].result.native_macro);
}

void xl__probing_end(xl__probing *p) {
    xl__text_free(&p->options);
    xl__text_free(&p->natives);
}

int xl__probing_start(xl_device *device, const xl__caps_set *s, xl__probing *p, xl_error *error) {
    *p = (xl__probing){.options = {0}};
    int status = xl__caps_need_source(device, error);
    if (status == XL_SUCCESS) status = need_queue(device, error);
    if (status != XL_SUCCESS) return status;
    xl__set_base_options(device, s, &p->options);
    add_natives(s, &p->natives);
    if (p->options.failed || p->natives.failed) {
        xl__probing_end(p);
        return xl__fail_memory(error);
    }
    p->target = (xl__probe_target){.context = device->context,
                                   .device = device->id,
                                   .queue = device->caps->queue,
                                   .source = device->caps->source.data,
                                   .options = p->options.data,
                                   .natives = p->natives.data ? p->natives.data : "",
                                   .width = s->target.width,
                                   .group_size = probe_group(device, &s->target),
                                   .offers = xl__probe_bit(s->target.backend),
                                   .build = build_probe,
                                   .user = device};
    return XL_SUCCESS;
}

static int run_probe(xl_device *device, xl__caps_set *s, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error) {
    xl__probing p;
    int status = xl__probing_start(device, s, &p, error);
    if (status != XL_SUCCESS) {
        s->passing = true;
        return status;
    }
    device->caps->probed++;
    xl__set_begin_trial(device, s, op, type);
    status = xl__probe_op(&p.target, op, type, out);
    xl__set_end_trial(device, s);
    s->passing = s->passing || (!s->tried && (status != XL_SUCCESS || out->passing));
    if (status != XL_SUCCESS)
        xl__fail(error, status, "probing sg_%s for %s on %s, backend %s at %d lanes: %s", op->name,
                 xl__op_type_get(type)->name, device->facts.name, s->target.backend->name, s->target.width,
                 out->note[0] ? out->note : xl_status_name(status));
    xl__probing_end(&p);
    return status;
}

int xl__set_ask(xl_device *device, xl__caps_set *s, const xl__op *op, xl__op_type type, xl__probe_result *out,
                xl_error *error) {
    const xl__recent *found = xl__set_find(s, op, type);
    if (!found) {
        xl__set_learn(device, s);
        found = xl__set_find(s, op, type);
    }
    if (found) {
        *out = found->result;
        return XL_SUCCESS;
    }
    xl__recent entry = {.op = op, .type = type};
    const int status = run_probe(device, s, op, type, &entry.result, error);
    if (status != XL_SUCCESS) return status;
    *out = entry.result;
    s->changed = true;
    return xl__set_add(s, &entry) ? XL_SUCCESS : xl__fail_memory(error);
}

static bool try_standard(xl_device *device, xl__caps_set *s, char *note, size_t size) {
    xl__probe_result result;
    xl_error error;
    if (run_probe(device, s, xl__op_find("lane"), XL__OP_UINT, &result, &error) != XL_SUCCESS) {
        snprintf(note, size, "%.200s", error.text);
        return false;
    }
    snprintf(note, size, "%.200s", result.note);
    s->measured = result.width_measured;
    /* A different width is an answer too. */
    return result.right || (s->measured > 0 && s->measured != s->target.width);
}

/* Refuses partial work-groups if its compiler can. */
static bool find_standard(xl_device *device, xl__caps_set *s) {
    char note[XL__WHY] = "nothing was tried";
    for (int i = 0; i < XL__STANDARDS && s->target.backend->standards[i]; i++) {
        bool known = false;
        s->passing = xl__program_knows(device, s->target.backend->standards[i], UNIFORM_OPTION, &known) !=
                         CL_SUCCESS ||
                     s->passing;
        for (int plain = !known; plain < 2; plain++) {
            s->standard = i;
            s->uniform = !plain;
            if (try_standard(device, s, note, sizeof note)) return true;
        }
    }
    snprintf(s->why, sizeof s->why, "no kernel ran correctly: %.200s", note);
    return false;
}

/* A width chosen by the compiler may depend on the work-group's size. */
static bool keeps_width(xl_device *device, xl__caps_set *s) {
    const int small = probe_group(device, &s->target);
    int large = 8 * small;
    while ((size_t)large > device->facts.largest_group) large /= 2;
    if (!xl__compiler_chooses_width(s->target.backend, &device->facts) || large <= small) return true;
    xl__probing p;
    xl__probe_result result = {.width_measured = 0};
    xl_error error = {0};
    int status = xl__probing_start(device, s, &p, &error);
    if (status == XL_SUCCESS) {
        const xl__op *lane = xl__op_find("lane");
        p.target.group_size = large;
        xl__set_begin_trial(device, s, lane, XL__OP_UINT);
        status = xl__probe_op(&p.target, lane, XL__OP_UINT, &result); /* no answer: 0 lanes */
        xl__set_end_trial(device, s);
        xl__probing_end(&p);
    }
    s->passing = s->passing || status != XL_SUCCESS || result.passing;
    if (status != XL_SUCCESS) {
        snprintf(s->why, sizeof s->why, "%.200s",
                 error.text[0]    ? error.text
                 : result.note[0] ? result.note
                                  : xl_status_name(status));
        return false;
    }
    if (result.width_measured == s->target.width) return true;
    snprintf(s->why, sizeof s->why, "the width follows the work-group: %d lanes of %d work-items, %d of %d",
             s->target.width, small, result.width_measured, large);
    return false;
}

bool xl__set_try_backend(xl_device *device, xl__caps_set *s) {
    if (!find_standard(device, s)) return false;
    if (s->measured != s->target.width) {
        snprintf(s->why, sizeof s->why, "%d lanes were requested, %d ran", s->target.width, s->measured);
        return false;
    }
    if (!keeps_width(device, s)) return false;
    static const char *const core[] = {"shuffle", "ballot"};
    bool native = false;
    for (size_t i = 0; i < sizeof core / sizeof *core; i++) {
        xl__probe_result result = {.status = XL__PROBE_ABSENT};
        xl_error error;
        if (xl__set_ask(device, s, xl__op_find(core[i]), XL__OP_UINT, &result, &error) != XL_SUCCESS)
            snprintf(s->why, sizeof s->why, "%.200s", error.text);
        else if (result.status != XL__PROBE_NATIVE)
            snprintf(s->why, sizeof s->why, "no %s: %.200s", core[i], result.note);
        native = native || result.status == XL__PROBE_NATIVE;
    }
    if (native) snprintf(s->why, sizeof s->why, "native sub-groups of %d lanes, tested", s->target.width);
    return native;
}

/* ---- sets ------------------------------------------------------------------------------------------- */

/* Part of the cache key: change it with the meaning of usable or right. */
static const char usable_means[] = "3";

int xl__caps_get(xl_device *device, const xl__target *target, xl__caps_set **out, xl_error *error) {
    xl__caps *caps = device->caps;
    for (*out = caps->first; *out; *out = (*out)->next)
        if ((*out)->target.backend == target->backend && (*out)->target.width == target->width)
            return XL_SUCCESS;
    const int status = xl__caps_need_source(device, error);
    if (status != XL_SUCCESS) return status;
    xl__caps_set *s = calloc(1, sizeof *s);
    if (!s) return xl__fail_memory(error);
    s->target = *target;
    xl__hash hash = xl__hash_start();
    xl__program_add_device(device, &hash);
    xl__hash_add_text(&hash, caps->source.data);
    xl__hash_add_text(&hash, target->backend->name);
    xl__hash_add(&hash, &target->width, sizeof target->width);
    xl__hash_add_text(&hash, usable_means);
    xl__hash_text(&hash, s->key);
    xl__set_load(device, s);
    s->next = caps->first;
    caps->first = s;
    *out = s;
    return XL_SUCCESS;
}

void xl__set_try(xl_device *device, xl__caps_set *s) {
    if (s->tried) return;
    const size_t width = (size_t)s->target.width;
    if (width > device->facts.largest_group)
        snprintf(s->why, sizeof s->why, "work-groups of the device hold at most %zu work-items",
                 device->facts.largest_group);
    else if (!s->target.backend->recognise(&device->facts, s->why, sizeof s->why))
        s->usable = false;
    else
        s->usable = s->target.backend->emulated || xl__set_try_backend(device, s);
    s->tried = true;
    s->changed = true;
    xl__set_save(device, s);
}
