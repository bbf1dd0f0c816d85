/* The table of scan (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/operators.h"
#include <math.h>
#include <string.h>

enum { N, OPERATOR, ITEMS = 3, GROUP = 5 }; /* indices into params */

/* A work-item loads vectors of 4 and keeps them until their prefixes are known. A look-back keeps them while
   it polls, so with 32 registers per lane it has half as many. */
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

/* A pair's 2 components are a dimension of the arrays. At most 4096 shares, so that one work-group can scan
 * their totals. */
static const xl__size sizes[] = {
    {.name = "pair", .is = "operator == affine ? 2 : 0", .may_drop = true},
    {.name = "components", .is = "max(1, pair)"},
    {.name = "tile", .is = "group * items"},
    {.name = "share", .is = "max(1, blocks(n, tile * 4096)) * tile"},
    {.name = "parts", .is = "blocks(n, share)"},
    {.name = "tiles", .is = "blocks(n, tile)"},
    {.name = "fixed_blocks", .is = "blocks(n, 4096)"}, /* BLOCK of fixed.cl */
    SHARES,
    COUNTED_SIZE,
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "T", .count = "max(1, parts) * components"},
    LOOKBACK_STATES("components * bytes"),
    /* SCAN_RUNS per share (common/scan_eight.h) */
    {.name = "share_totals", .type = "T", .count = "shares * components * (operator == affine ? 4 : 1)"},
    {.name = "fixed_totals", .type = "T", .count = "max(1, fixed_blocks) * components"},
    COUNTED_AREA,
    {0},
};

#define OPS "shuffle_up:u32 broadcast:u32"
#define LOCAL "local T sub_groups * components"
#define TAKE COUNTED_TAKE("count", "n")
#define FIXED_RUNS "local T 512 * components" /* twice RUNS of fixed.cl */
/* A single work-group needs no prefix: two passes are skipped. */
#define REDUCE_THEN_SCAN                                                                                     \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group",                                                      \
    XL__PASSES(TAKE,                                                                                         \
               {XL__PASS("scan/scan.cl:scan_reduce", "x, totals, ulong n, ulong share, " LOCAL ", counted",  \
                         "parts"),                                                                           \
                .when = "parts > 1"},                                                                        \
               {XL__PASS("scan/scan.cl:scan_carry", "totals, initial, ulong parts, " LOCAL, "1"),            \
                .when = "parts > 1"},                                                                        \
               {XL__PASS("scan_apply", "x, totals, initial, y, ulong n, ulong share, " LOCAL ", counted",    \
                         "parts")})
#define LOOKBACK                                                                                             \
    .flow = XL__GROUP_UNIFORM, .tuning = "items polls group", .ops = OPS " reduce_max:u32",                  \
    .needs = "progress && " XL__OPERANDS_FIT, .why = LOOKBACK_WHY "; " XL__OPERANDS_FIT_WHY,                 \
    XL__PASSES(TAKE, LOOKBACK_LAUNCH("scan_lookback", "x, initial, y",                                       \
                                     "measures, ulong n, uint polls, " LOCAL                                 \
                                     ", local T components, local uint 1, counted"))
#define LOOKBACK_DEFINES "ON_CPU=cpu, SHUFFLES=1, SCAN_ONCE=few_registers, "

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop", "scan/scan.cl"), XL__OPERANDS_NEED,
     XL__PASSES(TAKE, {XL__PASS("scan_loop", "x, initial, y, ulong n, counted", "1"), .group = "1"})},
    {XL__KERNEL("kogge_stone", "shuffle up by 1, 2, 4, ..., W/2: log2 W steps; reduce, then scan",
                "scan/scan.cl"),
     .ops = OPS, .defines = "ON_CPU=cpu, SHUFFLES=1", XL__OPERANDS_NEED, REDUCE_THEN_SCAN},
    {XL__KERNEL("builtin", "the device's own scan where it has one; reduce, then scan", "scan/scan.cl"),
     .ops = "scan_inclusive_$operator:$type " OPS, .defines = "ON_CPU=cpu, SHUFFLES=0",
     .needs = "operator < affine && " XL__OPERANDS_FIT,
     .why = XL__OPERANDS_FIT_WHY "; no device has affine itself", REDUCE_THEN_SCAN},
    {XL__KERNEL("lookback",
                "one pass: each tile waits for the totals before it, and computes a missing total itself",
                "scan/lookback.cl"),
     LOOKBACK, .defines = LOOKBACK_DEFINES "STALLED=0", XL__MEASURES({LOOKBACK_FALLBACKS})},
    {XL__KERNEL("lookback_stalled",
                "as lookback, but every eighth tile publishes nothing, so later tiles must compute its total",
                "scan/lookback.cl"),
     LOOKBACK, .defines = LOOKBACK_DEFINES "STALLED=1",
     /* A fallback for each silent tile. */
     XL__MEASURES({LOOKBACK_FALLBACKS, .least = "tiles > 4 && counted == none ? 1 : 0"})},
    {XL__KERNEL("shares", SHARES_HELP("reduces, then scans by vectors"), "scan/shares.cl"), XL__OPERANDS_NEED,
     XL__PASSES(TAKE,
                {SHARES_PASS("scan_shares_total", "x, share_totals, ulong n, ulong each, counted"),
                 .when = "shares > 1 || operator == affine"},
                {SHARES_PASS("scan_shares", "x, initial, share_totals, y, ulong n, ulong each, counted")})},
    /* On a CPU a loop over the runs is faster than work-items. */
    {XL__KERNEL("fixed", "one order at any work-group size: identical bits on every device", "scan/fixed.cl"),
     XL__OPERANDS_NEED, .tuning = "group", .group = "cpu ? 1 : 256",
     XL__PASSES(
         TAKE,
         {XL__PASS("scan_fixed_totals", "x, fixed_totals, ulong n, " FIXED_RUNS ", counted", "fixed_blocks"),
          .when = "fixed_blocks > 1"},
         {XL__PASS("scan_fixed_carry", "fixed_totals, initial, ulong fixed_blocks, " FIXED_RUNS, "1"),
          .when = "fixed_blocks > 1"},
         {XL__PASS("scan_fixed", "x, fixed_totals, initial, y, ulong n, " FIXED_RUNS ", counted",
                   "fixed_blocks")})},
};

/* On a GPU one launch beats three, and one pass over x two. A CPU's caches hold a share between its two
   passes; loops beat sub-groups, for small n a single loop. On two cores `shares` is slower than `loop` at
   1000 elements, but not at 12000. */
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

extern const xl__strategy xl__planted_scan[];

const xl__algorithm xl__algorithm_scan = {
    .name = "scan",
    .help = "prefixes: running sums, minima, products, compositions",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_scan,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "2 * n * components * bytes", /* every element read once and written once */
             .operations = "n * (operator == affine ? 3 : 1)",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : strategy == fixed ? "
                           "fixed_blocks * group : tiles * group",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == fixed ? blocks(4096, "
                      "group) : items"},
};
