#include "support/suite.h"
#include "records/stats.h"
#include "run/timing.h"
#include <math.h>

TEST(median_of_few) {
    double none[1] = {0}, one[] = {5}, two[] = {7, 4}, three[] = {9, 1, 2}, huge[] = {1.7e308, 1.7e308};
    ck_assert(isnan(tool_median(none, 0)));
    ck_assert_double_eq(tool_median(one, 1), 5);
    ck_assert_double_eq(tool_median(two, 2), 5.5);
    ck_assert_double_eq(tool_median(three, 3), 2);
    ck_assert_double_eq(tool_median(huge, 2), 1.7e308); /* no overflow */
}

TEST(describes_samples) {
    /* median 101; deviations 1 1 0 2 899 -> 1 */
    const double samples[] = {100, 102, 101, 99, 1000};
    tool_stats s;
    ck_assert(tool_stats_of(samples, 5, &s));
    ck_assert_double_eq(s.median, 101);
    ck_assert_double_eq(s.mad, 1);
    ck_assert_double_eq(s.min, 99);
}

TEST(one_outlier_is_not_noise) {
    const double samples[] = {100, 101, 5000, 100, 99, 100, 101, 100};
    tool_stats s;
    ck_assert(tool_stats_of(samples, 8, &s));
    ck_assert(!s.noisy);
}

TEST(noise_is_reported) {
    const double spread[] = {100, 130, 80, 120, 90, 100, 140, 75};
    const double drift[] = {108, 108, 108, 108, 100, 100, 100, 100}; /* each half is steady */
    const double few[] = {100, 100};
    const double enough[] = {100, 100, 100};
    const double zeros[] = {0, 0, 0, 0};
    tool_stats s;
    ck_assert(tool_stats_of(spread, 8, &s) && s.noisy);
    ck_assert(tool_stats_of(drift, 8, &s) && s.noisy);
    ck_assert(tool_stats_of(few, 2, &s) && s.noisy);
    ck_assert(tool_stats_of(enough, 3, &s) && !s.noisy);
    ck_assert(tool_stats_of(zeros, 4, &s) && !s.noisy); /* a clock too coarse to measure anything */
}

TEST(refuses_no_samples_and_no_numbers) {
    const double bad[] = {1, NAN, 2}, endless[] = {1, HUGE_VAL};
    tool_stats s = {.median = 3};
    ck_assert(!tool_stats_of(bad, 0, &s));
    ck_assert_double_eq(s.median, 0);
    ck_assert(!tool_stats_of(bad, 3, &s));
    ck_assert(!tool_stats_of(endless, 2, &s));
}

TEST(settles_when_times_settle) {
    tool_settle settle;
    int launches = 0;
    tool_settle_start(&settle, 0, 100);
    /* Times fall by 10% a launch down to 100, as on a device that raises its clock. */
    for (double t = 400;; launches++) {
        if (tool_settle_add(&settle, t, 0.001 * launches) == TOOL_SETTLED) break;
        t = t > 100 ? t * 0.9 : 100;
        ck_assert_int_lt(launches, 100);
    }
    ck_assert_int_ge(launches, 14); /* it has not settled while they fell */
    ck_assert_int_le(launches, 26);
}

TEST(settling_needs_ten_samples_and_its_time) {
    tool_settle settle;
    tool_settle_start(&settle, 0, 100);
    for (int i = 0; i < 9; i++) ck_assert_int_eq(tool_settle_add(&settle, 5, 1), TOOL_WARMING);
    ck_assert_int_eq(tool_settle_add(&settle, 5, 1), TOOL_SETTLED);
    tool_settle_start(&settle, 0.3, 100);
    for (int i = 0; i < 50; i++) ck_assert_int_eq(tool_settle_add(&settle, 5, 0.29), TOOL_WARMING);
    ck_assert_int_eq(tool_settle_add(&settle, 5, 0.3), TOOL_SETTLED);
}

TEST(gives_up_in_time) {
    tool_settle settle;
    double t = 1;
    tool_settle_start(&settle, 0, 2);
    for (int i = 0; i < 20; i++) {
        ck_assert_int_eq(tool_settle_add(&settle, t, i * 0.1), TOOL_WARMING);
        t *= 1.5;
    }
    ck_assert_int_eq(tool_settle_add(&settle, t, 2), TOOL_GAVE_UP);
}

static int samples_of(const tool_sampling *wanted, double each, int parts) {
    int count = 0;
    for (int p = 1; p <= parts; p++)
        while (!tool_sampled_enough(wanted, count, count * each, (double)p / parts)) count++;
    return count;
}

TEST(slow_rows_have_samples_too) {
    static const tool_sampling slow = {10, 5, 0.01}, usual = {15, 5, 0.2};
    for (int parts = 1; parts <= 2; parts++) {
        ck_assert_int_eq(samples_of(&slow, 0.0001, parts), 100);
        ck_assert_int_eq(samples_of(&slow, 0.01, parts), 10);
        ck_assert_int_eq(samples_of(&slow, 0.099, parts), 10);
        ck_assert_int_ge(samples_of(&slow, 0.2, parts), 5);
        ck_assert_int_eq(samples_of(&slow, 10.0, parts), 5);
        ck_assert_int_eq(samples_of(&usual, 0.01, parts), 20);
        ck_assert_int_eq(samples_of(&usual, 0.1, parts), 15);
        ck_assert_int_eq(samples_of(&usual, 60.0, parts), 5);
    }
}

TEST(a_low_time_is_none_that_was_disturbed) {
    static const double times[] = {9000, 100, 900, 101, 7, 800, 103, 700, 104, 2000, 6000, 102};
    tool_settle settle;
    tool_settle_start(&settle, 1, 100);
    ck_assert_double_eq(tool_settle_low(&settle), 0.0);
    tool_settle_add(&settle, 50, 0);
    ck_assert_double_eq(tool_settle_low(&settle), 50.0);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) tool_settle_add(&settle, times[i], 0);
    ck_assert_double_eq(tool_settle_low(&settle), 102.0);
}

/* A batch of 10 us after a run that ended at 5 us. */
TEST(times_of_events_that_cannot_be) {
    static const struct {
        tool_event_times times;
        double ns; /* 0: refused */
    } cases[] = {{{5000, 5100, 15000, 16000}, 10000},
                 {{5000, 5000, 15000, 9900}, 10000}, /* a device's clock runs 2% faster, 1 us is allowed */
                 {{5000, 5100, 15000, 8700}, 0},     /* the batch took longer than the host waited */
                 {{14300, 5100, 15000, 16000}, 0},   /* the run's end was recorded late: 700 ns, not 10,000 */
                 {{6300, 5100, 15000, 16000}, 8700}, /* within the clocks' tolerance */
                 {{6500, 5100, 15000, 16000}, 0},
                 {{15000, 15000, 15000, 16000}, 0},
                 {{16000, 17000, 15000, 16000}, 0}, /* out of order */
                 {{0, 0, 0, 16000}, 0},
                 {{5000, 5100, 15000, NAN}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double ns = 0.0;
        ck_assert_msg(tool_span_of_events(&cases[i].times, &ns) == (cases[i].ns > 0.0), "case %zu: %g", i,
                      ns);
        ck_assert_double_eq(ns, cases[i].ns);
    }
}
