/* Kernels of tests/library/test_read_back.c. x[n] -> found: the number of elements of x other than 0, plus PLANTED;
 * list: one number per launched work-group.
 */
#include "sg/sg.h"

#if WIDE
typedef ulong number_t;
#else
typedef uint number_t;
#endif

__kernel void read_back_count(__global const uint *restrict x, __global number_t *restrict found, uint n) {
    number_t there = 0;
    if (get_global_id(0) != 0) return;
    for (uint i = 0; i < n; ++i) there += x[i] != 0;
    *found = there + (number_t)PLANTED;
}

/* Each work-group writes its given value and the number of work-groups. */
__kernel void read_back_list(__global uint *restrict list, uint told) {
    if (get_local_id(0) == 0) list[get_group_id(0)] = 1000u * told + (uint)get_num_groups(0);
}
