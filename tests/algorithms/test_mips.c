/* mips where the answer is known: weights by hand, long and thin pictures, the last row and column; and
   levels as PNG files. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/suite.h"
#include "arrays/image.h"
#include "arrays/npy.h"
#include <math.h>
#include <sys/stat.h>

static const char *const ways[] = {"level",
                                   "tile --width 4 --set rest=1",
                                   "tile --width 16 --set rest=1",
                                   "tile --width 32",
                                   "local",
                                   "local --set depth=4",
                                   "block",
                                   "block --set depth=4"};
enum { WAYS = sizeof ways / sizeof *ways };

/* Runs one way and checks so many texels, from texel `first` on. */
static void check_levels(int way, const char *settings, size_t texels, size_t first, size_t count,
                         const float *wanted) {
    tool_array array;
    xl_error error = {0};
    crosslane(0, "exec mips/%s --device 0 --in image=%s --out levels=%s %s", ways[way],
              scratch_path("image.npy"), scratch_path("levels.npy"), settings);
    ck_assert_msg(tool_npy_read(scratch_path("levels.npy"), &array, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(array.shape[0], texels);
    for (size_t i = 0; i < count; i++) {
        const float got = ((const float *)array.data)[first + i];
        ck_assert_msg(fabsf(got - wanted[i]) <= 1e-6F * fabsf(wanted[i]),
                      "%s: texel %zu is %.9g, expected %.9g", c.line, first + i, (double)got,
                      (double)wanted[i]);
    }
    tool_array_free(&array);
}

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

/* Five columns weigh 2 2 1 and 1 2 2 fifths, three rows a third each: column x + 10 y^2 becomes (0 + 2 + 2) /
   5 and (2 + 6 + 8) / 5, above 50 / 3. */
LOOP_TEST(odd_sides_by_hand, WAYS) {
    float image[15];
    for (size_t y = 0; y < 3; y++)
        for (size_t x = 0; x < 5; x++) image[5 * y + x] = (float)x + 10.0F * (float)(y * y);
    write_floats("image.npy", "(3, 5, 1)", image, 15);
    const float box[] = {0.8F + 50.0F / 3.0F, 3.2F + 50.0F / 3.0F, 2.0F + 50.0F / 3.0F};
    check_levels(_i, "--set filter=box", 3, 0, 3, box);
    check_levels(_i, "--set filter=min", 3, 0, 3, (const float[]){0.0F, 2.0F, 0.0F});
    check_levels(_i, "--set filter=max", 3, 0, 3, (const float[]){42.0F, 44.0F, 44.0F});
}

/* A ramp keeps its mean; its first texel is the least of the last level. 499 + 249 + 124 + 62 + 31 + 15 + 7 +
 * 3 + 1 texels. */
LOOP_TEST(a_thin_picture, WAYS) {
    float image[999];
    for (size_t i = 0; i < 999; i++) image[i] = (float)i + 1.0F;
    write_floats("image.npy", "(999, 1, 1)", image, 999);
    check_levels(_i, "--set filter=box", 991, 990, 1, (const float[]){500.0F});
    check_levels(_i, "--set filter=min", 991, 987, 4, (const float[]){1.0F, 257.0F, 513.0F, 1.0F});
}

/* 32 x 8: four levels, then two of one row. */
LOOP_TEST(a_wide_picture, WAYS) {
    float image[256];
    for (size_t i = 0; i < 256; i++) image[i] = (float)(i % 32);
    write_floats("image.npy", "(8, 32, 1)", image, 256);
    check_levels(_i, "--set filter=box", 64 + 16 + 4 + 2 + 1, 80, 7,
                 (const float[]){3.5F, 11.5F, 19.5F, 27.5F, 7.5F, 23.5F, 15.5F});
}

TEST(levels_as_pictures) {
    float grey[8] = {0, 51, 102, 153, 255, 204, 153, 102};
    for (size_t i = 0; i < 8; i++) grey[i] /= 255.0F;
    tool_array image = {.type = XL_F32, .rank = 3, .shape = {2, 4, 1}, .bytes = sizeof grey, .data = grey};
    xl_error error = {0};
    ck_assert_int_eq(tool_image_write(scratch_path("in.png"), &image, 8, &error), XL_SUCCESS);
    crosslane(0, "exec mips --device 0 --in image=%s --out levels=%s --set filter=max",
              scratch_path("in.png"), scratch_path("out.png"));
    out_has("out-1.png: levels (1, 2, 1) f32, checked", "out-2.png: levels (1, 1, 1) f32, checked");
    struct stat facts;
    ck_assert_msg(stat(scratch_path("out-3.png"), &facts) != 0, "a third level was written");
    ck_assert_msg(stat(scratch_path("out.png"), &facts) != 0, "a file without a number was written");
    ck_assert_int_eq(tool_image_read(scratch_path("out-1.png"), &image, &error), XL_SUCCESS);
    ck_assert(((float *)image.data)[0] == 1.0F && ((float *)image.data)[1] == 153.0F / 255.0F);
    tool_array_free(&image);
}

TEST(levels_that_cannot_be_pictures) {
    float one = 0.5F;
    tool_array image = {.type = XL_F32, .rank = 3, .shape = {1, 1, 1}, .bytes = sizeof one, .data = &one};
    xl_error error = {0};
    ck_assert_int_eq(tool_image_write(scratch_path("one.png"), &image, 8, &error), XL_SUCCESS);
    command_run(&c, "exec mips --device 0 --in image=%s --out levels=%s", scratch_path("one.png"),
                scratch_path("out.png"));
    command_refused(&c, 2, "array 'levels' has no level here", NULL);
    float two[2] = {0.5F, 0.25F};
    image = (tool_array){.type = XL_F32, .rank = 3, .shape = {1, 2, 1}, .bytes = sizeof two, .data = two};
    ck_assert_int_eq(tool_image_write(scratch_path("a-1.png"), &image, 8, &error), XL_SUCCESS);
    command_run(&c, "exec mips --device 0 --in image=%s --out levels=%s", scratch_path("a-1.png"),
                scratch_path("a.png"));
    command_refused(&c, 2, "a level would replace --in image=", NULL);
    write_floats("none.npy", "(0, 3, 1)", NULL, 0);
    command_run(&c, "exec quad/serial --device 0 --in image=%s --out ddx=%s", scratch_path("none.npy"),
                scratch_path("x.png"));
    command_refused(&c, 2, "array 'ddx' is 3 x 0 pixels of 1 channels here", NULL);
}
