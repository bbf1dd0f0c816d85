#include "caps.h"
#include "caps_set.h"
#include "program.h"
#include "source.h"
#include "status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = XL__WHY, GUESSED_WIDTH = 32 };

xl__caps *xl__caps_make(void) {
    xl__caps *caps = calloc(1, sizeof *caps);
    if (!caps) return NULL;
    caps->lock = xl__os_lock_make();
    if (!caps->lock) {
        free(caps);
        return NULL;
    }
    return caps;
}

void xl__caps_free(xl__caps *caps) {
    if (!caps) return;
    for (xl__caps_set *at = caps->first, *next; at; at = next) {
        next = at->next;
        free(at->list);
        free(at);
    }
    xl__text_free(&caps->source);
    if (caps->queue) clReleaseCommandQueue(caps->queue);
    xl__os_lock_free(caps->lock);
    free(caps);
}

/* ---- sets ------------------------------------------------------------------------------------------- */

/* Part of the key: another number when something else makes a backend usable or an operation right. */
static const char usable_means[] = "3";

static int get_set(xl_device *device, const xl__target *target, xl__caps_set **out, xl_error *error) {
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

/* Finds out whether the set's backend may be used at its width, once. */
static void try_set(xl_device *device, xl__caps_set *s) {
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

/* ---- targets -------------------------------------------------------------------------------------- */

static bool usable(xl_device *device, const xl__backend *backend, int width, char *why, size_t size) {
    xl_error error;
    xl__caps_set *s = NULL;
    if (get_set(device, &(xl__target){backend, width}, &s, &error) != XL_SUCCESS) {
        snprintf(why, size, "%.200s", error.text);
        return false;
    }
    try_set(device, s);
    snprintf(why, size, "%s", s->why);
    return s->usable;
}

/* Widths to try: those that the backend's table gives, or the one that the compiler is seen to choose. */
static int list_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]) {
    if (!xl__compiler_chooses_width(backend, &device->facts)) return backend->widths(&device->facts, widths);
    xl__caps_set *s = NULL;
    if (get_set(device, &(xl__target){backend, GUESSED_WIDTH}, &s, NULL) != XL_SUCCESS) return 0;
    try_set(device, s);
    const int width = s->measured;
    widths[0] = width;
    return width >= 1 && width <= 128 && (width & (width - 1)) == 0;
}

/* The usable width nearest to what most hardware has; 0: none. */
static int prefer_width(xl_device *device, const xl__backend *backend, char *why, size_t size) {
    static const int order[] = {32, 16, 64, 8, 128, 4, 2, 1};
    int widths[XL__MAX_WIDTHS];
    const int count = list_widths(device, backend, widths);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int k = 0; k < count; k++)
            if (widths[k] == order[i] && usable(device, backend, order[i], why, size)) return order[i];
    return 0;
}

static bool offers(xl_device *device, const xl__backend *backend, int width, char *why, size_t size) {
    int widths[XL__MAX_WIDTHS];
    const int count = list_widths(device, backend, widths);
    for (int k = 0; k < count; k++)
        if (widths[k] == width) return usable(device, backend, width, why, size);
    int used = snprintf(why, size, "%d lanes are not offered, but", width);
    for (int k = 0; k < count && used > 0 && (size_t)used < size; k++)
        used += snprintf(why + used, size - (size_t)used, "%s %d", k ? "," : "", widths[k]);
    if (count == 0) snprintf(why, size, "%d lanes are not offered, nor any other number", width);
    if (device->facts.largest_group == 1 && used > 0 && (size_t)used < size)
        snprintf(why + used, size - (size_t)used,
                 "; its work-groups have 1 work-item, or the driver does not tell how many");
    return false;
}

int xl__check_backend(const char *name, xl_error *error) {
    if (!name || strcmp(name, "auto") == 0 || xl__find_backend(name)) return XL_SUCCESS;
    char names[128] = "";
    size_t used = 0;
    for (int i = 0; i < XL__BACKENDS; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, " %s", xl__backends[i].name);
    return xl__fail(error, XL_BAD_NAME, "no backend " XL__QUOTED "; there are: auto%s", name, names);
}

static int choose_named(xl_device *device, const xl__backend *backend, int width, xl__target *out, char *why,
                        size_t size, xl_error *error) {
    *out = (xl__target){backend, width};
    if (!backend->recognise(&device->facts, why, size))
        return xl__fail(error, XL_UNSUPPORTED, "backend %s on %s: %s", backend->name, device->facts.name,
                        why);
    if (width == 0)
        out->width = prefer_width(device, backend, why, size);
    else if (!offers(device, backend, width, why, size))
        out->width = 0;
    if (out->width == 0)
        return xl__fail(error, XL_UNSUPPORTED, "backend %s at %d lanes on %s: %s", backend->name, width,
                        device->facts.name, why);
    return XL_SUCCESS;
}

/* The first native backend that is usable, in the table's order; else the emulation. */
static int choose_auto(xl_device *device, int width, xl__target *out, char *why, size_t size,
                       xl_error *error) {
    char refused[WHY] = "the device has no sub-groups of its own";
    for (int i = 0; i < XL__BACKENDS; i++) {
        const xl__backend *backend = &xl__backends[i];
        if (backend->emulated || !backend->recognise(&device->facts, why, size)) continue;
        const int found = width == 0 ? prefer_width(device, backend, why, size)
                          : offers(device, backend, width, why, size) ? width
                                                                      : 0;
        if (found > 0) {
            *out = (xl__target){backend, found};
            return XL_SUCCESS;
        }
        snprintf(refused, sizeof refused, "%s: %.200s", backend->name, why);
    }
    const int status = choose_named(device, xl__local_backend(), width, out, why, size, error);
    if (status == XL_SUCCESS) snprintf(why, size, "%s", refused);
    return status;
}

int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error) {
    char why[WHY] = "";
    const xl__backend *named = NULL;
    if (xl__check_width(width, error) != XL_SUCCESS) return XL_BAD_VALUE;
    if (xl__check_backend(backend, error) != XL_SUCCESS) return XL_BAD_NAME;
    if (backend) named = xl__find_backend(backend);
    xl__os_lock_enter(device->caps->lock);
    const int status = named ? choose_named(device, named, width, out, why, sizeof why, error)
                             : choose_auto(device, width, out, why, sizeof why, error);
    xl__os_lock_leave(device->caps->lock);
    if (reason) xl__copy_capped(reason, reason_size, why);
    return status;
}

bool xl__target_usable(xl_device *device, const xl__target *target, char *why, size_t size) {
    xl__os_lock_enter(device->caps->lock);
    const bool answer = usable(device, target->backend, target->width, why, size);
    xl__os_lock_leave(device->caps->lock);
    return answer;
}

bool xl__target_uses_local(xl_device *device, const xl__target *target) {
    if (target->backend->emulated) return true;
    xl__os_lock_enter(device->caps->lock);
    xl__caps_set *s = NULL;
    const bool found = get_set(device, target, &s, NULL) == XL_SUCCESS;
    const xl__known *shuffle = found ? xl__set_find(s, xl__op_find("shuffle"), XL__OP_UINT) : NULL;
    const bool native = shuffle && shuffle->result.status == XL__PROBE_NATIVE;
    xl__os_lock_leave(device->caps->lock);
    return !native;
}

int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]) {
    char why[WHY];
    int list[XL__MAX_WIDTHS], count = 0;
    if (!backend->recognise(&device->facts, why, sizeof why)) return 0;
    xl__os_lock_enter(device->caps->lock);
    const int listed = list_widths(device, backend, list);
    for (int i = 0; i < listed; i++)
        if (usable(device, backend, list[i], why, sizeof why)) widths[count++] = list[i];
    xl__os_lock_leave(device->caps->lock);
    return count;
}

int xl__default_width(xl_device *device) {
    int width = 0;
    xl__os_lock_enter(device->caps->lock);
    for (int i = XL__BACKENDS - 1; i >= 0 && width == 0; i--) { /* those that ask for no width come last */
        const xl__backend *backend = &xl__backends[i];
        char why[WHY];
        int widths[XL__MAX_WIDTHS];
        if (!backend->emulated && backend->recognise(&device->facts, why, sizeof why) &&
            list_widths(device, backend, widths) > 0)
            width = widths[0];
    }
    xl__os_lock_leave(device->caps->lock);
    return width;
}

/* ---- what is left alone --------------------------------------------------------------------------- */

static bool describe(const xl__caps_set *s, const xl__known *known, size_t *index, char *text, size_t size) {
    if (*index > 0) {
        --*index;
        return false;
    }
    int used = snprintf(text, size, "backend %s at %d lanes", s->target.backend->name, s->target.width);
    if (known && used > 0 && (size_t)used < size)
        used += snprintf(text + used, size - (size_t)used, ", sg_%s of %s", known->op->name,
                         xl__op_type_get(known->type)->name);
    if (used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ": %s", known ? known->result.note : s->why);
    return true;
}

bool xl__caps_left_out(xl_device *device, size_t index, char *text, size_t size) {
    bool found = false;
    xl__os_lock_enter(device->caps->lock);
    for (const xl__caps_set *s = device->caps->first; s && !found; s = s->next) {
        if (s->refused) found = describe(s, NULL, &index, text, size);
        for (size_t i = 0; i < s->count && !found; i++)
            if (s->list[i].refused) found = describe(s, &s->list[i], &index, text, size);
    }
    xl__os_lock_leave(device->caps->lock);
    return found;
}

/* ---- options -------------------------------------------------------------------------------------- */

/* Whether a device with these facts has the type at all. */
static bool has_type(const xl__device_facts *facts, xl__op_type type) {
    const xl_type element = xl__op_type_get(type)->element;
    return (element != XL_F64 || facts->fp64) && (element != XL_F16 || facts->fp16);
}

/* The macro that makes the operation native, in answer->native_macro; empty where it is not. */
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
    /* A macro for every type would not fit into an option text of a usual length. */
    if (status == XL_SUCCESS) xl__op_native_options(native, present, options);
    free(native);
    return status;
}

static int add_listed(xl_device *device, xl__caps_set *s, const char *ops, xl__text *options,
                      xl_error *error) {
    int status = add_named(device, s, "shuffle", 7, options, error);
    if (status == XL_SUCCESS) status = add_named(device, s, "ballot", 6, options, error);
    if (status == XL_SUCCESS && ops && strcmp(ops, "*") == 0) return add_all(device, s, options, error);
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
    int status = get_set(device, target, &s, error);
    if (status == XL_SUCCESS) {
        try_set(device, s);
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

int xl__target_probe(xl_device *device, const xl__target *target, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error) {
    if (target->width < op->least_width || !xl__op_takes(op, type) || !has_type(&device->facts, type))
        return xl__fail(error, XL_UNSUPPORTED, "sg_%s of %s at %d lanes does not exist on %s", op->name,
                        xl__op_type_get(type)->name, target->width, device->facts.name);
    xl__os_lock_enter(device->caps->lock);
    xl__caps_set *s = NULL;
    int status = get_set(device, target, &s, error);
    if (status == XL_SUCCESS) {
        try_set(device, s);
        status = s->usable ? xl__set_ask(device, s, op, type, out, error) : fail_unusable(device, s, error);
        xl__set_save(device, s);
    }
    xl__os_lock_leave(device->caps->lock);
    return status;
}

/* Operations from number `first` on that are not known and have no native form here, a batch at most. */
static int list_unknown(const xl_device *device, const xl__caps_set *s, const xl__probe_target *target,
                        size_t first, xl__probe_item items[XL__PROBE_BATCH]) {
    int count = 0;
    for (size_t i = first; i < xl__op_count; i++)
        for (int t = 0; t < XL__OP_TYPES && count < XL__PROBE_BATCH; t++) {
            const xl__op *op = &xl__ops[i];
            const xl__op_type type = (xl__op_type)t;
            if (s->target.width >= op->least_width && xl__op_takes(op, type) &&
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
    if (get_set(device, target, &s, &ignored) == XL_SUCCESS) try_set(device, s);
    if (s && s->usable && xl__probing_start(device, s, &p, &ignored) == XL_SUCCESS) {
        const int count = list_unknown(device, s, &p.target, first, items);
        const bool due = count > 0 && items[0].op == &xl__ops[first];
        if (due && xl__probe_batch(&p.target, items, count) == XL_SUCCESS)
            for (int i = 0; i < count; i++) {
                const xl__known entry = {.op = items[i].op, .type = items[i].type, .result = items[i].result};
                if (items[i].answered) s->changed = xl__set_add(s, &entry) || s->changed;
            }
        xl__probing_end(&p);
        xl__set_save(device, s);
    }
    xl__os_lock_leave(device->caps->lock);
}

int xl__count_probed(xl_device *device) {
    xl__os_lock_enter(device->caps->lock);
    const int probed = device->caps->probed;
    xl__os_lock_leave(device->caps->lock);
    return probed;
}
