/* topk: the keys of a row that later launches need. SPDX-License-Identifier: MIT
 *
 * Each share of a row stores its own keys, in order, in its `room` of `stored` as soon as few are left, and
 * reads only these from then on. A share with more keys than room reads the row again. If few keys are
 * selected, it stores the selected ones too; else only the candidates, and the last launch reads the row.
 */
#ifndef TOPK_STORED_H_INCLUDED
#define TOPK_STORED_H_INCLUDED

#include "topk/topk.h"

/* A share has stored nothing, candidates, or all keys that may be selected. finds[share] is this kind, the
   number of stored keys, and the number of keys above the candidates that are not stored. */
enum { IN_ROW, CANDIDATES, SELECTED };

typedef struct {
    size_t row;
    uint part, share; /* the work-group in its row; the share among all */
} topk_where;

/* Share `number` of the row. */
TOPK_FN topk_share topk_in_row(__global const T *x, size_t row, ulong number, uint n, uint each) {
    const ulong begin = min(number * each, (ulong)n);
    const topk_share share = {(__global const key_cell *)x + row * n + begin, 0, (uint)begin,
                              min(each, n - (uint)begin), row * n % KEY_RUN == 0};
    return share;
}

/* The keys that the share has stored, if these are at least of the kind `least`; else its part of the row. */
TOPK_FN topk_share topk_from(uint4 find, uint least, __global const T *x, __global const T *stored,
                             __global const uint *places, topk_where here, ulong number, uint room, uint n,
                             uint each) {
    const size_t begin = (size_t)here.share * room;
    topk_share share = topk_in_row(x, here.row, number, n, each);
    if (find.x >= least) {
        share.keys = (__global const key_cell *)stored + begin;
        share.places = places + begin;
        share.count = find.y;
        share.aligned = 1;
    }
    return share;
}

/* The kind to store, if what is left fits twice into the `room` of all shares of the row. */
TOPK_FN uint topk_kind(topk_cut cut, uint taken, ulong room) {
    const ulong selected = (ulong)taken - cut.need + cut.many;
    return 2 * selected <= room ? SELECTED : 2 * (ulong)cut.many <= room ? CANDIDATES : IN_ROW;
}

#endif
