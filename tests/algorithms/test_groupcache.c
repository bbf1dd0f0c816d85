/* groupcache where the answer is known: points on a grid, tables longer than the cache and empty ones,
   work-groups of one sub-group and of many. */
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 13, ENTRIES = 37, BEHIND = 3 };

/* The first `n` points against the first `entries`; out[n] and what lies behind it, which has to be -1. */
static void run(const char *strategy, const char *settings, size_t n, size_t entries, float out[N + BEHIND]) {
    uint32_t words[3][3 * ENTRIES];
    float queries[3 * N], table[3 * ENTRIES], before[N + BEHIND];
    for (size_t i = 0; i < N + BEHIND; i++) before[i] = -1.0F;
    for (size_t i = 0; i < N; i++) /* (2 i, i, 1) */
        for (size_t k = 0; k < 3; k++) queries[3 * i + k] = (float)(k == 0 ? 2 * i : k == 1 ? i : 1);
    for (size_t e = 0; e < ENTRIES; e++) /* (108 - 3 e, 0, 1): the nearest ones stand at the end */
        for (size_t k = 0; k < 3; k++) table[3 * e + k] = (float)(k == 0 ? 108 - 3 * e : k == 1 ? 0 : 1);
    memcpy(words[0], queries, sizeof queries);
    memcpy(words[1], table, sizeof table);
    memcpy(words[2], before, sizeof before);
    cl_mem buffers[] = {sample_buffer(&place, 3 * N, words[0]), sample_buffer(&place, 3 * ENTRIES, words[1]),
                        sample_buffer(&place, N + BEHIND, words[2])};
    char text[160];
    snprintf(text, sizeof text, "n=%d entries=%d %s", N, ENTRIES, settings);
    const xl_plan_request request = {
        .algorithm = "groupcache", .strategy = strategy, .backend = "local", .width = 4, .settings = text};
    const xl_array arrays[] = {
        {"queries", buffers[0], 0}, {"table", buffers[1], 0}, {"nearest", buffers[2], 0}};
    const xl_scalar scalars[] = {{"n", (double)n}, {"entries", (double)entries}};
    const xl_launch launch = {.arrays = arrays, .array_count = 3, .scalars = scalars, .scalar_count = 2};
    sample_run(&place, &request, &launch, "");
    sample_read(&place, buffers[2], 0, N + BEHIND, words[2]);
    memcpy(out, words[2], (N + BEHIND) * sizeof *out);
    for (int b = 0; b < 3; b++) clReleaseMemObject(buffers[b]);
}

static const struct {
    const char *strategy, *settings;
} ways[] = {
    {"serial", ""},
    {"staged", "group=8 chunk=16"},
    {"broadcast", ""},                  /* more lanes than points */
    {"broadcast", "group=4 inputs=3"},  /* the last work-group has a point */
    {"broadcast", "group=16 inputs=1"}, /* the last part of the table has one entry */
    {"sub_group", "group=16"},
    {"alone", "chunk=16 inputs=1"},
    {"cached", "group=16"},                  /* a cache of 512 entries, 4 points for a sub-group */
    {"cached", "group=64 chunk=5 inputs=1"}, /* more sub-groups than points; the last part has two entries */
    {"cached", "group=8 chunk=36 inputs=8"}, /* the last part has one entry */
};

AROUND(open_place, close_place);

/* The nearest multiple of 3 to 2 i is 0 or 1 away, and all are i away in y. With the first entry alone it is
 * 2 i. */
EACH_TEST(points_on_a_grid, ways) {
    float out[N + BEHIND];
    const char *const strategy = ways[_i].strategy, *const settings = ways[_i].settings;
    run(strategy, settings, N, ENTRIES, out);
    for (size_t i = 0; i < N; i++)
        ck_assert_msg(out[i] == (float)(i * i + (i % 3 != 0)), "%s %s: point %zu is %g", strategy, settings,
                      i, (double)out[i]);
    for (size_t i = N; i < N + BEHIND; i++) ck_assert(out[i] == -1.0F);
    run(strategy, settings, N - 1, 1, out);
    for (size_t i = 0; i < N - 1; i++) ck_assert(out[i] == (float)((108 - 2 * i) * (108 - 2 * i) + i * i));
    ck_assert(out[N - 1] == -1.0F);
    run(strategy, settings, N, 0, out);
    for (size_t i = 0; i < N; i++) ck_assert(isinf(out[i]) && out[i] > 0.0F);
}
