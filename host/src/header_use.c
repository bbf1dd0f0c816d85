/* What programs with kernels of their own ask: which sub-groups a device has, the portable device header, and
 * the options for it. */
#include "caps_set.h"
#include "source.h"
#include "status.h"
#include <string.h>

/* Operations from which the layer derives the others. */
static const char moves_and_votes[] =
    "shuffle:u32 shuffle_xor:u32 shuffle_up:u32 shuffle_down:u32 broadcast:u32 ballot any all";

int xl_header_options(xl_device *device, const char *backend, int width, int quick, xl_header_use *out,
                      xl_error *error) {
    *out = (xl_header_use){.backend = ""};
    const int probed_before = xl__count_probed(device);
    const uint64_t start = xl__os_now();
    xl__target target;
    int status = xl__choose_target(device, backend, width, &target, NULL, 0, error);
    if (status != XL_SUCCESS) return status;
    xl__text options = {0};
    status = xl__target_options(device, &target, quick ? moves_and_votes : "*", &options, error);
    if (status == XL_SUCCESS && options.failed) status = xl__fail_memory(error);
    if (status == XL_SUCCESS && !xl__copy_capped(out->options, sizeof out->options, options.data))
        status = xl__fail(error, XL_TOO_LARGE, "the options take %zu characters, there is room for %zu",
                          options.size, sizeof out->options);
    xl__text_free(&options);
    if (status != XL_SUCCESS) return status;
    const xl__device_facts *facts = &device->facts;
    out->backend = target.backend->name;
    out->width = target.width;
    out->emulated = target.backend->emulated;
    out->one_sub_group = xl__backend_one_sub_group(target.backend, facts);
    out->local_bytes = xl__target_uses_local(device, &target) ? 16u * (size_t)target.width : 0;
    out->largest_group_size = facts->largest_group / (size_t)target.width * (size_t)target.width;
    out->probed = xl__count_probed(device) - probed_before;
    if (out->probed > 0) out->probe_ms = 1e-6 * (double)(xl__os_now() - start);
    return XL_SUCCESS;
}

const char *xl_header_text(void) {
    return xl__find_embedded("crosslane_sg.h")->text;
}

const char *xl_chosen_backend(xl_device *device, char *reason, size_t reason_size, xl_error *error) {
    xl__target target;
    const int status = xl__choose_target(device, NULL, 0, &target, reason, reason_size, error);
    return status == XL_SUCCESS ? target.backend->name : NULL;
}

size_t xl_native_widths(xl_device *device, const char *backend, int *widths, size_t capacity,
                        xl_error *error) {
    xl__target target;
    char why[XL__WHY];
    int list[XL__MAX_WIDTHS];
    if (xl__choose_target(device, backend, 0, &target, why, sizeof why, error) != XL_SUCCESS) return 0;
    if (target.backend->emulated) {
        xl__fail(error, XL_UNSUPPORTED, "no native sub-groups on %s: %s", device->facts.name, why);
        return 0;
    }
    const size_t count = (size_t)xl__target_widths(device, target.backend, list);
    for (size_t i = 0; i < count && i < capacity; i++) widths[i] = list[i];
    return count < capacity ? count : capacity;
}
