/*
 * The operations of a backend on a device, tested by running, kept in memory and on disk. A backend is usable
 * at a width if sub-groups have that width, lanes the right ids, and its shuffle or its ballot is right;
 * other operations can be derived from these (probe.h).
 */
#pragma once

#include "device/backend.h"
#include "device/device.h"
#include "caps/probe.h"

typedef struct xl__caps xl__caps;
xl__caps *xl__caps_make(void); /* NULL: no memory */
void xl__caps_free(xl__caps *caps);

typedef struct xl__target {
    const xl__backend *backend;
    int width;
} xl__target;

/* XL_BAD_NAME unless the name is a backend's, "auto" or NULL. */
int xl__check_backend(const char *name, xl_error *error);

/* `backend` NULL or "auto": the table's first usable one; `width` 0: default. A width that is not native is
   emulated under auto, else refused. reason[] may be NULL. Runs small kernels unless the answer is known. */
int xl__choose_target(xl_device *device, const char *backend, int width, xl__target *out, char *reason,
                      size_t reason_size, xl_error *error);

/* why[] (may be NULL) gets the reason either way. */
bool xl__target_usable(xl_device *device, const xl__target *target, char *why, size_t size);

/* True if values go through local memory, 16 bytes per work-item: in emulation, and without a native
   shuffle. */
bool xl__target_uses_local(xl_device *device, const xl__target *target);

int xl__target_widths(xl_device *device, const xl__backend *backend, int widths[XL__MAX_WIDTHS]);

/* Adds a kernel's options: language standard, backend, width, -DSG_PROBED=1, and -DSG_NATIVE_<OP>_<TYPE>=1
 * for those of `ops` ("shuffle:f32 ballot", NULL: none, "*": all) whose results were right.
 */
int xl__target_options(xl_device *device, const xl__target *target, const char *ops, xl__text *options,
                       xl_error *error);

/* For kernels without sub-groups: the newest language standard. */
int xl__plain_options(xl_device *device, xl__text *options, xl_error *error);

/* The form of an operation, probed unless known. XL_UNSUPPORTED: the device lacks the type, sub-groups are
   too narrow for the operation, or the target is unusable. */
int xl__target_probe(xl_device *device, const xl__target *target, const xl__op *op, xl__op_type type,
                     xl__probe_result *out, xl_error *error);

/* Unless `first` of xl__ops is known, probes it and later operations without a native form in one program, to
   save compile time. Wrong or failed ones are left to xl__target_probe. */
void xl__target_probe_ahead(xl_device *device, const xl__target *target, size_t first);

/* By running, so far. */
int xl__count_probed(xl_device *device);

/* Notes in the cache folder `dir` that a trial killed the driver's process. */
void xl__caps_refuse(const char *dir, const xl__trial *trial, const char *why);

/* One line on skipped item `index`, of which the driver's process died; false: past the last. */
bool xl__caps_left_out(xl_device *device, size_t index, char *text, size_t size);

/* Measured; 0: no native sub-groups. */
int xl__default_width(xl_device *device);
