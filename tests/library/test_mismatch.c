/* A row's text counts each output's own wrong elements. Needs no device. */
#include "support/suite.h"
#include "device/device.h"
#include "run/rows.h"
#include <stdlib.h>

enum { OUT = 3, PLACE = 4, N = 1001 }; /* arrays of balance */

/* The output should be 0; its last `wrong` elements are not. */
static void compare(int array, size_t elements, size_t wrong, tool_verdict *v) {
    tool_expected expected;
    xl_error error = {.text = ""};
    uint32_t *const got = calloc(elements, sizeof *got);
    ck_assert_ptr_nonnull(got);
    ck_assert_int_eq(tool_expected_make(&expected, XL_U32, elements, &error), XL_SUCCESS);
    for (size_t i = elements - wrong; i < elements; i++) got[i] = 5;
    tool_compare_array(&expected, got, array, 4, v);
    tool_expected_free(&expected);
    free(got);
}

static void expect_reason(const char *algorithm, const tool_verdict *v, const char *reason) {
    xl_device device = {.facts.type = CL_DEVICE_TYPE_CPU};
    const tool_job job = {.options = {.seed = 1}};
    const tool_session session = {.job = &job, .options = &job.options, .device = &device};
    const tool_config config = {.cs = tool_find_case(algorithm), .width = 8};
    json_t *const record = json_pack("{s:s}", "kind", "verify");
    tool_row_set_verdict(record, &session, &config, NULL, v);
    ck_assert_str_eq(json_string_value(json_object_get(record, "status")), "mismatch");
    ck_assert_str_eq(json_string_value(json_object_get(record, "reason")), reason);
    json_decref(record);
}

TEST(each_output_counts_its_own_elements) {
    const xl__algorithm *const balance = tool_find_case("balance")->algorithm;
    tool_verdict v = {.wrong = false};
    ck_assert_int_eq(balance->arrays[OUT].direction, XL__OUT);
    ck_assert_int_eq(balance->arrays[PLACE].direction, XL__OUT);
    compare(OUT, N, 877, &v);
    compare(PLACE, N, 878, &v);
    ck_assert_uint_eq(v.wrong_count, 877 + 878);
    expect_reason(
        "balance", &v,
        "877 elements of 'out' are wrong, the first is out[124]: expected 0, got 5; 878 elements of "
        "'place' are wrong");
}

TEST(a_right_output_is_not_reported) {
    tool_verdict v = {.wrong = false};
    compare(OUT, N, 0, &v);
    compare(PLACE, N, 1, &v);
    expect_reason("balance", &v,
                  "1 element of 'place' is wrong, the first is place[1000]: expected 0, got 5");
}

TEST(an_output_in_any_order_counts_its_own) {
    static const uint32_t got[] = {1, 1, 2, 2, 2};
    tool_expected expected;
    tool_verdict v = {.wrong = false};
    xl_error error = {.text = ""};
    ck_assert_int_eq(tool_expected_make(&expected, XL_U32, 5, &error), XL_SUCCESS);
    for (uint32_t i = 0; i < 5; i++) ((uint32_t *)expected.exact)[i] = i + 1;
    ck_assert_int_eq(tool_compare_any_order(&expected, got, 5, OUT, &v, &error), XL_SUCCESS);
    tool_expected_free(&expected);
    compare(PLACE, N, 10, &v);
    expect_reason(
        "balance", &v,
        "3 elements of 'out', in any order, are too many: 1 is there 2 times, expected 1; 3 is missing "
        "(there 0 times, expected 1); 10 elements of 'place' are wrong");
}
