/* dot_case.c - inputs and reference of dot. */
#include "cases/case.h"
#include "cases/inputs.h"
#include "cases/rounding.h"
#include <math.h>

enum { ROWS, N, A = 0, B, SUM }; /* places in the tables of dot.c: parameters, then arrays */

/* uniform: factors in [-1, 1). */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)problem, (void)distribution, (void)error;
    for (int array = A; array <= B; array++) tool_fill_signed(&data->in[array], seed, (uint64_t)array);
    return XL_SUCCESS;
}

/* In any order a term passes a product and at most n - 1 sums (rounding.h); 1.01 covers the reference's
   rounding. Devices may flush values below 2^-126; an order may overflow. */
static void expect(const tool_part *t) {
    const size_t row = t->i, n = (size_t)xl__int(t->problem, N);
    double sum = 0.0, magnitude = 0.0, flushed = 0.0;
    for (size_t i = row * n; i < (row + 1) * n; i++) {
        const double a = (double)tool_f32(t, A, i), b = (double)tool_f32(t, B, i);
        sum += a * b;
        magnitude += fabs(a * b);
        flushed += (fabs(a) + fabs(b) + 2.0) * 0x1p-126;
    }
    const double off = 1.01 * tool_growth((double)n) * magnitude + flushed;
    const double allowed = magnitude + off > 0x1.fffffep127 ? INFINITY : off;
    tool_expect_near(&t->expected[SUM], row, sum, isnan(sum) ? 0.0 : allowed);
}

const tool_case tool_case_dot = {
    .algorithm = &xl__algorithm_dot,
    .distributions = TOOL_TEXTS("uniform"),
    .verify_base = "rows=5 n=301",
    .bench_settings = TOOL_TEXTS("rows=128 n=128", "rows=1024 n=1024"),
    .generate = generate,
    .parts = "rows",
    .expect = expect,
};
