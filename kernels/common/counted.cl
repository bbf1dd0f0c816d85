/* Reads the element count on the device.
 * SPDX-License-Identifier: MIT
 *
 *   count[1]  ->  now[1], min(count, most) (counted.h); status[1]: 1 if count is above n
 *
 * One work-item. `most` may be below n if a kernel examines fewer elements.
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
