/* A count that the device alone knows: 0, 1, some, all, more than there are; by every strategy that auto may
   take and those by name. compact and then sort, where the host reads nothing in between. */
#define _XOPEN_SOURCE 700
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>

GROUP("library");
AROUND(open_place, close_place);

enum { N = 40, MOST_ARRAYS = 6, UNTOUCHED = 77 };

/* One run of an algorithm by a strategy, with arrays of N words each. */
typedef struct run {
    const char *algorithm, *strategy, *settings;
    xl_array arrays[MOST_ARRAYS];
    size_t count;
} run;

static void enqueue(const run *r) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {
        .algorithm = r->algorithm, .strategy = r->strategy, .width = 4, .settings = r->settings};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    const xl_launch launch = {.queue = place.queue, .arrays = r->arrays, .array_count = r->count};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == XL_SUCCESS, "%s", error.text);
    xl_plan_free(plan);
}

/* A buffer of N words of a value that no kernel writes, so that words which were written show. */
static cl_mem untouched(void) {
    uint32_t words[N];
    for (int i = 0; i < N; i++) words[i] = UNTOUCHED;
    return sample_buffer(&place, N, words);
}

/* Keys N - 1, N - 2, ..., 0. */
static cl_mem falling(void) {
    uint32_t words[N];
    for (uint32_t i = 0; i < N; i++) words[i] = N - 1 - i;
    return sample_buffer(&place, N, words);
}

static const uint64_t counts[] = {0, 1, 17, N - 1, N, N + 1, UINT32_MAX, (UINT64_C(1) << 32) + 3, UINT64_MAX};
enum { COUNTS = sizeof counts / sizeof *counts };

/* The count as words of its type; false: the type has 32 bits, and the count needs more. */
static bool count_words(uint64_t count, bool wide, uint32_t words[2]) {
    words[0] = (uint32_t)count;
    words[1] = (uint32_t)(count >> 32);
    return wide || words[1] == 0;
}

static uint32_t taken(uint64_t count) {
    return count < N ? (uint32_t)count : N;
}

static void expect_words(const run *r, const char *what, uint64_t count, cl_mem buffer,
                         const uint32_t *words) {
    uint32_t got[N];
    sample_read(&place, buffer, 0, N, got);
    for (int i = 0; i < N; i++)
        ck_assert_msg(got[i] == words[i], "%s/%s %s, count %llu: %s[%d] is %u, expected %u", r->algorithm,
                      r->strategy, r->settings, (unsigned long long)count, what, i, got[i], words[i]);
}

/* status is 1, of 4 or 8 bytes, where the count is above N; nothing behind it is written. */
static void expect_status(const run *r, uint64_t count, bool wide, cl_mem status) {
    uint32_t words[N];
    for (int i = 0; i < N; i++) words[i] = UNTOUCHED;
    words[0] = count > N;
    if (wide) words[1] = 0;
    expect_words(r, "status", count, status, words);
}

static void sort_counted(const char *strategy, uint64_t count, bool wide) {
    uint32_t sorted[N], words[2];
    if (!count_words(count, wide, words)) return;
    cl_mem keys = falling(), out = untouched(), status = untouched(), given = sample_buffer(&place, 2, words);
    const run r = {"sort",
                   strategy,
                   wide ? "n=40 counted=u64" : "n=40 counted=u32",
                   {{"keys", keys, 0}, {"sorted_keys", out, 0}, {"count", given, 0}, {"status", status, 0}},
                   4};
    enqueue(&r);
    for (uint32_t i = 0; i < N; i++) sorted[i] = i < taken(count) ? N - taken(count) + i : UNTOUCHED;
    expect_words(&r, "sorted_keys", count, out, sorted);
    expect_status(&r, count, wide, status);
    clReleaseMemObject(keys);
    clReleaseMemObject(out);
    clReleaseMemObject(status);
    clReleaseMemObject(given);
}

static void reduce_counted(const char *strategy, uint64_t count, bool wide) {
    uint32_t total[N], words[2];
    if (!count_words(count, wide, words)) return;
    cl_mem x = falling(), out = untouched(), status = untouched(), given = sample_buffer(&place, 2, words);
    const run r = {"reduce",
                   strategy,
                   wide ? "n=40 counted=u64" : "n=40 counted=u32",
                   {{"x", x, 0}, {"result", out, 0}, {"count", given, 0}, {"status", status, 0}},
                   4};
    enqueue(&r);
    for (uint32_t i = 0; i < N; i++) total[i] = UNTOUCHED;
    total[0] = 0;
    for (uint32_t i = 0; i < taken(count); i++) total[0] += N - 1 - i;
    expect_words(&r, "result", count, out, total);
    expect_status(&r, count, wide, status);
    clReleaseMemObject(x);
    clReleaseMemObject(out);
    clReleaseMemObject(status);
    clReleaseMemObject(given);
}

static void scan_counted(const char *strategy, uint64_t count, bool wide) {
    uint32_t sums[N], words[2], sum = 0;
    if (!count_words(count, wide, words)) return;
    cl_mem x = falling(), out = untouched(), status = untouched(), given = sample_buffer(&place, 2, words);
    const run r = {"scan",
                   strategy,
                   wide ? "n=40 counted=u64" : "n=40 counted=u32",
                   {{"x", x, 0}, {"y", out, 0}, {"count", given, 0}, {"status", status, 0}},
                   4};
    enqueue(&r);
    for (uint32_t i = 0; i < N; i++) {
        sum += N - 1 - i;
        sums[i] = i < taken(count) ? sum : UNTOUCHED;
    }
    expect_words(&r, "y", count, out, sums);
    expect_status(&r, count, wide, status);
    clReleaseMemObject(x);
    clReleaseMemObject(out);
    clReleaseMemObject(status);
    clReleaseMemObject(given);
}

/* A bucket for each key. */
static void histogram_counted(const char *strategy, uint64_t count, bool wide) {
    uint32_t found[N], words[2];
    if (!count_words(count, wide, words)) return;
    cl_mem samples = falling(), out = untouched(), status = untouched(),
           given = sample_buffer(&place, 2, words);
    const run r = {"histogram",
                   strategy,
                   wide ? "n=40 buckets=40 counted=u64" : "n=40 buckets=40 counted=u32",
                   {{"samples", samples, 0}, {"counts", out, 0}, {"count", given, 0}, {"status", status, 0}},
                   4};
    enqueue(&r);
    for (uint32_t i = 0; i < N; i++) found[i] = i >= N - taken(count);
    expect_words(&r, "counts", count, out, found);
    expect_status(&r, count, wide, status);
    clReleaseMemObject(samples);
    clReleaseMemObject(out);
    clReleaseMemObject(status);
    clReleaseMemObject(given);
}

/* All but the last key, 0, are kept. */
static void compact_counted(const char *strategy, uint64_t count, bool wide) {
    uint32_t kept[N], words[2], number[N];
    if (!count_words(count, wide, words)) return;
    cl_mem x = falling(), out = untouched(), status = untouched(), made = untouched(),
           given = sample_buffer(&place, 2, words);
    const run r = {
        "compact",
        strategy,
        wide ? "n=40 keep=nonzero counted=u64" : "n=40 keep=nonzero counted=u32",
        {{"x", x, 0}, {"kept", out, 0}, {"count", made, 0}, {"count_of_x", given, 0}, {"status", status, 0}},
        5};
    const uint32_t all = taken(count) < N ? taken(count) : N - 1;
    enqueue(&r);
    for (uint32_t i = 0; i < N; i++) {
        kept[i] = i < all ? N - 1 - i : UNTOUCHED;
        number[i] = i > 0 ? UNTOUCHED : all;
    }
    expect_words(&r, "kept", count, out, kept);
    expect_words(&r, "count", count, made, number);
    expect_status(&r, count, wide, status);
    clReleaseMemObject(x);
    clReleaseMemObject(out);
    clReleaseMemObject(status);
    clReleaseMemObject(made);
    clReleaseMemObject(given);
}

static const struct {
    void (*run)(const char *strategy, uint64_t count, bool wide);
    const char *strategies;
} counted[] = {
    {sort_counted, "loop radix bitonic group onesweep onesweep_stalled shares auto"},
    {reduce_counted, "loop serial tree butterfly builtin once fixed auto"},
    {scan_counted, "loop kogge_stone builtin lookback lookback_stalled shares auto"},
    {histogram_counted, "global local match_global match_local privatised uniform runs ranges private auto"},
    {compact_counted, "loop stable lookback shares auto"}, /* those that keep the order */
};

EACH_TEST(counts_of_all_sizes, counted) {
    for (const char *at = counted[_i].strategies; *at; at += strspn(at, " ")) {
        char strategy[32];
        const size_t size = strcspn(at, " ");
        snprintf(strategy, sizeof strategy, "%.*s", (int)size, at);
        for (int i = 0; i < 2 * COUNTS; i++) counted[_i].run(strategy, counts[i / 2], i % 2 > 0);
        at += size;
    }
}

/* What compact keeps is sorted, and summed up, by a count that the host has not seen. */
TEST(compact_then_sort_without_reading_back) {
    enum { KEPT = 25 }; /* 24, 23, ..., 0 */
    uint32_t sorted[N], sum[N];
    cl_mem x = falling(), kept = untouched(), count = untouched(), out = untouched(), total = untouched(),
           status = untouched();
    const run compact = {"compact",
                         NULL,
                         "n=40 keep=below threshold=25",
                         {{"x", x, 0}, {"kept", kept, 0}, {"count", count, 0}},
                         3};
    const run sort = {
        "sort",
        NULL,
        "n=40 counted=u32",
        {{"keys", kept, 0}, {"sorted_keys", out, 0}, {"count", count, 0}, {"status", status, 0}},
        4};
    const run reduce = {"reduce",
                        NULL,
                        "n=40 counted=u32",
                        {{"x", out, 0}, {"result", total, 0}, {"count", count, 0}, {"status", status, 0}},
                        4};
    enqueue(&compact);
    enqueue(&sort);
    enqueue(&reduce);
    for (uint32_t i = 0; i < N; i++) {
        sorted[i] = i < KEPT ? i : UNTOUCHED;
        sum[i] = i > 0 ? UNTOUCHED : KEPT * (KEPT - 1) / 2;
    }
    expect_words(&sort, "sorted_keys", KEPT, out, sorted);
    expect_words(&reduce, "result", KEPT, total, sum);
    expect_status(&reduce, KEPT, false, status);
    clReleaseMemObject(x);
    clReleaseMemObject(kept);
    clReleaseMemObject(count);
    clReleaseMemObject(out);
    clReleaseMemObject(total);
    clReleaseMemObject(status);
}

/* A plan with a count needs both arrays; a strategy whose kernels take none is refused, as planted ones may
 * be. */
TEST(what_belongs_to_a_count_is_asked_for) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "sort", .settings = "n=40 counted=u32"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem keys = falling(), out = untouched(), count = untouched();
    const xl_array arrays[] = {{"keys", keys, 0}, {"sorted_keys", out, 0}, {"count", count, 0}};
    xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_msg(strstr(error.text, "array 'count' is missing") != NULL, "%s", error.text);
    launch.array_count = 3;
    ck_assert_int_eq(xl_enqueue(plan, &launch, &error), XL_BAD_ARRAY);
    ck_assert_msg(strstr(error.text, "array 'status' is missing") != NULL, "%s", error.text);
    xl_plan_free(plan);
    clReleaseMemObject(keys);
    clReleaseMemObject(out);
    clReleaseMemObject(count);
}

/* ---- exec -----------------------------------------------------------------------------------------------
 */

GROUP("exec");
AROUND(enter, leave);

static void expect_file(const char *name, size_t elements) {
    tool_array got;
    xl_error error = {0};
    ck_assert_msg(tool_npy_read(scratch_path(name), &got, &error) == XL_SUCCESS, "%s", error.text);
    ck_assert_uint_eq(tool_array_elements(&got), elements);
    for (size_t i = 1; i < elements && elements < 100; i++)
        ck_assert(((const float *)got.data)[i - 1] <= ((const float *)got.data)[i]);
    tool_array_free(&got);
}

/* The count's type comes from its file; a count above n is reported, and all n are taken. */
TEST(a_file_says_how_many) {
    float x[50];
    const uint64_t few = 20, many = 51;
    for (int i = 0; i < 50; i++) x[i] = (float)((i * 37) % 50);
    write_npy("x.npy", "<f4", "False", "(50,)", x, sizeof x);
    write_npy("few.npy", "<u8", "False", "(1,)", &few, sizeof few);
    write_npy("many.npy", "<u8", "False", "(1,)", &many, sizeof many);
    write_npy("two.npy", "<u8", "False", "(2,)", &x, 16);
    command_run(&c, "exec sort --in keys=%s --in count=%s --out keys=%s", scratch_path("x.npy"),
                scratch_path("few.npy"), scratch_path("sorted.npy"));
    command_expect(&c, 0);
    expect_file("sorted.npy", 20);
    ck_assert_msg(strstr(c.err, "warning") == NULL, "%s", c.err);
    command_run(&c, "exec sort --in keys=%s --in count=%s --out keys=%s", scratch_path("x.npy"),
                scratch_path("many.npy"), scratch_path("sorted.npy"));
    command_expect(&c, 0);
    expect_file("sorted.npy", 50);
    ck_assert_msg(strstr(c.err, "'count' is 51, n is 50: all 50 were taken") != NULL, "%s", c.err);
    command_run(&c, "exec sort --in keys=%s --in count=%s --out keys=%s", scratch_path("x.npy"),
                scratch_path("two.npy"), scratch_path("sorted.npy"));
    command_expect(&c, 2);
    command_run(&c, "exec sort --in keys=%s --out keys=%s --set counted=u32", scratch_path("x.npy"),
                scratch_path("sorted.npy"));
    command_expect(&c, 2);
    ck_assert_msg(strstr(c.err, "array 'count' is missing; give --in count=FILE") != NULL, "%s", c.err);
}
