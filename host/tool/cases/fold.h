/*
 * fold.h - the reference of reduce and scan: combines elements in order by an operator, with the error of any
 * other order; makes inputs that expose wrong results. Follows ../src/operators.h; shares no code with the
 * kernels.
 *
 * Integers are combined in 64 bits and cut to the type at the end: sums and products wrap either way. Floats
 * are combined in long double.
 *
 * Allowed error of floats, with u = 2^-24 or 2^-53, the largest relative error of one operation:
 *   add ((1 + u)^d - 1) S, where S is the sum of the magnitudes and d the largest number of additions
 *           that a term passes through. 0 if no operation rounds: all terms are multiples of one unit, S at
 *           most 2^24 (2^53) units.
 *   mul ((1 + u)^(n - 1) - 1) |product|: every order of n factors has n - 1 multiplications. 0 if all
 *           factors are 1 or -1.
 *   min max 0, except for a flushed denormal number.
 *   affine v = sum of the terms v_j prod_{k > j} p_k, each with its own multiplications and d additions:
 *           u sum of |term| (multiplications + d), p as a product.
 * If a partial result of some order leaves the range of normal numbers, any result is right. The same holds
 * for a minimum with a NaN among the numbers.
 */
#pragma once

#include "table/operators.h"
#include "cases/case.h"

typedef struct tool_fold {
    xl__operator op;
    xl_type type;
    uint64_t count;
    uint64_t integer;
    long double v, p;         /* of floats; p = 1 except for pairs */
    double magnitude, passed; /* sums of the terms' magnitudes; of magnitude times multiplications */
    double up, down;          /* products: log2 of the extremes in any order */
    double reach, highest;    /* pairs: largest product of neighbouring p; largest magnitude */
    double run;               /* of neighbouring p up to the last, at least 1 */
    int unit;                 /* of sums: 2^unit divides all terms; INT_MAX while all are 0 */
    bool nan, plus, minus;    /* among the elements */
    bool zero;
    bool rounds; /* a factor other than 1 or -1 */
} tool_fold;

/* The identity. */
void tool_fold_start(tool_fold *fold, xl__operator op, xl_type type);

/* Element i of x; of pairs the numbers 2 i and 2 i + 1. */
void tool_fold_add(tool_fold *fold, const void *x, uint64_t i);

/* Writes the result as element (pair) i of an output of the same type. `depth`: d above. */
void tool_fold_result(const tool_fold *fold, double depth, tool_expected *out, size_t i);

/* n elements (pairs) into x. For integers and floats:
 *   uniform  any bits; floats in [-1, 1), factors close to 1
 *   exact    small whole numbers, so that every order of a sum gives the same; factors 1 and -1
 *   largest  near the ends of the type
 *   special  floats with zeros, infinities, NaN and denormal numbers among them
 * Factors of integers are odd, or a product would soon be 0; only about 20 elements affect `and` and `or`.
 * Pairs are steps of a lerp, (x t, 1 - t), with t in [0, 1), each eighth one 0 or 1.
 */
void tool_fold_inputs(xl__operator op, xl_type type, const char *distribution, uint64_t seed, uint64_t n,
                      void *x);

/* For cases: distributions, and a tool_case.generate whose first array takes the elements or pairs of the
   parameter "operator" (default: sums). */
extern const char *const tool_fold_distributions[], *const tool_fold_edges[];
int tool_fold_generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                       xl_error *error);
xl__operator tool_fold_operator(const xl__problem *problem);
