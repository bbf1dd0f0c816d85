/* Numbers, compared with the C library's, and settings, printed and read again. The first byte selects an
   algorithm; the rest is the text after --set. */
#include "fuzz.h"
#include "table/registry.h"
#include "table/settings.h"
#include "table/algorithm.h"
#include "base/number.h"
#include "plan/plan.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 2048 };

static bool same_bits(double a, double b) {
    uint64_t x = 0, y = 0;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static void check_printed(double value) {
    char text[XL__NUMBER_TEXT];
    double again = 0;
    xl__number_text(value, XL__DIGITS, text);
    FUZZ_CHECK(strlen(text) < XL__NUMBER_TEXT);
    if (!isfinite(value)) return;
    FUZZ_CHECK(xl__parse_number(text, strlen(text), &again) && same_bits(again, value));
    const float narrow = (float)value;
    if (!isfinite(narrow) || fabs(value) > FLT_MAX) return;
    xl__number_text(narrow, XL__DIGITS_F32, text);
    FUZZ_CHECK(xl__parse_number(text, strlen(text), &again) && (float)again == narrow);
}

/* strtod also accepts leading space, hexadecimal, inf and nan. */
static void check_number(const char *text, size_t size) {
    double value = 0;
    char *end = NULL;
    const double expected = strtod(text, &end);
    const bool plain = strspn(text, "0123456789+-.eE") == size;
    const bool whole = size > 0 && end == text + size;
    FUZZ_CHECK(xl__parse_number(text, size, &value) == (plain && whole));
    if (!plain || !whole) return;
    FUZZ_CHECK(same_bits(value, expected));
    check_printed(value);
}

static void start(const xl__algorithm *algorithm, double values[XL__MAX_PARAMS]) {
    for (int p = 0; p < algorithm->param_count; p++) values[p] = algorithm->params[p].initial;
}

static void check_settings(const xl__algorithm *algorithm, const char *text) {
    double values[XL__MAX_PARAMS], again[XL__MAX_PARAMS];
    char printed[XL__MAX_PARAMS * 128];
    size_t used = 0;
    xl_error error = {.text = ""};
    start(algorithm, values);
    start(algorithm, again);
    if (xl__parse_settings(algorithm, text, values, &error) != XL_SUCCESS) {
        FUZZ_CHECK(strncmp(error.text, algorithm->name, strlen(algorithm->name)) == 0);
        return;
    }
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        char value[64];
        FUZZ_CHECK(values[p] >= param->least && values[p] <= param->most);
        FUZZ_CHECK(param->kind == XL__REAL || values[p] == floor(values[p]));
        xl__value_text(param, values[p], value, sizeof value);
        used += (size_t)snprintf(printed + used, sizeof printed - used, " %s=%s", param->name, value);
    }
    FUZZ_CHECK(xl__parse_settings(algorithm, printed, again, NULL) == XL_SUCCESS);
    for (int p = 0; p < algorithm->param_count; p++) FUZZ_CHECK(values[p] == again[p]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[MOST_TEXT];
    double bits = 0;
    if (size < 1 || size > MOST_TEXT) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    check_number(text, size - 1);
    if (size > sizeof bits) {
        memcpy(&bits, data + 1, sizeof bits);
        check_printed(bits);
    }
    check_settings(xl__find_algorithm(xl_algorithm_name(data[0] % xl_algorithm_count())), text);
    return 0;
}
