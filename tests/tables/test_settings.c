/* Parameters as text; defaults and bounds from an algorithm's table. */
#include "support/sample.h"
#include "support/suite.h"
#include "table/lookup.h"
#include "table/registry.h"
#include "table/settings.h"
#include "table/values.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void defaults(double *values) {
    for (int i = 0; i < sample.param_count; i++) values[i] = sample.params[i].initial;
}

TEST(settings_are_read) {
    double values[XL__MAX_PARAMS];
    xl_error error = {0};
    defaults(values);
    ck_assert_int_eq(xl__parse_settings(&sample, "n=5 mode=three,added=-1.5\n group=64", values, &error), 0);
    ck_assert(values[SAMPLE_N] == 5 && values[SAMPLE_MODE] == 2 && values[SAMPLE_ADDED] == -1.5 &&
              values[SAMPLE_GROUP] == 64 && values[SAMPLE_STEPS] == 5);
    ck_assert_int_eq(xl__parse_settings(&sample, "", values, &error), 0);
    ck_assert_int_eq(xl__parse_settings(&sample, NULL, values, &error), 0);
    ck_assert_int_eq(xl__parse_settings(&sample, " , n=6 ", values, &error), 0);
    ck_assert(values[SAMPLE_N] == 6);
    ck_assert_int_eq(xl__parse_settings(&sample, "shape=12x3", values, &error), 0);
    ck_assert(values[SAMPLE_N] == 12 && values[SAMPLE_STEPS] == 3);
}

static const struct {
    const char *text;
    int status;
    const char *told; /* part of the error */
} wrong_settings[] = {
    {"m=5", XL_BAD_NAME, "n added mode"},         {"n", XL_BAD_VALUE, "name=value"},
    {"=5", XL_BAD_NAME, "no parameter"},          {"n=", XL_BAD_VALUE, "not a number"},
    {"n=five", XL_BAD_VALUE, "n=five"},           {"n=1.5", XL_BAD_VALUE, "whole number"},
    {"n=-1", XL_BAD_VALUE, "0 to 16777216"},      {"n=16777217", XL_BAD_VALUE, "out of range"},
    {"n=1e400", XL_BAD_VALUE, "out of range"},    {"added=11", XL_BAD_VALUE, "-10 to 10"},
    {"mode=four", XL_BAD_VALUE, "one|two|three"}, {"mode=on", XL_BAD_VALUE, "one|two|three"},
    {"mode=", XL_BAD_VALUE, "one|two|three"},     {"shape=12", XL_BAD_VALUE, "128x64"},
    {"shape=12x3x4", XL_BAD_VALUE, "128x64"},     {"shape=x3", XL_BAD_VALUE, "not a number"}};

EACH_TEST(wrong_settings_are_refused, wrong_settings) {
    double values[XL__MAX_PARAMS];
    xl_error error = {0};
    defaults(values);
    ck_assert_int_eq(xl__parse_settings(&sample, wrong_settings[_i].text, values, &error),
                     wrong_settings[_i].status);
    ck_assert_int_eq(error.status, wrong_settings[_i].status);
    ck_assert_msg(strstr(error.text, wrong_settings[_i].told) != NULL, "'%s' lacks '%s'", error.text,
                  wrong_settings[_i].told);
    ck_assert_ptr_null(strchr(error.text, '\n'));
    ck_assert(values[SAMPLE_N] == 1000 || wrong_settings[_i].text[0] == 's');
    ck_assert_int_eq(xl__parse_settings(&sample, wrong_settings[_i].text, values, NULL),
                     wrong_settings[_i].status);
}

TEST(values_are_written) {
    char text[64];
    xl__value_text(&sample.params[SAMPLE_MODE], 2, text, sizeof text);
    ck_assert_str_eq(text, "three");
    xl__value_text(&sample.params[SAMPLE_MODE], 0, text, sizeof text);
    ck_assert_str_eq(text, "one");
    xl__value_text(&sample.params[SAMPLE_N], 16777217, text, sizeof text);
    ck_assert_str_eq(text, "16777217");
    xl__value_text(&sample.params[SAMPLE_ADDED], -0.1, text, sizeof text);
    ck_assert_str_eq(text, "-0.1");
}

TEST(elements_do_not_overflow) {
    static const xl__param params[] = {
        {.name = "a", .kind = XL__INT, .role = XL__RUNTIME, .initial = 1, .most = 1e18, .size = true},
        {.name = "b", .kind = XL__INT, .role = XL__RUNTIME, .initial = 1, .most = 1e18, .size = true},
    };
    static const xl__array_desc arrays[] = {
        {.name = "x", .types = {XL_F32}, .shape = {"a", "b", "3"}, .help = ""}};
    const xl__algorithm wide = {
        .name = "wide", .params = params, .param_count = 2, .arrays = arrays, .array_count = 1};
    xl__problem problem = {.type = XL_F32, .value = {1000, 7}};
    size_t shape[XL__MAX_RANK], elements = 0;
    int rank = 0;
    ck_assert(xl__array_elements(&wide, 0, &problem, shape, &rank, &elements));
    ck_assert_uint_eq(elements, 21000);
    ck_assert_int_eq(rank, 3);
    ck_assert(shape[0] == 1000 && shape[1] == 7 && shape[2] == 3);
    problem.value[0] = problem.value[1] = 4294967296.0;
    ck_assert(!xl__array_elements(&wide, 0, &problem, shape, &rank, &elements));
    problem.value[1] = 0;
    ck_assert(xl__array_elements(&wide, 0, &problem, shape, &rank, &elements));
    ck_assert_uint_eq(elements, 0);
    problem.value[0] = 1e17; /* beyond the whole numbers that a double holds exactly */
    ck_assert(!xl__array_elements(&wide, 0, &problem, shape, &rank, &elements));
    problem.value[0] = NAN;
    ck_assert(!xl__array_elements(&wide, 0, &problem, shape, &rank, &elements));
}

TEST(names_and_types) {
    ck_assert_int_eq(xl__find_param(&sample, "mode"), SAMPLE_MODE);
    ck_assert_int_eq(xl__find_param(&sample, "Mode"), -1);
    ck_assert_int_eq(xl__find_array(&sample, "y"), SAMPLE_Y);
    ck_assert_int_eq(xl__find_strategy(&sample, "chain"), 3);
    const xl__problem floats = {.type = XL_F32};
    ck_assert_int_eq(xl__array_type(&sample, SAMPLE_X, &floats), XL_F32);
    ck_assert_int_eq(xl__array_type(&sample, SAMPLE_EXTRA, &floats), XL_U32);
    ck_assert_str_eq(xl_type_name(XL_F16), "f16");
    ck_assert_uint_eq(xl_type_size(XL_I64), 8);
    ck_assert_str_eq(xl_type_name((xl_type)99), "none");
    ck_assert_uint_eq(xl_type_size((xl_type)-1), 0);
    ck_assert_str_eq(xl_status_name(-10003), "XL_BAD_VALUE");
    ck_assert_str_eq(xl_status_name(-5), "CL_OUT_OF_RESOURCES");
    ck_assert_str_eq(xl_status_name(0), "XL_SUCCESS");
    ck_assert_str_eq(xl_status_name(-12345), "unknown status");
}

TEST(registry_is_sound) {
    int algorithms = 0;
    for (; xl__algorithms[algorithms]; algorithms++) {
        const xl__algorithm *a = xl__algorithms[algorithms];
        ck_assert_ptr_eq(xl__find_algorithm(a->name), a);
        ck_assert_int_le(a->param_count, XL__MAX_PARAMS);
        ck_assert_int_le(a->array_count, XL__MAX_ARRAYS);
        ck_assert_int_gt(a->strategy_count, 0);
        for (int i = 0; i < a->param_count; i++) {
            const xl__param *p = &a->params[i];
            ck_assert_msg(p->initial >= p->least && p->initial <= p->most, "%s: default of %s", a->name,
                          p->name);
            ck_assert_int_eq(xl__find_param(a, p->name), i);
            ck_assert_int_eq(p->kind == XL__CHOICE, p->choices != NULL);
        }
        for (int i = 0; i < a->array_count; i++) {
            ck_assert_int_eq(xl__find_array(a, a->arrays[i].name), i);
            ck_assert_int_ne(a->arrays[i].types[0], XL_TYPE_NONE);
        }
        for (int i = 0; i < a->strategy_count; i++) {
            const xl__strategy *s = &a->strategies[i];
            ck_assert_int_eq(xl__find_strategy(a, s->name), i);
            ck_assert_msg(s->passes != NULL, "%s/%s launches nothing", a->name, s->name);
            ck_assert_ptr_nonnull(s->help);
        }
    }
    ck_assert_int_gt(algorithms, 0);
    ck_assert_ptr_null(xl__find_algorithm("no_such_algorithm"));
}
