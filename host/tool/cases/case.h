/*
 * case.h - what the command needs of an algorithm: `const tool_case tool_case_<name>` of
 * kernels/<name>/<name>_case.c.
 */
#pragma once

#include "table/algorithm.h"
#include "arrays/array.h"
#include "cases/compare.h"
#include "cases/random.h"
#include <string.h>

#define XL_ALGORITHM(name) extern const xl__algorithm xl__algorithm_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

#define TOOL_TEXTS(...)                                                                                      \
    (const char *const[]) {                                                                                  \
        __VA_ARGS__, NULL                                                                                    \
    }

/* Data of one run, indexed like the algorithm's arrays. Entries that do not apply are empty: outputs in `in`,
   inputs in `expected`, absent optional inputs. */
typedef struct tool_data {
    tool_array in[XL__MAX_ARRAYS];
    tool_expected expected[XL__MAX_ARRAYS];
    size_t elements[XL__MAX_ARRAYS];
} tool_data;

typedef struct tool_element {
    const xl__problem *problem;
    const char *distribution;
    uint64_t seed, i, n;
} tool_element;

static inline bool tool_is(const tool_element *e, const char *distribution) {
    return strcmp(e->distribution, distribution) == 0;
}
static inline uint32_t tool_any(const tool_element *e, uint64_t stream) {
    return tool_random_at(e->seed, stream, e->i);
}

/* An input whose elements depend only on their numbers. At most one function makes an element: its bits, at
 * most 32, or a whole number (tool_put_whole). Without one: tool_any of the stream with the input's index in
 * the list.
 */
typedef struct tool_input {
    const char *array;
    uint32_t (*bits)(const tool_element *element);
    uint64_t (*whole)(const tool_element *element);
    const char *only; /* the only distribution with this optional array; NULL: all */
} tool_input;

typedef struct tool_part {
    const xl__problem *problem;
    const tool_array *in; /* tool_data's */
    tool_expected *expected;
    size_t i;
    size_t lanes; /* with by_width the part is a sub-group, i to i + lanes - 1; else 1 */
    /* Of a counted output: this part's `made` elements begin at `place`. If more are made than fit,
     * expected[] holds the first; `begins` ignores that limit.
     */
    uint64_t made, place, begins;
} tool_part;

#define TOOL_CASE_MISTAKE "mistake in kernels/"
/* Noted as a call (calls.h) while a case computes. */
#define TOOL_CASE_CALL "case"
/* Prints a line and aborts: the case reads `array`, which is no input. */
_Noreturn void tool_misplaced(const tool_part *part, int array);

static inline uint32_t tool_u32(const tool_part *part, int array, size_t i) {
    if (!part->in[array].data) tool_misplaced(part, array);
    return ((const uint32_t *)part->in[array].data)[i];
}
static inline float tool_f32(const tool_part *part, int array, size_t i) {
    if (!part->in[array].data) tool_misplaced(part, array);
    return ((const float *)part->in[array].data)[i];
}

/* A question for `bench --sweep NAME`: one parameter, type or input varies; each strategy is a series. */
typedef struct tool_sweep {
    const char *name;            /* "share" */
    const char *question;        /* "from which share on does ... pay?" */
    const char *title;           /* "share of the elements that are kept" */
    const char *axis;            /* ascending, for --set: "threshold=0,1000,2000",
                                  * "distribution=runs8,runs64", "width=8,16" */
    const char *labels;          /* as shown, "0,10%,20%"; NULL: unchanged */
    const char *const *settings; /* each as --set takes it, NULL at the end; NULL: none */
    bool per_step;               /* times are per step of a lane: divided by cost.steps */
    const char *less;            /* the strategy whose time at the same width is subtracted; it need not have
                                  * the axis; NULL: none */
    bool grows;                  /* reports how times grow (growth.h) */
    bool by_width;
} tool_sweep;

enum { TOOL_SWEEP_VALUES = 32 };

#define TOOL_SWEEPS(...)                                                                                     \
    (const tool_sweep[]) {                                                                                   \
        __VA_ARGS__, {                                                                                       \
            0                                                                                                \
        }                                                                                                    \
    }

/* The time by size. Values are closer in the upper half, through which the line is fitted; the rest is
   settings. */
#define TOOL_GROWS_BY(width, parameter, values, ...)                                                         \
    {                                                                                                        \
        .name = (parameter), .question = "how does the time grow with " parameter "?", .title = (parameter), \
        .axis = parameter "=" values, .settings = TOOL_TEXTS(__VA_ARGS__), .grows = true,                    \
        .by_width = (width)                                                                                  \
    }
#define TOOL_GROWS(parameter, values, ...) TOOL_GROWS_BY(false, parameter, values, __VA_ARGS__)
#define TOOL_GROWS_N(...)                                                                                    \
    TOOL_GROWS("n", "65536,262144,1048576,2097152,4194304,8388608,16777216,33554432,67108864", __VA_ARGS__)
#define TOOL_GROWS_WIDTH(...) TOOL_GROWS_BY(true, "width", "1,2,4,8,16,32,64,128", __VA_ARGS__)

/* Inputs that `verify --exhaustive` tests, bit by bit against `reference`. The device makes them in chunks.
 * Elements have 32 bits.
 */
typedef struct tool_domain {
    const char *name, *help; /* "unit", "all floats in [0, 1]" */
    const char *settings;    /* of the plan, "form=unorm24"; NULL: none */
    const char *size;        /* the parameter for the number of values */
    const char *input;       /* the array for them: several elements may make a value */
    /* OpenCL C: the bits of element `part` of value number `i`, a ulong below `count`. It may use `seed`,
       and domain_random and domain_unit of kernels/common/domain.cl. */
    const char *value;
    uint64_t count;
    uint32_t first_bits, last_bits; /* of the first and the last value, checked; both 0: any */
    /* The strategy of the expected results, without code of others; the host checks some in every chunk by
     * tool_case.reference.
     */
    const char *reference;
    const char
        *result; /* the output, of the input's shape, whose distance from it is the error; NULL: none */
    /* For each element of a value: '=' the error counts, '<' also a result above the input is wrong, '>'
       below; '.' does not count. NULL: all count. */
    const char *sides;
    double most;       /* largest allowed error */
    const char *shows; /* planted strategies that it exposes, separated by spaces */
} tool_domain;

typedef struct tool_case {
    const xl__algorithm *algorithm;
    /* The first is the default. `edges`: difficult ones, for verify only. */
    const char *const *distributions; /* NULL at the end */
    const char *const *edges;
    /* Settings of the smallest problem for verify. Each size parameter in turn takes 0, 1, W-1, W, W+1, a
     * prime, group +-1; at the full level also 2^24+1, unless the cap is lower.
     */
    const char *verify_base;
    const char *trace_base; /* settings for a short trace; NULL: none */
    /* Further settings that verify crosses with, NULL at the end: {"model=linear channels=1",
       "model=quadratic channels=4", NULL}. */
    const char *const *verify_settings;
    /* What bench and run time by default, NULL at the end; the first is for slow devices. */
    const char *const *bench_settings;
    /* Ends with a NULL name; NULL: none. */
    const tool_sweep *sweeps;
    /* Ends with a NULL name; NULL: none. */
    const tool_domain *domains;
    /* Settings of the picture of `run`; NULL: none. A colour output's size, or what to count of luminance in
       the other case's picture. */
    const char *picture_settings;
    /* The input whose elements the only output, of u32, counts: reports elements missing in the sum. NULL:
     * none.
     */
    const char *counts_of;
    /* Ends with a NULL array; NULL: none. */
    const tool_input *inputs;
    /* Fills unlisted inputs in in[]; it allocates optional arrays (tool_data_allocate). NULL: all are listed.
     * Inputs depend only on (problem, distribution, seed), on every system.
     */
    int (*generate)(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error);
    /* Fills expected[] of every output, allocated and 0, from in[], which may have NaNs, infinities or
     * denormal numbers. Most cases work in `parts`, an expression: "rows * n". `expect` fills one part; parts
     * may run at the same time. For a counted output `count` returns how many elements a part makes, from
     * `place` on.
     */
    const char *parts;
    void (*expect)(const tool_part *part);
    uint64_t (*count)(const tool_part *part);
    /* Refuses inputs for which the algorithm promises nothing: XL_BAD_VALUE, naming the element. NULL: none.
     */
    int (*refuse)(const xl__problem *problem, const tool_data *data, xl_error *error);
    /* In place of parts, if elements depend on others. A counted output needs tool_data_counted first. */
    int (*reference)(const xl__problem *problem, tool_data *data, xl_error *error);
    bool apart;            /* strategies compute different things: none is best */
    bool by_strategy;      /* expected results depend on problem->strategy */
    bool by_width;         /* and on problem->width */
    const char *by_itself; /* with by_strategy: strategies with expected results of their own,
                              "expanded|cull"; or NULL */
} tool_case;

extern const tool_case *tool_cases[]; /* in the order of algorithms.def; NULL at the end */

/* Adds the planted strategies to the tables of tool_cases. Call once, before their use. */
void tool_plant_cases(void);

/* In run_order.def, from 0; INT_MAX: not there. */
int tool_run_place(const char *algorithm);
const tool_case *tool_find_case(const char *algorithm);
/* tool_case.apart; false for an unknown algorithm. */
bool tool_is_apart(const char *algorithm);
void tool_data_free(tool_data *data);
int tool_data_allocate(const xl__problem *problem, const xl__algorithm *algorithm, int array, tool_data *data,
                       xl_error *error);
/* Free with tool_data_free in either case. */
int tool_data_generate(const tool_case *cs, const xl__problem *problem, const char *distribution,
                       uint64_t seed, tool_data *data, xl_error *error);
int tool_data_allocate_expected(const xl__problem *problem, const xl__algorithm *algorithm, tool_data *data,
                                xl_error *error);
/* expected[] must be allocated. */
int tool_data_expect(const tool_case *cs, const xl__problem *problem, tool_data *data, xl_error *error);
uint64_t tool_count_given(const tool_array *count);
/* For a reference: sets the expected count of a counted output (xl__array_desc.counted_by) and allocates all
   its elements in expected[array], even if fewer fit. XL_BAD_VALUE: more than the count can hold. */
int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error);
