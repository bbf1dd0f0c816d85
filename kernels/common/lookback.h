/* Decoupled look-back: what stands before a tile, found in a single pass over the data.
 * SPDX-License-Identifier: MIT
 *
 * Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016. A work-group
 * publishes the total of its tile, looks back over the tiles before it, adding up totals until it meets a
 * tile whose whole prefix is known, and publishes its own prefix. Work-groups take their tiles by a ticket,
 * so that a work-group that is waited for has started.
 *
 * No work-group waits for ever: after `polls` looks at a tile that says nothing, the caller computes that
 * tile's total itself and goes on (this fallback, and states that need no 64-bit atomics, are those of Smith,
 * Levien and Owens, Decoupled Fallback, SPAA 2025).
 *
 * What a tile says. A value is cut into pieces of 16 bits; each has a word of 32 bits of its own, with a flag
 * above it:
 *
 *     bits 0 to 15:  the piece
 *     bits 16, 17:   0 nothing yet, 1 the tile's total, 2 the prefix up to the tile's end
 *     bits 18 to 31: the epoch; of another one the word says nothing
 *
 * Each run has an epoch of its own, so that nothing need be cleared before it: the states are 0 before the
 * first run, and the work-group that is the last to finish leaves them ready for the next (lookback_finish).
 *
 * A reader takes the words only if their flags are all the same. A word changes twice, from nothing to a
 * total to a prefix, so words with the same flag are of the same value. Nothing depends on the order in which
 * the words of a tile, or of different tiles, become visible: it is enough that words of 32 bits are read and
 * written whole, which OpenCL C 1.2's atomics promise, and no fence and no 64-bit atomics are needed. A
 * reader that sees an old word looks again. What is computed again is computed from x alone and is not
 * published: two copies of one sum may be compiled differently and differ in their last bits, and a reader
 * must not get half of each.
 */
#ifndef LOOKBACK_H_INCLUDED
#define LOOKBACK_H_INCLUDED

#include "common/scan.h"

enum { LOOKBACK_NOTHING, LOOKBACK_TOTAL, LOOKBACK_PREFIX };
/* What the states begin with: tickets given, work-groups that have finished, this run's epoch, and of how
   many tiles there are words. */
enum { LOOKBACK_TICKETS, LOOKBACK_FINISHED, LOOKBACK_EPOCH, LOOKBACK_TILES, LOOKBACK_FIRST };
#ifndef LOOKBACK_EPOCHS
#define LOOKBACK_EPOCHS 16384u
#endif
#define LOOKBACK_WORDS (sizeof(sum_t) / 2)

typedef union {
    sum_t value;
    ushort piece[LOOKBACK_WORDS];
    uint4 two; /* of pieces, the lower one in the lower half; no value has more */
} lookback_value;

/* Takes the next tile, which this work-group alone computes; `shared` is a word of local memory. */
SCAN_FN uint lookback_ticket(sg_t sg, __global uint *states, __local uint *shared) {
    if (get_local_id(0) == 0) shared[0] = atomic_inc((volatile __global uint *)states + LOOKBACK_TICKETS);
    sg_group_barrier_local(sg);
    const uint tile = shared[0];
    sg_group_barrier_local(sg);
    return tile;
}

/* What a tile says, LOOKBACK_WORDS words. */
SCAN_FN __global uint *lookback_state(__global uint *states, uint tile) {
    return states + LOOKBACK_FIRST + (ulong)tile * LOOKBACK_WORDS;
}

/* This run's epoch, shifted to its place above a flag. It does not change before all work-groups have
   finished. */
SCAN_FN uint lookback_epoch(__global const uint *states) {
    return states[LOOKBACK_EPOCH] << 2;
}

/* Called when the work-group will look at no state any more, after a barrier behind its last look. `tiles`:
   how many work-groups call it. The last of them begins the next epoch. When all epochs have been used, which
   is once in LOOKBACK_EPOCHS runs, one of its work-items clears the words. */
SCAN_FN void lookback_finish(__global uint *states, uint tiles) {
    volatile __global uint *s = states;
    if (get_local_id(0) != 0 || atomic_inc(s + LOOKBACK_FINISHED) != tiles - 1) return;
    const uint epoch = s[LOOKBACK_EPOCH] + 1, most = max(s[LOOKBACK_TILES], tiles);
    if (epoch == LOOKBACK_EPOCHS)
        for (ulong i = 0; i < (ulong)most * LOOKBACK_WORDS; ++i) atomic_xchg(s + LOOKBACK_FIRST + i, 0u);
    atomic_xchg(s + LOOKBACK_EPOCH, epoch % LOOKBACK_EPOCHS);
    atomic_xchg(s + LOOKBACK_TILES, most);
    atomic_xchg(s + LOOKBACK_TICKETS, 0u);
    atomic_xchg(s + LOOKBACK_FINISHED, 0u);
}

/* Publishes a value with its flag. Called by all work-items with the same value; each of the first few writes
   one word. Not to be called under a condition on the tile: the bound on k was lost then, defect D14
   (docs/defects.md). The first tile needs no total, but may say it: nothing stands before it, so its total is
   its prefix. */
SCAN_FN void lookback_publish(__global uint *words, sum_t value, uint epoch, uint flag) {
    lookback_value v;
    v.value = value;
    for (uint k = get_local_id(0); k < LOOKBACK_WORDS; k += SG_GROUP_SIZE) {
        uint piece = v.piece[0]; /* v.piece[k] would put v into memory */
        for (uint i = 1; i < LOOKBACK_WORDS; ++i) piece = k == i ? v.piece[i] : piece;
        atomic_xchg((volatile __global uint *)words + k, piece | (epoch | flag) << 16);
    }
}

/* Two pieces of a tile's value; a bit is in *all if every word so far has it, in *any if one has. */
SCAN_FN uint lookback_two(volatile __global const uint *words, uint k, uint *all, uint *any) {
    const uint low = words[2 * k], high = words[2 * k + 1];
    *all &= low & high;
    *any |= low | high;
    return (low & 0xffffu) | high << 16;
}

/* One look at a tile: its flag, and its value where that is not LOOKBACK_NOTHING. An array in place of the
   vector `two` left pairs of doubles in memory (clang 15, GPUs of two kinds). */
SCAN_FN uint lookback_look(__global const uint *words, uint epoch, sum_t *value) {
    lookback_value v;
    uint all = ~0u, any = 0;
    v.two.s0 = lookback_two(words, 0, &all, &any);
    if (LOOKBACK_WORDS > 2) v.two.s1 = lookback_two(words, 1, &all, &any);
    if (LOOKBACK_WORDS > 4) {
        v.two.s2 = lookback_two(words, 2, &all, &any);
        v.two.s3 = lookback_two(words, 3, &all, &any);
    }
    *value = v.value;
    all >>= 16;
    any >>= 16;
    return all == any && (all & ~3u) == epoch ? all & 3u : LOOKBACK_NOTHING;
}

/* The state of the window of W tiles before tile `end`, in local memory: what each says, after waiting for
 * it. */
typedef struct {
    __local uint *flag;   /* W */
    __local sum_t *value; /* W */
} lookback_window;

/* Fills the window: lane l of the first sub-group waits for tile end - W + l. A place before the first tile
   counts as a known prefix of nothing. */
SCAN_FN void lookback_fill(sg_t sg, __global uint *states, uint end, uint epoch, uint polls,
                           lookback_window window) {
    const uint l = get_local_id(0);
    if (l < SG_WIDTH) {
        sum_t value = operator_identity();
        uint flag = LOOKBACK_PREFIX;
        if (end + l >= SG_WIDTH) {
            __global const uint *words = lookback_state(states, end + l - SG_WIDTH);
            flag = LOOKBACK_NOTHING;
#pragma unroll 1
            for (uint poll = 0; poll < polls && flag == LOOKBACK_NOTHING; ++poll)
                flag = lookback_look(words, epoch, &value);
        }
        window.flag[l] = flag;
        window.value[l] = value;
    }
    sg_group_barrier_local(sg);
}

/* *sum gets tiles *begin to end - 1 combined. *begin gets the first of the unbroken row of tiles before `end`
   that say something, or the last one among them that says a prefix. Returns whether it says a prefix, so
   that nothing more is needed. Uniform: every sub-group reads the same window. */
SCAN_FN int lookback_sum(sg_t sg, lookback_window window, uint end, sum_t *sum, uint *begin) {
    const uint lane = sg_lane(sg);
    const uint flag = window.flag[lane];
    const sum_t value = window.value[lane];
    /* Lanes counted from 1, 0 is none. */
    const uint missing = sg_reduce_max(sg, flag == LOOKBACK_NOTHING ? lane + 1 : 0u);
    const uint prefix = sg_reduce_max(sg, flag == LOOKBACK_PREFIX ? lane + 1 : 0u);
    const uint from = prefix > missing ? prefix - 1 : missing; /* the first lane that counts */
    const sum_t lanes = scan_lanes(sg, lane >= from ? value : operator_identity());
    *sum = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
    *begin = end + from >= SG_WIDTH ? end + from - SG_WIDTH : 0u;
    sg_group_barrier_local(sg); /* the window may be filled again */
    return prefix > missing;
}

/* The way back from a tile: what the tiles from `end` to the one before it come to. */
typedef struct {
    sum_t prefix;
    uint end, done;
} lookback_way;

SCAN_FN lookback_way lookback_start(uint tile) {
    const lookback_way way = {operator_identity(), tile, tile == 0};
    return way;
}

/* One window further back. Returns 1 more than the number of a tile that said nothing, or 0 if none is
   missing. Where one is, the caller computes its total and gives it to lookback_add. Barriers in that branch
   in small work-groups are defect D15 (docs/defects.md): where lanes meet by barriers anyway (SG_USES_LOCAL)
   all go through it, without elements if nothing is missing. */
SCAN_FN uint lookback_step(sg_t sg, __global uint *states, uint epoch, uint polls, lookback_window window,
                           lookback_way *way) {
    const uint end = way->end;
    sum_t sum;
    uint begin;
    lookback_fill(sg, states, end, epoch, polls, window);
    const int known = lookback_sum(sg, window, end, &sum, &begin);
    SG_SHOW(sg, "look back", operator_shown(sum));
    way->prefix = operator_combine(sum, way->prefix);
    way->end = begin;
    way->done = known || begin == 0;
    return !known && end - begin < SG_WIDTH ? begin : 0u;
}

/* Takes in the total of the missing tile. `fallbacks` counts such tiles; NULL: nobody asks. */
SCAN_FN void lookback_add(lookback_way *way, uint missing, sum_t total, __global uint *fallbacks) {
    const sum_t with = operator_combine(total, way->prefix);
    way->prefix = missing ? with : way->prefix;
    way->end = missing ? missing - 1 : way->end;
    way->done = way->done || way->end == 0;
    if (missing && fallbacks && get_local_id(0) == 0) atomic_inc((volatile __global uint *)fallbacks);
}

#if MEASURES
#define LOOKBACK_FALLBACKS(measures) ((measures) + MEASURE_FALLBACKS)
#else
#define LOOKBACK_FALLBACKS(measures) ((__global uint *)0)
#endif

#endif
