/*
 * registry.h - the algorithms that there are: those of kernels/algorithms.def.
 */
#ifndef XL_REGISTRY_H
#define XL_REGISTRY_H

#include "table/algorithm.h"

extern const xl__algorithm *const xl__algorithms[]; /* NULL at the end, in the order of algorithms.def */

const xl__algorithm *xl__find_algorithm(const char *name); /* NULL: unknown */

#endif
