/* The interval of a ratio of times, against a count of all orders, published tables, and known ratios. */
#include "support/suite.h"
#include "records/record.h"
#include "recorded/rounds.h"
#include "recorded/winners.h"
#include "verdict/ratio.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Critical values of the two-sided test of Mann and Whitney at 0.01, from published tables. */
static const struct {
    size_t a, b, critical;
} tables[] = {{5, 5, 0},    {5, 8, 2},    {6, 6, 2},    {7, 7, 4},     {8, 8, 7},
              {10, 10, 16}, {12, 12, 27}, {15, 15, 51}, {20, 20, 105}, {10, 20, 42}};

EACH_TEST(cuts_are_those_of_the_tables, tables) {
    ck_assert_uint_eq(tool_rank_cut(tables[_i].a, tables[_i].b), tables[_i].critical + 1);
    ck_assert_uint_eq(tool_rank_cut(tables[_i].b, tables[_i].a), tables[_i].critical + 1);
}

TEST(few_samples_have_no_cut) {
    static const size_t few[][2] = {{0, 5}, {4, 4}, {4, 5}, {1, 100}, {2, 18}, {3, 8}};
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        ck_assert_uint_eq(tool_rank_cut(few[i][0], few[i][1]), 0);
    ck_assert_uint_eq(tool_rank_cut(4, 6), 1);
    ck_assert_uint_eq(tool_rank_cut(2, 19), 1);
}

enum { SIDE = 60 };

/* The recurrence of Mann and Whitney: the largest of all is one of a's or one of b's. */
TEST(many_samples_are_near_the_recurrence) {
    static double ways[SIDE + 1][SIDE + 1][SIDE * SIDE + 1];
    for (int n = 0; n <= SIDE; n++)
        for (int m = 0; m <= SIDE; m++)
            for (int u = 0; u <= n * m; u++)
                ways[n][m][u] = n == 0 || m == 0 ? u == 0
                                                 : (u >= m ? ways[n - 1][m][u - m] : 0.0) +
                                                       (u <= n * (m - 1) ? ways[n][m - 1][u] : 0.0);
    double all = 0.0, below = 0.0;
    long expected = 0;
    for (int u = 0; u <= SIDE * SIDE; u++) all += ways[SIDE][SIDE][u];
    while ((below += ways[SIDE][SIDE][expected]) * 2.0 / all < 0.01) expected++;
    const long found = (long)tool_rank_cut(SIDE, SIDE);
    ck_assert_msg(labs(found - expected) <= expected / 200, "%ld instead of %ld", found, expected);
}

static uint64_t state;
static double next(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

static void draw(double *out, size_t count, double around) {
    for (size_t i = 0; i < count; i++) out[i] = around * (1.0 - 0.1 * log(next()));
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* If a's samples have the places `chosen` of `count`. */
static int u_of(unsigned chosen, int count) {
    int u = 0;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) u += !(chosen >> i & 1) && (chosen >> k & 1);
    return u;
}

/* Lists all orders of n and m samples and sorts the ratios of all pairs. */
static void interval_by_hand(const double *a, int n, const double *b, int m, double *low, double *high) {
    double pairs[100], orders = 0.0, below[101] = {0.0}, sum = 0.0;
    int cut = 0;
    for (unsigned chosen = 0; chosen < 1u << (n + m); chosen++) {
        int bits = 0;
        for (int i = 0; i < n + m; i++) bits += (int)(chosen >> i & 1);
        if (bits != n) continue;
        orders++;
        below[u_of(chosen, n + m)]++;
    }
    while (2.0 * (sum += below[cut]) / orders < 0.01) cut++;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) pairs[i * m + k] = b[k] / a[i];
    qsort(pairs, (size_t)n * (size_t)m, sizeof *pairs, by_size);
    *low = pairs[cut - 1];
    *high = pairs[n * m - cut];
}

TEST(intervals_are_those_of_all_orders) {
    static const int sides[][2] = {{5, 5}, {4, 7}, {6, 6}, {7, 5}, {7, 7}};
    state = 5;
    for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
        const int n = sides[s][0], m = sides[s][1];
        double a[10], b[10], low, high, expected_low, expected_high;
        draw(a, (size_t)n, 100.0);
        draw(b, (size_t)m, 170.0);
        interval_by_hand(a, n, b, m, &expected_low, &expected_high);
        ck_assert(tool_ratio_interval(a, (size_t)n, b, (size_t)m, &low, &high));
        ck_assert_double_eq_tol(low / expected_low, 1.0, 1e-9);
        ck_assert_double_eq_tol(high / expected_high, 1.0, 1e-9);
    }
}

/* In at least 970 of 1,000 cases, but not in all. It contains 1 only if the test finds no difference. */
TEST(intervals_hold_the_truth) {
    int held = 0;
    state = 9;
    for (int i = 0; i < 1000; i++) {
        const size_t n = 5 + (size_t)i % 16, m = 5 + (size_t)i % 13;
        double a[40], b[40], low, high;
        const double truth = 0.5 + 2.0 * next();
        draw(a, n, 100.0);
        draw(b, m, 100.0 * truth);
        const bool differ = tool_rank_test(a, n, b, m).p < TOOL_RANK_P;
        ck_assert(tool_ratio_interval(a, n, b, m, &low, &high));
        ck_assert_double_le(low, high);
        held += low <= truth && truth <= high;
        ck_assert_int_eq(differ, low > 1.0 || high < 1.0);
    }
    ck_assert_msg(held >= 970 && held < 1000, "%d of 1000", held);
}

TEST(intervals_need_times) {
    double few[4] = {1, 2, 3, 4}, zero[5] = {0, 1, 2, 3, 4}, some[5] = {1, 2, 3, 4, 5}, low, high;
    ck_assert(!tool_ratio_interval(few, 4, some, 5, &low, &high));
    ck_assert(!tool_ratio_interval(zero, 5, some, 5, &low, &high));
    ck_assert_double_eq(low, 0.0);
    ck_assert_double_eq(high, 0.0);
}

TEST(ratios_are_read) {
    char text[24];
    ck_assert_str_eq(tool_ratio_text(1.744, text, sizeof text), "1.74");
    ck_assert_str_eq(tool_ratio_text(9.994, text, sizeof text), "9.99");
    ck_assert_str_eq(tool_ratio_text(9.996, text, sizeof text), "10.0");
    ck_assert_str_eq(tool_ratio_text(99.96, text, sizeof text), "100");
    ck_assert_str_eq(tool_ratio_text(449.6, text, sizeof text), "450");
}

/* The probability that a side wins at least as many of `count` fair rounds. */
static double sign_p(const double *value, int count) {
    int positive = 0;
    unsigned as_far = 0;
    for (int i = 0; i < count; i++) positive += value[i] > 0.0;
    const int most = positive > count - positive ? positive : count - positive;
    for (unsigned signs = 0; signs < 1u << count; signs++) {
        int other = 0;
        for (int i = 0; i < count; i++) other += (signs >> i & 1u) != 0;
        as_far += other >= most || count - other >= most;
    }
    return as_far / (double)(1u << count);
}

LOOP_TEST(rounds_have_the_interval_of_their_test, 6) {
    static const int counts[] = {9, 10, 11, 12, 13, 20};
    const int count = counts[_i], trials = count < 20 ? 20 : 1;
    state = (uint64_t)count;
    for (int trial = 0; trial < trials; trial++) {
        tool_rounds rounds = {.count = (size_t)count};
        double low, high, value[20];
        for (int i = 0; i < count; i++) rounds.ratio[i] = next() - 0.5;
        ck_assert(tool_rounds_interval(&rounds, &low, &high));
        const double ratio = tool_rounds_ratio(&rounds);
        ck_assert(low <= ratio && ratio <= high);
        for (int step = -60; step <= 60; step += 60 / trials > 20 ? 10 : 1) {
            const double factor = 0.01 * step;
            for (int i = 0; i < count; i++) value[i] = rounds.ratio[i] - factor;
            ck_assert_int_eq(sign_p(value, count) >= 0.005, low <= exp(factor) && exp(factor) <= high);
        }
    }
}

static tool_rounds rounds_of(int count, double ratio) {
    tool_rounds rounds = {.count = (size_t)count};
    for (int i = 0; i < count; i++) rounds.ratio[i] = log(ratio);
    return rounds;
}

TEST(few_rounds_decide_nothing) {
    tool_rounds rounds = rounds_of(8, 2.0);
    double low, high;
    ck_assert(!tool_rounds_interval(&rounds, &low, &high));
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_FEW);
    rounds = rounds_of(9, 2.0);
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_SLOWER);
    rounds.ratio[3] = 0.0; /* in one round both are equally fast */
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_UNCLEAR);
    rounds = rounds_of(9, 1.01);
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_SAME);
    rounds = rounds_of(9, 0.5);
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_FASTER);
    rounds = rounds_of(TOOL_MOST_ROUNDS, 1.05);
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_SLOWER);
}

/* The clock falls on one side: in three of 20 rounds a difference of 5% is still found, in four not. */
TEST(a_clock_that_falls_hides_nothing) {
    tool_rounds rounds = rounds_of(20, 1.05);
    for (int i = 0; i < 3; i++) rounds.ratio[6 * i] = -0.3;
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_SLOWER);
    ck_assert_double_eq_tol(tool_rounds_ratio(&rounds), 1.05, 1e-12);
    rounds.ratio[1] = -0.3;
    ck_assert_int_eq(tool_rounds_rank(&rounds), TOOL_RANK_UNCLEAR);
    rounds = rounds_of(0, 1.0);
    ck_assert_double_eq(tool_rounds_ratio(&rounds), 0.0);
}

TEST(times_are_of_the_rounds_of_the_ratio) {
    json_t *rows[3];
    for (int i = 0; i < 3; i++)
        rows[i] = json_pack("{s:[f,f,f],s:[i,i,i],s:[i,i,i],s:f}", "samples_ns", i == 1 ? 20.0 : 10.0,
                            i == 1 ? 44.0 : 40.0, i == 1 ? 36.0 : 12.0, "round_samples", 1, 1, 1,
                            "round_began_ms", 10 + i, 20 + i, 30 + i, "median_ns", i == 1 ? 36.0 : 12.0);
    const json_t *const all[] = {rows[0], rows[1], rows[2]};
    ck_assert_double_eq_tol(tool_rows_ratio(rows[0], rows[1]), 2.0, 1e-12);
    ck_assert_double_eq_tol(tool_time_compared(all, 2, 0, 0), 10.0, 1e-12);
    ck_assert_double_eq_tol(tool_time_compared(all, 2, 0, 1), 20.0, 1e-12);
    ck_assert_double_eq_tol(tool_time_compared(all, 3, 0, 1), 36.0, 1e-12); /* several: the rounds' median */
    json_object_del(rows[1], "round_samples");
    ck_assert_double_eq(tool_time_compared(all, 2, 0, 0), 12.0);
    for (int i = 0; i < 3; i++) json_decref(rows[i]);
}

/* Two rows of 8 samples in 4 rounds. The first row's rounds began at 10, 20, 30, 40, the second's 1 later. */
static const struct {
    const char *field, *value; /* a field of the second row, as JSON */
    bool together;
} beside[] = {{"seed", "1", true},
              {"round_began_ms", "[9, 19, 29, 39]", true},
              {"round_began_ms", "[9, 21, 29, 41]", true},
              {"round_began_ms", "[10, 20, 30, 40]", true},
              {"round_began_ms", "[111, 121, 131, 141]", false},
              {"round_began_ms", "[21, 22, 23, 41]", false},
              {"round_began_ms", "[11, 21, 31]", false},
              {"round_began_ms", "null", false},
              {"round_samples", "null", false},
              {"round_samples", "[2, 2, 2]", false},
              {"round_samples", "[2, 2, 2, 1]", false},
              {"round_samples", "[2, 2, 2, 3]", false},
              {"round_samples", "[2, 4, 2, 0]", false},
              {"round_samples", "[1, 3, 2, 2]", true},
              {"samples_ns", "[0, 0, 1, 1, 1, 1, 1, 1]", false}};

EACH_TEST(rounds_are_those_of_rows_that_took_turns, beside) {
    static const char row[] = "{\"samples_ns\": [1, 3, 1, 3, 1, 3, 1, 3], \"round_samples\": [2, 2, 2, 2], "
                              "\"round_began_ms\": [10, 20, 30, 40]}";
    json_t *const a = json_loads(row, 0, NULL), *const b = json_deep_copy(a);
    tool_rounds rounds;
    json_object_set_new(b, "samples_ns", json_loads("[4, 5, 6, 4, 4, 9, 7, 4]", 0, NULL));
    json_object_set_new(b, "round_began_ms", json_loads("[11, 21, 31, 41]", 0, NULL));
    json_object_set_new(b, beside[_i].field, json_loads(beside[_i].value, JSON_DECODE_ANY, NULL));
    ck_assert_int_eq(tool_rounds_of(a, b, &rounds), beside[_i].together);
    ck_assert_int_eq(tool_rounds_of(b, a, &rounds), beside[_i].together);
    if (_i == 0)
        for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(exp(rounds.ratio[i]), 0.25, 1e-12);
    json_decref(a);
    json_decref(b);
}
