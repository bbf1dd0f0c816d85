/*
 * combine.h - the operators of reduce, scan and lerp on the host: two totals become one. Needs neither MPI
 * nor OpenCL.
 *
 * A total of a simple operator is one element. One of XL__AFFINE is a map c -> c p + v of `components`
 * numbers: the v, then p. First (v1, p1), then (v2, p2) is (v1 p2 + v2, p1 p2) (host/src/table/operators.h).
 * Totals are aligned as their elements are.
 */
#pragma once

#include "table/operators.h"
#include "crosslane.h"

/* The identity, into `out`. `components` is 1 except for XL__AFFINE. */
void xl__total_identity(xl__operator op, xl_type type, int components, void *out);

/* First `first`, then `second`; `out` may be either. Integers wrap; min and max ignore one NaN. */
void xl__total_combine(xl__operator op, xl_type type, int components, const void *first, const void *second,
                       void *out);
