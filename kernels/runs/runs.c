/* runs.c - the table of runs: run-length encoding, and with it the unique elements of sorted data
 * (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/algorithm.h"
#include <math.h>

enum { N }; /* index into params */
/* The elements that a work-item reads are in registers. */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_registers(problem, "items", asked, (double)xl_type_size(problem->type), INFINITY);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "elements to encode"),
    {XL__NUMBER(XL__TUNING, "items", 16, 1, 16, NULL, "elements per work-item; fewer if registers are few"),
     .settle = settle_items},
    XL__GROUP_PARAM,
};

#define ELEMENTS XL_U32, XL_I32, XL_F32, XL_U8, XL_U16, XL_U64, XL_I64, XL_F64
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", ELEMENTS), .shape = {"n"}, .help = "elements; equal neighbours are a run"},
    {XL__OUTPUT("values", ELEMENTS), .shape = {"n"}, .counted_by = "count",
     .help = "the element of each run"},
    {XL__OUTPUT("starts", XL_U32), .shape = {"n"}, .counted_by = "count",
     .help = "the position of each run's first element"},
    {XL__OUTPUT("lengths", XL_U32), .shape = {"n"}, .counted_by = "count", .help = "the length of each run"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "number of runs"},
};

static const xl__size sizes[] = {
    {.name = "tiles", .is = "blocks(n, group * items)"},
    SHARES,
    {0},
};

static const xl__area areas[] = {
    OFFSETS_AREA,
    LOOKBACK_STATES("8"), /* a count and a position */
    {.name = "counts", .type = "uint", .count = "shares"},
    {.name = "share_offsets", .type = "uint", .count = "shares"},
    {0},
};

#define RUNS_FILE "runs/runs.cl"
#define OUT "values, starts, lengths, "
#define STAGE "local uint 3 * sub_groups, local uint group * items"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop", RUNS_FILE),
     XL__SERIAL("runs_loop", "x, " OUT "count, uint n")},
    {XL__KERNEL("passes", "counts of heads, their prefix sums, then the runs: x is read twice", RUNS_FILE),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group", .ops = "ballot shuffle_up:u32 " OFFSETS_OPS,
     XL__PASSES({XL__PASS("runs_count", "x, offsets, uint n, " STAGE, "tiles")}, OFFSETS_FROM_COUNTS("count"),
                {XL__PASS("runs_write", "x, " OUT "offsets, uint n, " STAGE, "tiles")},
                {.kernel = "runs/runs.cl:runs_ends",
                 .args = "starts, lengths, offsets, count, uint n, uint tiles",
                 .items = "tiles"})},
    {XL__KERNEL("lookback", "x is read once: each work-group looks back at earlier counts",
                "runs/lookback.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group",
     .ops = "ballot reduce_max:u32 shuffle_xor:u32 shuffle_up:u32 shuffle_up:u64 broadcast:u64",
     .needs = "progress", .why = LOOKBACK_WHY, .defines = "ON_CPU=cpu", XL__MEASURES({LOOKBACK_FALLBACKS}),
     XL__PASSES({.fill = "count", .when = "tiles == 0"},
                LOOKBACK_LAUNCH("runs_lookback", "x, " OUT "count",
                                "measures, uint n, uint tiles, uint 4096, " STAGE ", local ulong 1"))},
    {XL__KERNEL("shares", SHARES_HELP("counts, then writes, in order"), "runs/shares.cl"),
     XL__PASSES(
         {SHARES_PASS("runs_shares_count", "x, counts, uint n, uint each")},
         {SHARES_PASS("runs_shares_write", "x, " OUT "count, share_offsets, counts, uint n, uint each")},
         {.kernel = "runs/runs.cl:runs_ends",
          .args = "starts, lengths, share_offsets, count, uint n, uint shares",
          .items = "shares"})},
};

static const char *choose(xl__problem *problem) {
    if (problem->cpu) return problem->value[N] < 8192.0 ? "loop" : "shares";
    return xl__able(problem, XL__PROGRESS) ? "lookback" : "passes";
}

extern const xl__strategy xl__planted_runs[];

const xl__algorithm xl__algorithm_runs = {
    .name = "runs",
    .help = "value, start and length of each run of equal neighbours",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_runs,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * bytes", /* each element is read once; the number written depends on x */
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : tiles * group",
             .steps = "strategy == loop ? n : strategy == shares ? each : items"},
};
