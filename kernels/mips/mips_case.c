/* Inputs and reference of mips. */
#include "cases/fold.h"
#include "cases/rounding.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { WIDTH, HEIGHT, CHANNELS, FILTER, IMAGE = 0, LEVELS };
enum { BOX, MIN, MAX };

/* Values, and the level of the picture's magnitudes. */
typedef struct plane {
    const double *value, *magnitude;
    size_t width, height, channels;
} plane;

static size_t halved(size_t n) {
    return n > 1 ? n / 2 : 1;
}

/* The part of texel `from` of n that texel `to` of halved(n) covers, if both sides have the same length. */
static double share(size_t n, size_t from, size_t to) {
    const size_t m = halved(n);
    /* in units of 1 / (n m): texel `from` is [from m, from m + m), texel `to` is [to n, to n + n) */
    const size_t low = from * m > to * n ? from * m : to * n,
                 high = from * m + m < to * n + n ? from * m + m : to * n + n;
    return high > low ? (double)(high - low) / (double)n : 0.0;
}

static void reduce(const plane *p, int filter, size_t x, size_t y, size_t c, double *value,
                   double *magnitude) {
    *value = filter == BOX ? 0.0 : NAN;
    *magnitude = 0.0;
    for (size_t v = 2 * y; v <= 2 * y + 2 && v < p->height; v++)
        for (size_t u = 2 * x; u <= 2 * x + 2 && u < p->width; u++) {
            const double weight = share(p->width, u, x) * share(p->height, v, y);
            const size_t i = (v * p->width + u) * p->channels + c;
            if (weight == 0.0) continue;
            if (filter == BOX) *value += weight * p->value[i];
            if (filter == MIN) *value = fmin(*value, p->value[i]);
            if (filter == MAX) *value = fmax(*value, p->value[i]);
            *magnitude += weight * p->magnitude[i];
        }
    /* A sum of floats may exceed the largest float in between. */
    if (*magnitude > 0.999 * (double)FLT_MAX) *magnitude = INFINITY;
}

/* Roundings of a box of up to 3 x 3, per direction: a product and two sums; for the weights a quotient (2.5
   ulp, 5 roundings), a product and the rounding of its factor. A level passes its error on. Denormals may be
   flushed to 0. */
static double allowed(int filter, double value, double magnitude, int level) {
    const double least = (double)FLT_MIN;
    if (filter != BOX) return fabs(value) < least ? least : 0.0;
    return tool_sum_allowed(value, magnitude, (double)FLT_MAX,
                            level * (20.0 * 0x1p-24 * magnitude + 16.0 * least));
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    tool_expected *const out = &data->expected[LEVELS];
    const int filter = (int)problem->value[FILTER];
    const size_t count = data->elements[IMAGE];
    double *const input = malloc(2 * (count ? count : 1) * sizeof *input);
    double *const magnitudes = malloc((out->elements ? out->elements : 1) * sizeof *magnitudes);
    int status = XL_SUCCESS;
    if (!input || !magnitudes) status = xl__fail(error, XL_NO_MEMORY, "no memory for the reference of mips");
    for (size_t i = 0; i < count && status == XL_SUCCESS; i++) {
        input[i] = (double)((const float *)data->in[IMAGE].data)[i];
        input[count + i] = isfinite(input[i]) ? fabs(input[i]) : 0.0;
    }
    plane p = {input, input ? input + count : NULL, (size_t)problem->value[WIDTH],
               (size_t)problem->value[HEIGHT], (size_t)problem->value[CHANNELS]};
    size_t at = 0;
    for (int level = 1; at < out->elements && status == XL_SUCCESS; level++) {
        const size_t width = halved(p.width), height = halved(p.height), first = at;
        for (size_t i = 0; i < width * height * p.channels; i++, at++) {
            reduce(&p, filter, i / p.channels % width, i / p.channels / width, i % p.channels,
                   &out->value[at], &magnitudes[at]);
            out->allowed[at] = allowed(filter, out->value[at], magnitudes[at], level);
        }
        p = (plane){out->value + first, magnitudes + first, width, height, p.channels};
    }
    free(input);
    free(magnitudes);
    return status;
}

const tool_case tool_case_mips = {
    .algorithm = &xl__algorithm_mips,
    .distributions = TOOL_TEXTS("uniform"), /* described in fold.h */
    .edges = TOOL_TEXTS("special"),
    .verify_base = "width=37 height=21",
    .verify_settings = TOOL_TEXTS("rest=1", "filter=min channels=3 rest=1 width=128 height=32",
                                  "filter=max channels=4 rest=1 width=1 height=999",
                                  "channels=2 rest=64 width=255 height=127",
                                  /* launches of block: one, two */
                                  "width=128 height=192", "channels=3 depth=4 width=256 height=512"),
    .bench_settings = TOOL_TEXTS("width=1024 height=1024", "width=4096 height=4096"),
    .sweeps = TOOL_SWEEPS({.name = "size",
                           .question = "which strategy is fastest for which picture size?",
                           .title = "width of a picture 1024 high",
                           .axis = "width=64,255,256,1000,1023,1024,4095,4096",
                           .settings = TOOL_TEXTS("height=1024", "filter=box")}),
    .generate = tool_fold_generate,
    .reference = reference,
};
