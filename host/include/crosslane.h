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
 * docs/library.md has a whole program. xl_open runs nothing on the device. xl_plan_make compiles the kernels
 * of one strategy for one sub-group width and first probes the sub-group operations that it uses: a driver's
 * own operation is used only after it has answered rightly on this very device. xl_enqueue launches and
 * returns; passes of one algorithm are chained by the queue's order or by events, never by waiting.
 *
 * Errors. Every call that can fail returns a status, XL_SUCCESS (0) or negative: OpenCL's own codes are kept
 * as they are, ours lie below -10000 (two return their answer and leave the status in the xl_error:
 * xl_native_widths and xl_chosen_backend). With an xl_error the call also tells in one line what was tried,
 * where, and what to do. The line is cleared on success. Names in it are cut to 80 bytes, characters that are
 * not printable are question marks. Where a call fails it gives nothing: what it points to is NULL, 0 or
 * empty, and nothing is left behind (xl_enqueue tells of its one exception).
 *
 * NULL. An object to work on, a struct to read and a place for an answer must be there: XL_BAD_VALUE, and the
 * line names the argument. So does a count above 0 without its array. What may be NULL says so where it is
 * declared; `error` may always be, and so may what xl_plan_free and xl_close are given. A count of 0 makes
 * its array's pointer meaningless.
 *
 * Handles. A context, device, queue, buffer or event must be alive: a pointer to anything else crashes in
 * OpenCL's loader before anybody can look at it. One of another device or context, and one of another kind,
 * is refused with XL_BAD_HANDLE, and the line names it.
 *
 * Lifetime. The library retains the context and device given to xl_open. Plans keep what they need of
 * their device: after xl_close they can still be run and freed, in any order. What is given to xl_enqueue
 * is read during the call; buffers and wait list then belong to OpenCL's own counting, so that all of
 * them may be released at once. So may the queue, which the plan retains until it runs on another
 * one, or is freed. Texts that are called static live as long as the library.
 *
 * Threads. Any function may be called by any thread, several at a time; there is no global state, devices
 * know nothing of each other. Two rules: one thread at a time works with a plan (makes it run, asks it, frees
 * it), and nobody uses an xl_device when it is closed (its plans may be in use). xl_open, xl_enqueue,
 * questions to a plan and xl_plan_free never wait for a compiler. xl_plan_make, and the questions about
 * widths, backends and options, compile or wait until another thread's compilation on that xl_device has
 * ended; xl_close of one without plans, or freeing the last plan of a closed one, writes the disk cache,
 * where there is one.
 *
 * Structs. Those that are passed by themselves grow at their end in later versions. The functions that take
 * one are inline and hand on how large it was when the program was compiled (xl_open_sized and its kin, at
 * the end), so that an old program works with a new library: fields that it does not know are 0. A new
 * program with an old library is refused with XL_UNSUPPORTED where it sets what that library does not know.
 * Zero every struct that you fill, by an initialiser or memset. The small ones that stand in arrays,
 * xl_array, xl_scalar, xl_setting and xl_trace, never change.
 *
 * The library needs OpenCL 1.2 and the C library alone; the header works with C99 and C++17 and above.
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
    const char *cache_dir;  /* folder for compiled programs and probe results, used only if nobody else may
                               write in it; NULL: nothing on disk */
    const char *kernel_dir; /* folder whose files stand in for the built-in kernel sources; NULL: none */
    int record_width;       /* 1: kernels write the sub-group width that truly ran (xl_plan_width_measured) */
    int trace;              /* 1: kernels record the values named by SG_SHOW (xl_plan_trace) */
    int planted;            /* 1: plans can be made of the planted wrong kernels, which show what a bug of
                               their kind does; their results are wrong. For teaching and for tests */
} xl_options;

/* Opens a device in the caller's context, which must be one of the context's (XL_BAD_HANDLE): reads its
   facts, runs and compiles nothing. Context and device are retained. `options` may be NULL. A device that is
   not available or has no compiler is refused with OpenCL's status of that name, and so is one that the
   driver fails to tell of. `*out` is freed by xl_close, which takes NULL too. */
static inline int xl_open(cl_device_id id, cl_context context, const xl_options *options, xl_device **out,
                          xl_error *error);
void xl_close(xl_device *device);

/* Whether a device is what a person calls it, whatever the case. *fits is XL_FITS for "cpu", "gpu" or the
   common name of its vendor or driver, XL_FITS_NAME if its name or its platform's has `word` in it,
   else 0. With several devices take those of XL_FITS, and only if there are none those of XL_FITS_NAME. */
enum { XL_FITS = 2, XL_FITS_NAME = 1 };
int xl_device_fits(cl_device_id id, const char *word, int *fits, xl_error *error);

/* What auto goes by on this device: `text`, the content of a file that `crosslane tune` wrote, in place of
   what the device has; NULL: nothing, the algorithms' own rules decide. A device has by itself the profile in
   xl_options.cache_dir, else one that comes with the library, where it is of this very device, driver and
   library version. XL_UNSUPPORTED: it is of another one; XL_BAD_VALUE: it is no profile, or names what there
   is not. Then nothing changes. The text is copied. Not while another thread makes plans of the device. */
int xl_profile_use(xl_device *device, const char *text, xl_error *error);

/* What an outside kernel needs to use crosslane_sg.h on this device at this width: the text of -D and -cl
   options, the launch rule, the local memory used. Probes every operation unless `quick` is 1 (then only the
   moves and votes; the rest is derived from them), which builds and runs a small kernel for each: up to half
   a minute on slow compilers. What was found out is kept by the device, and on disk with
   xl_options.cache_dir, so that it is not asked again. `backend` NULL or "auto": chosen; `width` a power of
   two from 1 to 128, 0: chosen. Refused as in xl_plan_make. */
typedef struct xl_header_use {
    char options[4096];        /* pass to clBuildProgram, beside -DSG_GROUP_SIZE=<your local size> */
    const char *backend;       /* static text */
    int width;                 /* lanes */
    int emulated;              /* 1: through local memory and work-group barriers */
    int one_sub_group;         /* 1: local size must equal width where flow differs between sub-groups */
    size_t local_bytes;        /* local memory per sub-group that SG_BEGIN takes */
    size_t largest_group_size; /* work-items; local sizes must be multiples of width up to this */
    int probed;                /* operations that had to be tried for this answer; 0: all was known */
    double probe_ms;           /* what that took */
} xl_header_use;
static inline int xl_header_options(xl_device *device, const char *backend, int width, int quick,
                                    xl_header_use *out, xl_error *error);

/* The text of crosslane_sg.h: to be put before a kernel's own text, as the first of the strings given to
   clCreateProgramWithSource, in place of its #include. Static text, ends in a newline. */
const char *xl_header_text(void);

/* Writes into widths[] (ascending, at most `capacity`) the sub-group widths that `backend` (NULL or "auto":
   the chosen one) offers natively on this device, and 0 behind them; returns how many were written. 0 with a
   capacity above 0: the call failed and `error` says why, XL_UNSUPPORTED where there is none. This and
   xl_chosen_backend build and run small kernels the first time: an answer is found out, not looked up. */
size_t xl_native_widths(xl_device *device, const char *backend, int *widths, size_t capacity,
                        xl_error *error);

/* The backend that "auto" picks on this device and, into reason[], why; "local" where the device has no
   sub-groups of its own. Static text. NULL: the call failed, reason[] is empty and `error` says why. reason[]
   may be NULL; what it has no room for is cut. */
const char *xl_chosen_backend(xl_device *device, char *reason, size_t reason_size, xl_error *error);

/* ---- what there is ------------------------------------------------------------------------------ */

/* Algorithms are counted from 0; the name is NULL past the last one. All texts in this section are static. */
size_t xl_algorithm_count(void);
const char *xl_algorithm_name(size_t index);

typedef struct xl_algorithm_info {
    const char *name, *help;
    size_t strategy_count, param_count, array_count;
} xl_algorithm_info;

typedef struct xl_strategy_info {
    const char *name, *help;
    int sub_groups;     /* 1: its kernels are compiled for a sub-group width; 0: it has none, and a request's
                           width and backend change nothing */
    const char *tuning; /* names of the tuning parameters that it has, separated by spaces; "": none */
    const char *any_order; /* outputs whose elements it leaves in any order, separated by spaces; "": none */
    int waits; /* 1: xl_enqueue waits until the device has told it a value; "auto" never takes such a one */
} xl_strategy_info;

typedef enum xl_param_kind { XL_INTEGER, XL_REAL, XL_CHOICE } xl_param_kind;

/* Of the problem: part of what is computed, fixed in a plan. Tuning: how it is computed; never changes a
   result beyond rounding. Of run time: may change from one xl_enqueue to the next. */
typedef enum xl_param_role { XL_PROBLEM, XL_TUNING, XL_RUNTIME } xl_param_role;

typedef struct xl_param_info {
    const char *name, *help;
    const char *unit; /* "elements"; "" for a plain number */
    xl_param_kind kind;
    xl_param_role role;
    double initial, least, most; /* default and range, both ends included; a choice counts from 0 */
    const char *choices;         /* words of a choice in their order, "linear|quadratic"; "" otherwise */
    int is_size;                 /* 1: a dimension of an array */
} xl_param_info;

typedef enum xl_direction { XL_INPUT, XL_OPTIONAL_INPUT, XL_OUTPUT } xl_direction;

enum { XL_MOST_TYPES = 8, XL_MOST_RANK = 4 };

typedef struct xl_array_info {
    const char *name, *help;
    xl_direction direction;
    size_t type_count; /* 1, or several: then xl_plan_request.type decides, the first is the default */
    xl_type types[XL_MOST_TYPES];
    size_t rank;
    /* Slowest dimension first: the name of a parameter, or a decimal number. Another name is a dimension that
       depends on the settings and may not be there, "pair" in [n, pair]: xl_plan_get_array tells. */
    const char *shape[XL_MOST_RANK];
    /* Where the data decides how long an output is: the name of another output, one element of XL_U32 or
       XL_U64, which holds the number of elements. The shape is then the capacity: elements behind the count
       are not written, and a count above the capacity says that not all fitted. Or the name of an optional
       input, which says how many elements there are where it is given. "" where all elements are results. */
    const char *counted_by;
    /* Where the array's type is not the plan's: the name of a choice whose word names it ("u64"), or "none",
       and then there is no such array. Else "". */
    const char *typed_by;
    /* Of an output: the input that it replaces in a plan with in_place=yes. "" where it replaces none. */
    const char *result_of;
    /* Of an optional input: when it is read, "keep == nonzero". "": always. */
    const char *used;
    double sum_below; /* the sum of the elements must be below this, and nobody checks that; 0: any sum */
} xl_array_info;

/* Describes an algorithm; its strategies, parameters and arrays by their numbers from 0. XL_BAD_NAME where
   there is no such algorithm, XL_BAD_VALUE past the last number. Planted wrong kernels are not counted. */
static inline int xl_describe_algorithm(const char *algorithm, xl_algorithm_info *out, xl_error *error);
static inline int xl_describe_strategy(const char *algorithm, size_t index, xl_strategy_info *out,
                                       xl_error *error);
static inline int xl_describe_param(const char *algorithm, size_t index, xl_param_info *out, xl_error *error);
static inline int xl_describe_array(const char *algorithm, size_t index, xl_array_info *out, xl_error *error);

/* ---- plan --------------------------------------------------------------------------------------- */

typedef struct xl_plan xl_plan;

/* A parameter's value without printing it. */
typedef struct xl_setting {
    const char *name;
    double number;    /* where `word` is NULL; of a choice, its place from 0 */
    const char *word; /* of a choice, or a number as text: "18446744073709551615" is more than a double holds;
                         NULL: `number` counts, exactly as it is */
} xl_setting;

typedef struct xl_plan_request {
    const char *algorithm; /* "histogram" */
    const char *strategy;  /* NULL or "auto": chosen from the settings and the device */
    xl_type type;          /* element type of the arrays that can have several */
    int width;             /* sub-group width, a power of two from 1 to 128; 0: chosen. Not offered natively:
                              emulated under "auto" */
    const char *backend;   /* NULL or "auto": chosen */
    const char *settings;  /* "name=value name=value", separated by spaces or commas; NULL: none */
    const xl_setting *values; /* the same as pairs; settings and values together name a parameter once */
    size_t value_count;
} xl_plan_request;

typedef struct xl_plan_facts {
    const char *algorithm, *strategy, *backend; /* static text; backend "none": it uses no sub-groups */
    xl_type type;
    int width;             /* lanes of a sub-group, as compiled for; 0: it uses no sub-groups */
    int emulated;          /* 1: sub-groups emulated through local memory */
    size_t group_size;     /* work-items of a work-group of the main kernel */
    size_t scratch_bytes;  /* global memory needed by one enqueue beside the arrays, at most */
    size_t local_bytes;    /* local memory of a work-group, the largest kernel */
    double compile_ms;     /* time spent building, 0 when the program was there already */
    int cached;            /* 1: built from the disk cache or shared with another plan */
    long long registers;   /* per work-item where the driver tells, else -1 */
    long long spill_bytes; /* private memory per work-item where the driver tells, else -1 */
    const char *reason;    /* of "auto": why this strategy, "profile of ..." or "rule: ..."; else "". It lives
                              as long as the plan */
    size_t held_bytes;     /* global memory that the plan holds now: its scratch, which the first run that
                              needs it makes and xl_plan_trim frees, and a few bytes that it always needs */
} xl_plan_facts;

/* A parameter's value in a plan. */
typedef struct xl_value {
    double number;
    char text[64]; /* as settings write it: a choice by its word */
    int used;      /* 0: it changes nothing in this plan, whatever its value: the strategy does not have it,
                      or another value leaves it without effect (histogram's `lower` under identity) */
} xl_value;

/* An array of a plan's problem. */
typedef struct xl_array_size {
    xl_type type;
    size_t rank;
    size_t shape[XL_MOST_RANK]; /* elements, slowest dimension first */
    size_t bytes;
} xl_array_size;

/* Compiles and checks; `*out` is freed by xl_plan_free. What is not named has its default. Whole-number
   parameters of run time (sizes such as n) are upper bounds: they fix the scratch, and are what xl_enqueue
   takes where it is told no other. Refused with the reason: unknown and repeated names, values out of range,
   a width or backend that cannot be (also for a strategy without sub-groups, which takes no notice of
   possible ones), what the device cannot do (XL_UNSUPPORTED, XL_TOO_LARGE). A tuning value that the strategy
   does not have is no error, since a program cannot know what "auto" takes: it is checked like any other and
   then changes nothing; xl_strategy_info.tuning and xl_value.used tell. */
static inline int xl_plan_make(xl_device *device, const xl_plan_request *request, xl_plan **out,
                               xl_error *error);

/* Does not wait for what is enqueued. NULL is fine. */
void xl_plan_free(xl_plan *plan);

/* Frees the plan's own scratch and returns its bytes; NULL is fine. The next run that needs scratch makes it
   again. Does not wait: OpenCL keeps the memory for runs that are enqueued, and frees it after them. A
   program with many plans bounds their memory by this and by xl_plan_facts.held_bytes; scratch_bytes tells
   before the first run what a plan will need. If scratch cannot be made, xl_enqueue fails and the plan holds
   none: xl_plan_trim other plans, then try again. */
size_t xl_plan_trim(xl_plan *plan);

/* XL_BAD_VALUE where an argument is NULL, nothing else can go wrong. */
static inline int xl_plan_get_facts(const xl_plan *plan, xl_plan_facts *out);

/* What a parameter is in this plan: as it was set, or what became of its default, of 0 for "chosen" and of
   "auto" (of `group` the work-group size that is launched). Of a tuning parameter that the strategy does not
   have, the default, whatever was set. */
static inline int xl_plan_get_value(const xl_plan *plan, const char *param, xl_value *out, xl_error *error);

/* Type and size of an array under the plan's values, which are the most that it can have. */
static inline int xl_plan_get_array(const xl_plan *plan, const char *array, xl_array_size *out,
                                    xl_error *error);

/* ---- enqueue ------------------------------------------------------------------------------------ */

typedef struct xl_array {
    const char *name; /* as xl_describe_array and `crosslane list` show it */
    cl_mem buffer;    /* of the context given to xl_open; NULL: an optional input that is not there */
    size_t offset;    /* bytes; a multiple of the device's base address alignment, or 0 */
} xl_array;

/* The value is exactly this number; a whole number above 2^53 that no double is stands in the plan's
 * settings. */
typedef struct xl_scalar {
    const char *name; /* a run-time parameter */
    double value;
} xl_scalar;

typedef struct xl_launch {
    cl_command_queue queue; /* in order or out of order, of the context and device given to xl_open */
    const xl_array *arrays;
    size_t array_count;
    const xl_scalar *scalars; /* run-time parameters that differ from the plan's, each once */
    size_t scalar_count;
    cl_mem scratch; /* as large as xl_plan_get_scratch says; NULL: the plan's own, made at the first need */
    size_t scratch_offset;
    cl_uint wait_count;
    const cl_event *wait_list; /* of the same context; the first command waits for them */
    cl_event *event;           /* out, NULL if not wanted: of the last command, which follows all others */
    cl_event *first_event;     /* out, NULL if not wanted: of the first command */
} xl_launch;

/* Bytes of scratch that a launch with these scalars needs, at most xl_plan_facts.scratch_bytes. `scalars` as
   in xl_launch. */
int xl_plan_get_scratch(const xl_plan *plan, const xl_scalar *scalars, size_t scalar_count, size_t *bytes,
                        xl_error *error);

/* Enqueues one run and does not wait for it, nor flush the queue.

   Except for a strategy that waits (xl_strategy_info.waits). It reads a value back in the middle, by which it
   decides about its other launches: the call returns when that value was there. So what stands in an in-order
   queue before it has run by then too, and an event of the wait list that only this thread would complete is
   waited for without end; so is such an event of an earlier run on another queue.

   Arrays. Outputs are overwritten whole; inputs are left as they are. Buffers may be larger than needed.
   In place: of a plan with in_place=yes an output may lie exactly where the input does that it becomes.
   Refused with XL_BAD_ARRAY: one that is missing, given twice, too small, misaligned, overlaps an output
   (sub-buffers of one buffer included), an input that kernels may not read (CL_MEM_WRITE_ONLY), an output or
   scratch that is not CL_MEM_READ_WRITE: some kernels add up in their output, so they read it too. Flags
   about the host's access do not matter. Arrays without elements need no buffer.

   Several queues. Runs that use memory of the plan (its own scratch, width records, trace) follow each other
   on the device, whichever queues they are on. On one in-order queue this costs nothing. The first run on
   another queue waits for everything that the earlier queue held by then, and the call flushes that queue. To
   let runs overlap, make a plan for each queue. Scratch that the caller gives is the caller's to order: two
   runs that may overlap need scratch of their own. If an event of the wait list fails, so may the run, and
   runs that were already enqueued to follow it; their events have the error. Later runs are right.

   Scalars. Whole numbers up to the plan's value, others in their range.

   Events. They are the caller's to release, and are given also where there was nothing to launch. With a
   profiling queue the run lasted from CL_PROFILING_COMMAND_START of first_event to CL_PROFILING_COMMAND_END
   of event; where the run is one command they are the same event, retained twice.

   Failure. Everything that can be checked is checked before the first command, and both events are NULL:
   outputs are as they were. XL_WRONG_ANSWER: a strategy that waits has read a value that cannot be right, and
   launched nothing with it; nothing runs any more, both events are NULL, the outputs hold nothing useful. If
   the driver fails after it has taken commands, they will still run: outputs and scratch hold nothing useful
   and must not be touched or freed for reuse until `event`, which is then given in spite of the failure, is
   complete (its status may be an error), or clFinish(queue) has returned; the line says so. */
static inline int xl_enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error);

/* With xl_options.record_width: waits for the plan's last run and tells the number of lanes that its kernels
   counted in their own first sub-group (the smallest over its kernels); 0 when no kernel of it uses
   sub-groups, -1 when nothing ran. The same until the next xl_enqueue. The wait is for that run alone where
   it was asked for an event, else for all of its queue. The first time the answer is read through `queue`,
   behind what stands there, so that another queue of the device may be given than a busy one. */
int xl_plan_width_measured(xl_plan *plan, cl_command_queue queue, int *width, xl_error *error);

/* Results of a run that are not arrays, by their names: what a strategy's kernels counted, such as the
   fallbacks of a look-back, and "launches", the kernels that were launched. */
typedef struct xl_measure {
    const char *name, *unit, *help; /* static texts */
    double value;
} xl_measure;
/* With xl_options.record_width: waits and reads as xl_plan_width_measured does. Number `index` of the last
   run, from 0; XL_BAD_VALUE behind the last one, and where nothing ran yet. */
static inline int xl_plan_get_measure(xl_plan *plan, cl_command_queue queue, size_t index, xl_measure *out,
                                      xl_error *error);

/* With xl_options.trace: one record for each call of SG_SHOW by a work-item, in the order in which they were
   written (lanes of one call may come in any order). */
typedef struct xl_trace {
    char name[17]; /* first 16 bytes of the name given to SG_SHOW */
    unsigned line; /* of the kernel source file */
    unsigned work_item, lane, sub_group;
    xl_type type;
    int components;          /* 1, or 2 to 4 of a vector; a vector of 3 has 3; a mask is 4 of XL_U32 */
    unsigned char value[16]; /* the components one after the other, in the device's byte order */
} xl_trace;
/* Waits and reads as xl_plan_width_measured does. Copies up to `capacity`
   records (NULL is fine for 0), tells in *count how many were written by the kernels (more than capacity, or
   than the 65536 that are kept: the rest is lost). The same until the next xl_enqueue. */
int xl_plan_trace(xl_plan *plan, cl_command_queue queue, xl_trace *records, size_t capacity, size_t *count,
                  xl_error *error);

/* ---- what the inline functions call ---------------------------------------------------------------- */

/* The same with the size of the struct as the program knows it: for other languages than C and C++. */
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
