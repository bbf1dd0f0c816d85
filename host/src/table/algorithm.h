/*
 * The const table of an algorithm. kernels/<name>/<name>.c defines `const xl__algorithm
 * xl__algorithm_<name>`: its parameters, arrays and strategies. The command adds kernels/<name>/<name>_case.c
 * (host/tool/cases/case.h): inputs, reference, tolerance. kernels/algorithms.def lists the names; no other
 * file names an algorithm. A table needs only this header.
 */
#pragma once

#include "base/status.h"
#include "base/number.h"
#include <stdbool.h>

enum {
    XL__MAX_PARAMS = 16,
    XL__MAX_ARRAYS = 7,
    XL__MAX_AREAS = 10,
    XL__MAX_PASSES = 16,
    XL__MOST_EDITS = 8,
    XL__MAX_RANK = 4,
    XL__MAX_TYPES = XL_MOST_TYPES + 1
};

/* ---- parameters --------------------------------------------------------------------------------- */

typedef struct xl__problem xl__problem;

typedef enum xl__param_kind { XL__INT, XL__REAL, XL__CHOICE } xl__param_kind;

/* PROBLEM: what is computed, fixed in the plan (buckets, channels, model). TUNING: how it is computed; "auto"
   sets only these (copies, group). RUNTIME: may change at every enqueue, integers (n, width) up to the plan's
   value, real ones (lower, upper) freely. */
typedef enum xl__param_role { XL__PROBLEM, XL__TUNING, XL__RUNTIME } xl__param_role;

typedef struct xl__param {
    const char *name;
    xl__param_kind kind;
    xl__param_role role;
    double initial, least, most; /* default and range; a choice counts from 0 */
    const char *choices;         /* "linear|quadratic" for XL__CHOICE, else NULL */
    const char *unit;            /* "elements", "buckets", NULL */
    const char *help;
    bool size;     /* a dimension of an array: verify sweeps it, files bind it */
    bool may_drop; /* of a size: if 0, arrays have no such dimension */
    /* For tuning parameters: the value that runs, from the requested one, 0 (a choice's first word) if left
       open. Earlier parameters are settled and, after "group", the work-group size. `becomes`: an expression
       in which the parameter's own name is the requested value: "groups > 0 ? groups : cpu ? 4 : 1";
       `settle`: a function, if no expression can. Neither: as requested. */
    const char *becomes;
    double (*settle)(const xl__problem *problem, double asked);
    /* Nonzero if the parameter has an effect: "function == even"; may name `strategy`. The command refuses
       settings without effect. NULL: effective if the strategy has the parameter. */
    const char *used;
} xl__param;

/* Initialisers: {XL__NUMBER(XL__TUNING, "items", 16, 1, 32, NULL, "per work-item"), .settle = ...}.
 * XL__NUMBER takes role, name, default, range, unit, help; XL__WORDS takes role, name, number of the last
 * word, words, help.
 */
#define XL__NUMBER(kept, word, usual, smallest, largest, what, text)                                         \
    .name = (word), .role = (kept), .initial = (usual), .least = (smallest), .most = (largest),              \
    .unit = (what), .help = (text)
#define XL__WORDS(kept, word, last, words, text)                                                             \
    .name = (word), .kind = XL__CHOICE, .role = (kept), .most = (last), .choices = (words), .help = (text)

#define XL__SIZE_PARAM(word, usual, largest, what, text)                                                     \
    { XL__NUMBER(XL__RUNTIME, word, usual, 0, largest, what, text), .size = true }
#define XL__PROBLEM_PARAM(...)                                                                               \
    { XL__NUMBER(XL__PROBLEM, __VA_ARGS__) }
#define XL__RUNTIME_PARAM(...)                                                                               \
    { XL__NUMBER(XL__RUNTIME, __VA_ARGS__) }
#define XL__TUNING_PARAM(...)                                                                                \
    { XL__NUMBER(XL__TUNING, __VA_ARGS__) }
#define XL__CHOICE_PARAM(...)                                                                                \
    { XL__WORDS(XL__PROBLEM, __VA_ARGS__) }
#define XL__TUNING_CHOICE(...)                                                                               \
    { XL__WORDS(XL__TUNING, __VA_ARGS__) }
/* The requested work-group size, 0: chosen; rounded to a multiple of the width within the device's limit. */
#define XL__GROUP XL__NUMBER(XL__TUNING, "group", 0, 0, 1024, "work-items", "work-group size, 0 = chosen")
#define XL__GROUP_PARAM                                                                                      \
    { XL__GROUP }

/* ---- arrays ------------------------------------------------------------------------------------- */

typedef enum xl__direction { XL__IN, XL__IN_OPTIONAL, XL__OUT } xl__direction;

/* How an array maps to a PNG file: COLOR, an output whose first dimension is the algorithm's `product`, as
   [height, width, channels]; LUMINANCE, an image read as one sample per pixel; PIXELS, an f32 picture
   [height, width, channels]; LEVELS, an output [texels, channels] of consecutive pictures, a file each. */
typedef enum xl__picture { XL__NO_PICTURE, XL__COLOR, XL__LUMINANCE, XL__PIXELS, XL__LEVELS } xl__picture;

typedef struct xl__array_desc {
    const char *name;
    xl_type types[XL__MAX_TYPES]; /* ends with XL_TYPE_NONE; with several the plan's type decides */
    xl__direction direction;
    /* The choice parameter whose word names the element's type, of `types`, or is "none": there is no such
       array then. An optional input may be absent only then. NULL: `types` decides. */
    const char *typed_by;
    /* When an optional input is read, or an output may have elements: "keep == nonzero". An input that would
       be ignored is refused. NULL: always. */
    const char *used;
    /* Of an output: the input that it replaces, whose name exec accepts for it; or NULL. By convention the
       choice parameter "in_place", no|yes, allows the output in that input's memory. */
    const char *result_of;
    double sum_below; /* of an input of whole numbers: their sum must stay below; 0: any sum */
    /* Size parameters, derived sizes or decimal numbers; NULL at the end. A derived size here does not depend
       on device or tuning. A size that may drop is no dimension if 0: {"n", "pair"} is [n] where pair is 0,
       {"rows", "n"} where rows is 0. */
    const char *shape[XL__MAX_RANK];
    xl__picture picture;
    const char *help;
    /* If the data determine an output's length: the output, one u32 or u64, that counts the elements. The
       first dimension is then the capacity, and a second one has to be a size that may drop: the first
       min(count, capacity) elements are the result, later ones are not written, and the count is the full
       one. It may count several outputs of one shape. Or the input that is typed_by "counted", which, if
       present, holds the first dimension. */
    const char *counted_by;
    /* For an output of runs: the output with each run's beginning and the input with each run's length, both
       u32 of one dimension. A strategy with both outputs in any_order may place whole runs in any order,
       without overlaps or gaps. */
    const char *placed_by, *lengths;
    /* For XL__LEVELS: the size of picture `number`, from 1; false: past the last. */
    bool (*level)(const xl__problem *problem, int number, size_t *width, size_t *height);
} xl__array_desc;

/* {XL__OUTPUT("kept", XL_U32), .shape = {"room"}, ...} */
#define XL__INPUT(word, ...) .name = (word), .types = {__VA_ARGS__}
#define XL__OUTPUT(word, ...) XL__INPUT(word, __VA_ARGS__), .direction = XL__OUT

/* ---- a plan's values, which the functions of tables read ------------------------------------------ */

struct xl__problem {
    int width; /* lanes of a sub-group */
    bool emulated;
    bool cpu;           /* the device is a CPU */
    bool vectorises;    /* its compiler makes vectors over work-items */
    bool joins_adds;    /* local memory joins additions of a sub-group's lanes to one counter */
    bool one_sub_group; /* launch rule: a work-group is one sub-group unless flow is work-group-uniform */
    xl_type type;       /* the plan's element type */
    uint32_t compute_units;
    uint32_t register_bytes;      /* least bytes of registers per lane at this width */
    uint64_t local_bytes;         /* for the kernel's own arrays, without emulation's share */
    size_t largest_group;         /* work-items */
    size_t group_size;            /* a multiple of width */
    double value[XL__MAX_PARAMS]; /* by index in the algorithm's table */
    double rest[XL__MAX_PARAMS];  /* of real ones: difference to the nearest double (real.h) */
    uint32_t given;               /* bit p: parameter p was named in settings or scalars */
    int turn;                     /* in a pass with `turns` */
    bool not_kept;                /* this run may not use kept areas: the name `kept` is 0 */
    const struct xl__algorithm *algorithm;
    const struct xl__strategy *strategy; /* NULL while none is chosen */
    xl_device *device;                   /* for abilities (abilities.h); NULL: none */
    uint32_t abilities;                  /* bit a: the device has ability a, which was tested */
    const char *unknown;                 /* a name that xl__get did not find; or NULL */
};

static inline long long xl__int(const xl__problem *problem, int param) {
    return (long long)problem->value[param];
}

static inline size_t xl__blocks(size_t n, size_t size) {
    return n / size + (n % size != 0);
}

/* 0 for an unknown name, and problem->unknown is set. */
double xl__get(const xl__problem *problem, const char *name);

/* For `settle`: how many elements of `bytes` a work-item keeps in registers: `asked` if the caller named the
   parameter, else as many as fit a quarter of the registers, a multiple of 4, at least 4. `most_bytes`:
   another limit. */
double xl__fit_registers(const xl__problem *problem, const char *param, double asked, double bytes,
                         double most_bytes);

/* If 0 means "chosen": how many of "n" elements a work-item takes, at most `most`, so that each compute unit
 * has two work-groups if possible.
 */
double xl__fit_units(const xl__problem *problem, double asked, double most);

typedef struct xl__prepare {
    const xl__problem *problem;
    struct xl__text *options;
    xl_error *error;
} xl__prepare;

/* Adds " -D<name>=<value>". For what changes the code, never for sizes that may change between calls. */
void xl__define(xl__prepare *p, const char *name, long long value);

/* ---- strategies --------------------------------------------------------------------------------- */

/* NO_SUB_GROUPS: run once for all widths. SUB_GROUP_UNIFORM: control flow around collectives is uniform in a
   sub-group, but not in the work-group. */
typedef enum xl__flow { XL__NO_SUB_GROUPS, XL__SUB_GROUP_UNIFORM, XL__GROUP_UNIFORM } xl__flow;

enum {
    XL__WRONG = 1,          /* a planted bug or a lesson; no wildcard selects it */
    XL__BY_NAME = 2,        /* right, but with a drawback; only by name, never auto */
    XL__CHECKS_INDICES = 4, /* for beginners: reports invalid lane indices (xl__plan_index_errors) */
};

/* ---- passes as data ------------------------------------------------------------------------------ */

/* A named number derived from parameters. Set one of is, count, real. */
typedef struct xl__size {
    const char *name;
    const char *is; /* an expression (expression.h) */
    uint64_t (*count)(const xl__problem *);
    double (*real)(const xl__problem *problem); /* only for "float NAME" arguments */
    bool may_drop;                              /* if 0, an array has no such dimension */
} xl__size;

/* Global memory of a plan in addition to the arrays, undefined when a run begins. With `make`, the host
 * computes it once per plan. With `kept`, it stays between runs and is zero before the first: a kernel that
 * zeroes what it used needs no fill. A strategy has the areas that its passes name.
 */
typedef struct xl__area {
    const char *name;
    const char *type;  /* an element in OpenCL C ("uint", "float4"); "T": the plan's element type */
    const char *count; /* elements, an expression */
    /* Fills `bytes` bytes, zero before. */
    int (*make)(const xl__problem *problem, void *data, size_t bytes, xl_error *error);
    /* Only for launches with a condition on `kept`, which is 1 if no other run of the plan can be using the
     * area. One in-order queue holds it at a time.
     */
    bool kept;
} xl__area;

/* True if the area is the plan's even when the caller gives scratch. */
static inline bool xl__is_own(const xl__area *area) {
    return area->make || area->kept;
}

/* The number of elements may be known only on the device: the choice "counted" (none|u32|u64) is the type of
 * an optional input that holds it. A first pass writes that number, at most n, to the area "count_now", one
 * ulong. Kernels take the area as their last argument if `args` ends with "counted", and limit their n to it
 * (common/counted.h); "uncounted" omits it for other launches. A plan without a count has no such argument; a
 * plan with one refuses a strategy whose passes name none.
 */

/* One launch, one fill or one read. Texts are expressions unless stated otherwise. */
typedef struct xl__pass {
    const char *kernel; /* "histogram_local" of the strategy's source, or "FILE:KERNEL"; NULL: no launch */
    const char *fill;   /* the output or area to zero */
    /* An output (one u32 or u64) or area (of uint or ulong) written by an earlier pass. The enqueue waits for
     * its first element, which later launches may use by the name `as` in groups, items, when and as a number
     * in args. A value above `most` is refused. A strategy that reads waits: auto never takes it.
     */
    const char *read, *as;
    const char *most;
    /* Arguments in order, separated by commas: the name of an array or area; "uint EXPRESSION" (or int,
       ulong, long), a number; "float NAME", a real parameter or size; "local TYPE EXPRESSION", elements of
       local memory; last, "counted" or "uncounted". The layer's parameters follow. */
    const char *args;
    const char *groups; /* work-groups; 0 launches nothing */
    const char *items;  /* instead of groups: work-items, in work-groups of one size for all plans, because
                         * some drivers compile a kernel for every size */
    const char *group;  /* work-items; NULL: the plan's */
    const char *turns;  /* number of successive launches, NULL: one. Expressions and sizes' functions know the
                         * turn, from 0: "turn", problem->turn */
    int span;           /* passes that a turn launches, from this one on; 0: only this pass */
    const char *when;   /* launch if not 0; NULL: always. Settled with the plan if it names no run-time
                         * parameter: a kernel that cannot be launched is not compiled */
} xl__pass;

static inline bool xl__is_pass(const xl__pass *pass) {
    return pass->kernel || pass->fill || pass->read;
}

#define XL__PASSES(...)                                                                                      \
    .passes = (const xl__pass[]) {                                                                           \
        __VA_ARGS__, {0},                                                                                    \
    }
#define XL__PASS(kernel_name, arguments, how_many)                                                           \
    .kernel = (kernel_name), .args = (arguments), .groups = (how_many)
/* A single launch; a single work-item; a single launch after zeroing the output to which it adds. */
#define XL__LAUNCH(kernel_name, arguments, how_many) XL__PASSES({XL__PASS(kernel_name, arguments, how_many)})
#define XL__SERIAL(kernel_name, arguments) XL__PASSES({XL__PASS(kernel_name, arguments, "1"), .group = "1"})
#define XL__LAUNCH_FILLED(output, kernel_name, arguments, how_many)                                          \
    XL__PASSES({.fill = (output)}, {XL__PASS(kernel_name, arguments, how_many)})
#define XL__KERNEL(word, what, file) .name = (word), .help = (what), .source = (file)
#define XL__PLANTED(word, bug, file) XL__KERNEL(word, bug, file), .flags = XL__WRONG
/* The right strategy with texts replaced: XL__CHANGED("late", "tree", "bug", {"<", "<="}). */
#define XL__CHANGED(word, right, bug, ...)                                                                   \
    .name = (word), .of = (right), .help = (bug), .edits = (const xl__edit[]) {                              \
        __VA_ARGS__, {0},                                                                                    \
    }
#define XL__SEVERAL_LANES .needs = "lanes > 1", .why = "a sub-group of one lane cannot show this bug"

/* A number that a strategy's kernels find. Kernels take `measures`, an array of uint, zero when a run begins,
   and write measures[MEASURE_<NAME>] if the macro MEASURES is 1, which needs xl_options.record_width. */
typedef struct xl__measure {
    const char *name, *unit, *help;
    const char *least, *most; /* expressions: verify rejects values outside; NULL: no bound */
    bool varies;              /* depends on the order of work-items: runs are not compared by it */
} xl__measure;

#define XL__MEASURES(...)                                                                                    \
    .measures = (const xl__measure[]) {                                                                      \
        __VA_ARGS__, {0},                                                                                    \
    }
#define XL__MEASURE(word, of, what) .name = (word), .unit = (of), .help = (what)

/* A planted mistake: the text `old` of a right kernel becomes `made`. `old` must occur exactly once in the
 * strategy's source and its includes (or in the function `edited_in`); else the strategy is not built. Equal
 * numbers of lines keep messages right.
 */
typedef struct xl__edit {
    const char *old, *made;
} xl__edit;

typedef struct xl__strategy {
    const char *name;
    const char *of;        /* of a planted strategy: the right one that gives the fields left empty here */
    const char *help;      /* for XL__WRONG: the bug, and what shows it */
    const char *source;    /* "spheres/spheres.cl", relative to kernels/ */
    const char *text;      /* for a table made at run time: the source itself, called `source` in messages;
                              NULL: the file */
    const xl__edit *edits; /* of a planted strategy: made in the source in order; ends with {0}, NULL:
                              none. The rest of the strategy is the right one's */
    const char *edited_in; /* the function with the edits' texts; NULL: anywhere */
    xl__flow flow;
    unsigned flags;
    const char *ops; /* operations to probe and use natively: "shuffle:f32 broadcast:f32 ballot"; others
                        are derived. NULL: none */
    const xl__pass *passes; /* ends with {0} */
    const char *rows;       /* expression: output rows (first dimension) that only one work-group writes. A
                             * mismatch then names the group and, if rows divide evenly, sub-group and lane.
                             * NULL: groups share rows */
    const char *tuning;     /* tuning parameters' names, separated by spaces */
    const char *group;      /* expression: work-group size if the caller leaves it open */
    int cpu_lanes;          /* lanes of native sub-groups on a CPU if the caller leaves the width open. 0: the
                               device's default */
    const char *needs;      /* expression: cannot run if 0 */
    const char *why;
    /* One-dimensional outputs of unspecified order, separated by spaces: right if each value occurs as often
       as in the reference. NULL: every output is ordered. */
    const char *any_order;
    const char *defines;         /* "NAME=EXPRESSION, ..." besides those of parameters */
    const xl__measure *measures; /* ends with {0}; NULL: none */
    /* Optional: adds options computed in C, or refuses with XL_UNSUPPORTED and the reason. All values are
       settled. */
    int (*prepare)(xl__prepare *p);
    /* Of a planted strategy, before `prepare`: refuses settings for which the mistake has no effect, if
       `needs` cannot. */
    int (*shows)(xl__prepare *p);
    /* For a user's kernel: the table's strategy that it replaces, in expressions and cases. NULL: its own
       name. */
    const char *stands_for;
} xl__strategy;

static inline const char *xl__strategy_word(const xl__strategy *strategy) {
    return strategy->stands_for ? strategy->stands_for : strategy->name;
}

/* Expressions may compare `strategy` with names of strategies: "strategy == loop ? n : 1". */
typedef struct xl__cost_texts {
    const char *bytes;      /* least global memory traffic: every input and output once */
    const char *operations; /* of arithmetic; a multiply-add counts as two, and so does each slower
                               instruction where arithmetic is the limit */
    const char *work_items; /* launched by the strategy */
    const char *steps;      /* most loop steps of one lane */
} xl__cost_texts;

typedef struct xl__algorithm {
    const char *name;
    const char *folder; /* in kernels/, if another algorithm's; NULL: its name */
    const char *help;
    const xl__param *params;
    int param_count;
    const xl__array_desc *arrays;
    int array_count;
    const xl__strategy *strategies;
    int strategy_count;
    const xl__strategy *planted; /* wrong on purpose (table/planted.h); ends with a NULL name; NULL: none */
    const char *shape[XL__MAX_RANK]; /* parameters that --set shape=AxB pairs, NULL at the end */
    /* A size that may be given as a product, {"points", "width", "height"}; NULL: none. If the second and
       third are above 0, the first is their product. Only then may an optional array with that dimension be
       absent. */
    const char *product[3];
    bool main_job; /* plain `crosslane run` verifies and times it */
    /* The strategy of "auto": an expression whose value is a strategy's name, "cpu ? serial : deferred". Or a
     * function, which may set tuning values and ask for abilities; it returns NULL if no strategy suits.
     * Neither: the first strategy.
     */
    const char *automatic;
    const char *(*choose)(xl__problem *problem);
    /* Optional: XL_BAD_VALUE with the reason. */
    int (*check)(xl__problem *problem, xl_error *error);
    const xl__size *sizes; /* ends with a NULL name */
    const xl__area *areas; /* ends with a NULL name */
    xl__cost_texts cost;
} xl__algorithm;

static inline const char *xl__folder(const xl__algorithm *algorithm) {
    return algorithm->folder ? algorithm->folder : algorithm->name;
}

#define XL__LISTS(params_, arrays_, strategies_)                                                             \
    .params = (params_), .param_count = (int)(sizeof(params_) / sizeof *(params_)), .arrays = (arrays_),     \
    .array_count = (int)(sizeof(arrays_) / sizeof *(arrays_)), .strategies = (strategies_),                  \
    .strategy_count = (int)(sizeof(strategies_) / sizeof *(strategies_))
#define XL__LISTS_AND_AREAS(params_, arrays_, sizes_, areas_, strategies_)                                   \
    XL__LISTS(params_, arrays_, strategies_), .sizes = (sizes_), .areas = (areas_)
