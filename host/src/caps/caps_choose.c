#include "caps/caps_try.h"
#include "base/status.h"
#include <stdio.h>
#include <string.h>

enum { WHY = XL__WHY, GUESSED_WIDTH = 32 };

static bool usable(xl_device *device, const xl__backend *backend, int width, char *why, size_t size) {
    xl_error error;
    xl__caps_set *s = NULL;
    if (xl__caps_get(device, &(xl__target){backend, width}, &s, &error) != XL_SUCCESS) {
        snprintf(why, size, "%.200s", error.text);
        return false;
    }
    xl__set_try(device, s);
    snprintf(why, size, "%s", s->why);
    return s->usable;
}

/* Also a width that the compiler chooses. */
static int list_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]) {
    if (!xl__compiler_chooses_width(backend, &device->facts)) return backend->widths(&device->facts, widths);
    xl__caps_set *s = NULL;
    if (xl__caps_get(device, &(xl__target){backend, GUESSED_WIDTH}, &s, NULL) != XL_SUCCESS) return 0;
    xl__set_try(device, s);
    const int width = s->measured;
    widths[0] = width;
    return width >= 1 && width <= 128 && (width & (width - 1)) == 0;
}

/* The usable width nearest to most hardware's; 0: none. On a CPU the lanes of a vector register: with 32,
   where 16 fill one, scan/lookback takes 13 times as long (docs/performance_tried.md). */
static int prefer_width(xl_device *device, const xl__backend *backend, char *why, size_t size) {
    const int order[] = {backend->emulated ? 0 : device->facts.vector_floats, 32, 16, 64, 8, 128, 4, 2, 1};
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
                 "; its work-groups have 1 work-item, or the driver does not report how many");
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
    const bool found = xl__caps_get(device, target, &s, NULL) == XL_SUCCESS;
    const xl__recent *shuffle = found ? xl__set_find(s, xl__op_find("shuffle"), XL__OP_UINT) : NULL;
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
    for (int i = XL__BACKENDS - 1; i >= 0 && width == 0; i--) { /* backends that ask for no width are last */
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
