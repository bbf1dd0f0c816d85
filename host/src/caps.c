#include "caps.h"
#include "status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct xl__caps {
    xl__os_lock *lock;
};

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
    xl__os_lock_free(caps->lock);
    free(caps);
}

int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error) {
    (void)backend;
    (void)error;
    *out = (xl__target){xl__local_backend(), width ? width : 32};
    if (reason) xl__backends[XL__BACKENDS - 1].recognise(&device->facts, reason, reason_size);
    return XL_SUCCESS;
}

int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]) {
    return backend->widths(&device->facts, widths);
}

int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error) {
    (void)ops;
    (void)error;
    xl__text_format(options, "%s", target->backend->standards[0]);
    xl__backend_options(target->backend, &device->facts, target->width, options);
    xl__text_format(options, " -DSG_PROBED=1");
    return XL_SUCCESS;
}
