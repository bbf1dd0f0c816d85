/* lerp.c - the table of lerp: interpolation one step after another, c = c (1 - t) + x t (README.md). */
#include "lerp_table.h"

/* Indices are 32-bit in the kernels; the last block may reach one sub-group past n. */
#define MOST_ELEMENTS 2147483520.0

static const xl__param params[] = {
    [LERP_ROWS] = {"rows", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "rows",
                   "interpolations, independent of each other", true},
    [LERP_N] = {"n", XL__INT, XL__RUNTIME, 1024, 0, MOST_ELEMENTS, NULL, "elements",
                "steps of every interpolation", true},
    [LERP_CHANNELS] = {"channels", XL__INT, XL__PROBLEM, 4, 1, 4, NULL, "floats", "components of a colour",
                       true},
    [LERP_CARRY] = {"carry", XL__CHOICE, XL__TUNING, 1, 0, 4, "product|last|ballot|ballot_uniform|findmsb",
                    NULL, "how continued and deferred find the product of a block", false},
    [LERP_GROUP] = {"group", XL__INT, XL__TUNING, 0, 0, 1024, NULL, "work-items",
                    "work-group size, 0 = chosen", false},
};

static const xl__array_desc arrays[] = {
    [LERP_X] = {"x", {XL_F32}, XL__IN, {"rows", "n", "channels"}, XL__NO_PICTURE, "colours to step towards"},
    [LERP_T] = {"t", {XL_F32}, XL__IN, {"rows", "n"}, XL__NO_PICTURE, "how far to step, any value"},
    [LERP_INITIAL] = {"initial",
                      {XL_F32},
                      XL__IN_OPTIONAL,
                      {"rows", "channels"},
                      XL__NO_PICTURE,
                      "colour to start from, default black"},
    [LERP_C] = {"c", {XL_F32}, XL__OUT, {"rows", "channels"}, XL__NO_PICTURE, "colour after the last step"},
};

static int prepare(xl__prepare *p) {
    xl__define(p, "CHANNELS", xl__int(p->problem, LERP_CHANNELS));
    return XL_SUCCESS;
}

static int prepare_carry(xl__prepare *p) {
    xl__define(p, "CARRY", xl__int(p->problem, LERP_CARRY));
    return prepare(p);
}

/* For planted kernels whose bug lies between lanes. */
static int prepare_lanes(xl__prepare *p) {
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane cannot show this bug");
    return prepare(p);
}

static int prepare_wrong_width(xl__prepare *p) {
    xl__define(p, "SG_PLANT_WRONG_WIDTH", 1);
    return prepare_carry(p);
}

static int enqueue(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    xl__begin(e, 0);
    xl__arg_array(e, LERP_X);
    xl__arg_array(e, LERP_T);
    xl__arg_array(e, LERP_INITIAL);
    xl__arg_array(e, LERP_C);
    xl__arg_uint(e, (uint32_t)xl__int(problem, LERP_ROWS));
    xl__arg_uint(e, (uint32_t)xl__int(problem, LERP_N));
    return xl__go_rows(e, (size_t)xl__int(problem, LERP_ROWS));
}

/* A strategy's kernel is named after it; WRONG ones stand in wrong.cl. */
#define RIGHT(name, file, ops, prepare, help)                                                                \
    {                                                                                                        \
        name, help, "lerp/" file, {"lerp_" name}, XL__GROUP_UNIFORM, 0, ops, prepare, enqueue,               \
            xl__row_a_sub_group                                                                              \
    }
#define WRONG(name, ops, prepare, help)                                                                      \
    {                                                                                                        \
        name, help, "lerp/wrong.cl", {"lerp_" name}, XL__GROUP_UNIFORM, XL__WRONG, ops, prepare, enqueue,    \
            xl__row_a_sub_group                                                                              \
    }
/* Reductions and scans that the device lacks are derived from the moves. */
#define OPS_MOVES "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 "
#define OPS_PREFIX OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32"
#define OPS_DIVIDE OPS_MOVES "scan_inclusive_mul:f32 reduce_add:f32"
#define OPS_CARRY OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32 ballot last"

static const xl__strategy strategies[] = {
    [LERP_SERIAL] = {"serial",
                     "a work-item a row: one loop over the elements",
                     "lerp/lerp.cl",
                     {"lerp_serial"},
                     XL__NO_SUB_GROUPS,
                     0,
                     NULL,
                     prepare,
                     enqueue,
                     xl__row_a_work_item},
    [LERP_READLANE] = RIGHT("readlane", "lerp.cl", OPS_MOVES, prepare,
                            "a sub-group a row: lanes load, then all loop over lane 0, 1, ..."),
    [LERP_PREFIX] = RIGHT("prefix", "lerp.cl", OPS_PREFIX, prepare,
                          "blocks from the first: exclusive prefix product in reverse order, then a sum"),
    [LERP_CONTINUED] = RIGHT("continued", "continued.cl", OPS_CARRY, prepare_carry,
                             "blocks from the last, carrying the product; a sum a block"),
    [LERP_DEFERRED] =
        RIGHT("deferred", "continued.cl", OPS_CARRY, prepare_carry, "as continued, with one sum at the end"),
    [LERP_AFFINE] =
        RIGHT("affine", "affine.cl", OPS_MOVES, prepare, "a share of the row a lane, then a tree of maps"),
    WRONG("clamped", OPS_DIVIDE, prepare,
          "published guard, max(1 - t, 0.00001): what t = 1 covers shines through by 1e-5"),
    WRONG("divide", OPS_DIVIDE, prepare, "exclusive product as inclusive / value: NaN where t = 1"),
    WRONG("tail", OPS_PREFIX, prepare_lanes,
          "lanes past the last element are counted: wrong where n is no multiple of the width"),
    WRONG("zero_start", OPS_PREFIX, prepare,
          "the exclusive product starts from 0: the last element of a block is lost"),
    WRONG("reversed", OPS_PREFIX, prepare_lanes,
          "lanes hold the elements in their own order: weights of the elements before"),
    WRONG("published", OPS_CARRY, prepare,
          "a block's value replaces the accumulated one: wrong where n is above the width"),
    WRONG("order", OPS_CARRY, prepare,
          "continued with blocks from the first: wrong where n is above the width"),
    WRONG("commuted", OPS_MOVES, prepare_lanes, "the affine tree takes the maps of a pair in one order"),
    {"wrong_width",
     "deferred, right, but reporting twice the width that ran",
     "lerp/continued.cl",
     {"lerp_deferred"},
     XL__GROUP_UNIFORM,
     XL__WRONG,
     OPS_CARRY,
     prepare_wrong_width,
     enqueue,
     xl__row_a_sub_group},
};

/* First simple rule. On a CPU a row a work-item: its compiler vectorises over work-items. Elsewhere a
   sub-group a row as soon as a row gives most lanes an element: its reads are consecutive, a row's alone are
   not. */
static int choose(xl__problem *problem) {
    if (problem->cpu) return LERP_SERIAL;
    return xl__int(problem, LERP_N) > problem->width / 2 ? LERP_DEFERRED : LERP_SERIAL;
}

const xl__algorithm xl__algorithm_lerp = {
    .name = "lerp",
    .help = "interpolation one step after another, c = c (1 - t) + x t, in every row",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .arrays = arrays,
    .array_count = (int)(sizeof arrays / sizeof *arrays),
    .strategies = strategies,
    .strategy_count = (int)(sizeof strategies / sizeof *strategies),
    .shape = {"rows", "n"},
    .choose = choose,
};
