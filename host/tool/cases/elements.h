/* elements.h - single elements of inputs. */
#pragma once

#include "table/real.h"
#include "crosslane.h"

/* Two's complement, cut to the bits of an integer, rounded to a float. */
void tool_put_whole(void *data, xl_type type, size_t i, uint64_t whole);

/* A difficult value, selected by `any`: `near`, its neighbours, zeros, the type's ends; of floats also
   infinities, NaN, the least denormal numbers. */
void tool_put_extreme(void *data, xl_type type, size_t i, double near, uint32_t any);
