/* The cache of inputs and expectations: equal to new ones, found by all that determines them, bounded. */
#include "support/suite.h"
#include "run/data.h"
#include "table/settings.h"
#include <stdlib.h>
#include <string.h>

static tool_data *get(tool_data_cache *cache, const char *algorithm, int strategy, const char *settings,
                      uint64_t seed) {
    static tool_config config;
    xl__problem problem;
    xl_error error = {0};
    tool_data *data = NULL;
    config = (tool_config){.cs = tool_find_case(algorithm), .strategy = strategy};
    config.distribution = config.cs->distributions[0];
    ck_assert_int_eq(xl__read_settings(config.cs->algorithm, settings, &problem, &error), 0);
    problem.algorithm = config.cs->algorithm;
    problem.type = problem.algorithm->arrays[0].types[0];
    problem.strategy = &problem.algorithm->strategies[strategy];
    ck_assert_msg(tool_data_get(cache, &config, &problem, seed, &data, &error) == XL_SUCCESS, "%s",
                  error.text);
    return data;
}

static bool same(const tool_data *a, const tool_data *b, int in, int out) {
    return a->in[in].bytes == b->in[in].bytes &&
           memcmp(a->in[in].data, b->in[in].data, a->in[in].bytes) == 0 &&
           a->expected[out].elements == b->expected[out].elements &&
           memcmp(a->expected[out].exact, b->expected[out].exact, 4 * a->expected[out].elements) == 0;
}

TEST(kept_data_are_those_computed_anew) {
    tool_data_cache kept = {0}, fresh = {0};
    for (int turn = 0; turn < 3; turn++)
        for (int n = 10; n <= 1000; n *= 10) {
            char settings[32];
            snprintf(settings, sizeof settings, "n=%d buckets=16", n);
            tool_data *const data = get(&kept, "histogram", turn, settings, 1);
            tool_data_cache_clear(&fresh);
            ck_assert(same(data, get(&fresh, "histogram", turn, settings, 1), 0, 1));
        }
    ck_assert_int_eq(kept.made, 3); /* of nine */
    ck_assert_int_eq(kept.found, 6);
    ck_assert_int_eq(fresh.made, 9);
    tool_data_cache_clear(&kept);
    tool_data_cache_clear(&fresh);
    ck_assert_double_eq(kept.bytes, 0.0);
}

TEST(another_problem_has_other_data) {
    tool_data_cache cache = {0};
    get(&cache, "histogram", 0, "n=100 buckets=16", 1);
    get(&cache, "histogram", 0, "n=100 buckets=16", 2);
    get(&cache, "histogram", 0, "n=100 buckets=17", 1);
    get(&cache, "histogram", 0, "n=101 buckets=16", 1);
    get(&cache, "spheres", 0, "points=4 spheres=4", 1);
    get(&cache, "spheres", 1, "points=4 spheres=4", 1);
    ck_assert_int_eq(cache.made, 5); /* these two strategies share a reference */
    get(&cache, "reduce", 0, "n=100", 1);
    get(&cache, "reduce", 1, "n=100", 1); /* strategies of reduce round differently */
    ck_assert_int_eq(cache.made, 7);
    tool_data_cache_clear(&cache);
}

/* Six samples of 400 kB fit. The bound is a hundredth of the usual one, because generating takes time. */
TEST(the_oldest_go_first) {
    tool_data_cache cache = {.most = TOOL_DATA_KEPT / 100};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        get(&cache, "histogram", 0, "n=100000 buckets=16", seed);
        get(&cache, "histogram", 0, "n=100000 buckets=16", 1); /* used again and again, so it stays */
        ck_assert(cache.bytes <= cache.most);
    }
    ck_assert_int_eq(cache.made, 8);
    get(&cache, "histogram", 0, "n=100000 buckets=16", 8);
    ck_assert_int_eq(cache.made, 8);
    get(&cache, "histogram", 0, "n=100000 buckets=16", 2);
    ck_assert_int_eq(cache.made, 9);
    get(&cache, "histogram", 0, "n=700000 buckets=16", 1);
    ck_assert(cache.bytes > cache.most && cache.bytes < 1.1 * cache.most);
    tool_data_cache_clear(&cache);
}

/* With more buckets than a byte has values every byte value is equally likely. 256 of each are expected; 96
   is six times the standard deviation. */
TEST(bytes_are_drawn_evenly) {
    tool_data data = {0};
    xl__problem problem;
    xl_error error = {0};
    const tool_case *const cs = tool_find_case("histogram");
    int count[256] = {0};
    ck_assert_int_eq(xl__read_settings(cs->algorithm, "n=65536 buckets=2048", &problem, &error), 0);
    problem.algorithm = cs->algorithm;
    problem.type = XL_U8;
    ck_assert_int_eq(tool_data_generate(cs, &problem, "uniform", 1, &data, &error), XL_SUCCESS);
    ck_assert_uint_eq(data.in[0].bytes, 65536);
    for (int i = 0; i < 65536; i++) count[((const uint8_t *)data.in[0].data)[i]]++;
    for (int v = 0; v < 256; v++)
        ck_assert_msg(abs(count[v] - 256) < 96, "byte %d is there %d times", v, count[v]);
    tool_data_free(&data);
}
