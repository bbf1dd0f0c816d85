/* histogram.c - the table of histogram: counts of n samples in buckets (README.md). */
#include "histogram_table.h"
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

enum { ROWS = 4, LARGE_GROUP = 1024, WRONG_SHARES = 2 };

static const xl__param params[] = {
    [HISTOGRAM_N] = {"n", XL__INT, XL__RUNTIME, 16777216, 0, MOST_SAMPLES, NULL, "elements",
                     "samples; counters are u32, which this bound keeps from overflowing", true},
    [HISTOGRAM_BUCKETS] = {"buckets", XL__INT, XL__PROBLEM, 256, 2, 65536, NULL, "buckets", "counters",
                           false},
    [HISTOGRAM_FUNCTION] =
        {"function", XL__CHOICE, XL__PROBLEM, HISTOGRAM_IDENTITY, 0, 2, "identity|even|log", NULL,
         "bucket of a sample: itself (floats: even), equal parts of a range, of its logarithm", false},
    [HISTOGRAM_LOWER] = {"lower", XL__REAL, XL__PROBLEM, 0, -PAST_FLOATS, PAST_FLOATS, NULL, NULL,
                         "even: least sample that is counted", false},
    [HISTOGRAM_UPPER] = {"upper", XL__REAL, XL__PROBLEM, 1, -PAST_FLOATS, PAST_FLOATS, NULL, NULL,
                         "even: samples at or above are not counted", false},
    [HISTOGRAM_LOG_LEAST] = {"log_least", XL__REAL, XL__PROBLEM, -10, -126, 128, NULL, NULL,
                             "log: log2 of the least sample above 0 that is counted", false},
    [HISTOGRAM_LOG_MOST] = {"log_most", XL__REAL, XL__PROBLEM, 2, -126, 128, NULL, NULL,
                            "log: log2 of the first sample that is too large", false},
    [HISTOGRAM_WAY] = {"way", XL__CHOICE, XL__TUNING, 0, 0, 3, "ballot|shuffle|waterfall|native", NULL,
                       "match: how lanes find those with the same bucket", false},
    [HISTOGRAM_COPIES] = {"copies", XL__INT, XL__TUNING, 0, 0, 128, NULL, "histograms",
                          "privatised: local histograms of a work-group, 0 = chosen", false},
    [HISTOGRAM_COPY_BY] = {"copy_by", XL__CHOICE, XL__TUNING, 0, 0, 1, "lane|sub_group", NULL,
                           "privatised: whose number picks the copy", false},
    [HISTOGRAM_SHARES] = {"shares", XL__INT, XL__TUNING, 0, 0, 1048576, NULL, "work-items",
                          "private: work-items with a histogram of their own, 0 = chosen", false},
    [HISTOGRAM_GROUPS] = {"groups", XL__INT, XL__TUNING, 0, 0, 1024, NULL, "work-groups",
                          "work-groups per compute unit, 0 = chosen", false},
    [HISTOGRAM_GROUP] = {"group", XL__INT, XL__TUNING, 0, 0, 1024, NULL, "work-items",
                         "work-group size, 0 = chosen", false},
};

static const xl__array_desc arrays[] = {
    [HISTOGRAM_SAMPLES] =
        {"samples", {XL_U32, XL_U8, XL_F32}, XL__IN, {"n"}, XL__LUMINANCE, "what is counted"},
    [HISTOGRAM_COUNTS] = {"counts", {XL_U32}, XL__OUT, {"buckets"}, XL__NO_PICTURE, "samples in each bucket"},
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

static bool uses(const xl__problem *problem, int strategy, int param) {
    const int function = xl__histogram_function(problem);
    const bool planted = strategy >= HISTOGRAM_RIGHT; /* copies of the right ones */
    switch (param) {
    case HISTOGRAM_LOWER:
    case HISTOGRAM_UPPER: return function == HISTOGRAM_EVEN;
    case HISTOGRAM_LOG_LEAST:
    case HISTOGRAM_LOG_MOST: return function == HISTOGRAM_LOG;
    case HISTOGRAM_WAY:
        return planted || strategy == HISTOGRAM_MATCH_GLOBAL || strategy == HISTOGRAM_MATCH_LOCAL;
    case HISTOGRAM_COPIES:
    case HISTOGRAM_COPY_BY: return planted || strategy == HISTOGRAM_PRIVATISED;
    case HISTOGRAM_SHARES: return planted || strategy == HISTOGRAM_PRIVATE;
    case HISTOGRAM_GROUPS: return strategy != HISTOGRAM_PRIVATE;
    case HISTOGRAM_GROUP: return strategy != HISTOGRAM_PRIVATE || !problem->cpu; /* share_group */
    default: return true;
    }
}

/* ---- prepare ------------------------------------------------------------------------------------------- */

static size_t histogram_bytes(const xl__problem *problem) {
    return (size_t)xl__int(problem, HISTOGRAM_BUCKETS) * sizeof(uint32_t);
}

static int need_local(xl__prepare *p, size_t copies) {
    const size_t bytes = copies * histogram_bytes(p->problem);
    if (bytes <= p->problem->local_bytes) return XL_SUCCESS;
    return xl__fail(
        p->error, XL_UNSUPPORTED,
        "%lld buckets x %zu take %zu bytes of local memory, there are %llu; take fewer, or 'global'",
        xl__int(p->problem, HISTOGRAM_BUCKETS), copies, bytes, (unsigned long long)p->problem->local_bytes);
}

/* Every work-group adds all of its counters to the result, so there should be few of them: large ones. An
   emulated sub-group takes local memory for each work-item, and a CPU gains nothing. */
static void enlarge_group(xl__problem *problem) {
    const size_t width = (size_t)problem->width;
    const size_t most = problem->largest_group < LARGE_GROUP ? problem->largest_group : LARGE_GROUP;
    if (xl__int(problem, HISTOGRAM_GROUP) == 0 && !problem->cpu && !problem->emulated && most >= width)
        problem->group_size = most / width * width;
}

/* 2048 work-items keep the memory of a compute unit busy; on a CPU a few groups a core balance the load. */
static size_t choose_groups(const xl__problem *problem) {
    if (problem->cpu) return 4;
    return problem->group_size >= 2048 ? 1 : 2048 / problem->group_size;
}

/* The last step of a strategy whose work-groups share the samples: their number is decided here, once. */
static int prepare_groups(xl__prepare *p) {
    double *groups = &p->problem->value[HISTOGRAM_GROUPS];
    if (*groups == 0) *groups = (double)choose_groups(p->problem);
    return xl__histogram_prepare(p);
}

static int prepare_local(xl__prepare *p) {
    if (!p->problem->one_sub_group) enlarge_group(p->problem);
    const int status = need_local(p, 1);
    return status == XL_SUCCESS ? prepare_groups(p) : status;
}

static int prepare_match(xl__prepare *p) {
    xl__define(p, "WAY", xl__int(p->problem, HISTOGRAM_WAY));
    return prepare_groups(p);
}

static int prepare_match_local(xl__prepare *p) {
    xl__define(p, "WAY", xl__int(p->problem, HISTOGRAM_WAY));
    return prepare_local(p);
}

/* As many copies as fit into a modest share of local memory, but no more than there are numbers to pick one
   by. A CPU runs a work-group on one core, where nothing collides. */
static long long choose_copies(const xl__problem *problem) {
    const bool by_lane = xl__int(problem, HISTOGRAM_COPY_BY) == 0;
    const long long most = by_lane ? problem->width : (long long)problem->group_size / problem->width;
    const uint64_t bytes = problem->local_bytes < COPIES_BYTES ? problem->local_bytes : COPIES_BYTES;
    long long copies = 1;
    while (!problem->cpu && 2 * copies <= most && 2 * (uint64_t)copies * histogram_bytes(problem) <= bytes)
        copies *= 2;
    return copies;
}

static int prepare_privatised(xl__prepare *p) {
    enlarge_group(p->problem);
    double *copies = &p->problem->value[HISTOGRAM_COPIES];
    if (*copies == 0) *copies = (double)choose_copies(p->problem);
    const int status = need_local(p, (size_t)*copies);
    if (status != XL_SUCCESS) return status;
    xl__define(p, "COPIES", (long long)*copies);
    xl__define(p, "COPY_BY", xl__int(p->problem, HISTOGRAM_COPY_BY));
    return prepare_groups(p);
}

/* ---- enqueue ------------------------------------------------------------------------------------------- */

/* Work-groups that fill the device, but no more than there is work for; `samples` are what a work-item takes
   in one step. */
static size_t group_count(const xl__problem *problem, size_t samples) {
    const size_t n = (size_t)xl__int(problem, HISTOGRAM_N);
    const size_t set = (size_t)xl__int(problem, HISTOGRAM_GROUPS);
    const size_t per_unit = set > 0 ? set : choose_groups(problem);
    const size_t most = per_unit * problem->compute_units;
    const size_t wanted = xl__blocks(xl__blocks(n, samples), problem->group_size);
    return wanted < most ? wanted : most;
}

static size_t samples_in_vector(const xl__problem *problem) {
    return 16 / xl_type_size(problem->type);
}

static int clear_counts(xl__enqueue *e) {
    return xl__fill(e, HISTOGRAM_COUNTS, 0, 0, histogram_bytes(xl__enqueue_problem(e)));
}

/* Clears the counts, then sets the arguments that all kernels begin with. */
static void begin(xl__enqueue *e) {
    clear_counts(e);
    xl__begin(e, 0);
    xl__arg_array(e, HISTOGRAM_SAMPLES);
    xl__arg_array(e, HISTOGRAM_COUNTS);
    xl__arg_constant(e, 0);
    xl__arg_uint(e, (uint32_t)xl__int(xl__enqueue_problem(e), HISTOGRAM_N));
}

static int enqueue_global(xl__enqueue *e) {
    begin(e);
    return xl__go(e, group_count(xl__enqueue_problem(e), 1));
}

static int enqueue_local(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    begin(e);
    xl__arg_local(e, histogram_bytes(problem));
    return xl__go(e, group_count(problem, 1));
}

static int enqueue_vector(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    begin(e);
    xl__arg_local(e, histogram_bytes(problem));
    return xl__go(e, group_count(problem, samples_in_vector(problem)));
}

static int enqueue_privatised(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    begin(e);
    xl__arg_local(e, (size_t)xl__int(problem, HISTOGRAM_COPIES) * histogram_bytes(problem));
    return xl__go(e, group_count(problem, samples_in_vector(problem)));
}

/* ---- private: a work-item owns its rows ---------------------------------------------------------------- */

/* A CPU gets one work-item a work-group, which is one core's work; compilers that vectorise over work-items
   have nothing to gain from the scattered counters. */
static size_t share_group(const xl__problem *problem) {
    return problem->cpu ? 1 : problem->group_size < 32 ? problem->group_size : 32;
}

static size_t share_bytes(const xl__problem *problem) {
    return ROWS * (histogram_bytes(problem) + sizeof(uint32_t));
}

/* Work-items, a multiple of share_group. */
static size_t share_count(const xl__problem *problem) {
    const size_t group = share_group(problem), fit = ROWS_BYTES / share_bytes(problem);
    size_t shares = (size_t)xl__int(problem, HISTOGRAM_SHARES);
    if (shares == 0) {
        shares = problem->compute_units * (problem->cpu ? 1 : 2 * group);
        if (shares > fit) shares = fit;
    }
    return shares < group ? group : shares - shares % group;
}

static int prepare_private(xl__prepare *p) {
    p->problem->value[HISTOGRAM_SHARES] = (double)share_count(p->problem);
    p->scratch_bytes = share_count(p->problem) * share_bytes(p->problem);
    xl__define(p, "ROWS", ROWS);
    return xl__histogram_prepare(p);
}

static int enqueue_private(xl__enqueue *e) {
    const xl__problem *problem = xl__enqueue_problem(e);
    const size_t shares = share_count(problem), group = share_group(problem);
    if (xl__int(problem, HISTOGRAM_N) == 0) return clear_counts(e);
    xl__begin(e, 0);
    xl__arg_array(e, HISTOGRAM_SAMPLES);
    xl__arg_scratch(e);
    xl__arg_constant(e, 0);
    xl__arg_uint(e, (uint32_t)xl__int(problem, HISTOGRAM_N));
    xl__go_sized(e, shares / group, group);
    xl__begin(e, 1);
    xl__arg_scratch(e);
    xl__arg_array(e, HISTOGRAM_COUNTS);
    xl__arg_uint(e, (uint32_t)xl__int(problem, HISTOGRAM_BUCKETS));
    xl__arg_uint(e, (uint32_t)(shares * ROWS));
    return xl__go_pass(e, (size_t)xl__int(problem, HISTOGRAM_BUCKETS));
}

size_t xl__histogram_work_items(const xl__problem *problem, int strategy) {
    const bool vectors =
        strategy == HISTOGRAM_PRIVATISED || strategy == HISTOGRAM_UNIFORM || strategy == HISTOGRAM_RUNS;
    if (xl__int(problem, HISTOGRAM_N) == 0) return 0;
    if (strategy == HISTOGRAM_PRIVATE) return share_count(problem);
    return group_count(problem, vectors ? samples_in_vector(problem) : 1) * problem->group_size;
}

/* ---- planted wrong kernels ------------------------------------------------------------------------------
 */

static int prepare_tail_counted(xl__prepare *p) {
    if (p->problem->width < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a sub-group of one lane has no tail");
    return xl__histogram_prepare(p);
}

static int prepare_ballot_cut(xl__prepare *p) {
    if (p->problem->width <= 32)
        return xl__fail(p->error, XL_UNSUPPORTED, "needs more than 32 lanes, there are %d",
                        p->problem->width);
    return xl__histogram_prepare(p);
}

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

static int prepare_lost_update(xl__prepare *p) {
    if (p->problem->group_size < 2)
        return xl__fail(p->error, XL_UNSUPPORTED, "a work-group of one work-item has nobody to collide with");
    return prepare_local(p);
}

static int prepare_byte_counter(xl__prepare *p) {
    p->scratch_bytes = WRONG_SHARES * ((size_t)xl__int(p->problem, HISTOGRAM_BUCKETS) + 1);
    return xl__histogram_prepare(p);
}

static int enqueue_byte_counter(xl__enqueue *e) {
    begin(e);
    xl__arg_scratch(e);
    return xl__go_sized(e, xl__int(xl__enqueue_problem(e), HISTOGRAM_N) == 0 ? 0 : WRONG_SHARES, 1);
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

static int prepare_nan_counted(xl__prepare *p) {
    if (p->problem->type != XL_F32)
        return xl__fail(p->error, XL_UNSUPPORTED, "needs f32: integers have no NaN");
    if (xl__histogram_function(p->problem) != HISTOGRAM_EVEN)
        return xl__fail(p->error, XL_UNSUPPORTED, "needs function=even");
    return xl__histogram_prepare(p);
}

static int enqueue_nan_counted(xl__enqueue *e) {
    double from, to;
    xl__histogram_range(xl__enqueue_problem(e), &from, &to);
    begin(e);
    xl__arg_float(e, (float)from);
    xl__arg_float(e, (float)to);
    return xl__go(e, group_count(xl__enqueue_problem(e), 1));
}

/* ---- table --------------------------------------------------------------------------------------------- */

/* A first simple rule: a histogram of its own for each core of a CPU; elsewhere local memory, if it has room.
 */
static int choose(xl__problem *problem) {
    if (problem->cpu) return HISTOGRAM_PRIVATE;
    return histogram_bytes(problem) <= problem->local_bytes ? HISTOGRAM_PRIVATISED : HISTOGRAM_GLOBAL;
}

#define PLAIN "histogram/histogram.cl"
#define MATCH "histogram/match.cl"
#define WRONG "histogram/wrong.cl"
#define MATCH_OPS "ballot shuffle:u32 broadcast:u32 match_any:u32"

static const xl__strategy strategies[] = {
    [HISTOGRAM_GLOBAL] = {"global",
                          "every sample adds 1 in global memory",
                          PLAIN,
                          {"histogram_global"},
                          XL__NO_SUB_GROUPS,
                          0,
                          NULL,
                          prepare_groups,
                          enqueue_global,
                          NULL},
    [HISTOGRAM_LOCAL] = {"local",
                         "every work-group counts in local memory, then adds to the result",
                         PLAIN,
                         {"histogram_local"},
                         XL__NO_SUB_GROUPS,
                         0,
                         NULL,
                         prepare_local,
                         enqueue_local,
                         NULL},
    [HISTOGRAM_MATCH_GLOBAL] = {"match_global",
                                "lanes with the same bucket add once, in global memory",
                                MATCH,
                                {"histogram_match_global"},
                                XL__SUB_GROUP_UNIFORM,
                                0,
                                MATCH_OPS,
                                prepare_match,
                                enqueue_global,
                                NULL},
    [HISTOGRAM_MATCH_LOCAL] = {"match_local",
                               "lanes with the same bucket add once, in local memory",
                               MATCH,
                               {"histogram_match_local"},
                               XL__SUB_GROUP_UNIFORM,
                               0,
                               MATCH_OPS,
                               prepare_match_local,
                               enqueue_local,
                               NULL},
    [HISTOGRAM_PRIVATISED] = {"privatised",
                              "several local histograms, by lane or sub-group; loads of 16 bytes",
                              "histogram/privatised.cl",
                              {"histogram_privatised"},
                              XL__GROUP_UNIFORM,
                              0,
                              NULL,
                              prepare_privatised,
                              enqueue_privatised,
                              NULL},
    [HISTOGRAM_UNIFORM] = {"uniform",
                           "one addition where the whole sub-group agrees; loads of 16 bytes",
                           "histogram/uniform.cl",
                           {"histogram_uniform"},
                           XL__GROUP_UNIFORM,
                           0,
                           "all_equal:u32 all broadcast:u32",
                           prepare_local,
                           enqueue_vector,
                           NULL},
    [HISTOGRAM_RUNS] = {"runs",
                        "a work-item adds a run of equal buckets at once; loads of 16 bytes",
                        PLAIN,
                        {"histogram_runs"},
                        XL__NO_SUB_GROUPS,
                        0,
                        NULL,
                        prepare_local,
                        enqueue_vector,
                        NULL},
    [HISTOGRAM_PRIVATE] = {"private",
                           "every work-item owns histograms and a share of the samples",
                           PLAIN,
                           {"histogram_private", "histogram/private_sum.cl:histogram_private_sum"},
                           XL__NO_SUB_GROUPS,
                           0,
                           NULL,
                           prepare_private,
                           enqueue_private,
                           NULL},
    {"tail_counted",
     "lanes past the end match bucket 0: n that is no multiple of the width",
     WRONG,
     {"histogram_tail_counted"},
     XL__GROUP_UNIFORM,
     XL__WRONG,
     "ballot",
     prepare_tail_counted,
     enqueue_global,
     NULL},
    {"ballot_cut",
     "the mask is cut to 32 bits: any input at widths above 32",
     WRONG,
     {"histogram_ballot_cut"},
     XL__GROUP_UNIFORM,
     XL__WRONG,
     "ballot",
     prepare_ballot_cut,
     enqueue_global,
     NULL},
    {"bits_popcount",
     "set bits of the bucket count as rounds, in place of log2: 256 buckets",
     WRONG,
     {"histogram_bits_popcount"},
     XL__GROUP_UNIFORM,
     XL__WRONG,
     "ballot",
     prepare_bits_popcount,
     enqueue_global,
     NULL},
    {"lost_update",
     "a counter is read and written without atomics: two equal samples in a work-group",
     WRONG,
     {"histogram_lost_update"},
     XL__NO_SUB_GROUPS,
     XL__WRONG,
     NULL,
     prepare_lost_update,
     enqueue_local,
     NULL},
    {"byte_counter",
     "counters of 8 bits wrap: more than 255 samples of one bucket in a share",
     WRONG,
     {"histogram_byte_counter"},
     XL__NO_SUB_GROUPS,
     XL__WRONG,
     NULL,
     prepare_byte_counter,
     enqueue_byte_counter,
     NULL},
    {"quotient",
     "the float quotient is not corrected against the edges: samples on edges",
     WRONG,
     {"histogram_quotient"},
     XL__NO_SUB_GROUPS,
     XL__WRONG,
     NULL,
     prepare_quotient,
     enqueue_global,
     NULL},
    {"nan_counted",
     "NaN is neither below nor above the range: one NaN",
     WRONG,
     {"histogram_nan_counted"},
     XL__NO_SUB_GROUPS,
     XL__WRONG,
     NULL,
     prepare_nan_counted,
     enqueue_nan_counted,
     NULL},
};

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
};
