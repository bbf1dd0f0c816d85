/* histogram.c - the table of histogram: counts of n samples in buckets (README.md). */
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

/* Counters of `private`, `privatised` and `ranges`, which count u8 samples by value. */
static uint64_t counters(const xl__problem *problem) {
    return problem->type == XL_U8 ? 256 : (uint64_t)problem->value[HISTOGRAM_BUCKETS];
}

/* Clearing and adding up more than 16 KiB of copies costs more than collisions. On a CPU a work-group runs
   on one core, where nothing collides. */
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

/* Work-items in a work-group of `private`: one on a CPU, because scattered counters do not profit from
   vectorising over work-items. */
static uint64_t share_group(const xl__problem *problem) {
    return problem->cpu ? 1 : smaller(problem->group_size, 32);
}

/* Work-items of `private`, in whole work-groups. With few counters, a few per CPU core balance the load
   (docs/performance_tried.md). Their rows may take 64 MiB, or what one work-group needs. */
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
    /* 2048 work-items keep the memory of a compute unit busy; on a CPU a few groups per core balance the
       load. */
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

/* ---- planted wrong kernels that some settings make right ----------------------------------------------- */

static int prepare_bits_popcount(xl__prepare *p) {
    const long long buckets = xl__int(p->problem, HISTOGRAM_BUCKETS);
    int set = 0, rounds = 0;
    for (long long b = buckets; b > 0; b >>= 1) set += b & 1;
    for (long long b = buckets - 1; b > 0; b >>= 1) rounds++;
    if (set >= rounds)
        return xl__fail(p->error, XL_UNSUPPORTED,
                        "%lld has %d bits set and needs %d rounds, so the bug has no effect", buckets, set,
                        rounds);
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane compares nothing");
    return prepare(p);
}

static int prepare_quotient(xl__prepare *p) {
    const histogram_range range = xl__histogram_range(p->problem);
    if (range.function != HISTOGRAM_EVEN) return xl__fail(p->error, XL_UNSUPPORTED, "needs function=even");
    if (xl__histogram_guess_errs(&range)) return prepare(p);
    return xl__fail(p->error, XL_UNSUPPORTED, "with these bounds the quotient is right at all edges");
}

/* ---- strategies ---------------------------------------------------------------------------------------- */

/* Counters of a work-group of `ranges`. They fit into local memory with one extra counter, and into half of
   a compute unit's, so that two work-groups hide each other's latency. Devices that combine additions have
   twice the local memory of one work-group; other devices usually have at most 64 KiB. */
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
    /* single_groups: for strategies that load one sample at a time; enough to fill the device, limited by
       the work. The others load 16 bytes: the most, and the number for n samples; of `ranges`, per range. */
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

/* A work-item of `private` counts in ROWS histograms, each with an extra counter for samples not counted. */
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
/* True if the counters of at most `most` work-groups can be added without a clearing launch (totals.h). Up
   to a sixteenth of the work-groups may be dropped to make the numbers fit. Above 2^20 additions they cost
   more than the launch, because each waits for the old value. */
#define JOIN(most)                                                                                           \
    "(kept && n > 0 && buckets * " most " <= 1048576 && 4294967295 / (n + 1) >= " most " - " most " / 16)"
#define JOINED(of_them, join) "(" join " ? min(" of_them ", 4294967295 / (n + 1)) : " of_them ")"
/* u8 samples are counted by value: several values may share a bucket, and some buckets have none. */
#define JOIN_VECTORS "((bytes > 1 || function == identity) && " JOIN("most_groups") ")"
#define JOIN_RANGES "((bytes > 1 || function == identity && buckets <= 256) && " JOIN("most_of_range") ")"
#define PRIVATISED JOINED("vector_groups", JOIN_VECTORS)
#define RANGES "range_count * " JOINED("range_groups", JOIN_RANGES)
/* Every work-group adds all of its counters to the result, so few large ones are best. Emulated sub-groups
   use local memory per work-item, and a CPU gains nothing. */
#define LARGE_GROUP "cpu || emulated ? 0 : 1024"
/* One launch if the counters of its work-groups can be added so, otherwise a clearing launch first. */
#define COUNT_JOINED(file, word, what, local_args, work_groups, join)                                        \
    XL__KERNEL(word, what, "histogram/" file),                                                               \
        XL__PASSES(TAKE, {.fill = "counts", .when = join " == 0"},                                           \
                   {XL__PASS("histogram_" word,                                                              \
                             "samples, counts, edges, uint n, totals, uint " join " ? n + 1 : 0" local_args  \
                             ", counted",                                                                    \
                             work_groups)}),                                                                 \
        .prepare = prepare, .group = LARGE_GROUP
#define COUNT(file, word, what, more_args, work_groups)                                                      \
    XL__KERNEL(word, what, "histogram/" file),                                                               \
        XL__PASSES({.fill = "counts"},                                                                       \
                   {XL__PASS("histogram_" word, "samples, counts, edges, uint n" more_args, work_groups)})
/* A launch that can take its n from a device array. */
#define TAKE COUNTED_TAKE("count", "n")
#define COUNT_ALL(file, word, what, more_args, work_groups)                                                  \
    XL__KERNEL(word, what, "histogram/" file),                                                               \
        XL__PASSES(TAKE, {.fill = "counts"},                                                                 \
                   {XL__PASS("histogram_" word, "samples, counts, edges, uint n" more_args ", counted",      \
                             work_groups)})
#define IN_GLOBAL(count, file, word, what)                                                                   \
    .prepare = prepare, .defines = TYPES, count(file, word, what, "", "single_groups")
#define IN_LOCAL(count, file, word, what, work_groups)                                                       \
    .prepare = prepare, .group = LARGE_GROUP, .defines = TYPES,                                              \
    count(file, word, what, ", local uint buckets", work_groups)
#define GROUPS .tuning = "groups group"
#define MATCHES                                                                                              \
    .flow = XL__SUB_GROUP_UNIFORM, .ops = "ballot shuffle:u32 broadcast:u32 match_any:u32",                  \
    .tuning = "way groups group"
#define WRONG .flags = XL__WRONG, GROUPS
#define ADDED_UP(word, bug)                                                                                  \
    XL__PLANTED(word, bug, "histogram/wrong.cl"),                                                            \
        .defines = TYPES, .prepare = prepare, GROUPS,                                                        \
        XL__PASSES({.fill = "counts", .when = "n == 0"},                                                     \
                   {XL__PASS("histogram_" word, "samples, counts, edges, uint n, totals, uint n + 1",        \
                             "kept ? min(n, 4) : 0")})
/* Planted: match_global by ballots with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "histogram/match.cl", __VA_ARGS__), GROUPS,                                        \
        .flow = XL__GROUP_UNIFORM, .ops = "ballot", .defines = TYPES,                                        \
        XL__PASSES(TAKE, {.fill = "counts"},                                                                 \
                   {XL__PASS("histogram_match_global", "samples, counts, edges, uint n, counted",            \
                             "single_groups")})
#define SAME "same = same_bucket(sg, bucket, counted);"

static const xl__strategy strategies[] = {
    {IN_GLOBAL(COUNT_ALL, "histogram.cl", "global", "every sample adds 1 in global memory"), GROUPS},
    {IN_LOCAL(COUNT_ALL, "histogram.cl", "local",
              "every work-group counts in local memory, then adds to the result", "single_groups"),
     GROUPS},
    {IN_GLOBAL(COUNT_ALL, "match.cl", "match_global",
               "lanes with the same bucket add once, in global memory"),
     MATCHES},
    {IN_LOCAL(COUNT_ALL, "match.cl", "match_local", "lanes with the same bucket add once, in local memory",
              "single_groups"),
     MATCHES},
    {COUNT_JOINED("privatised.cl", "privatised",
                  "several local histograms, by lane or sub-group; 16 bytes per load",
                  ", local uint copies * (counters + 1)", PRIVATISED, JOIN_VECTORS),
     .flow = XL__GROUP_UNIFORM, .tuning = "copies copy_by groups group", .defines = TYPES},
    {IN_LOCAL(COUNT_ALL, "uniform.cl", "uniform",
              "one addition if the whole sub-group has one bucket; 16 bytes per load", "vector_groups"),
     GROUPS, .flow = XL__GROUP_UNIFORM, .ops = "all_equal:u32 all broadcast:u32"},
    {IN_LOCAL(COUNT_ALL, "histogram.cl", "runs", "one addition per run of equal buckets; 16 bytes per load",
              "vector_groups"),
     GROUPS},
    {COUNT_JOINED("ranges.cl", "ranges",
                  "a work-group counts the samples of one range of buckets; 16 bytes per load",
                  ", local uint range_size + 1", RANGES, JOIN_RANGES),
     GROUPS, .defines = TYPES ", RANGE=range_size, GROUP_SIZE=group"},
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
    {CHANGED("tail_counted", "lanes past the end match bucket 0: shown if n is no multiple of the width",
             {"edges) : NO_BUCKET;", "edges) : 0u;"}),
     .edited_in = "histogram_match_global", .prepare = prepare, .needs = "lanes > 1",
     .why = "a sub-group of one lane has no tail"},
    {CHANGED("ballot_cut", "the mask is cut to 32 bits: shown by any input at widths above 32",
             {SAME, "same = sg_mask_from_words((uint4)(sg_mask_words(same_bucket(sg, bucket, counted)).x, "
                    "0u, 0u, 0u));"}),
     .edited_in = "histogram_match_global", .prepare = prepare, .needs = "lanes > 32",
     .why = "needs more than 32 lanes"},
    {CHANGED("bits_popcount",
             "as many rounds as bits are set in the bucket count, not its log2: shown by 256 buckets",
             {"bit < BUCKET_BITS;", "bit < popcount((uint)BUCKETS);"}),
     .prepare = prepare_bits_popcount},
    {IN_LOCAL(COUNT, "wrong.cl", "lost_update",
              "a counter is read and written without atomics: shown by two equal samples in a work-group",
              "single_groups"),
     WRONG, .needs = "group > 1", .why = "a work-group of one work-item has no collisions"},
    {COUNT("wrong.cl", "range_end", "the last bucket of a range is left out: shown by one sample in it",
           ", local uint short_range", "n > 0 ? blocks(buckets, short_range) : 0"),
     WRONG, .defines = TYPES ", RANGE=short_range", .prepare = prepare},
    {ADDED_UP("left_over", "the total is not reset to 0: shown by the second run")},
    {ADDED_UP("last_but_one", "the last but one work-group writes the result: shown by any sample")},
    {XL__PLANTED("byte_counter",
                 "counters of 8 bits wrap: shown by more than 255 samples of one bucket in a share",
                 "histogram/wrong.cl"),
     .defines = TYPES, .prepare = prepare, GROUPS,
     XL__PASSES({.fill = "counts"}, {XL__PASS("histogram_byte_counter",
                                              "samples, counts, edges, uint n, byte_rows", "n > 0 ? 2 : 0"),
                                     .group = "1"})},
    {COUNT("wrong.cl", "quotient",
           "the float quotient is not corrected against the edges: shown by samples on edges", "",
           "single_groups"),
     WRONG, .defines = TYPES, .prepare = prepare_quotient},
    {COUNT("wrong.cl", "nan_counted",
           "NaN is counted, because it is neither below nor above the range: shown by one NaN",
           ", float lower, float upper", "single_groups"),
     WRONG, .defines = TYPES, .prepare = prepare, .needs = "type == f32 && function != log",
     .why = "needs f32, since integers have no NaN, and function=even"},
};

/* Work-items of a launch over samples; the last ones may take fewer samples. */
#define WORK_ITEMS                                                                                           \
    "(strategy == private ? n > 0 ? shares : 0 : group * (strategy == ranges ? " RANGES                      \
    " : strategy == privatised ? " PRIVATISED                                                                \
    " : strategy >= uniform && strategy <= runs ? vector_groups : single_groups))"

/* ---- choice of auto ------------------------------------------------------------------------------------ */

/* Up to this many buckets `ranges` is faster on devices that combine equal additions
   (bench/results/nvidia-h200/auto_histogram_2.json). Reading the samples more than MOST_READINGS times costs
   more than adding in global memory. */
enum { RANGES_UP_TO = 128, RANGES_UP_TO_U8 = 64, MOST_READINGS = 20 };

/* If the device combines equal additions, copies only cost time and one range has none; with many buckets
   `privatised` has few copies too. */
static const char *choose(xl__problem *problem) {
    const uint64_t few = problem->type == XL_U8 ? RANGES_UP_TO_U8 : RANGES_UP_TO;
    if (problem->cpu) return "private";
    if (problem->joins_adds && problem->value[HISTOGRAM_BUCKETS] <= (double)few) return "ranges";
    if (4 * (counters(problem) + 1) <= problem->local_bytes) return "privatised";
    return xl__blocks(counters(problem), range_size(problem)) <= MOST_READINGS ? "ranges" : "global";
}

/* Cost: every sample is read once, every counter written once; an operation counts one sample. */
const xl__algorithm xl__algorithm_histogram = {
    .name = "histogram",
    .help = "counts samples in buckets",
    XL__LISTS(params, arrays, strategies),
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
