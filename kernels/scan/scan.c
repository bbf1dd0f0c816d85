/* scan.c - the table of scan: prefixes by one operator (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/operators.h"
#include <math.h>
#include <string.h>

enum { N, OPERATOR, ITEMS = 3, GROUP = 5 }; /* indices into params */

/* A work-item loads vectors of 4 and keeps its elements until their prefixes are known. A look-back keeps
   them while it polls, so with 32 registers per lane it has half as many. */
static double settle_items(const xl__problem *problem, double asked) {
    const bool pairs = xl__get(problem, "operator") == (double)XL__AFFINE;
    const bool looks =
        problem->strategy && problem->strategy->tuning && strstr(problem->strategy->tuning, "polls");
    const double bytes = (double)xl_type_size(problem->type) * (pairs ? 2.0 : 1.0) *
                         (looks && problem->register_bytes <= 128 ? 2.0 : 1.0);
    const double items = xl__fit_registers(problem, "items", asked, bytes, INFINITY);
    return items - fmod(items, 4.0);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, XL__MOST_OPERANDS, "elements", "elements; for affine, pairs"),
    XL__CHOICE_PARAM("operator", XL__AFFINE, XL__OPERATOR_WORDS,
                     "combines two elements; and, or, xor: integers only; affine: pairs of floats only"),
    XL__CHOICE_PARAM("kind", 1, "inclusive|exclusive", "inclusive: a prefix includes the element itself"),
    {XL__NUMBER(XL__TUNING, "items", 16, 4, 64, NULL,
                "elements per work-item at a time, in fours; fewer if registers are few"),
     .settle = settle_items},
    XL__TUNING_PARAM("polls", 4096, 1, 65536, NULL,
                     "polls of an unpublished tile before a work-group computes its total itself"),
    XL__GROUP_PARAM,
    COUNTED_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n", "pair"},
     .help = "elements to combine; for affine [n, 2]: pairs (v, p), each a step c -> c p + v"},
    {XL__INPUT("initial", XL__OPERANDS), .direction = XL__IN_OPTIONAL, .shape = {"1", "pair"},
     .help = "the combined elements before x, if x is part of a longer array; default: none"},
    {XL__OUTPUT("y", XL__OPERANDS), .shape = {"n", "pair"}, .counted_by = "count",
     .help = "the prefix of each element"},
    COUNTED_ARRAYS("count"),
};

/* A pair has 2 components, a dimension of the arrays; other operators have no such dimension. There are at
 * most 4096 shares, so that one work-group can scan their totals. */
static const xl__size sizes[] = {
    {.name = "pair", .is = "operator == affine ? 2 : 0", .may_drop = true},
    {.name = "components", .is = "max(1, pair)"},
    {.name = "tile", .is = "group * items"},
    {.name = "share", .is = "max(1, blocks(n, tile * 4096)) * tile"},
    {.name = "parts", .is = "blocks(n, share)"},
    {.name = "tiles", .is = "blocks(n, tile)"},
    SHARES,
    COUNTED_SIZE,
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "T", .count = "max(1, parts) * components"},
    LOOKBACK_STATES("components * bytes"),
    /* SCAN_RUNS per share (common/scan_eight.h) */
    {.name = "share_totals", .type = "T", .count = "shares * components * (operator == affine ? 4 : 1)"},
    COUNTED_AREA,
    {0},
};

#define RIGHT(word, what) XL__KERNEL(word, what, "scan/scan.cl")
#define OPS "shuffle_up:u32 broadcast:u32"
#define BY_SHUFFLES .ops = OPS, .defines = "ON_CPU=cpu, SHUFFLES=1"
#define LOCAL "local T sub_groups * components"
#define TAKE COUNTED_TAKE("count", "n")
/* A single work-group needs no prefix, so the first two passes are skipped. */
#define REDUCE_THEN_SCAN(apply)                                                                              \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group",                                                      \
    XL__PASSES(                                                                                              \
        TAKE,                                                                                                \
        {XL__PASS("scan/scan.cl:scan_reduce", "x, totals, ulong n, ulong share, " LOCAL ", counted",         \
                  "parts"),                                                                                  \
         .when = "parts > 1"},                                                                               \
        {XL__PASS("scan/scan.cl:scan_carry", "totals, initial, ulong parts, " LOCAL, "1"),                   \
         .when = "parts > 1"},                                                                               \
        {XL__PASS(apply, "x, totals, initial, y, ulong n, ulong share, " LOCAL ", counted", "parts")})
#define LOOKBACK(word, what, stalled, least_fallbacks)                                                       \
    XL__KERNEL(word, what, "scan/lookback.cl"), .needs = "progress && " XL__OPERANDS_FIT,                    \
                                                .why = LOOKBACK_WHY "; " XL__OPERANDS_FIT_WHY,               \
                                                LOOKS_BACK(stalled, least_fallbacks)
#define LOOKS_BACK(stalled, least_fallbacks)                                                                 \
    .flow = XL__GROUP_UNIFORM, .tuning = "items polls group", .ops = OPS " reduce_max:u32",                  \
    .defines = "ON_CPU=cpu, SHUFFLES=1, SCAN_ONCE=few_registers, STALLED=" stalled,                          \
    XL__MEASURES({LOOKBACK_FALLBACKS, .least = (least_fallbacks)}),                                          \
    XL__PASSES(TAKE, LOOKBACK_LAUNCH("scan_lookback", "x, initial, y",                                       \
                                     "measures, ulong n, uint polls, " LOCAL                                 \
                                     ", local T components, local uint 1, counted"))
/* Planted: kogge_stone with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "scan/scan.cl", __VA_ARGS__), BY_SHUFFLES, REDUCE_THEN_SCAN("scan_apply")

static const xl__strategy strategies[] = {
    {RIGHT("loop", "one work-item, one loop"), XL__OPERANDS_NEED,
     XL__PASSES(TAKE, {XL__PASS("scan_loop", "x, initial, y, ulong n, counted", "1"), .group = "1"})},
    {RIGHT("kogge_stone", "shuffle up by 1, 2, 4, ..., W/2: log2 W steps; reduce, then scan"), BY_SHUFFLES,
     XL__OPERANDS_NEED, REDUCE_THEN_SCAN("scan_apply")},
    {RIGHT("builtin", "the device's own scan where it has one; reduce, then scan"),
     .ops = "scan_inclusive_$operator:$type " OPS, .defines = "ON_CPU=cpu, SHUFFLES=0",
     .needs = "operator < affine && " XL__OPERANDS_FIT,
     .why = XL__OPERANDS_FIT_WHY "; no device has affine itself", REDUCE_THEN_SCAN("scan_apply")},
    {LOOKBACK("lookback",
              "one pass: each tile waits for the totals before it, and computes a missing total itself", "0",
              NULL)},
    /* Each silent tile makes at least one later tile compute its total. */
    {LOOKBACK("lookback_stalled",
              "as lookback, but every eighth tile publishes nothing, so later tiles must compute its total",
              "1", "tiles > 4 && counted == none ? 1 : 0")},
    {XL__KERNEL("shares", SHARES_HELP("reduces, then scans by vectors"), "scan/shares.cl"), XL__OPERANDS_NEED,
     XL__PASSES(TAKE,
                {SHARES_PASS("scan_shares_total", "x, share_totals, ulong n, ulong each, counted"),
                 .when = "shares > 1 || operator == affine"},
                {SHARES_PASS("scan_shares", "x, initial, share_totals, y, ulong n, ulong each, counted")})},
    {CHANGED("own_twice", "a lane's elements are combined into their own prefix: they count twice",
             {"operator_combine(part.total, before);", "operator_combine(part.total, lanes);"}),
     .needs = "operator == add && type < f16", .why = "shows in sums of integers"},
    {CHANGED("zero_before", "0 instead of the operator's identity before the first lane",
             {"sg_lane(sg) == 0 ? operator_identity() : below", "sg_lane(sg) == 0 ? (sum_t)0 : below"}),
     .needs = "operator == mul && type < f16", .why = "shows in products of integers"},
    {CHANGED("wrong_order", "the prefix before an element is combined after it",
             {"operator_combine(before, part->before[r])", "operator_combine(part->before[r], before)"}),
     .needs = "operator == affine && type >= f32", .why = "shows in pairs of floats, whose order matters"},
    {CHANGED("low_lanes", "the lowest lanes combine their own value again in every step",
             {"v = sg_lane(sg) >= d ? operator_combine(below, v) : v;", "v = operator_combine(below, v);"}),
     .needs = "lanes > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, over several lanes"},
    {CHANGED("initial_again", "each work-group combines initial a second time",
             {"? totals[get_group_id(0)] :",
              "? operator_combine(scan_start(initial), totals[get_group_id(0)]) :"}),
     .needs = "operator == add && type < f16 && parts > 1 && counted == none",
     .why = "shows in sums of integers over several shares"},
    {XL__EDITED("total_as_prefix", "a look-back treats a tile's total as the prefix up to its end",
                "scan/lookback.cl",
                {"flag == LOOKBACK_PREFIX ? lane + 1", "flag != LOOKBACK_NOTHING ? lane + 1"},
                {"lookback_publish(sg, state, operator_combine",
                 "if (0) lookback_publish(sg, state, operator_combine"}),
     .needs = "progress && operator == add && type < f16 && tiles > 2 && counted == none",
     .why = LOOKBACK_WHY "; shows in sums of integers over three tiles", LOOKS_BACK("0", NULL)},
};

/* On a GPU one launch beats three if launches dominate, and one pass over x beats two if memory does. A
   CPU's caches hold a share between its two passes. There loops beat sub-groups; for small n a single loop
   is best. On two cores `shares` is slower than `loop` at 1000 elements, but not at 12000. */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) {
        /* A sum of integers takes one cycle, and launches are cheap here. */
        const bool quick =
            problem->value[OPERATOR] == XL__ADD && problem->type < XL_F16 && !problem->vectorises;
        return problem->value[N] < (quick ? 25000.0 : 9000.0) ? "loop" : "shares";
    }
    const double n = problem->value[N], one_tile = 4096.0;
    if (n > one_tile && xl__able(problem, XL__PROGRESS)) {
        /* With 8-byte elements this tile takes 0.9 of the usual time, with 4-byte elements 1.02. */
        if (n >= 1048576.0 && (problem->value[OPERATOR] == XL__AFFINE || xl_type_size(problem->type) > 4)) {
            problem->value[ITEMS] = 32;
            problem->value[GROUP] = 128;
        }
        return "lookback";
    }
    return problem->value[OPERATOR] == XL__AFFINE ? "kogge_stone" : "builtin";
}

const xl__algorithm xl__algorithm_scan = {
    .name = "scan",
    .help = "prefixes: running sums, minima, products, compositions",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "2 * n * components * bytes", /* every element read once and written once */
             .operations = "n * (operator == affine ? 3 : 1)",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : tiles * group",
             .steps = "strategy == loop ? n : strategy == shares ? each : items"},
};
