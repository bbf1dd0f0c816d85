/* Inputs and reference of lerp. */
#include "cases/case.h"
#include "cases/inputs.h"
#include "cases/rounding.h"
#include <float.h>
#include <math.h>

enum { ROWS, N, CHANNELS, X = 0, T, INITIAL, C };

/* ---- inputs --------------------------------------------------------------------------------------- */

/* Names of t's values (tool_fill_steps). denormal: x too; black: no initial array. */
static const char *const edges[] = {"sparse", "one_first", "one_middle", "one_last", "one_all",
                                    "zero",   "denormal",  "outside",    "black",    NULL};

enum { STREAM_X = 1, STREAM_T, STREAM_INITIAL };

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool black = strcmp(distribution, "black") == 0, denormal = strcmp(distribution, "denormal") == 0;
    const int status =
        black ? XL_SUCCESS : tool_data_allocate(problem, &xl__algorithm_lerp, INITIAL, data, error);
    if (status != XL_SUCCESS) return status;
    tool_fill_signed(&data->in[X], seed, STREAM_X);
    if (!black) tool_fill_signed(&data->in[INITIAL], seed, STREAM_INITIAL);
    for (size_t i = 0; i < data->elements[X] && denormal; i += 3) ((float *)data->in[X].data)[i] *= FLT_MIN;
    const size_t rows = (size_t)xl__int(problem, ROWS), n = (size_t)xl__int(problem, N);
    tool_random random;
    tool_random_start(&random, seed, STREAM_T);
    for (size_t row = 0; row < rows; row++)
        tool_fill_steps(distribution, &random, n, (float *)data->in[T].data + row * n);
    return XL_SUCCESS;
}

/* ---- reference and bound -------------------------------------------------------------------------- */

/* The result is the sum of w_i = x_i t_i prod over j > i of (1 - t_j), with the start as an element before
   the first with t = 1. By rounding.h:
   - w_i passes K_i subtractions 1 - t_j (K_i: later elements with t_j not 0; others are exactly 1). It
     passes as many products in any grouping, and at most 4 more (t, x, carry; masked ones are exact):
     2 K_i + 4 roundings;
   - at most 8 results per element are flushed. Later factors multiply them by at most
     G = prod of max(1, |1 - t_j|) times the largest |x|, |t| and start.

   NaN in x, t or the start enters a product with every weight, even 0, so the result is NaN. An infinite x
   or start gives an infinity, or NaN if its weight is 0 or an opposite infinity exists. The result is
   undefined if the weight's factors are near the smallest floats, which some strategies flush, if t is
   infinite, or if intermediate values may overflow: sums of consecutive steps, bounded by the loop over
   magnitudes, and products of consecutive factors. */

typedef struct channel { /* of a row */
    const float *x, *t;  /* every `step`-th x */
    size_t n, step;
    double start;
} channel;

static double x_at(const channel *in, size_t i) {
    return (double)in->x[i * in->step];
}

/* Sets the result. */
static double sum_up(const channel *in, double *result) {
    double product = 1.0, sum = 0.0, magnitude = 0.0;
    for (size_t i = in->n; i-- > 0;) {
        const double w = x_at(in, i) * (double)in->t[i] * product;
        sum += w;
        magnitude += fabs(w);
        product *= 1.0 - (double)in->t[i];
    }
    *result = sum + in->start * product;
    return magnitude + fabs(in->start * product);
}

static bool has_nan(const channel *in) {
    bool found = isnan(in->start);
    for (size_t i = 0; i < in->n && !found; i++) found = isnan(in->t[i]) || isnan(x_at(in, i));
    return found;
}

/* Possible overflow, or infinities whose weight may vanish. */
static bool is_undefined(const channel *in) {
    const double largest = 0.99 * (double)FLT_MAX, least = 2.0 * (double)FLT_MIN;
    bool infinite = isinf(in->start);
    double peak = infinite ? 0.0 : fabs(in->start), most = peak, grown = 1.0, shrunk = 1.0, largest_t = 1.0;
    for (size_t i = 0; i < in->n; i++) {
        const double x = fabs(x_at(in, i)), t = fabs((double)in->t[i]);
        const double factor = fabs(1.0 - (double)in->t[i]);
        peak = peak * factor + (isinf(x) ? 0.0 : x * t);
        most = fmax(most, peak);
        grown *= fmax(1.0, factor);
        if (isinf(x))
            shrunk = infinite ? fmin(shrunk * fmin(1.0, factor), fmin(1.0, t)) : fmin(1.0, t);
        else if (factor > 0.0)
            shrunk *= fmin(1.0, factor);
        infinite = infinite || isinf(x);
        largest_t = fmax(largest_t, t);
    }
    const bool vanishes = infinite && shrunk > 0.0 && shrunk < least;
    return isinf(largest_t) || !(most < largest) || !(grown * largest_t < largest) || vanishes;
}

static double term_error(double w, double steps, double magnitude) {
    return fabs(w) * tool_growth(2.0 * steps + 4.0) + 4.0 * fmin(fabs(w), TOOL_UNIT_ROUNDOFF * magnitude);
}

static double bound_of(const channel *in, double magnitude) {
    double product = 1.0, steps = 0.0, error = 0.0, amplified = 1.0, largest_t = 1.0;
    double largest_x = fmax(1.0, fabs(in->start));
    for (size_t i = in->n; i-- > 0;) {
        const double x = x_at(in, i), t = (double)in->t[i];
        error += term_error(x * t * product, steps, magnitude);
        if (t == 0.0) continue;
        steps += 1.0;
        product *= 1.0 - t;
        amplified *= fmax(1.0, fabs(1.0 - t));
        largest_t = fmax(largest_t, fabs(t));
        largest_x = fmax(largest_x, fabs(x));
    }
    error += term_error(in->start * product, steps, magnitude) + 10.0 * TOOL_UNIT_ROUNDOFF * magnitude;
    const double flushed = 8.0 * ((double)in->n + 2.0) * (double)FLT_MIN;
    return 1.01 * error + flushed * amplified * largest_x * largest_t;
}

static void expect(const tool_part *part) {
    const size_t n = (size_t)xl__int(part->problem, N), channels = (size_t)xl__int(part->problem, CHANNELS);
    const size_t row = part->i / channels, k = part->i % channels;
    const float *x = part->in[X].data, *t = part->in[T].data, *initial = part->in[INITIAL].data;
    double *expected = &part->expected[C].value[part->i], *allowed = &part->expected[C].allowed[part->i];
    const channel in = {x + row * n * channels + k, t + row * n, n, channels,
                        initial ? (double)initial[part->i] : 0.0};
    const double magnitude = sum_up(&in, expected);
    if (has_nan(&in))
        *expected = NAN;
    else if (is_undefined(&in))
        *allowed = INFINITY;
    else if (isfinite(*expected))
        *allowed = bound_of(&in, magnitude);
}

const tool_case tool_case_lerp = {
    .algorithm = &xl__algorithm_lerp,
    .distributions = TOOL_TEXTS("even", "uniform"),
    .edges = edges,
    .verify_base = "rows=5 n=301 channels=3",
    .verify_settings = TOOL_TEXTS("channels=1", "channels=2 carry=product parts=7", "channels=3 carry=ballot",
                                  "channels=4 carry=ballot_uniform", "channels=4 carry=findmsb"),
    .bench_settings = TOOL_TEXTS("rows=128 n=128", "rows=1024 n=1024", "rows=16 n=65536", "rows=262144 n=64"),
    .sweeps = TOOL_SWEEPS(
        TOOL_GROWS("n", "4,16,64,128,256,512,1024,2048,4096,8192", "rows=1024", "distribution=even"),
        TOOL_GROWS("rows", "4,16,64,128,256,512,1024,2048,4096,8192", "n=1024", "distribution=even"),
        TOOL_GROWS_WIDTH("rows=1024", "n=1024", "distribution=even")),
    .generate = generate,
    .parts = "rows * channels",
    .expect = expect,
};
