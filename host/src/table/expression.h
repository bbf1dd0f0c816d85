/*
 * expression.h - sizes and conditions as a table writes them: "blocks(n, items * group)", "weights == pass".
 *
 * Values are unsigned 64-bit integers. In falling order of precedence:
 *
 *     17   n   (e)   blocks(a, b)   min(a, b)   max(a, b)   round_up(a, b)   power_of_2(a)
 *     * / %     + -     < <= > >= == !=     &&     ||     c ? a : b
 *
 * blocks(a, b) is a / b rounded up, round_up(a, b) the least multiple of b that is at least a, power_of_2(a)
 * the largest power of two that is at most a, at least 1. a - b is 0 where b is larger. Comparisons give 0 or
 * 1. A name is a parameter, a size or one of the names that the scope adds; behind a comparison with a choice
 * parameter stands one of its words. Both sides of && || ?: are always computed.
 *
 * A text is compiled once, when a plan is made, and computed at each enqueue.
 */
#ifndef XL_EXPRESSION_H
#define XL_EXPRESSION_H

#include "crosslane.h"
#include <stdbool.h>

/* Where names come from. `find` gives the place of a name's value in the array that xl__compute gets, -1 for
   none; `choices` the words "linear|quadratic" of the value at a place, NULL where it is a number. */
typedef struct xl__scope {
    const void *of; /* what `find` and `choices` look into */
    int (*find)(const void *of, const char *name, size_t size);
    const char *(*text)(const void *of, const char *name, size_t size);
    const char *(*choices)(const void *of, int place);
    const char
        *words; /* what the expression itself may be, "auto|lane|pass", beside a number; NULL: nothing */
} xl__scope;

/* One of a text that compiles has no more. */
enum { XL__MOST_TERMS = 1024 };

typedef struct xl__term {
    int op;           /* expression.c knows them */
    uint64_t operand; /* a number, or a value's place */
} xl__term;

/* Compiled expressions, one behind the other. Zeroed: empty. With terms lent by the caller (capacity and lent
   set) nothing is allocated. */
typedef struct xl__code {
    xl__term *terms;
    int count, capacity;
    bool lent;
} xl__code;
void xl__code_free(xl__code *code);

/* A part of the code. count 0: no expression. */
typedef struct xl__expression {
    int first, count;
} xl__expression;

/* Adds an expression to the code. XL_BAD_VALUE: it is none; the error names the word that is wrong. */
int xl__compile(xl__code *code, const xl__scope *scope, const char *text, xl__expression *out,
                xl_error *error);

/* Whether the expression names the value at a place. */
bool xl__names(const xl__code *code, xl__expression expression, int place);

/* Whether the expression is one of some numbers below 64, chosen by conditions or not at all: *numbers gets a
   bit for each. False: it is computed, and *place is the place of the value that it is, or -1. */
bool xl__is_one_of(const xl__code *code, xl__expression expression, uint64_t *numbers, int *place);

/* Puts the numbers of values that are known for good in their places, and computes what consists of numbers
   alone. What cannot be computed stays, and fails when it is asked for. */
void xl__fold(xl__code *code, xl__expression *expression, const bool *known, const uint64_t *values);

/* The value; false when it passes 2^64 or divides by 0. */
bool xl__compute(const xl__code *code, xl__expression expression, const uint64_t *values, uint64_t *out);

#endif
