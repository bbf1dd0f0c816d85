/* lerp: colours that are known beforehand, from the reference and from every strategy; and a bound that is
   narrow enough to show the loss of one element. */
#include "cases/case.h"
#include "table/settings.h"
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

static const float known_x[] = {1.0f, 2.0f, 4.0f}, known_t[] = {0.5f, 0.5f, 0.25f}, known_start[] = {8.0f};

/* Inputs of one row and channel, and what the reference makes of them. */
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

GROUP("reference");

TEST(reference_is_the_loop) {
    double c = 0.0, allowed = 0.0;
    refer(known_x, known_t, known_start, 3, &c, &allowed); /* 8, 4.5, 3.25, 3.4375 */
    ck_assert_double_eq(c, 3.4375);
    ck_assert(allowed > 0.0 && allowed < 1e-5);
    refer(known_x, known_t, NULL, 3, &c, &allowed); /* 0, 0.5, 1.25, 1.9375 */
    ck_assert_double_eq(c, 1.9375);
    refer(known_x, known_t, known_start, 0, &c, &allowed);
    ck_assert_double_eq(c, 8.0);
    const float cover[] = {0.5f, 1.0f, 0.0f};
    refer(known_x, cover, known_start, 3, &c, &allowed);
    ck_assert_double_eq(c, 2.0);
    const float outside[] = {2.0f, -1.0f, 0.5f}; /* 8, -6, -14, -5 */
    refer(known_x, outside, known_start, 3, &c, &allowed);
    ck_assert_double_eq(c, -5.0);
}

/* A device may take a denormal t for 0 and must not be told wrong for it; nor for the exact value. */
TEST(bound_covers_flushing) {
    double c = 0.0, allowed = 0.0;
    const float x[] = {3e38f, 1.0f}, t[] = {1e-40f, 0.0f}, black[] = {0.0f};
    refer(x, t, black, 2, &c, &allowed);
    ck_assert_double_gt(c, 0.0);
    ck_assert_double_le(c, allowed);
}

TEST(nan_is_expected_for_nan) {
    double c = 0.0, allowed = 0.0;
    const float t[] = {0.5f, NAN, 0.5f};
    refer(known_x, t, known_start, 3, &c, &allowed);
    ck_assert(isnan(c));
    ck_assert_double_eq(allowed, 0.0);
}

/* Elements of a long row, each worth more than the bound: `sparse` is made for that. */
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

/* ---- on the device -------------------------------------------------------------------------------- */

static cl_mem upload(const float *data, size_t count) {
    uint32_t words[8] = {0};
    memcpy(words, data, count * sizeof *data);
    return sample_buffer(&place, count, words);
}

static float run(const char *strategy, bool start, size_t n) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {
        .algorithm = "lerp", .strategy = strategy, .width = 4, .settings = "rows=1 channels=1 n=3"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem x = upload(known_x, 3), t = upload(known_t, 3), initial = upload(known_start, 1),
           c = sample_buffer(&place, 1, NULL);
    const xl_array arrays[] = {{"x", x, 0}, {"t", t, 0}, {"c", c, 0}, {"initial", initial, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {.queue = place.queue,
                              .arrays = arrays,
                              .array_count = start ? 4 : 3,
                              .scalars = scalars,
                              .scalar_count = 1};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    uint32_t word = 0;
    sample_read(&place, c, 0, 1, &word);
    clReleaseMemObject(x);
    clReleaseMemObject(t);
    clReleaseMemObject(initial);
    clReleaseMemObject(c);
    xl_plan_free(plan);
    float value = 0.0f;
    memcpy(&value, &word, sizeof value);
    return value;
}

static const char *const strategies[] = {"serial",   "readlane", "prefix", "continued",
                                         "deferred", "affine",   "split",  "auto"};

GROUP("device");
AROUND(open_place, close_place);

/* All numbers here are exact in floats, whatever the order. */
EACH_TEST(strategies_give_known_colours, strategies) {
    ck_assert_float_eq(run(strategies[_i], true, 3), 3.4375f);
    ck_assert_float_eq(run(strategies[_i], false, 3), 1.9375f);
    ck_assert_float_eq(run(strategies[_i], true, 1), 4.5f);
    ck_assert_float_eq(run(strategies[_i], true, 0), 8.0f);
    ck_assert_float_eq(run(strategies[_i], false, 0), 0.0f);
}
