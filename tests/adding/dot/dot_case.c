/* dot_case.c - inputs and reference of dot. */
#include "case.h"
#include "inputs.h"
#include "rounding.h"
#include <math.h>

enum { ROWS, N, A = 0, B, SUM }; /* places in the tables of dot.c: parameters, then arrays */

/* uniform: factors in [-1, 1). */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)problem, (void)distribution, (void)error;
    for (int array = A; array <= B; array++) tool_fill_signed(&data->in[array], seed, (uint64_t)array);
    return XL_SUCCESS;
}

/* In any order a term passes a product and at most n - 1 sums (rounding.h); 1.01 is for the reference's own
   rounding. Devices may flush what is below 2^-126; an order may overflow. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const size_t rows = (size_t)xl__int(problem, ROWS), n = (size_t)xl__int(problem, N);
    const float *a = data->in[A].data, *b = data->in[B].data;
    for (size_t row = 0; row < rows; row++) {
        double sum = 0.0, magnitude = 0.0, flushed = 0.0;
        for (size_t i = row * n; i < (row + 1) * n; i++) {
            sum += (double)a[i] * (double)b[i];
            magnitude += fabs((double)a[i] * (double)b[i]);
            flushed += (fabs((double)a[i]) + fabs((double)b[i]) + 2.0) * 0x1p-126;
        }
        const double off = 1.01 * tool_growth((double)n) * magnitude + flushed;
        data->expected[SUM].value[row] = sum;
        if (!isnan(sum)) data->expected[SUM].allowed[row] = magnitude + off > 0x1.fffffep127 ? INFINITY : off;
    }
    return XL_SUCCESS;
}

const tool_case tool_case_dot = {
    .algorithm = &xl__algorithm_dot,
    .distributions = (const char *const[]){"uniform", NULL},
    .verify_base = "rows=5 n=301",
    .bench_settings = (const char *const[]){"rows=128 n=128", "rows=1024 n=1024", NULL},
    .generate = generate,
    .reference = reference,
};
