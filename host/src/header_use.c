/* What an outside kernel needs to use the portable device header. */
#include "caps.h"
#include "status.h"
#include <string.h>

/* Operations from which the layer derives the others. */
static const char moves_and_votes[] =
    "shuffle:u32 shuffle_xor:u32 shuffle_up:u32 shuffle_down:u32 broadcast:u32 ballot any all";

int xl_header_options(xl_device *device, const char *backend, int width, int quick, xl_header_use *out,
                      xl_error *error) {
    *out = (xl_header_use){.backend = ""};
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
    return XL_SUCCESS;
}
