/*
 * device.h - an open device: its facts as the driver tells them (capped, garbage rejected), and what the
 * library keeps for it.
 */
#ifndef XL_DEVICE_H
#define XL_DEVICE_H

#include "algorithm.h"
#include "clapi.h"
#include "os.h"

enum { XL__NAME = 256, XL__MAX_WIDTHS = 8, XL__ID_TEXT = 17 };

typedef struct xl__device_facts {
    char name[XL__NAME], vendor[XL__NAME], driver[XL__NAME];
    char version[XL__NAME];    /* "OpenCL 3.0 ..." */
    char c_version[XL__NAME];  /* "OpenCL C 1.2 ..." */
    char c_versions[XL__NAME]; /* all of them, "1.0 1.1 1.2 3.0"; empty where the driver does not list them */
    char platform[XL__NAME], platform_version[XL__NAME];
    char pci[32];             /* "0000:01:00.0", empty = unknown */
    char uuid[33];            /* empty = unknown */
    char id[XL__ID_TEXT];     /* stable between runs: platform, name, vendor, driver, PCI address or index
                               */
    char extensions[12288];   /* separated by single spaces, with a space at both ends */
    char features[8192];      /* OpenCL C 3.0 feature macros, likewise */
    unsigned version_number;  /* 100 major + 10 minor: 120, 300 */
    unsigned platform_number; /* the same of the platform */
    cl_device_type type;
    const char *type_name; /* "cpu", "gpu", "accelerator", "custom", "other" */
    unsigned vendor_id, compute_units, clock_mhz;
    uint64_t global_bytes, local_bytes, largest_buffer, cache_bytes;
    size_t largest_group; /* work-items */
    size_t largest_item;  /* work-items in the first dimension */
    size_t align_bytes;   /* base address alignment of sub-buffers */
    size_t timer_ns;      /* resolution of event timestamps */
    bool available, compiler, little_endian, host_unified, dedicated_local, out_of_order;
    bool fp64, fp16, int64_atomics;
    int widths[XL__MAX_WIDTHS]; /* sub-group sizes that the driver lists, ascending powers of two */
    int width_count;            /* 0: no such list */
    int warp, wavefront;        /* 0 = the driver does not tell */
    int compute_capability;     /* 90 for 9.0; 0 = the driver does not tell */
} xl__device_facts;

/* What of a device is tried natively: an operation, and whether the whole backend at that width hangs on it.
 */
typedef struct xl__trial {
    char key[33]; /* XL__HASH_TEXT: of the entries in the cache */
    char op[32], type[16];
    bool all;
} xl__trial;

/* The parent process, which sees how this one ends: told of what is tried next, NULL when it is over. */
typedef struct xl__watch {
    void (*trying)(void *user, const xl__trial *trial);
    void *user;
} xl__watch;

struct xl_device {
    cl_device_id id;
    cl_context context;
    cl_platform_id platform;
    xl__device_facts facts;
    xl__sub_group_info_fn sub_group_info; /* NULL: the platform has none */
    char *cache_dir, *kernel_dir;         /* NULL: none */
    bool record_width, trace;
    const xl__watch *watch; /* NULL: nobody watches */
    bool forget;            /* what the disk cache has of operations is removed, not used */
    struct xl__programs *programs;
    struct xl__caps *caps;
};

/* Reads the facts of a device; nothing is run. An OpenCL error only when not even its name can be read. */
int xl__read_facts(cl_device_id device, xl__device_facts *facts, xl_error *error);

bool xl__has_extension(const xl__device_facts *facts, const char *name);
bool xl__has_feature(const xl__device_facts *facts, const char *name); /* "__opencl_c_subgroups" */
const xl__device_facts *xl__get_facts(const xl_device *device);

/* Values of device queries that may not be known: false, and *value untouched, unless the driver gives
   exactly `size` bytes. */
bool xl__query(cl_device_id device, cl_device_info what, void *value, size_t size);
/* A text of at most size - 1 bytes (one that was cut ends in "..."), control characters replaced by spaces,
   ends trimmed; empty on any failure. */
bool xl__query_text(cl_device_id device, cl_device_info what, char *text, size_t size);

#endif
