/*
 * caps.h - which operations a backend really supports on a device: tested by running, kept in memory and on
 * disk. A backend is usable at a width if its lanes have the right ids, sub-groups have that width, and its
 * shuffle or its ballot is right; all other operations can be derived from these (probe.h).
 */
#pragma once

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

/* Picks backend and width for a request: `backend` NULL or "auto" = the table's first usable one, `width` 0 =
   default. A width that is not native is emulated under auto, refused with a named backend. reason[] (may be
   NULL) says why. Builds and runs small kernels unless the answer is known. */
int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error);

/* True if the backend is usable at the width; why[] (may be NULL) gets the reason either way. */
bool xl__target_usable(xl_device *device, const xl__target *target, char *why, size_t size);

/* Whether values go through local memory, 16 bytes per work-item: in emulation, and for a backend without a
   shuffle. */
bool xl__target_uses_local(xl_device *device, const xl__target *target);

/* Widths at which a backend is usable on the device, ascending. */
int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]);

/* Adds the options that a kernel needs for this target: the language standard that builds, backend, width,
 * -DSG_PROBED=1, and -DSG_NATIVE_<OP>_<TYPE>=1 for those operations of `ops` ("shuffle:f32 ballot", NULL:
 * none, "*": all) whose results were right. */
int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error);

/* The form of an operation for a type on the target, probed unless known. XL_UNSUPPORTED: the device lacks
   the type, sub-groups are too narrow for the operation, or the target is unusable. */
int xl__target_probe(xl_device *device, const xl__target *target, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error);

/* Probes several operations in one program if `first` of xl__ops is not known: this and later ones without a
   native form to try. Saves most of the compile time. Wrong or failed ones are left to xl__target_probe. */
void xl__target_probe_ahead(xl_device *device, const xl__target *target, size_t first);

/* How many operations have been probed by running so far; 0 if all were known. */
int xl__count_probed(xl_device *device);

/* Notes in the cache folder `dir` that the driver's process died of a trial: `why` says how. */
void xl__caps_refuse(const char *dir, const xl__trial *trial, const char *why);

/* One line on item `index` of what is skipped on the device because its driver's process died of it before;
   false: fewer among the backends and widths asked about. */
bool xl__caps_left_out(xl_device *device, size_t index, char *text, size_t size);

/* The measured default sub-group width; 0: no native sub-groups. */
int xl__default_width(xl_device *device);
