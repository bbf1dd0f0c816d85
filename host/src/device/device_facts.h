/* A device's facts, limited to sane ranges. */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

enum { XL__NAME = 256, XL__MAX_WIDTHS = 8, XL__ID_TEXT = 17 };

typedef struct xl__device_facts {
    char name[XL__NAME], vendor[XL__NAME], driver[XL__NAME];
    char version[XL__NAME];    /* "OpenCL 3.0 ..." */
    char c_version[XL__NAME];  /* "OpenCL C 1.2 ..." */
    char c_versions[XL__NAME]; /* "1.0 1.1 1.2 3.0"; empty: not listed */
    char platform[XL__NAME], platform_version[XL__NAME];
    char pci[32];             /* "0000:01:00.0", empty = unknown */
    char uuid[33];            /* empty = unknown */
    char id[XL__ID_TEXT];     /* stable between runs: platform, name, vendor, driver, PCI address or index
                               */
    char extensions[12288];   /* each with a space before and after it */
    char features[8192];      /* OpenCL C 3.0 feature macros, likewise */
    unsigned version_number;  /* 100 major + 10 minor: 120, 300 */
    unsigned platform_number; /* the same of the platform */
    cl_device_type type;
    const char *type_name;                        /* "cpu", "gpu", "accelerator", "custom", "other" */
    unsigned vendor_id, compute_units, clock_mhz; /* 0: not known; arithmetic takes */
    uint64_t global_bytes, local_bytes, largest_buffer, cache_bytes; /* xl__compute_units and its kin */
    size_t largest_group;                                            /* work-items; 1 where it is not known */
    size_t largest_item;                                             /* work-items in the first dimension */
    size_t align_bytes; /* base address alignment of sub-buffers; a safe one if not known */
    size_t timer_ns;    /* resolution of event timestamps */
    int vector_floats;  /* in a vector register of a CPU; 0: another device, or not known */
    bool vectorises;    /* a CPU whose compiler makes vectors over work-items, and prefers kernels without */
    bool available, compiler, little_endian, host_unified, dedicated_local, out_of_order;
    bool fp64, fp16, int64_atomics;
    int widths[XL__MAX_WIDTHS]; /* that the driver lists, ascending powers of two */
    int width_count;            /* 0: no such list */
    int warp, wavefront;        /* 0 = the driver does not report it */
    int compute_capability;     /* 90 for 9.0; 0 = the driver does not report it */
} xl__device_facts;

/* Never 0: OpenCL's guaranteed minimum if the driver reports none or an impossible one (no bound for a
 * buffer: creating one that is too large fails).
 */
unsigned xl__compute_units(const xl__device_facts *facts);
uint64_t xl__local_bytes(const xl__device_facts *facts);
uint64_t xl__largest_buffer(const xl__device_facts *facts);

bool xl__has_extension(const xl__device_facts *facts, const char *name);
bool xl__has_feature(const xl__device_facts *facts, const char *name); /* "__opencl_c_subgroups" */

/* False, *value unchanged, unless the driver gives exactly `size` bytes. */
bool xl__query(cl_device_id device, cl_device_info what, void *value, size_t size);
