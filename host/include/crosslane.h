/*
 * crosslane.h - sub-group algorithms on the caller's own OpenCL device, queue and buffers.
 *
 * A run takes four calls:
 *
 *     xl_device *device; xl_plan *plan; xl_error error;
 *     xl_open(cl_device, cl_context, NULL, &device, &error);
 *     xl_plan_make(device, &(xl_plan_request){.algorithm = "histogram", .type = XL_U32,
 *                  .settings = "n=1000000 buckets=256"}, &plan, &error);
 *     xl_enqueue(plan, &(xl_launch){.queue = queue, .array_count = 2, .arrays = (xl_array[]){
 *                {"samples", samples, 0}, {"counts", counts, 0}}, .event = &done}, &error);
 *     ... xl_plan_free(plan); xl_close(device);
 *
 * docs/library.md has a whole program. xl_open runs nothing on the device. xl_plan_make probes the
 * sub-group operations that a strategy uses, and compiles its kernels for one sub-group width. A driver's
 * own operation is used only after it computed correct results on this device. xl_enqueue launches and
 * returns; the host never waits between the passes of an algorithm.
 *
 * Errors. Every call that can fail returns a status: XL_SUCCESS (0) or a negative code. OpenCL's codes are
 * returned unchanged; the library's are below -10000. xl_native_widths and xl_chosen_backend return an
 * answer and put the status into the xl_error. The xl_error also holds one line: what was tried, where,
 * and what to do. Names in the line are cut to 80 bytes, and question marks replace unprintable
 * characters. A call that fails sets its outputs to NULL, 0 or empty and leaves nothing allocated or
 * enqueued (xl_enqueue documents its one exception).
 *
 * NULL. The object to work on, every struct to read and every place for an answer are required. A NULL
 * there, or a count above 0 without its array, gives XL_BAD_VALUE, and the line names the argument. A
 * declaration says which other pointers may be NULL; `error` always may, and so may the arguments of
 * xl_plan_free and xl_close.
 *
 * Handles. A context, device, queue, buffer or event must be alive: any other pointer crashes in OpenCL's
 * loader before the library can check it. A live object of another device, context or kind is refused with
 * XL_BAD_HANDLE, and the line names it.
 *
 * Lifetime. The library retains the context and device given to xl_open. Plans can be run and freed after
 * xl_close, in any order. xl_enqueue reads its arguments during the call. OpenCL's reference counts keep
 * buffers and wait list alive after the call, so the caller may release them immediately. The caller may
 * also release the queue: the plan retains it until the plan runs on another queue or is freed. Texts
 * documented as static live as long as the library.
 *
 * Threads. Any thread may call any function, and calls may run at the same time. There is no global state,
 * and devices share nothing. Two rules: only one thread at a time uses a plan (runs it, queries it, frees
 * it), and no thread uses an xl_device while it is being closed (its plans may be in use). xl_open,
 * xl_enqueue, queries of a plan and xl_plan_free never wait for a compiler. xl_plan_make, and the queries of
 * widths, backends and options, compile, or wait for another thread's compilation on that xl_device. Two
 * calls write the disk cache, if there is one: xl_close of a device without plans, and xl_plan_free of the
 * last plan of a closed device.
 *
 * Structs. Structs passed on their own grow at their end in later versions. The functions that take one
 * are inline and pass on its size at the time the program was compiled (xl_open_sized and the others at
 * the end of this file). So a new library reads fields unknown to an old program as 0. An old library
 * refuses with XL_UNSUPPORTED a new program that sets fields unknown to the library. Zero every struct
 * that you fill, with an initialiser or memset. The small structs used as array elements, xl_array,
 * xl_scalar, xl_setting and xl_trace, never change.
 *
 * The library needs only OpenCL 1.2 and the C library; the header works with C99 and later and with C++17 and
 * later.
 */
#pragma once

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
/* The library hides its names, except those declared in this header. */
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

#define XL_VERSION_MAJOR 0
#define XL_VERSION_MINOR 1
#define XL_VERSION_PATCH 0
#define XL_VERSION "0.1.0"

/* Status codes in addition to OpenCL's: X(name, value, text). */
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
    X(XL_TIMEOUT, -10010, "time limit passed")                                                               \
    X(XL_BAD_HANDLE, -10011, "OpenCL object of another device, context or kind")

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
    char text[XL_ERROR_TEXT]; /* UTF-8; one line, except a build failure, which adds options and log */
} xl_error;

/* Name of a status, ours or OpenCL's ("CL_OUT_OF_RESOURCES"); "unknown status" otherwise. Static text. */
const char *xl_status_name(int status);

/* Version of the library that is linked, for example "0.1.0". Static text. */
const char *xl_version(void);

/* ---- device ------------------------------------------------------------------------------------ */

typedef struct xl_device xl_device;

typedef struct xl_options {
    const char *cache_dir;  /* folder for compiled programs and probe results, used only if no other user may
                               write in it; NULL: nothing on disk */
    const char *kernel_dir; /* folder with files that replace the built-in kernel sources; NULL: none */
    int record_width;       /* 1: kernels record the sub-group width that ran (xl_plan_width_measured) */
    int trace;              /* 1: kernels record the values named by SG_SHOW (xl_plan_trace) */
    int planted; /* 1: plans can use the planted wrong kernels, each of which shows the effect of one kind of
                    bug; their results are wrong. For teaching and tests */
} xl_options;

/* Opens a device. `context` must contain it (XL_BAD_HANDLE). Runs and compiles nothing. Retains context and
 * device. `options` may be NULL. Refused with OpenCL's status: a device that is not available, has no
 * compiler, or whose facts the driver fails to report. xl_close frees `*out`; it accepts NULL.
 */
static inline int xl_open(cl_device_id id, cl_context context, const xl_options *options, xl_device **out,
                          xl_error *error);
void xl_close(xl_device *device);

/* How well `word` describes the device, ignoring case. *fits is XL_FITS for "cpu", "gpu" or the common name
 * of its vendor or driver, XL_FITS_NAME if the name of device or platform contains `word`, else 0. Of several
 * devices choose those with XL_FITS, else those with XL_FITS_NAME.
 */
enum { XL_FITS = 2, XL_FITS_NAME = 1 };
int xl_device_fits(cl_device_id id, const char *word, int *fits, xl_error *error);

/* Replaces the profile from which auto chooses on this device. `text` (copied) is the content of a file that
 * `crosslane tune` wrote. NULL: no profile, the algorithms' own rules decide. By default a device has the
 * profile in xl_options.cache_dir, else one that comes with the library, if made for this device, driver and
 * library version. XL_UNSUPPORTED: for another device, driver or version. XL_BAD_VALUE: no profile, or an
 * unknown name. An error changes nothing. Do not call it while another thread makes plans of the device.
 */
int xl_profile_use(xl_device *device, const char *text, xl_error *error);

/* Build options, launch rule and local memory for a kernel outside the library that uses crosslane_sg.h on
 * this device at this width. `options` holds -D and -cl options. Probes every operation or, with `quick` 1,
 * only the moves and votes, and derives the rest. A probe builds and runs a small kernel for each operation:
 * up to half a minute in total on slow compilers. The device keeps the results, also on disk with
 * xl_options.cache_dir. `backend` NULL or "auto": chosen. `width`: a power of two from 1 to 128, or 0:
 * chosen. Refusals as in xl_plan_make.
 */
typedef struct xl_header_use {
    char options[4096];        /* pass to clBuildProgram, with -DSG_GROUP_SIZE=<your local size> */
    const char *backend;       /* static text */
    int width;                 /* lanes */
    int emulated;              /* 1: through local memory and work-group barriers */
    int one_sub_group;         /* 1: local size must equal width if control flow differs between sub-groups */
    size_t local_bytes;        /* local memory per sub-group that SG_BEGIN uses */
    size_t largest_group_size; /* work-items; local sizes must be multiples of width up to this */
    int probed;                /* operations probed for this answer; 0: all results were known */
    double probe_ms;           /* time of these probes */
} xl_header_use;
static inline int xl_header_options(xl_device *device, const char *backend, int width, int quick,
                                    xl_header_use *out, xl_error *error);

/* The text of crosslane_sg.h. Pass it to clCreateProgramWithSource as the first string, before the kernel's
 * own text, in place of its #include. Static text, ends in a newline. */
const char *xl_header_text(void);

/* Writes into widths[] (ascending, at most `capacity`, then 0s) the sub-group widths that `backend` (NULL or
 * "auto": the chosen backend) offers natively on this device. Returns the number of widths written. If it
 * returns 0 with a capacity above 0, the call failed and `error` has the reason; XL_UNSUPPORTED: no native
 * width. The first call of this function or of xl_chosen_backend builds and runs small kernels: the answer is
 * measured.
 */
size_t xl_native_widths(xl_device *device, const char *backend, int *widths, size_t capacity,
                        xl_error *error);

/* The backend that "auto" picks on this device; reason[] receives why. "local" if the device has no native
 * sub-groups. Static text. NULL: the call failed, reason[] is empty and `error` has the reason. reason[] may
 * be NULL; a longer text is cut. */
const char *xl_chosen_backend(xl_device *device, char *reason, size_t reason_size, xl_error *error);

/* ---- algorithms, strategies, parameters, arrays ------------------------------------------------ */

/* Algorithms are counted from 0; the name is NULL past the last one. All texts in this section are static. */
size_t xl_algorithm_count(void);
const char *xl_algorithm_name(size_t index);

typedef struct xl_algorithm_info {
    const char *name, *help;
    size_t strategy_count, param_count, array_count;
} xl_algorithm_info;

typedef struct xl_strategy_info {
    const char *name, *help;
    int sub_groups;     /* 1: its kernels are compiled for a sub-group width; 0: it uses no sub-groups, and a
                           request's width and backend change nothing */
    const char *tuning; /* names of its tuning parameters, separated by spaces; "": none */
    const char *any_order; /* outputs whose element order is unspecified, separated by spaces; "": none */
    int waits; /* 1: xl_enqueue waits until it has read a value from the device; "auto" never chooses it */
} xl_strategy_info;

typedef enum xl_param_kind { XL_INTEGER, XL_REAL, XL_CHOICE } xl_param_kind;

/* XL_PROBLEM: what is computed, fixed in a plan. XL_TUNING: how it is computed; changes results only by
 * rounding. XL_RUNTIME: may change with each xl_enqueue.
 */
typedef enum xl_param_role { XL_PROBLEM, XL_TUNING, XL_RUNTIME } xl_param_role;

typedef struct xl_param_info {
    const char *name, *help;
    const char *unit; /* "elements"; "" for a plain number */
    xl_param_kind kind;
    xl_param_role role;
    double initial, least, most; /* default and range, both ends included; a choice counts from 0 */
    const char *choices;         /* the words of a choice in order, "linear|quadratic"; "" otherwise */
    int is_size;                 /* 1: a dimension of an array */
} xl_param_info;

typedef enum xl_direction { XL_INPUT, XL_OPTIONAL_INPUT, XL_OUTPUT } xl_direction;

enum { XL_MOST_TYPES = 8, XL_MOST_RANK = 4 };

typedef struct xl_array_info {
    const char *name, *help;
    xl_direction direction;
    size_t type_count; /* of several xl_plan_request.type selects one: the first is the default */
    xl_type types[XL_MOST_TYPES];
    size_t rank;
    /* Slowest dimension first: a parameter's name or a decimal number. Any other name is a dimension that
     * depends on the settings and may be absent, such as "pair" in [n, pair]; so may a parameter whose
     * default is 0, such as "rows" of topk, where it is 0. xl_plan_get_array returns the actual shape.
     */
    const char *shape[XL_MOST_RANK];
    /* If the data decides an output's length: the name of another output, one element of XL_U32 or XL_U64,
     * with the number of elements. The shape is then the capacity: elements past the count are not written; a
     * count above the capacity means that not all fitted. Or the name of an optional input with the number of
     * elements. "" if all elements are results.
     */
    const char *counted_by;
    /* If the array's type is not the plan's: the name of a choice whose word is the type's name ("u64"), or
     * "none" if the plan lacks the array. Else "".
     */
    const char *typed_by;
    /* Of an output: the input that it replaces in a plan with in_place=yes. "" if it replaces none. */
    const char *result_of;
    /* When an optional input is read, or an output may have elements: "keep == nonzero". "": always. */
    const char *used;
    double sum_below; /* the sum of the elements must be below this, which is not checked; 0: any sum */
} xl_array_info;

/* Describes an algorithm, or its strategy, parameter or array number `index`, from 0. XL_BAD_NAME: no such
 * algorithm. XL_BAD_VALUE: `index` is past the last. Planted wrong kernels are not counted.
 */
static inline int xl_describe_algorithm(const char *algorithm, xl_algorithm_info *out, xl_error *error);
static inline int xl_describe_strategy(const char *algorithm, size_t index, xl_strategy_info *out,
                                       xl_error *error);
static inline int xl_describe_param(const char *algorithm, size_t index, xl_param_info *out, xl_error *error);
static inline int xl_describe_array(const char *algorithm, size_t index, xl_array_info *out, xl_error *error);

/* ---- plan --------------------------------------------------------------------------------------- */

typedef struct xl_plan xl_plan;

typedef struct xl_setting {
    const char *name;
    double number;    /* used if `word` is NULL; for a choice, the index of its word, from 0 */
    const char *word; /* the word of a choice, or a number as text, since a double cannot hold
                         "18446744073709551615"; NULL: the value is `number`, exactly */
} xl_setting;

typedef struct xl_plan_request {
    const char *algorithm; /* "histogram" */
    const char *strategy;  /* NULL or "auto": chosen from the settings and the device */
    xl_type type;          /* element type of the arrays that can have several types */
    int width; /* sub-group width, a power of two from 1 to 128; 0: chosen. Under "auto", a width that is not
                  native is emulated */
    const char *backend;      /* NULL or "auto": chosen */
    const char *settings;     /* "name=value name=value", separated by spaces or commas; NULL: none */
    const xl_setting *values; /* as pairs; name a parameter once in `settings` and `values` together */
    size_t value_count;
} xl_plan_request;

typedef struct xl_plan_facts {
    const char *algorithm, *strategy, *backend; /* static text; backend "none": it uses no sub-groups */
    xl_type type;
    int width;         /* lanes of a sub-group that the kernels are compiled for; 0: it uses no sub-groups */
    int emulated;      /* 1: sub-groups emulated through local memory */
    size_t group_size; /* work-items of a work-group of the main kernel */
    size_t scratch_bytes;  /* most global memory that one enqueue needs in addition to the arrays */
    size_t local_bytes;    /* largest local memory of a work-group among its kernels */
    double compile_ms;     /* build time, 0 if the program was already built */
    int cached;            /* 1: built from the disk cache or shared with another plan */
    long long registers;   /* per work-item; -1: the driver does not report it */
    long long spill_bytes; /* private memory per work-item; -1: the driver does not report it */
    const char *reason; /* why "auto" chose this strategy, "profile of ..." or "rule: ..."; else "". Valid as
                         * long as the plan */
    size_t held_bytes;  /* global memory that the plan holds now: a few bytes, and its scratch, which the
                         * first run that needs it allocates and xl_plan_trim frees */
} xl_plan_facts;

/* A parameter's value in a plan. */
typedef struct xl_value {
    double number;
    char text[64]; /* as in settings: a choice as its word */
    int used;      /* 0: no effect in this plan: the strategy lacks the parameter, or another value disables
                    * it (histogram's `lower` under identity) */
} xl_value;

typedef struct xl_array_size {
    xl_type type;
    size_t rank;
    size_t shape[XL_MOST_RANK]; /* elements, slowest dimension first */
    size_t bytes;
} xl_array_size;

/* Compiles and checks a plan; xl_plan_free frees `*out`. Unset parameters have their defaults. Whole-number
 * run-time parameters (sizes such as n) are upper bounds: they determine the scratch size, and xl_enqueue
 * uses them unless its scalars are smaller. Refused with the reason: unknown and repeated names, values out
 * of range, an impossible width or backend, and requests that the device cannot fulfil (XL_UNSUPPORTED,
 * XL_TOO_LARGE). A strategy without sub-groups ignores valid widths and backends. A tuning value that the
 * strategy lacks is checked, then ignored: a program cannot know what "auto" chooses. xl_strategy_info.tuning
 * and xl_value.used report this.
 */
static inline int xl_plan_make(xl_device *device, const xl_plan_request *request, xl_plan **out,
                               xl_error *error);

/* Does not wait for enqueued runs. `plan` may be NULL. */
void xl_plan_free(xl_plan *plan);

/* Frees the plan's own scratch and returns its bytes; `plan` may be NULL. The next run that needs scratch
   allocates it again. Does not wait: OpenCL keeps the memory until enqueued runs have ended.
   xl_plan_facts.held_bytes is what a plan holds, scratch_bytes its need before the first run. If scratch
   cannot be allocated, xl_enqueue fails and the plan holds none: call xl_plan_trim for other plans, then try
   again. */
size_t xl_plan_trim(xl_plan *plan);

/* XL_BAD_VALUE if an argument is NULL; it cannot fail otherwise. */
static inline int xl_plan_get_facts(const xl_plan *plan, xl_plan_facts *out);

/* The value of a parameter in this plan, as set or as chosen for a default, for 0 as "chosen" or for "auto".
 * For `group` the work-group size of the launches; for a tuning parameter that the strategy lacks the
 * default.
 */
static inline int xl_plan_get_value(const xl_plan *plan, const char *param, xl_value *out, xl_error *error);

/* Type and largest size of an array in this plan. */
static inline int xl_plan_get_array(const xl_plan *plan, const char *array, xl_array_size *out,
                                    xl_error *error);

/* ---- enqueue ------------------------------------------------------------------------------------ */

typedef struct xl_array {
    const char *name; /* as xl_describe_array and `crosslane list` show it */
    cl_mem buffer;    /* of the context given to xl_open; NULL: an absent optional input */
    size_t offset;    /* bytes; a multiple of the device's base address alignment, or 0 */
} xl_array;

/* Exactly this number. A whole number that a double cannot represent must be in the plan's settings. */
typedef struct xl_scalar {
    const char *name; /* a run-time parameter */
    double value;
} xl_scalar;

typedef struct xl_launch {
    cl_command_queue queue; /* in order or out of order, of the context and device given to xl_open */
    const xl_array *arrays;
    size_t array_count;
    const xl_scalar *scalars; /* run-time parameters that differ from the plan's values, each at most once */
    size_t scalar_count;
    cl_mem scratch; /* as large as xl_plan_get_scratch reports; NULL: the plan's own, allocated when first
                       needed */
    size_t scratch_offset;
    cl_uint wait_count;
    const cl_event *wait_list; /* of the same context; the first command waits for them */
    cl_event *event; /* out, NULL if not wanted: of the last command, which completes after all others */
    cl_event *first_event; /* out, NULL if not wanted: of the first command */
} xl_launch;

/* Bytes of scratch that a launch with these scalars needs, at most xl_plan_facts.scratch_bytes. `scalars` are
 * as in xl_launch. */
int xl_plan_get_scratch(const xl_plan *plan, const xl_scalar *scalars, size_t scalar_count, size_t *bytes,
                        xl_error *error);

/* Enqueues one run. Does not wait for it and does not flush the queue. The exception: strategies that wait
 * (xl_strategy_info.waits) read a value back during the run and choose later launches by it; the call returns
 * after reading. So all earlier commands of an in-order queue have run by then. The call waits without end
 * for an event of the wait list, or of an earlier run on another queue, that only this thread would complete.
 * Arrays. Outputs are overwritten completely; inputs are not changed. Buffers may be larger than needed. In a
 * plan with in_place=yes, an output may have exactly the memory of the input that it replaces. Refused with
 * XL_BAD_ARRAY: an array that is missing, given twice, too small or misaligned; an array that overlaps an
 * output (also through sub-buffers of one buffer); an input that is CL_MEM_WRITE_ONLY; an output or scratch
 * that is not CL_MEM_READ_WRITE, because some kernels also read their output. Arrays without elements need no
 * buffer. Several queues. Runs that use memory of the plan (its own scratch, width records, trace) run one
 * after the other, on any queues. On one in-order queue this costs nothing. The first run on another queue
 * waits for everything in the earlier queue at that time, which the call flushes. To let runs overlap, make a
 * plan for each queue. The caller orders the use of its own scratch: runs that may overlap need separate
 * scratch. If an event of the wait list fails, the run may fail, and so may runs that are already enqueued
 * after it; their events have the error. Later runs are correct, but on one driver the first may fail as well
 * (docs/library.md). Scalars. Whole numbers up to the plan's value; other numbers in their range. Events. The
 * caller releases them. They are returned even if nothing was launched. With a profiling queue the run lasted
 * from CL_PROFILING_COMMAND_START of first_event to CL_PROFILING_COMMAND_END of event. If the run is one
 * command, both are the same event, retained twice. Failure. Everything that can be checked is checked before
 * the first command; both events are then NULL and outputs are unchanged. XL_WRONG_ANSWER: a strategy that
 * waits read an impossible value; nothing is running, both events are NULL, and the contents of the outputs
 * are undefined. If the driver fails after it accepted commands, these will still run: the contents of
 * outputs and scratch are undefined, and they must not be touched, or freed for reuse, until `event` is
 * complete or clFinish(queue) has returned. `event` is then returned despite the failure; its status may be
 * an error. The line reports this case.
 */
static inline int xl_enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error);

/* With xl_options.record_width: waits for the plan's last run. *width is the smallest number of lanes that
 * its kernels counted in their first sub-group, 0 if no kernel uses sub-groups, -1 if nothing ran. It stays
 * the same until the next xl_enqueue. The call waits only for that run if an event was requested for it, else
 * for all of its queue. The first call reads through `queue`, after the commands already in it; to avoid a
 * busy queue, pass another queue of the device.
 */
int xl_plan_width_measured(xl_plan *plan, cl_command_queue queue, int *width, xl_error *error);

/* A number that a strategy's kernels counted in a run, such as the fallbacks of a look-back; or "launches",
 * of kernels.
 */
typedef struct xl_measure {
    const char *name, *unit, *help; /* static texts */
    double value;
} xl_measure;
/* With xl_options.record_width: waits and reads as xl_plan_width_measured does. Returns measure number
 * `index` of the last run, from 0. XL_BAD_VALUE: `index` is past the last one, or nothing has run. */
static inline int xl_plan_get_measure(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                                      xl_error *error);

/* With xl_options.trace: a record for each call of SG_SHOW by a work-item, in the order written (lanes of one
 * call in any order).
 */
typedef struct xl_trace {
    char name[17]; /* first 16 bytes of the name given to SG_SHOW */
    unsigned line; /* of the kernel source file */
    unsigned work_item, lane, sub_group;
    xl_type type;
    int components;          /* 1, or 2 to 4 of a vector; a vector of 3 has 3; a mask is 4 of XL_U32 */
    unsigned char value[16]; /* the components in order, in the device's byte order */
} xl_trace;
/* Waits and reads as xl_plan_width_measured does. Copies up to `capacity` records (`records` may be NULL if
 * it is 0). *count is the number of records that the kernels wrote. Records beyond `capacity` and beyond
 * 65536 are lost. The answer stays the same until the next xl_enqueue. */
int xl_plan_trace(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity, size_t *count,
                  xl_error *error);

/* ---- functions that the inline functions call ---------------------------------------------------------- */

/* As the functions above, with the size of the struct that the program knows: for languages other than C and
 * C++. */
int xl_open_sized(cl_device_id id, cl_context context, const xl_options *options, size_t options_size,
                  xl_device **out, xl_error *error);
int xl_header_options_sized(xl_device *device, const char *backend, int width, int quick, xl_header_use *out,
                            size_t out_size, xl_error *error);
int xl_describe_algorithm_sized(const char *algorithm, xl_algorithm_info *out, size_t out_size,
                                xl_error *error);
int xl_describe_strategy_sized(const char *algorithm, size_t index, xl_strategy_info *out, size_t out_size,
                               xl_error *error);
int xl_describe_param_sized(const char *algorithm, size_t index, xl_param_info *out, size_t out_size,
                            xl_error *error);
int xl_describe_array_sized(const char *algorithm, size_t index, xl_array_info *out, size_t out_size,
                            xl_error *error);
int xl_plan_make_sized(xl_device *device, const xl_plan_request *request, size_t request_size, xl_plan **out,
                       xl_error *error);
int xl_plan_get_facts_sized(const xl_plan *plan, xl_plan_facts *out, size_t out_size);
int xl_plan_get_value_sized(const xl_plan *plan, const char *param, xl_value *out, size_t out_size,
                            xl_error *error);
int xl_plan_get_array_sized(const xl_plan *plan, const char *array, xl_array_size *out, size_t out_size,
                            xl_error *error);
int xl_plan_get_measure_sized(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                              size_t out_size, xl_error *error);
int xl_enqueue_sized(xl_plan *plan, const xl_launch *launch, size_t launch_size, xl_error *error);

static inline int xl_open(cl_device_id id, cl_context context, const xl_options *options, xl_device **out,
                          xl_error *error) {
    return xl_open_sized(id, context, options, sizeof *options, out, error);
}
static inline int xl_header_options(xl_device *device, const char *backend, int width, int quick,
                                    xl_header_use *out, xl_error *error) {
    return xl_header_options_sized(device, backend, width, quick, out, sizeof *out, error);
}
static inline int xl_describe_algorithm(const char *algorithm, xl_algorithm_info *out, xl_error *error) {
    return xl_describe_algorithm_sized(algorithm, out, sizeof *out, error);
}
static inline int xl_describe_strategy(const char *algorithm, size_t index, xl_strategy_info *out,
                                       xl_error *error) {
    return xl_describe_strategy_sized(algorithm, index, out, sizeof *out, error);
}
static inline int xl_describe_param(const char *algorithm, size_t index, xl_param_info *out,
                                    xl_error *error) {
    return xl_describe_param_sized(algorithm, index, out, sizeof *out, error);
}
static inline int xl_describe_array(const char *algorithm, size_t index, xl_array_info *out,
                                    xl_error *error) {
    return xl_describe_array_sized(algorithm, index, out, sizeof *out, error);
}
static inline int xl_plan_make(xl_device *device, const xl_plan_request *request, xl_plan **out,
                               xl_error *error) {
    return xl_plan_make_sized(device, request, sizeof *request, out, error);
}
static inline int xl_plan_get_facts(const xl_plan *plan, xl_plan_facts *out) {
    return xl_plan_get_facts_sized(plan, out, sizeof *out);
}
static inline int xl_plan_get_value(const xl_plan *plan, const char *param, xl_value *out, xl_error *error) {
    return xl_plan_get_value_sized(plan, param, out, sizeof *out, error);
}
static inline int xl_plan_get_array(const xl_plan *plan, const char *array, xl_array_size *out,
                                    xl_error *error) {
    return xl_plan_get_array_sized(plan, array, out, sizeof *out, error);
}
static inline int xl_plan_get_measure(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                                      xl_error *error) {
    return xl_plan_get_measure_sized(plan, queue, index, out, sizeof *out, error);
}
static inline int xl_enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error) {
    return xl_enqueue_sized(plan, launch, sizeof *launch, error);
}

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
