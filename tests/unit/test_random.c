#include "support/suite.h"
#include "cases/random.h"
#include <string.h>

/* Known answers published with the generator (Random123, kat_vectors: philox4x32, 10 rounds). */
TEST(known_answers) {
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t out[4];
        tool_philox(known[i].counter, known[i].key, out);
        ck_assert_mem_eq(out, known[i].out, sizeof out);
    }
}

TEST(sequence_is_the_blocks_in_order) {
    static const uint32_t first[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    tool_random random;
    tool_random_start(&random, 0, 0);
    for (int i = 0; i < 4; i++) ck_assert_uint_eq(tool_random_u32(&random), first[i]);
    tool_random_start(&random, 0x0123456789abcdef, 7);
    for (uint64_t i = 0; i < 1000; i++)
        ck_assert_uint_eq(tool_random_u32(&random), tool_random_at(0x0123456789abcdef, 7, i));
    tool_random_start(&random, 0, 0);
    ck_assert_uint_eq(tool_random_u64(&random), 0xe169c58d6627e8d5u);
}

TEST(streams_and_seeds_differ) {
    const uint32_t a = tool_random_at(1, 0, 0);
    ck_assert_uint_ne(a, tool_random_at(2, 0, 0));
    ck_assert_uint_ne(a, tool_random_at(1, 1, 0));
    ck_assert_uint_ne(a, tool_random_at(1 + (1ull << 32), 0, 0));
    ck_assert_uint_ne(a, tool_random_at(1, 1ull << 32, 0));
    ck_assert_uint_ne(a, tool_random_at(1, 0, 1ull << 34)); /* block 2^32 */
}

TEST(any_word_at_any_time) {
    enum { SEEDS = 2, STREAMS = 6, WORDS = 64 };
    uint32_t words[SEEDS][STREAMS][WORDS];
    tool_random random;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (uint64_t stream = 0; stream < STREAMS; stream++) {
            tool_random_start(&random, seed, stream);
            for (int i = 0; i < WORDS; i++) words[seed][stream][i] = tool_random_u32(&random);
        }
    tool_random_start(&random, 5, 0);
    for (int i = 0; i < 10000; i++) {
        const uint64_t seed = tool_random_below(&random, SEEDS), stream = tool_random_below(&random, STREAMS);
        const uint64_t at = tool_random_below(&random, WORDS);
        ck_assert_uint_eq(tool_random_at(seed, stream, at), words[seed][stream][at]);
    }
}

TEST(floats_are_exact) {
    tool_random floats, words;
    double sum = 0;
    tool_random_start(&floats, 3, 0);
    tool_random_start(&words, 3, 0);
    for (int i = 0; i < 100000; i++) {
        const float f = tool_random_f32(&floats);
        /* No assertion per step: each costs a message of Check. */
        if (!(f >= 0 && f < 1)) ck_abort_msg("%.9g is not in [0, 1)", (double)f);
        if ((uint32_t)(f * 16777216.0f) != tool_random_u32(&words) >> 8)
            ck_abort_msg("%.9g is not made from this word", (double)f);
        sum += (double)f;
    }
    ck_assert_double_eq_tol(sum / 100000, 0.5, 0.005); /* five standard errors */
    for (int i = 0; i < 1000; i++) {
        const double d = tool_random_f64(&floats);
        ck_assert(d >= 0 && d < 1);
    }
}

TEST(below_is_within_and_even) {
    unsigned counts[7] = {0};
    tool_random random;
    tool_random_start(&random, 4, 0);
    ck_assert_uint_eq(tool_random_below(&random, 0), 0);
    ck_assert_uint_eq(tool_random_below(&random, 1), 0);
    for (int i = 0; i < 70000; i++) {
        const uint64_t v = tool_random_below(&random, 7);
        if (v >= 7) ck_abort_msg("%llu is not below 7", (unsigned long long)v);
        counts[v]++;
    }
    for (int i = 0; i < 7; i++) ck_assert(counts[i] > 9500 && counts[i] < 10500);
    /* The first third of 3 * 2^62 values must occur in a third of the draws; a plain remainder gives half. */
    int first = 0;
    for (int i = 0; i < 3000; i++) first += tool_random_below(&random, 3ull << 62) < 1ull << 62;
    ck_assert(first > 850 && first < 1150);
}

TEST(ranges_reach_both_ends) {
    int low = 0, high = 0;
    tool_random random;
    tool_random_start(&random, 5, 0);
    for (int i = 0; i < 1000; i++) {
        const int64_t v = tool_random_range(&random, -2, 3);
        ck_assert(v >= -2 && v <= 3);
        low += v == -2;
        high += v == 3;
        (void)tool_random_range(&random, INT64_MIN, INT64_MAX);
    }
    ck_assert(low > 0 && high > 0);
    ck_assert_int_eq(tool_random_range(&random, 9, 9), 9);
}

TEST(shuffle_keeps_the_elements) {
    int a[100], b[100], seen[100] = {0};
    tool_random random;
    for (int i = 0; i < 100; i++) a[i] = b[i] = i;
    tool_random_start(&random, 6, 0);
    tool_random_shuffle(&random, a, 100, sizeof a[0]);
    ck_assert_mem_ne(a, b, sizeof a);
    for (int i = 0; i < 100; i++) seen[a[i]]++;
    for (int i = 0; i < 100; i++) ck_assert_int_eq(seen[i], 1);
    tool_random_start(&random, 6, 0);
    tool_random_shuffle(&random, b, 100, sizeof b[0]);
    ck_assert_mem_eq(a, b, sizeof a);
    tool_random_shuffle(&random, a, 0, sizeof a[0]);
    tool_random_shuffle(&random, a, 1, sizeof a[0]);
    ck_assert_mem_eq(a, b, sizeof a);
}
