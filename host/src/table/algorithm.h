/*
 * algorithm.h - how an algorithm describes itself to the library, once, in one const table.
 *
 * kernels/<name>/<name>.c defines `const xl__algorithm xl__algorithm_<name>`: its parameters, arrays and
 * strategies. From that table alone the library makes plans and enqueues; the command adds
 * kernels/<name>/<name>_case.c (host/tool/cases/case.h): inputs, reference, tolerance.
 * kernels/algorithms.def lists the names, one line each. Nothing else names an algorithm.
 *
 * This header is all that a table needs. What the library reads out of tables stands in lookup.h.
 */
#ifndef XL_ALGORITHM_H
#define XL_ALGORITHM_H

#include "base/status.h"
#include "base/number.h"
#include <stdbool.h>

enum {
    XL__MAX_PARAMS = 16,
    XL__MAX_ARRAYS = 6,
    XL__MAX_AREAS = 8,
    XL__MAX_PASSES = 16,
    XL__MAX_RANK = 4,
    XL__MAX_TYPES = 8
};

/* ---- parameters --------------------------------------------------------------------------------- */

typedef struct xl__problem xl__problem; /* a plan's values, below */

typedef enum xl__param_kind { XL__INT, XL__REAL, XL__CHOICE } xl__param_kind;

/* PROBLEM: part of what is computed, fixed in the plan, may be compiled in (buckets, channels, model).
   TUNING: how it is computed; "auto" sets only these (copies, items per work-item, group).
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
       work-group's size is. `becomes` says it as an expression, in which the parameter's own name is what was
       asked for: "groups > 0 ? groups : cpu ? 4 : 1"; `settle` where an expression does not do. Neither: as
       asked. */
    const char *becomes;
    double (*settle)(const xl__problem *problem, double asked);
    /* Where it matters, an expression that may name `strategy`: "function == even". The command refuses what
       a person sets in vain. NULL: wherever a strategy has it. */
    const char *used;
} xl__param;

/* A number and a choice of a role: {XL__NUMBER(XL__TUNING, "items", 16, 1, 32, NULL, "per work-item"),
   .settle =
   ...}; name, default, range, unit, help; name, number of the last word, words, help. */
#define XL__NUMBER(kept, word, usual, smallest, largest, what, text)                                         \
    .name = (word), .role = (kept), .initial = (usual), .least = (smallest), .most = (largest),              \
    .unit = (what), .help = (text)
#define XL__WORDS(kept, word, last, words, text)                                                             \
    .name = (word), .kind = XL__CHOICE, .role = (kept), .most = (last), .choices = (words), .help = (text)

/* Whole parameters. A size is one of run time that arrays have as a dimension. */
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
/* By convention a tuning parameter named "group" is the work-group size wished for, 0 = chosen; the library
   rounds it to a multiple of the width and to what the device allows. */
#define XL__GROUP XL__NUMBER(XL__TUNING, "group", 0, 0, 1024, "work-items", "work-group size, 0 = chosen")
#define XL__GROUP_PARAM                                                                                      \
    { XL__GROUP }

/* ---- arrays ------------------------------------------------------------------------------------- */

typedef enum xl__direction { XL__IN, XL__IN_OPTIONAL, XL__OUT } xl__direction;

/* How an array may stand in a PNG file: COLOR, an output whose first dimension is the algorithm's `product`,
   as [third, second, channels] of it ([height, width, channels]); LUMINANCE, an image read as one sample per
   pixel (n = its pixels); PIXELS, f32 that is a picture as it stands, [height, width, channels]; LEVELS, an
   output [texels, channels] that holds pictures one behind the other, each a file of its own. */
typedef enum xl__picture { XL__NO_PICTURE, XL__COLOR, XL__LUMINANCE, XL__PIXELS, XL__LEVELS } xl__picture;

typedef struct xl__array_desc {
    const char *name;
    xl_type types[XL__MAX_TYPES]; /* ends with XL_TYPE_NONE; more than one: the plan's type decides */
    xl__direction direction;
    /* Names of size parameters, of derived sizes, or decimal numbers; NULL at the end. A derived size here
       depends on what is computed alone, not on the device or on tuning. One that may drop is no dimension
       where it is 0: {"n", "pair"} is [n] where pair is 0. */
    const char *shape[XL__MAX_RANK];
    xl__picture picture;
    const char *help;
    /* Where the data decides how long an output is: the name of another output, one u32 or u64, which holds
       the number of elements. The shape, of one dimension, is then the capacity: the first min(count,
       capacity) elements are the result, nothing behind them is written, and the count is the full one. */
    const char *counted_by;
    /* Where it consists of runs: the name of another output, which says where each run begins, and of the
       input that says how long each is, both u32 of one dimension. A strategy that has this output and the
       index in any_order may place the runs in any order, each whole, none over another, without gaps. */
    const char *placed_by, *lengths;
    /* Of XL__LEVELS: the sizes of picture number `number`, from 1; false behind the last one. */
    bool (*level)(const xl__problem *problem, int number, size_t *width, size_t *height);
} xl__array_desc;

/* The beginning of an input and of an output: {XL__OUTPUT("kept", XL_U32), .shape = {"room"}, ...}. */
#define XL__INPUT(word, ...) .name = (word), .types = {__VA_ARGS__}
#define XL__OUTPUT(word, ...) XL__INPUT(word, __VA_ARGS__), .direction = XL__OUT

/* ---- a plan's values, which the functions of tables read ------------------------------------------ */

struct xl__problem {
    int width; /* lanes of a sub-group */
    bool emulated;
    bool cpu;           /* the device is a CPU */
    bool vectorises;    /* it is one whose compiler makes vectors over work-items */
    bool joins_adds;    /* local memory joins what lanes of one sub-group add to one counter */
    bool one_sub_group; /* launch rule: a work-group is one sub-group unless flow is work-group-uniform */
    xl_type type;       /* the plan's element type */
    uint32_t compute_units;
    uint32_t register_bytes; /* registers that one lane has at this width, at least */
    uint64_t local_bytes;    /* local memory left for the kernel's own arrays, emulation's share taken off */
    size_t largest_group;    /* work-items */
    size_t group_size;       /* work-items of a work-group: a multiple of width */
    double value[XL__MAX_PARAMS]; /* by index in the algorithm's table */
    double rest[XL__MAX_PARAMS];  /* of real ones: what the number is beside the nearest double (real.h) */
    uint32_t given; /* bit p: parameter p was named, in the plan's settings or in this call's scalars */
    int turn;       /* of a pass with `turns` */
    bool not_kept;  /* this run may not use areas that are kept: the name `kept` is 0 */
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

/* A parameter's value by its name: 0 where there is none of that name, and problem->unknown tells it. */
double xl__get(const xl__problem *problem, const char *name);

/* For the `settle` of a parameter, how many elements a work-item keeps in registers at a time, `bytes` each:
   `asked` where the caller named the parameter, else at most as many as a quarter of the registers holds, in
   whole fours, and at least 4. The other three quarters are for addresses, places and what is computed. */
double xl__fit_registers(const xl__problem *problem, const char *param, double asked, double bytes);

/* What a strategy's `prepare` gets. */
typedef struct xl__prepare {
    const xl__problem *problem;
    struct xl__text *options; /* of the compiler */
    xl_error *error;
} xl__prepare;

/* Adds " -D<name>=<value>" to the options. To be used for what changes the code, never for sizes that may
   change from call to call. */
void xl__define(xl__prepare *p, const char *name, long long value);

/* ---- strategies --------------------------------------------------------------------------------- */

/* NO_SUB_GROUPS: plain OpenCL, run once whatever the width. SUB_GROUP_UNIFORM: collectives in flow that is
   uniform in a sub-group but differs between them. GROUP_UNIFORM: flow uniform in the work-group. */
typedef enum xl__flow { XL__NO_SUB_GROUPS, XL__SUB_GROUP_UNIFORM, XL__GROUP_UNIFORM } xl__flow;

enum {
    XL__WRONG = 1,        /* kept because it is wrong: a planted bug or a lesson; no wildcard selects it */
    XL__BY_NAME = 2,      /* right, with something that whoever names it accepts; never what auto takes */
    XL__TELLS_STRAYS = 4, /* a beginner's: its kernels tell indices that are no lane (xl__plan_strays) */
};

/* ---- passes as data ------------------------------------------------------------------------------ */

/* A named size or number, derived from parameters; stands wherever a size may. One of the three is given. */
typedef struct xl__size {
    const char *name;
    const char *is;                             /* an expression (expression.h) */
    uint64_t (*count)(const xl__problem *);     /* where an expression does not do */
    double (*real)(const xl__problem *problem); /* a number for "float NAME" arguments alone */
    bool may_drop;                              /* where it is 0 an array has no such dimension */
} xl__size;

/* Global memory of a plan beside the arrays: scratch, undefined when a run begins; with `make`, data that the
   host computes once per plan and kernels read; with `kept`, what one run of the plan leaves for the next:
   all zero before the first one, so that a kernel which sets to 0 again what it has used needs no fill before
   it. A strategy has those that its passes name. */
typedef struct xl__area {
    const char *name;
    const char *type;  /* an element as OpenCL C writes it ("uint", "float4"); "T": the plan's element type */
    const char *count; /* elements, an expression */
    /* Fills `bytes` bytes, which are what `count` came to, and 0 before. */
    int (*make)(const xl__problem *problem, void *data, size_t bytes, xl_error *error);
    /* Only for launches under a condition that asks for the name `kept`. It is 1 where no other run of the
       plan that has it can be under way: one queue has it at a time, which keeps the order of its runs. */
    bool kept;
} xl__area;

/* Whether the area is a buffer of the plan's own even where the caller gives scratch. */
static inline bool xl__is_own(const xl__area *area) {
    return area->make || area->kept;
}

/* One launch, one fill or one read. Texts are expressions unless told otherwise. */
typedef struct xl__pass {
    const char *kernel; /* "histogram_local" of the strategy's source, or "FILE:KERNEL"; NULL: no launch */
    const char *fill;   /* name of the output or area to be filled with bytes of 0 */
    /* Name of an output (one u32 or u64) or area (of uint or ulong) that an earlier pass has written: the
       enqueue waits for its first element, and the launches behind may use it, under the name `as`, in
       groups, items, when and as a number in args. A value above `most` is refused before anything is
       computed from it: a wrong kernel may leave any. A strategy that reads is one that waits: auto never
       takes it. */
    const char *read, *as;
    const char *most;
    /* What the kernel takes, in its order, separated by commas: the name of an array or area; "uint
       EXPRESSION" (or int, ulong, long), a number; "float NAME", a real parameter or size; "local TYPE
       EXPRESSION", so many elements of local memory. The layer's own parameters are added behind them. */
    const char *args;
    const char *groups; /* work-groups; 0 launches nothing */
    const char *items;  /* in place of groups: work-items, in work-groups of the same size for all plans,
                           because some drivers compile a kernel for every size */
    const char *group;  /* work-items of a work-group; NULL: the plan's */
    const char *turns; /* so many launches, one behind the other, NULL: one. Expressions, and the functions of
                          sizes, then know the number of the turn, from 0: "turn", problem->turn */
    const char *when;  /* launched where this is not 0; NULL: always. Settled when the plan is made where it
                          names no parameter of run time: a kernel that cannot be launched is not compiled */
} xl__pass;

/* Whether this is a pass, and not the end of the list. */
static inline bool xl__is_pass(const xl__pass *pass) {
    return pass->kernel || pass->fill || pass->read;
}

/* The passes of a strategy; a launch as one of them. */
#define XL__PASSES(...)                                                                                      \
    .passes = (const xl__pass[]) {                                                                           \
        __VA_ARGS__, {0},                                                                                    \
    }
#define XL__PASS(kernel_name, arguments, how_many)                                                           \
    .kernel = (kernel_name), .args = (arguments), .groups = (how_many)
/* One launch and no more; one work-item alone, a serial loop; one launch after an output, to which the kernel
   adds, has been set to 0. */
#define XL__LAUNCH(kernel_name, arguments, how_many) XL__PASSES({XL__PASS(kernel_name, arguments, how_many)})
#define XL__SERIAL(kernel_name, arguments) XL__PASSES({XL__PASS(kernel_name, arguments, "1"), .group = "1"})
#define XL__LAUNCH_FILLED(output, kernel_name, arguments, how_many)                                          \
    XL__PASSES({.fill = (output)}, {XL__PASS(kernel_name, arguments, how_many)})
/* How a strategy begins: its name, what it is in one line, its file in kernels/; a planted one: the bug, and
   what shows it. Tables define their own RIGHT and WRONG by these, which say what theirs have in common. */
#define XL__KERNEL(word, what, file) .name = (word), .help = (what), .source = (file)
#define XL__PLANTED(word, bug, file) XL__KERNEL(word, bug, file), .flags = XL__WRONG
/* Of planted kernels whose bug lies between lanes. */
#define XL__SEVERAL_LANES .needs = "lanes > 1", .why = "a sub-group of one lane cannot show this bug"

/* A result of a strategy that is no array: a number that its kernels count or find. Kernels take `measures`,
   an array of uint that is 0 when a run begins, and write measures[MEASURE_<NAME>] where the macro MEASURES
   is 1. It is 0, and costs nothing, unless the device was opened with xl_options.record_width. */
typedef struct xl__measure {
    const char *name, *unit, *help;
    const char *least,
        *most; /* expressions: verify takes what lies outside for wrong; NULL: nothing is expected */
} xl__measure;

/* The measures of a strategy; the beginning of one. */
#define XL__MEASURES(...)                                                                                    \
    .measures = (const xl__measure[]) {                                                                      \
        __VA_ARGS__, {0},                                                                                    \
    }
#define XL__MEASURE(word, of, what) .name = (word), .unit = (of), .help = (what)

typedef struct xl__strategy {
    const char *name;
    const char *help;   /* one line; for XL__WRONG: the bug, and what shows it */
    const char *source; /* "spheres/spheres.cl", relative to kernels/ */
    const char *text;   /* of a table that is made at run time: the source itself, which messages call
                           `source`; NULL: the file of that name */
    xl__flow flow;
    unsigned flags;
    const char *ops;        /* sub-group operations to probe and use natively: "shuffle:f32 broadcast:f32
                               ballot"; what is not named is derived. NULL: none */
    const xl__pass *passes; /* ends with {0} */
    const char *rows;       /* expression: consecutive rows of the outputs (their first dimension) that a
                               work-group makes alone. A mismatch then names the group, and where rows are
                               dealt out evenly the sub-group and the lane. NULL: groups make every row
                               together */
    const char *tuning;     /* names of the tuning parameters that it has, separated by spaces */
    const char *group;      /* expression: the work-group size wished for where the caller leaves it open */
    int cpu_lanes;     /* lanes of the CPU's own sub-groups wished for where the caller leaves the width open;
                          taken where the backend that was chosen has them. 0: the device's usual number */
    const char *needs; /* expression: it cannot run where this is 0 */
    const char *why;   /* what `needs` asks for, in words */
    /* Names of outputs of one dimension, separated by spaces, whose elements come in any order: they are
       right when each value is there as often as in the reference. NULL: every output keeps its order. */
    const char *any_order;
    const char *defines;         /* "NAME=EXPRESSION, ..." beside those that parameters give */
    const xl__measure *measures; /* ends with {0}; NULL: none */
    /* Optional, for what the fields above cannot say: adds options that need a computation in C, or refuses
       with XL_UNSUPPORTED and the reason. All values are settled by then. */
    int (*prepare)(xl__prepare *p);
    /* Of a person's own kernel: the strategy of the table that it takes the place of, by whose name
       expressions and cases know it. NULL: its own name. */
    const char *stands_for;
} xl__strategy;

/* The name by which expressions and cases know a strategy. */
static inline const char *xl__strategy_word(const xl__strategy *strategy) {
    return strategy->stands_for ? strategy->stands_for : strategy->name;
}

/* What a problem costs under a strategy, as expressions; they may name `strategy`, to be compared with the
   names of strategies: "strategy == loop ? n : 1". */
typedef struct xl__cost_texts {
    const char *bytes;      /* least global memory traffic: every input once, every output once */
    const char *operations; /* arithmetic of the problem, multiply-add counted as two */
    const char *work_items; /* launched by the strategy */
    const char *steps;      /* longest sequence of loop steps of one lane */
} xl__cost_texts;

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
    /* The strategy that "auto" takes for this problem: an expression whose value is the name of one, "cpu ?
       serial : deferred" (what is compared is no strategy: "8 * lanes" behind a < are lanes); or, where it
       also sets tuning values or asks for abilities, a function, NULL: none suits it. Neither: the first one.
     */
    const char *automatic;
    const char *(*choose)(xl__problem *problem);
    /* Optional: settings that must fit together. XL_BAD_VALUE with the reason otherwise. */
    int (*check)(xl__problem *problem, xl_error *error);
    const xl__size *sizes; /* ends with a NULL name */
    const xl__area *areas; /* ends with a NULL name */
    xl__cost_texts cost;
} xl__algorithm;

/* The three lists of a table, with their lengths; the same, and what a table may have beside. */
#define XL__LISTS(params_, arrays_, strategies_)                                                             \
    .params = (params_), .param_count = (int)(sizeof(params_) / sizeof *(params_)), .arrays = (arrays_),     \
    .array_count = (int)(sizeof(arrays_) / sizeof *(arrays_)), .strategies = (strategies_),                  \
    .strategy_count = (int)(sizeof(strategies_) / sizeof *(strategies_))
#define XL__LISTS_AND_AREAS(params_, arrays_, sizes_, areas_, strategies_)                                   \
    XL__LISTS(params_, arrays_, strategies_), .sizes = (sizes_), .areas = (areas_)

#endif
