/* Results against expectations: integers exactly, halves, infinities, NaN; and a planted kernel that adds 1
   to 64-bit maxima. */
#include "run/checked_run.h"
#include "run/memory.h"
#include "device/device.h"
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <string.h>

/* For a floating type *expected is a double. */
static tool_verdict compare_one(xl_type type, const void *expected, double allowed, const void *got) {
    tool_expected e;
    tool_verdict v = {.wrong = false};
    xl_error error = {0};
    ck_assert_int_eq(tool_expected_make(&e, type, 1, &error), XL_SUCCESS);
    if (tool_is_floating(type)) {
        memcpy(e.value, expected, sizeof(double));
        e.allowed[0] = allowed;
    } else {
        memcpy(e.exact, expected, xl_type_size(type));
    }
    tool_compare_array(&e, got, 0, 1, &v);
    tool_expected_free(&e);
    return v;
}

#define INTEGER(TYPE, T, a, b)                                                                               \
    do {                                                                                                     \
        const T x = (a), y = (b);                                                                            \
        const tool_verdict same = compare_one(TYPE, &x, 0.0, &x), other = compare_one(TYPE, &x, 0.0, &y);    \
        ck_assert(!same.wrong && same.wrong_count == 0);                                                     \
        ck_assert(other.wrong &&other.wrong_count == 1);                                                     \
        ck_assert(other.worst_error >= 1.0 && other.worst_allowed == 0.0);                                   \
    } while (0)

GROUP("elements");

TEST(integers_differ_in_one_bit) {
    INTEGER(XL_U64, uint64_t, UINT64_MAX, UINT64_MAX - 1);
    INTEGER(XL_U64, uint64_t, (UINT64_C(1) << 53) + 1, UINT64_C(1) << 53);
    INTEGER(XL_U64, uint64_t, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1);
    INTEGER(XL_I64, int64_t, INT64_MIN, INT64_MIN + 1);
    INTEGER(XL_I64, int64_t, INT64_MAX, INT64_MAX - 1);
    INTEGER(XL_I64, int64_t, -(INT64_C(1) << 53) - 1, -(INT64_C(1) << 53));
    INTEGER(XL_I64, int64_t, INT64_MIN, INT64_MAX);
    INTEGER(XL_U32, uint32_t, UINT32_MAX, UINT32_MAX - 1);
    INTEGER(XL_I32, int32_t, INT32_MIN, INT32_MIN + 1);
    INTEGER(XL_U16, uint16_t, 65535, 65534);
    INTEGER(XL_I16, int16_t, -32768, -32767);
    INTEGER(XL_U8, uint8_t, 255, 254);
    INTEGER(XL_I8, int8_t, -128, 127);
}

static tool_verdict compare_copies(xl_type type, const void *wanted, const void *got) {
    tool_expected e;
    tool_verdict v = {.wrong = false};
    xl_error error = {0};
    ck_assert_int_eq(tool_expected_make(&e, type, 2, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_expect_bits(&e, &error), XL_SUCCESS);
    for (size_t i = 0; i < 2; i++) tool_expected_copy(&e, i, wanted, i);
    tool_compare_array(&e, got, 0, 2, &v);
    tool_expected_free(&e);
    return v;
}

TEST(bits_of_copies_count) {
    static const uint32_t f32[][2] = {{0, 0x80000000}, {0x7fc00000, 0x7fc00001}, {0x7f800001, 0x7fc00001}};
    for (size_t i = 0; i < sizeof f32 / sizeof *f32; i++) {
        const uint32_t swapped[] = {f32[i][1], f32[i][0]}, half[] = {f32[i][0], f32[i][0]};
        ck_assert(!compare_copies(XL_F32, f32[i], f32[i]).wrong);
        const tool_verdict both = compare_copies(XL_F32, f32[i], swapped),
                           one = compare_copies(XL_F32, f32[i], half);
        ck_assert(both.wrong && both.wrong_count == 2 && both.index == 0);
        ck_assert(one.wrong && one.wrong_count == 1 && one.index == 1);
    }
    const double zeros[] = {0.0, -0.0}, swapped[] = {-0.0, 0.0};
    ck_assert(!compare_copies(XL_F64, zeros, zeros).wrong);
    ck_assert_uint_eq(compare_copies(XL_F64, zeros, swapped).wrong_count, 2);
}

TEST(differences_of_integers_do_not_wrap) {
    const int64_t least = INT64_MIN, most = INT64_MAX;
    const uint64_t zero = 0, all = UINT64_MAX;
    ck_assert_double_eq(compare_one(XL_I64, &least, 0.0, &most).worst_error, 0x1p64);
    ck_assert_double_eq(compare_one(XL_I64, &most, 0.0, &least).worst_error, 0x1p64);
    ck_assert_double_eq(compare_one(XL_U64, &zero, 0.0, &all).worst_error, 0x1p64);
    const int8_t a = -100, b = 100;
    ck_assert_double_eq(compare_one(XL_I8, &a, 0.0, &b).worst_error, 200.0);
}

TEST(integers_are_shown_with_all_digits) {
    static const uint64_t all = UINT64_MAX;
    static const int64_t least = INT64_MIN;
    char text[TOOL_VALUE_TEXT];
    ck_assert_str_eq(tool_value_text(tool_value_at(&all, XL_U64, 0), text, sizeof text),
                     "18446744073709551615");
    ck_assert_str_eq(tool_value_text(tool_value_at(&least, XL_I64, 0), text, sizeof text),
                     "-9223372036854775808");
}

/* expected, allowed, got, right */
static const struct {
    double expected, allowed;
    float got;
    bool right;
} floats[] = {
    {1.0, 0.0, 1.0f, true},
    {1.0, 1e-9, 1.0000001f, false},
    {1.0, 1e-6, 1.0000001f, true},
    {0.0, 0.0, -0.0f, true},
    {NAN, 0.0, NAN, true},
    {NAN, 1e30, 1.0f, false},
    {NAN, 0.0, INFINITY, false},
    {1.0, 1e30, NAN, false},
    {INFINITY, 0.0, INFINITY, true},
    {INFINITY, 5.0, INFINITY, true},
    {INFINITY, 0.0, -INFINITY, false},
    {INFINITY, 0.0, 3.4e38f, false},
    {INFINITY, 0.0, NAN, false},
    {-INFINITY, 0.0, -INFINITY, true},
    {-INFINITY, 0.0, INFINITY, false},
    {1.0, 0.0, INFINITY, false},
    {1.0, 1e30, INFINITY, false},
    {3.5e38, 1e31, INFINITY, true},   /* beyond a float's range: rounds to infinity */
    {-3.5e38, 1e31, -INFINITY, true}, /* the same below */
    {-3.5e38, 1e31, INFINITY, false},
    {3.4e38, 1e32, INFINITY, false}, /* must be finite */
    {3.4e38, 1e37, INFINITY, true},  /* overflow is within the bound */
    {3.402823466e38, 0.0, INFINITY, false},
    {1.0, INFINITY, NAN, true}, /* undefined: any result is right */
    {NAN, INFINITY, 1.0f, true},
    {INFINITY, INFINITY, -2.0f, true},
    {1e-40, 0.0, 0.0f, false}, /* flushing to 0 is right only if the case allows it */
    {1e-40, 1.2e-38, 0.0f, true},
};

/* Several cores compare: the first wrong element, their number, and the element nearest to its bound. */
TEST(many_elements_are_one_array) {
    enum { MANY = 300007 };
    static uint32_t got[MANY];
    static float near[MANY];
    tool_expected e;
    tool_verdict v = {.wrong = false};
    xl_error error = {0};
    ck_assert_int_eq(tool_expected_make(&e, XL_U32, MANY, &error), XL_SUCCESS);
    for (uint32_t i = 0; i < MANY; i++) ((uint32_t *)e.exact)[i] = got[i] = i * 2654435761u;
    tool_compare_array(&e, got, 0, 1, &v);
    ck_assert(!v.wrong && v.wrong_count == 0 && v.worst_error == 0.0);
    got[MANY - 1]++;
    got[123456] += 9;
    got[123457] += 2;
    tool_compare_array(&e, got, 3, 4, &v);
    ck_assert(v.wrong && v.wrong_count == 3 && v.array == 3 && v.index == 123456);
    ck_assert(v.row_start == 123456 && v.row_length == 4 && v.row_wrong[1] && !v.row_wrong[2]);
    ck_assert_uint_eq(v.got.as.u - v.expected.as.u, 9);
    tool_expected_free(&e);
    ck_assert_int_eq(tool_expected_make(&e, XL_F32, MANY, &error), XL_SUCCESS);
    for (uint32_t i = 0; i < MANY; i++) e.allowed[i] = 1.0;
    near[200000] = 0.25f;
    near[77] = 0.125f;
    v = (tool_verdict){.wrong = false};
    tool_compare_array(&e, near, 0, 1, &v);
    ck_assert(!v.wrong && v.worst_error == 0.25 && v.worst_allowed == 1.0);
    tool_expected_free(&e);
}

EACH_TEST(floats_infinities_and_nan, floats) {
    const tool_verdict v = compare_one(XL_F32, &floats[_i].expected, floats[_i].allowed, &floats[_i].got);
    ck_assert_msg(v.wrong != floats[_i].right, "expected %g +- %g, got %g: taken for %s", floats[_i].expected,
                  floats[_i].allowed, (double)floats[_i].got, v.wrong ? "wrong" : "right");
}

/* Bit patterns of IEEE 754 binary16 and their values. */
static const struct {
    uint16_t bits;
    double value;
} halves[] = {{0x0000, 0.0},
              {0x8000, 0.0},
              {0x3c00, 1.0},
              {0xbc00, -1.0},
              {0x3555, 0.333251953125},
              {0x7bff, 65504.0},
              {0xfbff, -65504.0},
              {0x0001, 0x1p-24},
              {0x83ff, -1023.0 * 0x1p-24},
              {0x0400, 0x1p-14},
              {0x7c00, INFINITY},
              {0xfc00, -INFINITY},
              {0x7e00, NAN},
              {0x7c01, NAN}};

EACH_TEST(halves_are_halves, halves) {
    const double right = halves[_i].value, wrong = isfinite(right) ? right + 0x1p-24 : 1.0;
    ck_assert(!compare_one(XL_F16, &right, 0.0, &halves[_i].bits).wrong);
    ck_assert(compare_one(XL_F16, &wrong, 0.0, &halves[_i].bits).wrong);
}

TEST(halves_overflow_at_65520) {
    static const uint16_t infinite = 0x7c00;
    const double above = 65520.0, below = 65519.0;
    ck_assert(!compare_one(XL_F16, &above, 0.0, &infinite).wrong);
    ck_assert(compare_one(XL_F16, &below, 0.0, &infinite).wrong);
}

enum { ROWS, N, PLUS };
enum { X, Y };

static const xl__param params[] = {
    [ROWS] = {.name = "rows",
              .kind = XL__INT,
              .role = XL__RUNTIME,
              .initial = 3,
              .most = 1000,
              .help = "",
              .size = true},
    [N] = {.name = "n",
           .kind = XL__INT,
           .role = XL__RUNTIME,
           .initial = 5,
           .least = 1,
           .most = 1000,
           .help = "",
           .size = true},
    [PLUS] = {.name = "plus", .kind = XL__INT, .role = XL__PROBLEM, .most = 1, .help = ""},
};
static const xl__array_desc whole_arrays[] = {
    [X] = {.name = "x", .types = {XL_U64, XL_I64}, .shape = {"rows", "n"}, .help = ""},
    [Y] = {.name = "y", .types = {XL_U64, XL_I64}, .direction = XL__OUT, .shape = {"rows"}, .help = ""},
};
static const xl__array_desc half_arrays[] = {
    [X] = {.name = "x", .types = {XL_F32}, .shape = {"n"}, .help = ""},
    [Y] = {.name = "y", .types = {XL_F16}, .direction = XL__OUT, .shape = {"n"}, .help = ""},
};

static const xl__strategy whole_strategy[] = {
    {.name = "serial",
     .help = "",
     .source = "largest.cl",
     .flow = XL__NO_SUB_GROUPS,
     .passes = (const xl__pass[]){
         {.kernel = "largest_serial", .args = "x, y, uint rows, uint n", .groups = "blocks(rows, group)"},
         {0}}}};
static const xl__strategy half_strategy[] = {
    {.name = "halves",
     .help = "",
     .source = "largest.cl",
     .flow = XL__NO_SUB_GROUPS,
     .passes = (const xl__pass[]){
         {.kernel = "largest_halves", .args = "x, y, uint n", .groups = "blocks(n, group)"}, {0}}}};
#define ALGORITHM(which)                                                                                     \
    {                                                                                                        \
        .name = "largest", .help = "", .params = params, .param_count = 3, .arrays = which##_arrays,         \
        .array_count = 2, .strategies = which##_strategy, .strategy_count = 1                                \
    }
static const xl__algorithm largest = ALGORITHM(whole), rounded = ALGORITHM(half);

static int refer_largest(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const size_t rows = (size_t)xl__int(problem, ROWS), n = (size_t)xl__int(problem, N);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = row * n; i < (row + 1) * n; i++)
            if (problem->type == XL_I64) {
                const int64_t *x = data->in[X].data;
                int64_t *y = data->expected[Y].exact;
                y[row] = i == row * n || x[i] > y[row] ? x[i] : y[row];
            } else {
                const uint64_t *x = data->in[X].data;
                uint64_t *y = data->expected[Y].exact;
                y[row] = x[i] > y[row] ? x[i] : y[row];
            }
    return XL_SUCCESS;
}

static const float given[] = {1.0f, -2.0f, 65519.0f, 65520.0f, -1e9f, 0x1p-24f, 0.0f};
static const double come_to[] = {1.0, -2.0, 65504.0, INFINITY, -INFINITY, 0x1p-24, 0.0};
enum { HALVES = sizeof given / sizeof *given };

static int refer_halves(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)problem, (void)error;
    memcpy(data->expected[Y].value, come_to, sizeof come_to);
    return XL_SUCCESS;
}

static void open_here(void) {
    sample_open(&place, NULL);
    place.device->guard_bytes = tool_guard_bytes(false);
}
static tool_verdict run(const xl__algorithm *algorithm, xl_type type, const char *settings, const void *input,
                        size_t bytes) {
    const tool_case cs = {.algorithm = algorithm,
                          .reference = algorithm == &largest ? refer_largest : refer_halves};
    tool_session session = {
        .id = place.id, .context = place.context, .queue = place.queue, .device = place.device};
    const xl_plan_request request = {
        .strategy = algorithm->strategies->name, .type = type, .settings = settings};
    xl_plan *plan = NULL;
    tool_data data = {.elements = {0}};
    tool_buffers buffers;
    tool_verdict verdict = {.wrong = true};
    xl_error error = {0};
    ck_assert_msg(xl__plan_make_for(place.device, algorithm, &request, &plan, &error) == XL_SUCCESS, "%s",
                  error.text);
    const xl__problem *problem = xl__plan_problem(plan);
    ck_assert_int_eq(tool_data_allocate(problem, algorithm, X, &data, &error), XL_SUCCESS);
    ck_assert_uint_eq(data.in[X].bytes, bytes);
    memcpy(data.in[X].data, input, bytes);
    ck_assert_msg(tool_run_checked(&session, &cs, plan, &data, 4, &buffers, &verdict, &error) == XL_SUCCESS,
                  "%s", error.text);
    tool_buffers_free(&buffers);
    tool_data_free(&data);
    xl_plan_free(plan);
    return verdict;
}

GROUP("device");
AROUND(open_here, close_place);

TEST(a_planted_one_more_is_caught_in_64_bits) {
    static const uint64_t x[3][5] = {{1, UINT64_MAX - 1, 7, 0, 3}, /* + 1 is UINT64_MAX */
                                     {UINT64_C(1) << 53, 5, 9, 2, 1},
                                     {0, 0, 0, 0, 0}};
    static const int64_t z[3][5] = {{INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN},
                                    {INT64_MAX - 1, -1, -2, -3, -4},
                                    {-(INT64_C(1) << 53) - 2, INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN}};
    ck_assert(!run(&largest, XL_U64, "", x, sizeof x).wrong);
    ck_assert(!run(&largest, XL_I64, "", z, sizeof z).wrong);
    const tool_verdict u = run(&largest, XL_U64, "plus=1", x, sizeof x);
    ck_assert_uint_eq(u.wrong_count, 3);
    ck_assert_uint_eq(u.expected.as.u, UINT64_MAX - 1);
    ck_assert_uint_eq(u.got.as.u, UINT64_MAX);
    ck_assert_double_eq(u.worst_error, 1.0);
    ck_assert_uint_eq(run(&largest, XL_I64, "plus=1", z, sizeof z).wrong_count, 3);
}

TEST(results_in_half_precision) {
    char settings[32];
    snprintf(settings, sizeof settings, "n=%d", HALVES);
    ck_assert(!run(&rounded, XL_TYPE_NONE, settings, given, sizeof given).wrong);
    snprintf(settings, sizeof settings, "n=%d plus=1", HALVES);
    ck_assert_uint_eq(run(&rounded, XL_TYPE_NONE, settings, given, sizeof given).wrong_count, 4);
}
