/*
 * case.h - what the command needs of an algorithm beside its table: inputs, reference, tolerance.
 *
 * kernels/<name>/<name>_case.c defines `const tool_case tool_case_<name>`. verify, bench, run and exec work
 * from it and from the algorithm's table alone.
 */
#ifndef TOOL_CASE_H
#define TOOL_CASE_H

#include "../src/algorithm.h"
#include "array.h"
#include "compare.h"
#include "random.h"
#include <string.h>

/* The tables that cases name. */
#define XL_ALGORITHM(name) extern const xl__algorithm xl__algorithm_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

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

/* An input whose elements follow from their numbers alone: the bits of one, of at most 32. */
typedef struct tool_input {
    const char *array;
    uint32_t (*bits)(const tool_element *element);
} tool_input;

/* A question that a row of measurements answers: one parameter, the type or the inputs take several values,
   and each strategy is a series. `bench --sweep NAME` runs it. */
typedef struct tool_sweep {
    const char *name;            /* "share" */
    const char *question;        /* "from which share on does ... pay?" */
    const char *title;           /* of the axis: "share of the elements that are kept" */
    const char *axis;            /* as --set takes it, "threshold=0,1000,2000", "distribution=runs8,runs64";
                                    rising along the question */
    const char *labels;          /* how the values are shown, "0,10%,20%", as many; NULL: as they are */
    const char *const *settings; /* the rest, each as --set takes it, NULL at the end; NULL: none */
    bool per_step;               /* times are those of one step of a lane: divided by cost.steps */
    const char *less;            /* the strategy whose time is taken off that of the others, at the same
                   width; it need not have the axis; NULL: none */
} tool_sweep;

/* Inputs of which there are so few that all can be tried: `verify --exhaustive` makes them on the device,
   chunk by chunk, and compares there what each strategy makes of them with what `reference` does, bit by bit.
   Input and outputs have elements of 32 bits. */
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
    /* The strategy that tells what is right. It shares no code with the others, and in every chunk the host
       compares some of its results with tool_case.reference. */
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
    /* Input distributions: all are verified, the first is the default; bench sweeps those up to the first
       NULL. "hurt" ones that only verify uses stand in `edges`. */
    const char *const *distributions; /* NULL at the end */
    const char *const *edges;         /* NULL, or NULL at the end */
    /* Smallest base problem for the size sweep of verify: settings text. Each size parameter in turn takes
       0, 1, W-1, W, W+1, a prime, group +-1 (and 2^24+1 at the full level, unless the cap is lower). */
    const char *verify_base;
    /* Further settings that verify crosses with (each a settings text), NULL at the end:
       {"model=linear channels=1", "model=quadratic channels=4", NULL}. */
    const char *const *verify_settings;
    /* Settings texts that bench and run time by default, NULL at the end, first = the one for slow devices.
     */
    const char *const *bench_settings;
    /* Ends with a NULL name; NULL: none. */
    const tool_sweep *sweeps;
    /* Ends with a NULL name; NULL: none. */
    const tool_domain *domains;
    /* Settings of the picture that `run` draws, NULL: none. With a colour output: its size; with a luminance
       input: what to count in the picture that another case drew. */
    const char *picture_settings;
    /* What is in the inputs; ends with a NULL array; NULL: none is made so. */
    const tool_input *inputs;
    /* Fills those that are not listed, in in[], where they are allocated; optional arrays it allocates itself
       (tool_data_allocate). NULL: all are listed. Inputs are deterministic in (problem, distribution, seed),
       the same on every system. */
    int (*generate)(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error);
    /* Fills expected[] of every output, which is there and 0, from in[], which may be the user's own: with
       any NaN, infinity or denormal number among it. Of an output that is counted it asks for room first
       (tool_data_counted). */
    int (*reference)(const xl__problem *problem, tool_data *data, xl_error *error);
    bool by_strategy;      /* what is expected depends on problem->strategy too */
    bool by_width;         /* and on problem->width */
    const char *by_itself; /* in place of by_strategy where it does for a few: "expanded|cull"; or NULL */
} tool_case;

extern const tool_case *const tool_cases[]; /* NULL at the end, in the order of algorithms.def */
const tool_case *tool_find_case(const char *algorithm);
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
/* For a reference: an output that is counted (xl__array_desc.counted_by) has `count` elements. Sets what is
   expected of its count and makes room for all of them in expected[array], also where fewer fit. */
int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error);

#endif
