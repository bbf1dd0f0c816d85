/*
 * Values and arguments for probes: lane numbers, random, extremes, zeros, bits that compare oddly, masks and
 * indices as in conformance tests, and patterns that drivers got wrong.
 */
#pragma once

#include "ops/ops.h"

/* Sub-groups of input: every pattern of values with every pattern of arguments. */
int xl__probe_case_count(const xl__op *op);

/* Fills bits[width * components] and args[width]. Deterministic. */
void xl__probe_fill(const xl__op *op, xl__op_type type, int width, int index, uint64_t *bits, uint32_t *args);
