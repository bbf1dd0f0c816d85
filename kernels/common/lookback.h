/* Decoupled look-back: finds the prefix before a tile in a single pass over the data.
 * SPDX-License-Identifier: MIT
 *
 * Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016. A work-group
 * publishes its tile's total, adds the totals of earlier tiles back to one whose prefix is known, then
 * publishes its own prefix. Tiles are taken by ticket, so every tile waited for has started.
 *
 * After `polls` reads of an unpublished tile, the caller computes that tile's total itself and advances: no
 * work-group waits forever. This fallback, and states without 64-bit atomics, follow Smith, Levien and Owens,
 * Decoupled Fallback, SPAA 2025.
 *
 * State of a tile. A value is cut into pieces of 16 bits. Each piece has a 32-bit word with a flag:
 *
 *     bits 0 to 15:  the piece
 *     bits 16, 17:   0 nothing yet, 1 the tile's total, 2 the prefix up to the tile's end
 *     bits 18 to 31: the epoch; a word of another epoch counts as unpublished
 *
 * Each run has its own epoch, so nothing is cleared between runs. States are 0 before the first run.
 *
 * A reader accepts words only if all flags are equal. A word changes twice, from nothing to total to prefix,
 * so words with equal flags belong to one value. A reader of an old word polls again, so 32-bit atomics of
 * OpenCL C 1.2 suffice, without a fence. A total computed by fallback is not published: two compiled copies
 * of one sum may differ in their last bits, and a reader must not mix them.
 */
#ifndef LOOKBACK_H_INCLUDED
#define LOOKBACK_H_INCLUDED

#include "common/scan.h"

enum { LOOKBACK_NOTHING, LOOKBACK_TOTAL, LOOKBACK_PREFIX };
/* Tickets taken, work-groups finished, this run's epoch, number of tiles with words. */
enum { LOOKBACK_TICKETS, LOOKBACK_FINISHED, LOOKBACK_EPOCH, LOOKBACK_TILES, LOOKBACK_FIRST };
#ifndef LOOKBACK_EPOCHS
#define LOOKBACK_EPOCHS 16384u
#endif
#define LOOKBACK_WORDS (sizeof(sum_t) / 2)

typedef union {
    sum_t value;
    ushort piece[LOOKBACK_WORDS];
    uint4 two; /* two pieces per component, the lower in the lower half; at most 8 */
} lookback_value;

/* `shared` is a word of local memory. */
SCAN_FN uint lookback_ticket(sg_t sg, __global uint *states, __local uint *shared) {
    if (get_local_id(0) == 0) shared[0] = atomic_inc((volatile __global uint *)states + LOOKBACK_TICKETS);
    sg_group_barrier_local(sg);
    const uint tile = shared[0];
    sg_group_barrier_local(sg);
    return tile;
}

SCAN_FN __global uint *lookback_state(__global uint *states, uint tile) {
    return states + LOOKBACK_FIRST + (ulong)tile * LOOKBACK_WORDS;
}

/* Shifted to its position above a flag. It changes only after all work-groups have finished. */
SCAN_FN uint lookback_epoch(__global const uint *states) {
    return states[LOOKBACK_EPOCH] << 2;
}

/* Needs a barrier after the work-group's last poll. `tiles`: the work-groups that call it. The last starts
   the next epoch; once in LOOKBACK_EPOCHS runs, when all are used, one work-item clears the words. */
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

/* The first sub-group looks back in a branch without a barrier (defect D15). On a CPU, or with emulated
   sub-groups, one work-item looks back, a tile at a time: some CPUs do not support a collective of one
   sub-group only (defect D5), and few work-groups run together. */
#ifndef ON_CPU
#error "a look-back needs ON_CPU=cpu in .defines"
#endif
#if SG_USES_LOCAL || ON_CPU
#define LOOKBACK_LANES 1u
#define lookback_lane(sg) 0u
SCAN_FN int lookback_is_poller(sg_t sg) {
    return get_local_id(0) == 0;
}
#define lookback_most(sg, v) (v)
#define lookback_join(sg, v) (v)
#else
#define LOOKBACK_LANES SG_WIDTH
#define lookback_lane(sg) sg_lane(sg)
SCAN_FN int lookback_is_poller(sg_t sg) {
    return sg_id(sg) == 0;
}
#define lookback_most(sg, v) sg_reduce_max(sg, v)
/* The result is on every lane. */
SCAN_FN sum_t lookback_join(sg_t sg, sum_t v) {
    const sum_t lanes = scan_lanes(sg, v);
    return operator_broadcast(sg, lanes, SG_WIDTH - 1u);
}
#endif

/* All polling lanes call it with the same value. The loop bounds are constants because of defect D14. The
   first tile may publish its total: that is its prefix. */
SCAN_FN void lookback_publish(sg_t sg, __global uint *words, sum_t value, uint epoch, uint flag) {
    lookback_value v;
    v.value = value;
#pragma unroll
    for (uint first = 0; first < LOOKBACK_WORDS; first += LOOKBACK_LANES) {
        const uint k = first + lookback_lane(sg);
        uint piece = v.piece[0]; /* indexing v.piece[k] would move v into memory */
        for (uint i = 1; i < LOOKBACK_WORDS; ++i) piece = k == i ? v.piece[i] : piece;
        if (k < LOOKBACK_WORDS)
            atomic_xchg((volatile __global uint *)words + k, piece | (epoch | flag) << 16);
    }
}

/* *all collects the bits set in every word, *any those set in some word. */
SCAN_FN uint lookback_two(volatile __global const uint *words, uint k, uint *all, uint *any) {
    const uint low = words[2 * k], high = words[2 * k + 1];
    *all &= low & high;
    *any |= low | high;
    return (low & 0xffffu) | high << 16;
}

/* Returns the tile's flag; sets *value unless it is LOOKBACK_NOTHING. With an array in place of `two`, clang
   15 kept pairs of doubles in memory on two kinds of GPU. */
SCAN_FN uint lookback_read(__global const uint *words, uint epoch, sum_t *value) {
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

/* `prefix` combines the tiles from `end` to the last one before the work-group's tile. */
typedef struct {
    sum_t prefix;
    uint end, done;
} lookback_walk;

SCAN_FN lookback_walk lookback_begin(uint tile) {
    const lookback_walk walk = {operator_identity(), tile, tile == 0};
    return walk;
}

typedef struct {
    sum_t part; /* the lane's part of the sum */
    uint from;  /* the first lane that counts */
    int prefix; /* the window contains a prefix: the look-back is done */
    int silent; /* the tile before `end` is unpublished: the caller must compute `part` */
} lookback_window;

/* Polls the window before `end`. A position before the first tile counts as an empty prefix. */
SCAN_FN lookback_window lookback_poll(sg_t sg, __global uint *states, uint epoch, uint polls,
                                      lookback_walk walk) {
    const uint lane = lookback_lane(sg);
    sum_t value = operator_identity();
    uint flag = LOOKBACK_PREFIX;
    if (walk.end + lane >= LOOKBACK_LANES) {
        __global const uint *words = lookback_state(states, walk.end + lane - LOOKBACK_LANES);
        flag = LOOKBACK_NOTHING;
#pragma unroll 1
        for (uint poll = 0; poll < polls && flag == LOOKBACK_NOTHING; ++poll)
            flag = lookback_read(words, epoch, &value);
    }
    /* lanes counted from 1; 0: none */
    const uint missing = lookback_most(sg, flag == LOOKBACK_NOTHING ? lane + 1 : 0u);
    const uint prefix = lookback_most(sg, flag == LOOKBACK_PREFIX ? lane + 1 : 0u);
    lookback_window window;
    window.prefix = prefix > missing;
    window.from = window.prefix ? prefix - 1 : missing;
    window.part = lane >= window.from ? value : operator_identity();
    window.silent = missing == LOOKBACK_LANES;
    return window;
}

/* If the window is silent, the caller has set `part` on lane l to the l-th of LOOKBACK_LANES equal parts of
   the tile, combined; for counts, any partition. `fallbacks` counts such tiles, or is null. */
SCAN_FN void lookback_advance(sg_t sg, lookback_walk *walk, lookback_window window,
                              __global uint *fallbacks) {
    const sum_t sum = lookback_join(sg, window.part);
    const uint tiles = window.silent ? 1u : LOOKBACK_LANES - window.from;
    SG_SHOW(sg, "look back", operator_shown(sum));
    walk->prefix = operator_combine(sum, walk->prefix);
    walk->end = walk->end > tiles ? walk->end - tiles : 0u;
    walk->done = window.prefix || walk->end == 0;
    if (window.silent && fallbacks && get_local_id(0) == 0) atomic_inc((volatile __global uint *)fallbacks);
}

#if MEASURES
#define LOOKBACK_FALLBACKS(measures) ((measures) + MEASURE_FALLBACKS)
#else
#define LOOKBACK_FALLBACKS(measures) ((__global uint *)0)
#endif

#endif
