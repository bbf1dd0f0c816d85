/*
 * rounding.h - how far a right float result may be off: what references derive their bounds from.
 *
 * u = 2^-24 is half the distance of floats at 1, the most by which an operation's result is off, relatively.
 * Strategies multiply and add in any order that serial, block, lane-wise and tree forms have. So the error of
 * a sum of terms w_i, whose magnitudes together are A, is at most
 *
 *   - of products: a term that passes K roundings is off by |w_i| ((1 + u)^K - 1), however they are grouped
 *     (tool_growth);
 *   - of sums along a chain (serial loop, blocks one after another, lanes one after another): adding w to a
 *     partial sum S errs by at most min(|w|, u |S|), and |S| <= A; min is subadditive, so four chains nested
 * in each other (of a lane's elements, of blocks, of lanes, of groups) err by at most 4 sum of min(|w_i|, u
 * A);
 *   - of sums in a tree of at most 2^10 leaves (lanes, sub-groups): 10 u A;
 *   - of results below 2^-126, which a device may flush to 0 (no CL_FP_DENORM), inputs included: 2^-126 each.
 *
 * All in double, whose own error is 2^-29 of this; a hundredth is added for it and for second-order terms.
 */
#pragma once

#define TOOL_UNIT_ROUNDOFF 0x1p-24

/* What is allowed of a sum that any order may have: `value` is that of the definition, `size` adds up the
   magnitudes of its finite terms and what they may be off by, `most` is the type's largest number, `near`
   what rounding makes. A NaN is certain: one of the terms, or both infinities. Else anything is right where
   some order passes the largest number: an infinity on the way is the result, or meets an infinity of the
   other sign. An infinity among the terms is certain where none does. */
double tool_sum_allowed(double value, double size, double most, double near);

/* (1 + u)^roundings - 1, from above. */
double tool_growth(double roundings);
