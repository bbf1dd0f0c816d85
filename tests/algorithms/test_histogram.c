/* histogram: edges, the guess, refusals, and known counts. */
#include "../kernels/histogram/histogram_host.h"
#include "base/number.h"
#include "cases/case.h"
#include "table/settings.h"
#include "table/values.h"
#include "base/os.h"
#include "expected/expected.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    xl_type type;
    const char *settings;
} ranges[] = {
    {XL_F32, "function=even buckets=2"},
    {XL_F32, "function=even buckets=10 lower=0.1 upper=0.9"},
    {XL_F32, "function=even buckets=100 lower=-3.7 upper=201.1"},
    {XL_F32, "function=even buckets=65536 lower=1000000 upper=1000001"},
    {XL_F32, "function=even buckets=65536 lower=16777217 upper=16777219"},
    {XL_F32, "function=even buckets=65536 lower=281474976710656 upper=281474976710656.5"},
    {XL_F32, "function=log buckets=65536 log_least=100 log_most=100.001"},
    {XL_F32, "function=even buckets=255 lower=-1e-30 upper=1e-30"},
    {XL_F32, "function=even buckets=1000 lower=-3.4e38 upper=3.4e38"},
    {XL_F32, "function=log buckets=64 log_least=-10 log_most=8"},
    {XL_F32, "function=log buckets=65536 log_least=-126 log_most=127"},
    {XL_U32, "function=even buckets=7 lower=0.5 upper=1000.25"},
    {XL_U32, "function=even buckets=65536 lower=0 upper=4294967295"},
    {XL_U8, "function=even buckets=300 lower=-20 upper=256"},
    {XL_U32, "function=log buckets=33 log_least=-1 log_most=31"},
    {XL_U32, "function=even buckets=65536 lower=0 upper=4294967296"},
    {XL_U32, "function=even buckets=100 lower=4294967290.5 upper=4294967296"},
    {XL_U32, "function=log buckets=64 log_least=0 log_most=32"},
    {XL_F32, "function=even buckets=65536 upper=1e-40"},
    {XL_F32, "function=even buckets=3 lower=-3.4028236692093846e38 upper=3.4028236692093846e38"},
    {XL_F32, "function=log buckets=64 log_least=120 log_most=128"},
    {XL_F32, "function=even buckets=256"},
    {XL_F32, "function=even buckets=65536 lower=-2 upper=2"},
    {XL_F32, "function=even buckets=1000 lower=-3.7 upper=201.1"},
    {XL_U32, "function=even buckets=200 upper=1000"},
    {XL_U8, "function=even buckets=256 upper=256"},
    {XL_U8, "function=even buckets=4096 lower=-463979333854587584 upper=1"},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

static uint64_t *edges_of(int i, histogram_range *range) {
    xl__problem problem = {.type = ranges[i].type, .width = 1};
    for (int p = 0; p < xl__algorithm_histogram.param_count; p++)
        problem.value[p] = xl__algorithm_histogram.params[p].initial;
    xl_error error = {0};
    ck_assert_msg(xl__parse_settings(&xl__algorithm_histogram, ranges[i].settings, problem.value, &error) ==
                      0,
                  "%s", error.text);
    *range = xl__histogram_range(&problem);
    uint64_t *edges = calloc(range->buckets + 1u, sizeof *edges);
    ck_assert_ptr_nonnull(edges);
    for (uint32_t e = 0; e <= range->buckets; e++) edges[e] = xl__histogram_edge(range, e);
    return edges;
}

/* An integer's key of 2^32 is above all samples; never called for NaN. */
static double sample_of(xl_type type, uint64_t key) {
    if (type != XL_F32) return (double)key;
    const uint32_t bits = (key & 0x80000000u) ? (uint32_t)key ^ 0x80000000u : ~(uint32_t)key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double edge_exactly(const histogram_range *range, uint32_t i) {
    const double from = range->from.value, to = range->to.value;
    const double part = (to - from) * (double)i / (double)range->buckets;
    const double edge = i == range->buckets ? to : from + part;
    return range->function == HISTOGRAM_LOG ? exp2(edge) : edge;
}

GROUP("edges");

LOOP_TEST(edges_are_rounded_up, RANGES) {
    histogram_range range;
    uint64_t *edges = edges_of(_i, &range);
    for (uint32_t i = 0; i <= range.buckets; i++) {
        const double exact = edge_exactly(&range, i);
        /* Check would write a million messages. */
        if (i > 0 && edges[i - 1] > edges[i]) ck_abort_msg("edge %u is below its predecessor", i);
        if (!(sample_of(range.type, edges[i]) >= exact)) ck_abort_msg("edge %u is below the exact edge", i);
        /* The sample below 0 is the nearest negative denormal, two keys lower: -0's key has no sample. */
        const uint64_t below = range.type == XL_F32 && edges[i] == 0x80000000u ? edges[i] - 2 : edges[i] - 1;
        if (edges[i] > 0 && !(sample_of(range.type, below) < exact))
            ck_abort_msg("edge %u is not the least sample", i);
    }
    free(edges);
}

static float kernel_guess(const histogram_range *range, const uint64_t *edges, histogram_guess g,
                          uint64_t key) {
    float position = (float)sample_of(range->type, key);
    if (range->function == HISTOGRAM_LOG)
        position = log2f(position);
    else if (range->type != XL_F32)
        position = (float)(key - edges[0]);
    const float distance = position - g.origin;
    return distance * g.scale;
}

/* block.h relies on this: the guess plus its slack, truncated, is the bucket or the next one; if minus its
   slack gives the same number, it is the bucket. */
static void check_rounded(float guess, float slack, float bucket, float last) {
    const float high = fminf(truncf(guess + slack), last), low = fminf(truncf(guess - slack), last);
    if (!(slack < 0.5f)) return;
    if (!(high == bucket || high == bucket + 1.0f) || (low == high && high != bucket))
        ck_abort_msg("bucket %.9g, the guess is %.9g: %.9g or %.9g", (double)bucket, (double)guess,
                     (double)low, (double)high);
}

LOOP_TEST(guess_is_right_where_it_is_believed, RANGES) {
    histogram_range range;
    uint64_t *edges = edges_of(_i, &range);
    const histogram_guess g = xl__histogram_guess(&range);
    const bool exact = xl__histogram_guess_is_exact(&range);
    const long long buckets = range.buckets;
    long long believed = 0, all = 0;
    for (long long i = 0; i < buckets; i++) {
        const uint64_t size = edges[i + 1] - edges[i];
        for (uint64_t part = 0; part < 16; part++) {
            if (part >= size) break;
            const uint64_t near = part < 4   ? part
                                  : part < 8 ? size - 1 - (part - 4) % size
                                             : size / 16 * part;
            const float guess = kernel_guess(&range, edges, g, edges[i] + near);
            const float bucket = floorf(fminf(fmaxf(guess, 0.0f), (float)(buckets - 1)));
            all++;
            /* Kernels search one step from the guess, unless its slack is at least 1. */
            if (g.slack < 1.0f && fabsf(bucket - (float)i) > 1.0f)
                ck_abort_msg("key %llu lies in bucket %lld, the guess is %.9g, further than a step",
                             (unsigned long long)(edges[i] + near), i, (double)guess);
            check_rounded(guess, g.slack, (float)i, (float)(buckets - 1));
            if (exact && truncf(guess) != (float)i)
                ck_abort_msg("key %llu lies in bucket %lld, the guess that is called exact is %.9g",
                             (unsigned long long)(edges[i] + near), i, (double)guess);
            if (!(fabsf(guess - bucket - 0.5f) < 0.5f - g.slack)) continue;
            believed++;
            if ((long long)bucket != i)
                ck_abort_msg("key %llu lies in bucket %lld, the guess is %.9g",
                             (unsigned long long)(edges[i] + near), i, (double)guess);
        }
    }
    ck_assert_int_gt(all, 0);
    /* Searching is slow, and needed only if a quotient can overflow. */
    if (g.slack < 0.1f && all > 100 && !exact) ck_assert_int_gt(believed, all / 4);
    free(edges);
}

/* The floats of [1, 2) are 1 + k 2^-23, so k b >> 23 is the bucket among b without rounding. */
#define UNIT_FLOATS (1u << 23)
static float unit_float(uint32_t k) {
    return 1.0f + (float)k * 0x1p-23f;
}
static uint32_t unit_bucket(uint32_t k, uint32_t buckets) {
    return (uint32_t)((uint64_t)k * buckets >> 23);
}
static const uint32_t unit_buckets[] = {2, 3, 100, 256, 300, 1000, 4096, 40000, 65536};
enum { UNITS = sizeof unit_buckets / sizeof *unit_buckets };

TEST(an_exact_guess_is_right_everywhere) {
    int exact = 0;
    for (int i = 0; i < UNITS; i++) {
        const uint32_t buckets = unit_buckets[i];
        const histogram_range range = {
            .type = XL_F32, .function = HISTOGRAM_EVEN, .from = {1, 0}, .to = {2, 0}, .buckets = buckets};
        const histogram_guess g = xl__histogram_guess(&range);
        bool errs = false;
        for (uint32_t k = 0; k < UNIT_FLOATS && !errs; k++) {
            const float distance = unit_float(k) - g.origin;
            errs = (uint32_t)(distance * g.scale) != unit_bucket(k, buckets);
        }
        ck_assert_msg(xl__histogram_guess_is_exact(&range) == !errs, "%u buckets: %s", buckets,
                      errs ? "errs" : "is exact");
        exact += !errs;
    }
    ck_assert_int_gt(exact, 0);
    ck_assert_int_lt(exact, UNITS);
}

TEST(keys_are_in_order) {
    const float rising[] = {-INFINITY, -3.4e38f, -1.0f, -1.2e-38f, -1e-45f, 0.0f,
                            1e-45f,    1.2e-38f, 1.0f,  3.4e38f,   INFINITY};
    for (size_t i = 1; i < sizeof rising / sizeof *rising; i++)
        ck_assert_uint_lt(xl__float_key(rising[i - 1]), xl__float_key(rising[i]));
    for (size_t i = 0; i < sizeof rising / sizeof *rising; i++)
        ck_assert_float_eq(xl__key_float(xl__float_key(rising[i])), rising[i]);
    ck_assert_uint_eq(xl__float_key(-0.0f), xl__float_key(0.0f));
    ck_assert_uint_gt(xl__float_key(NAN), xl__float_key(INFINITY));
    ck_assert_uint_lt(xl__float_key(copysignf(NAN, -1.0f)), xl__float_key(-INFINITY));
}

static const struct {
    const char *settings, *taken;
    uint64_t local_bytes;
    xl_type type;
    bool cpu;
} choices[] = {
    {"buckets=256", "privatised", 49152, XL_U32, false},
    {"buckets=12287", "privatised", 49152, XL_U32, false},
    {"buckets=12288", "ranges", 49152, XL_U32, false},
    {"buckets=65536", "ranges", 49152, XL_F32, false},
    {"buckets=65536", "ranges", 16384, XL_U32, false},
    {"buckets=65536", "global", 8192, XL_U32, false},
    {"buckets=65536", "ranges", 1024, XL_U8, false},
    {"buckets=65536", "privatised", 2048, XL_U8, false},
    {"buckets=65536", "global", 0, XL_U32, false},
    {"buckets=65536", "private", 49152, XL_U32, true},
};

EACH_TEST(auto_takes_what_has_room, choices) {
    xl__problem problem = {.algorithm = &xl__algorithm_histogram,
                           .width = 32,
                           .compute_units = 132,
                           .group_size = 1024,
                           .largest_group = 1024,
                           .local_bytes = choices[_i].local_bytes,
                           .type = choices[_i].type,
                           .cpu = choices[_i].cpu};
    ck_assert_int_eq(xl__read_settings(&xl__algorithm_histogram, choices[_i].settings, &problem, NULL), 0);
    ck_assert_str_eq(xl__choose_strategy(&problem), choices[_i].taken);
}

/* ---- on the device ---------------------------------------------------------------------------------------
 */

static const struct {
    const char *strategy;
    xl_type type;
    const char *settings;
    int status;
    const char *tells;
} refused[] = {
    {"auto", XL_U32, "n=4294967296", XL_BAD_VALUE, "n"},
    {"auto", XL_U32, "buckets=1", XL_BAD_VALUE, "buckets"},
    {"auto", XL_U32, "buckets=65537", XL_BAD_VALUE, "buckets"},
    {"auto", XL_F32, "function=even lower=1 upper=1", XL_BAD_VALUE, "lower"},
    {"auto", XL_F32, "function=log log_least=3 log_most=2", XL_BAD_VALUE, "log_least"},
    {"auto", XL_U32, "function=even upper=4294967297", XL_BAD_VALUE, "upper=4294967297"},
    {"auto", XL_U8, "function=even upper=4294967297", XL_BAD_VALUE, "upper=4294967297"},
    {"auto", XL_F32, "function=even upper=inf", XL_BAD_VALUE, "upper=inf"},
    {"auto", XL_F32, "function=even lower=-inf", XL_BAD_VALUE, "lower=-inf"},
    {"auto", XL_F32, "function=even upper=1e39", XL_BAD_VALUE, "upper"},
    {"auto", XL_F32, "function=log log_most=inf", XL_BAD_VALUE, "log_most=inf"},
    {"auto", XL_F32, "function=even lower=1.0000001 upper=1.00000001", XL_BAD_VALUE, "lower=1.0000001"},
    {"auto", XL_U32, "function=log log_most=32.5", XL_BAD_VALUE, "log_most"},
    {"auto", XL_F16, "", XL_UNSUPPORTED, "samples"},
    {"privatised", XL_U32, "buckets=65536 copies=128", XL_UNSUPPORTED, "33554944 bytes"},
    {"tail_counted", XL_U32, "", XL_UNSUPPORTED, "one lane"},
    {"nan_counted", XL_U32, "", XL_UNSUPPORTED, "NaN"},
    {"bits_popcount", XL_U32, "buckets=255", XL_UNSUPPORTED, "no effect"},
};

EXPECTED("histogram")

GROUP("device");
AROUND(open_place, close_place);

EACH_TEST(impossible_settings_are_refused, refused) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "histogram",
                                     .strategy = refused[_i].strategy,
                                     .type = refused[_i].type,
                                     .width = 1,
                                     .settings = refused[_i].settings};
    const int status = xl_plan_make(place.device, &request, &plan, &error);
    ck_assert_msg(status == refused[_i].status, "%s: status %d, %s", refused[_i].settings, status,
                  error.text);
    ck_assert_ptr_null(plan);
    ck_assert_msg(strstr(error.text, refused[_i].tells) != NULL, "'%s' does not name '%s'", error.text,
                  refused[_i].tells);
}

typedef struct counting {
    const char *strategy; /* NULL: auto */
    xl_type type;
    const char *settings;
} counting;

/* Returns the seconds of a second launch, after compilation. */
static double count(const counting *what, const uint32_t *words, uint32_t room, uint32_t n, uint32_t *counts,
                    uint32_t buckets) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "histogram",
                                     .strategy = what->strategy,
                                     .type = what->type,
                                     .width = what->strategy ? 8 : 0,
                                     .settings = what->settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    for (uint32_t b = 0; b < buckets; b++) counts[b] = 7;
    cl_mem samples = sample_buffer(&place, room, words), result = sample_buffer(&place, buckets, counts);
    const xl_array arrays[] = {{"samples", samples, 0}, {"counts", result, 0}};
    const xl_scalar scalars[] = {{"n", n}};
    double seconds = 0;
    for (int run = 0; run < 2; run++) {
        cl_event event = NULL;
        const xl_launch launch = {.queue = place.queue,
                                  .arrays = arrays,
                                  .array_count = 2,
                                  .scalars = scalars,
                                  .scalar_count = 1,
                                  .event = &event};
        const uint64_t start = xl__os_now();
        ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
        ck_assert_ptr_nonnull(event);
        ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
        seconds = 1e-9 * (double)(xl__os_now() - start);
        clReleaseEvent(event);
    }
    sample_read(&place, result, 0, buckets, counts);
    clReleaseMemObject(samples);
    clReleaseMemObject(result);
    xl_plan_free(plan);
    return seconds;
}

/* For many counters: in global memory by work-item, or in local memory by range. */
static const char *const for_many[] = {"private", "ranges"};
enum { FOR_MANY = sizeof for_many / sizeof *for_many };

/* No float quotient can divide a range of 71363 floats in 65536 buckets. Sample k is k units of 2^-149, its
   bucket k 2^-133 / 1e-40. With 1e-40 = m 2^-185 that is the integer part of k 2^52 / m, counted here without
   rounding. */
LOOP_TEST(denormals_in_many_buckets, FOR_MANY) {
    enum { SAMPLES = 1 << 18, MANY = 65536, COUNTED = 71363 };
    uint32_t *words = calloc(SAMPLES, sizeof *words), *expected = calloc(MANY, sizeof *expected),
             *got = calloc(MANY, sizeof *got);
    ck_assert(words && expected && got);
    int exponent = 0;
    const uint64_t m = (uint64_t)ldexp(frexp(1e-40, &exponent), 53);
    ck_assert_int_eq(exponent - 53, -185);
    uint64_t left = 0; /* the remainder of k 2^52 */
    uint32_t bucket = 0;
    for (uint32_t k = 0; bucket < MANY; k++) {
        const uint32_t times = SAMPLES / COUNTED + (k < SAMPLES % COUNTED ? 1 : 0);
        if (k < COUNTED) expected[bucket] += times;
        left += UINT64_C(1) << 52;
        if (left >= m) {
            left -= m;
            bucket++;
        }
    }
    for (uint32_t i = 0; i < SAMPLES; i++) words[i] = i % COUNTED;
    const counting what = {for_many[_i], XL_F32, "n=262144 buckets=65536 function=even upper=1e-40"};
    const counting usual = {for_many[_i], XL_F32, "n=262144 buckets=65536"};
    const double known = count(&usual, words, SAMPLES, SAMPLES, got, MANY);
    double seconds = count(&what, words, SAMPLES, SAMPLES, got, MANY);
    for (uint32_t b = 0; b < MANY; b++)
        if (got[b] != expected[b]) ck_abort_msg("bucket %u: %u, expected %u", b, got[b], expected[b]);
    /* 17 search steps took 60 to 80 times as long; all buckets would take thousands of times. */
    for (int again = 0; again < 5 && seconds >= 500 * known; again++)
        seconds = fmin(seconds, count(&what, words, SAMPLES, SAMPLES, got, MANY));
    ck_assert_msg(seconds < 500 * known, "%.3g s, and %.3g s in an ordinary range", seconds, known);
    free(got);
    free(expected);
    free(words);
}

LOOP_TEST(all_floats_of_a_range, UNITS *FOR_MANY) {
    const uint32_t buckets = unit_buckets[_i / FOR_MANY], n = UNIT_FLOATS + 2;
    uint32_t *words = calloc(n, sizeof *words), *expected = calloc(buckets, sizeof *expected),
             *got = calloc(buckets, sizeof *got);
    ck_assert(words && expected && got);
    for (uint32_t k = 0; k < UNIT_FLOATS; k++) {
        words[k + 1] = 0x3f800000u + k;
        expected[unit_bucket(k, buckets)]++;
    }
    words[0] = 0xbf800000u;
    words[n - 1] = 0x40000000u;
    char settings[96];
    snprintf(settings, sizeof settings, "n=%u buckets=%u function=even lower=1 upper=2", n, buckets);
    count(&(counting){for_many[_i % FOR_MANY], XL_F32, settings}, words, n, n, got, buckets);
    for (uint32_t b = 0; b < buckets; b++)
        if (got[b] != expected[b]) ck_abort_msg("bucket %u: %u, expected %u", b, got[b], expected[b]);
    free(got);
    free(expected);
    free(words);
}

/* Byte v occurs v + 1 times. */
TEST(bytes_in_many_buckets) {
    enum { MANY = 65536, SAMPLES = 256 * 257 / 2 };
    static const struct {
        const char *settings;
        uint32_t first, step; /* byte v is in bucket first + step v */
    } cases[] = {{"n=32896 buckets=65536", 0, 1},
                 {"n=32896 buckets=65536 function=even upper=256", 0, 256},
                 {"n=32896 buckets=65536 function=even lower=-256 upper=256", 32768, 128}};
    uint32_t *words = calloc(SAMPLES, 1), *got = calloc(MANY, sizeof *got);
    ck_assert(words && got);
    for (uint32_t v = 0, i = 0; v < 256; v++)
        for (uint32_t times = 0; times <= v; times++) ((uint8_t *)words)[i++] = (uint8_t)v;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const uint32_t first = cases[c].first, step = cases[c].step;
        count(&(counting){"ranges", XL_U8, cases[c].settings}, words, SAMPLES / 4, SAMPLES, got, MANY);
        for (uint32_t b = 0; b < MANY; b++) {
            const bool is_hit = b >= first && (b - first) % step == 0 && (b - first) / step < 256;
            const uint32_t expected = is_hit ? (b - first) / step + 1 : 0;
            if (got[b] != expected)
                ck_abort_msg("%s: bucket %u: %u, expected %u", cases[c].settings, b, got[b], expected);
        }
    }
    free(got);
    free(words);
}

/* Each bucket once and its neighbouring samples: no bucket is lost at the cuts between ranges. */
static const uint32_t range_buckets[] = {2, 4097, 8191, 8192, 8193, 16384, 16385, 40000, 65535, 65536};
EACH_TEST(ends_of_ranges, range_buckets) {
    const uint32_t buckets = range_buckets[_i], n = buckets + 5;
    uint32_t *words = calloc(n, sizeof *words), *got = calloc(buckets, sizeof *got);
    ck_assert(words && got);
    for (uint32_t i = 0; i < buckets; i++) words[i] = i;
    const uint32_t more[] = {0, buckets - 1, buckets, buckets + 1, UINT32_MAX};
    memcpy(words + buckets, more, sizeof more);
    char settings[64];
    snprintf(settings, sizeof settings, "n=%u buckets=%u", n, buckets);
    count(&(counting){"ranges", XL_U32, settings}, words, n, n, got, buckets);
    for (uint32_t b = 0; b < buckets; b++) {
        const uint32_t expected = b == 0 || b == buckets - 1 ? 2 : 1;
        if (got[b] != expected) ck_abort_msg("bucket %u: %u, expected %u", b, got[b], expected);
    }
    free(got);
    free(words);
}
