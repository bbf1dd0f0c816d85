/*
 * probe_inputs.h - the values and arguments that operations are probed with.
 */
#pragma once

#include "ops/ops.h"

/* Number of sub-groups of input that combine every pattern of values with every pattern of arguments. */
int xl__probe_case_count(const xl__op *op);

/* Fills bits[width * components] and args[width] of case `index`. Deterministic. */
void xl__probe_fill(const xl__op *op, xl__op_type type, int width, int index, uint64_t *bits, uint32_t *args);
