/* Keys of any type as unsigned numbers with the same order; shared by sort and topk.
 * SPDX-License-Identifier: MIT
 *
 * Keys move as unsigned words, so that every NaN keeps its bits. Floats are in total order (IEEE 754).
 */
#ifndef KEY_ORDER_H_INCLUDED
#define KEY_ORDER_H_INCLUDED

/* key_cell: a key in memory, of KEY_BITS; key_word: a key in registers, of WORD_BITS; key_cells: KEY_RUN
   keys, the most in a load of 16 bytes. */
#if TYPE == TYPE_I64 || TYPE == TYPE_U64 || TYPE == TYPE_F64
typedef ulong key_cell, key_word;
typedef ulong2 key_cells;
#define KEY_BITS 64
#define WORD_BITS 64
#define KEY_RUN 2
#else
typedef uint key_word;
#define WORD_BITS 32
#define KEY_RUN 4
#if TYPE == TYPE_U8
typedef uchar key_cell;
typedef uchar4 key_cells;
#define KEY_BITS 8
#elif TYPE == TYPE_U16
typedef ushort key_cell;
typedef ushort4 key_cells;
#define KEY_BITS 16
#else
typedef uint key_cell;
typedef uint4 key_cells;
#define KEY_BITS 32
#endif
#endif

/* Unsigned, of KEY_BITS. Negative floats have all bits inverted, others the sign. */
static inline key_word key_order(key_word key) {
    const key_word top = (key_word)1 << (KEY_BITS - 1);
#if TYPE == TYPE_I32 || TYPE == TYPE_I64
    return key ^ top;
#elif TYPE == TYPE_F32 || TYPE == TYPE_F64
    return key ^ (key & top ? ~(key_word)0 : top);
#else
    return key;
#endif
}

#endif
