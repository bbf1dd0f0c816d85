/* sort where the answer is known: the total order of floats, ends of the integers, ranges of bits, one key,
   and exec on files; on a device, through the library. */
#define _XOPEN_SOURCE 700
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>

GROUP("library");
AROUND(open_place, close_place);

static const char *const strategies[] = {"loop", "radix", "bitonic", "group", "onesweep", "shares", NULL};

/* Sorts n keys of 4 or 8 bytes, at most 64 words of them. */
static void sort_keys(const char *strategy, xl_type type, const char *settings, const void *keys, size_t n,
                      void *sorted) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    char text[160];
    const uint32_t untouched[64] = {0};
    const size_t words = n * xl_type_size(type) / 4;
    snprintf(text, sizeof text, "n=32 %s", settings);
    const xl_plan_request request = {
        .algorithm = "sort", .strategy = strategy, .type = type, .width = 4, .settings = text};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem in = sample_buffer(&place, 64, untouched), out = sample_buffer(&place, 64, untouched);
    if (words > 0)
        ck_assert_int_eq(clEnqueueWriteBuffer(place.queue, in, CL_TRUE, 0, words * 4, keys, 0, NULL, NULL),
                         0);
    const xl_array arrays[] = {{"keys", in, 0}, {"sorted_keys", out, 0}};
    const xl_scalar scalars[] = {{"n", (double)n}};
    const xl_launch launch = {
        .queue = place.queue, .arrays = arrays, .array_count = 2, .scalars = scalars, .scalar_count = 1};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, out, 0, 64, sorted);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    xl_plan_free(plan);
}

/* Words as they stand, and as they are sorted; of 8 bytes the low word first. */
static const struct {
    xl_type type;
    const char *settings;
    size_t n;
    uint32_t keys[10], sorted[10];
} known[] = {
    {XL_U32, "", 5, {3, 0xffffffff, 0, 0x80000000, 3}, {0, 3, 3, 0x80000000, 0xffffffff}},
    {XL_U32, "order=descending", 5, {3, 0xffffffff, 0, 0x80000000, 3}, {0xffffffff, 0x80000000, 3, 3, 0}},
    {XL_I32, "", 5, {3, 0xffffffff, 0, 0x80000000, 0x7fffffff}, {0x80000000, 0xffffffff, 0, 3, 0x7fffffff}},
    {XL_I32, "order=descending", 3, {0xffffffff, 0x80000000, 0}, {0, 0xffffffff, 0x80000000}},
    /* By the lowest byte: what is above it keeps its order. */
    {XL_U32, "bits=8", 5, {0x302, 0x201, 0x102, 0x401, 0x500}, {0x500, 0x201, 0x401, 0x302, 0x102}},
    {XL_U32,
     "bits=8 order=descending",
     5,
     {0x302, 0x201, 0x102, 0x401, 0x500},
     {0x302, 0x102, 0x201, 0x401, 0x500}},
    {XL_U32, "low=8 bits=4", 4, {0x1f02, 0x2e01, 0x302, 0x4e00}, {0x302, 0x2e01, 0x4e00, 0x1f02}},
    /* No bit is left: all keys are equal. */
    {XL_U32, "low=40", 3, {5, 1, 3}, {5, 1, 3}},
    /* 1, -NaN, +0, -0, infinity, NaN, -infinity, -1, the least number above 0, another NaN */
    {XL_F32,
     "",
     10,
     {0x3f800000, 0xffc00000, 0, 0x80000000, 0x7f800000, 0x7fc00000, 0xff800000, 0xbf800000, 1, 0x7fc00001},
     {0xffc00000, 0xff800000, 0xbf800000, 0x80000000, 0, 1, 0x3f800000, 0x7f800000, 0x7fc00000, 0x7fc00001}},
    /* The sign alone: floats below zero first. */
    {XL_F32, "low=31", 4, {0x3f800000, 0xbf800000, 0, 0x80000000}, {0xbf800000, 0x80000000, 0x3f800000, 0}},
    {XL_U64, "", 4, {1, 2, 2, 1, 0, 0x80000000, 7, 0}, {7, 0, 2, 1, 1, 2, 0, 0x80000000}},
    {XL_I64,
     "",
     3,
     {1, 2, 0, 0x80000000, 0xffffffff, 0xffffffff},
     {0, 0x80000000, 0xffffffff, 0xffffffff, 1, 2}},
    {XL_U64, "low=32 bits=32", 3, {9, 2, 5, 1, 3, 2}, {5, 1, 9, 2, 3, 2}},
};

EACH_TEST(known_orders, known) {
    for (int s = 0; strategies[s]; s++) {
        uint32_t sorted[64];
        const size_t words = known[_i].n * xl_type_size(known[_i].type) / 4;
        sort_keys(strategies[s], known[_i].type, known[_i].settings, known[_i].keys, known[_i].n, sorted);
        for (size_t i = 0; i < words; i++)
            ck_assert_msg(sorted[i] == known[_i].sorted[i], "%s, %s %s: word %zu is %x, expected %x",
                          strategies[s], xl_type_name(known[_i].type), known[_i].settings, i, sorted[i],
                          known[_i].sorted[i]);
    }
}

/* -0 stands before 0, and each NaN on its side; where the device has double precision. */
TEST(doubles_in_total_order) {
    static const uint64_t keys[] = {UINT64_C(0x3ff0000000000000),
                                    0,
                                    UINT64_C(1) << 63,
                                    UINT64_C(0xfff8000000000001),
                                    UINT64_C(0x7ff8000000000000),
                                    UINT64_C(0xbff0000000000000)};
    static const int right[] = {3, 5, 2, 1, 0, 4};
    cl_device_fp_config fp64 = 0;
    ck_assert_int_eq(clGetDeviceInfo(place.id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof fp64, &fp64, NULL), 0);
    for (int s = 0; strategies[s] && fp64; s++) {
        uint64_t sorted[32];
        sort_keys(strategies[s], XL_F64, "", keys, 6, sorted);
        for (int i = 0; i < 6; i++)
            ck_assert_msg(sorted[i] == keys[right[i]], "%s: key %d", strategies[s], i);
    }
}

/* Values stay with their keys, in the order that equal keys had: by the lowest bit. */
EACH_TEST(values_go_with_their_keys, strategies) {
    static const uint32_t keys[] = {5, 2, 7, 4, 2, 1}, sorted[] = {2, 4, 2, 5, 7, 1};
    static const uint64_t values[] = {50, UINT64_MAX, 70, 40, 21, 10},
                          moved[] = {UINT64_MAX, 40, 21, 50, 70, 10};
    xl_plan *plan = NULL;
    xl_error error = {0};
    uint32_t got[6];
    uint64_t got_values[6];
    const xl_plan_request request = {
        .algorithm = "sort", .strategy = strategies[_i], .width = 4, .settings = "n=6 value=u64 bits=1"};
    if (!strategies[_i]) return; /* the end of the list */
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem in = sample_buffer(&place, 6, keys), in_values = sample_buffer(&place, 12, NULL),
           out = sample_buffer(&place, 6, NULL), out_values = sample_buffer(&place, 12, NULL);
    ck_assert_int_eq(
        clEnqueueWriteBuffer(place.queue, in_values, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL), 0);
    const xl_array arrays[] = {
        {"keys", in, 0}, {"sorted_keys", out, 0}, {"sorted_values", out_values, 0}, {"values", in_values, 0}};
    xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 3};
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error),
                     XL_BAD_ARRAY); /* values are promised, and not there */
    ck_assert_msg(strstr(error.text, "'values' is missing") != NULL, "%s", error.text);
    launch.array_count = 4;
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    sample_read(&place, out, 0, 6, got);
    ck_assert_int_eq(clEnqueueReadBuffer(place.queue, out_values, CL_TRUE, 0, sizeof got_values, got_values,
                                         0, NULL, NULL),
                     0);
    ck_assert_mem_eq(got, sorted, sizeof sorted);
    ck_assert_mem_eq(got_values, moved, sizeof moved);
    clReleaseMemObject(in);
    clReleaseMemObject(in_values);
    clReleaseMemObject(out);
    clReleaseMemObject(out_values);
    xl_plan_free(plan);
}

/* Nothing is written where there is nothing, and a single key is copied. */
TEST(nothing_and_one_key) {
    const uint32_t key = 42;
    uint32_t sorted[64];
    for (int s = 0; strategies[s]; s++) {
        sort_keys(strategies[s], XL_U32, "", &key, 0, sorted);
        ck_assert_uint_eq(sorted[0], 0);
        sort_keys(strategies[s], XL_U32, "", &key, 1, sorted);
        ck_assert_uint_eq(sorted[0], 42);
        ck_assert_uint_eq(sorted[1], 0);
    }
}

/* ---- exec -----------------------------------------------------------------------------------------------
 */

GROUP("exec");
AROUND(enter, leave);

TEST(files_are_sorted) {
    static const char *const names[] = {"sort", "sort/loop", "sort/radix"};
    float x[900];
    for (int i = 0; i < 900; i++) x[i] = (float)((i * 611) % 900) - 450.0F;
    write_npy("keys.npy", "<f4", "False", "(900,)", x, sizeof x);
    for (int s = 0; s < 3; s++) {
        tool_array got;
        xl_error error = {0};
        command_run(&c, "exec %s --width 8 --in keys=%s --out sorted_keys=%s --set order=descending",
                    names[s], scratch_path("keys.npy"), scratch_path("sorted.npy"));
        command_expect(&c, 0);
        ck_assert_msg(tool_npy_read(scratch_path("sorted.npy"), &got, &error) == XL_SUCCESS, "%s",
                      error.text);
        ck_assert_uint_eq(tool_array_elements(&got), 900);
        for (int i = 0; i < 900; i++) ck_assert(((const float *)got.data)[i] == 449.0F - (float)i);
        tool_array_free(&got);
    }
}

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
