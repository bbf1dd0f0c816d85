/* A count known only to the device: 0, 1, some, all, or too many; compact and sort without reading back. */
#define _XOPEN_SOURCE 700
#include "support/place.h"
#include "support/one_command.h"
#include "support/npy_file.h"
#include "arrays/npy.h"
#include "support/suite.h"
#include <stdint.h>

GROUP("library");
AROUND(open_place, close_place);

enum { FEW = 40, MANY = 10007 /* several tiles */, MOST_ARRAYS = 6, UNTOUCHED = 77 };

typedef struct run {
    uint32_t n;
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

/* A value that no kernel writes shows written words. */
static cl_mem untouched(uint32_t n) {
    uint32_t words[MANY];
    for (uint32_t i = 0; i < n; i++) words[i] = UNTOUCHED;
    return sample_buffer(&place, n, words);
}

static cl_mem falling(uint32_t n) {
    uint32_t words[MANY];
    for (uint32_t i = 0; i < n; i++) words[i] = n - 1 - i;
    return sample_buffer(&place, n, words);
}

/* False: it does not fit into 32 bits. */
static bool count_words(uint64_t count, bool wide, uint32_t words[2]) {
    words[0] = (uint32_t)count;
    words[1] = (uint32_t)(count >> 32);
    return wide || words[1] == 0;
}

static uint32_t taken(uint32_t n, uint64_t count) {
    return count < n ? (uint32_t)count : n;
}

static void expect_words(const run *r, const char *what, uint64_t count, cl_mem buffer,
                         const uint32_t *words) {
    uint32_t got[MANY], i = 0;
    sample_read(&place, buffer, 0, r->n, got);
    while (i + 1 < r->n && got[i] == words[i]) i++; /* one assertion: each costs a write to a pipe */
    ck_assert_msg(got[i] == words[i], "%s/%s %s, count %llu: %s[%u] is %u, expected %u", r->algorithm,
                  r->strategy, r->settings, (unsigned long long)count, what, i, got[i], words[i]);
}

/* 1 if the count, of 4 or 8 bytes, is above n. */
static void expect_status(const run *r, uint64_t count, bool wide, cl_mem status) {
    uint32_t words[MANY];
    for (uint32_t i = 0; i < r->n; i++) words[i] = UNTOUCHED;
    words[0] = count > r->n;
    if (wide) words[1] = 0;
    expect_words(r, "status", count, status, words);
}

/* For the keys n - 1, n - 2, ...; returns how many words are written. */
typedef uint32_t expectation(uint32_t n, uint32_t there, uint32_t *words);

static uint32_t sorted_keys(uint32_t n, uint32_t there, uint32_t *words) {
    for (uint32_t i = 0; i < there; i++) words[i] = n - there + i;
    return there;
}

static uint32_t total(uint32_t n, uint32_t there, uint32_t *words) {
    words[0] = 0;
    for (uint32_t i = 0; i < there; i++) words[0] += n - 1 - i;
    return 1;
}

static uint32_t sums(uint32_t n, uint32_t there, uint32_t *words) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < there; i++) words[i] = sum += n - 1 - i;
    return there;
}

static uint32_t buckets(uint32_t n, uint32_t there, uint32_t *words) {
    for (uint32_t i = 0; i < FEW; i++) words[i] = i >= n - there;
    return FEW;
}

static uint32_t kept(uint32_t n, uint32_t there, uint32_t *words) {
    const uint32_t all = there < n ? there : n - 1;
    for (uint32_t i = 0; i < all; i++) words[i] = n - 1 - i;
    return all;
}

/* made: an output with the number of words written, or NULL. one_tile: strategies for only one tile. */
static const struct counted {
    const char *algorithm, *more, *input, *output, *count, *made;
    expectation *expect;
    const char *strategies, *one_tile;
} counted[] = {
    {"sort", "", "keys", "sorted_keys", "count", NULL, sorted_keys,
     "loop radix onesweep onesweep_stalled shares auto", " bitonic group"},
    {"reduce", "", "x", "result", "count", NULL, total,
     "loop serial tree butterfly builtin once fixed ordered shares auto", ""},
    {"scan", "", "x", "y", "count", NULL, sums,
     "loop kogge_stone builtin lookback lookback_stalled shares fixed auto", ""},
    {"histogram", " buckets=40", "samples", "counts", "count", NULL, buckets,
     "global local match_global match_local privatised uniform runs ranges private auto", ""},
    {"compact", " keep=nonzero", "x", "kept", "count_of_x", "count", kept, "loop stable lookback shares auto",
     ""}, /* order-preserving strategies */
};

static void check_counted(const struct counted *one, const char *strategy, uint32_t n, uint64_t count,
                          bool wide) {
    uint32_t expected[MANY], number[MANY], words[2];
    char settings[64];
    if (!count_words(count, wide, words)) return;
    cl_mem given = sample_buffer(&place, 2, words), in = falling(n), out = untouched(n),
           status = untouched(n), made = untouched(n);
    snprintf(settings, sizeof settings, "n=%u%s counted=%s", n, one->more, wide ? "u64" : "u32");
    const run r = {n,
                   one->algorithm,
                   strategy,
                   settings,
                   {{one->input, in, 0},
                    {one->output, out, 0},
                    {one->count, given, 0},
                    {"status", status, 0},
                    {one->made, made, 0}},
                   one->made ? 5 : 4};
    enqueue(&r);
    for (uint32_t i = 0; i < n; i++) expected[i] = number[i] = UNTOUCHED;
    const uint32_t written = one->expect(n, taken(n, count), expected);
    if (one->made) number[0] = written;
    expect_words(&r, one->output, count, out, expected);
    expect_words(&r, "what says how many", count, made, number);
    expect_status(&r, count, wide, status);
    const cl_mem all[] = {given, in, out, status, made};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) clReleaseMemObject(all[i]);
}

static void check_all(const struct counted *one, const char *strategies, uint32_t n, const uint64_t *counts,
                      size_t many) {
    for (const char *at = strategies + strspn(strategies, " "); *at; at += strspn(at, " ")) {
        char strategy[32];
        const size_t size = strcspn(at, " ");
        snprintf(strategy, sizeof strategy, "%.*s", (int)size, at);
        for (size_t i = 0; i < 2 * many; i++) check_counted(one, strategy, n, counts[i / 2], i % 2 > 0);
        at += size;
    }
}

EACH_TEST(counts_of_all_sizes, counted) {
    static const uint64_t counts[] = {
        0, 1, 17, FEW - 1, FEW, FEW + 1, UINT32_MAX, (UINT64_C(1) << 32) + 3, UINT64_MAX};
    check_all(&counted[_i], counted[_i].strategies, FEW, counts, sizeof counts / sizeof *counts);
    check_all(&counted[_i], counted[_i].one_tile, FEW, counts, sizeof counts / sizeof *counts);
}

EACH_TEST(counts_of_several_tiles, counted) {
    static const uint64_t counts[] = {0, 1, 5003, MANY, MANY + 1};
    check_all(&counted[_i], counted[_i].strategies, MANY, counts, sizeof counts / sizeof *counts);
}

TEST(compact_then_sort_without_reading_back) {
    enum { KEPT = 25 }; /* 24, 23, ..., 0 */
    uint32_t sorted[FEW], sum[FEW];
    cl_mem x = falling(FEW), kept = untouched(FEW), count = untouched(FEW), out = untouched(FEW),
           total = untouched(FEW), status = untouched(FEW);
    const run compact = {FEW,
                         "compact",
                         NULL,
                         "n=40 keep=below threshold=25",
                         {{"x", x, 0}, {"kept", kept, 0}, {"count", count, 0}},
                         3};
    const run sort = {
        FEW,
        "sort",
        NULL,
        "n=40 counted=u32",
        {{"keys", kept, 0}, {"sorted_keys", out, 0}, {"count", count, 0}, {"status", status, 0}},
        4};
    const run reduce = {FEW,
                        "reduce",
                        NULL,
                        "n=40 counted=u32",
                        {{"x", out, 0}, {"result", total, 0}, {"count", count, 0}, {"status", status, 0}},
                        4};
    enqueue(&compact);
    enqueue(&sort);
    enqueue(&reduce);
    for (uint32_t i = 0; i < FEW; i++) {
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

/* A strategy without a count is refused; planted ones may lack it. */
TEST(arrays_of_a_count_are_required) {
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.algorithm = "sort", .settings = "n=40 counted=u32"};
    ck_assert_msg(xl_plan_make(place.device, &request, &plan, &error) == XL_SUCCESS, "%s", error.text);
    cl_mem keys = falling(FEW), out = untouched(FEW), count = untouched(FEW);
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

/* A count above n is reported, and all n are taken. */
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
