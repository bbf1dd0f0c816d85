/*
 * number.h - decimal text to number and back, the same in every locale.
 */
#ifndef XL_NUMBER_H
#define XL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a whole text ("-1.5e-3": digits, a point, an exponent) as the nearest double, ties to even; a number
   past the largest double is an infinity. False for any other text: "", "1.5x", " 1", hexadecimal, inf, nan.
 */
bool xl__parse_number(const char *text, size_t size, double *value);

enum {
    XL__NUMBER_TEXT = 40,
    XL__DIGITS_F32 = 9, /* enough to tell every float from its neighbours */
    XL__DIGITS = 17,    /* the same of doubles */
};

/* The shortest text that reads back as `value`, with at most `digits` significant digits (then the nearest
   such), and returns it. Whole numbers below 10^16 are written without an exponent, with all their digits. */
const char *xl__number_text(double value, int digits, char text[XL__NUMBER_TEXT]);

/* Floats as unsigned integers in the same order: -0 and 0 are one, NaN lies outside of the infinities. And
   back. */
uint32_t xl__float_key(float value);
float xl__key_float(uint32_t key);
uint32_t xl__float_bits(float value);

#endif
