/*
 * parallel.h - a loop whose turns do not depend on each other, on all cores where the compiler has OpenMP.
 */
#ifndef TOOL_PARALLEL_H
#define TOOL_PARALLEL_H

/* Stands before a for loop with a signed counter. */
#ifdef _OPENMP
#define TOOL_PARALLEL_FOR _Pragma("omp parallel for schedule(guided)")
#else
#define TOOL_PARALLEL_FOR
#endif

#endif
