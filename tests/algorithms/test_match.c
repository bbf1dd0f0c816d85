/* match where the answer is known: values by hand, of every type, all strategies at every width against a
   loop over pairs, the turns of the waterfall, and widths that follow each other with the same input. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char *const strategies[] = {"", "/loop", "/shuffle", "/ballot", "/waterfall", "/layer"};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

static void expect_bytes(const char *name, const uint8_t *wanted, size_t count) {
    tool_array got;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&got), count);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(((const uint8_t *)got.data)[i] == wanted[i], "%s: element %zu is %d, expected %d\n%s",
                      name, i, ((const uint8_t *)got.data)[i], wanted[i], c.line);
    tool_array_free(&got);
}

static void run_exec(const char *strategy, const char *more) {
    crosslane(0, "exec match%s --in x=%s --out leader=%s --out count=%s --out rank=%s %s", strategy,
              scratch_path("x.npy"), scratch_path("leader.npy"), scratch_path("count.npy"),
              scratch_path("rank.npy"), more);
}

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

/* Two sub-groups of 8 lanes, the second with 3 elements; behind them nothing, which matches no 0. */
TEST(sets_are_as_by_hand) {
    static const uint32_t x[] = {5, 7, 5, 5, 9, 7, 5, 1, 0, 0x80000000u, 0};
    static const uint8_t leader[] = {0, 1, 0, 0, 4, 1, 0, 7, 0, 1, 0},
                         count[] = {4, 2, 4, 4, 1, 2, 4, 1, 2, 1, 2},
                         rank[] = {0, 0, 1, 2, 0, 1, 3, 0, 0, 0, 1};
    /* With one bit all of the first sub-group are odd. */
    static const uint8_t leader_1[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                         count_1[] = {8, 8, 8, 8, 8, 8, 8, 8, 3, 3, 3},
                         rank_1[] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2};
    write_npy("x.npy", "<u4", "False", "(11,)", x, sizeof x);
    for (int s = 0; s < STRATEGIES; s++) {
        run_exec(strategies[s], "--width 8");
        expect_bytes("leader.npy", leader, 11);
        expect_bytes("count.npy", count, 11);
        expect_bytes("rank.npy", rank, 11);
        run_exec(strategies[s], "--width 8 --set bits=1");
        expect_bytes("leader.npy", leader_1, 11);
        expect_bytes("count.npy", count_1, 11);
        expect_bytes("rank.npy", rank_1, 11);
    }
}

/* Keys of other types, eight lanes: bits count, all of them and no other. */
#define HIGH (UINT64_C(1) << 32)
static const struct {
    const char *npy, *settings;
    size_t bytes;
    uint64_t x[8];
    uint8_t leader[8];
} typed[] = {
    /* u64: the lower words alone would make one set of lanes 0 to 3, the upper ones two sets */
    {"<u8", "", 8, {7, HIGH | 7, 7, HIGH | 7, HIGH | 8, 8, 8, 7}, {0, 1, 0, 1, 4, 5, 5, 0}},
    {"<u8", "--set bits=32", 8, {7, HIGH | 7, 7, HIGH | 7, HIGH | 8, 8, 8, 7}, {0, 0, 0, 0, 4, 4, 4, 0}},
    {"<u8", "--set bits=33", 8, {7, HIGH | 7, 7, 2 * HIGH | 7, HIGH | 8, 8, 8, 7}, {0, 1, 0, 0, 4, 5, 5, 0}},
    {"<i8", "", 8, {UINT64_MAX, HIGH - 1, UINT64_MAX, 0, 0, HIGH, 1, HIGH - 1}, {0, 1, 0, 3, 3, 5, 6, 1}},
    {"<i4",
     "",
     4,
     {UINT32_MAX, 0x7fffffff, 0x80000000u, 0, UINT32_MAX, 0x80000000u, 1, 0},
     {0, 1, 2, 3, 0, 2, 6, 3}},
    /* a type of 32 bits has no more than these */
    {"<i4", "--set bits=64", 4, {5, 5, 5, 4, 4, 5, 5, 5}, {0, 0, 0, 3, 3, 0, 0, 0}},
    /* +0, -0, a NaN, another one, the first again, infinity, -0, the least denormal number */
    {"<f4",
     "",
     4,
     {0, 0x80000000u, 0x7fc00000u, 0x7fc00001u, 0x7fc00000u, 0x7f800000u, 0x80000000u, 1},
     {0, 1, 2, 3, 2, 5, 1, 7}},
    {"<f8",
     "",
     8,
     {0, UINT64_C(1) << 63, UINT64_C(0x7ff8) << 48, UINT64_C(0x7ff8) << 48 | 1, UINT64_C(0x7ff8) << 48,
      UINT64_C(0x7ff0) << 48, UINT64_C(1) << 63, 1},
     {0, 1, 2, 3, 2, 5, 1, 7}},
};

EACH_TEST(keys_of_other_types, typed) {
    uint32_t narrow[8];
    const size_t bytes = typed[_i].bytes;
    for (int i = 0; i < 8; i++) narrow[i] = (uint32_t)typed[_i].x[i];
    write_npy("x.npy", typed[_i].npy, "False", "(8,)", bytes == 8 ? (const void *)typed[_i].x : narrow,
              8 * bytes);
    char more[64];
    snprintf(more, sizeof more, "--width 8 %s", typed[_i].settings);
    run_exec(strategies[1 + _i % (STRATEGIES - 1)], more); /* verify has each with each type */
    expect_bytes("leader.npy", typed[_i].leader, 8);
}

/* Keys of 64 bits alone show them; for others they are refused by name. */
LOOP_TEST(cut_keys_are_caught, 2) {
    static const char *const planted[] = {"low_word", "either_word"};
    command_run(
        &c,
        "verify match --plant %s --device 0 --width 8 --set n=333 --set bits=0 --set type=u32,u64,f64 "
        "--quiet",
        planted[_i]);
    command_expect(&c, 0);
    out_has("2 ok, 0 wrong, 0 failed, 1 unsupported");
}

/* All 128 lanes in one set: its mask takes four words. */
TEST(the_widest_sets_are_whole) {
    uint32_t x[150];
    uint8_t count[150], rank[150];
    for (size_t i = 0; i < 150; i++) {
        x[i] = 0xfffffffe;
        count[i] = i < 128 ? 128 : 22;
        rank[i] = (uint8_t)(i % 128);
    }
    write_npy("x.npy", "<u4", "False", "(150,)", x, sizeof x);
    for (int s = 0; s < STRATEGIES; s++) {
        run_exec(strategies[s], "--width 128");
        expect_bytes("count.npy", count, 150);
        expect_bytes("rank.npy", rank, 150);
    }
}

static void expect_turns(const char *inputs, json_int_t iterations, json_int_t longest) {
    crosslane(0,
              "verify match/waterfall --device 0 --width 8 --set n=2003 --set bits=0 --set type=u32 "
              "--quiet --json - "
              "--set distribution=%s",
              inputs);
    json_t *const document = command_document(&c);
    const json_t *row = json_array_get(json_object_get(document, "records"), 0);
    const json_t *measures = json_object_get(row, "measures");
    ck_assert_msg(json_integer_value(json_object_get(measures, "iterations")) == iterations &&
                      json_integer_value(json_object_get(measures, "longest")) == longest,
                  "%s: %.2000s", inputs, c.out);
    json_decref(document);
}

/* 251 sub-groups of 8, the last one of 3 elements. */
TEST(a_turn_for_each_value) {
    expect_turns("equal", 251, 1);
    expect_turns("unique2", 502, 2);
    expect_turns("unique4", 1003, 4);
    expect_turns("different", 2003, 8);
}

/* In one process, so that what was expected of one width would be at hand for the next. */
TEST(each_width_has_its_own_answer) {
    crosslane(0, "verify match/loop match/ballot --device 0 --width 2,16,4 --set n=333 --set bits=0 "
                 "--set type=u32 --quiet");
    out_has("6 ok, 0 wrong");
}
