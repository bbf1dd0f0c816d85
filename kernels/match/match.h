/* The elements of a lane, and what is stored of a set of lanes.
 * SPDX-License-Identifier: MIT
 *
 * Elements are assigned by sub-group and lane. Lanes past the end take part in each operation and are in no
 * set.
 *
 * Values are compared by their bits, so a NaN equals itself and every lane is in a set; with == the waterfall
 * would not end.
 */
#ifndef MATCH_H_INCLUDED
#define MATCH_H_INCLUDED

#include "common/ballots.h"

#if TYPE == TYPE_I64 || TYPE == TYPE_U64 || TYPE == TYPE_F64
typedef ulong match_word;
#define AS_WORD as_ulong
#define WORD_BITS 64
#else
typedef uint match_word;
#define AS_WORD as_uint
#define WORD_BITS 32
#endif

/* The bits that are compared. BITS 0: all bits of the type. */
#if BITS == 0 || BITS > WORD_BITS
#define KEY_BITS WORD_BITS
#else
#define KEY_BITS BITS
#endif
#define KEY_MASK ((match_word)(~(match_word)0 >> (WORD_BITS - KEY_BITS)))

#ifndef ITEMS
#define ITEMS 1 /* elements per work-item */
#endif

/* From 0. */
static inline size_t match_place(sg_t sg, uint item) {
    return (get_group_id(0) * ITEMS + item) * SG_GROUP_SIZE + sg_id(sg) * SG_WIDTH + sg_lane(sg);
}

static inline match_word match_key(__global const T *restrict x, size_t i, uint n) {
    return i < n ? AS_WORD(x[i]) & KEY_MASK : (match_word)0;
}

/* `same` has the lanes with this lane's key. */
static inline void match_store(sg_t sg, sg_mask same, size_t i, uint n, __global uchar *restrict leader,
                               __global uchar *restrict count, __global uchar *restrict rank) {
    if (i >= n) return;
    leader[i] = (uchar)sg_mask_lowest(same);
    count[i] = (uchar)sg_mask_count(same);
    rank[i] = (uchar)sg_mask_count_below(same, sg_lane(sg));
}

#endif
