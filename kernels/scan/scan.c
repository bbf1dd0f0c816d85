/* scan.c - the table of scan: prefixes by one operator (README.md). */
#include "abilities.h"
#include "common/passes_host.h"
#include "operators.h"
#include <math.h>

/* A work-item loads vectors of 4, and keeps its elements until their prefixes are known. */
static double settle_items(const xl__problem *problem, double asked) {
    const bool pairs = xl__get(problem, "operator") == (double)XL__AFFINE;
    const double bytes = (double)xl_type_size(problem->type) * (pairs ? 2.0 : 1.0);
    const double items = xl__fit_registers(problem, "items", asked, bytes);
    return items - fmod(items, 4.0);
}

enum { OPERATOR = 1, ITEMS = 3, GROUP = 5 }; /* places */
static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, XL__MOST_OPERANDS, "elements", "elements; of affine, pairs"),
    XL__CHOICE_PARAM("operator", XL__AFFINE, XL__OPERATOR_WORDS,
                     "what combines two; and, or, xor of integers only, affine of pairs of floats only"),
    XL__CHOICE_PARAM("kind", 1, "inclusive|exclusive",
                     "whether an element's own value is part of its prefix"),
    {XL__NUMBER(XL__TUNING, "items", 16, 4, 64, NULL,
                "elements per work-item at a time, in fours; fewer where registers are few"),
     .settle = settle_items},
    XL__TUNING_PARAM("polls", 4096, 1, 16777216, NULL,
                     "how often a work-group looks at a silent tile before it computes it itself"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "x",
     .types = XL__OPERANDS,
     .shape = {"n", "pair"},
     .help = "what is combined; of affine [n, 2]: pairs (v, p), each a step c -> c p + v"},
    {.name = "y",
     .types = XL__OPERANDS,
     .direction = XL__OUT,
     .shape = {"n", "pair"},
     .help = "of each element all up to it combined"},
};

/* A pair has 2 components, which are a dimension; elsewhere there is none. At most 4096 shares, of whole
 * tiles, so that one work-group can scan their totals. */
static const xl__size sizes[] = {
    {.name = "pair", .is = "operator == affine ? 2 : 0", .may_drop = true},
    {.name = "components", .is = "max(1, pair)"},
    {.name = "tile", .is = "group * items"},
    {.name = "share", .is = "max(1, blocks(n, tile * 4096)) * tile"},
    {.name = "parts", .is = "blocks(n, share)"},
    {.name = "tiles", .is = "blocks(n, tile)"},
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "T", .count = "max(1, parts) * components"},
    LOOKBACK_STATES("components * bytes"),
    {0},
};

static const xl__measure fallbacks[] = {{LOOKBACK_FALLBACKS}, {0}};
/* Behind a tile that says nothing there is at least one tile that finds that out. */
static const xl__measure sure_fallbacks[] = {{LOOKBACK_FALLBACKS, .least = "tiles > 4 ? 1 : 0"}, {0}};

#define LOCAL "local T sub_groups * components"
/* Where one work-group does, nothing stands before it. */
#define REDUCE_THEN_SCAN(file, apply)                                                                        \
    .source = (file), .flow = XL__GROUP_UNIFORM, .tuning = "items group", .passes = (const xl__pass[]) {     \
        {.kernel = "scan/scan.cl:scan_reduce",                                                               \
         .args = "x, totals, ulong n, ulong share, " LOCAL,                                                  \
         .groups = "parts",                                                                                  \
         .when = "parts > 1"},                                                                               \
            {.kernel = "scan/scan.cl:scan_carry",                                                            \
             .args = "totals, ulong parts, " LOCAL,                                                          \
             .groups = "1",                                                                                  \
             .when = "parts > 1"},                                                                           \
            {.kernel = (apply), .args = "x, totals, y, ulong n, ulong share, " LOCAL, .groups = "parts"},    \
            {0},                                                                                             \
    }
#define LOOKBACK(stalled, measured)                                                                          \
    .source = "scan/lookback.cl", .flow = XL__GROUP_UNIFORM, .tuning = "items polls group",                  \
    .ops = "shuffle_up:u32 broadcast:u32 reduce_max:u32",                                                    \
    .defines = "ON_CPU=cpu, SHUFFLES=1, STALLED=" stalled, .needs = "progress && " XL__OPERANDS_FIT,         \
    .why = LOOKBACK_WHY "; " XL__OPERANDS_FIT_WHY, .measures = (measured), .passes = (const xl__pass[]) {    \
        {.fill = "states"},                                                                                  \
            {.kernel = "scan_lookback",                                                                      \
             .args = "x, y, states, measures, ulong n, uint polls, " LOCAL                                   \
                     ", local T lanes * components, local uint lanes",                                       \
             .groups = "tiles"},                                                                             \
            {0},                                                                                             \
    }
#define WRONG(kernel_name)                                                                                   \
    .flags = XL__WRONG, .ops = "shuffle_up:u32 broadcast:u32", .defines = "ON_CPU=cpu, SHUFFLES=1",          \
    REDUCE_THEN_SCAN("scan/wrong.cl", kernel_name)

static const xl__strategy strategies[] = {
    {.name = "loop",
     .help = "one work-item, one loop",
     .source = "scan/scan.cl",
     .needs = XL__OPERANDS_FIT,
     .why = XL__OPERANDS_FIT_WHY,
     XL__SERIAL("scan_loop", "x, y, ulong n")},
    {.name = "kogge_stone",
     .help = "shuffle up by 1, 2, 4, ..., W/2: log2 W steps; reduce, then scan",
     .ops = "shuffle_up:u32 broadcast:u32",
     .defines = "ON_CPU=cpu, SHUFFLES=1",
     .needs = XL__OPERANDS_FIT,
     .why = XL__OPERANDS_FIT_WHY,
     REDUCE_THEN_SCAN("scan/scan.cl", "scan_apply")},
    {.name = "builtin",
     .help = "the device's own scan where it has one; reduce, then scan",
     .ops = "scan_inclusive_$operator:$type shuffle_up:u32 broadcast:u32",
     .defines = "ON_CPU=cpu, SHUFFLES=0",
     .needs = "operator < affine && " XL__OPERANDS_FIT,
     .why = XL__OPERANDS_FIT_WHY "; no device has affine itself",
     REDUCE_THEN_SCAN("scan/scan.cl", "scan_apply")},
    {.name = "lookback",
     .help = "one pass: each tile waits for those before it, and computes what does not come",
     LOOKBACK("0", fallbacks)},
    {.name = "lookback_stalled",
     .help = "the same; each eighth tile says nothing, so that those behind it compute it themselves",
     LOOKBACK("1", sure_fallbacks)},
    {.name = "own_twice",
     .help = "a lane's own elements are in what stands before them",
     .needs = "operator == add && type < f16",
     .why = "shows in sums of integers",
     WRONG("scan_own_twice")},
    {.name = "zero_before",
     .help = "0 in place of the operator's identity before the first lane",
     .needs = "operator == mul && type < f16",
     .why = "shows in products of integers",
     WRONG("scan_zero_before")},
    {.name = "wrong_order",
     .help = "what stands before an element is combined behind it",
     .needs = "operator == affine && type >= f32",
     .why = "shows in pairs of floats, whose order matters",
     WRONG("scan_wrong_order")},
    {.name = "low_lanes",
     .help = "the lowest lanes take in their own value again in every step",
     .needs = "lanes > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, over several lanes",
     WRONG("scan_low_lanes")},
    {.name = "total_as_prefix",
     .help = "a look-back takes a tile's total for the prefix up to its end",
     .source = "scan/wrong.cl",
     .flow = XL__GROUP_UNIFORM,
     .flags = XL__WRONG,
     .ops = "shuffle_up:u32 broadcast:u32",
     .tuning = "items group",
     .defines = "ON_CPU=cpu, SHUFFLES=1",
     .needs = "progress && operator == add && type < f16",
     .why = LOOKBACK_WHY "; shows in sums of integers",
     .passes =
         (const xl__pass[]){{.fill = "states"},
                            {.kernel = "scan_total_as_prefix",
                             .args = "x, y, states, ulong n, " LOCAL ", local T components, local uint 1",
                             .groups = "tiles"},
                            {0}}},
};

/* Where memory's speed decides, one pass over x beats two; a CPU's caches hold a share between its two. */
static const char *choose(xl__problem *problem) {
    const bool one_pass = !problem->cpu && problem->value[0] >= 1048576.0 && xl__able(problem, XL__PROGRESS);
    if (one_pass) { /* measured on a GPU of 132 compute units: 1.01 times the peer's time, 1.1 to 1.6 with
                       others */
        problem->value[ITEMS] = 32;
        problem->value[GROUP] = 128;
        return "lookback";
    }
    return problem->value[OPERATOR] == XL__AFFINE ? "kogge_stone" : "builtin";
}

const xl__algorithm xl__algorithm_scan = {
    .name = "scan",
    .help = "of each element all up to it combined by one operator: running sums, minima, compositions",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "2 * n * components * bytes", /* every element read once and written once */
             .operations = "n * (operator == affine ? 3 : 1)",
             .work_items = "strategy == loop ? 1 : tiles * group",
             .steps = "strategy == loop ? n : items"},
};
