/* segments: where segments begin, and the steps of all strategies.
 * SPDX-License-Identifier: MIT
 *
 * A head is an element that begins a segment. By keys (KEY) it is one whose key differs in its bits from the
 * key before it. By offsets segment s begins at offsets[s] (null: at s times the same length), and an empty
 * one begins where the next one does. Offsets ascend; others give wrong results, but no access outside the
 * arrays.
 */
#ifndef SEGMENTS_H_INCLUDED
#define SEGMENTS_H_INCLUDED

#include "segments/pairs.h"

#if KEY == KEY_U64 || KEY == KEY_I64 || KEY == KEY_F64
typedef ulong segments_key;
#elif KEY == KEY_U8
typedef uchar segments_key;
#elif KEY == KEY_U16
typedef ushort segments_key;
#else
typedef uint segments_key;
#endif

typedef struct {
    __global const segments_value *x;
    __global const segments_key *keys;
    __global const uint *offsets;
    uint n, segments, each; /* each: the length without offsets */
} segments_way;

typedef struct {
    __global segments_value *values;
    __global uint *positions;
    __global segments_value *y;
    __global uint *count;
} segments_out;

SEGMENTS_FN segments_way segments_way_of(__global const segments_value *x, __global const void *keys,
                                         __global const uint *offsets, uint n, uint segments) {
    const uint each = segments > 0 ? n / segments + (n % segments != 0) : 0;
    const segments_way way = {x, (__global const segments_key *)keys, offsets, n, segments, each};
    return way;
}

/* n for the one after the last. */
SEGMENTS_FN uint segments_begin(const segments_way *way, uint s) {
    if (s >= way->segments) return way->n;
    return way->offsets ? min(way->offsets[s], way->n) : (uint)min((ulong)s * way->each, (ulong)way->n);
}

/* The first segment from `low` on that begins after element i. It is near, or else found by doubling steps
 * and halving: many empty segments cost few reads.
 */
SEGMENTS_FN uint segments_after(const segments_way *way, uint low, uint i) {
    uint step = 1, high = way->segments;
    while (high - low > step) {
        if (segments_begin(way, low + step - 1) > i) {
            high = low + step - 1;
            break;
        }
        low += step;
        step *= 2;
    }
    while (low < high) {
        const uint middle = low + (high - low) / 2;
        if (segments_begin(way, middle) > i) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

SEGMENTS_FN uint segments_key_id(const segments_way *way, size_t i) {
    return i == 0 ? 1 : way->keys[i] != way->keys[i - 1];
}

/* A segment's result, when its last element has been combined. */
SEGMENTS_FN void segments_end(const segments_out *out, segments_pair p) {
    if (KIND != KIND_REDUCE || p.id == 0) return;
    out->values[p.id - 1] = p.value;
#if SEGMENTS_PLACES
    out->positions[p.id - 1] = p.place;
#endif
}

/* `before` combines all elements before i; the result also element i. */
SEGMENTS_FN segments_pair segments_step(const segments_out *out, segments_pair before, segments_pair own,
                                        size_t i, segments_value *prefix) {
    segments_pair with = segments_combine(before, own);
    if (own.id) {
        segments_end(out, before);
        if (KIND == KIND_REDUCE && !SEGMENTS_PLACES) out->positions[with.id - 1] = (uint)i;
    }
    *prefix = KIND != KIND_EXCLUSIVE ? with.value : own.id ? segments_nothing() : before.value;
    return with;
}

/* After the last element. */
SEGMENTS_FN void segments_finish(const segments_out *out, segments_pair all) {
    segments_end(out, all);
    if (KEY != KEY_NONE) out->count[0] = all.id;
}

/* ---- one work-item, segment by segment -------------------------------------------------------------------
 */

/* Elements i to end - 1, all of one segment. */
SEGMENTS_FN segments_pair segments_run(const segments_way *way, size_t i, size_t end) {
    segments_pair all = operator_identity();
/* Eight values at a time take most of the registers of a GPU's lane. */
#if !SEGMENTS_PLACES && OPERATOR != OPERATOR_AFFINE && (!defined(ON_CPU) || ON_CPU)
    if (i + 16 <= end) {
        segments_eight a = vload8(0, way->x + i), b = vload8(1, way->x + i);
        for (i += 16; i + 16 <= end; i += 16) {
            a = segments_op_eight(a, vload8(0, way->x + i));
            b = segments_op_eight(b, vload8(1, way->x + i));
        }
        a = segments_op_eight(a, b);
        a.lo = segments_op_eight((segments_eight)(a.lo, a.lo), (segments_eight)(a.hi, a.hi)).lo;
        all.value = segments_op(segments_op(a.s0, a.s1), segments_op(a.s2, a.s3));
    }
#endif
    for (; i < end; ++i) all = segments_join(all, segments_make(way->x[i], i, 0));
    return all;
}

/* Elements i to end - 1: by their last segment, and all ids. */
SEGMENTS_FN segments_pair segments_total(const segments_way *way, size_t i, size_t end) {
    size_t from = i;
    uint id = 0;
    if (KEY == KEY_NONE && i < end) {
        const uint after = segments_after(way, 0, (uint)end - 1),
                   begin = after > 0 ? segments_begin(way, after - 1) : 0;
        const int head = after > 0 ? begin >= i : 0;
        from = head ? begin : i;
        id = head ? after : 0;
    } else if (i < end) {
        id = segments_key_id(way, i);
        for (size_t j = i + 1; j < end; ++j) id += way->keys[j] != way->keys[j - 1];
        for (from = end - 1; from > i && !segments_key_id(way, from);) --from;
    }
    segments_pair all = segments_run(way, from, end);
    all.id = id;
    return all;
}

/* Elements i to end - 1 of one segment, whose id is 0 if it began before i. Returns the combination up to
 * end. */
SEGMENTS_FN segments_pair segments_one(const segments_way *way, const segments_out *out, segments_pair before,
                                       uint id, size_t i, size_t end) {
    segments_value prefix;
    if (KIND == KIND_REDUCE) {
        segments_pair own = segments_run(way, i, end);
        own.id = id;
        return segments_step(out, before, own, i, &prefix);
    }
    before = segments_step(out, before, segments_make(way->x[i], i, id), i, &prefix);
    out->y[i] = prefix;
    segments_value value = before.value;
    for (++i; i < end; ++i) {
        const segments_value with = segments_op(value, way->x[i]);
        out->y[i] = KIND == KIND_EXCLUSIVE ? value : with;
        value = with;
    }
    before.value = value;
    return before;
}

/* The results of elements i to end - 1; `before` combines all before i. */
SEGMENTS_FN void segments_serial(const segments_way *way, const segments_out *out, segments_pair before,
                                 size_t i, size_t end) {
    uint after = 0; /* by offsets: the next segment that begins after i */
    if (KEY == KEY_NONE && i > 0) after = segments_after(way, 0, (uint)i - 1);
    while (i < end) {
        size_t stop = i + 1;
        uint id = 0;
        if (KEY == KEY_NONE) {
            const uint here = segments_after(way, after, (uint)i);
            id = here > after ? here : 0;
            after = here;
            stop = min((size_t)segments_begin(way, after), end);
        } else {
            id = segments_key_id(way, i);
            while (stop < end && way->keys[stop] == way->keys[stop - 1]) ++stop;
        }
        before = segments_one(way, out, before, id, i, stop);
        i = stop;
    }
    if (end == way->n && end > 0) segments_finish(out, before);
}

#endif
