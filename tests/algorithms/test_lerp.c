/* lerp: known colours, and a bound narrow enough to show the loss of one element. */
#include "expected/expected.h"
#include "cases/case.h"
#include "table/settings.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { X, T, INITIAL, C }; /* arrays of the table */
extern const xl__algorithm xl__algorithm_lerp;

extern const tool_case tool_case_lerp;

static void read_problem(xl__problem *problem, const char *settings) {
    xl_error error = {0};
    *problem = (xl__problem){.width = 1, .type = XL_F32};
    for (int i = 0; i < xl__algorithm_lerp.param_count; i++)
        problem->value[i] = xl__algorithm_lerp.params[i].initial;
    ck_assert_msg(xl__parse_settings(&xl__algorithm_lerp, settings, problem->value, &error) == XL_SUCCESS,
                  "%s", error.text);
}

static void refer(const float *x, const float *t, const float *start, size_t n, double *c, double *allowed) {
    char settings[64];
    xl__problem problem;
    tool_data data = {.elements = {0}};
    xl_error error = {0};
    snprintf(settings, sizeof settings, "rows=1 channels=1 n=%zu", n);
    read_problem(&problem, settings);
    for (int array = X; array <= (start ? INITIAL : T); array++)
        ck_assert_int_eq(tool_data_allocate(&problem, &xl__algorithm_lerp, array, &data, &error), XL_SUCCESS);
    memcpy(data.in[X].data, x, n * sizeof *x);
    memcpy(data.in[T].data, t, n * sizeof *t);
    if (start) memcpy(data.in[INITIAL].data, start, sizeof *start);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_lerp, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(&tool_case_lerp, &problem, &data, &error), XL_SUCCESS);
    *c = data.expected[C].value[0];
    *allowed = data.expected[C].allowed[0];
    tool_data_free(&data);
}

EXPECTED("lerp")

GROUP("reference");

/* A device may flush a denormal t to 0: both results must be accepted. */
TEST(bound_covers_flushing) {
    double c = 0.0, allowed = 0.0;
    const float x[] = {3e38f, 1.0f}, t[] = {1e-40f, 0.0f}, black[] = {0.0f};
    refer(x, t, black, 2, &c, &allowed);
    ck_assert_double_gt(c, 0.0);
    ck_assert_double_le(c, allowed);
}

TEST(nan_is_expected_for_nan) {
    double c = 0.0, allowed = 0.0;
    const float x[] = {1.0f, 2.0f, 4.0f}, t[] = {0.5f, NAN, 0.5f}, start[] = {8.0f};
    refer(x, t, start, 3, &c, &allowed);
    ck_assert(isnan(c));
    ck_assert_double_eq(allowed, 0.0);
}

/* `sparse`: several elements each contribute more than the bound. */
TEST(bound_is_narrow_in_long_rows) {
    xl__problem problem;
    tool_data data = {.elements = {0}};
    xl_error error = {0};
    read_problem(&problem, "rows=1 n=1000003 channels=1");
    ck_assert_int_eq(tool_data_generate(&tool_case_lerp, &problem, "sparse", 1, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_lerp, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(&tool_case_lerp, &problem, &data, &error), XL_SUCCESS);
    const float *x = data.in[X].data, *t = data.in[T].data;
    const double allowed = data.expected[C].allowed[0];
    double product = 1.0;
    int seen = 0;
    for (size_t i = 1000003; i-- > 0;) {
        const double weight = fabs((double)x[i] * (double)t[i]) * product;
        seen += weight > allowed;
        product *= 1.0 - (double)t[i];
    }
    ck_assert_int_ge(seen, 14);
    tool_data_free(&data);
}
