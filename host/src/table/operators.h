/*
 * Operators that combine two elements, in order: the words of the parameter "operator" in tables, for
 * references and tests.
 *
 * kernels/common/operators.h has the kernels' forms, host/tool/cases/fold.h the references'. Each is
 * associative, for floats up to rounding. All but `affine` are commutative.
 *
 * An element of `affine` is a pair (v, p), the step c -> c p + v. First (v1, p1), then (v2, p2) is (v1 p2
 * + v2, p1 p2); the identity is (0, 1). Floating-point types only.
 */
#pragma once

typedef enum xl__operator {
    XL__ADD,
    XL__MUL,
    XL__MIN,
    XL__MAX,
    XL__AND,
    XL__OR,
    XL__XOR,
    XL__AFFINE
} xl__operator;

#define XL__SIMPLE_OPERATOR_WORDS "add|mul|min|max|and|or|xor"
#define XL__OPERATOR_WORDS XL__SIMPLE_OPERATOR_WORDS "|affine"

/* Shared by tables: the parameters "n" and "operator", element types, and which operators take which
   types. */
#define XL__MOST_OPERANDS 1099511627776.0 /* 2^40: 4 TiB of the smallest elements */
#define XL__OPERANDS XL_U32, XL_I32, XL_U64, XL_I64, XL_F32, XL_F64
#define XL__SIMPLE_OPERANDS_NEED                                                                             \
    .needs = "operator < and || operator < affine && type < f16",                                            \
    .why = "and, or, xor are for integers, affine for what keeps an order"
#define XL__OPERANDS_FIT "(operator == affine ? type >= f32 : operator < and || type < f16)"
#define XL__OPERANDS_FIT_WHY "and, or, xor are for integers, affine for floats"
#define XL__OPERANDS_NEED .needs = XL__OPERANDS_FIT, .why = XL__OPERANDS_FIT_WHY
