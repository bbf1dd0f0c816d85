/*
 * rounding.h - the largest error of a right float result.
 *
 * u = 2^-24 is half the distance of floats at 1, the largest relative error of one operation. Strategies
 * multiply and add in serial, block, lane-wise and tree order. The error of a sum of terms w_i, whose
 * magnitudes add up to A, is at most
 *
 *   - of products: a term that passes K roundings is off by |w_i| ((1 + u)^K - 1), however they are grouped
 *     (tool_growth);
 *   - of sums along a chain (serial loop, blocks one after another, lanes one after another): adding w to a
 *     partial sum S errs by at most min(|w|, u |S|), and |S| <= A; min is subadditive, so four nested chains
 *     (of a lane's elements, of blocks, of lanes, of groups) err by at most 4 sum of min(|w_i|, u A);
 *   - of sums in a tree of at most 2^10 leaves (lanes, sub-groups): 10 u A;
 *   - of results below 2^-126, which a device may flush to 0 (no CL_FP_DENORM), inputs included: 2^-126 each.
 *
 * All in double, whose own error is 2^-29 of this; a hundredth is added for it and for second-order terms.
 */
#pragma once

#define TOOL_UNIT_ROUNDOFF 0x1p-24

/* The allowed error of a sum in any order. `size`: the magnitudes of its finite terms and their errors;
 * `most`: the type's largest number; `near`: the rounding error. A NaN or both infinities among the terms
 * make a NaN certain. Otherwise any result is right if some order exceeds the largest number: an infinite
 * partial sum may be the result, or meet the other infinity. If none does, an infinite term is certain.
 */
double tool_sum_allowed(double value, double size, double most, double near);

/* (1 + u)^roundings - 1, from above. */
double tool_growth(double roundings);
