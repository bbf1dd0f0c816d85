/* lanes where the answers are known: eleven numbers by hand, and what a person sees in a trace of the first
 * lesson. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>
#include <string.h>

static void expect(const char *strategy, int width, const uint32_t *wanted, size_t count) {
    tool_array got;
    xl_error error = {0};
    crosslane(0, "exec lanes/%s --in x=%s --out y=%s --width %d", strategy, scratch_path("x.npy"),
              scratch_path("y.npy"), width);
    ck_assert_msg(tool_npy_read(scratch_path("y.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&got), count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(((const uint32_t *)got.data)[i] == wanted[i], "element %zu is %u, expected %u\n%s", i,
                      ((const uint32_t *)got.data)[i], wanted[i], c.line);
    tool_array_free(&got);
}

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

/* Two sub-groups of 8 lanes, the second with 3 elements; then three of 4. */
TEST(answers_are_as_by_hand) {
    static const uint32_t x[11] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 0xffffffffu, 8};
    write_npy("x.npy", "<u4", "False", "(11,)", x, sizeof x);
    expect("lane", 8, (const uint32_t[]){0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2}, 11);
    expect("shuffle", 8, (const uint32_t[]){1, 4, 1, 5, 9, 2, 6, 3, 0xffffffffu, 8, 0}, 11);
    expect("ballot", 8, (const uint32_t[]){5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 2}, 11);
    expect("sum", 8, (const uint32_t[]){31, 31, 31, 31, 31, 31, 31, 31, 12, 12, 12}, 11);
    expect("scan", 8, (const uint32_t[]){0, 3, 4, 8, 9, 14, 23, 25, 0, 5, 4}, 11);
    expect("lane", 4, (const uint32_t[]){0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2}, 11);
    expect("shuffle", 4, (const uint32_t[]){1, 4, 1, 3, 9, 2, 6, 5, 0xffffffffu, 8, 0}, 11);
    expect("ballot", 4, (const uint32_t[]){3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2}, 11);
    expect("sum", 4, (const uint32_t[]){9, 9, 9, 9, 22, 22, 22, 22, 12, 12, 12}, 11);
    expect("scan", 4, (const uint32_t[]){0, 3, 4, 8, 0, 5, 14, 16, 0, 5, 4}, 11);
}

TEST(each_width_has_its_own_answer) {
    crosslane(0, "verify lanes --device 0 --width 1,16,128 --set n=333 --quiet");
    out_has("15 ok, 0 wrong");
}

TEST(a_trace_has_both_sides) {
    crosslane(0, "trace lanes/ballot");
    out_has("\nvalue ", "\nodd ", "\ncount ", "right: ");
}
