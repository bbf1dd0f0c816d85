/*
 * A sub-group operation of kernels/sg: its types, calls and expected answers. Element (lane, component) of a
 * sub-group is bits[lane * components + component], low bits first.
 */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

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
    XL__FORM_LANE = 10,      /* f(v), v a lane or no lane */
    XL__FORM_PARTITION = 11, /* f(sg, v, mask of the lanes that have this lane's argument) */
    XL__FORM_TOTAL = 12      /* f(sg, v, &total); the answer is the total where the argument is not 0 */
} xl__op_form;

/* The second argument: LANE and CLUSTER are the same on every lane; the others differ. */
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
    XL__NATIVE_WORD, /* SG_NATIVE_<OP>_UINT, on 32-bit words, of which other types are built */
    XL__NATIVE_TYPED /* SG_NATIVE_<OP>_<TYPE> */
} xl__op_native;

/* A backend's native forms: the standard's sub-group functions; the compiler's builtins; inline assembly. 0:
   none, as in emulation. */
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
    bool base;        /* probed first: others are derived from it */
    unsigned types;   /* bit per xl__op_type; only XL__OP_UINT if the operation has no type */
    xl__op_form form;
    xl__op_argument argument;
    xl__op_result result;
    int least_width; /* 4 for quads, else 1 */
    char operation;  /* of reductions and scans: + * < > & | ^ */
    bool segments;   /* only with SG_SEGMENTS=1: derived on every device, so only tests try it */
    /* One lane's value: components (VALUE), one (UINT) or four (MASK) elements, and the allowed error of
       each, 0: equal bits (floats: equal). */
    void (*expect)(const xl__op *op, const xl__op_case *c, int lane, uint64_t *bits, double *allowed);
};

static inline bool xl__op_takes(const xl__op *op, xl__op_type type) {
    return (op->types >> type & 1u) != 0;
}

/* Rounds to nearest even. Integers of 64 bits go through bits directly. */
uint64_t xl__op_bits(xl__op_type type, double value);
double xl__op_value(xl__op_type type, uint64_t bits);
