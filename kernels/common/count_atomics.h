/* Counts the global-memory atomics of an exercise's kernel (docs/exercises).
 *
 * The kernel has a parameter `__global uint *atomics`. Atomics on local memory are not counted.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_COUNT_ATOMICS_H
#define COMMON_COUNT_ATOMICS_H

#define COUNTED_FN static inline __attribute__((__overloadable__, __always_inline__))

COUNTED_FN uint counted_add(volatile __global uint *atomics, volatile __global uint *at, uint value) {
    atomic_inc(atomics);
    return atomic_add(at, value);
}

COUNTED_FN uint counted_add(volatile __global uint *atomics, volatile __local uint *at, uint value) {
    return atomic_add(at, value);
}

#undef atomic_add
#undef atomic_inc
#define atomic_add(at, value) counted_add(atomics, at, value)
#define atomic_inc(at) counted_add(atomics, at, 1u)

#endif
