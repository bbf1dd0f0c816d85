/*
 * ops.h - the sub-group operations of kernels/sg as a table, and what each must answer: a reference on the
 * CPU for a whole sub-group of any width, without OpenCL.
 */
#pragma once

#include "ops/op.h"
#include "base/text.h"

extern const xl__op xl__ops[];
extern const size_t xl__op_count;
const xl__op *xl__op_find(const char *name); /* NULL: unknown */

/* Elements of one lane's result. */
int xl__op_result_elements(const xl__op *op, xl__op_type type);

/* Name of the macro that makes the operation native for the type ("SG_NATIVE_REDUCE_ADD_FLOAT"); false when
   there is none. */
bool xl__op_native_macro(const xl__op *op, xl__op_type type, char *macro, size_t size);

/* Adds " -DSG_NATIVE_...=1" for operations found native: native[i] has one bit per xl__op_type for
 * xl__ops[i], `present` one bit per type that the device has. If an operation is native for all present
 * types, it adds one macro. */
void xl__op_native_options(const unsigned native[], unsigned present, xl__text *options);

/* Fills bits[] (width * elements) and allowed[] with every lane's expected answer. Integers wrap and are
 * exact, moves and matches keep bits, float minima and maxima are exact and ignore NaNs. A sum or product
 * with a NaN is NaN. The order of a float sum or product is unspecified. With n terms, each rounding is at
 * most u = 2^-24 (f32) of its result, so a sum may be off by n u sum|x| and a product by n u |product|, to
 * first order. Twice that is allowed, because the reference is rounded too. Sums of integers whose magnitudes
 * add up to at most 2^24 are exact in any order and must be. */
void xl__op_expect(const xl__op *op, const xl__op_case *c, uint64_t *bits, double *allowed);

/* True if an answer is within the allowed error. Equal bits always are. For computed values, zeros of either
 * sign are equal, and NaNs of any bits are equal. */
bool xl__op_right(const xl__op *op, xl__op_type type, uint64_t expected, uint64_t got, double allowed);

/* A value as text, "-3", "0.5", "0x0000000f" for masks. */
void xl__op_text(const xl__op *op, xl__op_type type, uint64_t bits, char *text, size_t size);

/* Record of SG_TRACE (kernels/sg/extras/sg_trace.h), as the device lays it down: word 0 of the buffer counts
   records, word 1 is their capacity, records follow. */
typedef struct xl__trace_record {
    uint32_t line, global_id;
    uint32_t type; /* XL__OP_INT to XL__OP_DOUBLE | components << 8 */
    uint32_t lane; /* lane | sub-group id << 16 */
    char name[16]; /* zero-filled, not ended when 16 long */
    uint32_t value[4];
} xl__trace_record;
enum { XL__TRACE_HEADER_WORDS = 2 };
