/*
 * inputs.h - input values of cases by distribution, the same on every system.
 *
 * Numbers below a bound (buckets, keys, indices):
 *
 *   uniform      any
 *   distinct     neighbours differ: all numbers in order, from a new start in each round
 *   single       a single number
 *   skewed90     one number nine times in ten, else any
 *   runs         1 to 128 equal ones, 1024 places with runs of one length
 *   pairs        two equal ones
 *   zipf         number k in proportion to 1 / (k + 1)
 *   entropy1000 entropy0811 entropy0544 entropy0337 entropy0201
 *                that many thousandths of a bit of information in each bit (Thearling and Smith, 1992)
 *   photograph   luminance: a bright sky over a darker ground with structure of three sizes, and grain
 */
#pragma once

#include "arrays/array.h"
#include "cases/random.h"

typedef struct tool_numbers tool_numbers;

/* `n` numbers below `below` > 0. XL_BAD_NAME: no such distribution; XL_NO_MEMORY; *out is NULL then. `who`
 * begins the error's line.
 */
int tool_numbers_open(const char *who, const char *distribution, uint64_t seed, uint64_t n, uint32_t below,
                      tool_numbers **out, xl_error *error);

/* *free_word: another random word, independent of the number. */
uint32_t tool_number_at(const tool_numbers *numbers, uint64_t i, uint32_t *free_word);

void tool_numbers_close(tool_numbers *numbers); /* NULL: nothing */

/* Difficult bit patterns. XL_F32: NaN, infinities, zeros, denormal numbers, the normal range's ends, values
 * around 1, roundings to a few bits. Others: the ends of 7, 8, 31 and 32 bits, values around `bound`.
 */
uint32_t tool_special_bits(xl_type type, uint32_t bound, uint64_t i);

/* Fills with floats in [-1, 1), in the order of the array. */
void tool_fill_signed(tool_array *array, uint64_t seed, uint64_t stream);

/* How far each of n steps of c = c (1 - t) + x t goes:
 *
 *   even       below 2 / n, so that every step counts
 *   uniform    [0, 1): the last few dozen count, and running products become denormal
 *   sparse     not 0 at 16 places, so that a bound is narrow however many steps there are
 *   one_first one_middle one_last one_all
 *              1 at one place or everywhere, else as even
 *   zero       0 everywhere: the result is the start
 *   denormal   every other one
 *   outside    24 of them in [-0.5, 2): few enough for the factors above 1 to stay below 1.5^24 together
 *
 * Any other word: as even. */
void tool_fill_steps(const char *distribution, tool_random *random, size_t n, float *t);

/* Hues change slowly from corner to corner, saturation and value a little; a fourth channel is 1. */
void tool_bright_color(tool_random *random, float x, float y, size_t channels, float *color);

/* The cube root of a in (0, 1], by operations that every system rounds alike. */
double tool_cube_root(double a);
