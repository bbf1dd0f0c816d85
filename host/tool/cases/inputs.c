#include "cases/inputs.h"
#include "base/status.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Of random sequences; RUNS has one for each length of a run. */
enum { STREAM_PLACE, STREAM_SHARED, STREAM_FIFTH, STREAM_NOISE, STREAM_RUNS = 8 };

/* Random 16-bit values on a grid with cells of 2^shift pixels. */
typedef struct lattice {
    unsigned shift;
    size_t columns;
    uint16_t *value;
} lattice;
enum { LATTICES = 3 };

/* words[]: the place's random words. */
typedef uint32_t (*pick)(const tool_numbers *in, uint64_t i, const uint32_t words[4]);

struct tool_numbers {
    pick at;
    uint64_t n, seed;
    uint32_t below;
    uint64_t *shares;     /* zipf: 2^32 times the share of the numbers up to this one */
    size_t columns, rows; /* photograph */
    lattice noise[LATTICES];
};

static uint32_t word_at(const tool_numbers *in, uint64_t stream, uint64_t index) {
    return tool_random_at(in->seed, stream, 4 * index);
}

static uint32_t spread(const tool_numbers *in, uint32_t word) {
    return (uint32_t)((uint64_t)word * in->below >> 32);
}

static uint32_t pick_uniform(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0]);
}

static uint32_t pick_distinct(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    return (uint32_t)((i + spread(in, word_at(in, STREAM_SHARED, i / in->below))) % in->below);
}

static uint32_t pick_single(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i, (void)words;
    return spread(in, word_at(in, STREAM_SHARED, 0));
}

static uint32_t pick_skewed(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    return words[1] < 3865470566u /* 0.9 of 2^32 */ ? pick_single(in, i, words) : spread(in, words[0]);
}

static uint32_t pick_runs(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    const uint32_t shift = word_at(in, STREAM_SHARED, i >> 10) & 7u;
    return spread(in, word_at(in, STREAM_RUNS + shift, i >> shift));
}

static uint32_t pick_pairs(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)words;
    return spread(in, word_at(in, STREAM_SHARED, i >> 1));
}

static uint32_t pick_zipf(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    uint32_t low = 0, high = in->below - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (words[0] < in->shares[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Bits of AND-ed words have 1, .811, .544, .337, .201 bits of information. */
static uint32_t pick_entropy0811(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1]);
}
static uint32_t pick_entropy0544(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1] & words[2]);
}
static uint32_t pick_entropy0337(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    (void)i;
    return spread(in, words[0] & words[1] & words[2] & words[3]);
}
static uint32_t pick_entropy0201(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    return spread(in, words[0] & words[1] & words[2] & words[3] & word_at(in, STREAM_FIFTH, i));
}

static uint64_t interpolate(const lattice *l, size_t x, size_t y) {
    const uint64_t cell = 1u << l->shift, fx = x & (cell - 1), fy = y & (cell - 1);
    const uint16_t *at = l->value + (y >> l->shift) * l->columns + (x >> l->shift);
    const uint64_t above = at[0] * (cell - fx) + at[1] * fx;
    const uint64_t below = at[l->columns] * (cell - fx) + at[l->columns + 1] * fx;
    return (above * (cell - fy) + below * fy) >> (2 * l->shift);
}

static uint32_t pick_photograph(const tool_numbers *in, uint64_t i, const uint32_t words[4]) {
    const size_t x = (size_t)i % in->columns, y = (size_t)i / in->columns;
    const uint64_t structure = (4 * interpolate(&in->noise[0], x, y) + 2 * interpolate(&in->noise[1], x, y) +
                                interpolate(&in->noise[2], x, y)) /
                               7;
    const bool sky = 3 * y < in->rows;
    const uint64_t light = sky ? 45000 + structure / 4 : structure * structure >> 16;
    const uint64_t grainy = light + (words[0] & 1023u);
    const uint64_t value = grainy < 512 ? 0 : grainy - 512 > 65535 ? 65535 : grainy - 512;
    return (uint32_t)(value * in->below >> 16);
}

static bool prepare_zipf(tool_numbers *in) {
    in->shares = calloc(in->below, sizeof *in->shares);
    if (!in->shares) return false;
    double total = 0, sum = 0;
    for (uint32_t k = 0; k < in->below; k++) total += 1.0 / (k + 1.0);
    for (uint32_t k = 0; k < in->below; k++) {
        sum += 1.0 / (k + 1.0);
        in->shares[k] = (uint64_t)(sum / total * 0x1p32);
    }
    return true;
}

/* Of a picture about as high as wide. */
static bool prepare_photograph(tool_numbers *in) {
    static const unsigned shifts[LATTICES] = {8, 6, 4};
    in->columns = 16;
    while ((uint64_t)in->columns * in->columns < in->n) in->columns *= 2;
    in->rows = (size_t)(in->n / in->columns) + 1;
    for (int l = 0; l < LATTICES; l++) {
        lattice *noise = &in->noise[l];
        noise->shift = shifts[l];
        noise->columns = (in->columns >> noise->shift) + 2;
        const size_t count = noise->columns * ((in->rows >> noise->shift) + 2);
        noise->value = calloc(count, sizeof *noise->value);
        if (!noise->value) return false;
        for (size_t i = 0; i < count; i++)
            noise->value[i] = (uint16_t)tool_random_at(in->seed, STREAM_NOISE + (uint64_t)l, i);
    }
    return true;
}

static const struct {
    const char *name;
    pick at;
    bool (*prepare)(tool_numbers *); /* false: no memory */
} distributions[] = {
    {"uniform", pick_uniform, NULL},
    {"distinct", pick_distinct, NULL},
    {"single", pick_single, NULL},
    {"skewed90", pick_skewed, NULL},
    {"runs", pick_runs, NULL},
    {"pairs", pick_pairs, NULL},
    {"zipf", pick_zipf, prepare_zipf},
    {"entropy1000", pick_uniform, NULL},
    {"entropy0811", pick_entropy0811, NULL},
    {"entropy0544", pick_entropy0544, NULL},
    {"entropy0337", pick_entropy0337, NULL},
    {"entropy0201", pick_entropy0201, NULL},
    {"photograph", pick_photograph, prepare_photograph},
};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

int tool_numbers_open(const char *who, const char *distribution, uint64_t seed, uint64_t n, uint32_t below,
                      tool_numbers **out, xl_error *error) {
    int d = 0;
    *out = NULL;
    while (d < DISTRIBUTIONS && strcmp(distributions[d].name, distribution) != 0) d++;
    if (d == DISTRIBUTIONS) return xl__fail(error, XL_BAD_NAME, "%s has no input '%s'", who, distribution);
    tool_numbers *in = calloc(1, sizeof *in);
    if (in) *in = (tool_numbers){.at = distributions[d].at, .n = n, .seed = seed, .below = below};
    if (in && (!distributions[d].prepare || distributions[d].prepare(in))) {
        *out = in;
        return XL_SUCCESS;
    }
    tool_numbers_close(in);
    return xl__fail(error, XL_NO_MEMORY, "%s: no memory for the input '%s'", who, distribution);
}

uint32_t tool_number_at(const tool_numbers *numbers, uint64_t i, uint32_t *free_word) {
    const uint32_t counter[4] = {(uint32_t)i, (uint32_t)(i >> 32), STREAM_PLACE, 0};
    const uint32_t key[2] = {(uint32_t)numbers->seed, (uint32_t)(numbers->seed >> 32)};
    uint32_t words[4];
    tool_philox(counter, key, words);
    *free_word = words[3] * 0x9E3779B9u; /* earlier words may decide the number */
    return numbers->at(numbers, i, words);
}

void tool_numbers_close(tool_numbers *numbers) {
    if (!numbers) return;
    for (int l = 0; l < LATTICES; l++) free(numbers->noise[l].value);
    free(numbers->shares);
    free(numbers);
}

uint32_t tool_special_bits(xl_type type, uint32_t bound, uint64_t i) {
    static const uint32_t floats[] = {
        0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff800001u, /* NaN, quiet and signalling */
        0x7f800000u, 0xff800000u, 0x00000000u, 0x80000000u, /* infinities, zeros */
        0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu, /* denormals */
        0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu, /* least and largest normal numbers */
        0x3f800000u, 0x3f7fffffu, 0xbf800000u, 0x3f800001u, /* around 1 */
        0x3f7ffffeu, 0x3f7f7fffu, 0x3f7f8000u, 0x3f7fefffu, /* where roundings to 8 and 11 bits */
        0x3f7ff000u, 0x3a000000u, 0x3a000001u, 0x3b800000u, /* go up to 1 and down to 0 */
        0x33800000u, 0x33800001u, 0x33ffffffu, 0x34000000u, /* where a sum with 1 changes */
        0x3e99999au, 0x40000000u, 0xbe99999au, 0xc0000000u, /* 0.3 and 2 */
    };
    const uint32_t integers[] = {0,          1,           127,         128,         255,
                                 256,        0x7fffffffu, 0x80000000u, 0xfffffffeu, 0xffffffffu,
                                 bound - 1u, bound,       bound + 1u};
    return type == XL_F32 ? floats[i % (sizeof floats / sizeof *floats)]
                          : integers[i % (sizeof integers / sizeof *integers)];
}

void tool_fill_signed(tool_array *array, uint64_t seed, uint64_t stream) {
    tool_random random;
    tool_random_start(&random, seed, stream);
    const size_t elements = tool_array_elements(array);
    for (size_t i = 0; i < elements; i++) ((float *)array->data)[i] = 2.0f * tool_random_f32(&random) - 1.0f;
}

void tool_fill_steps(const char *distribution, tool_random *random, size_t n, float *t) {
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
        for (int k = 0; k < 24; k++) t[tool_random_below(random, n)] = 2.5f * tool_random_f32(random) - 0.5f;
    }
}

void tool_bright_color(tool_random *random, float x, float y, size_t channels, float *color) {
    const float angle = 0.55f + 0.45f * x + 0.3f * y + 0.25f * tool_random_f32(random);
    const float hue = 6.0f * (angle - floorf(angle));
    const float value = 0.6f + 0.4f * tool_random_f32(random);
    const float pale = 0.5f * tool_random_f32(random);
    for (size_t k = 0; k < channels; k++) {
        float away = hue - 2.0f * (float)k; /* 0, 2, 4: red, green, blue */
        away = away < -3.0f ? away + 6.0f : away > 3.0f ? away - 6.0f : away;
        float pure = 2.0f - fabsf(away);
        pure = pure < 0.0f ? 0.0f : pure > 1.0f ? 1.0f : pure;
        color[k] = k == 3 ? 1.0f : value * (pale + (1.0f - pale) * pure);
    }
}

/* Newton's method. */
double tool_cube_root(double a) {
    double x = 1.0;
    for (int i = 0; i < 80; i++) x -= (x - a / (x * x)) / 3.0;
    return x;
}
