/* dot_case.c - inputs, reference and cost of dot. */
#include "case.h"
#include "dot_table.h"
#include "random.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* uniform: both factors in [-1, 1). zero: b is 0, so nothing but 0 is right. */
static const char *const distributions[] = {"uniform", NULL};
static const char *const edges[] = {"zero", NULL};

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    for (int array = DOT_A; array <= DOT_B; array++) {
        const int status = tool_data_allocate(problem, &xl__algorithm_dot, array, data, error);
        if (status != XL_SUCCESS) return status;
        if (array == DOT_B && strcmp(distribution, "zero") == 0) continue; /* allocated as zeros */
        tool_random random;
        tool_random_start(&random, seed, (uint64_t)array);
        float *values = data->in[array].data;
        const size_t elements = tool_array_elements(&data->in[array]);
        for (size_t i = 0; i < elements; i++) values[i] = 2.0f * tool_random_f32(&random) - 1.0f;
    }
    return XL_SUCCESS;
}

/* However a strategy groups the sum, a term passes one product and at most n - 1 sums, each off by at most
   u = 2^-24 of its result (adding 0 is exact). So the whole is off by at most (1 + u)^n - 1 <= exp(n u) - 1
   times the sum of |a b|; a hundredth is added for the rounding of the reference itself. A device may also
   flush inputs and results below 2^-126 to 0. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const double unit = 1.0 / 16777216.0;
    const size_t rows = (size_t)xl__int(problem, DOT_ROWS), n = (size_t)xl__int(problem, DOT_N);
    const float *a = data->in[DOT_A].data, *b = data->in[DOT_B].data;
    for (size_t row = 0; row < rows; row++) {
        double sum = 0.0, magnitude = 0.0, flushed = 0.0;
        for (size_t i = row * n; i < (row + 1) * n; i++) {
            const double term = (double)a[i] * (double)b[i];
            sum += term;
            magnitude += fabs(term);
            flushed += (fabs((double)a[i]) + fabs((double)b[i]) + 2.0) * (double)FLT_MIN;
        }
        data->expected[DOT_SUM].value[row] = sum;
        const double allowed = 1.01 * expm1((double)n * unit) * magnitude + flushed;
        data->expected[DOT_SUM].allowed[row] = isnan(allowed) ? 0.0 : allowed; /* NaN among the user's inputs */
    }
    return XL_SUCCESS;
}

static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double rows = problem->value[DOT_ROWS], n = problem->value[DOT_N];
    const double lanes = strategy == DOT_SERIAL ? 1.0 : (double)problem->width;
    out->bytes = 4.0 * rows * (2.0 * n + 1.0);
    out->operations = 2.0 * rows * n;
    out->work_items = rows * lanes;
    out->steps_per_lane = ceil(n / lanes);
}

static const char *const bench_settings[] = {"rows=128 n=128", "rows=1024 n=1024", NULL};

const tool_case tool_case_dot = {
    .algorithm = &xl__algorithm_dot,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "rows=5 n=301",
    .bench_settings = bench_settings,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
