/*
 * case.h - the parts of an algorithm that only the command needs: inputs, reference, tolerance.
 * kernels/<name>/<name>_case.c defines `const tool_case tool_case_<name>`. verify, bench, run and exec use
 * only it and the algorithm's table.
 */
#pragma once

#include "table/algorithm.h"
#include "arrays/array.h"
#include "cases/compare.h"
#include "cases/random.h"
#include <string.h>

/* The tables that cases name. */
#define XL_ALGORITHM(name) extern const xl__algorithm xl__algorithm_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

/* A list of texts, as most fields below want it. */
#define TOOL_TEXTS(...)                                                                                      \
    (const char *const[]) {                                                                                  \
        __VA_ARGS__, NULL                                                                                    \
    }

/* Inputs and expectations of one run, indexed like the algorithm's arrays. Entries that do not apply are
   empty: outputs in `in`, inputs in `expected`, absent optional inputs. */
typedef struct tool_data {
    tool_array in[XL__MAX_ARRAYS];
    tool_expected expected[XL__MAX_ARRAYS];
    size_t elements[XL__MAX_ARRAYS]; /* of each array */
} tool_data;

/* The element of an input that is to be made: number i of n. */
typedef struct tool_element {
    const xl__problem *problem;
    const char *distribution;
    uint64_t seed, i, n;
} tool_element;

static inline bool tool_is(const tool_element *e, const char *distribution) {
    return strcmp(e->distribution, distribution) == 0;
}
/* A random word of the element, another one in each stream. */
static inline uint32_t tool_any(const tool_element *e, uint64_t stream) {
    return tool_random_at(e->seed, stream, e->i);
}

/* An input whose elements depend only on their numbers. At most one of the two functions makes an element:
 * its bits, at most 32; or a whole number, of an array of any type (tool_put_whole). Without either it has
 * any bits: tool_any of the stream with the input's index in the list. */
typedef struct tool_input {
    const char *array;
    uint32_t (*bits)(const tool_element *element);
    uint64_t (*whole)(const tool_element *element);
    const char *only; /* the only distribution with this optional array; NULL: all have the array */
} tool_input;

/* A turn of a reference: number i of tool_case.turns. */
typedef struct tool_turn {
    const xl__problem *problem;
    const tool_array *in;    /* tool_data's */
    tool_expected *expected; /* tool_data's, to be filled */
    size_t i;
    size_t lanes; /* with by_width: the turn is a sub-group's, i to i + lanes - 1; else 1 */
    /* Of a counted output: `made` elements of this turn, from `place` on. If a turn makes more elements than
     * fit, expected[] holds only the first of them: `begins` is the place without that limit. */
    uint64_t made, place, begins;
} tool_turn;

/* The line about a mistake in a case begins so. */
#define TOOL_CASE_MISTAKE "mistake in kernels/"
/* Noted as a call (calls.h) while a case makes inputs or computes results. */
#define TOOL_CASE_CALL "case"
/* Prints this line and aborts: the case reads `array`, which is no input. */
_Noreturn void tool_misplaced(const tool_turn *turn, int array);

/* Element i of an input of that type. */
static inline uint32_t tool_u32(const tool_turn *turn, int array, size_t i) {
    if (!turn->in[array].data) tool_misplaced(turn, array);
    return ((const uint32_t *)turn->in[array].data)[i];
}
static inline float tool_f32(const tool_turn *turn, int array, size_t i) {
    if (!turn->in[array].data) tool_misplaced(turn, array);
    return ((const float *)turn->in[array].data)[i];
}

/* A question that a row of measurements answers: one parameter, the type or the inputs take several values,
   and each strategy is a series. `bench --sweep NAME` runs it. */
typedef struct tool_sweep {
    const char *name;            /* "share" */
    const char *question;        /* "from which share on does ... pay?" */
    const char *title;           /* of the axis: "share of the elements that are kept" */
    const char *axis;            /* as --set takes it, "threshold=0,1000,2000", "distribution=runs8,runs64",
                                    "width=8,16"; in ascending order */
    const char *labels;          /* how the values are shown, "0,10%,20%", as many; NULL: as they are */
    const char *const *settings; /* the other settings, each as --set takes it, NULL at the end; NULL: none */
    bool per_step;               /* times are those of one step of a lane: divided by cost.steps */
    const char *less;            /* the strategy whose time is taken off that of the others, at the same
                   width; it need not have the axis; NULL: none */
    bool grows;    /* the axis is a size, or the width: the growth of the times is reported (growth.h) */
    bool by_width; /* the axis is the sub-group's width, as --width gives it; a parameter may have the same
                      name */
} tool_sweep;

enum { TOOL_SWEEP_VALUES = 32 }; /* of an axis, at most */

/* The sweeps of a case. */
#define TOOL_SWEEPS(...)                                                                                     \
    (const tool_sweep[]) {                                                                                   \
        __VA_ARGS__, {                                                                                       \
            0                                                                                                \
        }                                                                                                    \
    }

/* The time by a parameter that says how large the problem is. The values are closer in the upper half,
   through which the line is laid; the rest is settings. */
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

/* Inputs so few that all can be tested. `verify --exhaustive` generates them on the device, chunk by chunk,
 * and compares each strategy's results there with those of `reference`, bit by bit. Input and outputs have
 * elements of 32 bits. */
typedef struct tool_domain {
    const char *name, *help; /* "unit", "all floats in [0, 1]" */
    const char *settings;    /* what the plan is set to, "form=unorm24"; NULL: nothing */
    const char *size;        /* the parameter that says how many values there are, "n" */
    const char *input; /* the array that takes them: so many elements of it make a value as it has more */
    /* OpenCL C: the bits of element `part` of value number `i`, a ulong below `count`. It may use `seed`, and
       domain_random and domain_unit of kernels/common/domain.cl. */
    const char *value;
    uint64_t count;
    uint32_t first_bits,
        last_bits; /* of the first and the last value, which the host looks at; both 0: of any */
    /* The strategy that computes the expected results. It shares no code with the others, and in every chunk
     * the host compares some of its results with tool_case.reference. */
    const char *reference;
    const char
        *result; /* the output, in the input's shape, whose distance from it is the error; NULL: none */
    /* For each element of a value: '=' the error counts, '<' it counts, and a result above the input is
       wrong,
       '>' below; '.' it does not count. NULL: all count. */
    const char *sides;
    double most;       /* the largest error that is right */
    const char *shows; /* the planted strategies that go wrong somewhere in it, separated by spaces */
} tool_domain;

typedef struct tool_case {
    const xl__algorithm *algorithm;
    /* Input distributions: all are verified, the first is the default; bench sweeps the names before the
     * first NULL. Difficult ones for verify only are in `edges`. */
    const char *const *distributions; /* NULL at the end */
    const char *const *edges;         /* NULL, or NULL at the end */
    /* Smallest base problem for the size sweep of verify: settings text. Each size parameter takes 0, 1, W-1,
     * W, W+1, a prime, group +-1, one after the other. At the full level it also takes 2^24+1, unless the cap
     * is lower. */
    const char *verify_base;
    const char *trace_base; /* settings by which a trace shows no more than a step needs; NULL: none */
    /* Further settings that verify crosses with (each a settings text), NULL at the end:
       {"model=linear channels=1", "model=quadratic channels=4", NULL}. */
    const char *const *verify_settings;
    /* Settings texts that bench and run time by default, NULL at the end; the first is for slow devices. */
    const char *const *bench_settings;
    /* Ends with a NULL name; NULL: none. */
    const tool_sweep *sweeps;
    /* Ends with a NULL name; NULL: none. */
    const tool_domain *domains;
    /* Settings of the picture that `run` draws, NULL: none. With a colour output: its size; with a luminance
       input: what to count in the picture that another case drew. */
    const char *picture_settings;
    /* The input whose elements the output counts, which has one output, of u32; NULL: it counts nothing.
     * Elements missing in the sum are reported. */
    const char *counts_of;
    /* Describes the inputs; ends with a NULL array; NULL: none is described. */
    const tool_input *inputs;
    /* Fills the inputs that are not listed, in in[], where they are allocated; it allocates optional arrays
     * itself (tool_data_allocate). NULL: all are listed. Inputs are deterministic in (problem, distribution,
     * seed), the same on every system. */
    int (*generate)(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error);
    /* Fills expected[] of every output, which is allocated and 0, from in[]. The inputs may be the user's,
     * with NaNs, infinities or denormal numbers. Most cases work turn by turn. `turns` is the number of
     * turns, an expression, "rows * n". `expect` fills the part of one turn, which no other turn needs: turns
     * may run at the same time. For a counted output `count` returns how many elements a turn makes; `place`
     * is where they begin. */
    const char *turns;
    void (*expect)(const tool_turn *turn);
    uint64_t (*count)(const tool_turn *turn);
    /* Refuses inputs outside of what the algorithm promises, of which no result would be right or wrong:
       XL_BAD_VALUE, and the line names the element. NULL: it takes any. */
    int (*refuse)(const xl__problem *problem, const tool_data *data, xl_error *error);
    /* In place of turns, where an element depends on others: computes all outputs in one call. For an output
       that is counted it asks for room first (tool_data_counted). */
    int (*reference)(const xl__problem *problem, tool_data *data, xl_error *error);
    bool apart;            /* strategies are no ways to one result: none is best, none stands for a device */
    bool by_strategy;      /* what is expected depends on problem->strategy too */
    bool by_width;         /* and on problem->width */
    const char *by_itself; /* the few strategies that have an expected result of their own, where by_strategy
                              would compute one for each: "expanded|cull"; or NULL */
} tool_case;

extern const tool_case *const tool_cases[]; /* NULL at the end, in the order of algorithms.def */
/* The place in run_order.def, from 0; INT_MAX: it is not there. */
int tool_run_place(const char *algorithm);
const tool_case *tool_find_case(const char *algorithm);
/* Whether an algorithm's strategies compute different things; one that is not known here has none such. */
bool tool_is_apart(const char *algorithm);
void tool_data_free(tool_data *data);
/* Allocates in[array] with the shape that the problem gives it. */
int tool_data_allocate(const xl__problem *problem, const xl__algorithm *algorithm, int array, tool_data *data,
                       xl_error *error);
/* Allocates the inputs and fills them for one of the case's distributions; to be freed with tool_data_free in
   either case. */
int tool_data_generate(const tool_case *cs, const xl__problem *problem, const char *distribution,
                       uint64_t seed, tool_data *data, xl_error *error);
/* Allocates expected[] of every output. */
int tool_data_allocate_expected(const xl__problem *problem, const xl__algorithm *algorithm, tool_data *data,
                                xl_error *error);
/* Computes the expected results of these inputs; expected[] is allocated. */
int tool_data_expect(const tool_case *cs, const xl__problem *problem, tool_data *data, xl_error *error);
/* The number in an array that says how many elements there are (the choice "counted", algorithm.h). */
uint64_t tool_count_given(const tool_array *count);
/* For a reference: an output that is counted (xl__array_desc.counted_by) has `count` elements. Sets what is
   expected of its count and makes room for all of them in expected[array], also where fewer fit.
   XL_BAD_VALUE: they are more than the count can say. */
int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error);
