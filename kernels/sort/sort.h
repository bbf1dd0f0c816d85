/* sort: order numbers of keys, their digits, and the buffers of a launch.
 * SPDX-License-Identifier: MIT
 *
 * Keys are sorted by BITS bits from bit LOW on (BITS 0: all bits from LOW). DIGIT: bits of a digit.
 */
#ifndef SORT_H_INCLUDED
#define SORT_H_INCLUDED

#include "common/ballots.h"
#include "common/counted.h"
#include "common/key_order.h"

typedef key_cell sort_cell;
typedef key_word sort_word;

/* Values move with their keys as words. VALUE: their type; only its size matters. */
#if VALUE == VALUE_NONE
#define HAS_VALUES 0
#else
#define HAS_VALUES 1
#endif
#if VALUE == VALUE_U64 || VALUE == VALUE_I64 || VALUE == VALUE_F64
typedef ulong sort_value;
#else
typedef uint sort_value;
#endif

#if BITS == 0
#define SORT_BITS (KEY_BITS - LOW) /* all above LOW */
#else
#define SORT_BITS BITS
#endif

#ifndef DIGIT
#define DIGIT 4
#endif
#define RADIX (1u << DIGIT) /* number of digit values */

#ifndef ITEMS
#define ITEMS 1 /* keys per work-item */
#endif
#define TILE ((size_t)SG_GROUP_SIZE * ITEMS) /* keys per work-group */

/* A count in local memory. Counts of a tile fit 16 bits, so local memory holds larger tiles; sort.cl turns
   its counts into positions. */
#if COUNTS_OF_TILE && SG_GROUP_SIZE * ITEMS < 65536
typedef ushort sort_counter;
#else
typedef uint sort_counter;
#endif

/* The size of a row of RADIX counts per sub-group, in words. */
static inline uint sort_count_words(sg_t sg) {
    return sg_count(sg) * RADIX * sizeof(sort_counter) / sizeof(uint);
}

/* Unsigned, of KEY_BITS; higher bits are unspecified. */
static inline sort_word sort_order(sort_word key) {
    const sort_word order = key_order(key);
    return ORDER == ORDER_DESCENDING ? ~order : order;
}

/* From bit `from` on; the last digit may have fewer bits. */
static inline uint sort_digit(sort_word key, uint from, uint bits) {
#if IN_PLACE == IN_PLACE_YES /* a last turn without bits is a copy */
    if (from >= SORT_BITS) return 0;
#endif
    return (uint)(sort_order(key) >> (LOW + from)) & (0xffffffffu >> (32 - min(bits, SORT_BITS - from)));
}

/* Rounds alternate between two arrays, so that the last one writes the result; the first reads the input. */
typedef struct {
    __global const sort_cell *from;
    __global sort_cell *to;
    __global const sort_value *from_values;
    __global sort_value *to_values;
} sort_way;

static inline sort_way sort_way_of(__global const T *keys, __global T *spare, __global T *sorted, uint turn,
                                   uint turns) {
    const int last = (turns - turn) % 2; /* the last round, or an even number before it */
    sort_way way;
    way.from = (__global const sort_cell *)(turn == 0 ? keys : last ? spare : sorted);
    way.to = (__global sort_cell *)(last ? sorted : spare);
    way.from_values = 0;
    way.to_values = 0;
    return way;
}

static inline void sort_values_of(sort_way *way, __global const void *values, __global uint *spare,
                                  __global void *sorted, uint turn, uint turns) {
    const int last = (turns - turn) % 2;
    __global const void *const other = last ? (__global const void *)spare : sorted;
    way->from_values = (__global const sort_value *)(turn == 0 ? values : other);
    way->to_values = (__global sort_value *)(last ? sorted : (__global void *)spare);
}

static inline void sort_move(sort_way way, size_t i, size_t place, sort_word key) {
    way.to[place] = (sort_cell)key;
    if (HAS_VALUES) way.to_values[place] = way.from_values[i];
}

/* The position of a work-item's first key. A sub-group has SG_WIDTH * ITEMS consecutive keys and reads
   SG_WIDTH at a time, so key k is k * SG_WIDTH later. */
static inline size_t sort_first(sg_t sg, size_t tile) {
    return tile * TILE + sg_id(sg) * (SG_WIDTH * ITEMS) + sg_lane(sg);
}

/* The number of keys from position `first` on. */
static inline uint sort_left(size_t first, uint n) {
    return first < n ? n - (uint)first : 0;
}

/* If each work-group has the tile of its own number. */
static inline size_t sort_place(sg_t sg, uint k) {
    return sort_first(sg, get_group_id(0)) + k * SG_WIDTH;
}

/* Rows are not unrolled on a CPU, where registers are few, nor with emulated sub-groups, whose code is
   large. */
#if SG_BACKEND == SG_LOCAL || ON_CPU
#define SORT_EACH_ROW _Pragma("unroll 1")
#else
#define SORT_EACH_ROW _Pragma("unroll")
#endif

/* Inlined because of defect D16. */
#define SORT_FN __attribute__((always_inline)) static inline

/* The caller adds a barrier. */
static inline void sort_clear(__local uint *counts, uint many) {
    for (uint i = get_local_id(0); i < many; i += SG_GROUP_SIZE) counts[i] = 0;
}

SORT_FN void sort_load(sg_t sg, sort_way way, size_t first, uint left, sort_word key[ITEMS],
                       __local sort_counter *counts) {
    sort_clear((__local uint *)counts, sort_count_words(sg));
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) key[k] = k * SG_WIDTH < left ? way.from[first + k * SG_WIDTH] : 0;
    sg_group_barrier_local(sg);
}

/* The sub-group's keys with this lane's digit before its key: those of earlier rows, counted in `own`, plus
   `below` lower lanes. `same`, the lanes with the digit, are added to `own`. */
SORT_FN uint sort_rank(sg_t sg, __local sort_counter *own, uint digit, int there, sg_mask same, uint below) {
    const uint earlier = own[digit];
    sg_barrier_local(sg); /* all lanes read before one writes */
    if (there && below == 0) own[digit] = (sort_counter)(earlier + sg_mask_count(same));
    sg_barrier_local(sg);
    return earlier + below;
}

/* Ranks keys by the digit from bit `from` on, with a ballot per bit. `own`: where each digit of the sub-group
 * begins; increased by its keys. */
SORT_FN void sort_ranks(sg_t sg, const sort_word key[ITEMS], uint left, uint from, __local sort_counter *own,
                        uint rank[ITEMS]) {
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = k * SG_WIDTH < left;
        const uint digit = sort_digit(key[k], from, DIGIT);
        SG_SHOW(sg, "digit", digit);
        const sg_mask present = sg_ballot(sg, there);
        const sg_mask same = match_by_ballots(sg, digit, present, DIGIT);
        rank[k] = sort_rank(sg, own, digit, there, same, sg_mask_count_below(same, sg_lane(sg)));
        SG_SHOW(sg, "rank", rank[k]);
    }
}

/* Turns the counts of each digit, a row per sub-group, into the positions of the sub-groups' keys. */
SORT_FN void sort_bases(sg_t sg, __local uint *counts, __global const uint *offsets,
                        __global const uint *totals, uint tiles) {
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
        uint at = totals[d] + offsets[(size_t)d * tiles + get_group_id(0)];
        SG_UNROLL_PARTS
        for (uint s = 0; s < sg_count(sg); ++s) {
            const uint own = counts[s * RADIX + d];
            counts[s * RADIX + d] = at;
            at += own;
        }
    }
    sg_group_barrier_local(sg);
}

#endif
