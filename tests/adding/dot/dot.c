/* dot.c - the table of dot: in every row, the sum of a_i b_i (README.md). */
#include "dot_table.h"

/* Indices are 32-bit in the kernels; the last block may reach one sub-group past n. */
#define MOST_ELEMENTS 2147483520.0

static const xl__param params[] = {
    [DOT_ROWS] = {"rows", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "rows",
                  "dot products, independent of each other", true},
    [DOT_N] = {"n", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "elements", "length of every row",
               true},
    [DOT_GROUP] = {"group", XL__INT, XL__TUNING, 0, 0, 1024, NULL, "work-items",
                   "work-group size, 0 = chosen", false},
};

static const xl__array_desc arrays[] = {
    [DOT_A] = {"a", {XL_F32}, XL__IN, {"rows", "n"}, XL__NO_PICTURE, "left factors"},
    [DOT_B] = {"b", {XL_F32}, XL__IN, {"rows", "n"}, XL__NO_PICTURE, "right factors"},
    [DOT_SUM] = {"sum", {XL_F32}, XL__OUT, {"rows"}, XL__NO_PICTURE, "the dot product of every row"},
};

/* The plant's bug lies between lanes. */
static int prepare_lanes(xl__prepare *p) {
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane cannot show this bug");
    return XL_SUCCESS;
}

static int enqueue(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    const size_t rows = (size_t)xl__int(problem, DOT_ROWS);
    xl__begin(e, 0);
    xl__arg_array(e, DOT_A);
    xl__arg_array(e, DOT_B);
    xl__arg_array(e, DOT_SUM);
    xl__arg_uint(e, (uint32_t)rows);
    xl__arg_uint(e, (uint32_t)xl__int(problem, DOT_N));
    return xl__go_rows(e, rows);
}

/* Where the sum over the lanes is derived, it is made of exchanges. */
#define OPS_SUM "reduce_add:f32 shuffle_xor:u32"

static const xl__strategy strategies[] = {
    [DOT_SERIAL] = {.name = "serial",
                    .help = "a work-item a row: one loop over the elements",
                    .source = "dot/dot.cl",
                    .kernels = {"dot_serial"},
                    .flow = XL__NO_SUB_GROUPS,
                    .enqueue = enqueue,
                    .rows_per_group = xl__row_a_work_item},
    [DOT_SUBGROUP] = {.name = "subgroup",
                      .help = "a sub-group a row: a sum a lane, then one over the lanes",
                      .source = "dot/dot.cl",
                      .kernels = {"dot_subgroup"},
                      .flow = XL__GROUP_UNIFORM,
                      .ops = OPS_SUM,
                      .enqueue = enqueue,
                      .rows_per_group = xl__row_a_sub_group},
    {.name = "tail",
     .help = "lanes past the last element repeat it: wrong where n is no multiple of the width",
     .source = "dot/wrong.cl",
     .kernels = {"dot_tail"},
     .flow = XL__GROUP_UNIFORM,
     .flags = XL__WRONG,
     .ops = OPS_SUM,
     .prepare = prepare_lanes,
     .enqueue = enqueue,
     .rows_per_group = xl__row_a_sub_group},
};

/* First simple rule. A CPU's compiler vectorises over work-items; elsewhere a sub-group reads consecutive
 * elements. */
static int choose(xl__problem *problem) {
    return problem->cpu ? DOT_SERIAL : DOT_SUBGROUP;
}

const xl__algorithm xl__algorithm_dot = {
    .name = "dot",
    .help = "in every row, the sum of a b",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .arrays = arrays,
    .array_count = (int)(sizeof arrays / sizeof *arrays),
    .strategies = strategies,
    .strategy_count = (int)(sizeof strategies / sizeof *strategies),
    .shape = {"rows", "n"},
    .choose = choose,
};
