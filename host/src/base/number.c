#include "base/number.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------------- */

/* The first 768 significant digits, and whether any later digit is not 0, determine a double. */
enum { MOST_DIGITS = 800, MOST_EXPONENT = 100000 };

/* Digits and a power of ten: the decimal point depends on the locale. */
typedef struct decimal {
    char digits[MOST_DIGITS + 2]; /* significant, and one more for the rest */
    int count;
    long long exponent; /* of the last digit */
    bool any;           /* there were digits, if only zeros */
    bool more;          /* a digit beyond the room was not 0 */
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

/* Most digits of doubles before and after the point. */
enum { WHOLE = 310, BEHIND = 1100 };

typedef struct fixed {
    char digit[WHOLE + BEHIND]; /* 0 to 9 */
    bool more;                  /* a later digit was not 0 */
} fixed;

static void fix_decimal(const decimal *d, fixed *out) {
    *out = (fixed){.more = d->more};
    for (int i = 0; i < d->count; i++) {
        const long long place = WHOLE - d->exponent - (d->count - i);
        if (place < WHOLE + BEHIND)
            out->digit[place] = (char)(d->digits[i] - '0');
        else
            out->more = out->more || d->digits[i] != '0';
    }
}

/* A double >= 0, exactly. A non-digit is the locale's decimal point. */
static void fix_double(double value, fixed *out) {
    enum { PLACES = 1074 };
    char text[WHOLE + PLACES + 32];
    int count = 0;
    *out = (fixed){.more = false};
    snprintf(text, sizeof text, "%.*f", (int)PLACES, value);
    for (const char *at = text; *at; at++) count += *at >= '0' && *at <= '9';
    int place = WHOLE + PLACES - count;
    for (const char *at = text; *at; at++)
        if (*at >= '0' && *at <= '9') out->digit[place++] = (char)(*at - '0');
}

static int compare_fixed(const fixed *a, const fixed *b) {
    const int order = memcmp(a->digit, b->digit, sizeof a->digit);
    return order != 0 ? (order > 0 ? 1 : -1) : (int)a->more - (int)b->more;
}

/* a - b >= 0; at most one of them has more digits. */
static void subtract_fixed(const fixed *a, const fixed *b, fixed *out) {
    int borrow = b->more;
    out->more = a->more || b->more;
    for (int i = WHOLE + BEHIND - 1; i >= 0; i--) {
        const int digit = a->digit[i] - b->digit[i] - borrow;
        borrow = digit < 0;
        out->digit[i] = (char)(digit + 10 * borrow);
    }
}

static double round_to_odd(const fixed *f) {
    decimal d = {.exponent = -BEHIND, .more = f->more};
    fixed back;
    uint64_t bits = 0;
    for (int i = 0; i < WHOLE + BEHIND; i++) {
        if (d.count == 0 && f->digit[i] == 0) continue;
        if (d.count < MOST_DIGITS) {
            d.digits[d.count++] = (char)('0' + f->digit[i]);
            continue;
        }
        d.more = d.more || f->digit[i] != 0;
        d.exponent++;
    }
    double value = to_double(&d);
    fix_double(value, &back);
    const int order = compare_fixed(f, &back);
    if (order < 0) value = nextafter(value, 0.0);
    memcpy(&bits, &value, sizeof bits);
    bits |= order != 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double rest_of(const decimal *d, double nearest) {
    fixed exact, rounded, difference;
    if (d->exponent >= 0 && !d->more && nearest < 0x1p53) return 0.0; /* most numbers */
    if (isinf(nearest)) return 0.0;
    fix_decimal(d, &exact);
    fix_double(nearest, &rounded);
    const int order = compare_fixed(&exact, &rounded);
    if (order == 0) return 0.0;
    subtract_fixed(order > 0 ? &exact : &rounded, order > 0 ? &rounded : &exact, &difference);
    return order * round_to_odd(&difference);
}

static bool read_decimal(const char *text, size_t size, bool *is_negative, decimal *out) {
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
    *is_negative = negative;
    *out = d;
    return true;
}

bool xl__parse_number(const char *text, size_t size, double *value) {
    decimal d;
    bool negative = false;
    if (!read_decimal(text, size, &negative, &d)) return false;
    *value = negative ? -to_double(&d) : to_double(&d);
    return true;
}

bool xl__parse_real(const char *text, size_t size, xl__real *real) {
    decimal d;
    bool negative = false;
    if (!read_decimal(text, size, &negative, &d)) return false;
    decimal copy = d; /* to_double adds a digit */
    const double nearest = to_double(&copy), rest = rest_of(&d, nearest);
    *real = negative ? (xl__real){-nearest, -rest} : (xl__real){nearest, rest};
    return true;
}

/* ---- writing --------------------------------------------------------------------------------------- */

/* After the first digit is the locale's decimal point. */
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

void xl__digits_text(const char *digits, int exponent, char *out, size_t size) {
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
    xl__digits_text(significant, exponent, text + negative, (size_t)(XL__NUMBER_TEXT - negative));
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
