/* sort: the total order of floats, ends of the integers, ranges of bits, one key; and exec on files. */
#include "expected/expected.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

EXPECTED("sort")

TEST(missing_values_are_reported) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "sort", .width = 4, .settings = "n=6 value=u64"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    const cl_mem in = sample_buffer(&place, 6, NULL), out = sample_buffer(&place, 6, NULL),
                 values = sample_buffer(&place, 12, NULL);
    const xl_array arrays[] = {{"keys", in, 0}, {"sorted_keys", out, 0}, {"sorted_values", values, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 3};
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_msg(strstr(error.text, "'values' is missing") != NULL, "%s", error.text);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseMemObject(values);
    xl_plan_free(plan);
}

/* Keys N - 1, ..., 0 with values 2 * key; an odd and an even number of rounds. */
static void check_in_place(const char *strategy, const char *settings) {
    enum { N = 5000 };
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {
        .algorithm = "sort", .strategy = strategy, .width = 4, .settings = settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    const size_t own = strstr(settings, "value=") ? 2 : 1; /* only keys, or also values */
    uint32_t words[N], got[2][N], i = 0;
    cl_mem memory[2];
    for (uint32_t times = 1; times <= 2; times++) {
        for (uint32_t k = 0; k < N; k++) words[k] = times * (N - 1 - k);
        memory[times - 1] = sample_buffer(&place, N, words);
    }
    const xl_array arrays[] = {{"keys", memory[0], 0},
                               {"sorted_keys", memory[0], 0},
                               {"values", memory[1], 0},
                               {"sorted_values", memory[1], 0}},
                   crossed[] = {{"keys", memory[0], 0},
                                {"sorted_keys", memory[1], 0},
                                {"values", memory[1], 0},
                                {"sorted_values", memory[0], 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2 * own},
                    wrong = {.queue = place.queue, .arrays = crossed, .array_count = 4};
    if (own == 2) ck_assert_int_eq(xl_enqueue(plan, &wrong, &error), XL_BAD_ARRAY);
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    for (size_t m = 0; m < own; m++) sample_read(&place, memory[m], 0, N, got[m]);
    while (i < N && got[0][i] == i && (own == 1 || got[1][i] == 2 * i)) i++;
    ck_assert_msg(i == N, "%s %s: key %u is wrong, or its value", strategy, settings, i);
    for (int m = 0; m < 2; m++) clReleaseMemObject(memory[m]);
    xl_plan_free(plan);
}

TEST(in_place) {
    check_in_place("loop", "n=5000 value=u32 in_place=yes bits=20");   /* by 4 at a time */
    check_in_place("radix", "n=5000 value=u32 in_place=yes bits=13");  /* by 6, in several tiles */
    check_in_place("shares", "n=5000 value=u32 in_place=yes bits=20"); /* by 8 */
    check_in_place("network", "n=5000 in_place=yes");
}

/* For 1,000,000 keys in place, in addition to the arrays. */
static size_t scratch_of(const char *strategy) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    size_t bytes = 0;
    const xl_plan_request request = {
        .algorithm = "sort", .strategy = strategy, .width = 4, .settings = "n=1000000 in_place=yes"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_int_eq(xl_plan_get_scratch(plan, NULL, 0, &bytes, &error), XL_SUCCESS);
    xl_plan_free(plan);
    return bytes;
}

TEST(network_has_no_second_buffer) {
    ck_assert_uint_ge(scratch_of("radix"), 4 * 1000000);
    ck_assert_uint_lt(scratch_of("network"), 1000);
}

TEST(in_place_is_asked_for) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "sort", .width = 4, .settings = "n=6"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    const cl_mem keys = sample_buffer(&place, 6, NULL);
    const xl_array arrays[] = {{"keys", keys, 0}, {"sorted_keys", keys, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_msg(strstr(error.text, "overlaps") != NULL, "%s", error.text);
    clReleaseMemObject(keys);
    xl_plan_free(plan);
}

/* ---- exec -----------------------------------------------------------------------------------------------
 */

GROUP("exec");
AROUND(enter, leave);

TEST(files_of_pairs_are_sorted) {
    int32_t keys[500];
    double values[500];
    tool_array got;
    xl_error error = {0};
    for (int i = 0; i < 500; i++) {
        keys[i] = (i * 211) % 500 - 250;
        values[i] = 0.5 * keys[i];
    }
    write_npy("keys.npy", "<i4", "False", "(500,)", keys, sizeof keys);
    write_npy("values.npy", "<f8", "False", "(500,)", values, sizeof values);
    write_npy("few.npy", "<f8", "False", "(499,)", values, 499 * sizeof *values);
    command_run(&c, "exec sort --in values=%s --in keys=%s --out keys=%s --out values=%s",
                scratch_path("values.npy"), scratch_path("keys.npy"), scratch_path("k.npy"),
                scratch_path("v.npy"));
    command_expect(&c, 0);
    ck_assert_msg(tool_npy_read(scratch_path("v.npy"), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert(got.type == XL_F64 && tool_array_elements(&got) == 500);
    for (int i = 0; i < 500; i++) ck_assert(((const double *)got.data)[i] == 0.5 * (i - 250));
    tool_array_free(&got);
    command_run(&c, "exec sort --in keys=%s --in values=%s --out keys=%s --set value=u64",
                scratch_path("keys.npy"), scratch_path("values.npy"), scratch_path("k.npy"));
    command_expect(&c, 2);
    ck_assert_msg(strstr(c.err, "elements are f64, but value = u64 by --set") != NULL, "%s", c.err);
    command_run(&c, "exec sort --in keys=%s --out keys=%s --set value=u64", scratch_path("keys.npy"),
                scratch_path("k.npy"));
    command_expect(&c, 2);
    ck_assert_msg(strstr(c.err, "array 'values' is missing") != NULL, "%s", c.err);
    command_run(&c, "exec sort --in keys=%s --in values=%s --out keys=%s", scratch_path("keys.npy"),
                scratch_path("few.npy"), scratch_path("k.npy"));
    command_expect(&c, 2);
    ck_assert_msg(strstr(c.err, "dimension 0 of array 'values' is 499") != NULL, "%s", c.err);
}
