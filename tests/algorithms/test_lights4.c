/* lights4: lights by hand, narrow bounds, the limit of a radius. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <math.h>

EXPECTED("lights4")

GROUP("command");
AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

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

/* A radius of 1e-18 is no light, the next larger float is. The point is in its centre. */
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
