#include "base/number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------------- */

/* A double is decided by its first 768 significant digits and by whether anything follows them. */
enum { MOST_DIGITS = 800, MOST_EXPONENT = 100000 };

/* A decimal number as digits and a power of ten: no decimal point, whose character depends on the locale. */
typedef struct decimal {
    char digits[MOST_DIGITS + 2]; /* significant ones, without leading zeros, and a last one for the rest */
    int count;
    long long exponent; /* of the last digit */
    bool any;           /* there were digits at all, if only zeros */
    bool more;          /* a digit that found no room was not 0 */
} decimal;

static void add_digit(decimal *d, char digit, bool fraction) {
    d->any = true;
    if (d->count == MOST_DIGITS) {
        d->more = d->more || digit != '0';
        d->exponent += !fraction;
        return;
    }
    d->exponent -= fraction;
    if (d->count > 0 || digit != '0') d->digits[d->count++] = digit;
}

/* "e-12" up to the end of the text. */
static bool add_exponent(decimal *d, const char *at, const char *end) {
    const bool down = at < end && *at == '-';
    long long exponent = 0;
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (at == end) return false;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        if (exponent < 1000000000000000) exponent = exponent * 10 + (*at - '0');
    d->exponent += down ? -exponent : exponent;
    return at == end;
}

static double to_double(decimal *d) {
    char text[MOST_DIGITS + 32];
    if (d->count == 0) return 0;
    if (d->more) {
        d->digits[d->count++] = '1';
        d->exponent--;
    }
    const long long e = d->exponent;
    const int exponent = (int)(e < -MOST_EXPONENT ? -MOST_EXPONENT : e > MOST_EXPONENT ? MOST_EXPONENT : e);
    snprintf(text, sizeof text, "%.*se%d", d->count, d->digits, exponent);
    return strtod(text, NULL);
}

bool xl__parse_number(const char *text, size_t size, double *value) {
    const char *at = text, *end = text + size;
    const bool negative = size > 0 && *at == '-';
    decimal d = {.count = 0};
    bool fraction = false;
    if (size > 0 && (*at == '-' || *at == '+')) at++;
    for (; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !fraction)); at++) {
        if (*at == '.')
            fraction = true;
        else
            add_digit(&d, *at, fraction);
    }
    if (!d.any) return false;
    if (at < end && ((*at != 'e' && *at != 'E') || !add_exponent(&d, at + 1, end))) return false;
    *value = negative ? -to_double(&d) : to_double(&d);
    return true;
}

/* ---- writing --------------------------------------------------------------------------------------- */

/* The digits and the exponent of the first one; whatever stands between the first and the second digit is the
   locale's decimal point. */
static int split(double value, int precision, char digits[XL__DIGITS + 1]) {
    char text[64];
    int count = 0;
    const char *at = text;
    snprintf(text, sizeof text, "%.*e", precision - 1, value);
    for (; *at && *at != 'e'; at++)
        if (*at >= '0' && *at <= '9' && count < XL__DIGITS) digits[count++] = *at;
    digits[count] = '\0';
    return *at ? (int)strtol(at + 1, NULL, 10) : 0;
}

static bool reads_back(double value, const char *digits, int exponent) {
    char text[64];
    snprintf(text, sizeof text, "%se%d", digits, exponent - (int)strlen(digits) + 1);
    return strtod(text, NULL) == value;
}

/* As plain decimals from 0.0001 up to sixteen digits before the point, else with an exponent. */
static void join(const char *digits, int exponent, char *out, size_t size) {
    const int count = (int)strlen(digits), whole = exponent + 1;
    if (exponent < -4 || exponent > 15)
        snprintf(out, size, "%c%s%se%+03d", digits[0], count > 1 ? "." : "", digits + 1, exponent);
    else if (whole <= 0)
        snprintf(out, size, "0.%.*s%s", -whole, "000", digits);
    else if (count <= whole)
        snprintf(out, size, "%s%.*s", digits, whole - count, "000000000000000");
    else
        snprintf(out, size, "%.*s.%s", whole, digits, digits + whole);
}

const char *xl__number_text(double value, int digits, char text[XL__NUMBER_TEXT]) {
    char significant[XL__DIGITS + 1];
    if (isnan(value) || isinf(value)) {
        snprintf(text, XL__NUMBER_TEXT, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return text;
    }
    const double size = fabs(value);
    const int most = size < 1e16 && size == floor(size) ? XL__DIGITS : digits;
    int precision = 1, exponent = split(size, precision, significant);
    while (precision < most && !reads_back(size, significant, exponent))
        exponent = split(size, ++precision, significant);
    for (size_t end = strlen(significant); end > 1 && significant[end - 1] == '0'; end--)
        significant[end - 1] = '\0';
    const bool negative = signbit(value) != 0;
    if (negative) text[0] = '-';
    join(significant, exponent, text + negative, (size_t)(XL__NUMBER_TEXT - negative));
    return text;
}

/* ---- bits of floats -------------------------------------------------------------------------------- */

uint32_t xl__float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint32_t xl__float_key(float value) {
    uint32_t bits = xl__float_bits(value);
    if (bits == 0x80000000u) bits = 0;
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

float xl__key_float(uint32_t key) {
    const uint32_t bits = key & 0x80000000u ? key ^ 0x80000000u : ~key;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
