/* Tests a backend at a width, and its operations, by running. */
#pragma once

#include "caps/caps_set.h"

/* Makes the set when first needed. */
int xl__caps_get(xl_device *device, const xl__target *target, xl__caps_set **out, xl_error *error);
void xl__set_try(xl_device *device, xl__caps_set *set);

/* Expands the probe kernel's text once. */
int xl__caps_need_source(xl_device *device, xl_error *error);

typedef struct xl__probing {
    xl__probe_target target;
    xl__text options, natives;
} xl__probing;

int xl__probing_start(xl_device *device, const xl__caps_set *set, xl__probing *p, xl_error *error);
void xl__probing_end(xl__probing *p);

/* XL__BY_ bit of the backend; 0 = emulation. */
unsigned xl__probe_bit(const xl__backend *backend);

void xl__set_base_options(const xl_device *device, const xl__caps_set *set, xl__text *options);

/* True if the backend is usable (caps.h). Sets standard, uniform, measured, why. */
bool xl__set_try_backend(xl_device *device, xl__caps_set *set);

int xl__set_ask(xl_device *device, xl__caps_set *set, const xl__op *op, xl__op_type type,
                xl__probe_result *out, xl_error *error);
