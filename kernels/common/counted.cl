/* How many elements there are, where the device alone knows. SPDX-License-Identifier: MIT
 *
 *   count[1]  ->  now[1], at most n: what the kernels behind it take (counted.h); status[1]: 1 where count was above n
 *
 * One work-item. `most` may be below n, where fewer elements are looked at than there are.
 */
#if COUNTED == COUNTED_U64
typedef ulong count_t;
#else
typedef uint count_t;
#endif

__kernel void counted_take(__global const void *count, __global void *status, __global ulong *now, ulong n, ulong most) {
    const ulong given = ((__global const count_t *)count)[0];
    now[0] = min(given, most);
    ((__global count_t *)status)[0] = given > n;
}
