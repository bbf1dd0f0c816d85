/*
 * ops.h - the sub-group operations of kernels/sg as a table, and what each must answer: a reference on the
 * CPU for a whole sub-group of any width, without OpenCL.
 *
 * Values are handled as bits: element (lane, component) of a sub-group of `width` lanes is
 * bits[lane * components + component], low bits first, whatever the type.
 */
#ifndef XL_OPS_H
#define XL_OPS_H

#include "crosslane.h"
#include "text.h"

enum { XL__OP_LANES = 128 };

/* Types on the device: X(id, name in OpenCL C, name in SG_NATIVE_<OP>_<NAME>, element type, components, name)
 */
#define XL__OP_TYPE_LIST(X)                                                                                  \
    X(XL__OP_INT, "int", "INT", XL_I32, 1, "i32")                                                            \
    X(XL__OP_UINT, "uint", "UINT", XL_U32, 1, "u32")                                                         \
    X(XL__OP_LONG, "long", "LONG", XL_I64, 1, "i64")                                                         \
    X(XL__OP_ULONG, "ulong", "ULONG", XL_U64, 1, "u64")                                                      \
    X(XL__OP_FLOAT, "float", "FLOAT", XL_F32, 1, "f32")                                                      \
    X(XL__OP_HALF, "half", "HALF", XL_F16, 1, "f16")                                                         \
    X(XL__OP_DOUBLE, "double", "DOUBLE", XL_F64, 1, "f64")                                                   \
    X(XL__OP_FLOAT2, "float2", "FLOAT", XL_F32, 2, "f32x2")                                                  \
    X(XL__OP_FLOAT3, "float3", "FLOAT", XL_F32, 3, "f32x3")                                                  \
    X(XL__OP_FLOAT4, "float4", "FLOAT", XL_F32, 4, "f32x4")

typedef enum xl__op_type {
#define XL__OP_TYPE_ENUM(id, device, native, element, components, name) id,
    XL__OP_TYPE_LIST(XL__OP_TYPE_ENUM)
#undef XL__OP_TYPE_ENUM
        XL__OP_TYPES
} xl__op_type;

typedef struct xl__op_type_info {
    const char *name;   /* "f32x2" */
    const char *device; /* "float2" */
    const char *native; /* "FLOAT" */
    xl_type element;
    int components;
    int device_bytes; /* of one value in a buffer: 16 for three floats */
} xl__op_type_info;
const xl__op_type_info *xl__op_type_get(xl__op_type type);
bool xl__op_type_find(const char *name, xl__op_type *out); /* "f32", "f32x4" */

/* How the device function is called; the numbers are PROBE_FORM of kernels/sg/probe.cl. */
typedef enum xl__op_form {
    XL__FORM_SELF = 0,            /* f(sg) */
    XL__FORM_VALUE = 1,           /* f(sg, v) */
    XL__FORM_VALUE_ARGUMENT = 2,  /* f(sg, v, uint) */
    XL__FORM_PREDICATE = 3,       /* f(sg, p) */
    XL__FORM_VALUE_PREDICATE = 4, /* f(sg, v, p) */
    XL__FORM_MASK = 5,            /* f(ballot of the argument) */
    XL__FORM_MASK_LANE = 6,       /* f(ballot of the argument, v) */
    XL__FORM_MASKS = 7,           /* f(ballot of the argument, ballot of v) */
    XL__FORM_BARRIER_LOCAL = 8,   /* f(sg) between a lane's store and its neighbour's load */
    XL__FORM_BARRIER_GLOBAL = 9,
    XL__FORM_LANE = 10,      /* f(v), v a lane or what is none */
    XL__FORM_PARTITION = 11, /* f(sg, v, mask of the lanes that have this lane's argument) */
    XL__FORM_TOTAL = 12      /* f(sg, v, &total); the answer is the total where the argument is not 0 */
} xl__op_form;

/* What the second argument is: LANE and CLUSTER are the same on every lane, the others each lane's own. */
typedef enum xl__op_argument {
    XL__ARG_NONE,
    XL__ARG_INDEX,     /* a lane */
    XL__ARG_LANE,      /* a lane */
    XL__ARG_XOR,       /* 0 to width - 1 */
    XL__ARG_DISTANCE,  /* any number */
    XL__ARG_ROTATE,    /* any number */
    XL__ARG_QUAD,      /* 0 to 3 */
    XL__ARG_CLUSTER,   /* a power of two up to width */
    XL__ARG_PREDICATE, /* 0 or not */
    XL__ARG_KEY        /* any number; XL__NO_KEY: the lane is in no group */
} xl__op_argument;
#define XL__NO_KEY UINT32_MAX

/* The numbers are PROBE_RESULT of kernels/sg/probe.cl. */
typedef enum xl__op_result {
    XL__RESULT_VALUE = 0, /* of the type */
    XL__RESULT_UINT = 1,
    XL__RESULT_MASK = 2 /* four words */
} xl__op_result;

typedef enum xl__op_native {
    XL__NATIVE_NONE, /* always derived */
    XL__NATIVE_ONE,  /* SG_NATIVE_<OP> */
    XL__NATIVE_WORD, /* SG_NATIVE_<OP>_UINT, on 32-bit words; other types are made of those */
    XL__NATIVE_TYPED /* SG_NATIVE_<OP>_<TYPE> */
} xl__op_native;

/* By what a backend offers forms of its own (bits of xl__op.offered): the standard's sub-group functions,
   the compiler's builtins and a part of those functions, inline assembly. 0 = nothing, as in emulation. */
enum { XL__BY_STANDARD = 1, XL__BY_BUILTIN = 2, XL__BY_ASSEMBLY = 4 };

typedef struct xl__op xl__op;
typedef struct xl__op_case {
    int width;            /* lanes */
    xl__op_type type;     /* XL__OP_UINT for operations without a type */
    const uint64_t *bits; /* width * components values */
    const uint32_t *args; /* width arguments */
} xl__op_case;

struct xl__op {
    const char *name;   /* "reduce_add": sg_reduce_add on the device */
    const char *native; /* "REDUCE_ADD", NULL with XL__NATIVE_NONE */
    xl__op_native native_kind;
    unsigned offered; /* XL__BY_ bits: where there may be a native form */
    bool base;        /* others are derived from it: to be probed first */
    unsigned types;   /* bit per xl__op_type; only XL__OP_UINT where the type means nothing */
    xl__op_form form;
    xl__op_argument argument;
    xl__op_result result;
    int least_width; /* 4 for quads, else 1 */
    char operation;  /* of reductions and scans: + * < > & | ^ */
    bool segments; /* only with SG_SEGMENTS=1: made of other operations on every device, so that tests try it
                      and probing a device does not */
    /* Value of one lane: components (VALUE), one (UINT) or four (MASK) elements of bits[], and how far an
       element may be off, 0 = equal bits (for floats: equal). */
    void (*expect)(const xl__op *op, const xl__op_case *c, int lane, uint64_t *bits, double *allowed);
};

extern const xl__op xl__ops[];
extern const size_t xl__op_count;
const xl__op *xl__op_find(const char *name); /* NULL: unknown */

static inline bool xl__op_takes(const xl__op *op, xl__op_type type) {
    return (op->types >> type & 1u) != 0;
}

/* Elements of one lane's result. */
int xl__op_result_elements(const xl__op *op, xl__op_type type);

/* Name of the macro that makes the operation native for the type ("SG_NATIVE_REDUCE_ADD_FLOAT"); false when
   there is none. */
bool xl__op_native_macro(const xl__op *op, xl__op_type type, char *macro, size_t size);

/* Adds " -DSG_NATIVE_...=1" for what was found native: native[i] has a bit per xl__op_type for xl__ops[i],
   `present` a bit per type that the device has. One macro where an operation is native for all of those. */
void xl__op_native_options(const unsigned native[], unsigned present, xl__text *options);

/* Fills bits[] (width * elements) and allowed[] with what every lane must answer.
 *
 * Integers wrap and are exact, moves and matches keep bits, float minima and maxima are exact and leave NaNs
 * out. A sum or product with a NaN is one. The order of a float sum or product is open, so with n terms, each
 * rounding being at most u = 2^-24 (f32) of its result, a sum may be off by n u sum|x| and a product by n u
 * |product|, to first order; twice that is allowed, because the reference is rounded too. Sums of integers
 * whose magnitudes add up to no more than 2^24 are exact in any order and must be. */
void xl__op_expect(const xl__op *op, const xl__op_case *c, uint64_t *bits, double *allowed);

/* Whether an answer is within what is allowed. Equal bits always are, and of what is computed zeros of either
   sign and NaNs of any bits are the same. */
bool xl__op_right(const xl__op *op, xl__op_type type, uint64_t expected, uint64_t got, double allowed);

/* A value as text, "-3", "0.5", "0x0000000f" for masks. */
void xl__op_text(const xl__op *op, xl__op_type type, uint64_t bits, char *text, size_t size);

/* Bits of the type's element from a number, rounded to nearest even, and back. Integers of 64 bits go through
   bits directly. */
uint64_t xl__op_bits(xl__op_type type, double value);
double xl__op_value(xl__op_type type, uint64_t bits);

/* Record of SG_TRACE (kernels/sg/sg_trace.h), as the device lays it down: word 0 of the buffer counts
   records, word 1 is their capacity, records follow. */
typedef struct xl__trace_record {
    uint32_t line, global_id;
    uint32_t type; /* XL__OP_INT to XL__OP_DOUBLE | components << 8 */
    uint32_t lane; /* lane | sub-group id << 16 */
    char name[16]; /* zero-filled, not ended when 16 long */
    uint32_t value[4];
} xl__trace_record;
enum { XL__TRACE_HEADER_WORDS = 2 };

#endif
