/* quad: neighbours by hand, and refusals. */
#include "base/os.h"
#include "expected/expected.h"
#include "support/npy_file.h"
#include "support/one_command.h"

EXPECTED("quad")

/* The problem with two pixels of 3e38 and an infinity in tests/expected/quad.txt. */
TEST(the_page_states_what_overflows) {
    char *text = NULL;
    size_t size = 0;
    ck_assert_int_eq(xl__os_read_file(XL_TEST_SOURCE_DIR "/kernels/quad/README.md", 1 << 20, &text, &size),
                     0);
    ck_assert_ptr_nonnull(strstr(text, "more than the largest float"));
    ck_assert_ptr_nonnull(strstr(text, "two pixels of 3.4e38 and one of minus infinity"));
    free(text);
}

GROUP("command");
AROUND(enter, leave);

TEST(two_lanes_are_no_quad) {
    static const float image[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    write_floats("image.npy", "(3, 3, 1)", image, 9);
    command_run(&c, "exec quad/shuffle --width 2 --device 0 --in image=%s --out ddx=%s",
                scratch_path("image.npy"), scratch_path("ddx.npy"));
    command_refused(&c, 3, "needs the four lanes of a quad", NULL);
}
