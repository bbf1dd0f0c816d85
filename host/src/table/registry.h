/*
 * registry.h - the algorithms that there are: those of kernels/algorithms.def.
 */
#pragma once

#include "table/algorithm.h"

extern const xl__algorithm *const xl__algorithms[]; /* NULL at the end, in the order of algorithms.def */

const xl__algorithm *xl__find_algorithm(const char *name); /* NULL: unknown */
