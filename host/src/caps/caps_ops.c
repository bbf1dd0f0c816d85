#include "caps/caps_try.h"
#include "program/program.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_type(const xl__device_facts *facts, xl__op_type type) {
    const xl_type element = xl__op_type_get(type)->element;
    return (element != XL_F64 || facts->fp64) && (element != XL_F16 || facts->fp16);
}

/* native_macro is "" if there is none. */
static int find_native(xl_device *device, xl__caps_set *s, const xl__op *op, xl__op_type type,
                       xl__probe_result *answer, xl_error *error) {
    answer->native_macro[0] = '\0';
    if (!(op->offered & xl__probe_bit(s->target.backend)) || s->target.width < op->least_width ||
        !xl__op_takes(op, type) || !has_type(&device->facts, type))
        return XL_SUCCESS;
    return xl__set_ask(device, s, op, type, answer, error);
}

static int add_native(xl_device *device, xl__caps_set *s, const xl__op *op, xl__op_type type,
                      xl__text *options, xl_error *error) {
    xl__probe_result result;
    const int status = find_native(device, s, op, type, &result, error);
    if (status != XL_SUCCESS || result.native_macro[0] == '\0') return status;
    char option[XL__PROBE_MACRO + 8];
    snprintf(option, sizeof option, " -D%s=1", result.native_macro);
    if (!options->data || !strstr(options->data, option)) xl__text_format(options, "%s", option);
    return XL_SUCCESS;
}

/* "shuffle:f32" or "ballot". */
static int add_named(xl_device *device, xl__caps_set *s, const char *name, size_t size, xl__text *options,
                     xl_error *error) {
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)size, name);
    char *colon = strchr(word, ':');
    xl__op_type type = XL__OP_UINT;
    bool known_type = true;
    if (colon) {
        *colon = '\0';
        known_type = xl__op_type_find(colon + 1, &type);
    }
    const xl__op *op = xl__op_find(word);
    if (!op || !known_type)
        return xl__fail(error, XL_BAD_NAME, "no sub-group operation '%.*s'", (int)size, name);
    return add_native(device, s, op, type, options, error);
}

static int add_all(xl_device *device, xl__caps_set *s, xl__text *options, xl_error *error) {
    int status = XL_SUCCESS;
    unsigned present = 0, *native = calloc(xl__op_count, sizeof *native);
    if (!native) return xl__fail_memory(error);
    for (int type = 0; type < XL__OP_TYPES; type++)
        if (has_type(&device->facts, (xl__op_type)type)) present |= 1u << type;
    for (size_t i = 0; i < xl__op_count && status == XL_SUCCESS; i++)
        for (int type = 0; type < XL__OP_TYPES && status == XL_SUCCESS; type++) {
            xl__probe_result result;
            status = find_native(device, s, &xl__ops[i], (xl__op_type)type, &result, error);
            if (status == XL_SUCCESS && result.native_macro[0] != '\0') native[i] |= 1u << type;
        }
    /* A macro for every type would make the options too long. */
    if (status == XL_SUCCESS) xl__op_native_options(native, present, options);
    free(native);
    return status;
}

static int add_listed(xl_device *device, xl__caps_set *s, const char *ops, xl__text *options,
                      xl_error *error) {
    if (ops && strcmp(ops, "*") == 0) return add_all(device, s, options, error);
    int status = add_named(device, s, "shuffle", 7, options, error);
    if (status == XL_SUCCESS) status = add_named(device, s, "ballot", 6, options, error);
    for (const char *at = ops ? ops + strspn(ops, " ") : ""; *at && status == XL_SUCCESS;) {
        const size_t size = strcspn(at, " ");
        status = add_named(device, s, at, size, options, error);
        at += size + strspn(at + size, " ");
    }
    return status;
}

static int fail_unusable(const xl_device *device, const xl__caps_set *s, xl_error *error) {
    return xl__fail(error, XL_UNSUPPORTED, "backend %s at %d lanes on %s: %s", s->target.backend->name,
                    s->target.width, device->facts.name, s->why);
}

int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error) {
    xl__caps_set *s = NULL;
    xl__os_lock_enter(device->caps->lock);
    int status = xl__caps_get(device, target, &s, error);
    if (status == XL_SUCCESS) {
        xl__set_try(device, s);
        status = s->usable ? XL_SUCCESS : fail_unusable(device, s, error);
        if (status == XL_SUCCESS) {
            xl__set_base_options(device, s, options);
            xl__text_format(options, " -DSG_PROBED=1");
            if (!target->backend->emulated) status = add_listed(device, s, ops, options, error);
        }
        xl__set_save(device, s);
    }
    xl__os_lock_leave(device->caps->lock);
    return status;
}

int xl__plain_options(xl_device *device, xl__text *options, xl_error *error) {
    const xl__backend *const newest = xl__find_backend("khr"); /* its list is in order of age */
    for (int i = 0; newest->standards[i]; i++) {
        bool knows = false;
        const cl_int status = xl__program_knows(device, "", newest->standards[i], &knows);
        if (status != CL_SUCCESS)
            return xl__fail_cl(error, status, "clBuildProgram", device->facts.name, NULL);
        if (!knows) continue;
        xl__text_format(options, "%s", newest->standards[i]);
        break;
    }
    return XL_SUCCESS;
}

int xl__target_probe(xl_device *device, const xl__target *target, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error) {
    if (target->width < op->least_width || !xl__op_takes(op, type) || !has_type(&device->facts, type))
        return xl__fail(error, XL_UNSUPPORTED, "sg_%s of %s at %d lanes does not exist on %s", op->name,
                        xl__op_type_get(type)->name, target->width, device->facts.name);
    xl__os_lock_enter(device->caps->lock);
    xl__caps_set *s = NULL;
    int status = xl__caps_get(device, target, &s, error);
    if (status == XL_SUCCESS) {
        xl__set_try(device, s);
        status = s->usable ? xl__set_ask(device, s, op, type, out, error) : fail_unusable(device, s, error);
        xl__set_save(device, s);
    }
    xl__os_lock_leave(device->caps->lock);
    return status;
}

/* Without a native form; at most a batch. */
static int list_unknown(const xl_device *device, const xl__caps_set *s, const xl__probe_target *target,
                        size_t first, xl__probe_item items[XL__PROBE_BATCH]) {
    int count = 0;
    for (size_t i = first; i < xl__op_count; i++)
        for (int t = 0; t < XL__OP_TYPES && count < XL__PROBE_BATCH; t++) {
            const xl__op *op = &xl__ops[i];
            const xl__op_type type = (xl__op_type)t;
            if (!op->segments && s->target.width >= op->least_width && xl__op_takes(op, type) &&
                has_type(&device->facts, type) && !xl__probe_has_native(target, op, type) &&
                !xl__set_find(s, op, type))
                items[count++] = (xl__probe_item){.op = op, .type = type};
        }
    return count;
}

void xl__target_probe_ahead(xl_device *device, const xl__target *target, size_t first) {
    xl__probe_item items[XL__PROBE_BATCH];
    xl_error ignored;
    xl__probing p;
    xl__os_lock_enter(device->caps->lock);
    xl__caps_set *s = NULL;
    if (xl__caps_get(device, target, &s, &ignored) == XL_SUCCESS) xl__set_try(device, s);
    if (s && s->usable && xl__probing_start(device, s, &p, &ignored) == XL_SUCCESS) {
        const int count = list_unknown(device, s, &p.target, first, items);
        const bool due = count > 0 && items[0].op == &xl__ops[first];
        if (due && xl__probe_batch(&p.target, items, count) == XL_SUCCESS)
            for (int i = 0; i < count; i++) {
                const xl__recent entry = {
                    .op = items[i].op, .type = items[i].type, .result = items[i].result};
                if (items[i].answered) s->changed = xl__set_add(s, &entry) || s->changed;
            }
        xl__probing_end(&p);
        xl__set_save(device, s);
    }
    xl__os_lock_leave(device->caps->lock);
}
