/* elect where the answer is known: values of a program of other origin, every element once, and how often the
   function was computed and a place taken. */
#include "support/place.h"
#include "support/suite.h"
#include <stdlib.h>
#include <string.h>

/* Three rows of ten: one full, one with its first and last element, one empty. */
enum { ROWS = 3, N = 10, ALL = ROWS * N, KEPT = 12, UNTOUCHED = 0x5eed };
static const uint32_t key[ROWS] = {0, 1, 999};

/* Elements 1 to 10 xor 3 rounds of 0, 77 and 78 xor 3 rounds of 1, in order: by a program in Python. */
static const uint32_t known[KEPT] = {0x00e15a60, 0x00e15a62, 0x00e15a63, 0x00e15a64, 0x00e15a65, 0x00e15a66,
                                     0x00e15a67, 0x00e15a68, 0x00e15a69, 0x00e15a6b, 0x3f2607b0, 0x3f2607b3};

static const struct {
    const char *strategy;
    double atomics, functions;
} ways[] = {
    {"every", 12, 12},         /* each element */
    {"elect_function", 12, 4}, /* sub-groups of 8 with an element: two of row 0, two of row 1 */
    {"elect_atomic", 4, 12},   {"elected", 4, 4},
    {"group", 2, 2}, /* work-groups of 16: one of row 0, one of row 1 */
    {"batch", 3, 3}, /* elements 0 to 7, 8 to 15, 16 to 23; a function for each row */
};

static int compare_words(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double run(const char *strategy, const char *measured, uint32_t *out, uint32_t *count) {
    uint32_t x[ALL] = {0}, before[ALL];
    for (uint32_t i = 0; i < ALL; i++) {
        before[i] = UNTOUCHED;
        x[i] = i < N ? i + 1 : i == N ? 78 : i == 2 * N - 1 ? 77 : 0;
    }
    const xl_plan_request request = {.algorithm = "elect",
                                     .strategy = strategy,
                                     .backend = "local",
                                     .width = 8,
                                     .settings = "rows=3 n=10 rounds=3 group=16"};
    cl_mem buffers[] = {sample_buffer(&place, ROWS, key), sample_buffer(&place, ALL, x),
                        sample_buffer(&place, ALL, before), sample_buffer(&place, 1, before)};
    const xl_array arrays[] = {
        {"key", buffers[0], 0}, {"x", buffers[1], 0}, {"out", buffers[2], 0}, {"count", buffers[3], 0}};
    const xl_launch launch = {.arrays = arrays, .array_count = 4};
    const double value = sample_run(&place, &request, &launch, measured);
    sample_read(&place, buffers[2], 0, ALL, out);
    sample_read(&place, buffers[3], 0, 1, count);
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++) clReleaseMemObject(buffers[b]);
    return value;
}

AROUND(open_place, close_place);

EACH_TEST(each_element_has_a_place_of_its_own, ways) {
    uint32_t out[ALL], count = 0;
    ck_assert_double_eq(run(ways[_i].strategy, "atomics", out, &count), ways[_i].atomics);
    ck_assert_uint_eq(count, KEPT);
    for (size_t i = KEPT; i < ALL; i++) ck_assert_uint_eq(out[i], UNTOUCHED);
    qsort(out, KEPT, sizeof *out, compare_words);
    for (size_t i = 0; i < KEPT; i++)
        ck_assert_msg(out[i] == known[i], "%s: 0x%08x, not 0x%08x", ways[_i].strategy, out[i], known[i]);
    ck_assert_double_eq(run(ways[_i].strategy, "functions", out, &count), ways[_i].functions);
}

TEST(too_many_elements_are_refused) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "elect", .settings = "rows=65536 n=65536"};
    ck_assert_int_eq(xl_plan_make(place.device, &request, &plan, &error), XL_BAD_VALUE);
    ck_assert_msg(strstr(error.text, "more than 2^32 - 1024 elements") != NULL, "%s", error.text);
}
