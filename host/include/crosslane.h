/*
 * crosslane.h - sub-group algorithms on the caller's own OpenCL device, queue and buffers.
 *
 * How it goes, in four calls:
 *
 *     xl_device *device; xl_plan *plan; xl_error error;
 *     xl_open(cl_device, cl_context, NULL, &device, &error);
 *     xl_plan_make(device, &(xl_plan_request){.algorithm = "histogram", .type = XL_U32,
 *                  .settings = "n=1000000 buckets=256"}, &plan, &error);
 *     xl_enqueue(plan, &(xl_launch){.queue = queue, .array_count = 2, .arrays = (xl_array[]){
 *                {"samples", samples, 0}, {"counts", counts, 0}}, .event = &done}, &error);
 *     ... xl_plan_free(plan); xl_close(device);
 *
 * xl_open runs nothing on the device. xl_plan_make compiles the kernels of one strategy for one
 * sub-group width and first probes the sub-group operations that it uses: a driver's own operation is
 * used only after it has answered rightly on this very device. xl_enqueue launches and returns; passes
 * of one algorithm are chained by the queue's order or by events, never by waiting (a strategy that has
 * to wait says so in its description and "auto" never picks it).
 *
 * Threads: one thread per plan at a time; plans of one xl_device may be used from several threads.
 * There is no global state. Errors: every call returns a status, XL_SUCCESS (0) or negative; OpenCL's own
 * codes are kept as they are, ours lie below -10000. With an xl_error the call also tells in one line what
 * was tried, where, and what to do. An xl_error argument may be NULL.
 *
 * The library needs OpenCL 1.2 and the C library alone.
 */
#ifndef CROSSLANE_H
#define CROSSLANE_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The library is built with hidden names; what this header declares is what it shows. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define XL_VERSION_MAJOR 0
#define XL_VERSION_MINOR 1
#define XL_VERSION_PATCH 0
#define XL_VERSION "0.1.0"

/* Status codes beside OpenCL's own: X(name, value, text). */
#define XL_STATUS_LIST(X)                                                                                    \
    X(XL_SUCCESS, 0, "success")                                                                              \
    X(XL_UNSUPPORTED, -10001, "not supported on this device")                                                \
    X(XL_BAD_NAME, -10002, "unknown name")                                                                   \
    X(XL_BAD_VALUE, -10003, "value out of range")                                                            \
    X(XL_BAD_ARRAY, -10004, "array missing, too small, misaligned or overlapping")                           \
    X(XL_TOO_LARGE, -10005, "larger than the device can hold")                                               \
    X(XL_BUILD_FAILED, -10006, "kernel did not compile")                                                     \
    X(XL_NO_MEMORY, -10007, "out of host memory")                                                            \
    X(XL_IO, -10008, "file could not be read or written")                                                    \
    X(XL_WRONG_ANSWER, -10009, "the device computed a wrong result")                                         \
    X(XL_TIMEOUT, -10010, "time limit passed")

typedef enum xl_status {
#define XL_STATUS_ENUM(name, value, text) name = (value),
    XL_STATUS_LIST(XL_STATUS_ENUM)
#undef XL_STATUS_ENUM
} xl_status;

/* Element types of arrays: X(name, text, bytes). */
#define XL_TYPE_LIST(X)                                                                                      \
    X(XL_I8, "i8", 1)                                                                                        \
    X(XL_I16, "i16", 2)                                                                                      \
    X(XL_I32, "i32", 4)                                                                                      \
    X(XL_I64, "i64", 8)                                                                                      \
    X(XL_U8, "u8", 1)                                                                                        \
    X(XL_U16, "u16", 2)                                                                                      \
    X(XL_U32, "u32", 4)                                                                                      \
    X(XL_U64, "u64", 8)                                                                                      \
    X(XL_F16, "f16", 2)                                                                                      \
    X(XL_F32, "f32", 4)                                                                                      \
    X(XL_F64, "f64", 8)

typedef enum xl_type {
    XL_TYPE_NONE = 0, /* in a request: the algorithm's first type */
#define XL_TYPE_ENUM(name, text, bytes) name,
    XL_TYPE_LIST(XL_TYPE_ENUM)
#undef XL_TYPE_ENUM
        XL_TYPE_COUNT
} xl_type;

/* Name ("f32") and size in bytes of a type; "none" and 0 for XL_TYPE_NONE. Static text. */
const char *xl_type_name(xl_type type);
size_t xl_type_size(xl_type type);

#define XL_ERROR_TEXT 2048
typedef struct xl_error {
    int status;
    char text[XL_ERROR_TEXT]; /* one line, except a build failure, which adds the compiler's log */
} xl_error;

/* Name of a status, ours or OpenCL's ("CL_OUT_OF_RESOURCES"); "unknown status" otherwise. Static text. */
const char *xl_status_name(int status);

/* Version of the library that is linked, for example "0.1.0". Static text. */
const char *xl_version(void);

/* ---- device ------------------------------------------------------------------------------------ */

typedef struct xl_device xl_device;

typedef struct xl_options {
    const char *cache_dir;  /* folder for compiled programs and probe results, which only counts where nobody
                               else  may write in it; NULL: nothing on disk */
    const char *kernel_dir; /* folder whose files stand in for the built-in kernel sources; NULL: none */
    int record_width;       /* 1: kernels write the sub-group width that truly ran (xl_plan_width_measured) */
    int trace;              /* 1: kernels record the values named by SG_SHOW (xl_plan_trace) */
} xl_options;

/* Opens a device in the caller's context: reads its facts, runs and compiles nothing. The context and the
   device stay the caller's and must outlive the result, which xl_close frees. `options` may be NULL. */
int xl_open(cl_device_id id, cl_context context, const xl_options *options, xl_device **out, xl_error *error);
void xl_close(xl_device *device);

/* What an outside kernel needs to use crosslane_sg.h on this device at this width: the text of -D and -cl
   options, the launch rule, the local memory used. Probes every operation unless `quick` is 1 (then only the
   moves and votes; the rest is derived from them). `backend` NULL or "auto": chosen. */
typedef struct xl_header_use {
    char options[4096];        /* pass to clBuildProgram, beside -DSG_GROUP_SIZE=<your local size> */
    const char *backend;       /* static text */
    int width;                 /* lanes */
    int emulated;              /* 1: through local memory and work-group barriers */
    int one_sub_group;         /* 1: local size must equal width where flow differs between sub-groups */
    size_t local_bytes;        /* local memory per sub-group that SG_BEGIN takes */
    size_t largest_group_size; /* work-items; local sizes must be multiples of width up to this */
} xl_header_use;
int xl_header_options(xl_device *device, const char *backend, int width, int quick, xl_header_use *out,
                      xl_error *error);

/* Writes into widths[] (ascending, at most `capacity`) the sub-group widths that `backend` (NULL or "auto":
   the chosen one) offers natively on this device; returns how many were written, 0 when there is none. This
   and xl_chosen_backend build and run small kernels the first time: an answer is found out, not looked up. */
size_t xl_native_widths(xl_device *device, const char *backend, int *widths, size_t capacity);

/* The backend that "auto" picks on this device and, into reason[], why. Static text. */
const char *xl_chosen_backend(xl_device *device, char *reason, size_t reason_size);

/* ---- plan --------------------------------------------------------------------------------------- */

typedef struct xl_plan xl_plan;

typedef struct xl_plan_request {
    const char *algorithm; /* "histogram" */
    const char *strategy;  /* NULL or "auto": chosen from the settings and the device */
    xl_type type;          /* element type of the arrays that can have several */
    int width;             /* sub-group width; 0: chosen. Not offered natively: emulated under "auto" */
    const char *backend;   /* NULL or "auto": chosen */
    const char *settings;  /* "name=value name=value", separated by spaces or commas; NULL: all defaults */
} xl_plan_request;

typedef struct xl_plan_facts {
    const char *algorithm, *strategy, *backend; /* static text; backend "none": it uses no sub-groups */
    xl_type type;
    int width;             /* lanes of a sub-group, as compiled for; 0: it uses no sub-groups */
    int emulated;          /* 1: sub-groups emulated through local memory */
    int waits;             /* 1: xl_enqueue of this strategy has to wait for the device */
    size_t group_size;     /* work-items of a work-group of the main kernel */
    size_t scratch_bytes;  /* global memory needed by one enqueue beside the arrays */
    size_t local_bytes;    /* local memory of a work-group, the largest kernel */
    double compile_ms;     /* time spent building, 0 when the program was there already */
    int cached;            /* 1: built from the disk cache or shared with another plan */
    long long registers;   /* per work-item where the driver tells, else -1 */
    long long spill_bytes; /* private memory per work-item where the driver tells, else -1 */
} xl_plan_facts;

/* Compiles and checks; `out` is freed by xl_plan_free. Settings of run time (sizes such as n) are upper
   bounds here: they fix the scratch and are the defaults of xl_enqueue. Unknown names, values out of range
   and what the device cannot do (XL_UNSUPPORTED, XL_TOO_LARGE) are refused with the reason. */
int xl_plan_make(xl_device *device, const xl_plan_request *request, xl_plan **out, xl_error *error);
void xl_plan_free(xl_plan *plan);
void xl_plan_get_facts(const xl_plan *plan, xl_plan_facts *out);

/* ---- enqueue ------------------------------------------------------------------------------------ */

typedef struct xl_array {
    const char *name; /* as `crosslane list` shows it */
    cl_mem buffer;
    size_t offset; /* bytes; a multiple of the device's base address alignment, or 0 */
} xl_array;

typedef struct xl_scalar {
    const char *name; /* a run-time parameter */
    double value;
} xl_scalar;

typedef struct xl_launch {
    cl_command_queue queue; /* in order or out of order, of the context given to xl_open */
    const xl_array *arrays;
    size_t array_count;
    const xl_scalar *scalars; /* run-time parameters that differ from the plan's */
    size_t scalar_count;
    cl_mem scratch; /* scratch_bytes or more; NULL: the plan's own, made at the first need */
    size_t scratch_offset;
    cl_uint wait_count;
    const cl_event *wait_list;
    cl_event *event; /* out, NULL if not wanted; released by the caller; given also when n = 0 */
} xl_launch;

/* Enqueues one run. Outputs are overwritten whole. Refuses arrays that are missing, too small or overlap an
   output (sub-buffers of one buffer included). Two enqueues of one plan that use the plan's own scratch are
   ordered by the queue or by the caller's events. */
int xl_enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error);

/* With xl_options.record_width: waits for the plan's last enqueue on `queue` and tells the number of lanes
   that its kernels counted in their own first sub-group (the smallest over its kernels); 0 when no kernel
   of it uses sub-groups, -1 when nothing ran. */
int xl_plan_width_measured(xl_plan *plan, cl_command_queue queue, int *width, xl_error *error);

/* With xl_options.trace: one record a call of SG_SHOW by a work-item, in the order in which they were written
   (lanes of one call may come in any order). */
typedef struct xl_trace {
    char name[17]; /* first 16 bytes of the name given to SG_SHOW */
    unsigned line; /* of the kernel source file */
    unsigned work_item, lane, sub_group;
    xl_type type;
    int components;          /* 1, or 2 to 4 of a vector; a vector of 3 has 3 */
    unsigned char value[16]; /* the components one after the other, in the device's byte order */
} xl_trace;
/* Waits for the last enqueue; copies up to `capacity` records, tells in *count how many were written by the
   kernels (more than capacity, or than the 65536 that are kept: the rest is lost). */
int xl_plan_trace(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity, size_t *count,
                  xl_error *error);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
