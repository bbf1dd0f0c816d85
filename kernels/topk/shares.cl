/* topk: by shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   topk_shares_first   digits[turns][shares][RADIX]: the highest digit of a share's keys
 *   topk_shares_next    the next digit of the candidates; stores the keys that later launches need
 *   topk_shares_tallies the selected keys of each share, once all digits are known
 *   topk_shares_gather  values[rows][taken], positions[rows][taken]
 *
 * The steps of radix.cl, but a share of a row is a work-group of one work-item: one core's work. Vectors find blocks of
 * keys that may be selected.
 */
#include "topk/stored.h"

#if KEY_BITS == 64
#define BLOCK 8
typedef ulong8 cells;
#define SIGNS(v) as_ulong8(as_long8(v) >> 63)
#elif KEY_BITS == 32
#define BLOCK 16
typedef uint16 cells;
#define SIGNS(v) as_uint16(as_int16(v) >> 31)
#else
#define BLOCK 1
#endif

/* True if one of BLOCK keys has at least the number `low`. */
static inline int block_has(__global const key_cell *keys, key_word low) {
#if BLOCK == 1
    return topk_number(keys[0]) >= low;
#else
    const cells top = (cells)((key_word)1 << (KEY_BITS - 1));
#if BLOCK == 8
    cells v = vload8(0, keys);
#else
    cells v = vload16(0, keys);
#endif
#if TYPE == TYPE_I32 || TYPE == TYPE_I64
    v ^= top;
#elif TYPE == TYPE_F32 || TYPE == TYPE_F64
    v ^= SIGNS(v) | top;
#endif
#if WHICH == WHICH_SMALLEST
    v = ~v;
#endif
    return any(v >= (cells)(low));
#endif
}

/* The end of the next part of the share, from i on, to look at key by key: at most BLOCK keys. Skips blocks without a
 * number of at least `low`.
 */
static inline uint next_block(topk_share share, uint *i, key_word low) {
    while (share.count - *i >= BLOCK && !block_has(share.keys + *i, low)) *i += BLOCK;
    return min(*i + BLOCK, share.count);
}

/* The digit is found from the highest on, so that few selected keys need few counts. */
static inline topk_cut cut_after(__global const uint *digits, __global ulong *cuts, topk_where here, uint parts, uint turn,
                                 uint n, uint taken) {
    __global const uint *const from = digits + ((size_t)turn * get_global_size(0) + here.row * parts) * TOPK_RADIX;
    __global ulong *const known = cuts + (here.row * (TOPK_TURNS + 1) + turn) * 2;
    topk_cut cut = topk_all(n, taken);
    uint digit = TOPK_RADIX, larger = 0, many = 0;
    if (turn > 0) {
        cut.from = (key_word)known[0];
        cut.need = (uint)known[1];
    }
    do {
        larger += many;
        many = 0;
        --digit;
        for (uint p = 0; p < parts; ++p) many += from[(size_t)p * TOPK_RADIX + digit];
    } while (larger + many < cut.need);
    cut = topk_narrow(cut, turn, digit, larger, many);
    if (here.part == 0) {
        known[2] = cut.from;
        known[3] = cut.need;
    }
    return cut;
}

static inline topk_where here_of(uint parts) {
    const uint share = (uint)get_global_id(0);
    const topk_where here = {share / parts, share % parts, share};
    return here;
}

__kernel void topk_shares_first(__global const T *x, __global uint *digits, __global uint4 *finds, uint n, uint parts,
                                uint each) {
    const topk_where here = here_of(parts);
    const topk_share share = topk_in_row(x, here.row, here.part, n, each);
    const uint shift = topk_shift(0);
    __local uint own[2][TOPK_RADIX];
    for (uint d = 0; d < TOPK_RADIX; ++d) own[0][d] = own[1][d] = 0;
    for (uint i = 0; i < share.count; ++i) ++own[i % 2][topk_number(share.keys[i]) >> shift];
    for (uint d = 0; d < TOPK_RADIX; ++d) digits[(size_t)here.share * TOPK_RADIX + d] = own[0][d] + own[1][d];
    finds[here.share] = (uint4)(IN_ROW, 0, 0, 0);
}

__kernel void topk_shares_next(__global const T *x, __global uint *digits, __global ulong *cuts, __global uint4 *finds,
                               __global T *stored, __global uint *places, uint n, uint taken, uint turn, uint parts,
                               uint each, uint room) {
    const topk_where here = here_of(parts);
    const topk_cut cut = cut_after(digits, cuts, here, parts, turn, n, taken);
    const uint4 find = finds[here.share];
    const uint kind = find.x != IN_ROW ? IN_ROW : topk_kind(cut, taken, (ulong)parts * room), shift = topk_shift(turn + 1);
    const topk_share share = topk_from(find, CANDIDATES, x, stored, places, here, here.part, room, n, each);
    const key_word limit = kind == SELECTED ? TOPK_LAST - cut.from : cut.span;
    __global key_cell *const to = (__global key_cell *)stored + (size_t)here.share * room;
    __global uint *const at = places + (size_t)here.share * room;
    uint above = 0, made = 0;
    __local uint own[TOPK_RADIX];
    for (uint d = 0; d < TOPK_RADIX; ++d) own[d] = 0;
    for (uint i = 0, end; i < share.count; i = end) {
        end = next_block(share, &i, cut.from);
        for (uint j = i; j < end; ++j) {
            const key_word key = share.keys[j], number = topk_number(key), offset = number - cut.from;
            if (number < cut.from) continue;
            if (offset <= cut.span) ++own[offset >> shift];
            above += offset > cut.span;
            if (kind == IN_ROW || offset > limit) continue;
            if (made < room) {
                to[made] = (key_cell)key;
                at[made] = topk_place(share, j);
            }
            ++made;
        }
    }
    if (kind != IN_ROW && made <= room) finds[here.share] = (uint4)(kind, made, kind == SELECTED ? 0 : above, 0);
    for (uint d = 0; d < TOPK_RADIX; ++d)
        digits[((size_t)(turn + 1) * get_global_size(0) + here.share) * TOPK_RADIX + d] = own[d];
}

/* tallies[share]: keys above the cut, and equal to it. */
__kernel void topk_shares_tallies(__global const T *x, __global const uint *digits, __global ulong *cuts,
                                  __global const uint4 *finds, __global const T *stored, __global const uint *places,
                                  __global ulong *tallies, uint n, uint taken, uint parts, uint each, uint room) {
    const topk_where here = here_of(parts);
    const key_word cut = cut_after(digits, cuts, here, parts, TOPK_TURNS - 1, n, taken).from;
    const uint4 find = finds[here.share];
    const topk_share share = topk_from(find, CANDIDATES, x, stored, places, here, here.part, room, n, each);
    uint above = find.z, equal = 0;
    for (uint i = 0, end; i < share.count; i = end) {
        end = next_block(share, &i, cut);
        for (uint j = i; j < end; ++j) {
            const key_word number = topk_number(share.keys[j]);
            above += number > cut;
            equal += number == cut;
        }
    }
    tallies[here.share] = (ulong)above << 32 | equal;
}

__kernel void topk_shares_gather(__global const T *x, __global const ulong *cuts, __global const uint4 *finds,
                                 __global const T *stored, __global const uint *places, __global const ulong *tallies,
                                 __global T *values, __global uint *positions, uint n, uint taken, uint parts, uint each,
                                 uint room) {
    const topk_where here = here_of(parts);
    __global const ulong *const known = cuts + (here.row * (TOPK_TURNS + 1) + TOPK_TURNS) * 2;
    const key_word cut = (key_word)known[0];
    const uint need = (uint)known[1];
    const topk_share share = topk_from(finds[here.share], SELECTED, x, stored, places, here, here.part, room, n, each);
    __global key_cell *const to = (__global key_cell *)values + here.row * taken;
    __global uint *const at = positions + here.row * taken;
    ulong before = 0;
    for (uint p = 0; p < here.part; ++p) before += tallies[here.share - here.part + p];
    const uint equal = (uint)before, own = (uint)tallies[here.share];
    uint left = need - min(need, equal), place = (uint)(before >> 32) + min(equal, need);
    const uint last = place + (uint)(tallies[here.share] >> 32) + min(own, left);
    for (uint i = 0, end; place < last; i = end) {
        end = next_block(share, &i, cut);
        for (uint j = i; j < end; ++j) {
            const key_word number = topk_number(share.keys[j]);
            if (number < cut || (number == cut && left == 0)) continue;
            left -= number == cut;
            to[place] = share.keys[j];
            at[place++] = topk_place(share, j);
        }
    }
}
