/* Outputs whose length depends on the data, in any order: compared as multisets. */
#include "run/checked_run.h"
#include "run/memory.h"
#include "device/device.h"
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- multisets ------------------------------------------------------------------------------------ */

static tool_verdict any_order(xl_type type, const void *expected, size_t full, const void *got, size_t used) {
    tool_expected e;
    tool_verdict v = {.wrong = false};
    xl_error error = {0};
    ck_assert_int_eq(tool_expected_make(&e, type, full, &error), XL_SUCCESS);
    for (size_t i = 0; i < full && tool_is_floating(type); i++)
        e.value[i] = tool_value_double(tool_value_at(expected, type, i));
    if (!tool_is_floating(type)) memcpy(e.exact, expected, full * xl_type_size(type));
    ck_assert_int_eq(tool_compare_any_order(&e, got, used, 0, &v, &error), XL_SUCCESS);
    tool_expected_free(&e);
    return v;
}

GROUP("multisets");

TEST(order_is_open_and_numbers_are_not) {
    static const int64_t x[] = {5, INT64_MIN, -1, 5, INT64_MAX, (INT64_C(1) << 53) + 1};
    static const int64_t same[] = {(INT64_C(1) << 53) + 1, 5, INT64_MAX, 5, INT64_MIN, -1};
    static const int64_t off[] = {INT64_C(1) << 53, 5, INT64_MAX, 5, INT64_MIN, -1};
    static const int64_t more[] = {5, 5, 5, INT64_MIN, -1, INT64_MAX};
    ck_assert(!any_order(XL_I64, x, 6, same, 6).wrong);
    const tool_verdict v = any_order(XL_I64, x, 6, off, 6);
    ck_assert(v.wrong && v.any_order && v.wrong_count == 1 && v.index == 0);
    ck_assert_int_eq(v.got.as.i, INT64_C(1) << 53);
    ck_assert_int_eq(v.expected.as.i, (INT64_C(1) << 53) + 1);
    const tool_verdict m = any_order(XL_I64, x, 6, more, 6);
    ck_assert(m.wrong && m.wrong_count == 1 && m.got.as.i == 5);
    ck_assert_uint_eq(m.times_got, 3);
    ck_assert_uint_eq(m.got_wanted, 2);
    ck_assert_uint_eq(m.times_expected, 1);
    ck_assert_uint_eq(m.expected_there, 0);
}

/* Runs of 2, 0, 3 and 1 elements, which are 10 to 15. */
static tool_verdict placed(const uint32_t places[4], const uint32_t *got, size_t used) {
    static const uint32_t lengths[] = {2, 0, 3, 1}, right[] = {10, 11, 12, 13, 14, 15};
    tool_expected e;
    tool_verdict v = {.wrong = false};
    xl_error error = {0};
    const tool_runs runs = {places, lengths, 4, 7};
    ck_assert_int_eq(tool_expected_make(&e, XL_U32, 6, &error), XL_SUCCESS);
    memcpy(e.exact, right, sizeof right);
    ck_assert_int_eq(tool_compare_placed(&e, &runs, got, used, 3, 4, &v, &error), XL_SUCCESS);
    tool_expected_free(&e);
    return v;
}

TEST(runs_are_where_their_index_points) {
    const uint32_t in_order[] = {0, 2, 2, 5}, other[] = {3, 99, 0, 5}, last_first[] = {1, 0, 3, 0};
    const uint32_t a[] = {10, 11, 12, 13, 14, 15}, b[] = {12, 13, 14, 10, 11, 15},
                   c[] = {15, 10, 11, 12, 13, 14}, off[] = {12, 13, 14, 10, 12, 15};
    ck_assert(!placed(in_order, a, 6).wrong);
    ck_assert(!placed(other, b, 6).wrong); /* places of empty runs do not matter */
    ck_assert(!placed(last_first, c, 6).wrong);
    ck_assert(!placed(other, b, 4).wrong); /* not all fit */
    ck_assert(!placed(other, b, 0).wrong);
    const tool_verdict v = placed(other, off, 6), w = placed(in_order, b, 6);
    ck_assert(v.wrong && v.array == 3 && v.index == 4 && v.expected.as.u == 11 && v.got.as.u == 12);
    ck_assert(w.wrong && w.array == 3 && w.index == 0 && w.wrong_count == 5);
}

TEST(runs_share_no_place) {
    const uint32_t a[] = {10, 11, 12, 13, 14, 15};
    const uint32_t shared[] = {0, 2, 1, 5}, beyond[] = {0, 2, 4, 2}, far[] = {0, 2, 2, UINT32_MAX};
    const tool_verdict s = placed(shared, a, 6), b = placed(beyond, a, 6), f = placed(far, a, 6);
    ck_assert(s.wrong && s.array == 7 && s.index == 2 && s.expected.as.u == 2 && s.got.as.u == 1);
    ck_assert(b.wrong && b.array == 7 && b.index == 2 && b.got.as.u == 4);
    ck_assert(f.wrong && f.array == 7 && f.index == 3 && f.got.as.u == UINT32_MAX);
}

TEST(floats_in_any_order) {
    static const float x[] = {1.0f, NAN, -INFINITY, 0.0f, -3.5f, 1e-40f};
    static const float same[] = {-0.0f, 1e-40f, -3.5f, 1.0f, NAN, -INFINITY};
    static const float other[] = {-0.0f, 0.0f, -3.5f, 1.0f, NAN, -INFINITY};
    ck_assert(!any_order(XL_F32, x, 6, same, 6).wrong);
    const tool_verdict v = any_order(XL_F32, x, 6, other, 6);
    ck_assert(v.wrong && v.got.as.f == 0.0 && v.times_got == 2);
    ck_assert_double_eq(v.expected.as.f, (double)1e-40f);
}

TEST(each_surplus_element_counts) {
    static const uint32_t x[] = {5, 5, 7, 8, 9, 9}, more[] = {5, 5, 5, 5, 7, 9};
    const tool_verdict v = any_order(XL_U32, x, 6, more, 6);
    ck_assert(v.wrong && v.got.as.u == 5 && v.times_got == 4 && v.got_wanted == 2);
    ck_assert_uint_eq(v.wrong_count, 2);
}

TEST(every_nan_is_one_value) {
    static const uint32_t bits[] = {0x7fc00000u, 0xffc00000u, 0x3f800000u, 0x7fc00001u};
    float x[4], same[] = {NAN, 1.0f, NAN, NAN}, fewer[] = {NAN, 1.0f, NAN, 1.0f};
    memcpy(x, bits, sizeof x);
    ck_assert(!any_order(XL_F32, x, 4, same, 4).wrong);
    ck_assert(!any_order(XL_F32, same, 4, x, 4).wrong);
    ck_assert(any_order(XL_F32, x, 4, fewer, 4).wrong);
}

/* Any elements are right, but none more often than it occurs. */
TEST(some_of_many) {
    static const uint32_t x[] = {7, 8, 8, 9}, some[] = {8, 9}, twice[] = {9, 9}, foreign[] = {8, 6};
    ck_assert(!any_order(XL_U32, x, 4, some, 2).wrong);
    ck_assert(!any_order(XL_U32, x, 4, x, 0).wrong);
    ck_assert(any_order(XL_U32, x, 4, twice, 2).wrong);
    const tool_verdict v = any_order(XL_U32, x, 4, foreign, 2);
    ck_assert(v.wrong && v.got.as.u == 6 && v.index == 1 && v.expected.type == XL_TYPE_NONE);
}

/* Enough to be sorted by digits. x[i * step mod count] is another order. */
enum { MANY = 200003, STEP = 7919 };

LOOP_TEST(many_of_every_width, 6) {
    static const xl_type types[] = {XL_U64, XL_I64, XL_U32, XL_I16, XL_F32, XL_F64};
    const xl_type type = types[_i];
    const size_t size = xl_type_size(type);
    unsigned char *x = calloc(MANY, size), *y = calloc(MANY, size);
    ck_assert(x && y);
    uint64_t state = 1;
    for (size_t i = 0; i < MANY; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const uint64_t bits = state >> 1 ^ state << 40;
        memcpy(x + i * size, &bits, size);
    }
    for (size_t i = 0; i < MANY; i++) memcpy(y + i * size, x + i * STEP % MANY * size, size);
    ck_assert(!any_order(type, x, MANY, y, MANY).wrong);
    ck_assert(!any_order(type, x, MANY, y, MANY - 5).wrong);
    const unsigned char before = y[54321 * size];
    memset(y + 54321 * size, 0, size); /* a zero in place of another number */
    const tool_verdict v = any_order(type, x, MANY, y, MANY);
    ck_assert(v.wrong && v.wrong_count == 1);
    ck_assert_double_eq(tool_value_double(v.got), 0.0);
    y[54321 * size] = before;
    free(x);
    free(y);
}

/* ---- on the device -------------------------------------------------------------------------------- */

enum { N, CAPACITY, FAULT };
enum { X, LIST, COUNT };
enum { RIGHT, BEHIND, SHORT, PAST, SWAPPED, TWICE };

static const xl__param params[] = {
    [N] = {.name = "n", .role = XL__RUNTIME, .initial = 5, .most = 1000, .help = "", .size = true},
    [CAPACITY] =
        {.name = "capacity", .role = XL__RUNTIME, .initial = 1000, .most = 1000, .help = "", .size = true},
    [FAULT] = {.name = "fault", .role = XL__PROBLEM, .most = 9, .help = ""},
};

static uint64_t room(const xl__problem *problem) {
    return (uint64_t)fmin(problem->value[N], problem->value[CAPACITY]);
}

static const xl__size sizes[] = {{.name = "room", .count = room}, {0}};
#define ARRAYS(counter)                                                                                      \
    {                                                                                                        \
        {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = ""},                                        \
            {.name = "list",                                                                                 \
             .types = {XL_U32},                                                                              \
             .direction = XL__OUT,                                                                           \
             .shape = {"room"},                                                                              \
             .help = "",                                                                                     \
             .counted_by = "count"},                                                                         \
            {.name = "count", .types = {counter}, .direction = XL__OUT, .shape = {"1"}, .help = ""},         \
    }
static const xl__array_desc narrow_arrays[] = ARRAYS(XL_U32), wide_arrays[] = ARRAYS(XL_U64);

#define PASSES                                                                                               \
    (const xl__pass[]) {                                                                                     \
        {.kernel = "counted_list", .args = "x, list, count, uint n, uint room", .groups = "1"}, {            \
            0                                                                                                \
        }                                                                                                    \
    }
#define STRATEGY(wide, reverse)                                                                              \
    .help = "", .source = "counted.cl", .defines = "REVERSE=" reverse ", WIDE=" wide, .passes = PASSES
enum { KEEPS, REVERSES, OPEN };
static const xl__strategy narrow_strategies[] = {
    [KEEPS] = {.name = "keeps", STRATEGY("0", "0")},
    [REVERSES] = {.name = "reverses", STRATEGY("0", "1")},
    [OPEN] = {.name = "open", .any_order = "list", STRATEGY("0", "1")},
};
static const xl__strategy wide_strategies[] = {{.name = "keeps", STRATEGY("1", "0")}};
#define ALGORITHM(which)                                                                                     \
    {                                                                                                        \
        .name = "counted", .help = "", .params = params, .param_count = 3, .arrays = which##_arrays,         \
        .array_count = 3, .strategies = which##_strategies,                                                  \
        .strategy_count = sizeof which##_strategies / sizeof *which##_strategies, .sizes = sizes             \
    }
static const xl__algorithm narrow = ALGORITHM(narrow), wide = ALGORITHM(wide);

static int refer(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *x = data->in[X].data;
    uint64_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += x[i] != 0;
    const int status = tool_data_counted(problem, problem->algorithm, LIST, count, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *list = data->expected[LIST].exact;
    for (size_t i = 0; i < data->elements[X]; i++)
        if (x[i] != 0) *list++ = x[i];
    return XL_SUCCESS;
}

static void open_here(void) {
    sample_open(&place, NULL);
    place.device->guard_bytes = tool_guard_bytes(false);
}
static const uint32_t given[] = {3, 0, 4, 0, 0, 5, 6, 0, 7, 0};
enum { GIVEN = 10, KEPT = 5 };

typedef struct outcome {
    tool_verdict verdict;
    size_t length;       /* length of the list that exec writes */
    unsigned long there; /* the list's full length */
    uint32_t list[GIVEN];
} outcome;

static outcome run(const xl__algorithm *algorithm, int strategy, int capacity, int fault) {
    const tool_case cs = {.algorithm = algorithm, .reference = refer};
    tool_session session = {
        .id = place.id, .context = place.context, .queue = place.queue, .device = place.device};
    char settings[64];
    snprintf(settings, sizeof settings, "n=%d capacity=%d fault=%d", GIVEN, capacity, fault);
    const xl_plan_request request = {.strategy = algorithm->strategies[strategy].name, .settings = settings};
    xl_plan *plan = NULL;
    tool_data data = {.elements = {0}};
    tool_buffers buffers;
    tool_array list = {.type = XL_TYPE_NONE};
    outcome o = {.length = 99};
    uint64_t there = 99;
    xl_error error = {0};
    ck_assert_msg(xl__plan_make_for(place.device, algorithm, &request, &plan, &error) == XL_SUCCESS, "%s",
                  error.text);
    const xl__problem *problem = xl__plan_problem(plan);
    ck_assert_int_eq(tool_data_allocate(problem, algorithm, X, &data, &error), XL_SUCCESS);
    memcpy(data.in[X].data, given, sizeof given);
    ck_assert_msg(tool_run_checked(&session, &cs, plan, &data, 4, &buffers, &o.verdict, &error) == XL_SUCCESS,
                  "%s", error.text);
    ck_assert_int_eq(tool_read_output(&session, algorithm, problem, LIST, &buffers, &list, &there, &error),
                     0);
    o.length = list.shape[0];
    o.there = (unsigned long)there;
    memcpy(o.list, list.data, list.bytes);
    tool_array_free(&list);
    tool_buffers_free(&buffers);
    tool_data_free(&data);
    xl_plan_free(plan);
    return o;
}

TEST(more_than_the_count_can_say_is_refused) {
    const xl__problem problem = {.value = {GIVEN, GIVEN, 0}};
    tool_data data = {.elements = {0}};
    xl_error error = {0};
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &narrow, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_counted(&problem, &narrow, LIST, 7, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_counted(&problem, &narrow, LIST, UINT64_C(1) << 32, &data, &error),
                     XL_BAD_VALUE);
    ck_assert_str_eq(error.text,
                     "counted: 'list' would have 4294967296 elements; 'count' counts up to 4294967295");
    tool_data_free(&data);
}

GROUP("device");
AROUND(open_here, close_place);

LOOP_TEST(the_part_that_counts_is_compared, 2) {
    const xl__algorithm *algorithm = _i ? &wide : &narrow;
    const outcome all = run(algorithm, KEEPS, 1000, RIGHT), cut = run(algorithm, KEEPS, 3, RIGHT),
                  none = run(algorithm, KEEPS, 0, RIGHT);
    ck_assert(!all.verdict.wrong && !cut.verdict.wrong && !none.verdict.wrong);
    ck_assert_uint_eq(all.length, KEPT);
    for (uint32_t i = 0; i < KEPT; i++) ck_assert_uint_eq(all.list[i], 3 + i);
    ck_assert_uint_eq(cut.length, 3);
    ck_assert_uint_eq(cut.there, KEPT); /* the count is not cut */
    ck_assert_uint_eq(none.length, 0);
    ck_assert_uint_eq(none.there, KEPT);
    ck_assert_double_eq(all.verdict.counted_bytes, 4.0 * KEPT);
}

TEST(writes_past_the_end_are_wrong) {
    const tool_verdict behind = run(&narrow, KEEPS, 1000, BEHIND).verdict,
                       past = run(&narrow, KEEPS, 3, PAST).verdict,
                       past_all = run(&narrow, KEEPS, 1000, PAST).verdict;
    ck_assert(behind.wrong && behind.guard && behind.array == LIST);
    ck_assert_uint_eq(behind.index, KEPT);
    ck_assert(past.wrong && past.guard);
    ck_assert_uint_eq(past.index, 3);
    ck_assert(past_all.wrong && past_all.guard);
    ck_assert_uint_eq(past_all.index, GIVEN);
    ck_assert(run(&narrow, OPEN, 1000, BEHIND).verdict.guard);
    ck_assert(run(&narrow, OPEN, 3, PAST).verdict.guard);
}

TEST(the_count_is_the_full_one) {
    ck_assert(!run(&narrow, KEEPS, 1000, SHORT).verdict.wrong);
    const tool_verdict v = run(&narrow, KEEPS, 3, SHORT).verdict;
    ck_assert(v.wrong && v.array == COUNT && v.expected.as.u == KEPT && v.got.as.u == 3);
}

TEST(order_is_compared_where_it_is_promised) {
    ck_assert(run(&narrow, KEEPS, 1000, SWAPPED).verdict.wrong);
    ck_assert(run(&narrow, REVERSES, 1000, RIGHT).verdict.wrong);
    ck_assert(!run(&narrow, OPEN, 1000, RIGHT).verdict.wrong);
    ck_assert(!run(&narrow, OPEN, 1000, SWAPPED).verdict.wrong);
    ck_assert(!run(&narrow, OPEN, 3, RIGHT).verdict.wrong);
    const tool_verdict v = run(&narrow, OPEN, 1000, TWICE).verdict;
    ck_assert(v.wrong && v.any_order && v.got.as.u == 6 && v.expected.as.u == 7);
    ck_assert(run(&narrow, OPEN, 3, TWICE).verdict.wrong);
}
