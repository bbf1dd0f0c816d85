/* NaN, infinities and denormal numbers in every input of lerp and spheres: the lessons' statements hold for
   the reference and for every strategy. tests/expected has single numbers. */
#include "run/checked_run.h"
#include "run/memory.h"
#include "base/os.h"
#include "table/registry.h"
#include "table/settings.h"
#include "support/place.h"
#include "support/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LERP_X, LERP_T, LERP_INITIAL, LERP_C };
enum { LERP_SERIAL, LERP_AFFINE = 5 };
enum { SPHERES_POINTS, SPHERES_SPHERES, SPHERES_COLORS, SPHERES_RESULT };
enum { SPHERES_NAIVE, SPHERES_GROUP = 4 };

extern const xl__algorithm xl__algorithm_lerp, xl__algorithm_spheres;

extern const tool_case tool_case_lerp, tool_case_spheres;

static const float specials[] = {NAN, INFINITY, -INFINITY, 1e-40f, 3e38f, -3e38f};
enum { SPECIALS = sizeof specials / sizeof *specials };

static void allocate(const xl__problem *problem, const xl__algorithm *algorithm, int array, tool_data *data) {
    xl_error error = {0};
    ck_assert_int_eq(tool_data_allocate(problem, algorithm, array, data, &error), XL_SUCCESS);
}

/* ---- lerp ----------------------------------------------------------------------------------------- */

/* A row for every special number in every place of t, x and the start. Others are a t of 1 before or after
   the place, a t of 0 at it, or make a product small. */
enum { N = 11, KINDS = 3, ROWS = SPECIALS * N * 3 * KINDS };

static void fill_lerp(float *x, float *t, float *start) {
    for (int row = 0; row < ROWS; row++) {
        const int special = row % SPECIALS, at = row / SPECIALS % N, array = row / SPECIALS / N % 3,
                  kind = row / SPECIALS / N / 3;
        float *xr = x + row * N, *tr = t + row * N;
        for (int i = 0; i < N; i++) {
            xr[i] = (float)(i * 7 % 5) - 1.5f;
            tr[i] = (float)(i * 3 % 8) / 16.0f + 0.0625f;
        }
        start[row] = 0.75f;
        if (kind == 1) tr[5] = 1.0f;
        if (kind == 2) tr[at] = 0.0f;
        *(array == 0 ? &xr[at] : array == 1 ? &tr[at] : &start[row]) = specials[special];
    }
}

static float loop(const float *x, const float *t, float c) {
    for (int i = 0; i < N; i++) c = c * (1.0f - t[i]) + x[i] * t[i];
    return c;
}

static bool same_kind(double a, double b) {
    return isnan(a) ? isnan(b) : isinf(a) ? isinf(b) && (a > 0.0) == (b > 0.0) : isfinite(b);
}

static void make_lerp(const xl__problem *problem, tool_data *data) {
    for (int array = LERP_X; array <= LERP_INITIAL; array++)
        allocate(problem, &xl__algorithm_lerp, array, data);
    fill_lerp(data->in[LERP_X].data, data->in[LERP_T].data, data->in[LERP_INITIAL].data);
}

static void lerp_settings(char *text, size_t size) {
    snprintf(text, size, "rows=%d n=%d channels=1", ROWS, N);
}

GROUP("reference");

TEST(lerp_reference_is_the_loop_in_kind) {
    char settings[64];
    xl__problem problem = {.width = 1, .type = XL_F32};
    tool_data data = {.elements = {0}};
    xl_error error = {0};
    lerp_settings(settings, sizeof settings);
    ck_assert_int_eq(xl__read_settings(&xl__algorithm_lerp, settings, &problem, &error), XL_SUCCESS);
    make_lerp(&problem, &data);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_lerp, &data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(&tool_case_lerp, &problem, &data, &error), XL_SUCCESS);
    const float *x = data.in[LERP_X].data, *t = data.in[LERP_T].data, *start = data.in[LERP_INITIAL].data;
    const tool_expected *e = &data.expected[LERP_C];
    int nan = 0, infinite = 0, finite = 0, undefined = 0;
    for (int row = 0; row < ROWS; row++) {
        const double c = (double)loop(x + row * N, t + row * N, start[row]);
        if (isinf(e->allowed[row])) {
            undefined++;
            continue;
        }
        ck_assert_msg(same_kind(e->value[row], c), "row %d: expected %g, the loop gives %g", row,
                      e->value[row], c);
        nan += isnan(c) != 0, infinite += isinf(c) != 0, finite += isfinite(c) != 0;
        if (!isfinite(c)) ck_assert_double_eq(e->allowed[row], 0.0);
    }
    /* All kinds occur, and most results are defined. */
    ck_assert_msg(nan > 100 && infinite > 70 && finite > 150 && undefined < ROWS / 4, "%d %d %d %d of %d",
                  nan, infinite, finite, undefined, ROWS);
    tool_data_free(&data);
}

/* ---- spheres -------------------------------------------------------------------------------------- */

enum { SPHERES = 9, CHANNELS = 4 };
static const float coordinates[] = {NAN, INFINITY, -INFINITY, 1e-40f, 1e18f, 1e19f, -3e38f};
enum { COORDINATES = sizeof coordinates / sizeof *coordinates, POINTS = 3 * COORDINATES + 2 };

/* Every special coordinate in every component of a point and, by kind 0 to 2, of a sphere. With kind 3 six
   spheres have special radii, which count as none. Channel 1 has a NaN, 2 an infinity, 3 a large colour. */
static void fill_spheres(int kind, float *points, float *spheres, float *colors) {
    for (int i = 0; i < 3 * POINTS; i++) points[i] = (float)(i % 7) * 0.125f;
    for (int i = 0; i < 3 * COORDINATES; i++) points[3 * i + i % 3] = coordinates[i / 3];
    for (int s = 0; s < SPHERES; s++) {
        for (int k = 0; k < 3; k++) spheres[4 * s + k] = (float)((s + k) % 5) * 0.25f;
        spheres[4 * s + 3] = 0.5f + (float)s * 0.125f;
        for (int k = 0; k < CHANNELS; k++) colors[CHANNELS * s + k] = (float)(s + k) * 0.125f;
        if (s < COORDINATES && kind < 3) spheres[4 * s + kind] = coordinates[s];
    }
    if (kind == 3) {
        static const float radii[] = {NAN, -INFINITY, 1e-18f, 1e-40f, 0.0f, -1.0f};
        for (int s = 0; s < 6; s++) spheres[4 * s + 3] = radii[s];
    }
    colors[CHANNELS * 4 + 1] = NAN;
    colors[CHANNELS * 2 + 2] = INFINITY;
    colors[CHANNELS * 3 + 3] = 3e38f;
}

static void make_spheres(const xl__problem *problem, int kind, tool_data *data) {
    for (int array = SPHERES_POINTS; array <= SPHERES_COLORS; array++)
        allocate(problem, &xl__algorithm_spheres, array, data);
    fill_spheres(kind, data->in[SPHERES_POINTS].data, data->in[SPHERES_SPHERES].data,
                 data->in[SPHERES_COLORS].data);
}

static void spheres_settings(const char *more, char *text, size_t size) {
    snprintf(text, size, "points=%d spheres=%d channels=%d %s", POINTS, SPHERES, CHANNELS, more);
}

static void refer_spheres(int kind, tool_data *data) {
    char settings[96];
    xl__problem problem = {.width = 1, .type = XL_F32};
    xl_error error = {0};
    spheres_settings("", settings, sizeof settings);
    ck_assert_int_eq(xl__read_settings(&xl__algorithm_spheres, settings, &problem, &error), XL_SUCCESS);
    make_spheres(&problem, kind, data);
    ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_spheres, data, &error), XL_SUCCESS);
    ck_assert_int_eq(tool_data_expect(&tool_case_spheres, &problem, data, &error), XL_SUCCESS);
}

TEST(spheres_reference_says_what_the_lesson_says) {
    for (int kind = 0; kind < 4; kind++) {
        tool_data data = {.elements = {0}};
        refer_spheres(kind, &data);
        const tool_expected *e = &data.expected[SPHERES_RESULT];
        for (int p = 0; p < POINTS; p++) {
            const double *value = e->value + p * CHANNELS, *allowed = e->allowed + p * CHANNELS;
            const float special = p < 3 * COORDINATES ? coordinates[p / 3] : 0.0f;
            ck_assert(isfinite(value[0]) && isfinite(allowed[0]));
            if (!isfinite(special)) ck_assert_double_eq(value[0], 0.0); /* such a point is black */
            ck_assert(isnan(value[1]) && allowed[1] == 0.0);
            ck_assert(isinf(allowed[2]));
            ck_assert(isfinite(value[3]) && isfinite(allowed[3]) && allowed[3] < 1e35);
        }
        tool_data_free(&data);
    }
}

TEST(radii_above_the_limit_are_refused) {
    static const float radii[] = {1.1e18f, 3e38f, INFINITY};
    for (int i = 0; i < 3; i++) {
        tool_data data = {.elements = {0}};
        char settings[96];
        xl__problem problem = {.width = 1, .type = XL_F32};
        xl_error error = {0};
        spheres_settings("", settings, sizeof settings);
        ck_assert_int_eq(xl__read_settings(&xl__algorithm_spheres, settings, &problem, &error), XL_SUCCESS);
        make_spheres(&problem, 0, &data);
        ((float *)data.in[SPHERES_SPHERES].data)[4 * 8 + 3] = radii[i];
        ck_assert_int_eq(tool_data_allocate_expected(&problem, &xl__algorithm_spheres, &data, &error),
                         XL_SUCCESS);
        ck_assert_int_eq(tool_data_expect(&tool_case_spheres, &problem, &data, &error), XL_BAD_VALUE);
        ck_assert_msg(strstr(error.text, "sphere 8") && strstr(error.text, "1e+18"), "%s", error.text);
        tool_data_free(&data);
    }
}

/* ---- on the device -------------------------------------------------------------------------------- */

static void open_here(void) {
    sample_open(&place, NULL);
    place.device->guard_bytes = tool_guard_bytes(false);
}
/* False: the strategy does not run at this width here. */
static bool check(const tool_case *cs, const char *strategy, int width, const char *settings, int kind) {
    const tool_session usual = {
        .id = place.id, .context = place.context, .queue = place.queue, .device = place.device};
    tool_session session = usual;
    const xl_plan_request request = {
        .algorithm = cs->algorithm->name, .strategy = strategy, .width = width, .settings = settings};
    xl_plan *plan = NULL;
    tool_data data = {.elements = {0}};
    tool_buffers buffers = {.bytes = {0}};
    tool_verdict v;
    xl_error error = {0};
    const int status = xl_plan_make(place.device, &request, &plan, &error);
    if (status == XL_UNSUPPORTED) return false;
    ck_assert_msg(status == XL_SUCCESS, "%s", error.text);
    if (cs == &tool_case_lerp)
        make_lerp(xl__plan_problem(plan), &data);
    else
        make_spheres(xl__plan_problem(plan), kind, &data);
    ck_assert_msg(tool_run_checked(&session, cs, plan, &data, 1, &buffers, &v, &error) == XL_SUCCESS, "%s",
                  error.text);
    char expected[TOOL_VALUE_TEXT], got[TOOL_VALUE_TEXT];
    ck_assert_msg(!v.wrong,
                  "%s/%s, %d lanes, %s, kind %d: %zu wrong, the first is %zu: expected %s +- %g, got %s",
                  cs->algorithm->name, strategy, width, settings, kind, v.wrong_count, v.index,
                  tool_value_text(v.expected, expected, sizeof expected), v.allowed,
                  tool_value_text(v.got, got, sizeof got));
    tool_buffers_free(&buffers);
    tool_data_free(&data);
    xl_plan_free(plan);
    return true;
}

static const int widths[] = {1, 4, 8, 16};
enum { WIDTHS = sizeof widths / sizeof *widths };

GROUP("device");
AROUND(open_here, close_place);

LOOP_TEST(lerp_strategies_keep_it, WIDTHS) {
    char settings[64];
    int ran = 0;
    lerp_settings(settings, sizeof settings);
    for (int s = LERP_SERIAL; s <= LERP_AFFINE; s++)
        ran += check(&tool_case_lerp, xl__algorithm_lerp.strategies[s].name, widths[_i], settings, 0);
    ck_assert_int_gt(ran, 1);
}

LOOP_TEST(spheres_strategies_keep_it, WIDTHS) {
    static const char *const more[] = {"model=linear items=2 layout=runs weights=pass",
                                       "model=quadratic items=2 layout=blocks weights=lane"};
    char settings[128];
    int ran = 0;
    for (int s = SPHERES_NAIVE; s <= SPHERES_GROUP; s++)
        for (int m = 0; m < 2; m++)
            for (int kind = 0; kind < 4; kind++) {
                spheres_settings(more[m], settings, sizeof settings);
                ran += check(&tool_case_spheres, xl__algorithm_spheres.strategies[s].name, widths[_i],
                             settings, kind);
            }
    ck_assert_int_gt(ran, 1);
}

/* ---- lessons ---------------------------------------------------------------------------------------- */

static bool takes_floats(const xl__algorithm *algorithm) {
    for (int a = 0; a < algorithm->array_count; a++)
        for (int t = 0; t < XL__MAX_TYPES && algorithm->arrays[a].types[t] != XL_TYPE_NONE; t++)
            if (algorithm->arrays[a].direction != XL__OUT && tool_is_floating(algorithm->arrays[a].types[t]))
                return true;
    return false;
}

LOOP_TEST(lessons_state_what_is_not_finite, xl_algorithm_count()) {
    const char *const name = xl__algorithms[_i]->name;
    char path[1024], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, XL_TEST_SOURCE_DIR "/kernels/%s/README.md", xl__folder(xl__algorithms[_i]));
    ck_assert_int_eq(xl__os_read_file(path, 1 << 20, &text, &size), 0);
    if (takes_floats(xl__algorithms[_i]))
        ck_assert_msg(strstr(text, "NaN") && strstr(text, "nfinit"), "the lesson of %s does not", name);
    free(text);
}
