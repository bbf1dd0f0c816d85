/* The main job twice: results, pictures, a second run that compiles nothing, an interrupt. Pictures by exec.
   ctest label: full */
#include "support/one_command.h"
#include "support/suite.h"
#include "cases/case.h"
#include "arrays/image.h"
#include "arrays/npy.h"

#define RUN "run --details --seconds 0 --device 0 --width 8 --samples 3 --min-time 0 --out-dir %s/out "

static size_t count_ok(const json_t *document, const char *kind, const char *algorithm) {
    size_t i = 0, count = 0;
    const json_t *row = NULL;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const char *name = json_string_value(json_object_get(row, "algorithm"));
        count += strcmp(json_string_value(json_object_get(row, "kind")), kind) == 0 && name &&
                 strcmp(name, algorithm) == 0 &&
                 strcmp(json_string_value(json_object_get(row, "status")), "ok") == 0;
    }
    return count;
}

static void expect_cached(const json_t *document) {
    size_t i = 0, cached = 0;
    const json_t *row = NULL;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const json_t *value = json_object_get(row, "cached");
        ck_assert_msg(!json_is_false(value), "compiled again: %s/%s",
                      json_string_value(json_object_get(row, "algorithm")),
                      json_string_value(json_object_get(row, "strategy")));
        cached += json_is_true(value);
    }
    ck_assert_uint_gt(cached, 20);
}

static void read_picture(const char *path, tool_array *image) {
    xl_error error = {0};
    ck_assert_msg(tool_image_read(path, image, &error) == XL_SUCCESS, "%s", error.text);
    const float *const values = image->data;
    const size_t count = image->shape[0] * image->shape[1] * image->shape[2];
    float least = values[0], most = values[0];
    for (size_t i = 0; i < count; i++) {
        if (values[i] < least) least = values[i];
        if (values[i] > most) most = values[i];
    }
    ck_assert_msg(most - least > 0.5f, "%s: values from %g to %g", path, (double)least, (double)most);
}

AROUND(enter, leave);

TEST(the_main_job_twice) {
    for (int turn = 0; turn < 2; turn++) {
        crosslane(0, "CROSSLANE_CACHE_DIR=%s/cache " RUN "--force --json -", scratch_folder, scratch_folder);
        json_t *const document = command_document(&c);
        ck_assert(json_is_true(json_object_get(document, "finished")));
        static const char *const algorithms[] = {"spheres", "histogram"};
        for (size_t a = 0; a < 2; a++) {
            ck_assert_uint_ge(count_ok(document, "verify", algorithms[a]), 5);
            ck_assert_uint_ge(count_ok(document, "bench", algorithms[a]), 5);
        }
        /* Drivers that compile again to return a program have caches of their own. */
        if (turn == 1 && scratch_holds("cache", ".program")) expect_cached(document);
        json_decref(document);
        err_has("crosslane run --all ", "; this run has 2\n");
        err_has("best: ", "picture: ");
        ck_assert_ptr_null(strstr(c.err, " outside of the range")); /* only if there are some */
    }
    tool_array image;
    size_t size = 0;
    read_picture(scratch_path("out/spheres.png"), &image);
    tool_array_free(&image);
    char *const bars = scratch_read("out/histogram.svg", &size);
    command_has(&c, bars, ">counts</text>");
    command_has(&c, bars, ">buckets</text>");
    command_has(&c, bars, "<rect x=");
    command_has(&c, bars, "</svg>\n");
    free(bars);
}

TEST(interrupted_while_it_times) {
    command_start(&c, RUN "--quiet", scratch_folder);
    ck_assert(command_worker(&c) > 0);
    for (int i = 0; i < 400 && command_is_running(&c); i++) command_pause();
    command_interrupt(&c);
    command_check_file(scratch_path("out/results.json"), false);
}

static double rows_of_all(const char *widths) {
    double rows = 0.0, minutes = 0.0;
    int algorithms = 0;
    command_start(&c, "run --all --device 0 --width %s --out-dir %s/all --quiet --force", widths,
                  scratch_folder);
    while (command_is_running(&c) && command_rows_in(scratch_path("all/results.json")) < 3) command_pause();
    command_interrupt(&c);
    ck_assert_uint_ge(command_check_file(scratch_path("all/results.json"), false), 3);
    const char *const line = strstr(c.out, " algorithms, ");
    ck_assert_msg(line != NULL, "no estimate:\n%s", c.out);
    const char *start = line;
    while (start > c.out && start[-1] != '\n') start--;
    ck_assert_int_eq(
        sscanf(start, "%d algorithms, %lf rows at most: about %lf minute", &algorithms, &rows, &minutes), 3);
    int wanted = 0;
    while (tool_cases[wanted]) wanted++;
    ck_assert_int_eq(algorithms, wanted);
    ck_assert_double_ge(minutes, 1.0);
    json_t *const document = json_load_file(scratch_path("all/results.json"), 0, NULL);
    ck_assert_uint_ge(count_ok(document, "verify", "lanes"), 1);
    json_decref(document);
    ck_assert_int_eq(unlink(scratch_path("all/results.json")), 0);
    return rows;
}

TEST(everything_is_estimated_before_it_starts) {
    const double one = rows_of_all("8"), two = rows_of_all("4,8");
    ck_assert_double_gt(one, 200.0);
    ck_assert_double_gt(two, 1.5 * one);
    ck_assert_double_lt(two, 2.0 * one);
}

enum { SIDE = 1024, SPHERES = 3 };

static void write_npy(const char *name, const float *values, size_t rows, size_t columns) {
    const size_t shape[] = {rows, columns};
    tool_array array;
    xl_error error = {0};
    ck_assert_int_eq(tool_array_make(&array, XL_F32, 2, shape, &error), XL_SUCCESS);
    memcpy(array.data, values, array.bytes);
    ck_assert_msg(tool_npy_write(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    tool_array_free(&array);
}

static void colour_of(const float spheres[SPHERES][4], const float colors[SPHERES][3], int column, int row,
                      double out[3]) {
    const double x = (column + 0.5) / SIDE, y = (row + 0.5) / SIDE;
    out[0] = out[1] = out[2] = 0.0;
    for (int s = 0; s < SPHERES; s++) {
        const double dx = x - (double)spheres[s][0], dy = y - (double)spheres[s][1],
                     dz = (double)spheres[s][2];
        const double r = (double)spheres[s][3], d = (dx * dx + dy * dy + dz * dz) / (r * r);
        const double t = d < 1.0 ? 1.0 - d : 0.0;
        for (int k = 0; k < 3; k++) out[k] += ((double)colors[s][k] - out[k]) * t;
    }
}

TEST(a_large_picture_and_its_histogram) {
    static const float spheres[SPHERES][4] = {
        {0.3f, 0.3f, 0.0f, 0.35f}, {0.6f, 0.5f, 0.1f, 0.4f}, {0.5f, 0.8f, 0.0f, 0.25f}};
    static const float colors[SPHERES][3] = {{1.0f, 0.2f, 0.1f}, {0.1f, 0.9f, 0.3f}, {0.2f, 0.3f, 1.0f}};
    write_npy("spheres.npy", &spheres[0][0], SPHERES, 4);
    write_npy("colors.npy", &colors[0][0], SPHERES, 3);
    crosslane(0,
              "exec spheres --device 0 --set width=1024 --set height=1024 --in spheres=%s --in colors=%s "
              "--out result=%s",
              scratch_path("spheres.npy"), scratch_path("colors.npy"), scratch_path("large.png"));
    tool_array image;
    read_picture(scratch_path("large.png"), &image);
    ck_assert_uint_eq(image.shape[0], SIDE);
    ck_assert_uint_eq(image.shape[1], SIDE);
    uint32_t expected[64] = {0};
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            double color[3];
            const float *const pixel = (const float *)image.data + (row * SIDE + column) * 3;
            colour_of(spheres, colors, column, row, color);
            for (int k = 0; k < 3; k++) ck_assert_double_eq_tol((double)pixel[k], color[k], 0.51 / 255.0);
        }
    xl_error error = {0};
    tool_array luminance;
    ck_assert_int_eq(tool_image_luminance(&image, &luminance, &error), XL_SUCCESS);
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        const double bucket = 64.0 * (double)((const float *)luminance.data)[i];
        if (bucket < 64.0) expected[(int)bucket]++;
    }
    tool_array_free(&luminance);
    tool_array_free(&image);
    command_run(
        &c, "exec histogram --device 0 --set buckets=64 --set function=even --in samples=%s --out counts=%s",
        scratch_path("large.png"), scratch_path("counts.npy"));
    command_expect(&c, 0);
    tool_array counts;
    ck_assert_msg(tool_npy_read(scratch_path("counts.npy"), &counts, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_mem_eq(counts.data, expected, sizeof expected);
    tool_array_free(&counts);
}
