/*
 * parallel.h - a loop whose turns do not depend on each other, on all cores where the compiler has OpenMP.
 */
#pragma once

#include <stddef.h>

/* Put it before a for loop with a signed counter. _IF: on one core if the condition is false. */
#ifdef _OPENMP
#define TOOL_PRAGMA(text) _Pragma(#text)
#define TOOL_PARALLEL_FOR TOOL_PRAGMA(omp parallel for schedule(guided))
#define TOOL_PARALLEL_FOR_IF(condition) TOOL_PRAGMA(omp parallel for schedule(guided) if (condition))
#else
#define TOOL_PARALLEL_FOR
#define TOOL_PARALLEL_FOR_IF(condition) (void)(condition);
#endif

/* Elements cut into TOOL_PARTS runs of equal length, the last ones shorter or empty: a turn of the loop for
   each. Results of the parts are put together in order, so that they do not depend on the threads. */
enum { TOOL_PARTS = 64 };
static inline size_t tool_part_start(size_t elements, int part) {
    const size_t start = (elements / TOOL_PARTS + 1) * (size_t)part;
    return start < elements ? start : elements;
}
