/* topk: ties, the order of floats, rows; and exec on files of one and of two dimensions. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

EXPECTED("topk")

GROUP("exec");
AROUND(enter, leave);

static void expect_result(int rank, size_t first, const uint32_t *words) {
    tool_array got;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path("p.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(got.type == XL_U32 && got.rank == rank && got.shape[0] == first);
    ck_assert_int_eq(memcmp(got.data, words, tool_array_elements(&got) * sizeof *words), 0);
    tool_array_free(&got);
}

TEST(a_file_of_one_dimension_is_a_row) {
    static const int32_t x[] = {4, -1, 9, 9, 0, 9};
    write_npy("x.npy", "<i4", "False", "(6,)", x, sizeof x);
    command_run(&c, "exec topk --in x=%s --out positions=%s --set k=2", scratch_path("x.npy"),
                scratch_path("p.npy"));
    command_expect(&c, 0);
    expect_result(1, 2, (const uint32_t[]){2, 3});
}

TEST(a_file_of_two_dimensions_has_rows) {
    static const int32_t x[] = {4, -1, 9, 9, 0, 9};
    write_npy("x.npy", "<i4", "False", "(2, 3)", x, sizeof x);
    command_run(&c, "exec topk --in x=%s --out positions=%s --set k=1 --set which=smallest",
                scratch_path("x.npy"), scratch_path("p.npy"));
    command_expect(&c, 0);
    expect_result(2, 2, (const uint32_t[]){1, 1});
    command_run(&c, "exec topk --in x=%s --out positions=%s --set rows=3", scratch_path("x.npy"),
                scratch_path("p.npy"));
    command_refused(&c, 2, "dimension 0 of array 'x' is 2, but rows = 3 by --set", NULL);
}

TEST(other_shapes_are_refused) {
    static const int32_t x[] = {4, -1, 9, 9, 0, 9};
    write_npy("x.npy", "<i4", "False", "(0, 3)", x, 0);
    command_run(&c, "exec topk --in x=%s --out positions=%s", scratch_path("x.npy"), scratch_path("p.npy"));
    command_refused(&c, 2, "dimension 0 of array 'x' is rows = 0, outside of 1 to 4294967295", NULL);
    write_npy("x.npy", "<i4", "False", "(1, 2, 3)", x, sizeof x);
    command_run(&c, "exec topk --in x=%s --out positions=%s", scratch_path("x.npy"), scratch_path("p.npy"));
    command_refused(&c, 2, "array 'x' is [n], the file holds (1, 2, 3)", NULL);
    command_run(&c, "exec topk --in x=%s --out positions=%s --set k=0", scratch_path("x.npy"),
                scratch_path("p.npy"));
    command_refused(&c, 2, "k=0", NULL);
}
