/* The table of histogram (README.md). */
#include "common/passes_host.h"
#include "histogram_host.h"
#include <math.h>
#include <string.h>

/* n fits into 32 bits, so no 32-bit counter can overflow. */
#define MOST_SAMPLES 4294967295.0
/* The end of a range is not counted, so it may be the least number above all samples. */
#define PAST_INTEGERS 4294967296.0
#define ANY_FLOAT                                                                                            \
    .kind = XL__REAL, .least = -0x1p128, .most = 0x1p128,                                                    \
    .used = "function == even || function == identity && type == f32"
#define EXPONENT .kind = XL__REAL, .least = -126, .most = 128, .used = "function == log"

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Of `private`, `privatised` and `ranges`, which count u8 samples by value. */
static uint64_t counters(const xl__problem *problem) {
    return problem->type == XL_U8 ? 256 : (uint64_t)problem->value[HISTOGRAM_BUCKETS];
}

/* More than 16 KiB of copies cost more than collisions. A CPU's work-group runs on one core, without
   collisions. */
static double settle_copies(const xl__problem *problem, double asked) {
    const uint64_t lanes = (uint64_t)problem->width;
    const bool by_lane = problem->value[HISTOGRAM_COPY_BY] == 0.0;
    const uint64_t room = smaller(problem->local_bytes, 16384) / (4 * counters(problem));
    const uint64_t most = smaller(by_lane ? lanes : problem->group_size / lanes, room);
    uint64_t copies = 1;
    if (asked > 0.0) return asked;
    while (!problem->cpu && copies * 2 <= most) copies *= 2;
    return (double)copies;
}

/* The work-group has one work-item on a CPU, because scattered counters do not vectorise. */
static uint64_t share_group(const xl__problem *problem) {
    return problem->cpu ? 1 : smaller(problem->group_size, 32);
}

/* With few counters, a few work-items per CPU core balance the load (docs/performance_tried.md). Their rows
   may take 64 MiB, or what one work-group needs. */
enum { SHARES_PER_CORE = 4, FEW_COUNTERS = 4096, MOST_COUNTERS = 4194304 };

static double settle_shares(const xl__problem *problem, double asked) {
    const uint64_t buckets = (uint64_t)problem->value[HISTOGRAM_BUCKETS], group = share_group(problem);
    const uint64_t of_a_core = buckets > FEW_COUNTERS ? 1 : SHARES_PER_CORE;
    const uint64_t wished = problem->compute_units * (problem->cpu ? of_a_core : 2 * group);
    const uint64_t shares = asked > 0.0 ? (uint64_t)asked : smaller(wished, MOST_COUNTERS / (buckets + 1));
    return (double)(shares < group ? group : shares / group * group);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, MOST_SAMPLES, "elements",
                   "samples; the bound keeps the u32 counters from overflowing"),
    XL__PROBLEM_PARAM("buckets", 256, 2, 65536, "buckets", "counters"),
    XL__CHOICE_PARAM(
        "function", 2, "identity|even|log",
        "bucket of a sample: its value (floats: as even), equal parts of a range, or equal parts of log2"),
    {.name = "lower", ANY_FLOAT, .help = "even: least sample that is counted"},
    {.name = "upper", ANY_FLOAT, .initial = 1, .help = "even: samples at or above this are not counted"},
    {.name = "log_least",
     EXPONENT,
     .initial = -10,
     .help = "log: log2 of the least sample above 0 that is counted"},
    {.name = "log_most", EXPONENT, .initial = 2, .help = "log: log2 of the first sample above the range"},
    XL__TUNING_CHOICE("way", 3, "ballot|shuffle|waterfall|native",
                      "how to find the lanes with the same bucket"),
    {XL__GROUP, .used = "strategy != private || cpu == 0"}, /* before the parameters that depend on it */
    XL__TUNING_CHOICE("copy_by", 1, "lane|sub_group",
                      "a work-item's copy depends on its lane or its sub-group"),
    {XL__NUMBER(XL__TUNING, "copies", 0, 0, 128, "histograms", "local histograms per work-group; 0 = chosen"),
     .settle = settle_copies},
    {XL__NUMBER(XL__TUNING, "shares", 0, 0, 65536, "work-items",
                "work-items with their own histogram; 0 = chosen"),
     .settle = settle_shares},
    /* 2048 work-items keep a compute unit's memory busy; on a CPU a few groups per core balance the load. */
    {XL__NUMBER(XL__TUNING, "groups", 0, 0, 1024, "work-groups", "work-groups per compute unit, 0 = chosen"),
     .becomes = "groups > 0 ? groups : cpu ? 4 : max(1, 2048 / group)"},
    COUNTED_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("samples", XL_U32, XL_U8, XL_F32), .shape = {"n"}, .picture = XL__LUMINANCE,
     .help = "the samples to count"},
    {XL__OUTPUT("counts", XL_U32), .shape = {"buckets"}, .help = "samples in each bucket"},
    COUNTED_ARRAYS("count"),
};

static int check(xl__problem *problem, xl_error *error) {
    const histogram_range range = xl__histogram_range(problem);
    const bool log = range.function == HISTOGRAM_LOG;
    const xl__param *const upper = &params[log ? HISTOGRAM_LOG_MOST : HISTOGRAM_UPPER], *const lower =
                                                                                            upper - 1;
    char from[XL__NUMBER_TEXT], to[XL__NUMBER_TEXT];
    if (range.function == HISTOGRAM_IDENTITY) return XL_SUCCESS;
    xl__real_text(range.from, from);
    xl__real_text(range.to, to);
    if (xl__real_compare(range.from, range.to) >= 0)
        return xl__fail(error, XL_BAD_VALUE, "histogram: %s=%s is not below %s=%s", lower->name, from,
                        upper->name, to);
    if (range.type != XL_F32 && xl__real_compare(log ? (xl__real){exp2(range.to.value), 0.0} : range.to,
                                                 (xl__real){PAST_INTEGERS, 0.0}) > 0)
        return xl__fail(error, XL_BAD_VALUE,
                        "histogram: %s=%s ends the range of %s samples above %.0f; lower it", upper->name, to,
                        xl_type_name(range.type), PAST_INTEGERS);
    return XL_SUCCESS;
}

/* ---- edges and options of bucket.h --------------------------------------------------------------------- */

static int make_edges(const xl__problem *problem, void *data, size_t bytes, xl_error *error) {
    const histogram_range range = xl__histogram_range(problem);
    return range.function == HISTOGRAM_IDENTITY ? XL_SUCCESS
                                                : xl__histogram_make_edges(&range, data, bytes, error);
}

int xl__histogram_make_edges(const histogram_range *range, void *data, size_t bytes, xl_error *error) {
    if (bytes / sizeof(uint32_t) <= range->buckets)
        return xl__fail(error, XL_BAD_VALUE, "histogram: area 'edges' has no room for all edges");
    for (uint32_t i = 0; i <= range->buckets; i++) {
        const uint64_t edge = xl__histogram_edge(range, i);
        ((uint32_t *)data)[i] = edge > UINT32_MAX ? UINT32_MAX : (uint32_t)edge;
    }
    return XL_SUCCESS;
}

static int prepare(xl__prepare *p) {
    const histogram_range range = xl__histogram_range(p->problem);
    if (range.function != HISTOGRAM_IDENTITY) xl__histogram_define(p, &range);
    return XL_SUCCESS;
}

void xl__histogram_define(xl__prepare *p, const histogram_range *range) {
    const uint64_t first = xl__histogram_edge(range, 0), end = xl__histogram_edge(range, range->buckets);
    /* If no sample lies in the range, FIRST_KEY 1 and LAST_KEY 0 exclude every key. */
    const bool none = first == end;
    const histogram_guess guess = xl__histogram_guess(range);
    uint32_t last = range->buckets - 1;
    while (last > 0 && xl__histogram_edge(range, last) == end) last--;
    xl__define(p, "FIRST_KEY", none ? 1 : (long long)first);
    xl__define(p, "LAST_KEY", none ? 0 : (long long)end - 1);
    xl__define(p, "LAST_BUCKET", last);
    xl__define(p, "ORIGIN_BITS", xl__float_bits(guess.origin));
    xl__define(p, "SCALE_BITS", xl__float_bits(guess.scale));
    xl__define(p, "SLACK_BITS", xl__float_bits(guess.slack));
    xl__define(p, "GUESS_EXACT", xl__histogram_guess_is_exact(range));
}

/* ---- strategies ---------------------------------------------------------------------------------------- */

/* They fit, with one extra, into local memory and into half of a compute unit's, so that two work-groups hide
   each other's latency. Devices that combine additions have twice one work-group's local memory; others
   usually at most 64 KiB. */
static uint64_t range_size(const xl__problem *problem) {
    const uint64_t bytes = problem->joins_adds ? problem->local_bytes : smaller(problem->local_bytes, 32768);
    const uint64_t most = bytes / 4 > 1 ? bytes / 4 - 1 : 1;
    return xl__blocks(counters(problem), xl__blocks(counters(problem), most));
}

static const xl__size sizes[] = {
    {.name = "share_group", .count = share_group},
    {.name = "counters", .count = counters},
    {.name = "range_size", .count = range_size},
    {.name = "range_count", .is = "blocks(counters, range_size)"},
    /* single_groups: for strategies that load one sample at a time. The others load 16 bytes: the most, and
       the number for n samples; of `ranges`, per range. */
    {.name = "single_groups", .is = "min(blocks(n, group), groups * units)"},
    {.name = "most_groups", .is = "groups * units"},
    {.name = "most_of_range", .is = "max(1, groups * units / range_count)"},
    {.name = "vector_groups", .is = "min(blocks(blocks(n, 16 / bytes), group), most_groups)"},
    {.name = "range_groups", .is = "min(blocks(blocks(n, 16 / bytes), group), most_of_range)"},
    {.name = "short_range",
     .is = "max(4, buckets / 256)"}, /* of a planted kernel: few samples show its bug */
    COUNTED_SIZE,
    {0},
};

/* Each has an extra counter for samples not counted. */
static const xl__area areas[] = {
    {.name = "edges",
     .type = "uint",
     .count = "function == identity && type != f32 ? 1 : buckets + 1",
     .make = make_edges},
    {.name = "rows", .type = "uint", .count = "shares * 4 * (counters + 1)"},
    {.name = "totals", .type = "uint", .count = "buckets", .kept = true},
    {.name = "byte_rows", .type = "uchar", .count = "2 * (buckets + 1)"},
    COUNTED_AREA,
    {0},
};

#define TYPES "SAMPLE_BITS=8 * bytes, SAMPLE_FLOAT=type == f32"
/* True if at most `most` work-groups can add without a clearing launch (totals.h). Up to a sixteenth of them
   may be dropped. Above 2^20 additions, which wait for the old value, the launch costs less. */
#define JOIN(most)                                                                                           \
    "(kept && n > 0 && buckets * " most " <= 1048576 && 4294967295 / (n + 1) >= " most " - " most " / 16)"
/* Several u8 values may share a bucket, and some buckets have none. */
#define JOIN_VECTORS "((bytes > 1 || function == identity) && " JOIN("most_groups") ")"
#define JOIN_RANGES "((bytes > 1 || function == identity && buckets <= 256) && " JOIN("most_of_range") ")"
#define PRIVATISED "(" JOIN_VECTORS " ? min(vector_groups, 4294967295 / (n + 1)) : vector_groups)"
#define RANGES "range_count * (" JOIN_RANGES " ? min(range_groups, 4294967295 / (n + 1)) : range_groups)"
/* Few large work-groups, because each adds all of its counters. Not with emulated sub-groups, which use local
   memory per work-item; a CPU gains nothing. */
#define LARGE_GROUP "cpu || emulated ? 0 : 1024"
#define TAKE COUNTED_TAKE("count", "n")
#define COUNT(kernel_name, more_args, work_groups)                                                           \
    .prepare = prepare, .defines = TYPES,                                                                    \
    XL__PASSES(TAKE, {.fill = "counts"},                                                                     \
               {XL__PASS(kernel_name, "samples, counts, edges, uint n" more_args ", counted", work_groups)})
#define LOCAL ", local uint buckets"
#define MATCHES                                                                                              \
    .flow = XL__SUB_GROUP_UNIFORM, .tuning = "way groups group",                                             \
    .ops = "ballot shuffle:u32 broadcast:u32 match_any:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("global", "every sample adds 1 in global memory", "histogram/histogram.cl"),
     .tuning = "groups group", COUNT("histogram_global", "", "single_groups")},
    {XL__KERNEL("local", "every work-group counts in local memory, then adds to the result",
                "histogram/histogram.cl"),
     .tuning = "groups group", .group = LARGE_GROUP, COUNT("histogram_local", LOCAL, "single_groups")},
    {XL__KERNEL("match_global", "lanes with the same bucket add once, in global memory",
                "histogram/match.cl"),
     MATCHES, COUNT("histogram_match_global", "", "single_groups")},
    {XL__KERNEL("match_local", "lanes with the same bucket add once, in local memory", "histogram/match.cl"),
     MATCHES, .group = LARGE_GROUP, COUNT("histogram_match_local", LOCAL, "single_groups")},
    {XL__KERNEL("privatised", "several local histograms, by lane or sub-group; 16 bytes per load",
                "histogram/privatised.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "copies copy_by groups group", .group = LARGE_GROUP,
     .prepare = prepare, .defines = TYPES,
     XL__PASSES(TAKE, {.fill = "counts", .when = JOIN_VECTORS " == 0"},
                {XL__PASS("histogram_privatised",
                          "samples, counts, edges, uint n, totals, uint " JOIN_VECTORS
                          " ? n + 1 : 0, local uint copies * (counters + 1), counted",
                          PRIVATISED)})},
    {XL__KERNEL("uniform", "one addition if the whole sub-group has one bucket; 16 bytes per load",
                "histogram/uniform.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "groups group", .group = LARGE_GROUP,
     .ops = "all_equal:u32 all broadcast:u32", COUNT("histogram_uniform", LOCAL, "vector_groups")},
    {XL__KERNEL("runs", "one addition per run of equal buckets; 16 bytes per load", "histogram/histogram.cl"),
     .tuning = "groups group", .group = LARGE_GROUP, COUNT("histogram_runs", LOCAL, "vector_groups")},
    {XL__KERNEL("ranges", "a work-group counts the samples of one range of buckets; 16 bytes per load",
                "histogram/ranges.cl"),
     .tuning = "groups group", .group = LARGE_GROUP, .prepare = prepare,
     .defines = TYPES ", RANGE=range_size, GROUP_SIZE=group",
     XL__PASSES(TAKE, {.fill = "counts", .when = JOIN_RANGES " == 0"},
                {XL__PASS("histogram_ranges",
                          "samples, counts, edges, uint n, totals, uint " JOIN_RANGES
                          " ? n + 1 : 0, local uint range_size + 1, counted",
                          RANGES)})},
    {XL__KERNEL("private", "every work-item owns histograms and a share of the samples",
                "histogram/histogram.cl"),
     .tuning = "shares group", .prepare = prepare, .defines = TYPES ", CPU=cpu",
     XL__PASSES(TAKE, {.fill = "counts", .when = "n == 0"},
                {XL__PASS("histogram_private", "samples, rows, edges, uint n, counted",
                          "n > 0 ? shares / share_group : 0"),
                 .group = "share_group"},
                {.kernel = "histogram/private_sum.cl:histogram_private_sum",
                 .args = "rows, counts, edges, uint shares * 4",
                 .items = "n > 0 ? buckets : 0"})},
};

#define WORK_ITEMS                                                                                           \
    "(strategy == private ? n > 0 ? shares : 0 : group * (strategy == ranges ? " RANGES                      \
    " : strategy == privatised ? " PRIVATISED                                                                \
    " : strategy >= uniform && strategy <= runs ? vector_groups : single_groups))"

/* ---- choice of auto ------------------------------------------------------------------------------------ */

/* Up to this many buckets `ranges` is faster on devices that combine equal additions
   (bench/results/nvidia-h200/auto_histogram_2.json). More than MOST_READINGS readings cost more. */
enum { RANGES_UP_TO = 128, RANGES_UP_TO_U8 = 64, MOST_READINGS = 20 };

/* If the device combines equal additions, copies only cost time: one range has none, and `privatised` with
   many buckets few. */
static const char *choose(xl__problem *problem) {
    const uint64_t few = problem->type == XL_U8 ? RANGES_UP_TO_U8 : RANGES_UP_TO;
    if (problem->cpu) return "private";
    if (problem->joins_adds && problem->value[HISTOGRAM_BUCKETS] <= (double)few) return "ranges";
    if (4 * (counters(problem) + 1) <= problem->local_bytes) return "privatised";
    return xl__blocks(counters(problem), range_size(problem)) <= MOST_READINGS ? "ranges" : "global";
}

extern const xl__strategy xl__planted_histogram[];

const xl__algorithm xl__algorithm_histogram = {
    .name = "histogram",
    .help = "counts samples in buckets",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_histogram,
    .shape = {"n", "buckets"},
    .main_job = true,
    .choose = choose,
    .check = check,
    .cost = {.bytes = "n * bytes + 4 * buckets",
             .operations = "n",
             .work_items = WORK_ITEMS,
             .steps = "blocks(n * (strategy == ranges ? range_count : 1), max(1, " WORK_ITEMS "))"},
    .sizes = sizes,
    .areas = areas,
};
