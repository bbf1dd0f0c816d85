/* parallel.h - parallel loops of independent turns, with OpenMP if available. */
#pragma once

#include <stddef.h>

/* Before a for loop with a signed counter. _IF: one core if the condition is false. */
#ifdef _OPENMP
#define TOOL_PRAGMA(text) _Pragma(#text)
#define TOOL_PARALLEL_FOR TOOL_PRAGMA(omp parallel for schedule(guided))
#define TOOL_PARALLEL_FOR_IF(condition) TOOL_PRAGMA(omp parallel for schedule(guided) if (condition))
#else
#define TOOL_PARALLEL_FOR
#define TOOL_PARALLEL_FOR_IF(condition) (void)(condition);
#endif

/* Cuts elements into parts of equal length, the last ones shorter or empty. Callers combine results in order,
   so the number of threads does not change them. */
enum { TOOL_PARTS = 64 };
static inline size_t tool_part_start(size_t elements, int part) {
    const size_t start = (elements / TOOL_PARTS + 1) * (size_t)part;
    return start < elements ? start : elements;
}
