/* verify --exhaustive: a known mistake, a corrupted reference, an interrupt, refusals. A whole domain takes a
   minute; tests use a thousandth. */
#include "support/one_command.h"
#include "support/suite.h"
#include <stdint.h>
#include <string.h>

static const json_t *row_of(const json_t *document, size_t row) {
    return json_array_get(json_object_get(document, "records"), row);
}

static json_int_t measure(const json_t *record, const char *name) {
    const json_t *value = json_object_get(json_object_get(record, "measures"), name);
    ck_assert_msg(json_is_integer(value), "%s: no measure '%s' in\n%.3000s", c.line, name, c.out);
    return json_integer_value(value);
}

static double error_found(const json_t *record) {
    return json_number_value(json_object_get(record, "error_found"));
}

#define WALK "verify --device 0 --exhaustive --quiet --json - "

AROUND_ALL(NULL, free_command);
AROUND(scratch_make, scratch_remove);

TEST(right_kernels_pass) {
    static const char *const names[] = {"add", "subtract", "scale"};
    crosslane(0, WALK "--part 1016/1016 --set form=unorm24 normal24");
    json_t *const document = command_document(&c);
    for (size_t i = 0; i < 3; i++) {
        const json_t *record = row_of(document, 2 * i); /* then values outside [0, 1] */
        ck_assert_str_eq(json_string_value(json_object_get(record, "strategy")), names[i]);
        ck_assert_str_eq(json_string_value(json_object_get(record, "status")), "ok");
        ck_assert_int_eq(measure(record, "values"), 1065353217);
        ck_assert_int_eq(measure(record, "walked"), 1048577);
        ck_assert_int_eq(measure(record, "wrong"), 0);
        ck_assert_double_eq(error_found(record), 0x1p-24);
        ck_assert_int_eq(measure(row_of(document, 2 * i + 1), "values"), 4294967296 - 1065353217);
    }
    json_decref(document);
}

/* Just below 1, for one float only. */
TEST(the_one_wrong_value_is_named) {
    crosslane(0, WALK "--part 1016/1016 --set form=unorm24 --plant before normal24");
    json_t *document = command_document(&c);
    const json_t *record = row_of(document, 0);
    ck_assert_int_eq(measure(record, "wrong"), 1);
    ck_assert_int_eq(measure(record, "first_wrong_bits"), 0x3f7fffff);
    ck_assert_int_eq(measure(record, "largest_error_bits"), 0x3f7fffff);
    ck_assert_double_eq(error_found(record), 1.0 - 0x1p-24);
    command_has(&c, json_string_value(json_object_get(record, "reason")), "the first is 0x3f7fffff: 'code' ");
    json_decref(document);
    /* A part without a wrong value reports that. */
    crosslane(1, WALK "--part 1/1016 --set form=unorm24 --plant before normal24");
    document = command_document(&c);
    command_has(&c, json_string_value(json_object_get(row_of(document, 0), "reason")), "NOT caught");
    json_decref(document);
}

TEST(small_domains_are_walked_whole) {
    static const struct {
        const char *form;
        json_int_t values;
        double error;
    } wanted[] = {{"half11", 0x3c01, 0x1p-11},
                  {"bfloat8", 0x3f81, 0x1p-8},
                  {"half3", 2 * 0x3c01, 0x1p-9},
                  {"half3_open", 2 * 0x3c01, 0x1p-9}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        crosslane(0, WALK "--set form=%s normal24/add", wanted[i].form);
        json_t *const document = command_document(&c);
        ck_assert_int_eq(measure(row_of(document, 0), "walked"), wanted[i].values);
        ck_assert_double_eq(error_found(row_of(document, 0)), wanted[i].error);
        json_decref(document);
    }
}

TEST(parts_make_the_whole) {
    json_int_t walked = 0, wrong = 0;
    for (int part = 1; part <= 7; part++) {
        crosslane(part < 7 ? 1 : 0, WALK "--part %d/7 --set form=bfloat8 normal24/cut",
                  part); /* below 2^-9, in the first six, all is rounded down anyway */
        json_t *const document = command_document(&c);
        walked += measure(row_of(document, 0), "walked");
        wrong += measure(row_of(document, 0), "wrong");
        json_decref(document);
    }
    ck_assert_int_eq(walked, 0x3f81);
    command_run(&c, WALK "--set form=bfloat8 normal24/cut");
    json_t *const document = command_document(&c);
    ck_assert_int_eq(measure(row_of(document, 0), "wrong"), wrong);
    json_decref(document);
}

TEST(a_wrong_reference_is_found) {
    crosslane(0, "copy normal24 %s", scratch_path("mine"));
    scratch_edit("mine/normal24/exact.cl", "whole % 2u", "whole != ~0u");
    crosslane(1, WALK "--set form=bfloat8 normal24/add --kernel-dir %s", scratch_path("mine"));
    json_t *const document = command_document(&c);
    const char *const reason = json_string_value(json_object_get(row_of(document, 0), "reason"));
    command_has(&c, reason, "the reference 'exact' itself is wrong: 'code' of 0x3b800000 is 1");
    json_decref(document);
}

TEST(a_mistake_is_a_wrong_result) {
    crosslane(0, "copy normal24 %s", scratch_path("mine"));
    scratch_edit("mine/normal24/normal24.cl", "fmin(m, 1.0f) * ", "m * ");
    crosslane(1, WALK "--part 1/3000 --set form=unorm24 normal24/scale --kernel-dir %s",
              scratch_path("mine"));
    json_t *const document = command_document(&c);
    const json_t *record = row_of(document, 1); /* outside [0, 1] */
    ck_assert_str_eq(json_string_value(json_object_get(record, "status")), "mismatch");
    ck_assert_int_eq(measure(record, "first_wrong_bits"), 0x3f800001);
    command_has(&c, json_string_value(json_object_get(json_object_get(record, "mismatch"), "repeat")),
                "--exhaustive --part 1/3000");
    json_decref(document);
}

/* Progress is printed once a second. */
TEST(an_interrupt_keeps_what_was_walked) {
    const char *const path = scratch_path("walk.json");
    size_t rows = 0;
    for (unsigned seconds = 3; rows == 0 && seconds <= 24; seconds *= 2) {
        command_start(
            &c, "verify --device 0 --exhaustive --quiet --force --set form=sign25 normal24/add --json %s",
            path);
        if (command_worker(&c) == 0) {
            command_wait(&c);
            ck_abort_msg("no worker was seen: %.2000s", c.err);
        }
        sleep(seconds);
        command_interrupt(&c);
        rows = command_check_file(path, false);
    }
    ck_assert_uint_eq(rows, 1);
    out_has("interrupted; all floats in [-1, 1]: ", " of 2130706434 values, 0 wrong");
}

TEST(bad_requests_are_reported) {
    crosslane(2, "verify lerp --exhaustive --device 0 --quiet");
    err_has("no chosen strategy has a domain");
    command_run(&c, "verify normal24 --random 64 --part 1/2");
    command_refused(&c, 2, "--part", "--random", NULL);
    command_run(&c, "verify normal24 --level pairs --part 1/2");
    command_refused(&c, 2, "--part", "--level pairs", NULL);
    static const char *const parts[] = {"0/2", "3/2", "1", "1/", "1/2x", "1/2000000", "-1/2", "1,2"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        command_run(&c, "verify normal24 --exhaustive --part %s", parts[i]);
        command_refused(&c, 2, "--part", "PART/PARTS", NULL);
    }
    command_run(&c, "verify normal24 --exhaustive --level full");
    command_refused(&c, 2, "--exhaustive and --level", NULL);
    command_run(&c, "verify normal24 --exhaustive --random 5");
    command_refused(&c, 2, "--exhaustive and --random", NULL);
    command_run(&c, "bench normal24 --exhaustive");
    command_refused(&c, 2, "--exhaustive means nothing to 'bench'", NULL);
}
