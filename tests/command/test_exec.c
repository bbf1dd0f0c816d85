/* exec on files, compared with values computed here. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "device/backend.h"
#include "arrays/image.h"
#include "arrays/npy.h"
#include <math.h>
#include <stdint.h>
#include <unistd.h>
#include <sys/wait.h>

static tool_array read_npy(const char *name, xl_type type, size_t elements) {
    tool_array array;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(array.type, type);
    ck_assert_uint_eq(tool_array_elements(&array), elements);
    return array;
}

static void check_counts(const char *name, const uint32_t *expected, size_t buckets) {
    tool_array array = read_npy(name, XL_U32, buckets);
    for (size_t b = 0; b < buckets; b++)
        ck_assert_msg(((const uint32_t *)array.data)[b] == expected[b],
                      "%s: bucket %zu: %u, expected %u\n%s%s", c.line, b, ((const uint32_t *)array.data)[b],
                      expected[b], c.out, c.err);
    tool_array_free(&array);
}

enum { ROWS = 3, STEPS = 37, CHANNELS = 2 };

static float x[ROWS][STEPS][CHANNELS], t[ROWS][STEPS], initial[ROWS][CHANNELS];

/* From a generator independent of the product's. */
static void fill(float *out, size_t count, unsigned seed) {
    for (size_t i = 0; i < count; i++)
        out[i] = (float)((i + 1) * seed * 2654435761u >> 8 & 0xffff) / 65536.0f;
}

static void write_lerp(void) {
    fill(&x[0][0][0], ROWS * STEPS * CHANNELS, 3);
    fill(&t[0][0], ROWS * STEPS, 7);
    fill(&initial[0][0], ROWS * CHANNELS, 11);
    t[1][STEPS - 4] = 1.0f; /* opaque: hides everything before it */
    write_floats("x.npy", "(3, 37, 2)", &x[0][0][0], ROWS * STEPS * CHANNELS);
    write_floats("t.npy", "(3, 37)", &t[0][0], ROWS * STEPS);
    write_floats("initial.npy", "(3, 2)", &initial[0][0], ROWS * CHANNELS);
}

static void check_lerp(bool with_initial) {
    command_expect(&c, 0);
    out_has("c.npy: c (3, 2) f32, checked");
    tool_array array = read_npy("c.npy", XL_F32, ROWS * CHANNELS);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t k = 0; k < CHANNELS; k++) {
            double color = with_initial ? (double)initial[r][k] : 0.0;
            for (size_t i = 0; i < STEPS; i++)
                color = color * (1.0 - (double)t[r][i]) + (double)x[r][i][k] * (double)t[r][i];
            ck_assert_double_eq_tol((double)((const float *)array.data)[r * CHANNELS + k], color, 2e-6);
        }
    tool_array_free(&array);
    ck_assert_int_eq(unlink(scratch_path("c.npy")), 0);
}

AROUND(enter, leave);

TEST(lerp_on_files) {
    static const char *const names[] = {"lerp/serial", "lerp/deferred --width 8", "lerp"};
    write_lerp();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        command_run(&c, "exec %s --device 0 --in x=%s --in t=%s --in initial=%s --out c=%s", names[i],
                    scratch_path("x.npy"), scratch_path("t.npy"), scratch_path("initial.npy"),
                    scratch_path("c.npy"));
        check_lerp(true);
    }
    command_run(&c, "exec lerp/serial --device 0 --in t=%s --in x=%s --out c=%s --set channels=2",
                scratch_path("t.npy"), scratch_path("x.npy"), scratch_path("c.npy"));
    check_lerp(false);
}

TEST(lerp_of_nothing_is_where_it_began) {
    write_lerp();
    write_floats("none.npy", "(3, 0, 2)", NULL, 0);
    write_floats("never.npy", "(3, 0)", NULL, 0);
    crosslane(0, "exec lerp/deferred --width 4 --device 0 --in x=%s --in t=%s --in initial=%s --out c=%s",
              scratch_path("none.npy"), scratch_path("never.npy"), scratch_path("initial.npy"),
              scratch_path("c.npy"));
    tool_array array = read_npy("c.npy", XL_F32, ROWS * CHANNELS);
    ck_assert_mem_eq(array.data, initial, sizeof initial);
    tool_array_free(&array);
}

static const float centres[3][4] = {
    {0.5f, 0.5f, 0.0f, 0.75f}, {0.25f, 0.25f, 0.0f, 0.5f}, {0.9f, 0.1f, 0.2f, 0.4f}};
static const float colors[3][3] = {{1.0f, 0.0f, 0.25f}, {0.0f, 1.0f, 0.5f}, {0.125f, 0.25f, 1.0f}};

static void write_spheres(void) {
    write_floats("spheres.npy", "(3, 4)", &centres[0][0], 12);
    write_floats("colors.npy", "(3, 3)", &colors[0][0], 9);
}

static double colour_of(const float *point, int channel, bool linear) {
    double color = 0.0;
    for (int s = 0; s < 3; s++) {
        double square = 0.0;
        for (int d = 0; d < 3; d++) square += pow((double)point[d] - (double)centres[s][d], 2.0);
        const double radius = (double)centres[s][3];
        const double influence = 1.0 - (linear ? sqrt(square) / radius : square / (radius * radius));
        const double weight = influence > 0.0 ? influence : 0.0;
        color += ((double)colors[s][channel] - color) * weight;
    }
    return color;
}

TEST(spheres_on_points) {
    float points[21][3];
    fill(&points[0][0], 63, 5);
    write_spheres();
    write_floats("points.npy", "(21, 3)", &points[0][0], 63);
    for (int linear = 0; linear < 2; linear++) {
        crosslane(0,
                  "exec spheres/%s --device 0 --set model=%s --in points=%s --in spheres=%s --in colors=%s "
                  "--out result=%s/result.npy",
                  linear ? "naive" : "deferred --width 4", linear ? "linear" : "quadratic",
                  scratch_path("points.npy"), scratch_path("spheres.npy"), scratch_path("colors.npy"),
                  scratch_folder);
        tool_array array = read_npy("result.npy", XL_F32, 63);
        for (size_t p = 0; p < 21; p++)
            for (int k = 0; k < 3; k++)
                ck_assert_double_eq_tol((double)((const float *)array.data)[3 * p + (size_t)k],
                                        colour_of(points[p], k, linear), 1e-5);
        tool_array_free(&array);
    }
}

TEST(a_picture_of_spheres) {
    write_spheres();
    command_run(
        &c,
        "exec spheres/naive --device 0 --set width=24 --set height=16 --in spheres=%s --in colors=%s --out "
        "result=%s",
        scratch_path("spheres.npy"), scratch_path("colors.npy"), scratch_path("picture.png"));
    command_expect(&c, 0);
    tool_array image;
    xl_error error = {0};
    ck_assert_msg(tool_image_read(scratch_path("picture.png"), &image, &error) == XL_SUCCESS, "%s",
                  error.text);
    ck_assert_int_eq(image.rank, 3);
    ck_assert_uint_eq(image.shape[0], 16);
    ck_assert_uint_eq(image.shape[1], 24);
    ck_assert_uint_eq(image.shape[2], 3);
    /* Pixel (column i, row j) is the point ((i + 0.5) / 24, (j + 0.5) / 24, 0): the longer side is 1. */
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < 24; i++) {
            const float point[3] = {((float)i + 0.5f) / 24.0f, ((float)j + 0.5f) / 24.0f, 0.0f};
            for (int k = 0; k < 3; k++)
                ck_assert_double_eq_tol((double)((const float *)image.data)[(j * 24 + i) * 3 + k],
                                        colour_of(point, k, false), 0.51 / 255.0);
        }
    tool_array_free(&image);
}

TEST(histograms_of_every_type) {
    static const uint8_t bytes[] = {0, 1, 1, 7, 255, 255, 255, 3};
    static const uint32_t words[] = {5, 5, 5, 0, 9, 10, 4000000000u}; /* 10 buckets: two are outside */
    static const float reals[] = {0.0f, 0.1f, 0.26f, 0.99f, 1.0f, -0.1f, NAN, 0.5f};
    uint32_t expected[256] = {[0] = 1, [1] = 2, [3] = 1, [7] = 1, [255] = 3};
    write_npy("u8.npy", "|u1", "False", "(8,)", bytes, sizeof bytes);
    write_npy("u32.npy", "<u4", "False", "(7,)", words, sizeof words);
    write_npy("f32.npy", "<f4", "False", "(8,)", reals, sizeof reals);
    crosslane(0, "exec histogram/local --device 0 --in samples=%s --out counts=%s", scratch_path("u8.npy"),
              scratch_path("counts.npy"));
    check_counts("counts.npy", expected, 256);
    command_run(
        &c,
        "exec histogram/match_local --width 8 --device 0 --in samples=%s --set buckets=10 --out counts=%s",
        scratch_path("u32.npy"), scratch_path("counts.npy"));
    command_expect(&c, 0);
    check_counts("counts.npy", (const uint32_t[]){1, 0, 0, 0, 0, 3, 0, 0, 0, 1}, 10);
    command_run(
        &c, "exec histogram --device 0 --in samples=%s --set buckets=4 --set function=even --out counts=%s",
        scratch_path("f32.npy"), scratch_path("counts.npy"));
    command_expect(&c, 0);
    check_counts("counts.npy", (const uint32_t[]){2, 1, 1, 1}, 4);
}

TEST(a_histogram_of_nothing) {
    write_npy("none.npy", "<u4", "False", "(0,)", NULL, 0);
    crosslane(0, "exec histogram/local --device 0 --in samples=%s --set buckets=16 --out counts=%s",
              scratch_path("none.npy"), scratch_path("counts.npy"));
    check_counts("counts.npy", (const uint32_t[16]){0}, 16);
}

TEST(a_name_with_a_line_feed_is_shown_whole) {
    write_npy("none.npy", "<u4", "False", "(0,)", NULL, 0);
    crosslane(0,
              "exec histogram --device 0 --in samples=%s --set buckets=16 --out 'counts=%s/two\nlines.npy'",
              scratch_path("none.npy"), scratch_folder);
    out_has("/two?lines.npy: counts (16,) u32, checked");
    check_counts("two\nlines.npy", (const uint32_t[16]){0}, 16);
}

TEST(a_histogram_of_a_picture) {
    float grey[12 * 7];
    uint32_t expected[8] = {0};
    const size_t shape[] = {7, 12, 1};
    for (size_t i = 0; i < 84; i++) {
        /* Greys of 255. Only 0 and, for three white pixels, the upper end are on an edge of the 8 buckets. */
        const unsigned value = i < 3 ? 255 : (unsigned)(i * 73 % 250);
        grey[i] = (float)value / 255.0f;
        if (i >= 3) expected[value * 8 / 255]++;
    }
    tool_array image = {.type = XL_F32, .rank = 3, .shape = {7, 12, 1}, .bytes = sizeof grey, .data = grey};
    memcpy(image.shape, shape, sizeof shape);
    xl_error error = {0};
    ck_assert_msg(tool_image_write(scratch_path("grey.png"), &image, 8, &error) == XL_SUCCESS, "%s",
                  error.text);
    command_run(
        &c,
        "exec histogram/global --device 0 --in samples=%s --set buckets=8 --set function=even --set upper=1 "
        "--out counts=%s --json %s",
        scratch_path("grey.png"), scratch_path("counts.npy"), scratch_path("r.json"));
    command_expect(&c, 0);
    check_counts("counts.npy", expected, 8);
    out_has("    3 of 84 samples are outside of the range and not counted\n");
}

TEST(every_grey_has_a_bucket) {
    float grey[256];
    uint32_t expected[256];
    for (size_t i = 0; i < 256; i++) {
        grey[i] = (float)i / 255.0f;
        expected[i] = 1;
    }
    const tool_array image = {
        .type = XL_F32, .rank = 3, .shape = {16, 16, 1}, .bytes = sizeof grey, .data = grey};
    xl_error error = {0};
    ck_assert_msg(tool_image_write(scratch_path("grey.png"), &image, 8, &error) == XL_SUCCESS, "%s",
                  error.text);
    command_run(&c, "help exec");
    out_has("exec histogram --in samples=photo.png --set upper=1.001 \\\n      --out counts=counts.npy");
    crosslane(0, "exec histogram --device 0 --in samples=%s --set upper=1.001 --out counts=%s",
              scratch_path("grey.png"), scratch_path("counts.npy"));
    check_counts("counts.npy", expected, 256);
    out_has("    0 of 256 samples are outside of the range and not counted\n");
}

/* A kernel without sub-groups also refuses a backend that the device lacks. */
TEST(a_plain_kernel_and_a_backend) {
    static const char *const commands[] = {"verify", "bench --samples 3 --min-time 0", "exec"};
    static const char settings[] = "--set shape=1x1 --set channels=1";
    const char *other = NULL;
    for (size_t i = 0; i < XL__BACKENDS && !other; i++) {
        command_run(&c, "verify lerp/deferred --device 0 --backend %s %s", xl__backends[i].name, settings);
        if (c.status == 3) other = xl__backends[i].name;
    }
    ck_assert_msg(other != NULL, "expected a backend that the device lacks");
    write_floats("x.npy", "(1, 1, 1)", (const float[]){1.0f}, 1);
    write_floats("t.npy", "(1, 1)", (const float[]){0.5f}, 1);
    char files[2048];
    snprintf(files, sizeof files, "--in x=%s --in t=%s --out c=%s", scratch_path("x.npy"),
             scratch_path("t.npy"), scratch_path("c.npy"));
    for (int i = 0; i < 3; i++) {
        const char *const words = i < 2 ? settings : files;
        crosslane(3, "%s lerp/serial --device 0 --backend %s %s", commands[i], other, words);
        ck_assert_int_ne(access(scratch_path("c.npy"), F_OK), 0);
        crosslane(0, "%s lerp/serial --device 0 --backend local %s", commands[i], words);
    }
}

/* The float nearest to -0.1 is -0.100000001490116119384765625. It counts only if the bound equals it. */
TEST(bounds_are_read_to_the_last_digit) {
    static const float one[] = {-0.1f};
    write_floats("one.npy", "(1,)", one, 1);
    crosslane(0,
              "exec histogram --device 0 --in samples=%s --set function=even --set buckets=2 "
              "--set lower=-0.10000000149011612 --set upper=0 --out counts=%s",
              scratch_path("one.npy"), scratch_path("counts.npy"));
    check_counts("counts.npy", (const uint32_t[]){1, 0}, 2);
    crosslane(0,
              "exec histogram --device 0 --in samples=%s --set function=even --set buckets=2 "
              "--set lower=-0.10000000149011611 --set upper=0 --out counts=%s",
              scratch_path("one.npy"), scratch_path("counts.npy"));
    check_counts("counts.npy", (const uint32_t[]){0, 0}, 2);
}

/* The planted kernel might be right on generated inputs. */
TEST(a_wrong_result_is_repeated_with_the_same_files) {
    static const uint32_t data[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    write_npy("it's.npy", "<u4", "False", "(13,)", data, sizeof data);
    crosslane(1,
              "exec histogram/tail_counted --device 0 --width 4 --in samples=%s --set buckets=16 "
              "--out counts=%s",
              scratch_path("it's.npy"), scratch_path("counts.npy"));
    const char *repeat = strstr(c.out, "repeat:   crosslane ");
    ck_assert_msg(repeat != NULL, "%s", c.out);
    ck_assert_uint_eq(scratch_count(), 1); /* a wrong result is not written */
    char line[4096], folder[] = XL_TEST_COMMAND;
    *strrchr(folder, '/') = '\0';
    repeat += strlen("repeat:   ");
    snprintf(line, sizeof line, "PATH='%s':\"$PATH\" %.*s >'%s' 2>&1", folder, (int)strcspn(repeat, "\n"),
             repeat, scratch_path("log"));
    /* NOLINTNEXTLINE(cert-env33-c) a line as a person types it */
    const int status = system(line);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 1, "%s: %d", line, status);
    size_t size = 0;
    char *const log = scratch_read("log", &size);
    ck_assert_msg(strstr(log, "WRONG: histogram/tail_counted") != NULL, "%s", log);
    ck_assert_msg(strstr(log, "it'\\''s.npy") != NULL, "%s", log);
    free(log);
}

/* Two here, others in test_exec_refused.c. */

TEST(a_conflict_of_dimensions) {
    static const float some[2 * STEPS] = {0};
    write_lerp();
    write_floats("two.npy", "(2, 37)", some, 2 * STEPS);
    const size_t files = scratch_count();
    command_run(&c, "exec lerp/serial --device 0 --in x=%s --in t=%s --out c=%s", scratch_path("x.npy"),
                scratch_path("two.npy"), scratch_path("c.npy"));
    command_refused(&c, 2, "two.npy: dimension 0 of array 't' is 2, but rows = 3 by ", "x.npy", NULL);
    ck_assert_uint_eq(scratch_count(), files);
}

TEST(a_file_that_ends_too_early) {
    static const uint32_t data[4] = {0};
    write_npy("cut.npy", "<u4", "False", "(4,)", data, 15);
    command_run(&c, "exec histogram/local --device 0 --in samples=%s --out counts=%s",
                scratch_path("cut.npy"), scratch_path("counts.npy"));
    command_refused(&c, 2, "cut.npy: byte 143: the file ends; expected 16 bytes", NULL);
    ck_assert_uint_eq(scratch_count(), 1);
}
