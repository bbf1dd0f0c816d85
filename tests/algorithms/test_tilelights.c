/* tilelights: tiles by hand; what it refuses. */
#include "expected/expected.h"
#include "support/npy_file.h"
#include "support/one_command.h"

EXPECTED("tilelights")

GROUP("command");
AROUND(enter, leave);

TEST(far_must_be_above_near) {
    static const float depth[] = {0.5F, 0.5F, 0.5F, 0.5F}, light[] = {0, 0, 1, 1};
    write_floats("depth.npy", "(2, 2)", depth, 4);
    write_floats("lights.npy", "(1, 4)", light, 4);
    command_run(
        &c, "exec tilelights --device 0 --in depth=%s --in lights=%s --out count=%s --set near=5 --set far=5",
        scratch_path("depth.npy"), scratch_path("lights.npy"), scratch_path("count.npy"));
    command_refused(&c, 2, "far=5 is not above near=5", NULL);
}
