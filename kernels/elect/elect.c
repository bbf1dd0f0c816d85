/* elect.c - the table of elect: one lane does the work that is equal for all lanes (README.md). */
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

#define LAUNCH(kernel_name, counts, how_many, more)                                                          \
    .tuning = "group", .any_order = "out",                                                                   \
    XL__LAUNCH_FILLED("count", kernel_name,                                                                  \
                      "key, x, out, count, " counts "uint rows, uint n, uint rounds" more, how_many)
#define WORK                                                                                                 \
    XL__MEASURES({XL__MEASURE("atomics", "atomics", "on the count"), .most = "room"},                        \
                 {XL__MEASURE("functions", "functions", "that were computed"), .most = "max(room, rows)"})
#define RIGHT(word, what, how_many, more)                                                                    \
    WORK, XL__KERNEL(word, what, "elect/elect.cl"), LAUNCH("elect_" word, "measures, ", how_many, more)
#define ON_LANES(operations) .flow = XL__GROUP_UNIFORM, .ops = operations
#define PIECES "blocks(pieces, sub_groups)"
#define BATCHES "n > 0 ? blocks(blocks(rows, lanes), sub_groups) : 0"
/* Planted: the kernel `elected` with an edit of its own text or of a file it includes. */
#define CHANGED(word, bug, how_many, ...)                                                                    \
    WORK, XL__EDITED(word, bug, "elect/elect.cl", __VA_ARGS__), ON_LANES("ballot broadcast:u32"),            \
        XL__SEVERAL_LANES, LAUNCH("elect_elected", "measures, ", how_many, "")
#define PLACE "out[base + sg_mask_count_below(active, sg_lane(sg))] = e.x ^ f;"
/* For edits that allocate more places than elements: prevents writes past the end of out. */
#define WITHIN                                                                                               \
    { "if (e.x != 0) " PLACE, "if (e.x != 0 && base + SG_WIDTH <= rows * n) " PLACE }

/* Smaller work-groups wait less at barriers: with 128 work-items 36 us, with 512 50 (131072 x 128, rare). */
#define GROUP_TURNS(begin)                                                                                   \
    WORK, begin, ON_LANES("ballot shuffle:u32"),                                                             \
        .group = "cpu ? 0 : 128",                                                                            \
        LAUNCH("elect_group_turns", "measures, ", BATCHES, ", local uint sub_groups + 1")

static const xl__strategy strategies[] = {
    {RIGHT("every", "each lane computes the function and allocates its place", "blocks(room, group)", "")},
    {RIGHT("elect_function", "the first active lane computes the function", PIECES, ""),
     ON_LANES("ballot broadcast:u32 first shuffle:u32")},
    {RIGHT("elect_atomic", "the first active lane allocates the places with one atomic", PIECES, ""),
     ON_LANES("ballot broadcast:u32")},
    {RIGHT("elected", "the first active lane does both", PIECES, ""), ON_LANES("ballot broadcast:u32")},
    {RIGHT("group", "one work-item does both for its work-group", "rows * blocks(n, group)",
           ", local uint sub_groups, local uint 2"),
     ON_LANES("ballot")},
    {RIGHT("batch", "each lane computes the function of another row; one atomic per sub-group", BATCHES, ""),
     ON_LANES("ballot broadcast:u32 shuffle:u32")},
    {WORK,
     XL__KERNEL("turns", "as batch, with one atomic per sixteen rounds of a sub-group", "elect/turns.cl"),
     LAUNCH("elect_turns", "measures, ", BATCHES, ""), ON_LANES("ballot broadcast:u32 shuffle:u32")},
    {GROUP_TURNS(XL__KERNEL("group_turns", "as turns, with one atomic per work-group", "elect/turns.cl"))},
    {RIGHT("row", "one work-item per row does both if the row has elements", "blocks(rows, group)", "")},
    {CHANGED("wrong_lane", "the first active lane does the work, but lane 0 broadcasts", PIECES,
             {"sg_broadcast(sg, base, first % SG_WIDTH)", "sg_broadcast(sg, base, 0u)"},
             {"sg_broadcast(sg, f, first % SG_WIDTH)", "sg_broadcast(sg, f, 0u)"})},
    {CHANGED("holes", "places are allocated for lanes without an element", PIECES,
             {"base = atomic_add(count, sg_mask_count(active))", "base = atomic_add(count, (uint)SG_WIDTH)"},
             WITHIN)},
    {CHANGED("same_place", "all lanes write to the first place", PIECES, {PLACE, "out[base] = e.x ^ f;"})},
    {CHANGED("not_elected", "each active lane allocates places for all", PIECES,
             {"if (sg_lane(sg) == first) {\n        base = atomic_add",
              "if (sg_mask_bit(active, sg_lane(sg))) {\n        base = atomic_add"},
             WITHIN)},
    {WORK,
     XL__EDITED("each_turn", "turns, but all turns of one atomic begin at the same place", "elect/turns.cl",
                {"place[k] = all + sg_mask_count_below", "place[k] = sg_mask_count_below"}),
     XL__SEVERAL_LANES, LAUNCH("elect_turns", "measures, ", BATCHES, ""),
     ON_LANES("ballot broadcast:u32 shuffle:u32")},
    {GROUP_TURNS(XL__EDITED("own_base", "all sub-groups of a work-group begin at the same place",
                            "elect/turns.cl",
                            {"base += s < sg_id(sg) ? totals[s] : 0u;", "base += 0u * totals[s];"})),
     .needs = "sub_groups > 1 && rows > lanes && n > 0", .why = "shows if several sub-groups have elements"},
    {CHANGED("across_rows", "a sub-group has elements of two rows but one function", "blocks(room, group)",
             {"const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);",
              "const size_t i = get_global_id(0); "
              "const elect_element e = {(uint)i / n, i < (size_t)rows * n ? x[i] : 0u};"}),
     .edited_in = "elect_elected"},
};

#define WORK_ITEMS                                                                                           \
    "(strategy == every ? rows * n : strategy >= batch ? rows : "                                            \
    "rows * round_up(n, strategy == group ? group : lanes))"

const xl__algorithm xl__algorithm_elect = {
    .name = "elect",
    .help = "one lane computes a value or an atomic for all",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"rows", "n"},
    .check = check,
    /* On a CPU, row takes at most 0.75 of the time of batch and turns if sub-groups are emulated. Otherwise
       it takes 0.6 to 0.9 below a million elements, up to 1.7 above. On one GPU of 132 units, group_turns is
       faster than every for many rows (57 us instead of 280) and slower for few (86 instead of 33). */
    .automatic =
        "cpu ? (emulated || rows * n < 1000000 ? row : turns) : rows > 24 * units ? group_turns : every",
    .cost = {.bytes = "4 * rows * (n + 1)",
             .operations = "rows * (10 * rounds + n)", /* each row's function once */
             .work_items = "round_up(" WORK_ITEMS ", group)",
             .steps = "rounds + (strategy >= batch ? n : 1)"},
};
