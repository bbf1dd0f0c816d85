/* quad_case.c - inputs and reference of quad. */
#include "fold.h"
#include <float.h>
#include <math.h>

/* Places in the tables of quad.c. */
enum { WIDTH, HEIGHT, CHANNELS, IMAGE = 0, DDX, DDY, DIAGONAL, SUMS };

/* Of one channel of a picture. */
typedef struct plane {
    const float *values;
    size_t width, height, channels;
} plane;

/* The nearest pixel of the picture. */
static double at(const plane *p, size_t x, size_t y) {
    const size_t column = x < p->width ? x : p->width - 1, row = y < p->height ? y : p->height - 1;
    return (double)p->values[(row * p->width + column) * p->channels];
}

/* So many roundings of numbers that add up to a magnitude; and a number below the normal ones may be taken
   for 0. NaN and infinities are never near. */
static double near(double magnitude, int roundings) {
    return isfinite(magnitude) ? roundings * (magnitude * 0x1p-24 + 4.0 * (double)FLT_MIN) : 0.0;
}

static void expect_difference(tool_expected *out, size_t i, double a, double b) {
    out->value[i] = (double)(float)(a - b);
    out->allowed[i] = near(fabs(a - b), 1);
}

/* In any order; open where some order overflows. */
static void expect_sum(tool_expected *out, size_t i, const double v[4]) {
    const double magnitude = fabs(v[0]) + fabs(v[1]) + fabs(v[2]) + fabs(v[3]);
    const bool overflows = isfinite(magnitude) && magnitude > 0.999 * (double)FLT_MAX;
    out->value[i] = v[0] + v[1] + v[2] + v[3];
    out->allowed[i] = overflows ? INFINITY : near(magnitude, 3);
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    tool_expected *const expected = data->expected;
    plane p = {data->in[IMAGE].data, (size_t)problem->value[WIDTH], (size_t)problem->value[HEIGHT],
               (size_t)problem->value[CHANNELS]};
    const size_t quads_x = (p.width + 1) / 2;
    for (size_t i = 0; i < data->elements[IMAGE]; i++) {
        const size_t c = i % p.channels, x = i / p.channels % p.width, y = i / p.channels / p.width;
        const size_t left = x / 2 * 2, upper = y / 2 * 2;
        p.values = (const float *)data->in[IMAGE].data + c;
        const double v[4] = {at(&p, left, upper), at(&p, left + 1, upper), at(&p, left, upper + 1),
                             at(&p, left + 1, upper + 1)};
        const size_t row = y - upper, column = x - left;
        expect_difference(&expected[DDX], i, v[2 * row + 1], v[2 * row]);
        expect_difference(&expected[DDY], i, v[2 + column], v[column]);
        expect_difference(&expected[DIAGONAL], i, v[row == column ? 3 : 2], v[row == column ? 0 : 1]);
        if (row == 0 && column == 0)
            expect_sum(&expected[SUMS], (y / 2 * quads_x + x / 2) * p.channels + c, v);
    }
    return XL_SUCCESS;
}

const tool_case tool_case_quad = {
    .algorithm = &xl__algorithm_quad,
    .distributions = (const char *const[]){"uniform", NULL}, /* said in fold.h */
    .edges = (const char *const[]){"special", NULL},
    .verify_base = "width=37 height=21",
    .verify_settings = (const char *const[]){"", "channels=3", NULL},
    .bench_settings = (const char *const[]){"width=1024 height=1024", "width=4096 height=4096", NULL},
    .generate = tool_fold_generate,
    .reference = reference,
};
