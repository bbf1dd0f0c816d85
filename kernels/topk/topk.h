/* topk: numbers of keys, the digits by which the k-th largest is found, and shares of a row.
 * SPDX-License-Identifier: MIT
 *
 * A key's number is larger if the key is selected earlier, so every kernel looks for the largest numbers. The
 * cut is the number of the last selected key: every larger number is selected, and the first `need` of the
 * equal ones.
 *
 * A radix select finds the cut digit by digit, from the highest. The keys whose number begins with the
 * digits found so far are the candidates.
 */
#ifndef TOPK_H_INCLUDED
#define TOPK_H_INCLUDED

#include "common/key_order.h"
#include "sg/sg.h"

#ifndef DIGIT
#define DIGIT 8
#endif
#define TOPK_TURNS ((KEY_BITS + DIGIT - 1) / DIGIT)
#define TOPK_RADIX (1u << DIGIT) /* number of digit values */
#define TOPK_LAST ((key_word) ~(key_word)0 >> (WORD_BITS - KEY_BITS))

/* Inlined because of defect D16. */
#define TOPK_FN __attribute__((always_inline)) static inline

TOPK_FN key_word topk_number(key_word key) {
#if WHICH == WHICH_SMALLEST
    return ~key_order(key) & TOPK_LAST;
#else
    return key_order(key);
#endif
}

/* The number of bits below the digit of a turn; the last digit may have fewer bits. */
TOPK_FN uint topk_shift(uint turn) {
    return (turn + 1) * DIGIT < KEY_BITS ? KEY_BITS - (turn + 1) * DIGIT : 0u;
}

/* Found by the digits of earlier turns. */
typedef struct {
    key_word from; /* the least number of the candidates */
    key_word span; /* their largest number minus the least */
    uint need;     /* how many of the candidates are selected */
    uint many;     /* how many candidates there are */
} topk_cut;

TOPK_FN topk_cut topk_all(uint n, uint taken) {
    const topk_cut cut = {0, TOPK_LAST, taken, n};
    return cut;
}

/* The candidates whose next digit is `digit`; `larger` of the candidates have a larger digit. */
TOPK_FN topk_cut topk_narrow(topk_cut cut, uint turn, uint digit, uint larger, uint many) {
    const uint shift = topk_shift(turn);
    const topk_cut next = {cut.from | (key_word)digit << shift, ((key_word)1 << shift) - 1, cut.need - larger,
                           many};
    return next;
}

/* Consecutive keys, a lane's part of which is loaded as vectors of KEY_RUN where the keys are aligned. */
typedef struct {
    __global const key_cell *keys;
    __global const uint *places; /* the position of each key in its row; null: key i is at first + i */
    uint first, count;
    int aligned;
} topk_share;

/* 0 past the end. A row has fewer than 2^31 keys, so that i + KEY_RUN does not overflow: a condition without
   differences avoids defect D39 (docs/defects.md). */
TOPK_FN void topk_load(topk_share share, uint i, key_word key[KEY_RUN]) {
    if (share.aligned && i + KEY_RUN <= share.count) {
        const key_cells v = ((__global const key_cells *)share.keys)[i / KEY_RUN];
        key[0] = v.s0;
        key[1] = v.s1;
#if KEY_RUN > 2
        key[2] = v.s2;
        key[3] = v.s3;
#endif
    } else {
        for (uint c = 0; c < KEY_RUN; ++c) key[c] = i + c < share.count ? share.keys[i + c] : 0;
    }
}

TOPK_FN uint topk_place(topk_share share, uint i) {
    return share.places ? share.places[i] : share.first + i;
}

#endif
