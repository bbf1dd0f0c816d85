/* Inputs and reference of scalarize. */
#include "../common/rounding_host.h"
#include "cases/case.h"

enum { N, LIGHTS, POINTS = 0, NORMALS, WHICH, KINDS, IN_LIGHTS, RESULT };
enum { POINT, SPOT, DIRECTIONAL, AREA };

/* mixed: consecutive points have consecutive lights, so that W lanes have min(W, lights) different lights.
   runs: 100 consecutive points share a light. */
/* halves: 32 consecutive points share a light. any: a random light. odd: lights out of range, kinds out of
   range, radii and angles with undefined results. centre: points in the middle of their light. */

static uint32_t which_at(const char *distribution, size_t i, size_t lights, uint32_t any) {
    const size_t count = lights ? lights : 1;
    if (strcmp(distribution, "runs") == 0) return (uint32_t)(i / 100 % count);
    if (strcmp(distribution, "halves") == 0) return (uint32_t)(i / 32 % count);
    if (strcmp(distribution, "odd") == 0) return any % 5 == 0 ? any : any % (uint32_t)(count + 2);
    return (uint32_t)((strcmp(distribution, "mixed") == 0 ? i : any) % count);
}

static void unit_vector(tool_random *random, float out[3]) {
    double v[3], square = 0.0;
    for (int k = 0; k < 3; k++) v[k] = tool_random_f64(random) - 0.5, square += v[k] * v[k];
    for (int k = 0; k < 3; k++) out[k] = (float)(v[k] / sqrt(square > 0.0 ? square : 1.0));
}

static void place_light(tool_random *random, bool odd, float light[16]) {
    for (int k = 0; k < 3; k++) light[k] = tool_random_f32(random);
    light[3] = 0.5F + tool_random_f32(random);
    unit_vector(random, light + 4);
    light[7] = 0.0F;
    for (int axis = 0; axis < 2; axis++) {
        unit_vector(random, light + 8 + 4 * axis);
        light[11 + 4 * axis] = 0.3F * tool_random_f32(random);
    }
    if (odd) light[3] = -light[3] * (float)(tool_random_u32(random) % 3);
}

static void place_cone(tool_random *random, bool odd, float light[16]) {
    light[8] = 0.9F * tool_random_f32(random) - 0.2F; /* cosines: outer, inner */
    light[9] = odd ? light[8] : light[8] + 0.1F + 0.2F * tool_random_f32(random);
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const size_t n = (size_t)problem->value[N], lights = (size_t)problem->value[LIGHTS];
    const bool odd = strcmp(distribution, "odd") == 0, centre = strcmp(distribution, "centre") == 0;
    float *light = data->in[IN_LIGHTS].data, *point = data->in[POINTS].data, *normal = data->in[NORMALS].data;
    uint32_t *kind = data->in[KINDS].data, *which = data->in[WHICH].data;
    tool_random random;
    tool_random_start(&random, seed, 1);
    for (size_t j = 0; j < lights; j++) {
        kind[j] = (uint32_t)(odd ? j % 6 : j % 4);
        place_light(&random, odd && j % 5 == 0, light + 16 * j);
        if (kind[j] == SPOT) place_cone(&random, odd && j % 2 == 0, light + 16 * j);
    }
    for (size_t i = 0; i < n; i++) {
        tool_random_start(&random, seed + i, 2);
        which[i] = which_at(distribution, i, lights, tool_random_u32(&random));
        for (size_t k = 0; k < 3; k++) {
            const float at = tool_random_f32(&random);
            point[3 * i + k] = centre && which[i] < lights ? light[16 * which[i] + k] : at;
        }
        unit_vector(&random, normal + 3 * i);
    }
    return XL_SUCCESS;
}

/* ---- ---- reference and error bound (rounding_host.h) ---- ------------------------------------------------
 */

static const rounded zero = {0.0, 0.0}, one = {1.0, 0.0};

static rounded clamped(rounded a, rounded low, rounded high) {
    return rounded_smaller(rounded_larger(a, low), high);
}

static void inputs(const float *from, rounded out[3]) {
    for (int k = 0; k < 3; k++) out[k] = rounded_input(from[k]);
}

static rounded length_of(const rounded to[3]) {
    return rounded_root(rounded_larger(rounded_dot(to, to), (rounded){(double)1e-12F, 0.0}));
}

static rounded arrives(const rounded to[3], const float *light, const float *surface) {
    rounded normal[3];
    inputs(surface, normal);
    const rounded length = length_of(to), radius = rounded_input(light[3]);
    const rounded ratio = rounded_divide(rounded_multiply(length, length), rounded_multiply(radius, radius));
    const rounded falloff = rounded_larger(rounded_subtract(one, ratio), zero);
    return rounded_multiply(falloff, rounded_larger(rounded_divide(rounded_dot(normal, to), length), zero));
}

static rounded cosine_from(const rounded to[3], const float *light) {
    rounded direction[3];
    inputs(light + 4, direction);
    return rounded_divide(rounded_minus(rounded_dot(to, direction)), length_of(to));
}

static void way_to_area(const float *light, const float *point, rounded to[3]) {
    rounded from[3], axis[2][3], along[2];
    for (int k = 0; k < 3; k++) from[k] = rounded_subtract(rounded_input(point[k]), rounded_input(light[k]));
    for (int a = 0; a < 2; a++) {
        const rounded half = rounded_input(light[11 + 4 * a]);
        inputs(light + 8 + 4 * a, axis[a]);
        along[a] = clamped(rounded_dot(from, axis[a]), rounded_minus(half), half);
    }
    for (int k = 0; k < 3; k++) {
        rounded at = rounded_add(rounded_input(light[k]), rounded_multiply(axis[0][k], along[0]));
        at = rounded_add(at, rounded_multiply(axis[1][k], along[1]));
        to[k] = rounded_subtract(at, rounded_input(point[k]));
    }
}

static rounded shade(uint32_t kind, const float *light, const float *point, const float *surface) {
    rounded to[3], normal[3], direction[3];
    inputs(surface, normal);
    inputs(light + 4, direction);
    if (kind == DIRECTIONAL) return rounded_larger(rounded_minus(rounded_dot(normal, direction)), zero);
    for (int k = 0; k < 3; k++) to[k] = rounded_subtract(rounded_input(light[k]), rounded_input(point[k]));
    if (kind == POINT) return arrives(to, light, surface);
    if (kind == SPOT) {
        const rounded outer = rounded_input(light[8]), inner = rounded_input(light[9]);
        const rounded ramp =
            rounded_divide(rounded_subtract(cosine_from(to, light), outer), rounded_subtract(inner, outer));
        return rounded_multiply(arrives(to, light, surface), clamped(ramp, zero, one));
    }
    way_to_area(light, point, to);
    return rounded_multiply(arrives(to, light, surface), rounded_larger(cosine_from(to, light), zero));
}

static void expect(const tool_part *t) {
    const float *light = t->in[IN_LIGHTS].data, *points = t->in[POINTS].data, *normals = t->in[NORMALS].data;
    const size_t which = tool_u32(t, WHICH, t->i);
    const bool there = which < (size_t)t->problem->value[LIGHTS];
    const uint32_t kind = there ? tool_u32(t, KINDS, which) : AREA + 1;
    if (kind > AREA) return; /* exactly 0 */
    rounded_expect(shade(kind, light + 16 * which, points + 3 * t->i, normals + 3 * t->i),
                   &t->expected[RESULT].value[t->i], &t->expected[RESULT].allowed[t->i]);
}

const tool_case tool_case_scalarize = {
    .algorithm = &xl__algorithm_scalarize,
    .distributions = TOOL_TEXTS("mixed", "runs"),
    .edges = TOOL_TEXTS("halves", "any", "odd", "centre"),
    .verify_base = "n=1037 lights=13",
    .verify_settings = TOOL_TEXTS("", "key=light"),
    .bench_settings = TOOL_TEXTS("n=1048576 lights=64", "n=16777216 lights=64"),
    .sweeps = TOOL_SWEEPS(
        {.name = "kinds",
         .question = "which strategy is the fastest, by the number of kinds in a sub-group?",
         .title = "different kinds in a sub-group",
         .axis = "lights=1,2,3,4",
         .settings = TOOL_TEXTS("n=4194304", "key=kind", "distribution=mixed")},
        {.name = "lights",
         .question =
             "which strategy is the fastest, by the number of lights in a sub-group (at most the lanes)?",
         .title = "different lights in a sub-group",
         .axis = "lights=1,2,4,8,16,32,64",
         .settings = TOOL_TEXTS("n=4194304", "key=light", "distribution=mixed")}),
    .generate = generate,
    .parts = "n",
    .expect = expect,
};
