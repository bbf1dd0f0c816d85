/* lights4 where the answer is known: lights by hand, inside, on the rim, outside, off, and a number of them
   that is no multiple of four. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "arrays/npy.h"
#include <math.h>
#include <stdint.h>

enum { POINTS = 2, LIGHTS = 6 };

/* Of a point at 0 and one at x = 2. */
static void write_inputs(void) {
    static const float points[3 * POINTS] = {0, 0, 0, 2, 0, 0};
    static const float lights[4 * LIGHTS] = {
        0, 1, 0, 2,  /* 1 - 1/4 = 3/4; 1 - 5/4 = -1/4 */
        0, 0, 4, 4,  /* on the rim, 0; 1 - 20/16 = -1/4 */
        3, 0, 0, 2,  /* 1 - 9/4 = -5/4; 3/4 */
        0, 0, 0, 0,  /* off */
        0, 0, 0, -1, /* off */
        2, 0, 0, 4,  /* 3/4; in the middle, 1 */
    };
    static const float colors[3 * LIGHTS] = {1,   2,   4,   8,   8,   8,   0.5F, 16, 0,
                                             100, 100, 100, 100, 100, 100, 0,    0,  32};
    write_floats("points.npy", "(2, 3)", points, 3 * POINTS);
    write_floats("lights.npy", "(6, 4)", lights, 4 * LIGHTS);
    write_floats("colors.npy", "(6, 3)", colors, 3 * LIGHTS);
}

/* 3/4 (1, 2, 4) + 3/4 (0, 0, 32); 3/4 (1/2, 16, 0) + (0, 0, 32). Signed, the first also less 5/4 (1/2, 16,
   0), the second less 1/4 (1, 2, 4) and 1/4 (8, 8, 8). */
static const struct {
    const char *attenuation;
    double result[3 * POINTS];
} expected[] = {
    {"clamped", {0.75, 1.5, 27, 0.375, 12, 32}},
    {"signed", {0.125, -18.5, 27, -1.875, 9.5, 29}},
};

static const char *const strategies[] = {"textbook", "transposed", "rest", "broadcast", "lanes"};

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

EACH_TEST(lights_are_as_by_hand, expected) {
    write_inputs();
    for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
        tool_array result;
        xl_error error = {0};
        crosslane(0,
                  "exec lights4/%s --width 8 --in points=%s --in lights=%s --in colors=%s --out result=%s "
                  "--set attenuation=%s",
                  strategies[s], scratch_path("points.npy"), scratch_path("lights.npy"),
                  scratch_path("colors.npy"), scratch_path("result.npy"), expected[_i].attenuation);
        ck_assert_msg(tool_npy_read(scratch_path("result.npy"), &result, &error) == XL_SUCCESS, "%s",
                      error.text);
        ck_assert_uint_eq(tool_array_elements(&result), 3 * POINTS);
        for (size_t i = 0; i < 3 * POINTS; i++) {
            const double got = (double)((const float *)result.data)[i];
            ck_assert_msg(fabs(got - expected[_i].result[i]) < 1e-5, "%s: element %zu is %.9g, expected %.9g",
                          c.line, i, got, expected[_i].result[i]);
        }
        tool_array_free(&result);
    }
}

/* A bound that a light of a thousandth passes. */
TEST(bounds_are_narrow) {
    crosslane(0, "verify lights4 --device 0 --width 8 --quiet --json - --set distribution=one");
    json_t *const document = command_document(&c);
    const json_t *row;
    size_t i;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const double allowed = json_number_value(json_object_get(row, "error_allowed"));
        ck_assert_msg(allowed < 1e-3, "%s: %g", json_string_value(json_object_get(row, "strategy")), allowed);
    }
    ck_assert_uint_gt(i, 4);
    json_decref(document);
}

/* The limit that the lesson states: 1e-18 is no light, the next float is one. A point in its middle. */
LOOP_TEST(a_radius_has_a_limit, 2) {
    const float point[3] = {0, 0, 0}, color[3] = {1, 2, 4};
    const float limit = 1e-18F, light[4] = {0, 0, 0, _i ? nextafterf(limit, 1.0F) : limit};
    tool_array got;
    xl_error error = {0};
    write_floats("points.npy", "(1, 3)", point, 3);
    write_floats("lights.npy", "(1, 4)", light, 4);
    write_floats("colors.npy", "(1, 3)", color, 3);
    command_run(
        &c, "exec lights4/textbook --width 4 --in points=%s --in lights=%s --in colors=%s --out result=%s",
        scratch_path("points.npy"), scratch_path("lights.npy"), scratch_path("colors.npy"),
        scratch_path("result.npy"));
    command_expect(&c, 0);
    ck_assert_msg(tool_npy_read(scratch_path("result.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    for (int k = 0; k < 3; k++)
        ck_assert_float_eq_tol(((const float *)got.data)[k], _i ? color[k] : 0.0F, 1e-5F);
    tool_array_free(&got);
}
