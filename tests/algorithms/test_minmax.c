/* minmax: words by hand, clear tiles, tiles of and near 0, edges; and the encodings' known errors. */
#include "expected/expected.h"
#include "support/one_command.h"

EXPECTED("minmax")

GROUP("command");
AROUND(NULL, free_command);

/* Over the last domain, in steps of 16 bits. */
static double error_in_steps(const char *what, int expected_status) {
    crosslane(expected_status,
              "verify %s --device 0 --exhaustive --part 16000/20000 --quiet --width 8 --json -", what);
    json_t *const document = command_document(&c);
    const json_t *rows = json_object_get(document, "records");
    const json_t *last = json_array_get(rows, json_array_size(rows) - 1);
    const double error = json_number_value(json_object_get(last, "error_found"));
    json_decref(document);
    return error * 65535.0;
}

/* Errors of the minimum, with a maximum of about a quarter. */
TEST(errors_are_the_known_ones) {
    double e = error_in_steps("minmax/serial --set encoding=direct --set rounding=nearest", 0);
    ck_assert_msg(e > 0.49 && e < 0.5005, "direct: %g", e);
    e = error_in_steps("minmax/serial --set encoding=ratio --set rounding=nearest", 0);
    ck_assert_msg(e > 0.12 && e < 0.1252, "ratio: %g", e);
    e = error_in_steps("minmax --plant published --set encoding=ratio --set rounding=nearest", 0);
    ck_assert_msg(e > 0.55 && e < 0.63, "published: %g", e);
}

TEST(a_bound_on_the_wrong_side_is_reported) {
    command_run(&c, "verify minmax --plant cuts --device 0 --exhaustive --part 16000/20000 --quiet --width 8 "
                    "--set encoding=direct --set rounding=conservative");
    out_has("planted, and caught: two depths in [0, 1)", "a result on the wrong side of 0x");
}
