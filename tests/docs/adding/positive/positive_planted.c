/* Mistakes planted in positive, which verify must find. Each names the right strategy that it changes. */
#include "table/algorithm.h"

const xl__strategy xl__planted_positive[] = {
    {XL__CHANGED("tail", "sub_group",
                 "lanes past the end are counted: n that is no multiple of the work-group",
                 {"keep = i < n ? x[i] > 0.0f : 0;", "keep = i < n ? x[i] > 0.0f : 1;"},
                 {"if (keep && place", "if (keep && i < n && place"})},
    {0},
};
