/* Inputs and reference of objects. */
#include "../common/rounding_host.h"
#include "cases/case.h"

enum { POINTS, LIGHTS, OBJECT, TOLERANCE, IN_POINTS = 0, IN_NORMALS, IN_LIGHTS, IN_COLORS, RESULT };

/* one: all lights in one place. far: lights far from small objects, so one direction is nearly exact. soft:
   small objects among lights. wide: large objects. near: lights in the middle of objects. off: radii that are
   0, negative, NaN. negative: colours of both signs. strange: points that are NaN or infinite. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const size_t points = (size_t)problem->value[POINTS], lights = (size_t)problem->value[LIGHTS],
                 object = (size_t)problem->value[OBJECT];
    const bool far = strcmp(distribution, "far") == 0, near = strcmp(distribution, "near") == 0,
               negative = strcmp(distribution, "negative") == 0;
    const float size = strcmp(distribution, "wide") == 0 ? 0.8F : 0.02F;
    static const float no_radius[] = {0.0F, -1.0F, NAN, 1e-30F},
                       nowhere[] = {NAN, INFINITY, -INFINITY, 3e38F};
    float *const point = data->in[IN_POINTS].data, *const normal = data->in[IN_NORMALS].data,
                 *const light = data->in[IN_LIGHTS].data, *const color = data->in[IN_COLORS].data;
    for (size_t i = 0; i < points; i++) {
        double n[3], square = 1e-6;
        for (size_t k = 0; k < 3; k++) {
            const float middle = (float)(tool_random_at(seed, 1, 3 * (i / object) + k) >> 8) * 0x1p-24F;
            const float within = (float)(tool_random_at(seed, 2, 3 * i + k) >> 8) * 0x1p-24F - 0.5F;
            point[3 * i + k] = middle + size * within;
            n[k] = (double)(tool_random_at(seed, 3, 3 * i + k) >> 8) * 0x1p-23 - 1.0;
            square += n[k] * n[k];
        }
        for (size_t k = 0; k < 3; k++) normal[3 * i + k] = (float)(n[k] / sqrt(square));
        if (strcmp(distribution, "strange") == 0 && i % 7 == 0) point[3 * i + i % 3] = nowhere[i / 7 % 4];
    }
    for (size_t j = 0; j < lights; j++) {
        for (size_t k = 0; k < 3; k++) {
            const float at = (float)(tool_random_at(seed, 4, 3 * j + k) >> 8) * 0x1p-24F;
            light[4 * j + k] = near && points                     ? point[3 * (j % points) + k]
                               : far                              ? 10.0F + at
                               : strcmp(distribution, "one") == 0 ? 1.25F
                                                                  : at;
            color[3 * j + k] =
                (float)(tool_random_at(seed, 5, 3 * j + k) >> 8) * 0x1p-24F - (negative ? 0.5F : 0.0F);
        }
        const float unit = (float)(tool_random_at(seed, 6, j) >> 8) * 0x1p-24F;
        light[4 * j + 3] = far ? 40.0F + unit : strcmp(distribution, "one") == 0 ? 2.0F + unit : 0.4F + unit;
        if (strcmp(distribution, "off") == 0 && j % 2 == 0) light[4 * j + 3] = no_radius[j / 2 % 4];
    }
    return XL_SUCCESS;
}

/* ---- all lights, with the error of each operation --------------------------------------------------------
 */

static rounded factor_of(const float *light, const float *point, const float *normal) {
    static const rounded zero = {0.0, 0.0}, one = {1.0, 0.0};
    rounded to[3], unit[3], along[3];
    for (int k = 0; k < 3; k++) {
        to[k] = rounded_subtract(rounded_input(light[k]), rounded_input(point[k]));
        along[k] = rounded_input(normal[k]);
    }
    const rounded square = rounded_dot(to, to), radius = rounded_input(light[3]);
    const rounded ratio = rounded_divide(square, rounded_multiply(radius, radius));
    const rounded weight = rounded_larger(rounded_subtract(one, ratio), zero);
    if (square.value == 0.0 && square.error == 0.0) return zero;
    if (weight.value == 0.0 && weight.error == 0.0) return zero;
    if (!(square.value - square.error > 4.0 * (double)FLT_MIN)) return (rounded){0.0, INFINITY};
    for (int k = 0; k < 3; k++)
        unit[k] = rounded_multiply(rounded_divide(to[k], rounded_root(square)), weight);
    return rounded_larger(rounded_dot(unit, along), zero);
}

static void light_point(const tool_part *t, size_t i, size_t lights, rounded out[3]) {
    const float *const point = (const float *)t->in[IN_POINTS].data + 3 * i,
                       *const normal = (const float *)t->in[IN_NORMALS].data + 3 * i;
    double size[3] = {0.0};
    for (int k = 0; k < 3; k++) out[k] = (rounded){0.0, 0.0};
    for (size_t j = 0; j < lights; j++) {
        const float *const light = (const float *)t->in[IN_LIGHTS].data + 4 * j,
                           *const color = (const float *)t->in[IN_COLORS].data + 3 * j;
        if (!(light[3] > 1e-18F)) continue;
        const rounded factor = factor_of(light, point, normal);
        for (int k = 0; k < 3; k++) {
            const rounded term = rounded_multiply(rounded_input(color[k]), factor);
            out[k].value += term.value;
            out[k].error += term.error;
            size[k] += fabs(term.value) + term.error;
        }
    }
    for (int k = 0; k < 3; k++)
        out[k].error +=
            size[k] < (double)FLT_MAX ? ((double)lights + 1.0) * rounding_unit * size[k] : INFINITY;
}

/* ---- one direction: the bound of README.md, in double -----------------------------------------------------
 */

typedef struct merged {
    double error, weight; /* largest of the three channels */
} merged;

static double dot(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_light(const float *light, const float *color, const double *middle, double radius,
                      double vector[3][3], double *weight, double *moved) {
    const double to[3] = {(double)light[0] - middle[0], (double)light[1] - middle[1],
                          (double)light[2] - middle[2]};
    const double distance = sqrt(dot(to, to)), area = (double)light[3] * (double)light[3];
    if (!(light[3] > 1e-18F) || distance > (double)light[3] + radius) return;
    const double attenuation = fmax(1.0 - distance * distance / area, 0.0), sine = radius / distance;
    const double turn = sine < 1.0 ? sqrt(2.0 - 2.0 * sqrt(1.0 - sine * sine)) : 2.0;
    for (int c = 0; c < 3; c++) {
        const double shade = color[c] >= 0.0F ? (double)color[c] : INFINITY;
        for (int k = 0; k < 3 && distance > 0.0; k++) vector[c][k] += shade * attenuation * to[k] / distance;
        if (distance > 0.0) weight[c] += shade * attenuation;
        moved[c] += shade * (fmin((2.0 * distance + radius) * radius / area, 1.0) + attenuation * turn);
    }
}

static merged merge(const tool_part *t, size_t first, size_t end, size_t lights) {
    const float *const point = t->in[IN_POINTS].data;
    double middle[3], radius = 0.0, vector[3][3] = {{0}}, weight[3] = {0}, moved[3] = {0}, sum[3],
                      direction[3];
    for (size_t k = 0; k < 3; k++) {
        float least = INFINITY, most = -INFINITY;
        for (size_t i = first; i < end; i++) {
            least = fminf(least, point[3 * i + k]);
            most = fmaxf(most, point[3 * i + k]);
        }
        middle[k] = (double)((least + most) * 0.5F);
    }
    for (size_t i = first; i < end; i++) {
        const double to[3] = {(double)point[3 * i] - middle[0], (double)point[3 * i + 1] - middle[1],
                              (double)point[3 * i + 2] - middle[2]};
        const double distance = sqrt(dot(to, to));
        if (!(distance < 1e18)) return (merged){INFINITY, 0.0};
        radius = fmax(radius, distance);
    }
    for (size_t j = 0; j < lights; j++)
        add_light((const float *)t->in[IN_LIGHTS].data + 4 * j, (const float *)t->in[IN_COLORS].data + 3 * j,
                  middle, radius, vector, weight, moved);
    for (int k = 0; k < 3; k++) sum[k] = vector[0][k] + vector[1][k] + vector[2][k];
    const double length = sqrt(dot(sum, sum));
    for (int k = 0; k < 3; k++) direction[k] = length > 0.0 ? sum[k] / length : 0.0;
    merged out = {0.0, 0.0};
    for (int c = 0; c < 3; c++) {
        const double along = fmax(dot(vector[c], direction), 0.0),
                     lost = weight[c] * weight[c] - dot(vector[c], vector[c]);
        double beside = 0.0;
        for (int k = 0; k < 3; k++) beside += pow(vector[c][k] - along * direction[k], 2.0);
        const double error = moved[c] + 0.5 * sqrt(fmax(lost, 0.0)) + sqrt(beside);
        if (!(error < INFINITY)) return (merged){INFINITY, 0.0};
        out.error = fmax(out.error, error);
        out.weight = fmax(out.weight, weight[c]);
    }
    return out;
}

/* A part is an object. `direction` may be off by its error bound if within the tolerance; near it the kernel
   may decide either way. */
static void expect(const tool_part *t) {
    const double *const value = t->problem->value;
    const size_t points = (size_t)value[POINTS], lights = (size_t)value[LIGHTS],
                 object = (size_t)value[OBJECT];
    const size_t first = t->i * object, end = first + object < points ? first + object : points;
    const char *const name = t->problem->strategy ? t->problem->strategy->name : "";
    const bool exact = lights == 0 || strcmp(name, "points") == 0;
    const merged one = exact ? (merged){INFINITY, 0.0} : merge(t, first, end, lights);
    const double rounding = 16.0 * ((double)lights + 32.0) * rounding_unit * one.weight;
    const bool may_merge = one.error * 0.99 - rounding <= value[TOLERANCE];
    for (size_t i = first; i < end; i++) {
        rounded sum[3];
        light_point(t, i, lights, sum);
        for (size_t k = 0; k < 3; k++) {
            double *const allowed = t->expected[RESULT].allowed + 3 * i + k;
            rounded_expect(sum[k], t->expected[RESULT].value + 3 * i + k, allowed);
            if (may_merge) *allowed += one.error + rounding;
        }
    }
}

const tool_case tool_case_objects = {
    .algorithm = &xl__algorithm_objects,
    .distributions = TOOL_TEXTS("soft", "far"),
    .edges = TOOL_TEXTS("one", "wide", "near", "off", "negative", "strange"),
    .verify_base = "points=150 lights=19",
    .verify_settings = TOOL_TEXTS("object=16 tolerance=0.02", "object=37 tolerance=1e6",
                                  "object=64 tolerance=1", "object=1 tolerance=0.5", "object=150"),
    .bench_settings =
        TOOL_TEXTS("points=65536 lights=64 tolerance=0.1", "points=1048576 lights=64 tolerance=0.1"),
    .generate = generate,
    .parts = "object_count",
    .expect = expect,
    .by_strategy = true, /* direction may be off */
};
