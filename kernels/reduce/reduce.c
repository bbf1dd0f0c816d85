/* The table of reduce (README.md). */
#include "table/algorithm.h"
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/operators.h"

enum { N, OPERATOR }; /* indices into params */
static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, XL__MOST_OPERANDS, "elements", "elements to combine; for affine, pairs"),
    XL__CHOICE_PARAM("operator", XL__AFFINE, XL__OPERATOR_WORDS,
                     "combines two elements; and, or, xor: integers only; affine: pairs of floats only"),
    XL__TUNING_PARAM("items", 16, 1, 256, NULL, "elements per work-item"),
    XL__GROUP_PARAM,
    COUNTED_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n", "pair"},
     .help = "elements to combine; for affine [n, 2]: pairs (v, p), each a step c -> c p + v"},
    {XL__OUTPUT("result", XL__OPERANDS), .shape = {"1", "pair"},
     .help = "the combined elements; for n = 0 the operator's identity"},
    COUNTED_ARRAYS("count"),
};

/* Measured on one GPU of 132 units. The wrong work-group costs 2%. */
#define LARGE_GROUP "cpu || emulated ? 0 : n < 33554432 ? 512 : 1024"

/* Two launches suffice for any n: the first makes at most 4096 totals, which one work-group can combine.
   `ordered` has whole tiles (common/scan.h). */
static const xl__size sizes[] = {
    {.name = "pair", .is = "operator == affine ? 2 : 0", .may_drop = true},
    {.name = "components", .is = "max(1, pair)"},
    {.name = "parts", .is = "max(1, min(blocks(n, group * items), 4096))"},
    {.name = "share", .is = "max(1, round_up(blocks(n, parts), group))"},
    {.name = "few",
     .is = "max(1, min(blocks(n, group * items), 1024))"}, /* `once`: one work-group reads all totals */
    {.name = "few_share", .is = "max(1, round_up(blocks(n, few), group))"},
    {.name = "blocks_1", .is = "max(1, blocks(n, 4096))"}, /* `fixed`: a launch makes one total of 4096 */
    {.name = "blocks_2", .is = "blocks(blocks_1, 4096)"},
    {.name = "blocks_3", .is = "blocks(blocks_2, 4096)"},
    {.name = "tile", .is = "group * 16"},
    {.name = "row", .is = "max(1, blocks(n, tile * 4096)) * tile"}, /* `ordered`: a work-group's share */
    {.name = "rows", .is = "max(1, blocks(n, row))"},
    SHARES,
    COUNTED_SIZE,
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "T", .count = "parts"},
    {.name = "row_totals", .type = "T", .count = "rows * components"},
    {.name = "share_totals", .type = "T", .count = "shares * components"},
    {.name = "totals_1", .type = "T", .count = "blocks_1"},
    {.name = "totals_2", .type = "T", .count = "blocks_2"},
    {.name = "totals_3", .type = "T", .count = "blocks_3"},
    STATES_AREAS("1 + few * bytes / 2"), /* a word per 16 bits of a total */
    COUNTED_AREA,
    {0},
};

#define TAKE COUNTED_TAKE("count", "n")
/* A single work-group's total is the result. The number of totals does not depend on a count on the device:
   their launch is uncounted. */
#define LAUNCH(kernel_name, from, to, count, share, how_many, more)                                          \
    XL__PASS(kernel_name,                                                                                    \
             from ", " to ", ulong " count ", ulong " share ", local T sub_groups * components, " more,      \
             how_many)
#define LAUNCHES(kernel_name)                                                                                \
    XL__SIMPLE_OPERANDS_NEED,                                                                                \
        .flow = XL__GROUP_UNIFORM, .tuning = "items group",                                                  \
        XL__PASSES(                                                                                          \
            TAKE,                                                                                            \
            {LAUNCH(kernel_name, "x", "totals", "n", "share", "parts", "counted"), .when = "parts > 1"},     \
            {LAUNCH(kernel_name, "totals", "result", "parts", "parts", "1", "uncounted"),                    \
             .when = "parts > 1"},                                                                           \
            {LAUNCH(kernel_name, "x", "result", "n", "share", "1", "counted"), .when = "parts == 1"})
#define LEVEL(from, to, count, made)                                                                         \
    XL__PASS("reduce_fixed", from ", " to ", ulong " count, "blocks(" made ", sub_groups)")

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop", "reduce/reduce.cl"), XL__OPERANDS_NEED,
     XL__PASSES(TAKE, {XL__PASS("reduce_loop", "x, result, ulong n, counted", "1"), .group = "1"})},
    {XL__KERNEL("serial", "lanes read lane 1, 2, 3, ...: W - 1 steps", "reduce/reduce.cl"),
     .ops = "broadcast:u32", LAUNCHES("reduce_serial")},
    {XL__KERNEL("tree", "shuffle down by W/2, W/4, ..., 1: log2 W steps, total on lane 0",
                "reduce/reduce.cl"),
     .ops = "shuffle_down:u32", LAUNCHES("reduce_tree")},
    {XL__KERNEL("butterfly", "shuffle xor by W/2, W/4, ..., 1: log2 W steps, total on every lane",
                "reduce/reduce.cl"),
     .ops = "shuffle_xor:u32", LAUNCHES("reduce_butterfly")},
    {XL__KERNEL("builtin", "the device's own reduction if it has one", "reduce/reduce.cl"),
     .ops = "reduce_$operator:$type shuffle_xor:u32", LAUNCHES("reduce_builtin")},
    {XL__KERNEL("once", "as builtin, in one launch: the last work-group combines all totals",
                "reduce/once.cl"),
     .needs = "progress && (operator < and || operator < affine && type < f16)",
     .why = LOOKBACK_WHY "; and, or, xor are for integers, affine for what keeps an order",
     .ops = "reduce_$operator:$type shuffle_xor:u32", .flow = XL__GROUP_UNIFORM, .tuning = "items group",
     .group = LARGE_GROUP,
     XL__PASSES(TAKE,
                STATES_LAUNCH("reduce_once", "x, result",
                              "ulong n, ulong few_share, local T sub_groups, local uint 1, counted", "few"))},
    {XL__KERNEL("fixed", "one order at any width: identical bits on every device", "reduce/fixed.cl"),
     XL__SIMPLE_OPERANDS_NEED, .flow = XL__SUB_GROUP_UNIFORM, .ops = "shuffle_down:u32", .tuning = "group",
     XL__PASSES(
         TAKE, {LEVEL("x", "result", "n, counted", "1"), .when = "blocks_1 == 1"},
         {LEVEL("x", "totals_1", "n, counted", "blocks_1"), .when = "blocks_1 > 1"},
         {LEVEL("totals_1", "result", "blocks_1, uncounted", "1"), .when = "blocks_1 > 1 && blocks_2 == 1"},
         {LEVEL("totals_1", "totals_2", "blocks_1, uncounted", "blocks_2"), .when = "blocks_2 > 1"},
         {LEVEL("totals_2", "result", "blocks_2, uncounted", "1"), .when = "blocks_2 > 1 && blocks_3 == 1"},
         {LEVEL("totals_2", "totals_3", "blocks_2, uncounted", "blocks_3"), .when = "blocks_3 > 1"},
         {LEVEL("totals_3", "result", "blocks_3, uncounted", "1"), .when = "blocks_3 > 1"})},
    {XL__KERNEL("ordered", "keeps the order, which affine needs: tiles by vectors and shuffles up",
                "reduce/ordered.cl"),
     XL__OPERANDS_NEED, .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = "shuffle_up:u32 broadcast:u32",
     .defines = "ON_CPU=cpu, SHUFFLES=1",
     XL__PASSES(
         TAKE,
         {LAUNCH("reduce_ordered", "x", "row_totals", "n", "row", "rows", "counted"), .when = "rows > 1"},
         {LAUNCH("reduce_ordered", "row_totals", "result", "rows", "round_up(rows, tile)", "1", "uncounted"),
          .when = "rows > 1"},
         {LAUNCH("reduce_ordered", "x", "result", "n", "row", "1", "counted"), .when = "rows == 1"})},
    {XL__KERNEL("shares", SHARES_HELP("combines by vectors"), "reduce/ordered.cl"), XL__OPERANDS_NEED,
     XL__PASSES(
         TAKE, {SHARES_PASS("reduce_shares", "x, share_totals, ulong n, ulong each, counted")},
         {XL__PASS("reduce_shares", "share_totals, result, ulong shares, ulong shares, uncounted", "1"),
          .group = "1"})},
};

/* On a CPU a vectorised loop on one core is fastest up to a MiB, for products less
   (docs/performance_tried.md); shares cost two launches, 5 to 7 us on two cores. Otherwise shares take a
   quarter of the time of builtin. */
static const char *choose_on_cpu(const xl__problem *problem) {
    const int combines = (int)problem->value[OPERATOR];
    const bool extreme = combines == XL__MIN || combines == XL__MAX, over_items = problem->vectorises;
    const bool vectors = over_items ? !extreme : problem->type < XL_F16;
    const double n = problem->value[N], bytes = n * (double)xl_type_size(problem->type);
    if (combines == XL__AFFINE) return n < 3000.0 ? "loop" : "shares";
    if (!vectors && over_items) return n < 6000.0 ? "builtin" : "shares";
    if (!vectors) return n < 3000.0 ? "loop" : "shares";
    if (combines == XL__MUL) return bytes < (over_items ? 786432.0 : 262144.0) ? "loop" : "shares";
    return bytes < 1048576.0 ? "loop" : "shares";
}

/* On a GPU the combination of lanes does not matter for large n (README.md), so auto chooses builtin. If
   several work-groups would need a second launch, it chooses once: up to 2^22 elements it takes 6.8 us
   instead of 10.4 (one GPU of 132 units). */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return choose_on_cpu(problem);
    if (problem->value[OPERATOR] == XL__AFFINE) return "ordered";
    return problem->value[N] > 4096.0 && xl__able(problem, XL__PROGRESS) ? "once" : "builtin";
}

extern const xl__strategy xl__planted_reduce[];

const xl__algorithm xl__algorithm_reduce = {
    .name = "reduce",
    .help = "sum, product, minimum, maximum or bits of all elements",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_reduce,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * bytes * components",
             .operations = "n * (operator == affine ? 3 : 1)",
             .work_items =
                 "strategy == loop ? 1 : strategy == shares ? shares : strategy == ordered ? rows * "
                 "group : parts * group",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == ordered ? blocks(row, "
                      "group) : blocks(n, parts * group) + (strategy == serial ? lanes : 0)"},
};
