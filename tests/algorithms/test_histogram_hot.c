/* histogram/ranges with nearly all samples in one bucket, compared with a loop. */
#include "support/place.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>

/* Buckets for at least three ranges, samples for an earlier launch that fills the counts. */
enum { BUCKETS = 20000, SAMPLES = 70003 };
#define SETTINGS "buckets=20000 group=16 groups=1024 n=70003"

static uint32_t sample_at(uint32_t i, uint32_t hot, uint32_t others) {
    const uint32_t mixed = i * 2654435761u;
    return (mixed >> 12) % 1000 < others ? (mixed ^ mixed >> 7) % (BUCKETS + 100) : hot;
}

static const struct {
    uint32_t hot, others;
} cases[] = {
    {7, 0},       {0, 1},        {BUCKETS - 1, 20},
    {12345, 100}, {12345, 125},  {8191, 140},
    {3, 300},     {BUCKETS, 10}, /* the hot sample is not counted */ {9, 1000},
};

static void check_counts(xl_type type, const char *settings, const uint32_t *words, const uint32_t *expected,
                         const char *what) {
    uint32_t *got = malloc(BUCKETS * sizeof *got);
    ck_assert_ptr_nonnull(got);
    memset(got, 0x55, BUCKETS * sizeof *got);
    cl_mem samples = sample_buffer(&place, SAMPLES, words), result = sample_buffer(&place, BUCKETS, got);
    const xl_array arrays[] = {{"samples", samples, 0}, {"counts", result, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    const xl_plan_request request = {
        .algorithm = "histogram", .strategy = "ranges", .type = type, .settings = settings};
    (void)sample_run(&place, &request, &launch, "launches");
    sample_read(&place, result, 0, BUCKETS, got);
    for (uint32_t b = 0; b < BUCKETS; b++)
        if (got[b] != expected[b])
            ck_abort_msg("%s, %s: bucket %u: %u, expected %u", what, settings, b, got[b], expected[b]);
    clReleaseMemObject(samples);
    clReleaseMemObject(result);
    free(got);
}

AROUND(open_place, close_place);

EACH_TEST(one_bucket_has_nearly_all, cases) {
    const uint32_t hot = cases[_i].hot, others = cases[_i].others;
    uint32_t *words = calloc(SAMPLES, sizeof *words), *expected = calloc(BUCKETS, sizeof *expected);
    ck_assert(words && expected);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        words[i] = sample_at(i, hot, others);
        if (words[i] < BUCKETS) expected[words[i]]++;
    }
    check_counts(XL_U32, SETTINGS, words, expected, "u32");
    check_counts(XL_U32, SETTINGS " function=even upper=20000", words, expected, "u32");
    /* Rounding cannot move a bucket's middle. */
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const float middle = (float)words[i] + 0.5f;
        memcpy(words + i, &middle, sizeof middle);
    }
    check_counts(XL_F32, SETTINGS " function=even upper=20000", words, expected, "f32");
    free(expected);
    free(words);
}
