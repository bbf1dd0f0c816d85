/* probes where the answer is known: chains followed by hand, and the sweep that takes the empty loop off. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

/* Four lanes, ten steps. Floats begin with 1, 2, 3, 4. With the partner's value taken off, v = own -
   partner's, a pair (a, b) goes after each two steps to (a - 1, b + 1) where own is (1, 2), and the same
   where it is (3, 4). A sum of 10 is taken off: -30, 130, -510, 2050; from then on it is past 1024 and
   changes sign each time. Integers are 0, whose bits stay 0: then "no lane" is 4, rotated by 5. */
static const struct {
    const char *strategy, *settings;
    bool floats;
    double wanted[4];
} chains[] = {
    {"layer", "--set operation=shuffle_xor --set steps=10", true, {-4, 7, -2, 9}},
    {"layer", "--set operation=quad_swap_x --set steps=3", true, {-4, 7, -2, 9}},
    {"layer", "--set operation=reduce_add --set steps=10", true, {1025, 1026, 1027, 1028}},
    {"layer", "--set operation=cluster_reduce_add --set steps=10", true, {1025, 1026, 1027, 1028}},
    {"layer", "--set operation=segment_reduce_add --set steps=10", true, {1025, 1026, 1027, 1028}},
    {"layer", "--set operation=partition_reduce_add --set steps=10", true, {1025, 1026, 1027, 1028}},
    {"layer", "--set operation=shuffle --set sources=1 --set steps=0", true, {1, 2, 3, 4}},
    {"empty", "--set steps=10", true, {1, 2, 3, 4}}, /* own - (own - v), five times */
    {"layer", "--set operation=any --set steps=10", false, {0, 0, 0, 0}},
    {"layer", "--set operation=first --set steps=10", false, {128, 128, 128, 128}},
    {"layer", "--set operation=ballot_count --set steps=10", false, {0, 0, 0, 0}},
    {"layer", "--set operation=mask_nth --set steps=10", false, {128, 128, 128, 128}},
};

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

EACH_TEST(chains_are_as_by_hand, chains) {
    static const float x[] = {1, 2, 3, 4};
    static const uint32_t zeros[] = {0, 0, 0, 0};
    tool_array got;
    xl_error error = {0};
    const bool floats = chains[_i].floats;
    write_npy("x.npy", floats ? "<f4" : "<u4", "False", "(4,)", floats ? (const void *)x : zeros, sizeof x);
    crosslane(0, "exec probes/%s --width 4 --in x=%s --out y=%s %s", chains[_i].strategy,
              scratch_path("x.npy"), scratch_path("y.npy"), chains[_i].settings);
    ck_assert_msg(tool_npy_read(scratch_path("y.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&got), 4);
    for (size_t i = 0; i < 4; i++) {
        const double y =
            floats ? (double)((const float *)got.data)[i] : (double)((const uint32_t *)got.data)[i];
        ck_assert_msg(y == chains[_i].wanted[i], "%s: lane %zu is %g, expected %g", c.line, i, y,
                      chains[_i].wanted[i]);
    }
    tool_array_free(&got);
}

/* Every value of the sweep has a time or a word, and the empty loop is no answer. */
TEST(a_sweep_takes_the_empty_loop_off) {
    crosslane(0, "bench probes/empty probes/layer probes/waterfall --sweep sources --device 0 --width 8 "
                 "--set steps=100 --samples 3 --min-time 0 --quiet");
    out_has("times of one step of a lane, less that of empty");
    ck_assert_ptr_null(strstr(c.out, "empty up to"));
    ck_assert_ptr_null(strstr(c.out, "fastest: empty"));
    out_has("17 ok, 0 wrong");
}

/* Emulated, numbers of lanes and values of 64 bits go through the same local memory. In a work-group of eight
   one compiler saw two places in it, and mixed up what was written and read. */
TEST(words_and_longs_share_local_memory) {
    crosslane(0, "verify probes/waterfall --device 0 --backend local --width 8 --set type=u64,f64 --set n=1 "
                 "--set steps=30 --set streams=2 --set operation=shuffle --set sources=31 --set group=8 "
                 "--set distribution=equal --quiet");
    out_has("2 ok, 0 wrong");
}

/* Bad input is refused in one line, and never called wrong; the ends are good. */
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
