/*
 * caps.h - what a backend can really do on a device: found out by running, kept in memory and on disk.
 */
#ifndef XL_CAPS_H
#define XL_CAPS_H

#include "backend.h"

typedef struct xl__caps xl__caps;
xl__caps *xl__caps_make(void); /* NULL: no memory */
void xl__caps_free(xl__caps *caps);

/* A backend at a width. */
typedef struct xl__target {
    const xl__backend *backend;
    int width;
} xl__target;

/* Picks backend and width for a request: `backend` NULL or "auto" = the first usable one of the table,
   `width` 0 = chosen. Under auto a width that is not offered natively is emulated; with a named backend it is
   refused. Tells why in reason[] (may be NULL). Builds and runs small kernels unless it is known already. */
int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error);

/* Native widths of a backend on the device, as probed; ascending. */
int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]);

/* Adds the options that a kernel needs for this target: the language standard that builds, backend, width,
   -DSG_PROBED=1 and -DSG_NATIVE_<OP>_<TYPE>=1 for those operations of `ops` ("shuffle:f32 ballot", NULL:
   none) that answered rightly. */
int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error);

#endif
