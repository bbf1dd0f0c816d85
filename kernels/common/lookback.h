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

/* Who looks back: the first sub-group alone, while the others wait at one barrier; there is no barrier in its
   branch (defect D15, docs/defects.md). A single work-item looks, at one tile at a time, where lanes meet by
   barriers, and on a CPU: not all of those bear a collective of one sub-group alone (defect D5), and few
   work-groups run at once. */
#ifndef ON_CPU
#error "a look-back needs ON_CPU=cpu in .defines"
#endif
#if SG_USES_LOCAL || ON_CPU
#define LOOKBACK_LANES 1u
#define lookback_lane(sg) 0u
SCAN_FN int lookback_looks(sg_t sg) {
    return get_local_id(0) == 0;
}
#define lookback_most(sg, v) (v)
#define lookback_join(sg, v) (v)
#else
#define LOOKBACK_LANES SG_WIDTH
#define lookback_lane(sg) sg_lane(sg)
SCAN_FN int lookback_looks(sg_t sg) {
    return sg_id(sg) == 0;
}
#define lookback_most(sg, v) sg_reduce_max(sg, v)
/* All lanes combined in their order, for every lane. */
SCAN_FN sum_t lookback_join(sg_t sg, sum_t v) {
    const sum_t lanes = scan_lanes(sg, v);
    return operator_broadcast(sg, lanes, SG_WIDTH - 1u);
}
#endif

/* Publishes a value with its flag. Called by those that look, with the same value. A loop over the words with
   a bound of its own lost that under a condition: defect D14 (docs/defects.md). The first tile needs no
   total, but may say it: nothing stands before it, so its total is its prefix. */
SCAN_FN void lookback_publish(sg_t sg, __global uint *words, sum_t value, uint epoch, uint flag) {
    lookback_value v;
    v.value = value;
#pragma unroll
    for (uint first = 0; first < LOOKBACK_WORDS; first += LOOKBACK_LANES) {
        const uint k = first + lookback_lane(sg);
        uint piece = v.piece[0]; /* v.piece[k] would put v into memory */
        for (uint i = 1; i < LOOKBACK_WORDS; ++i) piece = k == i ? v.piece[i] : piece;
        if (k < LOOKBACK_WORDS)
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

/* The way back from a tile: what the tiles from `end` to the one before it come to. */
typedef struct {
    sum_t prefix;
    uint end, done;
} lookback_way;

SCAN_FN lookback_way lookback_start(uint tile) {
    const lookback_way way = {operator_identity(), tile, tile == 0};
    return way;
}

/* What a window of LOOKBACK_LANES tiles says, of which each lane looks at one. */
typedef struct {
    sum_t part; /* the lane's part of the sum */
    uint from;  /* the first lane that counts */
    int prefix; /* whether it says a prefix, so that nothing more is needed */
    int silent; /* the tile before the way's end says nothing: the caller computes `part` in its place */
} lookback_seen;

/* Looks at the window before the way's end. A place before the first tile counts as a known prefix of
   nothing. */
SCAN_FN lookback_seen lookback_see(sg_t sg, __global uint *states, uint epoch, uint polls, lookback_way way) {
    const uint lane = lookback_lane(sg);
    sum_t value = operator_identity();
    uint flag = LOOKBACK_PREFIX;
    if (way.end + lane >= LOOKBACK_LANES) {
        __global const uint *words = lookback_state(states, way.end + lane - LOOKBACK_LANES);
        flag = LOOKBACK_NOTHING;
#pragma unroll 1
        for (uint poll = 0; poll < polls && flag == LOOKBACK_NOTHING; ++poll)
            flag = lookback_look(words, epoch, &value);
    }
    /* Lanes counted from 1, 0 is none. */
    const uint missing = lookback_most(sg, flag == LOOKBACK_NOTHING ? lane + 1 : 0u);
    const uint prefix = lookback_most(sg, flag == LOOKBACK_PREFIX ? lane + 1 : 0u);
    lookback_seen seen;
    seen.prefix = prefix > missing;
    seen.from = seen.prefix ? prefix - 1 : missing;
    seen.part = lane >= seen.from ? value : operator_identity();
    seen.silent = missing == LOOKBACK_LANES;
    return seen;
}

/* Goes back over what was seen. In place of a silent tile's value, lane l has combined the l-th of
   LOOKBACK_LANES equal parts of the tile, or, of counts, any. `fallbacks` counts such tiles; NULL: nobody
   asks. */
SCAN_FN void lookback_go(sg_t sg, lookback_way *way, lookback_seen seen, __global uint *fallbacks) {
    const sum_t sum = lookback_join(sg, seen.part);
    const uint tiles = seen.silent ? 1u : LOOKBACK_LANES - seen.from;
    SG_SHOW(sg, "look back", operator_shown(sum));
    way->prefix = operator_combine(sum, way->prefix);
    way->end = way->end > tiles ? way->end - tiles : 0u;
    way->done = seen.prefix || way->end == 0;
    if (seen.silent && fallbacks && get_local_id(0) == 0) atomic_inc((volatile __global uint *)fallbacks);
}

#if MEASURES
#define LOOKBACK_FALLBACKS(measures) ((measures) + MEASURE_FALLBACKS)
#else
#define LOOKBACK_FALLBACKS(measures) ((__global uint *)0)
#endif

#endif
