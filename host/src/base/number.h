/* Decimal text to number and back, the same in every locale. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a whole text ("-1.5e-3") as the nearest double, ties to even, infinite beyond the largest. False for
   any other text: "", "1.5x", " 1", hexadecimal, inf, nan. */
bool xl__parse_number(const char *text, size_t size, double *value);

/* A number as written: `value`, the nearest double, and `rest`, the difference, in 53 bits, 0 for infinities.
   `rest` never crosses an integer, so value + rest compares with integers and floats as the number does. */
typedef struct xl__real {
    double value, rest;
} xl__real;
bool xl__parse_real(const char *text, size_t size, xl__real *real);

enum {
    XL__NUMBER_TEXT = 48,
    XL__DIGITS_F32 = 9, /* enough to distinguish all floats */
    XL__DIGITS = 17,    /* the same for doubles */
};

/* The shortest text that reads back as `value`, else the nearest of `digits` significant digits. Integers
   below 10^16 have all digits. */
const char *xl__number_text(double value, int digits, char text[XL__NUMBER_TEXT]);

/* Plain decimals from 0.0001 up to sixteen digits before the point, else with an exponent; `exponent`: of
   the first digit. */
void xl__digits_text(const char *digits, int exponent, char *out, size_t size);

/* Floats as unsigned integers in the same order: -0 equals 0, NaN is beyond the infinities. */
uint32_t xl__float_key(float value);
float xl__key_float(uint32_t key);
uint32_t xl__float_bits(float value);
