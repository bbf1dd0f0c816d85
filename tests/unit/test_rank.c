/* The test of Mann and Whitney against SciPy's, and the verdict. */
#include "support/suite.h"
#include "recorded/rank_test.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define NEAR 1e-12

/* By SciPy 1.17, stats.mannwhitneyu(a, b, alternative="two-sided"): method="exact" if all values differ,
   otherwise method=stats.PermutationMethod(n_resamples=10**9), which tries all orders. */
static const struct {
    size_t a_count, b_count;
    double values[20], p;
} exact[] = {
    {1, 1, {0, 1}, 1},
    {2, 3, {0, 1, 2, 3, 4}, 0.2},
    {3, 3, {0, 1, 2, 3, 4, 5}, 0.1},
    {4, 4, {0, 1, 2, 3, 4, 5, 6, 7}, 0.028571428571428571},
    {5, 5, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.0079365079365079361},
    {4, 6, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0.0095238095238095247},
    {3, 9, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 0.0090909090909090905},
    {5, 4, {0, 1, 2, 3, 4, 5, 6, 7, 8}, 0.015873015873015872},
    {6, 6, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 0.0021645021645021645},
    {8, 8, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 0.0001554001554001554},
    {5, 5, {9, 5, 3, 4, 1, 6, 7, 2, 0, 8}, 1},
    {5, 7, {4, 9, 6, 0, 11, 8, 2, 1, 5, 10, 7, 3}, 0.75505050505050508},
    {6, 9, {1, 6, 14, 2, 10, 8, 9, 0, 11, 4, 13, 12, 7, 3, 5}, 0.9546453546453546},
    {7, 4, {7, 1, 5, 0, 3, 9, 8, 6, 4, 2, 10}, 0.78787878787878785},
    {8, 8, {1, 5, 12, 11, 4, 13, 6, 9, 7, 3, 2, 0, 14, 10, 8, 15}, 0.95912975912975895},
    {9, 5, {7, 4, 3, 12, 13, 8, 6, 2, 0, 11, 10, 9, 5, 1}, 0.69930069930069927},
    {3, 10, {10, 2, 12, 4, 0, 11, 7, 6, 3, 9, 1, 8, 5}, 0.37062937062937062},
    {8, 6, {12, 2, 1, 3, 0, 4, 5, 9, 10, 7, 6, 8, 13, 11}, 0.042624042624042624},
    {5, 5, {1, 3, 2, 0, 2, 1, 3, 4, 2, 2}, 0.44444444444444442},
    {5, 5, {1, 5, 4, 0, 3, 2, 4, 6, 6, 7}, 0.095238095238095233},
    {6, 7, {4, 3, 0, 3, 2, 2, 2, 3, 4, 5, 5, 1, 2}, 0.48018648018648019},
    {8, 8, {6, 5, 0, 3, 0, 2, 0, 2, 5, 3, 5, 5, 4, 2, 5, 7}, 0.068842268842268836},
    {4, 9, {3, 1, 2, 1, 4, 3, 2, 5, 5, 1, 3, 5, 1}, 0.1874125874125874},
    {8, 5, {4, 2, 0, 4, 3, 4, 3, 0, 5, 6, 6, 5, 2}, 0.029526029526029528},
    {3, 8, {1, 0, 2, 1, 2, 2, 2, 2, 3, 4, 4}, 0.13333333333333333},
    {5, 5, {1, 1, 1, 1, 2, 2, 2, 2, 2, 2}, 0.047619047619047616},
    {5, 5, {5, 5, 5, 5, 5, 5, 5, 5, 5, 5}, 1},
    {6, 7, {1, 1, 1, 2, 2, 3, 2, 2, 3, 3, 3, 4, 4}, 0.036130536130536128},
};

EACH_TEST(p_is_as_another_program_has_it, exact) {
    const size_t n = exact[_i].a_count, m = exact[_i].b_count;
    const double *const a = exact[_i].values, *const b = a + n;
    const tool_rank_p found = tool_rank_test(a, n, b, m), turned = tool_rank_test(b, m, a, n);
    ck_assert_double_eq_tol(found.p, exact[_i].p, NEAR);
    ck_assert_double_eq_tol(turned.p, exact[_i].p, NEAR);
    ck_assert_double_eq_tol(found.least, turned.least, NEAR);
    ck_assert(found.least <= found.p + NEAR);
}

static void count_up(double *out, size_t count, double from) {
    for (size_t i = 0; i < count; i++) out[i] = from + (double)i;
}

/* From the same SciPy: method="asymptotic" for 50 and 40 samples. Otherwise method="exact". */
TEST(p_of_many_samples) {
    double a[200] = {0}, b[200] = {0};
    count_up(a, 20, 0.0);
    count_up(b, 20, 5.5);
    ck_assert_double_eq_tol(tool_rank_test(a, 20, b, 20).p, 0.009483607191205003, NEAR);
    count_up(b, 200, 8.0);
    a[0] = 7.0;
    ck_assert_double_eq_tol(tool_rank_test(a, 1, b, 200).p, 0.009950248756218905, NEAR);
    for (int i = 0; i < 50; i++) a[i] = i * 7 % 20;
    for (int i = 0; i < 40; i++) b[i] = i * 11 % 23 + 2;
    ck_assert_double_eq_tol(tool_rank_test(a, 50, b, 40).p, 0.0026022379065332433, NEAR);
    ck_assert_double_eq_tol(tool_rank_test(b, 0, a, 3).p, 1.0, NEAR);
}

static tool_rank verdict(size_t n, size_t m, double times) {
    double a[200] = {0}, b[200] = {0};
    for (size_t i = 0; i < n; i++) a[i] = 100.0 + (double)i * 0.01;
    for (size_t i = 0; i < m; i++) b[i] = times * (100.0 + (double)i * 0.01);
    return tool_rank_of(a, n, 100.0, b, m, times * 100.0);
}

/* Smaller numbers of samples never call 100 times as long the same. The least p, 2 / C(n + m, n), was
   calculated by hand. */
TEST(every_sufficient_count_decides) {
    static const size_t least_beside[] = {0, 200, 19, 9, 6, 5, 4, 4, 4};
    for (size_t n = 1; n < sizeof least_beside / sizeof *least_beside; n++)
        for (size_t m = 1; m <= (n == 1 ? 200 : 20); m++) {
            const bool can = m >= least_beside[n] || (n == 1 && m == 200);
            const tool_rank found = verdict(n, m, 100.0), back = verdict(m, n, 0.01);
            ck_assert_msg(found == (can ? TOOL_RANK_SLOWER : TOOL_RANK_FEW), "%zu and %zu: %d", n, m, found);
            ck_assert_msg(back == (can ? TOOL_RANK_FASTER : TOOL_RANK_FEW), "%zu and %zu: %d", m, n, back);
            ck_assert_int_eq(verdict(n, m, 1.0), can ? TOOL_RANK_SAME : TOOL_RANK_FEW);
        }
    ck_assert_int_eq(verdict(0, 20, 100.0), TOOL_RANK_FEW);
}

/* A coarse clock makes four of ten samples one tick and six two. */
TEST(ties_can_leave_too_few) {
    static const double a[] = {1, 1, 1, 1, 2}, b[] = {2, 2, 2, 2, 2}, one[] = {1, 1, 1, 1, 1};
    ck_assert_int_eq(tool_rank_of(a, 5, 1.0, b, 5, 2.0), TOOL_RANK_FEW);
    ck_assert_int_eq(tool_rank_of(one, 5, 1.0, b, 5, 2.0), TOOL_RANK_SLOWER);
    ck_assert_int_eq(tool_rank_of(one, 5, 1.0, one, 5, 1.0), TOOL_RANK_SAME);
}

TEST(times_of_0_are_no_times) {
    static const double zero[5] = {0}, one[] = {1, 1, 1, 1, 1};
    ck_assert_int_eq(tool_rank_of(zero, 5, 0.0, one, 5, 1.0), TOOL_RANK_UNTIMED);
    ck_assert_int_eq(tool_rank_of(one, 5, 1.0, zero, 5, 0.0), TOOL_RANK_UNTIMED);
    ck_assert_int_eq(tool_rank_of(zero, 5, 0.0, zero, 5, 0.0), TOOL_RANK_UNTIMED);
}

/* One disturbed sample hides any difference between 8 and 8 samples, but not between 10 and 10. */
TEST(one_disturbed_sample) {
    double a[10], b[10];
    for (int i = 0; i < 10; i++) a[i] = 100.0 + i * 0.01, b[i] = 200.0 + i * 0.01;
    a[3] = 1000.0;
    ck_assert_int_eq(tool_rank_of(a, 8, 100.0, b, 8, 200.0), TOOL_RANK_UNCLEAR);
    ck_assert_int_eq(tool_rank_of(a, 10, 100.0, b, 10, 200.0), TOOL_RANK_SLOWER);
}

static void noisy_times(double *out, size_t count, double around) {
    for (size_t i = 0; i < count; i++) out[i] = around * (1.0 + 0.01 * (double)(i * 7 % 10) - 0.045);
}

TEST(noise_is_no_difference) {
    double a[20], b[20];
    noisy_times(a, 20, 100.0);
    noisy_times(b, 20, 101.5);
    ck_assert_int_eq(tool_rank_of(a, 20, 100.0, b, 20, 101.5), TOOL_RANK_SAME);
    noisy_times(b, 20, 110.0);
    ck_assert_int_eq(tool_rank_of(a, 20, 100.0, b, 20, 110.0), TOOL_RANK_SLOWER);
    ck_assert_int_eq(tool_rank_of(b, 20, 110.0, a, 20, 100.0), TOOL_RANK_FASTER);
}

TEST(small_differences_are_none) {
    double a[20], b[20];
    for (int i = 0; i < 20; i++) {
        a[i] = 100.0 + 0.001 * i;
        b[i] = 101.5 + 0.001 * i;
    }
    ck_assert_int_eq(tool_rank_of(a, 20, 100.01, b, 20, 101.51), TOOL_RANK_SAME);
    for (int i = 0; i < 20; i++) b[i] += 1.0;
    ck_assert_int_eq(tool_rank_of(a, 20, 100.01, b, 20, 102.51), TOOL_RANK_SLOWER);
}

static uint64_t state;
static double next(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(state >> 11) * 0x1p-53;
}

/* Draws realistic times: a floor, a long tail, sometimes an outlier, in steps of the clock. */
static void draw_times(double *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const double tail = -log(1.0 - next());
        out[i] = floor(1000.0 + 200.0 * tail + (next() < 0.05 ? 5000.0 : 0.0));
    }
}

/* 1,000 recordings in halves of 5 to 15 samples: about 10 have a p below 0.01; by chance up to 17. */
TEST(halves_of_one_recording_do_not_differ) {
    int told = 0, unlikely = 0;
    state = 28;
    for (int i = 0; i < 1000; i++) {
        const size_t half = 5 + (size_t)i % 11;
        double times[30];
        draw_times(times, 2 * half);
        unlikely += tool_rank_test(times, half, times + half, half).p < TOOL_RANK_P;
        /* Medians of 1 and 2: the bound of 2% does not matter. */
        const tool_rank found = tool_rank_of(times, half, 1.0, times + half, half, 2.0);
        told += found == TOOL_RANK_SLOWER;
        ck_assert(found == TOOL_RANK_SLOWER || found == TOOL_RANK_SAME || found == TOOL_RANK_UNCLEAR);
    }
    ck_assert_int_eq(told, unlikely);
    ck_assert_msg(told >= 1 && told <= 17, "%d of 1000 differ", told);
}
