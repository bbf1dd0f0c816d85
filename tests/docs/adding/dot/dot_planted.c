/* Mistakes planted in dot, which verify must find. Each names the right strategy that it changes. */
#include "table/algorithm.h"

const xl__strategy xl__planted_dot[] = {
    {XL__CHANGED("tail", "subgroup",
                 "lanes past the last element repeat it: wrong where n is no multiple of the width",
                 {"i = first + lane;", "i = min(first + lane, n - 1u);"}),
     XL__SEVERAL_LANES},
    {0},
};
