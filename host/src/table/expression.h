/*
 * Expressions in tables: "blocks(n, items * group)", "weights == pass".
 *
 * Values are unsigned 64-bit integers. In falling order of precedence:
 *
 *     17   n   (e)   blocks(a, b)   min(a, b)   max(a, b)   round_up(a, b)   power_of_2(a)
 *     * / %     + -     < <= > >= == !=     &&     ||     c ? a : b
 *
 * blocks(a, b) is a / b rounded up, round_up(a, b) the least multiple of b that is at least a, power_of_2(a)
 * the largest power of two up to a, at least 1. a - b is 0 if b is larger. Comparisons give 0 or 1. A name is
 * a parameter, a size or a name that the scope adds; a choice parameter is compared with one of its words.
 * Both sides of && || ?: are always computed.
 *
 * A text is compiled once per plan, and computed at each enqueue.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

/* `find`: a name's index in xl__compute's values, -1: none; `choices`: a value's words "linear|quadratic",
   NULL: a number. */
typedef struct xl__scope {
    const void *of;
    int (*find)(const void *of, const char *name, size_t size);
    const char *(*text)(const void *of, const char *name, size_t size);
    const char *(*choices)(const void *of, int place);
    const char *words; /* words allowed as the result, "auto|lane|pass"; NULL: only numbers */
} xl__scope;

enum { XL__MOST_TERMS = 1024 };

typedef struct xl__term {
    int op;           /* see expression.c */
    uint64_t operand; /* a number, or a value's index */
} xl__term;

/* Zeroed: empty. Allocates nothing if the caller lends terms (capacity and lent set). */
typedef struct xl__code {
    xl__term *terms;
    int count, capacity;
    bool lent;
} xl__code;
void xl__code_free(xl__code *code);

/* count 0: no expression. */
typedef struct xl__expression {
    int first, count;
} xl__expression;

/* XL_BAD_VALUE: the error names the wrong word. */
int xl__compile(xl__code *code, const xl__scope *scope, const char *text, xl__expression *out,
                xl_error *error);

bool xl__names(const xl__code *code, xl__expression expression, int place);

/* True if the expression is a constant below 64, or chooses among such constants: *numbers has a bit for
 * each. False: *place is the index of a single value, else -1.
 */
bool xl__is_one_of(const xl__code *code, xl__expression expression, uint64_t *numbers, int *place);

/* Replaces known values and folds constants. A part that cannot be computed stays, and fails when computed.
 */
void xl__fold(xl__code *code, xl__expression *expression, const bool *known, const uint64_t *values);

/* False: overflow of 64 bits or division by 0. */
bool xl__compute(const xl__code *code, xl__expression expression, const uint64_t *values, uint64_t *out);
