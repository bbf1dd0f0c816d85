/* runs: by hand; and exec, whose outputs are cut to the number of runs. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

EXPECTED("runs")

GROUP("exec");
AROUND(enter, leave);

static void expect_words(const char *file, size_t count, const uint32_t *words) {
    tool_array got;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(file), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(got.type == XL_U32 && tool_array_elements(&got) == count);
    ck_assert_int_eq(memcmp(got.data, words, count * sizeof *words), 0);
    tool_array_free(&got);
}

TEST(several_outputs_have_one_count) {
    static const int32_t x[] = {4, 4, -1, 9, 9, 9};
    write_npy("x.npy", "<i4", "False", "(6,)", x, sizeof x);
    command_run(&c, "exec runs --in x=%s --out starts=%s --out lengths=%s", scratch_path("x.npy"),
                scratch_path("s.npy"), scratch_path("l.npy"));
    command_expect(&c, 0);
    expect_words("s.npy", 3, (const uint32_t[]){0, 2, 3});
    expect_words("l.npy", 3, (const uint32_t[]){2, 1, 3});
}
