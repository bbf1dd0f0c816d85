/* Values and arguments for probes, with patterns of conformance tests and patterns that drivers got wrong. */
#pragma once

#include "ops/ops.h"

/* Every pattern of values with every pattern of arguments. */
int xl__probe_case_count(const xl__op *op);

/* Fills bits[width * components] and args[width]. Deterministic. */
void xl__probe_fill(const xl__op *op, xl__op_type type, int width, int index, uint64_t *bits, uint32_t *args);
