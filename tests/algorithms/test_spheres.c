/* spheres: influences, images and radii of 0 with known colours; refused settings. */
#include "../kernels/spheres/spheres_host.h"
#include "cases/case.h"
#include "caps/device_open.h"
#include "table/settings.h"
#include "expected/expected.h"
#include <string.h>

static int read_problem(xl__problem *problem, const char *settings, xl_error *error) {
    *problem = (xl__problem){.width = 1, .type = XL_F32};
    return xl__read_settings(&xl__algorithm_spheres, settings, problem, error);
}

EXPECTED("spheres")

GROUP("settings");

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
    ck_assert_double_eq(xl__spheres_step(&problem), (double)(1.0f / 3.0f)); /* kernels get a float */
}

/* ---- on the device -------------------------------------------------------------------------------- */

GROUP("device");
AROUND(open_place, close_place);

static xl_plan_facts facts_of(const char *strategy, int width) {
    const xl_plan_request request = {.algorithm = "spheres", .strategy = strategy, .width = width};
    xl_plan_facts facts = {.width = 0};
    xl_plan *plan = NULL;
    if (xl_plan_make(place.device, &request, &plan, NULL) == XL_SUCCESS) xl_plan_get_facts(plan, &facts);
    xl_plan_free(plan);
    return facts;
}

/* 16 lanes of a CPU's native sub-groups for sorted, but not for deferred. */
TEST(lanes_are_those_wished_for) {
    const xl_plan_facts usual = facts_of("deferred", 0), wished = facts_of("sorted", 0),
                        named = facts_of("sorted", 16);
    const bool offered = strcmp(named.backend, usual.backend) == 0 && named.width == 16;
    const bool own = xl__get_facts(place.device)->type == CL_DEVICE_TYPE_CPU && !usual.emulated;
    ck_assert_int_eq(wished.width, own && offered ? 16 : usual.width);
    ck_assert_int_eq(facts_of("sorted", 4).width, facts_of("deferred", 4).width);
}

/* A compiler that vectorises over work-items prefers vectors of one float: there one channel goes to naive,
   on other CPUs to tile. */
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
