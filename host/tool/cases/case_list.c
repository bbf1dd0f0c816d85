/* case_list.c - the cases of kernels/algorithms.def. */
#include "cases/case.h"

#define XL_ALGORITHM(name) extern const tool_case tool_case_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

const tool_case *const tool_cases[] = {
#define XL_ALGORITHM(name) &tool_case_##name,
#include "algorithms.def"
#undef XL_ALGORITHM
    NULL};
