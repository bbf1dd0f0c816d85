/* The table of segments: each segment of an array combined, or its prefixes (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/operators.h"
#include <math.h>

#define MOST 4294967295.0 /* the limit of a 32-bit position */

enum { N, SEGMENTS, OPERATOR }; /* indices into params */
enum { STAGED_BYTES = 64 };     /* per work-item in local memory: an id for each element */

static double settle_items(const xl__problem *problem, double asked) {
    const double components = xl__get(problem, "operator") == (double)XL__AFFINE ? 2.0 : 1.0;
    const double id = 4.0, bytes = (double)xl_type_size(problem->type) * components;
    const double items = fmin(xl__fit_registers(problem, "items", asked, bytes + id, INFINITY),
                              xl__fit_registers(problem, "items", asked, bytes, STAGED_BYTES));
    return items - fmod(items, 4.0);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, MOST, "elements", "elements; for affine, pairs"),
    {XL__NUMBER(XL__RUNTIME, "segments", 65536, 0, 4294967040.0, "segments", "segments given by offsets"),
     .size = true, .used = "key == none"},
    XL__CHOICE_PARAM("operator", 9, XL__OPERATOR_WORDS "|argmin|argmax",
                     "as of reduce; argmin, argmax: the first place of a segment's least or largest element"),
    XL__CHOICE_PARAM("kind", 2, "reduce|inclusive|exclusive",
                     "reduce: one result for each segment; others: the prefixes within each segment"),
    XL__CHOICE_PARAM("key", 8, "none|u8|u16|u32|i32|f32|u64|i64|f64",
                     "the type of keys; none: segments are given by offsets"),
    {XL__NUMBER(XL__TUNING, "items", 16, 4, 16, NULL,
                "elements per work-item, in fours; fewer if registers are few"),
     .settle = settle_items},
    XL__TUNING_PARAM("polls", 4096, 1, 65536, NULL,
                     "polls of an unpublished tile before a work-group computes its total itself"),
    XL__GROUP_PARAM,
};

#define KEYS XL_U8, XL_U16, XL_U32, XL_I32, XL_F32, XL_U64, XL_I64, XL_F64
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n", "pair"},
     .help = "elements to combine; for affine [n, 2]: pairs (v, p), each a step c -> c p + v"},
    {XL__INPUT("keys", KEYS), .direction = XL__IN_OPTIONAL, .typed_by = "key", .shape = {"n"},
     .help = "a key for each element; neighbours with equal bits are a segment"},
    {XL__INPUT("offsets", XL_U32), .direction = XL__IN_OPTIONAL, .shape = {"segments"}, .used = "key == none",
     .help = "ascending: where each segment begins; it ends where the next begins, the last at n. "
             "Default: segments of one length"},
    {XL__OUTPUT("values", XL__OPERANDS), .shape = {"results", "pair"}, .counted_by = "count",
     .used = "kind == reduce",
     .help = "for kind=reduce: each segment's result; of an empty one the operator's identity"},
    {XL__OUTPUT("positions", XL_U32), .shape = {"results"}, .counted_by = "count", .used = "kind == reduce",
     .help = "for kind=reduce: each segment's first place, for argmin and argmax the result's; "
             "4294967295 if empty"},
    {XL__OUTPUT("y", XL__OPERANDS), .shape = {"prefixes", "pair"}, .used = "kind != reduce",
     .help = "for other kinds: the prefix of each element"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "number of segments"},
};

/* A pair of pairs.h has a value, an id, and for argmin and argmax a place. */
static const xl__size sizes[] = {
    {.name = "pair", .is = "operator == affine ? 2 : 0", .may_drop = true},
    {.name = "results", .is = "kind != reduce ? 0 : key == none ? segments : n"},
    {.name = "prefixes", .is = "kind == reduce ? 0 : n"},
    {.name = "value_bytes", .is = "max(1, pair) * bytes"},
    {.name = "pair_bytes", .is = "value_bytes == 16 ? 32 : value_bytes == 8 || operator > affine ? 16 : 8"},
    {.name = "empties", .is = "key == none && kind == reduce ? max(1, segments) : 1"},
    {.name = "tiles", .is = "blocks(n, group * items)"},
    {.name = "parts", .is = "blocks((sub_groups + 1) * pair_bytes, 16)"},
    SHARES,
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "uint", .count = "max(1, tiles) * pair_bytes / 4"},
    {.name = "share_totals", .type = "uint", .count = "shares * pair_bytes / 4"},
    LOOKBACK_STATES("pair_bytes"),
    {0},
};

#define IN "x, keys, offsets, "
#define OUT "values, positions, y, count"
#define NUMBERS "uint n, uint segments"
#define STAGE ", local ulong2 parts, local uint group * items"
#define EMPTY                                                                                                \
    {                                                                                                        \
        .kernel = "segments/segments.cl:segments_empty",                                                     \
        .args = "offsets, values, positions, count, " NUMBERS, .items = "empties"                            \
    }
#define FITS                                                                                                 \
    "(kind == reduce || operator <= affine) && (operator == affine ? type >= f32 : operator < and || "       \
    "operator > affine || type < f16)"
#define FITS_WHY XL__OPERANDS_FIT_WHY "; argmin and argmax have no prefixes"
#define OPS "ballot shuffle_up:u32 broadcast:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop", "segments/segments.cl"), .needs = FITS, .why = FITS_WHY,
     XL__PASSES(EMPTY, {XL__PASS("segments_loop", IN OUT ", " NUMBERS, "n > 0 ? 1 : 0"), .group = "1"})},
    {XL__KERNEL("passes", "totals of tiles, their prefixes, then the results: x is read twice",
                "segments/segments.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group", .ops = OPS, .defines = "ON_CPU=cpu", .needs = FITS,
     .why = FITS_WHY,
     XL__PASSES(EMPTY, {XL__PASS("segments_totals", IN "totals, " NUMBERS STAGE, "tiles")},
                {XL__PASS("segments_carry", "totals, uint tiles, local ulong2 parts", "min(tiles, 1)")},
                {XL__PASS("segments_apply", IN OUT ", totals, " NUMBERS STAGE, "tiles")})},
    {XL__KERNEL("lookback", "x is read once: each work-group looks back at earlier totals",
                "segments/lookback.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "items polls group", .ops = OPS " reduce_max:u32",
     .defines = "ON_CPU=cpu", .needs = FITS " && progress && pair_bytes < 32",
     .why = FITS_WHY "; " LOOKBACK_WHY "; pairs of f64 are too large", XL__MEASURES({LOOKBACK_FALLBACKS}),
     XL__PASSES(EMPTY,
                LOOKBACK_LAUNCH("segments_lookback", IN OUT,
                                "measures, " NUMBERS ", uint tiles, uint polls" STAGE ", local uint 1"))},
    {XL__KERNEL("shares", SHARES_HELP("combines, then writes, in order"), "segments/shares.cl"),
     .needs = FITS, .why = FITS_WHY,
     XL__PASSES(EMPTY, {SHARES_PASS("segments_shares_total", IN "share_totals, " NUMBERS ", uint each")},
                {SHARES_PASS("segments_shares", IN OUT ", share_totals, " NUMBERS ", uint each")})},
};

static const char *choose(xl__problem *problem) {
    if (problem->cpu) return problem->value[N] < 8192.0 ? "loop" : "shares";
    const bool large = problem->value[OPERATOR] == XL__AFFINE && xl_type_size(problem->type) == 8;
    return !large && xl__able(problem, XL__PROGRESS) ? "lookback" : "passes";
}

extern const xl__strategy xl__planted_segments[];

const xl__algorithm xl__algorithm_segments = {
    .name = "segments",
    .help = "reductions and prefixes of segments, by keys or offsets",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_segments,
    .shape = {"n", "segments"},
    .choose = choose,
    .cost = {.bytes = "n * value_bytes + (kind == reduce ? 0 : n * value_bytes) + (key == none ? segments * "
                      "(8 + value_bytes) : n * (key < u16 ? 1 : key < u32 ? 2 : key < u64 ? 4 : 8))",
             .operations = "n * (operator == affine ? 3 : 1)",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : tiles * group",
             .steps = "strategy == loop ? n : strategy == shares ? each : items"},
};
