/* points, width and height of spheres must be consistent. */
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include <string.h>

/* ---- the library ---------------------------------------------------------------------------------- */

static cl_mem buffers[4];
static const char *const names[] = {"spheres", "colors", "result", "points"};

static void open_here(void) {
    sample_open(&place, NULL);
    for (int i = 0; i < 4; i++) buffers[i] = sample_buffer(&place, 64, NULL);
}

static void close_here(void) {
    for (int i = 0; i < 4; i++) clReleaseMemObject(buffers[i]);
    sample_close(&place);
}

static int make(const char *settings, xl_plan **plan, xl_error *error) {
    const xl_plan_request request = {.algorithm = "spheres", .strategy = "naive", .settings = settings};
    return xl_plan_make(place.device, &request, plan, error);
}

static int enqueue(const char *settings, size_t arrays, const xl_scalar *scalars, size_t scalar_count,
                   xl_error *error) {
    xl_plan *plan = NULL;
    xl_array given[4];
    for (size_t i = 0; i < arrays; i++) given[i] = (xl_array){names[i], buffers[i], 0};
    ck_assert_msg(make(settings, &plan, error) == XL_SUCCESS, "%s", error->text);
    const xl_launch launch = {.queue = place.queue,
                              .arrays = given,
                              .array_count = arrays,
                              .scalars = scalars,
                              .scalar_count = scalar_count};
    const int status = xl_enqueue(plan, &launch, error);
    clFinish(place.queue);
    xl_plan_free(plan);
    return status;
}

GROUP("library");
AROUND(open_here, close_here);

TEST(plans_refuse_sizes_that_do_not_fit) {
    static const struct {
        const char *settings, *text;
    } cases[] = {
        {"points=6 width=4 height=2", "points=6, but width=4 x height=2 are 8"},
        {"width=2 height=2 points=6", "points=6, but width=2 x height=2 are 4"},
        {"points=1024 width=4 height=2", "points=1024"}, /* the default, stated */
        {"points=0 width=4 height=2", "points=0"},
        {"width=4", "width=4 without height"},
        {"height=4", "height=4 without width"},
        {"width=65536 height=65536", "the most is"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xl_plan *plan = NULL;
        xl_error error = {0};
        ck_assert_int_eq(make(cases[i].settings, &plan, &error), XL_BAD_VALUE);
        ck_assert_msg(strstr(error.text, cases[i].text) != NULL, "%s", error.text);
        ck_assert_ptr_null(plan);
    }
}

TEST(a_forgotten_array_of_points_is_an_error) {
    xl_error error = {0};
    ck_assert_int_eq(enqueue("points=4 spheres=2", 3, NULL, 0, &error), XL_BAD_ARRAY);
    ck_assert_str_eq(error.text, "spheres: array 'points' is missing; it may be left out only of a plan that "
                                 "is made with width and height");
    ck_assert_int_eq(enqueue("points=4 spheres=2", 4, NULL, 0, &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue("width=2 height=2 spheres=2", 3, NULL, 0, &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue("width=2 height=2 spheres=2", 4, NULL, 0, &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue("points=0 spheres=2", 3, NULL, 0, &error), XL_SUCCESS);
    /* Given, but without a buffer. */
    cl_mem kept = buffers[3];
    buffers[3] = NULL;
    ck_assert_int_eq(enqueue("points=4 spheres=2", 4, NULL, 0, &error), XL_BAD_ARRAY);
    buffers[3] = kept;
}

TEST(run_time_sizes_are_upper_bounds) {
    const char *const image = "width=4 height=2 spheres=2", *const points = "points=8 spheres=2";
    xl_error error = {0};
#define WITH(...)                                                                                            \
    (const xl_scalar[]){__VA_ARGS__}, sizeof((const xl_scalar[]){__VA_ARGS__}) / sizeof(xl_scalar)
    ck_assert_int_eq(enqueue(image, 3, WITH({"width", 3}), &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue(image, 3, WITH({"width", 5}), &error), XL_BAD_VALUE);
    ck_assert_str_eq(error.text, "spheres: width=5, the plan was made for at most 4");
    ck_assert_int_eq(enqueue(image, 3, WITH({"height", 3}, {"width", 1}), &error), XL_BAD_VALUE);
    ck_assert_str_eq(error.text, "spheres: height=3, the plan was made for at most 2");
    ck_assert_int_eq(enqueue(image, 4, WITH({"points", 5}), &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, "points=5, but width=4 x height=2 are 8") != NULL, "%s", error.text);
    ck_assert_int_eq(enqueue(image, 4, WITH({"points", 5}, {"width", 0}, {"height", 0}), &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue(image, 3, WITH({"width", 0}), &error), XL_BAD_VALUE);
    ck_assert_int_eq(enqueue(points, 4, WITH({"points", 8}), &error), XL_SUCCESS);
    ck_assert_int_eq(enqueue(points, 4, WITH({"points", 9}), &error), XL_BAD_VALUE);
    ck_assert_int_eq(enqueue(points, 4, WITH({"width", 4}, {"height", 2}), &error), XL_BAD_VALUE);
}

/* ---- the command ---------------------------------------------------------------------------------- */

GROUP("command");
AROUND(enter, leave);

TEST(exec_refuses_a_picture_of_other_points) {
    static const float some[24] = {0};
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"--in points=%s --set width=4 --set height=2", "points=6, but width=4 x height=2 are 8"},
        {"--in points=%s --set width=2 --set height=2", "points=6, but width=2 x height=2 are 4"},
        {"--in points=%s --set width=2", "width=2 without height"},
        {"--set points=6", "array 'points' is missing"},
    };
    write_floats("points.npy", "(6, 3)", some, 18);
    write_floats("spheres.npy", "(2, 4)", some, 8);
    write_floats("colors.npy", "(2, 3)", some, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[600];
        const char *const at = strstr(cases[i].line, "%s");
        snprintf(line, sizeof line, "%.*s%s%s", at ? (int)(at - cases[i].line) : 0, cases[i].line,
                 at ? scratch_path("points.npy") : "", at ? at + 2 : cases[i].line);
        command_run(&c, "exec spheres/naive --device 0 %s --in spheres=%s --in colors=%s --out result=%s",
                    line, scratch_path("spheres.npy"), scratch_path("colors.npy"),
                    scratch_path("result.npy"));
        command_refused(&c, 2, cases[i].text, NULL);
        ck_assert_uint_eq(scratch_count(), 3);
    }
    crosslane(0,
              "exec spheres/naive --device 0 --in points=%s --set width=3 --set height=2 --in spheres=%s "
              "--in colors=%s --out result=%s",
              scratch_path("points.npy"), scratch_path("spheres.npy"), scratch_path("colors.npy"),
              scratch_path("result.png"));
}

static void check_param(const char *name, json_int_t value) {
    json_t *const document = command_document(&c), *row = NULL;
    size_t i = 0;
    ck_assert_uint_gt(json_array_size(json_object_get(document, "records")), 0);
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const json_t *const params = json_object_get(row, "params");
        ck_assert_msg(json_integer_value(json_object_get(params, name)) == value, "%s: row %zu, %s", c.line,
                      i, json_string_value(json_object_get(row, "strategy")));
    }
    json_decref(document);
}

TEST(an_image_has_its_pixels_in_every_strategy) {
    crosslane(0, "bench spheres/auto spheres/naive spheres/deferred --device 0 --width 8 --set width=20 "
                 "--set height=10 --set spheres=3 --samples 3 --min-time 0 --json -");
    check_param("points", 200);
    crosslane(0, "verify spheres/auto spheres/naive --device 0 --width 8 --set width=20 --set height=10 "
                 "--set spheres=3 --set distribution=soft --set channels=1 --set model=linear --json -");
    check_param("points", 200);
}

TEST(sizes_that_contradict_are_refused_everywhere) {
    static const char *const commands[] = {"bench", "verify"};
    for (int i = 0; i < 2; i++) {
        command_run(&c, "%s spheres/naive --device 0 --set points=6 --set width=4 --set height=2",
                    commands[i]);
        command_refused(&c, 2, "points=6, but width=4 x height=2 are 8", NULL);
    }
}
