#include "caps/caps_set.h"
#include "program/source.h"
#include "base/status.h"
#include <string.h>

/* Operations from which others are derived. */
static const char moves_and_votes[] =
    "shuffle:u32 shuffle_xor:u32 shuffle_up:u32 shuffle_down:u32 broadcast:u32 ballot any all";

static int write_options(xl_device *device, const xl__target *target, int quick, xl_header_use *use,
                         xl_error *error) {
    xl__text options = {0};
    int status = xl__target_options(device, target, quick ? moves_and_votes : "*", &options, error);
    if (status == XL_SUCCESS && options.failed) status = xl__fail_memory(error);
    if (status == XL_SUCCESS && !xl__copy_capped(use->options, sizeof use->options, options.data))
        status = xl__fail(error, XL_TOO_LARGE, "the options take %zu characters, there is room for %zu",
                          options.size, sizeof use->options);
    xl__text_free(&options);
    return status;
}

int xl_header_options_sized(xl_device *device, const char *backend, int width, int quick, xl_header_use *out,
                            size_t out_size, xl_error *error) {
    static const char call[] = "xl_header_options";
    if (!out) return xl__fail_null(error, call, "out");
    memset(out, 0, out_size);
    if (!device) return xl__fail_null(error, call, "device");
    const int probed_before = xl__count_probed(device);
    const uint64_t start = xl__os_now();
    xl__target target;
    xl_header_use own = {.backend = ""};
    int status = xl__choose_target(device, backend, width, &target, NULL, 0, error);
    if (status == XL_SUCCESS) status = write_options(device, &target, quick, &own, error);
    if (status != XL_SUCCESS) return status;
    const xl__device_facts *facts = &device->facts;
    own.backend = target.backend->name;
    own.width = target.width;
    own.emulated = target.backend->emulated;
    own.one_sub_group = xl__backend_one_sub_group(target.backend, facts);
    own.local_bytes = xl__target_uses_local(device, &target) ? 16u * (size_t)target.width : 0;
    own.largest_group_size = facts->largest_group / (size_t)target.width * (size_t)target.width;
    own.probed = xl__count_probed(device) - probed_before;
    if (own.probed > 0) own.probe_ms = 1e-6 * (double)(xl__os_now() - start);
    xl__give(out, out_size, &own, sizeof own);
    return xl__done(error, XL_SUCCESS);
}

const char *xl_header_text(void) {
    return xl__find_embedded("crosslane_sg.h")->text;
}

const char *xl_chosen_backend(xl_device *device, char *reason, size_t reason_size, xl_error *error) {
    xl__target target;
    char why[XL__WHY];
    if (reason && reason_size > 0) reason[0] = '\0';
    if (!device) {
        xl__fail_null(error, "xl_chosen_backend", "device");
        return NULL;
    }
    if (xl__choose_target(device, NULL, 0, &target, why, sizeof why, error) != XL_SUCCESS) return NULL;
    if (reason && reason_size > 0) xl__copy_capped(reason, reason_size, why);
    xl__done(error, XL_SUCCESS);
    return target.backend->name;
}

/* Ascending; *count: how many. */
static int list_native(xl_device *device, const char *backend, int list[XL__MAX_WIDTHS], size_t *count,
                       xl_error *error) {
    xl__target target;
    char why[XL__WHY];
    const int status = xl__choose_target(device, backend, 0, &target, why, sizeof why, error);
    if (status != XL_SUCCESS) return status;
    if (target.backend->emulated)
        return xl__fail(error, XL_UNSUPPORTED, "no native sub-groups on %s: %s", device->facts.name, why);
    *count = (size_t)xl__target_widths(device, target.backend, list);
    return XL_SUCCESS;
}

size_t xl_native_widths(xl_device *device, const char *backend, int *widths, size_t capacity,
                        xl_error *error) {
    static const char call[] = "xl_native_widths";
    int list[XL__MAX_WIDTHS];
    size_t count = 0;
    if (widths && capacity > 0) memset(widths, 0, capacity * sizeof *widths);
    int status = XL_SUCCESS;
    if (!device)
        status = xl__fail_null(error, call, "device");
    else if (capacity > 0 && !widths)
        status = xl__fail(error, XL_BAD_VALUE, "%s: capacity is %zu and widths is NULL", call, capacity);
    else
        status = list_native(device, backend, list, &count, error);
    if (count > capacity) count = capacity;
    if (count > 0) memcpy(widths, list, count * sizeof *list);
    xl__done(error, status);
    return count;
}
