/* Numbers as written, compared with integers and floats. Expected values are from Python's fractions.Fraction
   (tests/independent/thresholds.py). */
#include "support/sample.h"
#include "support/suite.h"
#include "table/lookup.h"
#include "table/real.h"
#include "table/registry.h"
#include "table/settings.h"
#include <inttypes.h>
#include <string.h>

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- reading a text ---------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    uint32_t float_bits; /* the nearest float, ties to even */
    uint64_t floor;      /* limited to 0 to 2^64 - 1 */
    int floor_outside;
    uint64_t ceil;
    int ceil_outside;
} numbers[] = {
    {"0.1", 0x3dcccccdu, UINT64_C(0), 0, UINT64_C(1), 0},
    {"0.5", 0x3f000000u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"-0.5", 0xbf000000u, UINT64_C(0), -1, UINT64_C(0), 0},
    {"-1", 0xbf800000u, UINT64_C(0), -1, UINT64_C(0), -1},
    {"1e30", 0x7149f2cau, UINT64_C(18446744073709551615), 1, UINT64_C(18446744073709551615), 1},
    {"1e-30", 0x0da24260u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"16777217", 0x4b800000u, UINT64_C(16777217), 0, UINT64_C(16777217), 0},
    {"16777217.00000000001", 0x4b800001u, UINT64_C(16777217), 0, UINT64_C(16777218), 0},
    {"16777216.99999999999999999999", 0x4b800000u, UINT64_C(16777216), 0, UINT64_C(16777217), 0},
    {"1.000000059604644775390625", 0x3f800000u, UINT64_C(1), 0, UINT64_C(2), 0},
    {"1.000000059604644775390626", 0x3f800001u, UINT64_C(1), 0, UINT64_C(2), 0},
    {"1.000000059604644775390624", 0x3f800000u, UINT64_C(1), 0, UINT64_C(2), 0},
    {"1.000000178813934326171875", 0x3f800002u, UINT64_C(1), 0, UINT64_C(2), 0},
    {"9007199254740993", 0x5a000000u, UINT64_C(9007199254740993), 0, UINT64_C(9007199254740993), 0},
    {"9007199254740992.5", 0x5a000000u, UINT64_C(9007199254740992), 0, UINT64_C(9007199254740993), 0},
    {"9007199254740992.99999999999999999999", 0x5a000000u, UINT64_C(9007199254740992), 0,
     UINT64_C(9007199254740993), 0},
    {"9007199254740993.00000000000000000001", 0x5a000000u, UINT64_C(9007199254740993), 0,
     UINT64_C(9007199254740994), 0},
    {"-9007199254740993", 0xda000000u, UINT64_C(0), -1, UINT64_C(0), -1},
    {"18446744073709551615", 0x5f800000u, UINT64_C(18446744073709551615), 0, UINT64_C(18446744073709551615),
     0},
    {"18446744073709551614.5", 0x5f800000u, UINT64_C(18446744073709551614), 0, UINT64_C(18446744073709551615),
     0},
    {"18446744073709551616", 0x5f800000u, UINT64_C(18446744073709551615), 1, UINT64_C(18446744073709551615),
     1},
    {"18446744073709551615.99999999999999999999999999", 0x5f800000u, UINT64_C(18446744073709551615), 0,
     UINT64_C(18446744073709551615), 1},
    {"999999999999999999", 0x5d5e0b6bu, UINT64_C(999999999999999999), 0, UINT64_C(999999999999999999), 0},
    {"1000000000000000001", 0x5d5e0b6bu, UINT64_C(1000000000000000001), 0, UINT64_C(1000000000000000001), 0},
    {"5.00000000000000000001", 0x40a00000u, UINT64_C(5), 0, UINT64_C(6), 0},
    {"4.99999999999999999999", 0x40a00000u, UINT64_C(4), 0, UINT64_C(5), 0},
    {"1e-400", 0x00000000u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"1e-2000", 0x00000000u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"-1e-2000", 0x80000000u, UINT64_C(0), -1, UINT64_C(0), 0},
    {"3.4028235677973366e38", 0x7f7fffffu, UINT64_C(18446744073709551615), 1, UINT64_C(18446744073709551615),
     1},
    {"340282356779733661637539395458142568447.9", 0x7f7fffffu, UINT64_C(18446744073709551615), 1,
     UINT64_C(18446744073709551615), 1},
    {"340282356779733661637539395458142568448", 0x7f800000u, UINT64_C(18446744073709551615), 1,
     UINT64_C(18446744073709551615), 1},
    {"340282366920938463463374607431768211456", 0x7f800000u, UINT64_C(18446744073709551615), 1,
     UINT64_C(18446744073709551615), 1},
    {"2.10194769648722545e-45", 0x00000001u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"7.006492321624085e-46", 0x00000000u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"1e-45", 0x00000001u, UINT64_C(0), 0, UINT64_C(1), 0},
    {"4294967295.5", 0x4f800000u, UINT64_C(4294967295), 0, UINT64_C(4294967296), 0},
    {"9223372036854775809", 0x5f000000u, UINT64_C(9223372036854775809), 0, UINT64_C(9223372036854775809), 0},
    {"12345678901234567.89", 0x5a2f7151u, UINT64_C(12345678901234567), 0, UINT64_C(12345678901234568), 0},
};

static void check_real(xl__real real, int i) {
    int outside = 0;
    const uint32_t bits = xl__float_bits(xl__real_float(real));
    ck_assert_msg(bits == numbers[i].float_bits, "%s: float %08" PRIx32, numbers[i].text, bits);
    const uint64_t below = xl__real_floor(real, 0.0, &outside);
    ck_assert_msg(below == numbers[i].floor && outside == numbers[i].floor_outside, "%s: floor %" PRIu64,
                  numbers[i].text, below);
    const uint64_t above = xl__real_ceil(real, 0.0, &outside);
    ck_assert_msg(above == numbers[i].ceil && outside == numbers[i].ceil_outside, "%s: ceil %" PRIu64,
                  numbers[i].text, above);
}

GROUP("text");

EACH_TEST(a_number_is_read_once, numbers) {
    xl__real real = {0, 0};
    ck_assert(xl__parse_real(numbers[_i].text, strlen(numbers[_i].text), &real));
    check_real(real, _i);
}

EACH_TEST(what_is_printed_reads_back_the_same, numbers) {
    xl__real real = {0, 0}, back = {0, 0};
    char text[XL__NUMBER_TEXT];
    ck_assert(xl__parse_real(numbers[_i].text, strlen(numbers[_i].text), &real));
    xl__real_text(real, text);
    ck_assert_msg(xl__parse_real(text, strlen(text), &back), "%s", text);
    check_real(back, _i);
}

/* A double halfway between two floats differs from its shortest text. */
TEST(doubles_are_printed_so_too) {
    const double middles[] = {1 + 0x1p-24, 1 + 3 * 0x1p-24, 3 * 0x1p-150, -(1 + 0x1p-24), 0x1.000001p100};
    for (int i = 0; i < COUNT(middles); i++) {
        xl__real back = {0, 0};
        char text[XL__NUMBER_TEXT];
        xl__real_text((xl__real){middles[i], 0.0}, text);
        ck_assert(xl__parse_real(text, strlen(text), &back));
        ck_assert_msg(back.value == middles[i], "%s", text);
        ck_assert_msg(xl__float_bits(xl__real_float(back)) == xl__float_bits((float)middles[i]), "%s", text);
    }
}

/* ---- accepted numbers -------------------------------------------------------------------------------- */

static const struct {
    const char *algorithm, *settings;
    bool accepted;
} ends[] = {
    {"compact", "threshold=340282366920938463463374607431768211456", true},
    {"compact", "threshold=340282366920938463463374607431768211457", false},
    {"compact", "threshold=340282366920938463463374607431768211456.0000001", false},
    {"compact", "threshold=-340282366920938463463374607431768211456", true},
    {"compact", "threshold=1e400", false},
    {"compact", "threshold=1e30", true},
    {"compact", "n=4294967295.0000000000000001", false}, /* whole as a double */
    {"compact", "n=4294967295", true},
    {"histogram", "log_most=128.00000000000000000001", false},
    {"histogram", "log_most=128", true},
    {"histogram", "log_least=-126.00000000000000000001", false},
};

EACH_TEST(ranges_end_where_they_end, ends) {
    const xl__algorithm *const algorithm = xl__find_algorithm(ends[_i].algorithm);
    xl__problem problem = {.type = XL_U32};
    xl_error error = {0};
    const int status = xl__read_settings(algorithm, ends[_i].settings, &problem, &error);
    ck_assert_msg((status == XL_SUCCESS) == ends[_i].accepted, "%s: %s", ends[_i].settings, error.text);
}

static void check_pair(const sample_place *place, const xl_setting *setting, const char *text) {
    const xl_plan_request request = {
        .algorithm = "compact", .strategy = "loop", .type = XL_U64, .values = setting, .value_count = 1};
    xl_plan *plan = NULL;
    xl_error error = {0};
    xl_value value;
    ck_assert_msg(xl_plan_make(place->device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(xl_plan_get_value(plan, "threshold", &value, &error), XL_SUCCESS);
    ck_assert_str_eq(value.text, text);
    xl_plan_free(plan);
}

GROUP("library");

TEST(pairs_keep_their_numbers) {
    sample_place place;
    sample_open(&place, NULL);
    check_pair(&place, &(xl_setting){.name = "threshold", .word = "18446744073709551615"},
               "18446744073709551615");
    check_pair(&place, &(xl_setting){.name = "threshold", .number = 0x1p53}, "9007199254740992");
    check_pair(&place, &(xl_setting){.name = "threshold", .word = "9007199254740993"}, "9007199254740993");
    check_pair(&place, &(xl_setting){.name = "threshold", .number = 0.1}, "0.1");
    sample_close(&place);
}
