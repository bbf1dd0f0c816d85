/* The numbers of x other than 0, reversed if the table allows any order. FAULT is planted by tests. */
#ifndef FAULT
#define FAULT 0
#endif
#if WIDE
typedef ulong count_t;
#else
typedef uint count_t;
#endif
enum { RIGHT, BEHIND, SHORT, PAST, SWAPPED, TWICE };

__kernel void counted_list(__global const uint *restrict x, __global uint *restrict list,
                           __global count_t *restrict count, uint n, uint capacity) {
    uint there = 0, made = 0;
    if (get_global_id(0) != 0) return;
    for (uint i = 0; i < n; ++i) there += x[i] != 0;
    for (uint i = 0; i < n; ++i) {
        if (x[i] == 0) continue;
        const uint at = REVERSE ? there - 1 - made : made;
        if (at < capacity) list[at] = x[i];
        ++made;
    }
    *count = FAULT == SHORT ? min(there, capacity) : there;
    if (FAULT == BEHIND && there < capacity) list[there] = 5;
    if (FAULT == PAST) list[capacity] = 5;
    if (FAULT == TWICE && there > 1 && capacity > 1) list[0] = list[1];
    if (FAULT == SWAPPED && there > 1 && capacity > 1) {
        const uint first = list[0];
        list[0] = list[1];
        list[1] = first;
    }
}
