/* sort: one pass over the keys per digit, by decoupled look-back with a fallback.
 * SPDX-License-Identifier: MIT
 *
 *   keys[n], values[n]  ->  sorted_keys[n], sorted_values[n]
 *
 *   sort_digits     digits[turns][RADIX]: the count of each digit, for all rounds
 *   offsets         digits: where the keys with a digit begin (common/offsets.cl)
 *   sort_onesweep   writes each key to its position by one digit
 *
 * Adinets and Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs, 2022. A work-group looks back as
 * in lookback.h, for each digit. It first sorts its tile in local memory, so that equal digits are written together.
 *
 * A tile publishes one word per digit: a count of 30 bits and a flag: unpublished, the tile's own count, or that of all
 * tiles up to it. Words are read and written whole, so no memory order is needed. states[2]: a round uses one half and
 * clears the other. After POLLS polls of an unpublished tile a work-group counts that tile's digits itself.
 */
#include "sort/tile.h"

/* Without values no row is in registers, and four rows at a time take fewer registers. */
#if HAS_VALUES || ON_CPU
#define SORT_MOVE_ROWS SORT_EACH_ROW
#else
#define SORT_MOVE_ROWS _Pragma("unroll 4")
#endif

enum { TILE_UNPUBLISHED, TILE_COUNT, TILE_PREFIX };
#define COUNT_BITS 30
#define LOOKS 8 /* tiles polled together */
#define COUNT_MASK ((1u << COUNT_BITS) - 1)

/* The half of the states that a round uses: tickets, then RADIX words per tile. */
static inline __global uint *states_of(__global uint *states, uint turn, uint tiles) {
    return states + turn % 2 * ((size_t)tiles * RADIX + 1);
}

/* In local memory first; clears the states of round 0. */
SG_KERNEL void sort_digits(__global const T *keys, __global uint *digits, __global uint *states, uint n, uint turns, uint tiles,
                           __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const uint used = COUNTED_ENDS ? COUNTED_GROUPS(n, TILE) : tiles; /* work-groups that look back */
    __global const sort_cell *const words = (__global const sort_cell *)keys;
    sort_clear(counts, turns * RADIX);
    for (size_t i = get_global_id(0); i < (size_t)used * RADIX + 1; i += get_global_size(0)) states[i] = 0;
    sg_group_barrier_local(sg);
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        const sort_word key = words[i];
        for (uint turn = 0; turn < turns; ++turn)
            atomic_inc(&counts[turn * RADIX + sort_digit(key, turn * DIGIT, DIGIT)]);
    }
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < turns * RADIX; d += SG_GROUP_SIZE)
        if (counts[d] > 0) atomic_add(digits + d, counts[d]);
}

/* Into `again`; all counts are 0 if `there` is 0. */
SORT_FN void count_again(sg_t sg, sort_way way, size_t tile, int there, uint n, uint from, __local uint *again) {
    sort_clear(again, RADIX);
    sg_group_barrier_local(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = tile * TILE + k * SG_GROUP_SIZE + get_local_id(0);
        if (there && i < n) atomic_inc(&again[sort_digit(way.from[i], from, DIGIT)]);
    }
    sg_group_barrier_local(sg);
}

/* Looks back for one digit, from the tile before at[d], over published tiles. Polls LOOKS tiles at a time, because
 * polls have a long latency. Returns the first unpublished tile's number plus 1, or 0.
 */
static inline uint look_back(volatile __global const uint *published, sort_local mine, uint d) {
    uint end = mine.at[d], before = mine.before[d];
    while (end > 0) {
        uint word[LOOKS];
#pragma unroll
        for (uint j = 0; j < LOOKS; ++j) /* before the first tile the count is complete */
            word[j] = j < end ? published[(size_t)(end - 1 - j) * RADIX + d] : (uint)TILE_PREFIX << COUNT_BITS;
        for (uint poll = 1; poll < POLLS && word[0] >> COUNT_BITS == TILE_UNPUBLISHED; ++poll)
            word[0] = published[(size_t)(end - 1) * RADIX + d];
        if (word[0] >> COUNT_BITS == TILE_UNPUBLISHED) break;
        uint flag = TILE_COUNT;
#pragma unroll
        for (uint j = 0; j < LOOKS; ++j) {
            if (flag != TILE_COUNT) continue;
            flag = word[j] >> COUNT_BITS;
            before += word[j] & COUNT_MASK; /* 0 if unpublished */
            end = flag == TILE_PREFIX ? 0 : flag == TILE_COUNT ? end - 1 : end;
        }
    }
    mine.at[d] = end;
    mine.before[d] = before;
    return end;
}

/* Sets before[d] to the count of digit d in tiles before `tile`. Emulated sub-groups always enter the branch because of
 * defect D15, and count nothing if no tile is missing. */
SORT_FN void look_back_all(sg_t sg, sort_way way, __global const uint *published, sort_local mine, uint tile, uint n,
                           uint from, __global uint *fallbacks) {
    __local uint *shared = mine.shared;
    uint missing = 1;
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
        mine.at[d] = tile;
        mine.before[d] = 0;
    }
    while (missing) {
        if (get_local_id(0) == 0) shared[0] = 0;
        sg_group_barrier_local(sg);
        for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
            const uint end = look_back(published, mine, d);
            if (end > 0) atomic_max(shared, end);
        }
        sg_group_barrier_local(sg);
        missing = shared[0];
        sg_group_barrier_local(sg);
        if (SG_USES_LOCAL || missing) {
            count_again(sg, way, missing ? missing - 1 : 0, missing != 0, n, from, mine.again);
            for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
                const int helps = missing && mine.at[d] == missing;
                mine.before[d] += helps ? mine.again[d] : 0;
                mine.at[d] = helps ? missing - 1 : mine.at[d];
            }
            if (missing && fallbacks && get_local_id(0) == 0) atomic_inc((volatile __global uint *)fallbacks);
            sg_group_barrier_local(sg);
        }
    }
}

#if MEASURES
#define FALLBACKS (measures + MEASURE_FALLBACKS)
#else
#define FALLBACKS ((__global uint *)0)
#endif

/* Tiles are taken by ticket, so every tile waited for has started. STALLED=1: every eighth tile is silent. */
SG_KERNEL void sort_onesweep(__global const T *keys, __global const void *values, __global T *spare,
                             __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                             __global const uint *restrict digits, __global uint *states, __global uint *measures, uint n,
                             uint turn, uint turns, __local uint *words, __local ulong *staged COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    const sort_local mine = sort_local_of(sg, words);
    const uint tiles = get_num_groups(0), from = turn * DIGIT;
    __global uint *const own = states_of(states, turn, tiles), *const next = states_of(states, turn + 1, tiles);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    if (get_local_id(0) == 0) mine.shared[0] = atomic_inc((volatile __global uint *)own);
    sg_group_barrier_local(sg);
    const uint tile = mine.shared[0], silent = STALLED && tile % 8 == 3;
    const size_t first = sort_first(sg, tile);
    const uint left = sort_left(first, n);
    sort_word key[ITEMS];
    uint rank[ITEMS];
    __local uint *const masks = (__local uint *)staged; /* shared with the staged keys, which come later */
    sort_clear(masks, sg_count(sg) * RADIX * MASK_WORDS);
    sort_load(sg, way, first, left, key, mine.counts);
    sort_count_keys(sg, key, left, from, mine.counts + sg_id(sg) * RADIX);
    sort_totals(sg, mine);

    /* Published before the ranks, so that later tiles seldom wait. */
    volatile __global uint *const published = own + 1 + (size_t)tile * RADIX;
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
        if (!silent) atomic_xchg(published + d, (uint)(tile == 0 ? TILE_PREFIX : TILE_COUNT) << COUNT_BITS | mine.totals[d]);
        next[1 + (size_t)tile * RADIX + d] = 0;
    }
    if (tile == 0 && get_local_id(0) == 0) next[0] = 0;
    sort_starts(sg, mine);
    sort_ranks_by_or(sg, key, left, from, mine.counts + sg_id(sg) * RADIX, masks + sg_id(sg) * RADIX * MASK_WORDS, rank);
    sg_group_barrier_local(sg);
    __local sort_cell *const staged_keys = (__local sort_cell *)staged;
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k)
        if (k * SG_WIDTH < left) staged_keys[rank[k]] = (sort_cell)key[k];
#if HAS_VALUES
    sort_value value[ITEMS]; /* loaded during the look-back */
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) value[k] = k * SG_WIDTH < left ? way.from_values[first + k * SG_WIDTH] : 0;
#endif
    look_back_all(sg, way, own + 1, mine, tile, n, from, FALLBACKS);
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
        if (!silent) atomic_xchg(published + d, (uint)TILE_PREFIX << COUNT_BITS | (mine.before[d] + mine.totals[d]));
        mine.before[d] += digits[turn * RADIX + d] - mine.starts[d]; /* from a position in the tile to one in all keys */
    }
    sg_group_barrier_local(sg);
    const uint many = (uint)min(TILE, COUNTED_FROM(n, tile * TILE));
    SORT_MOVE_ROWS
    for (uint k = 0; k < ITEMS; ++k) {
        const uint j = k * SG_GROUP_SIZE + (uint)get_local_id(0);
        const sort_word moved = j < many ? staged_keys[j] : 0;
        const uint digit = sort_digit(moved, from, DIGIT), place = mine.before[digit] + j;
        if (j < many) way.to[place] = (sort_cell)moved;
#if HAS_VALUES
        rank[k] = rank[k] << DIGIT | digit; /* share a register until the values move */
#endif
    }
#if HAS_VALUES
    __local sort_value *const staged_values = (__local sort_value *)staged;
    sg_group_barrier_local(sg);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k)
        if (k * SG_WIDTH < left) staged_values[rank[k] >> DIGIT] = value[k];
    sg_group_barrier_local(sg);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const uint j = k * SG_GROUP_SIZE + (uint)get_local_id(0), digit = rank[k] & (RADIX - 1);
        if (j < many) way.to_values[mine.before[digit] + j] = staged_values[j];
    }
#endif
}
