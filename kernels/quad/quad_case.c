/* Inputs and reference of quad. */
#include "cases/fold.h"
#include "cases/rounding.h"
#include <float.h>
#include <math.h>

enum { WIDTH, HEIGHT, CHANNELS, IMAGE = 0, DDX, DDY, DIAGONAL, SUMS }; /* indices in the tables of quad.c */

/* Pixel (x, y), or the nearest one inside the image, in the part's channel. */
static double at(const tool_part *t, size_t x, size_t y) {
    const double *const value = t->problem->value;
    const size_t width = (size_t)value[WIDTH], height = (size_t)value[HEIGHT],
                 channels = (size_t)value[CHANNELS];
    const size_t column = x < width ? x : width - 1, row = y < height ? y : height - 1;
    return (double)tool_f32(t, IMAGE, (row * width + column) * channels + t->i % channels);
}

/* The error of `roundings` roundings of numbers whose magnitudes add up to `magnitude`, and of flushed
   subnormal numbers; 0 if the magnitude is NaN or infinite. */
static double near(double magnitude, int roundings) {
    return isfinite(magnitude) ? roundings * (magnitude * 0x1p-24 + 4.0 * (double)FLT_MIN) : 0.0;
}

static void expect_difference(tool_expected *out, size_t i, double a, double b) {
    tool_expect_near(out, i, (double)(float)(a - b), near(fabs(a - b), 1));
}

/* Undefined if some order overflows. */
static void expect_sum(tool_expected *out, size_t i, const double v[4]) {
    const double value = v[0] + v[1] + v[2] + v[3];
    double magnitude = 0.0;
    for (int k = 0; k < 4; k++) magnitude += isfinite(v[k]) ? fabs(v[k]) : 0.0;
    tool_expect_near(out, i, value,
                     tool_sum_allowed(value, magnitude, 0.999 * (double)FLT_MAX, near(magnitude, 3)));
}

static void expect(const tool_part *t) {
    const size_t width = (size_t)t->problem->value[WIDTH], channels = (size_t)t->problem->value[CHANNELS];
    const size_t c = t->i % channels, x = t->i / channels % width, y = t->i / channels / width;
    const size_t left = x - x % 2, upper = y - y % 2, row = y % 2, column = x % 2;
    const double v[4] = {at(t, left, upper), at(t, left + 1, upper), at(t, left, upper + 1),
                         at(t, left + 1, upper + 1)};
    expect_difference(&t->expected[DDX], t->i, v[2 * row + 1], v[2 * row]);
    expect_difference(&t->expected[DDY], t->i, v[2 + column], v[column]);
    expect_difference(&t->expected[DIAGONAL], t->i, v[row == column ? 3 : 2], v[row == column ? 0 : 1]);
    if (row == 0 && column == 0)
        expect_sum(&t->expected[SUMS], (y / 2 * ((width + 1) / 2) + x / 2) * channels + c, v);
}

const tool_case tool_case_quad = {
    .algorithm = &xl__algorithm_quad,
    .distributions = TOOL_TEXTS("uniform"), /* see fold.h */
    .edges = TOOL_TEXTS("special"),
    .verify_base = "width=37 height=21",
    .verify_settings = TOOL_TEXTS("", "channels=3"),
    .bench_settings = TOOL_TEXTS("width=1024 height=1024", "width=4096 height=4096"),
    .generate = tool_fold_generate,
    .parts = "width * height * channels",
    .expect = expect,
};
