/* spheres: influences, images and radii of 0 whose colours are known beforehand; what its settings refuse. */
#include "../kernels/spheres/spheres_host.h"
#include "cases/case.h"
#include "caps/device_open.h"
#include "table/settings.h"
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IN_POINTS, IN_SPHERES, IN_COLORS, RESULT }; /* arrays of the table */

extern const tool_case tool_case_spheres;

enum { MOST = 16 };

static int read_problem(xl__problem *problem, const char *settings, xl_error *error) {
    *problem = (xl__problem){.width = 1, .type = XL_F32};
    return xl__read_settings(&xl__algorithm_spheres, settings, problem, error);
}

/* One channel; points NULL: pixels. */
typedef struct scene {
    const char *settings;
    const float *points, *spheres, *colors;
    size_t point_count, sphere_count;
    float expected[MOST];
} scene;

/* Radius 2 around the origin, colour 1; points at the centre, half way, on the rim, outside. */
static const float one[] = {0.0f, 0.0f, 0.0f, 2.0f}, white[] = {1.0f, 0.5f, 0.25f};
static const float line[] = {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 2.0f, 0.0f, 0.0f, 0.0f, 3.0f};
/* The second covers the first; the third, around the same centre, has no size. */
static const float two[] = {0.0f, 0.0f, 0.0f, 2.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f};
/* Around the centre of pixel 6 of an image 4 wide and 3 high: (2.5, 1.5) / 4, reaching no other. */
static const float dot[] = {0.625f, 0.375f, 0.0f, 0.125f};

static const scene scenes[] = {
    {"model=linear", line, one, white, 4, 1, {1.0f, 0.5f, 0.0f, 0.0f}},
    {"model=quadratic", line, one, white, 4, 1, {1.0f, 0.75f, 0.0f, 0.0f}},
    {"model=quadratic weights=pass", line, one, white, 4, 1, {1.0f, 0.75f, 0.0f, 0.0f}},
    {"model=linear", line, two, white, 4, 3, {0.5f, 0.5f, 0.0f, 0.0f}},
    {"model=quadratic", line, two, white, 4, 3, {0.5f, 0.75f, 0.0f, 0.0f}},
    {"model=quadratic weights=pass", line, two + 8, white, 4, 1, {0.0f, 0.0f, 0.0f, 0.0f}},
    {"width=4 height=3", NULL, dot, white, 12, 1, {0, 0, 0, 0, 0, 0, 1.0f, 0, 0, 0, 0, 0}},
    {"model=linear", line, NULL, NULL, 4, 0, {0.0f, 0.0f, 0.0f, 0.0f}},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

static void settings_of(const scene *in, char *text, size_t size) {
    snprintf(text, size, "%s points=%zu spheres=%zu channels=1", in->settings, in->point_count,
             in->sphere_count);
}

static void fill(tool_data *data, const xl__problem *problem, int array, const float *values) {
    xl_error error = {0};
    ck_assert_int_eq(tool_data_allocate(problem, &xl__algorithm_spheres, array, data, &error), XL_SUCCESS);
    if (data->in[array].bytes > 0) memcpy(data->in[array].data, values, data->in[array].bytes);
}

GROUP("reference");

LOOP_TEST(reference_gives_known_colours, SCENES) {
    const scene *in = &scenes[_i];
    char settings[128];
    xl__problem problem;
    xl_error error = {0};
    tool_data data = {.elements = {0}};
    settings_of(in, settings, sizeof settings);
    ck_assert_int_eq(read_problem(&problem, settings, &error), XL_SUCCESS);
    if (in->points) fill(&data, &problem, IN_POINTS, in->points);
    fill(&data, &problem, IN_SPHERES, in->spheres);
    fill(&data, &problem, IN_COLORS, in->colors);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_spheres, &data, &error),
                     XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(&tool_case_spheres, &problem, &data, &error), XL_SUCCESS);
    for (size_t i = 0; i < in->point_count; i++) {
        ck_assert_double_eq_tol(data.expected[RESULT].value[i], (double)in->expected[i], 1e-12);
        ck_assert_double_lt(data.expected[RESULT].allowed[i], 1e-4);
    }
    tool_data_free(&data);
}

TEST(settings_that_do_not_fit) {
    xl__problem problem;
    xl_error error = {0};
    ck_assert_int_eq(read_problem(&problem, "width=7", &error), XL_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(error.text, "height"));
    ck_assert_int_eq(read_problem(&problem, "width=65536 height=65536", &error), XL_BAD_VALUE);
    ck_assert_int_eq(read_problem(&problem, "height=7", &error), XL_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(error.text, "width"));
    ck_assert_int_eq(read_problem(&problem, "width=7 height=5 points=3", &error), XL_BAD_VALUE);
    ck_assert_str_eq(error.text,
                     "spheres: points=3, but width=7 x height=5 are 35; leave one of the two out");
    ck_assert_int_eq(read_problem(&problem, "points=1024 width=7 height=5", &error), XL_BAD_VALUE);
    ck_assert_int_eq(read_problem(&problem, "points=35 width=7 height=5", &error), XL_SUCCESS);
    ck_assert_int_eq(read_problem(&problem, "width=7 height=5", &error), XL_SUCCESS);
    ck_assert_double_eq(problem.value[0], 35.0);
}

TEST(longer_side_spans_one) {
    xl__problem problem;
    xl_error error = {0};
    ck_assert_int_eq(read_problem(&problem, "width=8 height=2", &error), XL_SUCCESS);
    ck_assert_double_eq(xl__spheres_step(&problem), 0.125);
    ck_assert_int_eq(read_problem(&problem, "width=2 height=8", &error), XL_SUCCESS);
    ck_assert_double_eq(xl__spheres_step(&problem), 0.125);
    ck_assert_int_eq(read_problem(&problem, "width=3 height=2", &error), XL_SUCCESS);
    ck_assert_double_eq(xl__spheres_step(&problem), (double)(1.0f / 3.0f)); /* what kernels get is a float */
}

/* ---- on the device -------------------------------------------------------------------------------- */

static cl_mem upload(const float *data, size_t count) {
    uint32_t words[4 * MOST] = {0};
    if (data) memcpy(words, data, count * sizeof *data);
    return sample_buffer(&place, count > 0 ? count : 1, words);
}

static void check_scene(const scene *in, const char *strategy) {
    char settings[128];
    xl_plan *plan = NULL;
    xl_error error = {0};
    settings_of(in, settings, sizeof settings);
    const xl_plan_request request = {
        .algorithm = "spheres", .strategy = strategy, .width = 4, .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem spheres = upload(in->spheres, 4 * in->sphere_count), colors = upload(in->colors, in->sphere_count),
           result = sample_buffer(&place, in->point_count, NULL),
           points = upload(in->points, in->points ? 3 * in->point_count : 0);
    const xl_array arrays[] = {
        {"spheres", spheres, 0}, {"colors", colors, 0}, {"result", result, 0}, {"points", points, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = in->points ? 4 : 3};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    uint32_t words[MOST];
    float got[MOST];
    sample_read(&place, result, 0, in->point_count, words);
    memcpy(got, words, sizeof got);
    /* Reciprocals and roots may be off by some units, nothing else here is inexact. */
    for (size_t i = 0; i < in->point_count; i++)
        ck_assert_msg(fabsf(got[i] - in->expected[i]) < 2e-6f, "%s, %s, point %zu: %.9g, expected %.9g",
                      strategy, settings, i, (double)got[i], (double)in->expected[i]);
    clReleaseMemObject(spheres);
    clReleaseMemObject(colors);
    clReleaseMemObject(result);
    clReleaseMemObject(points);
    xl_plan_free(plan);
}

static const char *const strategies[] = {"naive", "continued", "deferred", "shared", "group",
                                         "tile",  "cull",      "sorted",   "auto"};

GROUP("device");
AROUND(open_place, close_place);

EACH_TEST(strategies_give_known_colours, strategies) {
    for (int i = 0; i < SCENES; i++) check_scene(&scenes[i], strategies[_i]);
}

/* What a plan comes to, with the width left open (0) or asked for; width 0: it cannot be. */
static xl_plan_facts facts_of(const char *strategy, int width) {
    const xl_plan_request request = {.algorithm = "spheres", .strategy = strategy, .width = width};
    xl_plan_facts facts = {.width = 0};
    xl_plan *plan = NULL;
    if (xl_plan_make(place.device, &request, &plan, NULL) == XL_SUCCESS) xl_plan_get_facts(plan, &facts);
    xl_plan_free(plan);
    return facts;
}

/* The table wishes for 16 lanes of a CPU's own sub-groups, for sorted and not for deferred. */
TEST(lanes_are_those_wished_for) {
    const xl_plan_facts usual = facts_of("deferred", 0), wished = facts_of("sorted", 0),
                        named = facts_of("sorted", 16);
    const bool offered = strcmp(named.backend, usual.backend) == 0 && named.width == 16;
    const bool own = xl__get_facts(place.device)->type == CL_DEVICE_TYPE_CPU && !usual.emulated;
    ck_assert_int_eq(wished.width, own && offered ? 16 : usual.width);
    ck_assert_int_eq(facts_of("sorted", 4).width, facts_of("deferred", 4).width);
}

/* A CPU's compiler that makes vectors over work-items says so by preferring vectors of one float though
   registers hold more. There one channel goes to naive, on other CPUs to tile, if no profile decides. */
TEST(one_channel_goes_by_the_compiler) {
    const xl_plan_request request = {.algorithm = "spheres",
                                     .settings = "points=65536 spheres=64 channels=1"};
    cl_uint preferred = 0, native = 0;
    xl_plan_facts facts;
    xl_plan *plan = NULL;
    const xl__device_facts *device = xl__get_facts(place.device);
    const bool cpu = (device->type & CL_DEVICE_TYPE_CPU) != 0;
    clGetDeviceInfo(place.id, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, sizeof preferred, &preferred, NULL);
    clGetDeviceInfo(place.id, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof native, &native, NULL);
    const bool vectorises = cpu && preferred == 1 && native > 1;
    ck_assert_int_eq(device->vectorises, vectorises);
    ck_assert_int_eq(xl_plan_make(place.device, &request, &plan, NULL), XL_SUCCESS);
    xl_plan_get_facts(plan, &facts);
    if (cpu && strncmp(facts.reason, "rule", 4) == 0)
        ck_assert_str_eq(facts.strategy, vectorises ? "naive" : "tile");
    xl_plan_free(plan);
}
