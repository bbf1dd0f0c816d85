/* The table of elect (README.md). */
#include "table/algorithm.h"

#define MOST 4294966272.0 /* elements: 2^32 less the largest work-group, so that numbers fit 32 bits */

enum { ROWS, N }; /* indices into params */
static const xl__param params[] = {
    XL__SIZE_PARAM("rows", 8192, MOST, "rows", "rows, each with a key"),
    XL__SIZE_PARAM("n", 64, MOST, "elements", "elements of a row"),
    XL__RUNTIME_PARAM("rounds", 64, 0, 1048576, "rounds", "rounds of a key's function"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("key", XL_U32), .shape = {"rows"}, .help = "input of the function"},
    {XL__INPUT("x", XL_U32), .shape = {"rows", "n"}, .help = "elements; 0: absent"},
    {XL__OUTPUT("out", XL_U32), .shape = {"room"}, .help = "each element xor the function of its row's key",
     .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "the number of elements"},
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

#define LAUNCH(kernel_name, how_many, more)                                                                  \
    .tuning = "group", .any_order = "out",                                                                   \
    XL__MEASURES({XL__MEASURE("atomics", "atomics", "on the count"), .most = "room"},                        \
                 {XL__MEASURE("functions", "functions", "that were computed"), .most = "max(room, rows)"}),  \
    XL__LAUNCH_FILLED("count", kernel_name,                                                                  \
                      "key, x, out, count, measures, uint rows, uint n, uint rounds" more, how_many)
#define PIECES "blocks(pieces, sub_groups)"
#define BATCHES "n > 0 ? blocks(blocks(rows, lanes), sub_groups) : 0"

static const xl__strategy strategies[] = {
    {XL__KERNEL("every", "each lane computes the function and allocates its place", "elect/elect.cl"),
     LAUNCH("elect_every", "blocks(room, group)", "")},
    {XL__KERNEL("elect_function", "the first active lane computes the function", "elect/elect.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32 first shuffle:u32",
     LAUNCH("elect_elect_function", PIECES, "")},
    {XL__KERNEL("elect_atomic", "the first active lane allocates the places with one atomic",
                "elect/elect.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32", LAUNCH("elect_elect_atomic", PIECES, "")},
    {XL__KERNEL("elected", "the first active lane does both", "elect/elect.cl"), .flow = XL__GROUP_UNIFORM,
     .ops = "ballot broadcast:u32", LAUNCH("elect_elected", PIECES, "")},
    {XL__KERNEL("group", "one work-item does both for its work-group", "elect/elect.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot",
     LAUNCH("elect_group", "rows * blocks(n, group)", ", local uint sub_groups, local uint 2")},
    {XL__KERNEL("batch", "each lane computes the function of another row; one atomic per sub-group",
                "elect/elect.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32 shuffle:u32",
     LAUNCH("elect_batch", BATCHES, "")},
    {XL__KERNEL("turns", "as batch, with one atomic per sixteen rounds of a sub-group", "elect/turns.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32 shuffle:u32",
     LAUNCH("elect_turns", BATCHES, "")},
    /* Smaller work-groups wait less at barriers: 128 work-items take 0.72 of the time of 512. */
    {XL__KERNEL("group_turns", "as turns, with one atomic per work-group", "elect/turns.cl"),
     .flow = XL__GROUP_UNIFORM, .group = "cpu ? 0 : 128", .ops = "ballot shuffle:u32",
     LAUNCH("elect_group_turns", BATCHES, ", local uint sub_groups + 1")},
    {XL__KERNEL("row", "one work-item per row does both if the row has elements", "elect/elect.cl"),
     LAUNCH("elect_row", "blocks(rows, group)", "")},
};

#define WORK_ITEMS                                                                                           \
    "(strategy == every ? rows * n : strategy >= batch ? rows : "                                            \
    "rows * round_up(n, strategy == group ? group : lanes))"

extern const xl__strategy xl__planted_elect[];

const xl__algorithm xl__algorithm_elect = {
    .name = "elect",
    .help = "one lane computes a value or an atomic for all",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_elect,
    .sizes = sizes,
    .shape = {"rows", "n"},
    .check = check,
    /* On a CPU, row takes at most 0.75 of the time of batch and turns if sub-groups are emulated. Otherwise
       it takes 0.6 to 0.9 below a million elements, up to 1.7 above. On one GPU of 132 units, group_turns
       takes 57 us for many rows where every takes 280, and 86 for few rows where every takes 33. */
    .automatic =
        "cpu ? (emulated || rows * n < 1000000 ? row : turns) : rows > 24 * units ? group_turns : every",
    .cost = {.bytes = "4 * rows * (n + 1)",
             .operations = "rows * (10 * rounds + n)", /* each row's function once */
             .work_items = "round_up(" WORK_ITEMS ", group)",
             .steps = "rounds + (strategy >= batch ? n : 1)"},
};
