/* case_list.c - the cases of kernels/algorithms.def. */
#include "cases/case.h"
#include <limits.h>
#include <string.h>

#define XL_ALGORITHM(name) extern const tool_case tool_case_##name;
#include "algorithms.def"
#undef XL_ALGORITHM

const tool_case *const tool_cases[] = {
#define XL_ALGORITHM(name) &tool_case_##name,
#include "algorithms.def"
#undef XL_ALGORITHM
    NULL};

int tool_run_place(const char *algorithm) {
    static const char *const order[] = {
#define XL_ALGORITHM(name) #name,
#include "run_order.def"
#undef XL_ALGORITHM
    };
    for (int i = 0; i < (int)(sizeof order / sizeof *order); i++)
        if (strcmp(order[i], algorithm) == 0) return i;
    return INT_MAX;
}
