/* The exponent of growth, from made-up times. */
#include "support/suite.h"
#include "charts/growth.h"
#include <math.h>

enum { SIZES = 13 };

static double linear(double n) {
    return 3.0 * n;
}
static double n_log_n(double n) {
    return 2.0 * n * log(n);
}
static double square(double n) {
    return 0.5 * n * n;
}
static double constant(double n) {
    (void)n;
    return 4000.0;
}
static double with_floor(double n) {
    return 5000.0 + 0.1 * n;
}

static bool fit(double (*time)(double), tool_growth *out) {
    double size[SIZES], ns[SIZES];
    for (int i = 0; i < SIZES; i++) ns[i] = time(size[i] = ldexp(1.0, 8 + i));
    return tool_growth_fit(size, ns, SIZES, out);
}

TEST(known_exponents_are_found) {
    tool_growth g;
    ck_assert(fit(linear, &g));
    ck_assert_double_eq_tol(g.exponent, 1.0, 1e-12);
    ck_assert_double_eq_tol(g.error, 0.0, 1e-9);
    ck_assert_double_eq_tol(g.off, 0.0, 1e-12);
    ck_assert_int_eq(g.points, 7);
    ck_assert_double_eq(g.from, 16384.0);
    ck_assert_double_eq(g.to, 1048576.0);
    ck_assert(fit(square, &g));
    ck_assert_double_eq_tol(g.exponent, 2.0, 1e-12);
    ck_assert(fit(constant, &g));
    ck_assert_double_eq_tol(g.exponent, 0.0, 1e-12);
    ck_assert_double_eq_tol(g.off, 0.0, 1e-12);
    /* d log(n log n) / d log n = 1 + 1 / log n: 1.103 at 2^14, 1.072 at 2^20. */
    ck_assert(fit(n_log_n, &g));
    ck_assert(g.exponent > 1.072 && g.exponent < 1.103);
    ck_assert(g.off > 0.0 && g.off < 0.01);
}

/* Three quarters of the time at 2^14 do not grow with n. */
TEST(a_floor_shows_as_a_bad_fit) {
    tool_growth g;
    ck_assert(fit(with_floor, &g));
    ck_assert(g.exponent > 0.5 && g.exponent < 1.0);
    ck_assert(g.off > 0.1);
    ck_assert(g.error > 0.01);
}

/* By hand: log2 of the times 0, 3, 3. The slope is 1.5. The distances are -1/2, 1, -1/2 powers of two. The
   slope's error is sqrt(1.5 / 1 / 2). */
TEST(distances_are_those_by_hand) {
    static const double size[] = {1, 2, 4}, ns[] = {1, 8, 8};
    tool_growth g;
    ck_assert(!tool_growth_fit(size, ns, 3, &g)); /* the upper half has only two sizes */
    static const double more[] = {1.0 / 16, 1, 2, 4}, times[] = {100, 1, 8, 8};
    ck_assert(tool_growth_fit(more, times, 4, &g));
    ck_assert_double_eq_tol(g.exponent, 1.5, 1e-12);
    ck_assert_double_eq_tol(g.off, 1.0, 1e-12);
    ck_assert_double_eq_tol(g.error, sqrt(0.75), 1e-12);
    ck_assert_int_eq(g.points, 3);
}

TEST(runs_that_failed_do_not_count) {
    static const double size[] = {0, 1, 16, 32, 64, 128, 256}, ns[] = {7, 1, 16, 0, 64, 128, NAN};
    static const double same[] = {8, 8, 8}, times[] = {1, 2, 3};
    tool_growth g;
    ck_assert(tool_growth_fit(size, ns, 7, &g));
    ck_assert_int_eq(g.points, 3);
    ck_assert_double_eq_tol(g.exponent, 1.0, 1e-12);
    ck_assert(!tool_growth_fit(size, ns, 4, &g)); /* only two sizes are left */
    ck_assert_int_eq(g.points, 0);
    ck_assert(!tool_growth_fit(same, times, 3, &g)); /* all have one size */
    ck_assert(!tool_growth_fit(size, ns, 0, &g));
}
