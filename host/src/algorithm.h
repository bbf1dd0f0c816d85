/*
 * algorithm.h - how an algorithm describes itself to the library, once, in one const table.
 *
 * kernels/<name>/<name>.c defines `const xl__algorithm xl__algorithm_<name>`: its parameters, arrays and
 * strategies. From that table alone the library makes plans and enqueues; the command adds
 * kernels/<name>/<name>_case.c (host/tool/case.h): inputs, reference, tolerance, cost.
 * kernels/algorithms.def lists the names, one line each. Nothing else names an algorithm.
 */
#ifndef XL_ALGORITHM_H
#define XL_ALGORITHM_H

#include "crosslane.h"
#include <stdbool.h>

enum { XL__MAX_PARAMS = 16, XL__MAX_ARRAYS = 6, XL__MAX_KERNELS = 12, XL__MAX_RANK = 4, XL__MAX_TYPES = 8 };

/* ---- parameters --------------------------------------------------------------------------------- */

typedef struct xl__problem xl__problem; /* a plan's values, below */

typedef enum xl__param_kind { XL__INT, XL__REAL, XL__CHOICE } xl__param_kind;

/* PROBLEM: part of what is computed, fixed in the plan, may be compiled in (buckets, channels, model).
   TUNING: how it is computed; "auto" sets only these (copies, items a work-item, group).
   RUNTIME: may change at every enqueue, whole numbers (n, width) up to the plan's value, real ones (lower,
   upper) freely. */
typedef enum xl__param_role { XL__PROBLEM, XL__TUNING, XL__RUNTIME } xl__param_role;

typedef struct xl__param {
    const char *name;
    xl__param_kind kind;
    xl__param_role role;
    double initial, least, most; /* default and range; a choice counts from 0 */
    const char *choices;         /* "linear|quadratic" for XL__CHOICE, else NULL */
    const char *unit;            /* "elements", "buckets", NULL */
    const char *help;
    bool size; /* a dimension of an array: verify sweeps it, files bind it */
    /* Of tuning parameters: the value that runs for the one that was asked for, 0 (the first word of a
       choice) where it was left open. Those before it in the table are settled, and behind "group" the
       work-group's size is. NULL: as asked. */
    double (*settle)(const xl__problem *problem, double asked);
} xl__param;

/* By convention a tuning parameter named "group" is the work-group size wished for, 0 = chosen; the library
   rounds it to a multiple of the width and to what the device allows. */

/* ---- arrays ------------------------------------------------------------------------------------- */

typedef enum xl__direction { XL__IN, XL__IN_OPTIONAL, XL__OUT } xl__direction;

/* How an array may stand in a PNG file: COLOR, [height, width, channels] of the result's own parameters
   "width" and "height"; LUMINANCE, an image read as one sample a pixel (n = its pixels). */
typedef enum xl__picture { XL__NO_PICTURE, XL__COLOR, XL__LUMINANCE } xl__picture;

typedef struct xl__array_desc {
    const char *name;
    xl_type types[XL__MAX_TYPES]; /* ends with XL_TYPE_NONE; more than one: the plan's type decides */
    xl__direction direction;
    /* Names of size parameters, of derived sizes with a `count`, or decimal numbers; NULL at the end. A
       size that may drop is no dimension where it is 0: {"n", "pair"} is [n] where pair is 0. */
    const char *shape[XL__MAX_RANK];
    xl__picture picture;
    const char *help;
    /* Of an output whose length the data decides: the output, one u32 or u64, that tells how many elements
       there are. The shape, of one dimension, is then the capacity: the first min(count, capacity) elements
       are the result, what is behind them is never written, and the count is the full one. */
    const char *counted_by;
} xl__array_desc;

/* ---- what a strategy reads when it prepares and enqueues ------------------------------------------ */

struct xl__problem {
    int width; /* lanes of a sub-group */
    bool emulated;
    bool cpu;           /* the device is a CPU */
    bool one_sub_group; /* launch rule: a work-group is one sub-group unless flow is work-group-uniform */
    xl_type type;       /* the plan's element type */
    uint32_t compute_units;
    uint64_t local_bytes; /* local memory left for the kernel's own arrays, emulation's share taken off */
    size_t largest_group; /* work-items */
    size_t group_size;    /* work-items of a work-group: a multiple of width */
    double value[XL__MAX_PARAMS]; /* by index in the algorithm's table */
    uint32_t given; /* bit p: parameter p was named, in the plan's settings or in this call's scalars */
    const struct xl__algorithm *algorithm;
    const struct xl__strategy *strategy; /* NULL while none is chosen */
    xl_device *device;                   /* whose abilities may be asked for (abilities.h); NULL: nobody's */
    uint32_t abilities;                  /* bit a: it was asked for ability a and has it */
    const char *unknown; /* a name that xl__get did not find: a mistake in the table's functions; else NULL */
};

static inline long long xl__int(const xl__problem *problem, int param) {
    return (long long)problem->value[param];
}

/* Blocks of `size` that cover n. */
static inline size_t xl__blocks(size_t n, size_t size) {
    return n / size + (n % size != 0);
}

typedef struct xl__prepare {
    xl__problem *problem; /* prepare may lower or raise group_size (a multiple of width) */
    char options[1024];   /* -D options, by xl__define */
    size_t scratch_bytes;
    unsigned skipped; /* bit k: kernel number k is not launched under these values, and not compiled */
    xl_error *error;
} xl__prepare;

/* Adds " -D<name>=<value>" to the options. Defines must name what changes the code, never run-time sizes. */
void xl__define(xl__prepare *p, const char *name, long long value);
/* Sets the error and returns `status`: `return xl__fail(p->error, XL_UNSUPPORTED, "needs %zu bytes ...")`. */
int xl__fail(xl_error *error, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

typedef struct xl__enqueue xl__enqueue; /* one xl_enqueue call under way */

/* Problem with this call's run-time values in place. */
const xl__problem *xl__enqueue_problem(const xl__enqueue *e);
/* Sets the arguments of kernel number `kernel` of the strategy in their order, then launches it.
   Errors stick: calls after a failed one do nothing, xl__go returns the first error.
     xl__begin(e, 0); xl__arg_array(e, A_SAMPLES); xl__arg_uint(e, n); return xl__go(e, groups);
   The width record and the trace buffers are appended by xl__go. groups = 0 launches nothing. */
void xl__begin(xl__enqueue *e, int kernel);
void xl__arg_array(xl__enqueue *e, int array);
void xl__arg_scratch(xl__enqueue *e); /* the whole scratch buffer */
void xl__arg_area(xl__enqueue *e, int area);
void xl__arg_measures(xl__enqueue *e); /* NULL in the kernel where nobody asks for them */
void xl__arg_uint(xl__enqueue *e, uint32_t value);
void xl__arg_int(xl__enqueue *e, int32_t value);
void xl__arg_ulong(xl__enqueue *e, uint64_t value);
void xl__arg_float(xl__enqueue *e, float value);
void xl__arg_local(xl__enqueue *e, size_t bytes);
int xl__go(xl__enqueue *e, size_t groups);
/* xl__go with as many groups as make `rows` rows by the strategy's rows_per_group. */
int xl__go_rows(xl__enqueue *e, size_t rows);
/* As xl__go with another work-group size (kernels of the plan built without reqd_work_group_size). */
int xl__go_sized(xl__enqueue *e, size_t groups, size_t group_size);
/* xl__go for a pass with one work-item per item, in work-groups of the same size for all plans: some drivers
   compile a kernel for every size. */
int xl__go_pass(xl__enqueue *e, size_t items);
/* Fills `bytes` of an output, or of the scratch (array -1) from `offset`, with a 32-bit pattern. */
int xl__fill(xl__enqueue *e, int array, size_t offset, uint32_t pattern, size_t bytes);
/* Fills an output, or an area, whole with bytes of 0. */
int xl__fill_array(xl__enqueue *e, int array);
int xl__fill_area(xl__enqueue *e, int area);
/* Host data prepared by the strategy at plan time (bucket edges): kept by the plan, bound as an argument.
   xl__constant is called in prepare-time callbacks only; `slot` is 0 or 1. The data is copied. */
int xl__constant(xl__prepare *p, int slot, const void *data, size_t bytes);
void xl__arg_constant(xl__enqueue *e, int slot);

/* ---- strategies --------------------------------------------------------------------------------- */

/* NO_SUB_GROUPS: plain OpenCL, run once whatever the width. SUB_GROUP_UNIFORM: collectives in flow that is
   uniform in a sub-group but differs between them. GROUP_UNIFORM: flow uniform in the work-group. */
typedef enum xl__flow { XL__NO_SUB_GROUPS, XL__SUB_GROUP_UNIFORM, XL__GROUP_UNIFORM } xl__flow;

enum {
    XL__WAITS = 1, /* enqueue has to wait for the device; never chosen by auto */
    XL__WRONG = 2, /* kept because it is wrong: a planted bug or a lesson; no wildcard selects it */
};

/* ---- passes as data ------------------------------------------------------------------------------ */

/* A named size or number, derived from parameters; stands wherever a size may. One of the three is given. */
typedef struct xl__size {
    const char *name;
    const char *is;                             /* an expression (expression.h) */
    uint64_t (*count)(const xl__problem *);     /* where an expression does not do */
    double (*real)(const xl__problem *problem); /* a number for "float NAME" arguments alone */
    bool may_drop; /* of one with `count`: where it is 0 an array has no such dimension */
} xl__size;

/* Global memory of a plan beside the arrays. Without `make` it is scratch, undefined when a run begins; with
   it, data that the host computes once per plan and kernels read. A strategy has those that its passes name.
 */
typedef struct xl__area {
    const char *name;
    const char *type;  /* an element as OpenCL C writes it ("uint", "float4"); "T": the plan's element type */
    const char *count; /* elements, an expression */
    int (*make)(const xl__problem *problem, void *data, xl_error *error);
} xl__area;

/* One launch, or one fill. Texts are expressions unless told otherwise. */
typedef struct xl__pass {
    const char *kernel; /* "histogram_local" of the strategy's source, or "FILE:KERNEL"; NULL: a fill */
    const char *fill;   /* name of the output or area to be filled with bytes of 0 */
    /* What the kernel takes, in its order, separated by commas: the name of an array or area; "uint
       EXPRESSION" (or int, ulong, long), a number; "float NAME", a real parameter or size; "local TYPE
       EXPRESSION", so many elements of local memory. The layer's own parameters are added behind them. */
    const char *args;
    const char *groups; /* work-groups; 0 launches nothing */
    const char *items;  /* in place of groups: work-items, in work-groups of the same size for all plans,
                           because  some drivers compile a kernel for every size */
    const char *group;  /* work-items of a work-group; NULL: the plan's */
    const char *when;   /* launched where this is not 0; NULL: always. Settled when the plan is made where it
                           names no parameter of run time: a kernel that cannot be launched is not compiled */
} xl__pass;

/* A result of a strategy that is no array: a number that its kernels count or find. Kernels take `measures`,
   an array of uint that is 0 when a run begins, and write measures[MEASURE_<NAME>] where the macro MEASURES
   is 1. It is 0, and costs nothing, unless the device was opened with xl_options.record_width. */
typedef struct xl__measure {
    const char *name, *unit, *help;
    const char *least,
        *most; /* expressions: verify takes what lies outside for wrong; NULL: nothing is expected */
} xl__measure;

typedef struct xl__strategy {
    const char *name;
    const char *help;                         /* one line; for XL__WRONG: the bug, and what shows it */
    const char *source;                       /* "spheres/spheres.cl", relative to kernels/ */
    const char *kernels[XL__MAX_KERNELS + 1]; /* NULL at the end. "spheres/prepare.cl:spheres_prepare" is a
                                                 pass in a file of its own that uses nothing of the layer: a
                                                 program that all plans share whose options differ only in
                                                 what the file does not name */
    xl__flow flow;
    unsigned flags;
    const char *ops; /* sub-group operations to probe and use natively: "shuffle:f32 broadcast:f32 ballot";
                        what is not named is derived. NULL: none */
    /* Optional: -D options, scratch, group size; XL_UNSUPPORTED with the reason where it cannot run. */
    int (*prepare)(xl__prepare *p);
    /* Appends the launches. */
    int (*enqueue)(xl__enqueue *e);
    /* Rows of the outputs (their first dimension) that a work-group makes alone, consecutive ones:
       xl__go_rows launches by it, and a mismatch names the group, and where rows are dealt out evenly the
       sub-group and the lane. NULL: work-groups make every row together. */
    size_t (*rows_per_group)(const xl__problem *problem);
    /* The second form, in place of kernels, prepare, enqueue and rows_per_group: a list that ends with {0}.
     */
    const xl__pass *passes;
    const char *rows;   /* expression: consecutive rows of the outputs that a work-group makes alone */
    const char *tuning; /* of both forms: names of the tuning parameters that it has, separated by spaces */
    const char *group;  /* expression: the work-group size wished for where the caller leaves it open */
    const char *needs;  /* expression: it cannot run where this is 0 */
    const char *why;    /* what `needs` asks for, in words */
    /* Names of outputs of one dimension, separated by spaces, whose elements come in any order: they are
       right when each value is there as often as in the reference. NULL: every output keeps its order. */
    const char *any_order;
    const char *defines;         /* "NAME=EXPRESSION, ..." beside those that parameters give */
    const xl__measure *measures; /* ends with {0}; NULL: none */
} xl__strategy;

/* The usual ways to deal rows out. */
static inline size_t xl__row_a_work_item(const xl__problem *problem) {
    return problem->group_size;
}
static inline size_t xl__row_a_sub_group(const xl__problem *problem) {
    return problem->group_size / (size_t)problem->width;
}
static inline size_t xl__row_a_group(const xl__problem *problem) {
    (void)problem;
    return 1;
}

typedef struct xl__algorithm {
    const char *name;
    const char *help;
    const xl__param *params;
    int param_count;
    const xl__array_desc *arrays;
    int array_count;
    const xl__strategy *strategies;
    int strategy_count;
    const char *shape[XL__MAX_RANK]; /* the parameters that --set shape=AxB pairs, NULL at the end */
    /* A size that may be given as a product, {"points", "width", "height"}; NULL: none. Where the second and
       the third are above 0 the first is their product, and nothing else may be given for it. An optional
       array with that dimension may be absent only then. */
    const char *product[3];
    bool main_job; /* plain `crosslane run` verifies and times it */
    /* The name of the strategy that "auto" takes for this problem; NULL: none suits it. May set tuning
       values. Without it the first one is taken. */
    const char *(*choose)(xl__problem *problem);
    /* Optional: settings that must fit together. XL_BAD_VALUE with the reason otherwise. */
    int (*check)(xl__problem *problem, xl_error *error);
    /* Optional: whether this strategy's result or way depends on the parameter under the problem's values;
       the command refuses what a person sets in vain. Asked only of parameters that the strategy has. NULL:
       it reads all of them. */
    bool (*uses)(const xl__problem *problem, int strategy, int param);
    const xl__size *sizes; /* ends with a NULL name */
    const xl__area *areas; /* ends with a NULL name */
} xl__algorithm;

/* What kernel number k of a strategy is, as `kernels` has it; NULL: a pass without a kernel, or none more. */
const char *xl__strategy_kernel(const xl__strategy *strategy, int k);
/* The name in an element of `kernels`; *file_size gets the length of the file's name before it, 0 = none. */
const char *xl__kernel_name(const char *element, size_t *file_size);

extern const xl__algorithm *const xl__algorithms[]; /* NULL at the end, in the order of algorithms.def */

const xl__algorithm *xl__find_algorithm(const char *name); /* NULL: unknown */
int xl__find_param(const xl__algorithm *algorithm, const char *name);
int xl__find_array(const xl__algorithm *algorithm, const char *name);
int xl__find_strategy(const xl__algorithm *algorithm, const char *name);
/* The size of that name whose value a function gives; NULL: there is none. */
const xl__size *xl__find_counted_size(const xl__algorithm *algorithm, const char *name);
/* The output that counts this one, by its index; -1: none does. */
int xl__counter_of(const xl__algorithm *algorithm, int array);
/* Whether the strategy (NULL: none) leaves the order of this output's elements open. */
bool xl__in_any_order(const xl__algorithm *algorithm, const xl__strategy *strategy, int array);
/* Elements of an array under a problem; false when the product overflows size_t. */
bool xl__array_elements(const xl__algorithm *algorithm, int array, const xl__problem *problem,
                        size_t shape[XL__MAX_RANK], int *rank, size_t *elements);
/* Whether a shape may name it. */
bool xl__is_dimension(const xl__algorithm *algorithm, const char *name);
/* The value of a derived size or of a number; true where that is no dimension under the problem. */
bool xl__drops_dimension(const xl__algorithm *algorithm, const char *name, const xl__problem *problem,
                         uint64_t *value);
/* Whether the strategy has the parameter, and algorithm->uses does not say that it is without effect. */
bool xl__uses(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param);
xl_type xl__array_type(const xl__algorithm *algorithm, int array, xl_type plan_type);
/* Parses "name=value name=value" into values (given in table order, already holding defaults). A parameter
   comes once, by its name or as a part of "shape=". */
int xl__parse_settings(const xl__algorithm *algorithm, const char *text, double *values, xl_error *error);
/* Parses settings over the defaults: values, `given`, and the size that is a product. */
int xl__read_settings(const xl__algorithm *algorithm, const char *text, xl__problem *problem,
                      xl_error *error);
/* Gives the size that is a product its value, from the others; XL_BAD_VALUE where they do not fit. */
int xl__settle_product(const xl__algorithm *algorithm, xl__problem *problem, xl_error *error);
/* Whether the size is given as a product. */
bool xl__has_product(const xl__algorithm *algorithm, const xl__problem *problem);
/* Whether an array may be left out under these values. */
bool xl__is_optional(const xl__algorithm *algorithm, int array, const xl__problem *problem);

#endif
