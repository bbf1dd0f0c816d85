/* lerp_case.c - inputs, reference and cost of lerp. */
#include "case.h"
#include "random.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Places in the table. */
enum { ROWS, N, CHANNELS };
enum { X, T, INITIAL, C };
enum { SERIAL, READLANE };

extern const xl__algorithm xl__algorithm_lerp;

/* ---- inputs --------------------------------------------------------------------------------------- */

/* even: every element of a row counts, because t is about 1/n. uniform: t in [0, 1), the last few dozen
   count, and running products become denormal. */
static const char *const distributions[] = {"even", "uniform", NULL};
/* sparse: t is not 0 at 16 places per row, so that the bound is narrow however long the row is. t = 1 at one
   place or everywhere; t = 0 everywhere (the result is the start); denormal x and t; t outside [0, 1]; no
   initial array. */
static const char *const edges[] = {"sparse", "one_first", "one_middle", "one_last", "one_all",
                                    "zero",   "denormal",  "outside",    "black",    NULL};

enum { STREAM_X = 1, STREAM_T, STREAM_INITIAL };

static void fill_signed(tool_array *array, uint64_t seed, uint64_t stream) {
    tool_random random;
    tool_random_start(&random, seed, stream);
    float *data = array->data;
    const size_t elements = tool_array_elements(array);
    for (size_t i = 0; i < elements; i++) data[i] = 2.0f * tool_random_f32(&random) - 1.0f;
}

/* t of one row. */
static void fill_row(float *t, size_t n, const char *distribution, tool_random *random) {
    const float even = n > 2 ? 2.0f / (float)n : 1.0f;
    const float most = strcmp(distribution, "uniform") == 0 ? 1.0f : even;
    for (size_t i = 0; i < n; i++) t[i] = most * tool_random_f32(random);
    if (n == 0) return;
    if (strcmp(distribution, "sparse") == 0) {
        memset(t, 0, n * sizeof *t);
        for (int k = 0; k < 14; k++) t[tool_random_below(random, n)] = 0.5f * tool_random_f32(random);
        t[0] = t[n - 1] = 0.25f;
    } else if (strcmp(distribution, "one_first") == 0) {
        t[0] = 1.0f;
    } else if (strcmp(distribution, "one_middle") == 0) {
        t[n / 2] = 1.0f;
    } else if (strcmp(distribution, "one_last") == 0) {
        t[n - 1] = 1.0f;
    } else if (strcmp(distribution, "one_all") == 0) {
        for (size_t i = 0; i < n; i++) t[i] = 1.0f;
    } else if (strcmp(distribution, "zero") == 0) {
        memset(t, 0, n * sizeof *t);
    } else if (strcmp(distribution, "denormal") == 0) {
        for (size_t i = 0; i < n; i += 2) t[i] *= FLT_MIN;
    } else if (strcmp(distribution, "outside") == 0) {
        /* 24 places, so that the factors above 1 together stay below 1.5^24 (the bound's amplification). */
        for (int k = 0; k < 24; k++) t[tool_random_below(random, n)] = 2.5f * tool_random_f32(random) - 0.5f;
    }
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool black = strcmp(distribution, "black") == 0;
    for (int array = X; array <= (black ? T : INITIAL); array++) {
        const int status = tool_data_allocate(problem, &xl__algorithm_lerp, array, data, error);
        if (status != XL_SUCCESS) return status;
    }
    fill_signed(&data->in[X], seed, STREAM_X);
    if (!black) fill_signed(&data->in[INITIAL], seed, STREAM_INITIAL);
    if (strcmp(distribution, "denormal") == 0) {
        float *x = data->in[X].data;
        const size_t elements = tool_array_elements(&data->in[X]);
        for (size_t i = 0; i < elements; i += 3) x[i] *= FLT_MIN;
    }
    const size_t rows = (size_t)xl__int(problem, ROWS), n = (size_t)xl__int(problem, N);
    tool_random random;
    tool_random_start(&random, seed, STREAM_T);
    for (size_t row = 0; row < rows; row++)
        fill_row((float *)data->in[T].data + row * n, n, distribution, &random);
    return XL_SUCCESS;
}

/* ---- reference and bound -------------------------------------------------------------------------- */

/* The result is A(+) = sum over i of w_i with w_i = x_i t_i prod over j > i of (1 - t_j), and the start as an
   element before the first with t = 1. u = 2^-24 is half the distance of floats at 1. A strategy may multiply
   and add in any order that serial, block, lane-wise and tree forms have. Its error is at most

   - of products: w_i passes K_i subtractions 1 - t_j (K_i: later elements with t_j not 0; the others are
     exactly 1) and, however they are grouped, as many products, and at most 4 more (t, x, carry, the masked
     ones being exact): |w_i| ((1 + u)^(2 K_i + 4) - 1);
   - of sums along a chain (serial loop, blocks one after another, lanes one after another): adding w to a
     partial sum S errs by at most min(|w|, u |S|), and |S| <= A = sum of |w_i|; min is subadditive, so four
     chains nested in each other (of a lane's elements, of blocks, of lanes, of groups) err by at most
     4 sum of min(|w_i|, u A);
   - of sums in a tree of at most 2^10 leaves (lanes, sub-groups): 10 u A;
   - of results below 2^-126, which a device may flush to 0 (no CL_FP_DENORM), inputs included: 2^-126 each, 8
     an element, and what is multiplied on to it later is at most G = prod of max(1, |1 - t_j|) times the
     largest |x|, |t| and start.

   All in double, whose own error is 2^-29 of this; a hundredth is added for it and for second-order terms.

   NaN in x, t or the start enters a product with every weight, 0 too, so the result is NaN. An infinite x or
   start gives an infinity, or NaN where its weight is 0 (t = 0, or t = 1 later) or another infinity has the
   other sign: in every strategy, unless the weight's factors come near the smallest floats, where some flush
   it to 0 and others do not. The result is undefined then, and where t is infinite or some strategy's
   intermediate values may overflow: all of these are sums of consecutive steps, bounded by the loop over
   magnitudes, and products of consecutive factors. */
static const double unit = 1.0 / 16777216.0;

typedef struct row_input {
    const float *x, *t, *initial; /* of the row; initial NULL: black */
    size_t n, channels;
} row_input;

/* Sum of the weights' magnitudes of one channel, and the result. */
static double sum_channel(const row_input *in, size_t channel, double *result) {
    double product = 1.0, sum = 0.0, magnitude = 0.0;
    for (size_t i = in->n; i-- > 0;) {
        const double w = (double)in->x[i * in->channels + channel] * (double)in->t[i] * product;
        sum += w;
        magnitude += fabs(w);
        product *= 1.0 - (double)in->t[i];
    }
    const double start = in->initial ? (double)in->initial[channel] * product : 0.0;
    *result = sum + start;
    return magnitude + fabs(start);
}

/* (1 + u)^n - 1 for n u = x, from above; the first two terms where they are enough. */
static double growth(double x) {
    return x < 1.0 ? x + x * x : expm1(x);
}

static double term_error(double w, double steps, double magnitude) {
    return fabs(w) * growth((2.0 * steps + 4.0) * unit) + 4.0 * fmin(fabs(w), unit * magnitude);
}

static bool has_nan(const row_input *in, size_t channel) {
    bool found = in->initial && isnan(in->initial[channel]);
    for (size_t i = 0; i < in->n && !found; i++)
        found = isnan(in->t[i]) || isnan(in->x[i * in->channels + channel]);
    return found;
}

/* Whether strategies may differ by more than rounding: what may overflow, and infinities whose weight may
 * vanish. */
static bool is_undefined(const row_input *in, size_t channel) {
    const double largest = 0.99 * (double)FLT_MAX, least = 2.0 * (double)FLT_MIN;
    const double start = in->initial ? fabs((double)in->initial[channel]) : 0.0;
    bool infinite = isinf(start);
    double peak = infinite ? 0.0 : start, most = peak, grown = 1.0, shrunk = 1.0, largest_t = 1.0;
    for (size_t i = 0; i < in->n; i++) {
        const double x = fabs((double)in->x[i * in->channels + channel]), t = fabs((double)in->t[i]);
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

static double bound_channel(const row_input *in, size_t channel, double magnitude) {
    double product = 1.0, steps = 0.0, error = 0.0, amplified = 1.0, largest_t = 1.0;
    const double start = in->initial ? (double)in->initial[channel] : 0.0;
    double largest_x = fmax(1.0, fabs(start));
    for (size_t i = in->n; i-- > 0;) {
        const double x = (double)in->x[i * in->channels + channel], t = (double)in->t[i];
        error += term_error(x * t * product, steps, magnitude);
        if (t == 0.0) continue;
        steps += 1.0;
        product *= 1.0 - t;
        amplified *= fmax(1.0, fabs(1.0 - t));
        largest_t = fmax(largest_t, fabs(t));
        largest_x = fmax(largest_x, fabs(x));
    }
    error += term_error(start * product, steps, magnitude) + 10.0 * unit * magnitude;
    const double flushed = 8.0 * ((double)in->n + 2.0) * (double)FLT_MIN;
    return 1.01 * error + flushed * amplified * largest_x * largest_t;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const ptrdiff_t rows = (ptrdiff_t)xl__int(problem, ROWS);
    const size_t n = (size_t)xl__int(problem, N), channels = (size_t)xl__int(problem, CHANNELS);
    const float *x = data->in[X].data, *t = data->in[T].data, *initial = data->in[INITIAL].data;
    double *expected = data->expected[C].value, *allowed = data->expected[C].allowed;
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
    for (ptrdiff_t row = 0; row < rows; row++) {
        const size_t r = (size_t)row;
        const row_input in = {x + r * n * channels, t + r * n, initial ? initial + r * channels : NULL, n,
                              channels};
        for (size_t channel = 0; channel < channels; channel++) {
            const size_t at = r * channels + channel;
            const double magnitude = sum_channel(&in, channel, &expected[at]);
            if (has_nan(&in, channel))
                expected[at] = NAN;
            else if (is_undefined(&in, channel))
                allowed[at] = INFINITY;
            else if (isfinite(expected[at]))
                allowed[at] = bound_channel(&in, channel, magnitude);
        }
    }
    return XL_SUCCESS;
}

/* ---- cost ----------------------------------------------------------------------------------------- */

static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double rows = problem->value[ROWS], n = problem->value[N], channels = problem->value[CHANNELS];
    const double width = strategy == SERIAL ? 1.0 : (double)problem->width;
    const bool serial = strategy == SERIAL || strategy == READLANE;
    out->bytes = 4.0 * rows * (n * (channels + 1.0) + 2.0 * channels);
    /* 1 - t, then a product and a multiply-add for every channel. */
    out->operations = rows * n * (1.0 + 3.0 * channels);
    out->work_items = rows * width;
    out->steps_per_lane = serial ? n : ceil(n / width);
}

static const char *const verify_settings[] = {"channels=1",
                                              "channels=2 carry=product",
                                              "channels=3 carry=ballot",
                                              "channels=4 carry=ballot_uniform",
                                              "channels=4 carry=findmsb",
                                              NULL};
static const char *const bench_settings[] = {"rows=128 n=128", "rows=1024 n=1024", "rows=16 n=65536",
                                             "rows=262144 n=64", NULL};

const tool_case tool_case_lerp = {
    .algorithm = &xl__algorithm_lerp,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "rows=5 n=301 channels=3",
    .verify_settings = verify_settings,
    .bench_settings = bench_settings,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
