/*
 * The only table that names vendors: sub-group backends, their widths and options. caps.h tests these claims
 * before use.
 */
#pragma once

#include "device/device_facts.h"
#include "base/text.h"

enum { XL__BACKENDS = 5, XL__STANDARDS = 4 };

typedef struct xl__backend {
    const char *name;   /* "khr" */
    const char *define; /* value of SG_BACKEND, "SG_KHR" */
    const char *help;   /* one line */
    bool emulated;      /* through local memory and work-group barriers */
    /* why[] gets the reason for either answer. */
    bool (*recognise)(const xl__device_facts *facts, char *why, size_t size);
    /* Ascending; 0: can only be measured. */
    int (*widths)(const xl__device_facts *facts, int widths[XL__MAX_WIDTHS]);
    /* In addition to the options of every backend; may be NULL. */
    void (*options)(const xl__device_facts *facts, int width, xl__text *out);
    const char
        *standards[XL__STANDARDS + 1]; /* -cl-std options in the order to try ("" = none), NULL at the end */
    unsigned probe_bit;                /* XL__BY_ bit of ops.h, 0 for the emulation */
} xl__backend;

/* In the order in which "auto" tries them; the last, local, works on every device. */
extern const xl__backend *const xl__backends; /* XL__BACKENDS of them */

/* XL_BAD_VALUE unless the width is 0 (to be chosen) or a power of two from 1 to 128. */
int xl__check_width(int width, xl_error *error);

const xl__backend *xl__find_backend(const char *name); /* NULL: unknown */
const xl__backend *xl__local_backend(void);

/* Least register bytes of a lane; `emulated`: the compiler chooses how many lanes share them. */
unsigned xl__register_bytes(const xl__device_facts *facts, int width, bool emulated);

/* True if local memory adds lanes' numbers to one counter as fast as to different ones. */
bool xl__joins_adds(const xl__device_facts *facts);

/* Launch rule: a work-group must be a single sub-group unless its flow is uniform in the work-group. */
bool xl__backend_one_sub_group(const xl__backend *backend, const xl__device_facts *facts);

/* True if the backend can neither query nor request the width. */
bool xl__compiler_chooses_width(const xl__backend *backend, const xl__device_facts *facts);

/* " -DSG_BACKEND=... -DSG_WIDTH=..." and the backend's own, without the language standard. */
void xl__backend_options(const xl__backend *backend, const xl__device_facts *facts, int width, xl__text *out);

void xl__read_vendor_facts(cl_device_id device, xl__device_facts *facts);

/* True if the driver compiles a kernel at its first launch and caches it. */
bool xl__compiles_at_launch(const xl__device_facts *facts);

/* The largest over its kernels; -1: not there. */
void xl__read_log(const char *log, long long *registers, long long *spill_bytes);

/* By vendors' queries; unchanged without. */
void xl__read_kernel(cl_kernel kernel, cl_device_id device, const xl__device_facts *facts,
                     long long *registers, long long *spill_bytes);

/* True if `selector` is a common name of a vendor or driver; *matches: this is such a device. */
bool xl__vendor_alias(const char *selector, const xl__device_facts *facts, bool *matches);
