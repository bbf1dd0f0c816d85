/*
 * caps.h - what a backend can really do on a device: found out by running, kept in memory and on disk.
 *
 * A backend is usable at a width when its lanes find their place, as many of them as asked for run together,
 * and its shuffle or its ballot answers rightly; all else is derived from these (probe.h).
 */
#ifndef XL_CAPS_H
#define XL_CAPS_H

#include "device/backend.h"
#include "device/device.h"
#include "caps/probe.h"

typedef struct xl__caps xl__caps;
xl__caps *xl__caps_make(void); /* NULL: no memory */
void xl__caps_free(xl__caps *caps);

/* A backend at a width. */
typedef struct xl__target {
    const xl__backend *backend;
    int width;
} xl__target;

/* XL_BAD_NAME unless the name is a backend's, "auto" or NULL. */
int xl__check_backend(const char *name, xl_error *error);

/* Picks backend and width for a request: `backend` NULL or "auto" = the first usable one of the table,
   `width` 0 = chosen. Under auto a width that is not offered natively is emulated; with a named backend it is
   refused. Tells why in reason[] (may be NULL). Builds and runs small kernels unless it is known already. */
int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error);

/* Whether the backend may be used at the width; the reason into why[], either way, unless it is NULL. */
bool xl__target_usable(xl_device *device, const xl__target *target, char *why, size_t size);

/* Whether values travel through local memory, 16 bytes per work-item: the emulation, and a backend without a
   shuffle. */
bool xl__target_uses_local(xl_device *device, const xl__target *target);

/* Widths at which a backend is usable on the device; ascending. */
int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]);

/* Adds the options that a kernel needs for this target: the language standard that builds, backend, width,
   -DSG_PROBED=1 and -DSG_NATIVE_<OP>_<TYPE>=1 for those operations of `ops` ("shuffle:f32 ballot", NULL:
   none,
   "*": all that there are) that answered rightly. */
int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error);

/* What an operation is for a type on the target, probed unless it is known. XL_UNSUPPORTED when the device
   has no such type, when sub-groups so narrow have no such operation, or when the target cannot be used at
   all. */
int xl__target_probe(xl_device *device, const xl__target *target, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error);

/* Finds out several operations at once where xl__target_probe would have to find out number `first` of
   xl__ops next: this one and later ones that have no native form to be tried. Saves compilers most of the
   time. What does not come out right, or not at all, is left to xl__target_probe. */
void xl__target_probe_ahead(xl_device *device, const xl__target *target, size_t first);

/* How many operations were run so far to find something out: nothing is, where all is known. */
int xl__count_probed(xl_device *device);

/* Notes in the cache folder `dir` that the driver's process died of a trial: `why` says how. */
void xl__caps_refuse(const char *dir, const xl__trial *trial, const char *why);

/* Number `index` of what is left alone on the device because its driver's process died of it before, in one
   line; false when there are not so many among the backends and widths that were asked about. */
bool xl__caps_left_out(xl_device *device, size_t index, char *text, size_t size);

/* Lanes of a sub-group where no width is asked for, measured; 0: the device has no sub-groups of its own. */
int xl__default_width(xl_device *device);

#endif
