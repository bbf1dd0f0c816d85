/* The table of sub-group operations, and a CPU reference for any width. */
#pragma once

#include "ops/op.h"
#include "base/text.h"

extern const xl__op xl__ops[];
extern const size_t xl__op_count;
const xl__op *xl__op_find(const char *name); /* NULL: unknown */

int xl__op_result_elements(const xl__op *op, xl__op_type type);

/* "SG_NATIVE_REDUCE_ADD_FLOAT"; false: there is none. */
bool xl__op_native_macro(const xl__op *op, xl__op_type type, char *macro, size_t size);

/* Adds " -DSG_NATIVE_...=1": native[i] has a bit per xl__op_type for xl__ops[i], `present` a bit per type
 * that the device has. An operation native for all present types gets one macro.
 */
void xl__op_native_options(const unsigned native[], unsigned present, xl__text *options);

/* Every lane's bits[] (width * elements) and allowed[]. Integers wrap, moves and matches keep bits, float
 * minima and maxima are exact and ignore NaNs. A sum or product with a NaN is NaN. The order of a float sum
 * or product is unspecified: with n terms, each rounded by at most u = 2^-24 (f32) of its result, a sum may
 * be off by n u sum|x| and a product by n u |product|, to first order. Twice that is allowed: the reference
 * is rounded too. Sums of integers with magnitudes up to 2^24 in all must be exact.
 */
void xl__op_expect(const xl__op *op, const xl__op_case *c, uint64_t *bits, double *allowed);

/* Equal bits are right. Of computed values all zeros are equal, and all NaNs. */
bool xl__op_right(const xl__op *op, xl__op_type type, uint64_t expected, uint64_t got, double allowed);

/* "-3", "0.5", "0x0000000f" for masks. */
void xl__op_text(const xl__op *op, xl__op_type type, uint64_t bits, char *text, size_t size);

/* Record of SG_TRACE (kernels/sg/extras/sg_trace.h): word 0 of the buffer counts records, word 1 is their
   capacity, records follow. */
typedef struct xl__trace_record {
    uint32_t line, global_id;
    uint32_t type; /* XL__OP_INT to XL__OP_DOUBLE | components << 8 */
    uint32_t lane; /* lane | sub-group id << 16 */
    char name[16]; /* zero-filled; 16 characters have no end */
    uint32_t value[4];
} xl__trace_record;
enum { XL__TRACE_HEADER_WORDS = 2 };
