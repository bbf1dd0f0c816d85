/* match: values of every type by hand, the turns of the waterfall, and consecutive widths. */
#include "expected/expected.h"
#include "support/one_command.h"

EXPECTED("match")

GROUP("command");
AROUND(NULL, free_command);

/* Only keys of 64 bits show the mistakes. */
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

TEST(a_turn_for_each_value) {
    expect_turns("equal", 251, 1);
    expect_turns("unique2", 502, 2);
    expect_turns("unique4", 1003, 4);
    expect_turns("different", 2003, 8);
}

/* One process runs all widths, so one width's result could be taken for the next. */
TEST(each_width_has_its_own_answer) {
    crosslane(0, "verify match/loop match/ballot --device 0 --width 2,16,4 --set n=333 --set bits=0 "
                 "--set type=u32 --quiet");
    out_has("6 ok, 0 wrong");
}
