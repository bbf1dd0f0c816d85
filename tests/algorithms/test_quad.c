/* quad: neighbours by hand, and refusals. */
#include "expected/expected.h"
#include "support/npy_file.h"
#include "support/one_command.h"

EXPECTED("quad")

GROUP("command");
AROUND(enter, leave);

TEST(two_lanes_are_no_quad) {
    static const float image[] = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    write_floats("image.npy", "(3, 3, 1)", image, 9);
    command_run(&c, "exec quad/shuffle --width 2 --device 0 --in image=%s --out ddx=%s",
                scratch_path("image.npy"), scratch_path("ddx.npy"));
    command_refused(&c, 3, "needs the four lanes of a quad", NULL);
}
