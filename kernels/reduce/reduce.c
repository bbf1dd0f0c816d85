/* reduce.c - the table of reduce: all elements combined by one operator (README.md). */
#include "algorithm.h"
#include "operators.h"

#define MOST_ELEMENTS 1099511627776.0 /* 2^40: 4 TiB of the smallest elements */

static const xl__param params[] = {
    {.name = "n",
     .kind = XL__INT,
     .role = XL__RUNTIME,
     .initial = 16777216,
     .most = MOST_ELEMENTS,
     .unit = "elements",
     .help = "elements that are combined",
     .size = true},
    {.name = "operator",
     .kind = XL__CHOICE,
     .role = XL__PROBLEM,
     .most = 6,
     .choices = XL__SIMPLE_OPERATOR_WORDS,
     .help = "what combines two; and, or, xor of integers only"},
    {.name = "items",
     .kind = XL__INT,
     .role = XL__TUNING,
     .initial = 16,
     .least = 1,
     .most = 256,
     .unit = "elements",
     .help = "elements per work-item"},
    {.name = "group",
     .kind = XL__INT,
     .role = XL__TUNING,
     .most = 1024,
     .unit = "work-items",
     .help = "work-group size, 0 = chosen"},
};

static const xl__array_desc arrays[] = {
    {.name = "x",
     .types = {XL_U32, XL_I32, XL_U64, XL_I64, XL_F32, XL_F64},
     .shape = {"n"},
     .help = "what is combined"},
    {.name = "result",
     .types = {XL_U32, XL_I32, XL_U64, XL_I64, XL_F32, XL_F64},
     .direction = XL__OUT,
     .shape = {"1"},
     .help = "all of them; without elements the operator's identity"},
};

/* Two launches do for any n: the first leaves a total per work-group, and MOST_PARTS are few enough for one
   work-group to combine. */
#define MOST_PARTS "4096"

static const xl__size sizes[] = {
    {.name = "parts", .is = "max(1, min(blocks(n, group * items), " MOST_PARTS "))"},
    {.name = "blocks_1", .is = "max(1, blocks(n, 4096))"},
    {.name = "blocks_2", .is = "blocks(blocks_1, 4096)"},
    {.name = "blocks_3", .is = "blocks(blocks_2, 4096)"},
    {.name = "share", .is = "max(1, round_up(blocks(n, parts), group))"},
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "T", .count = "parts"},
    {.name = "totals_1", .type = "T", .count = "blocks_1"},
    {.name = "totals_2", .type = "T", .count = "blocks_2"},
    {.name = "totals_3", .type = "T", .count = "blocks_3"},
    {0},
};

/* Where one work-group does, its total is the result. */
#define LAUNCHES(kernel_name)                                                                                \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group", .passes = (const xl__pass[]) {                       \
        {.kernel = (kernel_name),                                                                            \
         .args = "x, totals, ulong n, ulong share, local T sub_groups",                                      \
         .groups = "parts",                                                                                  \
         .when = "parts > 1"},                                                                               \
            {.kernel = (kernel_name),                                                                        \
             .args = "totals, result, ulong parts, ulong parts, local T sub_groups",                         \
             .groups = "1",                                                                                  \
             .when = "parts > 1"},                                                                           \
            {.kernel = (kernel_name),                                                                        \
             .args = "x, result, ulong n, ulong share, local T sub_groups",                                  \
             .groups = "1",                                                                                  \
             .when = "parts == 1"},                                                                          \
            {0},                                                                                             \
    }
#define RIGHT(kernel_name) .source = "reduce/reduce.cl", .needs = OPERANDS, .why = WHY, LAUNCHES(kernel_name)
#define WRONG(kernel_name)                                                                                   \
    .source = "reduce/wrong.cl", .flags = XL__WRONG, .ops = "reduce_$operator:$type shuffle_xor:u32",        \
    LAUNCHES(kernel_name)
#define OPERANDS "operator < and || type < f16"
#define WHY "and, or, xor are for integers"

/* A launch of `fixed` takes 4096 elements to one. */
#define LEVEL(from, to, count, made, condition)                                                              \
    {                                                                                                        \
        .kernel = "reduce_fixed", .args = from ", " to ", ulong " count,                                     \
        .groups = "blocks(" made ", sub_groups)", .when = (condition)                                        \
    }

static const xl__strategy strategies[] = {
    {.name = "loop",
     .help = "one work-item, one loop",
     .source = "reduce/reduce.cl",
     .flow = XL__NO_SUB_GROUPS,
     .needs = OPERANDS,
     .why = WHY,
     .passes =
         (const xl__pass[]){
             {.kernel = "reduce_loop", .args = "x, result, ulong n", .groups = "1", .group = "1"}, {0}}},
    {.name = "serial",
     .help = "lanes read lane 1, 2, 3, ...: W - 1 steps",
     .ops = "broadcast:u32",
     RIGHT("reduce_serial")},
    {.name = "tree",
     .help = "shuffle down by W/2, W/4, ..., 1: log2 W steps, total on lane 0",
     .ops = "shuffle_down:u32",
     RIGHT("reduce_tree")},
    {.name = "butterfly",
     .help = "shuffle xor by W/2, W/4, ..., 1: log2 W steps, total on every lane",
     .ops = "shuffle_xor:u32",
     RIGHT("reduce_butterfly")},
    {.name = "builtin",
     .help = "the device's own reduction where it has one",
     .ops = "reduce_$operator:$type shuffle_xor:u32",
     RIGHT("reduce_builtin")},
    {.name = "fixed",
     .help = "one order whatever the width: the same bits on every device",
     .source = "reduce/fixed.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "shuffle_down:u32",
     .needs = OPERANDS,
     .why = WHY,
     .tuning = "group",
     .passes =
         (const xl__pass[]){
             LEVEL("x", "result", "n", "1", "blocks_1 == 1"),
             LEVEL("x", "totals_1", "n", "blocks_1", "blocks_1 > 1"),
             LEVEL("totals_1", "result", "blocks_1", "1", "blocks_1 > 1 && blocks_2 == 1"),
             LEVEL("totals_1", "totals_2", "blocks_1", "blocks_2", "blocks_2 > 1"),
             LEVEL("totals_2", "result", "blocks_2", "1", "blocks_2 > 1 && blocks_3 == 1"),
             LEVEL("totals_2", "totals_3", "blocks_2", "blocks_3", "blocks_3 > 1"),
             LEVEL("totals_3", "result", "blocks_3", "1", "blocks_3 > 1"),
             {0},
         }},
    {.name = "tail",
     .help = "past the end the last element is taken again: sums whose last share is not full",
     .needs = "operator == add && type < f16",
     .why = "shows in sums of integers",
     WRONG("reduce_tail")},
    {.name = "zero_start",
     .help = "0 in place of the operator's identity: the least of numbers above 0",
     .needs = "operator == min && (type == u32 || type == u64)",
     .why = "shows in the minimum of unsigned integers",
     WRONG("reduce_zero_start")},
    {.name = "last_lane",
     .help = "the tree's total is read from the last lane, not from lane 0",
     .needs = "lanes > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, over several lanes",
     WRONG("reduce_last_lane")},
    {.name = "lost_sub_group",
     .help = "the last sub-group's total is left out",
     .needs = "sub_groups > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, by several sub-groups",
     WRONG("reduce_lost_sub_group")},
    {.name = "rounded",
     .help = "64-bit integers pass through a float, which loses their low bits",
     .needs = "(operator == max || operator == add) && (type == u64 || type == i64)",
     .why = "shows in sums and maxima of 64-bit integers",
     WRONG("reduce_rounded")},
};

/* All ways of meeting take the same time at large n (README.md); this one is the device's own. */
static const char *choose(xl__problem *problem) {
    (void)problem;
    return "builtin";
}

const xl__algorithm xl__algorithm_reduce = {
    .name = "reduce",
    .help = "all elements combined by one operator: sum, product, least, largest, and, or, xor",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .arrays = arrays,
    .array_count = (int)(sizeof arrays / sizeof *arrays),
    .strategies = strategies,
    .strategy_count = (int)(sizeof strategies / sizeof *strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"n"},
    .choose = choose,
};
