/* mips: weights by exact fractions, long and thin pictures, the last row and column; levels as PNG files. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/image.h"
#include <sys/stat.h>

EXPECTED("mips")

GROUP("command");
AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

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
