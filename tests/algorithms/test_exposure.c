/* exposure: pictures by hand; what it refuses. */
#include "expected/expected.h"
#include "support/npy_file.h"
#include "support/one_command.h"

EXPECTED("exposure")

GROUP("command");
AROUND(enter, leave);

TEST(shares_must_leave_pixels) {
    static const float image[] = {1, 2, 4, 8};
    write_floats("image.npy", "(2, 2, 1)", image, 4);
    command_run(&c,
                "exec exposure --device 0 --in image=%s --out factor=%s --set dark=0.75 --set bright=0.25",
                scratch_path("image.npy"), scratch_path("factor.npy"));
    command_refused(&c, 2, "dark=0.75 and bright=0.25 leave no pixels; lower one of them", NULL);
    command_run(&c, "exec exposure --device 0 --in image=%s --out factor=%s --set log_least=2",
                scratch_path("image.npy"), scratch_path("factor.npy"));
    command_refused(&c, 2, "log_most=2 is less than 0.01 above log_least=2", NULL);
}

TEST(copy_writes_the_folder_that_has_it) {
    crosslane(0, "copy exposure %s", scratch_path("mine"));
    crosslane(0, "verify exposure/match --device 0 --width 8 --quiet --kernel-dir %s", scratch_path("mine"));
    crosslane(0, "list histogram --kernel-dir %s", scratch_path("mine"));
}
