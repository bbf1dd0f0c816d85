/*
 * parallel.h - a loop whose turns do not depend on each other, on all cores where the compiler has OpenMP.
 */
#ifndef TOOL_PARALLEL_H
#define TOOL_PARALLEL_H

/* Stands before a for loop with a signed counter. _IF: on one core where the condition is false. */
#ifdef _OPENMP
#define TOOL_PRAGMA(text) _Pragma(#text)
#define TOOL_PARALLEL_FOR TOOL_PRAGMA(omp parallel for schedule(guided))
#define TOOL_PARALLEL_FOR_IF(condition) TOOL_PRAGMA(omp parallel for schedule(guided) if (condition))
#else
#define TOOL_PARALLEL_FOR
#define TOOL_PARALLEL_FOR_IF(condition) (void)(condition);
#endif

#endif
