/* histogram: its edges, its guess, what it refuses, and counts that are known beforehand. */
#include "../kernels/histogram/histogram_table.h"
#include "sample.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_histogram(void);

static const struct {
    xl_type type;
    const char *settings;
} ranges[] = {
    {XL_F32, "function=even buckets=2"},
    {XL_F32, "function=even buckets=10 lower=0.1 upper=0.9"},
    {XL_F32, "function=even buckets=100 lower=-3.7 upper=201.1"},
    {XL_F32, "function=even buckets=65536 lower=1000000 upper=1000001"},
    {XL_F32, "function=even buckets=255 lower=-1e-30 upper=1e-30"},
    {XL_F32, "function=even buckets=1000 lower=-3.4e38 upper=3.4e38"},
    {XL_F32, "function=log buckets=64 log_least=-10 log_most=8"},
    {XL_F32, "function=log buckets=65536 log_least=-126 log_most=127"},
    {XL_U32, "function=even buckets=7 lower=0.5 upper=1000.25"},
    {XL_U32, "function=even buckets=65536 lower=0 upper=4294967295"},
    {XL_U8, "function=even buckets=300 lower=-20 upper=256"},
    {XL_U32, "function=log buckets=33 log_least=-1 log_most=31"},
};
enum { RANGES = sizeof ranges / sizeof *ranges };

/* The problem of range i and its edges, freed by the caller. */
static uint32_t *edges_of(int i, xl__problem *problem) {
    *problem = (xl__problem){.type = ranges[i].type, .width = 1};
    for (int p = 0; p < HISTOGRAM_PARAMS; p++) problem->value[p] = xl__algorithm_histogram.params[p].initial;
    xl_error error = {0};
    ck_assert_msg(xl__parse_settings(&xl__algorithm_histogram, ranges[i].settings, problem->value, &error) ==
                      0,
                  "%s", error.text);
    uint32_t *edges = calloc((size_t)xl__int(problem, HISTOGRAM_BUCKETS) + 1, sizeof *edges);
    ck_assert_ptr_nonnull(edges);
    xl__histogram_edges(problem, edges);
    return edges;
}

/* The sample of a key, as a double; keys of NaN are not asked for. */
static double sample_of(xl_type type, uint32_t key) {
    if (type != XL_F32) return key;
    const uint32_t bits = (key & 0x80000000u) ? key ^ 0x80000000u : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double edge_exactly(const xl__problem *problem, long long i) {
    const double b = problem->value[HISTOGRAM_BUCKETS];
    double from, to;
    xl__histogram_range(problem, &from, &to);
    const double edge = (double)i == b ? to : from + (to - from) * (double)i / b;
    return xl__histogram_function(problem) == HISTOGRAM_LOG ? exp2(edge) : edge;
}

/* Each edge is the least sample that is not below the exact one. */
START_TEST(edges_are_rounded_up) {
    xl__problem problem;
    uint32_t *edges = edges_of(_i, &problem);
    for (long long i = 0; i <= xl__int(&problem, HISTOGRAM_BUCKETS); i++) {
        const double exact = edge_exactly(&problem, i);
        /* No assertion a step: each writes a message of Check, and there are a million. */
        if (i > 0 && edges[i - 1] > edges[i]) ck_abort_msg("edge %lld lies below the one before", i);
        if (!(sample_of(problem.type, edges[i]) >= exact))
            ck_abort_msg("edge %lld lies below the exact one", i);
        /* Below 0 lies the least denormal below it: no sample has the key between, which would be -0's. */
        const uint32_t below =
            problem.type == XL_F32 && edges[i] == 0x80000000u ? edges[i] - 2 : edges[i] - 1;
        if (edges[i] > 0 && !(sample_of(problem.type, below) < exact))
            ck_abort_msg("edge %lld is not the least sample", i);
    }
    free(edges);
}
END_TEST

static float kernel_guess(const xl__problem *problem, const uint32_t *edges, histogram_guess g,
                          uint32_t key) {
    float position = (float)sample_of(problem->type, key);
    if (xl__histogram_function(problem) == HISTOGRAM_LOG)
        position = log2f(position);
    else if (problem->type != XL_F32)
        position = (float)(key - edges[0]);
    const float distance = position - g.origin;
    return distance * g.scale;
}

/* Where a kernel believes its guess, the guess is right: near all edges, and in between. */
START_TEST(guess_is_right_where_it_is_believed) {
    xl__problem problem;
    uint32_t *edges = edges_of(_i, &problem);
    const histogram_guess g = xl__histogram_guess(&problem, edges);
    const long long buckets = xl__int(&problem, HISTOGRAM_BUCKETS);
    long long believed = 0, all = 0;
    for (long long i = 0; i < buckets; i++) {
        const uint32_t size = edges[i + 1] - edges[i];
        for (uint32_t part = 0; part < 16; part++) {
            if (part >= size) break;
            const uint32_t near = part < 4   ? part
                                  : part < 8 ? size - 1 - (part - 4) % size
                                             : size / 16 * part;
            const float guess = kernel_guess(&problem, edges, g, edges[i] + near);
            const float bucket = floorf(fminf(fmaxf(guess, 0.0f), (float)(buckets - 1)));
            all++;
            if (!(fabsf(guess - bucket - 0.5f) < 0.5f - g.slack)) continue;
            believed++;
            if ((long long)bucket != i)
                ck_abort_msg("key %u lies in bucket %lld, the guess is %.9g", edges[i] + near, i,
                             (double)guess);
        }
    }
    ck_assert_int_gt(all, 0);
    /* Or the edges would be asked always, which is right but slow; rightly so where a quotient can overflow.
     */
    if (g.slack < 0.1f && all > 100) ck_assert_int_gt(believed, all / 4);
    free(edges);
}
END_TEST

START_TEST(keys_are_in_order) {
    const float rising[] = {-INFINITY, -3.4e38f, -1.0f, -1.2e-38f, -1e-45f, 0.0f,
                            1e-45f,    1.2e-38f, 1.0f,  3.4e38f,   INFINITY};
    for (size_t i = 1; i < sizeof rising / sizeof *rising; i++)
        ck_assert_uint_lt(xl__histogram_key(rising[i - 1]), xl__histogram_key(rising[i]));
    ck_assert_uint_eq(xl__histogram_key(-0.0f), xl__histogram_key(0.0f));
    ck_assert_uint_gt(xl__histogram_key(NAN), xl__histogram_key(INFINITY));
    ck_assert_uint_lt(xl__histogram_key(copysignf(NAN, -1.0f)), xl__histogram_key(-INFINITY));
}
END_TEST

/* ---- on the device ---------------------------------------------------------------------------------------
 */

static sample_place place;
static void open_place(void) {
    sample_open(&place, NULL);
}
static void close_place(void) {
    sample_close(&place);
}

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
    {"auto", XL_U32, "function=even upper=4294967296", XL_BAD_VALUE, "upper"},
    {"auto", XL_U32, "function=log log_most=32.5", XL_BAD_VALUE, "log_most"},
    {"auto", XL_F16, "", XL_UNSUPPORTED, "samples"},
    {"privatised", XL_U32, "buckets=65536 copies=128", XL_UNSUPPORTED, "33554432 bytes"},
    {"tail_counted", XL_U32, "", XL_UNSUPPORTED, "one lane"},
    {"nan_counted", XL_U32, "", XL_UNSUPPORTED, "NaN"},
    {"bits_popcount", XL_U32, "buckets=255", XL_UNSUPPORTED, "luck"},
};

START_TEST(what_cannot_be_is_refused) {
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
END_TEST

enum { N = 1000, BUCKETS = 4 };

/* Runs `auto` on n of the words and checks the counts. */
static void check_counts(xl_type type, const char *settings, const uint32_t *words, uint32_t n,
                         const uint32_t expected[BUCKETS]) {
    const uint32_t dirt[BUCKETS] = {7, 7, 7, 7};
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "histogram", .type = type, .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem samples = sample_buffer(&place, N, words), counts = sample_buffer(&place, BUCKETS, dirt);
    const xl_array arrays[] = {{"samples", samples, 0}, {"counts", counts, 0}};
    const xl_scalar scalars[] = {{"n", n}};
    cl_event event = NULL;
    const xl_launch launch = {.queue = place.queue,
                              .arrays = arrays,
                              .array_count = 2,
                              .scalars = scalars,
                              .scalar_count = 1,
                              .event = &event};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_ptr_nonnull(event);
    ck_assert_int_eq(clWaitForEvents(1, &event), CL_SUCCESS);
    uint32_t got[BUCKETS];
    sample_read(&place, counts, 0, BUCKETS, got);
    for (int b = 0; b < BUCKETS; b++)
        ck_assert_msg(got[b] == expected[b], "%s, n = %u, bucket %d: %u, expected %u", settings, n, b, got[b],
                      expected[b]);
    clReleaseEvent(event);
    clReleaseMemObject(samples);
    clReleaseMemObject(counts);
    xl_plan_free(plan);
}

START_TEST(known_integers) {
    uint32_t words[N];
    for (uint32_t i = 0; i < N; i++) words[i] = i % 5; /* 4 is not counted */
    check_counts(XL_U32, "n=1000 buckets=4", words, N, (const uint32_t[]){200, 200, 200, 200});
    check_counts(XL_U32, "n=1000 buckets=4", words, 7, (const uint32_t[]){2, 2, 1, 1});
    check_counts(XL_U32, "n=1000 buckets=4", words, 0, (const uint32_t[]){0, 0, 0, 0});
    check_counts(XL_U32, "n=1000 buckets=4 function=even lower=1 upper=5", words, N,
                 (const uint32_t[]){200, 200, 200, 200});
    /* Bytes 0, 0, 0, 0, 1, 0, 0, 0, 2, ... */
    check_counts(XL_U8, "n=1000 buckets=4", words, 20, (const uint32_t[]){16, 1, 1, 1});
}
END_TEST

START_TEST(known_floats) {
    const float values[] = {0.0f,      -0.0f, 0.24999999f, 0.25f,    0.99999994f, 1.0f,  NAN, -1e-45f,
                            -INFINITY, 0.5f,  0.75f,       INFINITY, 1e-45f,      -1.0f, 2.0f};
    uint32_t words[N] = {0};
    memcpy(words, values, sizeof values);
    const uint32_t n = sizeof values / sizeof *values;
    check_counts(XL_F32, "n=1000 buckets=4 function=even", words, n, (const uint32_t[]){4, 1, 1, 2});
    check_counts(XL_F32, "n=1000 buckets=4", words, n, (const uint32_t[]){4, 1, 1, 2});
    /* [1/4, 1/2), [1/2, 1), [1, 2), [2, 4); 0, -0, -denormal, -infinity and -1 count as bucket 0. */
    check_counts(XL_F32, "n=1000 buckets=4 function=log log_least=-2 log_most=2", words, n,
                 (const uint32_t[]){6, 3, 1, 1});
}
END_TEST

Suite *suite_histogram(void) {
    Suite *suite = suite_create("histogram");
    TCase *host = tcase_create("edges");
    tcase_add_loop_test(host, edges_are_rounded_up, 0, RANGES);
    tcase_add_loop_test(host, guess_is_right_where_it_is_believed, 0, RANGES);
    tcase_add_test(host, keys_are_in_order);
    suite_add_tcase(suite, host);
    TCase *device = tcase_create("device");
    tcase_add_checked_fixture(device, open_place, close_place);
    tcase_add_loop_test(device, what_cannot_be_is_refused, 0, sizeof refused / sizeof *refused);
    tcase_add_test(device, known_integers);
    tcase_add_test(device, known_floats);
    tcase_set_timeout(device, 120);
    suite_add_tcase(suite, device);
    return suite;
}
