/* probes: chains followed by hand, and the sweep that subtracts the empty loop. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include <math.h>
#include <string.h>

EXPECTED("probes")

GROUP("command");
AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

/* The empty loop is no answer. */
TEST(a_sweep_takes_the_empty_loop_off) {
    crosslane(0, "bench probes/empty probes/layer probes/waterfall --sweep sources --device 0 --width 8 "
                 "--set steps=100 --samples 3 --min-time 0 --quiet");
    out_has("times of one step of a lane, less that of empty");
    ck_assert_ptr_null(strstr(c.out, "empty up to"));
    ck_assert_ptr_null(strstr(c.out, "fastest: empty"));
    out_has("17 ok, 0 wrong");
}

/* In a work-group of eight a compiler assumed that the two types do not overlap, and reordered reads and
   writes. */
TEST(words_and_longs_share_local_memory) {
    crosslane(0, "verify probes/waterfall --device 0 --backend local --width 8 --set type=u64,f64 --set n=1 "
                 "--set steps=30 --set streams=2 --set operation=shuffle --set sources=31 --set group=8 "
                 "--set distribution=equal --quiet");
    out_has("2 ok, 0 wrong");
}

/* Bad input is never called wrong; the ends of the ranges are valid. */
static const struct {
    float x;
    bool good;
} inputs[] = {{128, true},       {-128, true}, {0.5F, false}, {NAN, false},
              {INFINITY, false}, {129, false}, {-129, false}};

EACH_TEST(floats_that_are_not_whole_are_refused, inputs) {
    const float x[4] = {1, 2, inputs[_i].x, 4};
    write_npy("x.npy", "<f4", "False", "(4,)", x, sizeof x);
    command_run(&c,
                "exec probes/layer --width 4 --in x=%s --out y=%s --set operation=reduce_add --set steps=10",
                scratch_path("x.npy"), scratch_path("y.npy"));
    ck_assert_msg(c.status == (inputs[_i].good ? 0 : 2), "status %d: %s", c.status, c.err);
    if (inputs[_i].good) return;
    ck_assert_msg(strstr(c.err, "element 2 of 'x'") && strstr(c.err, "-128 to 128"), "%s", c.err);
    ck_assert_msg(!strstr(c.err, "WRONG") && !strstr(c.out, "WRONG"), "%s%s", c.out, c.err);
}
