/* The algorithms of kernels/algorithms.def. */
#pragma once

#include "table/algorithm.h"

extern const xl__algorithm *const xl__algorithms[]; /* in that order; NULL at the end */

const xl__algorithm *xl__find_algorithm(const char *name); /* NULL: unknown */
