/* elect.c - the table of elect: what is the same for all lanes is done by one of them (README.md). */
#include "algorithm.h"

#define MOST 4294966272.0 /* elements: 2^32 less the largest work-group, so that numbers of 32 bits do */

enum { ROWS, N };
static const xl__param params[] = {
    [ROWS] = {.name = "rows",
              .role = XL__RUNTIME,
              .initial = 8192,
              .most = MOST,
              .unit = "rows",
              .help = "each with a key",
              .size = true},
    [N] = {.name = "n",
           .role = XL__RUNTIME,
           .initial = 64,
           .most = MOST,
           .unit = "elements",
           .help = "of a row",
           .size = true},
    {.name = "rounds",
     .role = XL__RUNTIME,
     .initial = 64,
     .most = 1048576,
     .unit = "rounds",
     .help = "what the function of a key costs"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "key", .types = {XL_U32}, .shape = {"rows"}, .help = "what the function is computed of"},
    {.name = "x", .types = {XL_U32}, .shape = {"rows", "n"}, .help = "elements; 0: there is none"},
    {.name = "out",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"room"},
     .help = "each element xor the function of its row's key",
     .counted_by = "count"},
    {.name = "count", .types = {XL_U32}, .direction = XL__OUT, .shape = {"1"}, .help = "how many there are"},
};

static uint64_t room(const xl__problem *problem) {
    return (uint64_t)problem->value[ROWS] * (uint64_t)problem->value[N];
}

static int check(xl__problem *problem, xl_error *error) {
    if (problem->value[ROWS] * problem->value[N] <= MOST) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "elect: rows=%lld n=%lld are more than 2^32 - 1024 elements",
                    xl__int(problem, ROWS), xl__int(problem, N));
}

static const xl__size sizes[] = {
    {.name = "room", .count = room},
    {.name = "pieces", .is = "rows * blocks(n, lanes)"},
    {0},
};

static const xl__measure work[] = {
    {.name = "atomics", .unit = "atomics", .help = "on the count", .most = "room"},
    {.name = "functions", .unit = "functions", .help = "that were computed", .most = "max(room, rows)"},
    {0}};

#define LAUNCH(kernel_name, counts, how_many, more)                                                          \
    .tuning = "group", .any_order = "out", .passes = (const xl__pass[]) {                                    \
        {.fill = "count"},                                                                                   \
            {.kernel = (kernel_name),                                                                        \
             .args = "key, x, out, count, " counts "uint rows, uint n, uint rounds" more,                    \
             .groups = (how_many),                                                                           \
             .when = "n > 0"},                                                                               \
            {0},                                                                                             \
    }
#define RIGHT(kernel_name, how_many, more)                                                                   \
    .source = "elect/elect.cl", .measures = work, LAUNCH(kernel_name, "measures, ", how_many, more)
#define ON_LANES(operations) .flow = XL__GROUP_UNIFORM, .ops = operations
#define PIECES "blocks(pieces, sub_groups)"
#define WRONG(kernel_name, how_many)                                                                         \
    .source = "elect/wrong.cl", .flags = XL__WRONG, .needs = "lanes > 1",                                    \
    .why = "a sub-group of one lane cannot show this bug", ON_LANES("ballot broadcast:u32"),                 \
    LAUNCH(kernel_name, "", how_many, "")

static const xl__strategy strategies[] = {
    {.name = "every",
     .help = "each lane computes the function and takes its place",
     RIGHT("elect_every", "blocks(room, group)", "")},
    {.name = "elect_function",
     .help = "the first active lane computes the function",
     ON_LANES("ballot broadcast:u32 first shuffle:u32"),
     RIGHT("elect_elect_function", PIECES, "")},
    {.name = "elect_atomic",
     .help = "the first active lane takes the places, with one atomic",
     ON_LANES("ballot broadcast:u32"),
     RIGHT("elect_elect_atomic", PIECES, "")},
    {.name = "elected",
     .help = "the first active lane does both",
     ON_LANES("ballot broadcast:u32"),
     RIGHT("elect_elected", PIECES, "")},
    {.name = "group",
     .help = "a work-item does both for its work-group",
     ON_LANES("ballot"),
     RIGHT("elect_group", "rows * blocks(n, group)", ", local uint sub_groups, local uint 2")},
    {.name = "batch",
     .help = "each lane computes the function of another row; an atomic for each sub-group",
     ON_LANES("ballot broadcast:u32 shuffle:u32"),
     RIGHT("elect_batch", "blocks(blocks(rows, lanes), sub_groups)", "")},
    {.name = "wrong_lane",
     .help = "the first active lane does the work, and lane 0 is asked",
     WRONG("elect_wrong_lane", PIECES)},
    {.name = "holes", .help = "places are taken for lanes that have nothing", WRONG("elect_holes", PIECES)},
    {.name = "same_place", .help = "all lanes write to the first place", WRONG("elect_same_place", PIECES)},
    {.name = "not_elected",
     .help = "each active lane takes places for all",
     WRONG("elect_not_elected", PIECES)},
    {.name = "across_rows",
     .help = "a sub-group has elements of two rows, and one function",
     WRONG("elect_across_rows", "blocks(room, group)")},
};

const xl__algorithm xl__algorithm_elect = {
    .name = "elect",
    .help = "what is the same for all lanes is done by one: a function, an atomic",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"rows", "n"},
    .check = check,
};
