/* elect.c - the table of elect: what is the same for all lanes is done by one of them (README.md). */
#include "algorithm.h"

#define MOST 4294966272.0 /* elements: 2^32 less the largest work-group, so that numbers of 32 bits do */

enum { ROWS, N }; /* places */
static const xl__param params[] = {
    XL__SIZE_PARAM("rows", 8192, MOST, "rows", "each with a key"),
    XL__SIZE_PARAM("n", 64, MOST, "elements", "of a row"),
    XL__RUNTIME_PARAM("rounds", 64, 0, 1048576, "rounds", "what the function of a key costs"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("key", XL_U32), .shape = {"rows"}, .help = "what the function is computed of"},
    {XL__INPUT("x", XL_U32), .shape = {"rows", "n"}, .help = "elements; 0: there is none"},
    {XL__OUTPUT("out", XL_U32), .shape = {"room"}, .help = "each element xor the function of its row's key",
     .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "how many there are"},
};

static int check(xl__problem *problem, xl_error *error) {
    const double rows = problem->value[ROWS], n = problem->value[N];
    if (rows * n <= MOST) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "elect: rows=%.0f n=%.0f are more than 2^32 - 1024 elements", rows,
                    n);
}

static const xl__size sizes[] = {
    {.name = "room", .is = "rows * n"},
    {.name = "pieces", .is = "rows * blocks(n, lanes)"},
    {0},
};

static const xl__measure work[] = {
    {.name = "atomics", .unit = "atomics", .help = "on the count", .most = "room"},
    {.name = "functions", .unit = "functions", .help = "that were computed", .most = "max(room, rows)"},
    {0}};

#define LAUNCH(kernel_name, counts, how_many, more)                                                          \
    .tuning = "group", .any_order = "out",                                                                   \
    XL__LAUNCH_FILLED("count", kernel_name,                                                                  \
                      "key, x, out, count, " counts "uint rows, uint n, uint rounds" more, how_many)
#define RIGHT(kernel_name, how_many, more)                                                                   \
    .source = "elect/elect.cl", .measures = work, LAUNCH(kernel_name, "measures, ", how_many, more)
#define ON_LANES(operations) .flow = XL__GROUP_UNIFORM, .ops = operations
#define PIECES "blocks(pieces, sub_groups)"
#define WRONG(kernel_name, how_many)                                                                         \
    .source = "elect/wrong.cl", .flags = XL__WRONG, XL__SEVERAL_LANES, ON_LANES("ballot broadcast:u32"),     \
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
     RIGHT("elect_batch", "n > 0 ? blocks(blocks(rows, lanes), sub_groups) : 0", "")},
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

#define WORK_ITEMS                                                                                           \
    "(strategy == every ? rows * n : strategy == batch ? rows : "                                            \
    "rows * round_up(n, strategy == group ? group : lanes))"

const xl__algorithm xl__algorithm_elect = {
    .name = "elect",
    .help = "what is the same for all lanes is done by one: a function, an atomic",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"rows", "n"},
    .check = check,
    .cost = {.bytes = "4 * rows * (n + 1)",
             .operations = "rows * (10 * rounds + n)", /* the function of each row once */
             .work_items = "round_up(" WORK_ITEMS ", group)",
             .steps = "rounds + (strategy == batch ? n : 1)"},
};
