/* sort: the total order of floats, ends of the integers, ranges of bits, one key; and exec on files. */
#include "known/known.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include <stdint.h>

KNOWN("sort")

/* Values are promised, and not there. */
TEST(missing_values_are_told) {
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

/* ---- exec -----------------------------------------------------------------------------------------------
 */

GROUP("exec");
AROUND(enter, leave);

/* The types of values come from their file; outputs have the inputs' names too. */
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
