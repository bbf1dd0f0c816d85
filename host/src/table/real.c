#include "table/real.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounding is monotonic: the rest decides only if the doubles are equal. */
int xl__real_compare(xl__real a, xl__real b) {
    if (a.value != b.value) return a.value < b.value ? -1 : 1;
    return (a.rest > b.rest) - (a.rest < b.rest);
}

/* Past the largest float: the middle between it and 2^128, which is even, rounds to infinity. */
static float round_large(xl__real real) {
    const double sign = copysign(1.0, real.value);
    const xl__real size = {sign * real.value, sign * real.rest}, middle = {0x1.ffffffp127, 0.0};
    return (float)sign * (xl__real_compare(size, middle) < 0 ? FLT_MAX : INFINITY);
}

float xl__real_float(xl__real real) {
    if (fabs(real.value) > (double)FLT_MAX) return round_large(real);
    const float nearest = (float)real.value;
    const double at = (double)nearest;
    if (real.rest == 0.0 || at == real.value) return nearest;
    /* Between two floats the rest decides only if the double is the middle. */
    const float other = nextafterf(nearest, real.value > at ? INFINITY : -INFINITY);
    if (real.value - at != (double)other - real.value) return nearest;
    return real.rest > 0.0 ? fmaxf(nearest, other) : fminf(nearest, other);
}

static uint64_t whole(xl__real real, bool up, double least, int *outside) {
    const double base = up ? ceil(real.value) : floor(real.value);
    const double step = base != real.value ? 0.0 : up ? ceil(real.rest) : floor(real.rest);
    *outside = 0;
    if (base < 0x1p53) { /* doubles hold every whole number */
        const double above = base + step - least;
        *outside = above < 0.0 ? -1 : 0;
        return above < 0.0 ? 0 : (uint64_t)above;
    }
    *outside = 1;
    if (base > 0x1p64) return UINT64_MAX; /* the rest subtracts less than that */
    /* Wraps past 64 bits. */
    const uint64_t from = base < 0x1p64 ? (uint64_t)base : 0, sum = from + (uint64_t)(int64_t)(step - least);
    const bool passes = base < 0x1p64 ? step - least > 0.0 && sum < from : step - least >= 0.0;
    *outside = passes;
    return passes ? UINT64_MAX : sum;
}

uint64_t xl__real_floor(xl__real real, double least, int *outside) {
    return whole(real, false, least, outside);
}

uint64_t xl__real_ceil(xl__real real, double least, int *outside) {
    return whole(real, true, least, outside);
}

/* ---- text ---------------------------------------------------------------------------------------------- */

/* True if no element type can distinguish the two. */
static bool same(xl__real a, xl__real b) {
    return a.value == b.value && signbit(a.value) == signbit(b.value) &&
           xl__real_float(a) == xl__real_float(b) &&
           (a.value != floor(a.value) || (floor(a.rest) == floor(b.rest) && ceil(a.rest) == ceil(b.rest)));
}

static bool reads_as(const char *text, xl__real real) {
    xl__real back;
    return xl__parse_real(text, strlen(text), &back) && same(back, real);
}

/* All digits of a whole or half number: "18446744073709551614.5". */
static void whole_text(xl__real real, char text[XL__NUMBER_TEXT]) {
    const double sign = copysign(1.0, real.value);
    const xl__real size = {sign * real.value, sign * real.rest};
    int outside = 0;
    const uint64_t below = xl__real_floor(size, 0.0, &outside);
    snprintf(text, XL__NUMBER_TEXT, "%s%llu%s", sign < 0 ? "-" : "", (unsigned long long)below,
             size.rest != floor(size.rest) ? ".5" : "");
}

/* 18 digits, whose last decides between two floats: the nearest decimal and its neighbours. */
static bool near_text(xl__real real, char text[XL__NUMBER_TEXT]) {
    enum { DIGITS = 18 };
    char scientific[64], digits[DIGITS + 8];
    uint64_t number = 0;
    const char *at = scientific;
    snprintf(scientific, sizeof scientific, "%.*e", DIGITS - 1, fabs(real.value));
    for (; *at && *at != 'e'; at++)
        if (*at >= '0' && *at <= '9') number = 10 * number + (uint64_t)(*at - '0');
    const int exponent = *at ? (int)strtol(at + 1, NULL, 10) : 0;
    const bool negative = signbit(real.value) != 0;
    for (int step = -1; step <= 1; step++) {
        const int count =
            snprintf(digits, sizeof digits, "%llu", (unsigned long long)number + (unsigned long long)step);
        if (negative) text[0] = '-';
        xl__digits_text(digits, exponent + count - DIGITS, text + negative,
                        (size_t)(XL__NUMBER_TEXT - negative));
        if (reads_as(text, real)) return true;
    }
    return false;
}

const char *xl__real_text(xl__real real, char text[XL__NUMBER_TEXT]) {
    xl__number_text(real.value, XL__DIGITS, text);
    if (!isfinite(real.value) || fabs(real.value) > 0x1p128 || reads_as(text, real)) return text;
    if (real.value == 0.0) /* too small for a double */
        snprintf(text, XL__NUMBER_TEXT, "%s1e-400", real.rest < 0.0 ? "-" : "");
    else if (fabs(real.value) <= 0x1p64)
        whole_text(real, text);
    else if (real.rest == 0.0)
        snprintf(text, XL__NUMBER_TEXT, "%.0f", real.value);
    if (!reads_as(text, real) && !near_text(real, text)) xl__number_text(real.value, XL__DIGITS, text);
    return text;
}
