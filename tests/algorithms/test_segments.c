/* segments: by hand; and exec, by offsets and by keys. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

EXPECTED("segments")

GROUP("exec");
AROUND(enter, leave);

static void expect_floats(int rank, size_t first, const float *right) {
    tool_array got;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path("v.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(got.type == XL_F32 && got.rank == rank && got.shape[0] == first);
    ck_assert_int_eq(memcmp(got.data, right, tool_array_elements(&got) * sizeof *right), 0);
    tool_array_free(&got);
}

TEST(keys_cut_the_values_to_the_number_of_segments) {
    static const float pairs[] = {1, 2, 3, 4, 5, 6};
    static const uint16_t keys[] = {9, 9, 7};
    write_npy("x.npy", "<f4", "False", "(3, 2)", pairs, sizeof pairs);
    write_npy("k.npy", "<u2", "False", "(3,)", keys, sizeof keys);
    command_run(&c, "exec segments --in x=%s --in keys=%s --out values=%s --set operator=affine",
                scratch_path("x.npy"), scratch_path("k.npy"), scratch_path("v.npy"));
    command_expect(&c, 0);
    expect_floats(2, 2, (const float[]){7, 8, 5, 6});
}

TEST(offsets_have_to_ascend) {
    static const float x[] = {1, 2, 3};
    static const uint32_t falling[] = {2, 1}, far[] = {0, 4}, right[] = {1, 3};
    write_npy("x.npy", "<f4", "False", "(3,)", x, sizeof x);
    write_npy("f.npy", "<u4", "False", "(2,)", falling, sizeof falling);
    command_run(&c, "exec segments --in x=%s --in offsets=%s --out values=%s", scratch_path("x.npy"),
                scratch_path("f.npy"), scratch_path("v.npy"));
    command_refused(&c, 2, "offsets[0] is 2, but what follows is 1", NULL);
    write_npy("f.npy", "<u4", "False", "(2,)", far, sizeof far);
    command_run(&c, "exec segments --in x=%s --in offsets=%s --out values=%s", scratch_path("x.npy"),
                scratch_path("f.npy"), scratch_path("v.npy"));
    command_refused(&c, 2, "offsets[1] is 4, but what follows is 3", NULL);
    write_npy("f.npy", "<u4", "False", "(2,)", right, sizeof right);
    command_run(&c, "exec segments --in x=%s --in offsets=%s --out values=%s", scratch_path("x.npy"),
                scratch_path("f.npy"), scratch_path("v.npy"));
    command_expect(&c, 0);
    expect_floats(1, 2, (const float[]){5, 0});
}
