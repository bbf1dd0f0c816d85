/* Decoupled look-back: the prefix before a tile, found in a single pass over the data.
 * SPDX-License-Identifier: MIT
 *
 * Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016. A work-group
 * publishes the total of its tile. It looks back over earlier tiles and adds their totals until it reads a
 * tile whose prefix is known, then publishes its own prefix. Work-groups take tiles by ticket, so every tile
 * that a work-group waits for has started.
 *
 * No work-group waits forever: after `polls` reads of an unpublished tile, the caller computes that tile's
 * total itself and advances. This fallback, and states without 64-bit atomics, follow Smith, Levien and
 * Owens, Decoupled Fallback, SPAA 2025.
 *
 * State of a tile. A value is cut into pieces of 16 bits. Each piece has a 32-bit word with a flag:
 *
 *     bits 0 to 15:  the piece
 *     bits 16, 17:   0 nothing yet, 1 the tile's total, 2 the prefix up to the tile's end
 *     bits 18 to 31: the epoch; a word of another epoch counts as unpublished
 *
 * Each run has its own epoch, so nothing needs clearing between runs. The states are 0 before the first run,
 * and the last work-group prepares them for the next (lookback_finish).
 *
 * A reader accepts the words only if all flags are equal. A word changes twice, from nothing to total to
 * prefix, so words with equal flags belong to one value. The order in which words become visible does not
 * matter: a reader of an old word polls again. It is enough that 32-bit words are read and written whole,
 * which the atomics of OpenCL C 1.2 guarantee; no fence and no 64-bit atomics are needed. A total computed
 * by fallback is not published: two compiled copies of one sum may differ in their last bits, and a reader
 * must not mix them.
 */
#ifndef LOOKBACK_H_INCLUDED
#define LOOKBACK_H_INCLUDED

#include "common/scan.h"

enum { LOOKBACK_NOTHING, LOOKBACK_TOTAL, LOOKBACK_PREFIX };
/* The head of the states: tickets taken, work-groups finished, this run's epoch, number of tiles with
   words. */
enum { LOOKBACK_TICKETS, LOOKBACK_FINISHED, LOOKBACK_EPOCH, LOOKBACK_TILES, LOOKBACK_FIRST };
#ifndef LOOKBACK_EPOCHS
#define LOOKBACK_EPOCHS 16384u
#endif
#define LOOKBACK_WORDS (sizeof(sum_t) / 2)

typedef union {
    sum_t value;
    ushort piece[LOOKBACK_WORDS];
    uint4 two; /* two pieces per component, the lower piece in the lower half; no value has more than 8 */
} lookback_value;

/* Takes the next tile for this work-group; `shared` is a word of local memory. */
SCAN_FN uint lookback_ticket(sg_t sg, __global uint *states, __local uint *shared) {
    if (get_local_id(0) == 0) shared[0] = atomic_inc((volatile __global uint *)states + LOOKBACK_TICKETS);
    sg_group_barrier_local(sg);
    const uint tile = shared[0];
    sg_group_barrier_local(sg);
    return tile;
}

/* The LOOKBACK_WORDS words of a tile. */
SCAN_FN __global uint *lookback_state(__global uint *states, uint tile) {
    return states + LOOKBACK_FIRST + (ulong)tile * LOOKBACK_WORDS;
}

/* This run's epoch, shifted to its position above a flag. It changes only after all work-groups have
   finished. */
SCAN_FN uint lookback_epoch(__global const uint *states) {
    return states[LOOKBACK_EPOCH] << 2;
}

/* Call it after a barrier after the work-group's last poll. `tiles`: the number of work-groups that call it.
   The last of them starts the next epoch; once in LOOKBACK_EPOCHS runs, when all epochs are used, one of its
   work-items clears the words. */
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

/* The first sub-group looks back while the others wait at one barrier; its branch contains no barrier
   (defect D15, docs/defects.md). A single work-item looks back, one tile at a time, if the sub-group is
   emulated by barriers, and on a CPU: some CPUs do not support a collective of one sub-group only (defect
   D5), and few work-groups run together. */
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
/* Combines all lanes in order; every lane gets the result. */
SCAN_FN sum_t lookback_join(sg_t sg, sum_t v) {
    const sum_t lanes = scan_lanes(sg, v);
    return operator_broadcast(sg, lanes, SG_WIDTH - 1u);
}
#endif

/* Publishes a value with its flag. All polling lanes call it with the same value. The loop bounds are
   constants: other bounds were lost under a condition (defect D14, docs/defects.md). The first tile needs no
   total but may publish it, because its total is its prefix. */
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

/* Reads two pieces of a tile's value. *all collects the bits set in every word, *any the bits set in some
   word. */
SCAN_FN uint lookback_two(volatile __global const uint *words, uint k, uint *all, uint *any) {
    const uint low = words[2 * k], high = words[2 * k + 1];
    *all &= low & high;
    *any |= low | high;
    return (low & 0xffffu) | high << 16;
}

/* Reads a tile once: returns its flag, and sets *value unless the flag is LOOKBACK_NOTHING. With an array
   instead of the vector `two`, clang 15 kept pairs of doubles in memory on two kinds of GPU. */
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

/* The state of a look-back: `prefix` combines the tiles from `end` to the last one before the work-group's
   tile. */
typedef struct {
    sum_t prefix;
    uint end, done;
} lookback_walk;

SCAN_FN lookback_walk lookback_begin(uint tile) {
    const lookback_walk walk = {operator_identity(), tile, tile == 0};
    return walk;
}

/* The result of polling a window of LOOKBACK_LANES tiles, one per lane. */
typedef struct {
    sum_t part; /* the lane's part of the sum */
    uint from;  /* the first lane that counts */
    int prefix; /* true if the window contains a prefix: the look-back is done */
    int silent; /* true if the tile before `end` is unpublished: the caller must compute `part` */
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

/* Advances over a polled window. If the window is silent, the caller has set `part` on lane l to the
   combined l-th of LOOKBACK_LANES equal parts of the tile; for counts, the parts may be any partition.
   `fallbacks` counts such tiles; it may be null. */
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
