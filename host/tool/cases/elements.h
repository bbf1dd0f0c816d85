/*
 * elements.h - single elements of inputs, whatever their type. Random bits: random.h; inputs of operators:
 * fold.h.
 */
#pragma once

#include "table/real.h"
#include "crosslane.h"

/* Makes element i of raw data this whole number, of two's complement: cut to the bits of an integer, rounded
   to a float. */
void tool_put_whole(void *data, xl_type type, size_t i, uint64_t whole);

/* Makes it one of the values that comparisons get wrong, which of them `any` says: `near` and what lies next
   to it, zeros, the ends of the type; of floats infinities, NaN, the least denormal numbers. */
void tool_put_extreme(void *data, xl_type type, size_t i, double near, uint32_t any);
