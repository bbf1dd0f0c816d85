/* histogram.c - the table of histogram: counts of n samples in buckets (README.md). */
#include "histogram_host.h"
#include "number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* n fits into 32 bits, so no counter of 32 bits can overflow. */
#define MOST_SAMPLES 4294967295.0

/* The least numbers above all samples: the end of a range, which is not counted itself, may be one. */
#define PAST_INTEGERS 4294967296.0
#define PAST_FLOATS 0x1p128

/* Copies beyond this cost more in zeroing and adding up than collisions do. */
#define COPIES_BYTES 16384
/* Global memory that `private` may take for its rows, as long as one work-group's fit. */
#define ROWS_BYTES 67108864

#define ROWS 4
#define WRONG_SHARES 2
#define TEXT_(number) #number
#define TEXT(number) TEXT_(number) /* of a macro's value */

/* ---- what is chosen where the caller leaves it open -------------------------------------------------- */

static size_t histogram_bytes(const xl__problem *problem) {
    return (size_t)xl__int(problem, HISTOGRAM_BUCKETS) * sizeof(uint32_t);
}

/* 2048 work-items keep the memory of a compute unit busy; on a CPU a few groups per core balance the load. */
static double settle_groups(const xl__problem *problem, double asked) {
    if (asked > 0) return asked;
    if (problem->cpu) return 4;
    const size_t groups = problem->group_size >= 2048 ? 1 : 2048 / problem->group_size;
    return (double)groups;
}

/* As many copies as fit into a modest share of local memory, but no more than there are numbers to pick one
   by. A CPU runs a work-group on one core, where nothing collides. */
static double settle_copies(const xl__problem *problem, double asked) {
    const bool by_lane = xl__int(problem, HISTOGRAM_COPY_BY) == 0;
    const long long most = by_lane ? problem->width : (long long)problem->group_size / problem->width;
    const uint64_t bytes = problem->local_bytes < COPIES_BYTES ? problem->local_bytes : COPIES_BYTES;
    long long copies = 1;
    while (!problem->cpu && 2 * copies <= most && 2 * (uint64_t)copies * histogram_bytes(problem) <= bytes)
        copies *= 2;
    return asked > 0 ? asked : (double)copies;
}

/* Work-items of a work-group of `private`. A CPU gets one, which is one core's work; compilers that vectorise
   over work-items have nothing to gain from the scattered counters. */
static uint64_t share_group(const xl__problem *problem) {
    return problem->cpu ? 1 : problem->group_size < 32 ? problem->group_size : 32;
}

/* Whole work-groups of them. */
static double settle_shares(const xl__problem *problem, double asked) {
    const size_t group = (size_t)share_group(problem);
    const size_t fit = ROWS_BYTES / (ROWS * (histogram_bytes(problem) + sizeof(uint32_t)));
    size_t shares = (size_t)asked;
    if (shares == 0) {
        shares = problem->compute_units * (problem->cpu ? 1 : 2 * group);
        if (shares > fit) shares = fit;
    }
    return (double)(shares < group ? group : shares - shares % group);
}

static const xl__param params[] = {
    [HISTOGRAM_N] = {.name = "n",
                     .kind = XL__INT,
                     .role = XL__RUNTIME,
                     .initial = 16777216,
                     .most = MOST_SAMPLES,
                     .unit = "elements",
                     .help = "samples; counters are u32, which this bound keeps from overflowing",
                     .size = true},
    [HISTOGRAM_BUCKETS] = {.name = "buckets",
                           .kind = XL__INT,
                           .role = XL__PROBLEM,
                           .initial = 256,
                           .least = 2,
                           .most = 65536,
                           .unit = "buckets",
                           .help = "counters"},
    [HISTOGRAM_FUNCTION] = {.name = "function",
                            .kind = XL__CHOICE,
                            .role = XL__PROBLEM,
                            .initial = HISTOGRAM_IDENTITY,
                            .most = 2,
                            .choices = "identity|even|log",
                            .help = "bucket of a sample: itself (floats: even), equal parts of a range, of "
                                    "its logarithm"},
    [HISTOGRAM_LOWER] = {.name = "lower",
                         .kind = XL__REAL,
                         .role = XL__PROBLEM,
                         .least = -PAST_FLOATS,
                         .most = PAST_FLOATS,
                         .help = "even: least sample that is counted"},
    [HISTOGRAM_UPPER] = {.name = "upper",
                         .kind = XL__REAL,
                         .role = XL__PROBLEM,
                         .initial = 1,
                         .least = -PAST_FLOATS,
                         .most = PAST_FLOATS,
                         .help = "even: samples at or above are not counted"},
    [HISTOGRAM_LOG_LEAST] = {.name = "log_least",
                             .kind = XL__REAL,
                             .role = XL__PROBLEM,
                             .initial = -10,
                             .least = -126,
                             .most = 128,
                             .help = "log: log2 of the least sample above 0 that is counted"},
    [HISTOGRAM_LOG_MOST] = {.name = "log_most",
                            .kind = XL__REAL,
                            .role = XL__PROBLEM,
                            .initial = 2,
                            .least = -126,
                            .most = 128,
                            .help = "log: log2 of the first sample that is too large"},
    [HISTOGRAM_WAY] = {.name = "way",
                       .kind = XL__CHOICE,
                       .role = XL__TUNING,
                       .most = 3,
                       .choices = "ballot|shuffle|waterfall|native",
                       .help = "match: how lanes find those with the same bucket"},
    [HISTOGRAM_GROUP] = {.name = "group",
                         .kind = XL__INT,
                         .role = XL__TUNING,
                         .most = 1024,
                         .unit = "work-items",
                         .help = "work-group size, 0 = chosen"},
    [HISTOGRAM_COPY_BY] = {.name = "copy_by",
                           .kind = XL__CHOICE,
                           .role = XL__TUNING,
                           .most = 1,
                           .choices = "lane|sub_group",
                           .help = "privatised: whose number picks the copy"},
    [HISTOGRAM_COPIES] = {.name = "copies",
                          .kind = XL__INT,
                          .role = XL__TUNING,
                          .most = 128,
                          .unit = "histograms",
                          .help = "privatised: local histograms of a work-group, 0 = chosen",
                          .settle = settle_copies},
    [HISTOGRAM_SHARES] = {.name = "shares",
                          .kind = XL__INT,
                          .role = XL__TUNING,
                          .most = 65536,
                          .unit = "work-items",
                          .help = "private: work-items with a histogram of their own, 0 = chosen",
                          .settle = settle_shares},
    [HISTOGRAM_GROUPS] = {.name = "groups",
                          .kind = XL__INT,
                          .role = XL__TUNING,
                          .most = 1024,
                          .unit = "work-groups",
                          .help = "work-groups per compute unit, 0 = chosen",
                          .settle = settle_groups},
};

static const xl__array_desc arrays[] = {
    [HISTOGRAM_SAMPLES] = {.name = "samples",
                           .types = {XL_U32, XL_U8, XL_F32},
                           .shape = {"n"},
                           .picture = XL__LUMINANCE,
                           .help = "what is counted"},
    [HISTOGRAM_COUNTS] = {.name = "counts",
                          .types = {XL_U32},
                          .direction = XL__OUT,
                          .shape = {"buckets"},
                          .help = "samples in each bucket"},
};

static int check(xl__problem *problem, xl_error *error) {
    const int function = xl__histogram_function(problem);
    if (function == HISTOGRAM_IDENTITY) return XL_SUCCESS;
    double from, to;
    xl__histogram_range(problem, &from, &to);
    char low[XL__NUMBER_TEXT], high[XL__NUMBER_TEXT];
    xl__number_text(from, XL__DIGITS, low);
    xl__number_text(to, XL__DIGITS, high);
    if (!(from < to))
        return xl__fail(error, XL_BAD_VALUE, "histogram: %s=%s is not below %s=%s",
                        function == HISTOGRAM_LOG ? "log_least" : "lower", low,
                        function == HISTOGRAM_LOG ? "log_most" : "upper", high);
    if (problem->type != XL_F32 && (function == HISTOGRAM_LOG ? exp2(to) : to) > PAST_INTEGERS)
        return xl__fail(error, XL_BAD_VALUE,
                        "histogram: %s=%s ends the range of %s samples above %.0f; lower it",
                        function == HISTOGRAM_LOG ? "log_most" : "upper", high, xl_type_name(problem->type),
                        PAST_INTEGERS);
    return XL_SUCCESS;
}

/* What the function or the device decides; whose a tuning parameter is, the strategies say. */
static bool uses(const xl__problem *problem, int strategy, int param) {
    const int function = xl__histogram_function(problem);
    switch (param) {
    case HISTOGRAM_LOWER:
    case HISTOGRAM_UPPER: return function == HISTOGRAM_EVEN;
    case HISTOGRAM_LOG_LEAST:
    case HISTOGRAM_LOG_MOST: return function == HISTOGRAM_LOG;
    case HISTOGRAM_GROUP: return strategy != HISTOGRAM_PRIVATE || !problem->cpu; /* share_group */
    default: return true;
    }
}

/* ---- sizes and memory ---------------------------------------------------------------------------------- */

static double range_start(const xl__problem *problem) {
    double from, to;
    xl__histogram_range(problem, &from, &to);
    return from;
}

static double range_end(const xl__problem *problem) {
    double from, to;
    xl__histogram_range(problem, &from, &to);
    return to;
}

static const xl__size sizes[] = {
    {.name = "share_group", .count = share_group},
    {.name = "from", .real = range_start},
    {.name = "to", .real = range_end},
    {0},
};

/* Keys of the least sample of each bucket; the identity has none. What a work-item of `private` counts: ROWS
   histograms, each with a counter for what is not counted. */
static const xl__area areas[] = {
    {.name = "edges",
     .type = "uint",
     .count = "function == identity && type != f32 ? 1 : buckets + 1",
     .make = xl__histogram_fill_edges},
    {.name = "rows", .type = "uint", .count = "shares * " TEXT(ROWS) " * (buckets + 1)"},
    {.name = "byte_rows", .type = "uchar", .count = TEXT(WRONG_SHARES) " * (buckets + 1)"},
    {0},
};

size_t xl__histogram_work_items(const xl__problem *problem, int strategy) {
    const bool vectors =
        strategy == HISTOGRAM_PRIVATISED || strategy == HISTOGRAM_UNIFORM || strategy == HISTOGRAM_RUNS;
    const size_t n = (size_t)xl__int(problem, HISTOGRAM_N),
                 step = vectors ? 16 / xl_type_size(problem->type) : 1;
    if (n == 0) return 0;
    if (strategy == HISTOGRAM_PRIVATE) return (size_t)problem->value[HISTOGRAM_SHARES];
    const size_t most = (size_t)problem->value[HISTOGRAM_GROUPS] * problem->compute_units;
    const size_t wanted = xl__blocks(xl__blocks(n, step), problem->group_size);
    return (wanted < most ? wanted : most) * problem->group_size;
}

/* ---- planted wrong kernels --------------------------------------------------------------------------- */

static int prepare_bits_popcount(xl__prepare *p) {
    const long long buckets = xl__int(p->problem, HISTOGRAM_BUCKETS);
    int set = 0, rounds = 0;
    for (long long b = buckets; b > 0; b >>= 1) set += b & 1;
    for (long long b = buckets - 1; b > 0; b >>= 1) rounds++;
    if (set >= rounds)
        return xl__fail(p->error, XL_UNSUPPORTED, "%lld has %d bits set and takes %d rounds: right by luck",
                        buckets, set, rounds);
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane compares nothing");
    return xl__histogram_prepare(p);
}

/* The bucket that the float quotient gives to a key, as the kernel takes it. */
static float quotient_of(const xl__problem *problem, const uint64_t *edges, histogram_guess g, uint32_t key) {
    float position = (float)(key - (uint32_t)edges[0]);
    if (problem->type == XL_F32) {
        const uint32_t bits = key & 0x80000000u ? key ^ 0x80000000u : ~key;
        memcpy(&position, &bits, sizeof position);
    }
    const float distance = position - g.origin;
    return floorf(distance * g.scale);
}

/* Whether the quotient puts some edge, or the sample below it, into another bucket than its own. */
static bool quotient_errs(const xl__problem *problem, const uint64_t *edges) {
    const histogram_guess g = xl__histogram_guess(problem, edges);
    const uint32_t buckets = (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS);
    for (uint32_t i = 1; i < buckets; i++) {
        if (edges[i - 1] == edges[i] || edges[i] == edges[i + 1]) continue;
        const uint32_t key = (uint32_t)edges[i]; /* a sample reaches it, or it would be the next edge too */
        if (quotient_of(problem, edges, g, key) != (float)i ||
            quotient_of(problem, edges, g, key - 1) != (float)(i - 1))
            return true;
    }
    return false;
}

static int prepare_quotient(xl__prepare *p) {
    if (xl__histogram_function(p->problem) != HISTOGRAM_EVEN)
        return xl__fail(p->error, XL_UNSUPPORTED, "needs function=even");
    uint64_t *edges = xl__histogram_make_edges(p->problem);
    if (!edges) return xl__fail(p->error, XL_NO_MEMORY, "histogram: no memory for the edges");
    const bool errs = quotient_errs(p->problem, edges);
    free(edges);
    if (!errs)
        return xl__fail(p->error, XL_UNSUPPORTED, "with these bounds the quotient is right at all edges");
    return xl__histogram_prepare(p);
}

/* ---- strategies ---------------------------------------------------------------------------------------- */

/* Work-groups that fill the device, but no more than there is work for; a work-item takes `step` samples at
 * once. */
#define GROUPS(step) "min(blocks(blocks(n, " step "), group), groups * units)"
#define ONE "1"
#define VECTOR "16 / bytes" /* loads of 16 bytes */
#define COUNT(kernel_name, more, work_groups, work_group)                                                    \
    COUNT_BY(xl__histogram_prepare, kernel_name, more, work_groups, work_group)
#define COUNT_BY(prepared_by, kernel_name, more, work_groups, work_group)                                    \
    .prepare = (prepared_by), .defines = "SAMPLE_BITS=8 * bytes, SAMPLE_FLOAT=type == f32",                  \
    .passes = (const xl__pass[]) {                                                                           \
        {.fill = "counts"},                                                                                  \
            {.kernel = (kernel_name),                                                                        \
             .args = "samples, counts, edges, uint n" more,                                                  \
             .groups = (work_groups),                                                                        \
             .group = (work_group)},                                                                         \
            {0},                                                                                             \
    }
#define LOCAL ", local uint buckets"
/* Every work-group adds all of its counters to the result, so there should be few of them: large ones. An
   emulated sub-group takes local memory for each work-item, and a CPU gains nothing. */
#define LARGE_GROUP "cpu || emulated ? 0 : 1024"
#define MATCH_OPS "ballot shuffle:u32 broadcast:u32 match_any:u32"
#define WRONG .source = "histogram/wrong.cl", .flags = XL__WRONG, .tuning = "groups group"

static const xl__strategy strategies[] = {
    [HISTOGRAM_GLOBAL] = {.name = "global",
                          .help = "every sample adds 1 in global memory",
                          .source = "histogram/histogram.cl",
                          .flow = XL__NO_SUB_GROUPS,
                          .tuning = "groups group",
                          COUNT("histogram_global", "", GROUPS(ONE), NULL)},
    [HISTOGRAM_LOCAL] = {.name = "local",
                         .help = "every work-group counts in local memory, then adds to the result",
                         .source = "histogram/histogram.cl",
                         .flow = XL__NO_SUB_GROUPS,
                         .tuning = "groups group",
                         .group = LARGE_GROUP,
                         COUNT("histogram_local", LOCAL, GROUPS(ONE), NULL)},
    [HISTOGRAM_MATCH_GLOBAL] = {.name = "match_global",
                                .help = "lanes of one bucket add once, in global memory",
                                .source = "histogram/match.cl",
                                .flow = XL__SUB_GROUP_UNIFORM,
                                .ops = MATCH_OPS,
                                .tuning = "way groups group",
                                COUNT("histogram_match_global", "", GROUPS(ONE), NULL)},
    [HISTOGRAM_MATCH_LOCAL] = {.name = "match_local",
                               .help = "lanes of one bucket add once, in local memory",
                               .source = "histogram/match.cl",
                               .flow = XL__SUB_GROUP_UNIFORM,
                               .ops = MATCH_OPS,
                               .tuning = "way groups group",
                               .group = LARGE_GROUP,
                               COUNT("histogram_match_local", LOCAL, GROUPS(ONE), NULL)},
    [HISTOGRAM_PRIVATISED] = {.name = "privatised",
                              .help = "several local histograms, by lane or sub-group; 16 bytes per load",
                              .source = "histogram/privatised.cl",
                              .flow = XL__GROUP_UNIFORM,
                              .tuning = "copies copy_by groups group",
                              .group = LARGE_GROUP,
                              COUNT("histogram_privatised", ", local uint copies * buckets", GROUPS(VECTOR),
                                    NULL)},
    [HISTOGRAM_UNIFORM] = {.name = "uniform",
                           .help = "one addition where the whole sub-group agrees; 16 bytes per load",
                           .source = "histogram/uniform.cl",
                           .flow = XL__GROUP_UNIFORM,
                           .ops = "all_equal:u32 all broadcast:u32",
                           .tuning = "groups group",
                           .group = LARGE_GROUP,
                           COUNT("histogram_uniform", LOCAL, GROUPS(VECTOR), NULL)},
    [HISTOGRAM_RUNS] = {.name = "runs",
                        .help = "a work-item adds a run of equal buckets at once; 16 bytes per load",
                        .source = "histogram/histogram.cl",
                        .flow = XL__NO_SUB_GROUPS,
                        .tuning = "groups group",
                        .group = LARGE_GROUP,
                        COUNT("histogram_runs", LOCAL, GROUPS(VECTOR), NULL)},
    [HISTOGRAM_PRIVATE] = {.name = "private",
                           .help = "every work-item owns histograms and a share of the samples",
                           .source = "histogram/histogram.cl",
                           .flow = XL__NO_SUB_GROUPS,
                           .tuning = "shares group",
                           .prepare = xl__histogram_prepare,
                           .defines = "SAMPLE_BITS=8 * bytes, SAMPLE_FLOAT=type == f32, ROWS=" TEXT(ROWS),
                           .passes =
                               (const xl__pass[]){
                                   {.fill = "counts", .when = "n == 0"},
                                   {.kernel = "histogram_private",
                                    .args = "samples, rows, edges, uint n",
                                    .groups = "n > 0 ? shares / share_group : 0",
                                    .group = "share_group"},
                                   {.kernel = "histogram/private_sum.cl:histogram_private_sum",
                                    .args = "rows, counts, uint buckets, uint shares * " TEXT(ROWS),
                                    .items = "n > 0 ? buckets : 0"},
                                   {0},
                               }},
    {.name = "tail_counted",
     .help = "lanes past the end match bucket 0: n that is no multiple of the width",
     .flow = XL__GROUP_UNIFORM,
     .ops = "ballot",
     .needs = "lanes > 1",
     .why = "a sub-group of one lane has no tail",
     WRONG,
     COUNT("histogram_tail_counted", "", GROUPS(ONE), NULL)},
    {.name = "ballot_cut",
     .help = "the mask is cut to 32 bits: any input at widths above 32",
     .flow = XL__GROUP_UNIFORM,
     .ops = "ballot",
     .needs = "lanes > 32",
     .why = "needs more than 32 lanes",
     WRONG,
     COUNT("histogram_ballot_cut", "", GROUPS(ONE), NULL)},
    {.name = "bits_popcount",
     .help = "set bits of the bucket count as rounds, in place of log2: 256 buckets",
     .flow = XL__GROUP_UNIFORM,
     .ops = "ballot",
     WRONG,
     COUNT_BY(prepare_bits_popcount, "histogram_bits_popcount", "", GROUPS(ONE), NULL)},
    {.name = "lost_update",
     .help = "a counter is read and written without atomics: two equal samples in a work-group",
     .flow = XL__NO_SUB_GROUPS,
     .group = LARGE_GROUP,
     .needs = "group > 1",
     .why = "a work-group of one work-item has nobody to collide with",
     WRONG,
     COUNT("histogram_lost_update", LOCAL, GROUPS(ONE), NULL)},
    {.name = "byte_counter",
     .help = "counters of 8 bits wrap: more than 255 samples of one bucket in a share",
     .flow = XL__NO_SUB_GROUPS,
     WRONG,
     COUNT("histogram_byte_counter", ", byte_rows", "n > 0 ? " TEXT(WRONG_SHARES) " : 0", "1")},
    {.name = "quotient",
     .help = "the float quotient is not corrected against the edges: samples on edges",
     .flow = XL__NO_SUB_GROUPS,
     WRONG,
     COUNT_BY(prepare_quotient, "histogram_quotient", "", GROUPS(ONE), NULL)},
    {.name = "nan_counted",
     .help = "NaN is neither below nor above the range: one NaN",
     .flow = XL__NO_SUB_GROUPS,
     .needs = "type == f32 && function != log",
     .why = "needs f32, since integers have no NaN, and function=even",
     WRONG,
     COUNT("histogram_nan_counted", ", float from, float to", GROUPS(ONE), NULL)},
};

/* A first simple rule: a histogram of its own for each core of a CPU; elsewhere local memory, if it has room.
 */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return "private";
    return histogram_bytes(problem) <= problem->local_bytes ? "privatised" : "global";
}

const xl__algorithm xl__algorithm_histogram = {
    .name = "histogram",
    .help = "counts of samples in buckets",
    .params = params,
    .param_count = HISTOGRAM_PARAMS,
    .arrays = arrays,
    .array_count = HISTOGRAM_ARRAYS,
    .strategies = strategies,
    .strategy_count = sizeof strategies / sizeof *strategies,
    .shape = {"n", "buckets"},
    .main_job = true,
    .choose = choose,
    .check = check,
    .uses = uses,
    .sizes = sizes,
    .areas = areas,
};
