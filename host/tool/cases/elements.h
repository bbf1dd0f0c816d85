/* elements.h - single elements of inputs. */
#pragma once

#include "table/real.h"
#include "crosslane.h"

/* Two's complement, cut to the bits of an integer, rounded to a float. */
void tool_put_whole(void *data, xl_type type, size_t i, uint64_t whole);

/* A value that comparisons get wrong, selected by `any`: `near` and its neighbours, zeros, the ends of the
   type; of floats also infinities, NaN, the least denormal numbers. */
void tool_put_extreme(void *data, xl_type type, size_t i, double near, uint32_t any);
