/* Mistakes planted in histogram, which verify must find. */
#include "histogram_host.h"

static int bits_popcount_shows(xl__prepare *p) {
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
    return XL_SUCCESS;
}

static int quotient_shows(xl__prepare *p) {
    const histogram_range range = xl__histogram_range(p->problem);
    if (range.function != HISTOGRAM_EVEN) return xl__fail(p->error, XL_UNSUPPORTED, "needs function=even");
    if (xl__histogram_guess_errs(&range)) return XL_SUCCESS;
    return xl__fail(p->error, XL_UNSUPPORTED, "with these bounds the quotient is right at all edges");
}

#define BY_BALLOTS .ops = "ballot", .tuning = "groups group", .flow = XL__GROUP_UNIFORM

const xl__strategy xl__planted_histogram[] = {
    {XL__CHANGED("tail_counted", "match_global",
                 "lanes past the end match bucket 0: shown if n is no multiple of the width",
                 {"edges) : NO_BUCKET;", "edges) : 0u;"}),
     .edited_in = "histogram_match_global", BY_BALLOTS, .needs = "lanes > 1",
     .why = "a sub-group of one lane has no tail"},
    {XL__CHANGED("ballot_cut", "match_global",
                 "the mask is cut to 32 bits: shown by any input at widths above 32",
                 {"same = same_bucket(sg, bucket, counted);",
                  "same = sg_mask_from_words((uint4)(sg_mask_words(same_bucket(sg, bucket, counted)).x, 0u, "
                  "0u, 0u));"}),
     .edited_in = "histogram_match_global", BY_BALLOTS, .needs = "lanes > 32",
     .why = "needs more than 32 lanes"},
    {XL__CHANGED("bits_popcount", "match_global",
                 "as many rounds as bits are set in the bucket count, not its log2: shown by 256 buckets",
                 {"bit < BUCKET_BITS;", "bit < popcount((uint)BUCKETS);"}),
     BY_BALLOTS, .shows = bits_popcount_shows},
    {XL__PLANTED("lost_update",
                 "a counter is read and written without atomics: shown by two equal samples in a work-group",
                 "histogram/wrong.cl"),
     .of = "local",
     XL__PASSES({.fill = "counts"},
                {XL__PASS("histogram_lost_update", "samples, counts, edges, uint n, local uint buckets",
                          "single_groups")}),
     .needs = "group > 1", .why = "a work-group of one work-item has no collisions"},
    {XL__PLANTED("range_end", "the last bucket of a range is left out: shown by one sample in it",
                 "histogram/wrong.cl"),
     .of = "global", .defines = "SAMPLE_BITS=8 * bytes, SAMPLE_FLOAT=type == f32, RANGE=short_range",
     XL__PASSES({.fill = "counts"},
                {XL__PASS("histogram_range_end", "samples, counts, edges, uint n, local uint short_range",
                          "n > 0 ? blocks(buckets, short_range) : 0")})},
    {XL__PLANTED("left_over", "the total is not reset to 0: shown by the second run", "histogram/wrong.cl"),
     .of = "global",
     XL__PASSES({.fill = "counts", .when = "n == 0"},
                {XL__PASS("histogram_left_over", "samples, counts, edges, uint n, totals, uint n + 1",
                          "kept ? min(n, 4) : 0")})},
    {XL__PLANTED("last_but_one", "the last but one work-group writes the result: shown by any sample",
                 "histogram/wrong.cl"),
     .of = "global",
     XL__PASSES({.fill = "counts", .when = "n == 0"},
                {XL__PASS("histogram_last_but_one", "samples, counts, edges, uint n, totals, uint n + 1",
                          "kept ? min(n, 4) : 0")})},
    {XL__PLANTED("byte_counter",
                 "counters of 8 bits wrap: shown by more than 255 samples of one bucket in a share",
                 "histogram/wrong.cl"),
     .of = "global",
     XL__PASSES({.fill = "counts"}, {XL__PASS("histogram_byte_counter",
                                              "samples, counts, edges, uint n, byte_rows", "n > 0 ? 2 : 0"),
                                     .group = "1"})},
    {XL__PLANTED("quotient",
                 "the float quotient is not corrected against the edges: shown by samples on edges",
                 "histogram/wrong.cl"),
     .of = "global", .shows = quotient_shows,
     XL__PASSES({.fill = "counts"},
                {XL__PASS("histogram_quotient", "samples, counts, edges, uint n", "single_groups")})},
    {XL__PLANTED("nan_counted",
                 "NaN is counted, because it is neither below nor above the range: shown by one NaN",
                 "histogram/wrong.cl"),
     .of = "global",
     XL__PASSES({.fill = "counts"},
                {XL__PASS("histogram_nan_counted", "samples, counts, edges, uint n, float lower, float upper",
                          "single_groups")}),
     .needs = "type == f32 && function != log",
     .why = "needs f32, since integers have no NaN, and function=even"},
    {0},
};
