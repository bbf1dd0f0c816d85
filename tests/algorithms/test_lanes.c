/* lanes: eleven numbers by hand, and the trace of the first lesson. */
#include "expected/expected.h"
#include "support/one_command.h"

EXPECTED("lanes")

GROUP("command");
AROUND(NULL, free_command);

TEST(each_width_has_its_own_answer) {
    crosslane(0, "verify lanes --device 0 --width 1,16,128 --set n=333 --quiet");
    out_has("15 ok, 0 wrong");
}

TEST(a_trace_has_both_sides) {
    crosslane(0, "trace lanes/ballot");
    out_has("\nvalue ", "\nodd ", "\ncount ", "right: ");
}
