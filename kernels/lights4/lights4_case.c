/* Inputs and reference of lights4. */
#include "../common/rounding_host.h"
#include "cases/case.h"

enum { POINTS, LIGHTS, ATTENUATION, IN_POINTS = 0, IN_LIGHTS, IN_COLORS, RESULT };
enum { TEXTBOOK, TRANSPOSED, REST }; /* how a strategy rounds */

/* soft: points and lights all over a cube. one: every point inside every light. */
/* rim: points exactly on a radius. centre: points in the middle of a light. far: points and lights far away.
   off: radii that are 0, negative, NaN or too small. negative: colours of both signs. large: squares near
   and above the largest float, NaN and infinite coordinates. */

/* A component of point i, near light `near` (position, radius). */
static float point_at(const char *distribution, size_t i, int k, const float *near, float unit) {
    if (strcmp(distribution, "one") == 0) return 0.4F + 0.2F * unit;
    if (strcmp(distribution, "centre") == 0) return near[k];
    if (strcmp(distribution, "rim") == 0) return near[k] + (k == (int)(i % 3) ? near[3] : 0.0F);
    if (strcmp(distribution, "far") == 0) return 1000.0F * unit;
    if (strcmp(distribution, "large") == 0) {
        const float special[] = {1e18F, -1.5e19F, 3e38F, INFINITY, NAN, 0.0F, 1e-40F};
        return i % 4 ? unit : special[(i / 4 + (size_t)k) % (sizeof special / sizeof *special)];
    }
    return unit;
}

static float radius_at(const char *distribution, size_t j, float unit) {
    const float special[] = {0.0F, -1.0F, NAN, 1e-30F};
    if (strcmp(distribution, "one") == 0) return 2.0F + unit;
    if (strcmp(distribution, "rim") == 0) return 0.25F;
    if (strcmp(distribution, "off") == 0 && j % 2 == 0) return special[j / 2 % 4];
    return 0.2F + 0.6F * unit;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const size_t points = (size_t)problem->value[POINTS], lights = (size_t)problem->value[LIGHTS];
    const bool rim = strcmp(distribution, "rim") == 0, negative = strcmp(distribution, "negative") == 0;
    float *point = data->in[IN_POINTS].data, *light = data->in[IN_LIGHTS].data,
          *color = data->in[IN_COLORS].data;
    tool_random random;
    tool_random_start(&random, seed, 1);
    for (size_t j = 0; j < lights; j++) {
        for (size_t k = 0; k < 3; k++) {
            const float at = tool_random_f32(&random);
            light[4 * j + k] = rim ? floorf(at * 4.0F) * 0.25F : at; /* quarters: exact on the rim */
            color[3 * j + k] = tool_random_f32(&random) - (negative ? 0.5F : 0.0F);
        }
        light[4 * j + 3] = radius_at(distribution, j, tool_random_f32(&random));
    }
    tool_random_start(&random, seed, 2);
    static const float nowhere[4] = {0.5F, 0.5F, 0.5F, 0.25F};
    for (size_t i = 0; i < points; i++)
        for (int k = 0; k < 3; k++)
            *point++ = point_at(distribution, i, k, lights ? light + 4 * (i % lights) : nowhere,
                                tool_random_f32(&random));
    return XL_SUCCESS;
}

/* ---- reference and bound: every operation with its possible error (rounding_host.h) -----------------------
 */

typedef struct scene {
    const float *lights, *colors;
    size_t count;
    bool clamped;
    int strategy;
} scene;

/* d^2; `start` is subtracted after the first square, as in `rest`. */
static rounded square_of_distance(const float *point, const float *light, const rounded *start) {
    rounded sum = {0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        const rounded d = rounded_subtract(rounded_input(point[k]), rounded_input(light[k]));
        sum = rounded_add(sum, rounded_multiply(d, d));
        if (k == 0 && start) sum = rounded_subtract(sum, *start);
    }
    return sum;
}

static void light_of(const scene *in, size_t j, const float *point, rounded out[3]) {
    static const rounded zero = {0.0, 0.0}, one = {1.0, 0.0};
    const float *light = in->lights + 4 * j;
    const rounded radius = rounded_input(light[3]), area = rounded_multiply(radius, radius);
    const bool rest = in->strategy != TEXTBOOK && in->strategy != TRANSPOSED;
    rounded square = square_of_distance(point, light, rest ? &area : NULL);
    if (in->strategy == TEXTBOOK) {
        const rounded far = rounded_root(square);
        square = rounded_subtract(one, rounded_divide(rounded_multiply(far, far), area));
        if (in->clamped) square = rounded_larger(square, zero);
    } else if (in->clamped) {
        square = rounded_smaller(square, rest ? zero : area);
    }
    for (size_t k = 0; k < 3; k++) {
        const rounded color = rounded_input(in->colors[3 * j + k]);
        const rounded fall = rounded_minus(rounded_divide(color, area));
        out[k] = rounded_multiply(square, in->strategy == TEXTBOOK ? color : fall);
        if (in->strategy == TRANSPOSED) out[k] = rounded_add(out[k], color);
    }
}

/* Makes the reference faster. False if a colour is infinite, or infinite when divided by r^2: that gives 0
   times infinity. */
static bool is_out_of_reach(const scene *in, const float *point, size_t j) {
    const float *const light = in->lights + 4 * j, *const color = in->colors + 3 * j;
    double square = 0.0;
    const double radius = (double)light[3];
    for (int k = 0; k < 3; k++)
        square += ((double)point[k] - (double)light[k]) * ((double)point[k] - (double)light[k]);
    for (int k = 0; k < 3; k++)
        if (!(fabs((double)color[k]) < 1e37 * fmin(radius * radius, 1.0))) return false;
    return in->clamped && in->strategy != TRANSPOSED && square > radius * radius * 1.001 && square < 1e30 &&
           radius > 1e-12;
}

/* True if the point's square leaves the range of floats: a strategy may compute with a missing light as one
   at the origin, and gets 0 times infinity. */
static bool is_beyond(const float *point) {
    static const float nowhere[3] = {0.0F, 0.0F, 0.0F};
    return !(square_of_distance(point, nowhere, NULL).error < INFINITY);
}

/* For any order: each of m - 1 additions rounds a sum that is at most the sum of the magnitudes. A point
   is undefined if a value leaves the range of floats or is NaN. */
static void light_point(const scene *in, const float *point, double *expected, double *allowed) {
    double sum[3] = {0}, off[3] = {0}, size[3] = {0}, terms = 0.0;
    const bool beyond = in->count > 0 && is_beyond(point);
    for (size_t j = 0; j < in->count && !beyond; j++) {
        rounded term[3];
        if (!(in->lights[4 * j + 3] > 1e-18F) || is_out_of_reach(in, point, j)) continue;
        light_of(in, j, point, term);
        terms += 1.0;
        for (int k = 0; k < 3; k++) {
            sum[k] += term[k].value;
            off[k] += term[k].error;
            size[k] += fabs(term[k].value) + term[k].error;
        }
    }
    for (int k = 0; k < 3; k++) {
        const double growth = terms * rounding_unit, added = size[k] * (growth + growth * growth);
        const double error = off[k] + added + terms * (double)FLT_MIN;
        rounded_expect((rounded){sum[k], size[k] < (double)FLT_MAX && !beyond ? error : INFINITY},
                       &expected[k], &allowed[k]);
    }
}

static void expect(const tool_part *t) {
    const char *const name = t->problem->strategy ? t->problem->strategy->name : "";
    const scene in = {.lights = t->in[IN_LIGHTS].data,
                      .colors = t->in[IN_COLORS].data,
                      .count = (size_t)t->problem->value[LIGHTS],
                      .clamped = t->problem->value[ATTENUATION] == 0.0,
                      .strategy = strcmp(name, "textbook") == 0     ? TEXTBOOK
                                  : strcmp(name, "transposed") == 0 ? TRANSPOSED
                                                                    : REST};
    light_point(&in, (const float *)t->in[IN_POINTS].data + 3 * t->i, t->expected[RESULT].value + 3 * t->i,
                t->expected[RESULT].allowed + 3 * t->i);
}

const tool_case tool_case_lights4 = {
    .algorithm = &xl__algorithm_lights4,
    .distributions = TOOL_TEXTS("soft", "one"),
    .edges = TOOL_TEXTS("rim", "centre", "far", "off", "negative", "large"),
    .verify_base = "points=101 lights=38",
    .verify_settings = TOOL_TEXTS("", "attenuation=signed"),
    .bench_settings =
        TOOL_TEXTS("points=65536 lights=64", "points=1048576 lights=64", "points=1024 lights=4096"),
    .sweeps =
        TOOL_SWEEPS({.name = "lights",
                     .question = "from how many lights on do four together pay?",
                     .title = "lights",
                     .axis = "lights=1,2,4,8,16,64,256,1024",
                     .settings = TOOL_TEXTS("points=65536", "attenuation=clamped", "distribution=soft")},
                    {.name = "points",
                     .question = "up to how many points does a sub-group per point pay?",
                     .title = "points",
                     .axis = "points=64,256,1024,4096,16384,65536,262144",
                     .settings = TOOL_TEXTS("lights=1024", "attenuation=clamped", "distribution=soft")}),
    .generate = generate,
    .parts = "points",
    .expect = expect,
    .by_strategy = true, /* each rounds differently */
};
