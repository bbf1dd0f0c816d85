/* expand: keeps the order in two passes over shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   expand_shares_count   counts[shares]: the number of outputs of each share
 *   expand_shares         out[capacity], count[1]
 *
 * A work-item has a share of `each` consecutive elements and is a work-group: one core's work.
 */
/* Compilers turn this loop into vector stores. */
static inline void write_eight(__global T *restrict out, T v) {
#pragma unroll
    for (uint k = 0; k < 8; ++k) out[k] = v;
}

__kernel void expand_shares_count(__global const uint *restrict repeat, __global uint *restrict counts, uint n, uint each) {
    const size_t begin = get_global_id(0) * (size_t)each, end = min(begin + each, (size_t)n);
    uint own = 0;
    for (size_t i = begin; i < end; ++i) own += repeat[i];
    counts[get_global_id(0)] = own;
}

/* Eight elements at a time, past the run's end: the next run overwrites the surplus. Near the share's end, elements are
 * written one by one. So short runs need no branch that depends on their length.
 */
static inline void write_eights(__global T *restrict out, T v, size_t at, size_t behind, size_t room) {
    if (behind + 16 <= room) {
        write_eight(out + at, v);
        write_eight(out + at + 8, v);
        for (size_t j = at + 16; j < behind; j += 8) write_eight(out + j, v);
    } else {
        for (size_t j = at; j < behind; ++j) out[j] = v;
    }
}

static inline bool none_of_eight(__global const uint *restrict repeat) {
    const uint8 eight = vload8(0, repeat);
    const uint4 four = eight.lo | eight.hi;
    return ((four.x | four.y) | (four.z | four.w)) == 0u;
}

/* Skips groups of eight elements that are not written, for one test per group. */
__kernel void expand_shares(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                            __global const uint *restrict counts, __global uint *restrict count, uint n, uint capacity,
                            uint each) {
    const size_t share = get_global_id(0), end = min((share + 1) * each, (size_t)n);
    uint first = 0;
    for (size_t s = 0; s < share; ++s) first += counts[s];
    if (share + 1 == get_global_size(0)) *count = first + counts[share];
    const size_t room = min((size_t)first + counts[share], (size_t)capacity);
    size_t at = first;
    for (size_t i = share * each; i < end && at < room; i += 8) {
        const size_t last = min(i + 8, end);
        if (i + 8 <= end && none_of_eight(repeat + i)) continue;
        for (size_t k = i; k < last && at < room; ++k) {
            const size_t behind = min(at + repeat[k], room);
            write_eights(out, x[k], at, behind, room);
            at = behind;
        }
    }
}
