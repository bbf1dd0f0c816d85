/* compare_any.c - outputs in any order: compares how often each value occurs. */
#include "cases/compare.h"
#include "system/parallel.h"
#include "base/status.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keys are in the order of values. Both zeros share a key; all NaNs have the last. */

static uint64_t key_of(tool_value v) {
    const uint64_t top = UINT64_C(1) << 63;
    uint64_t bits = v.as.u;
    if (!tool_is_floating(v.type)) return tool_is_signed(v.type) ? bits ^ top : bits;
    if (isnan(v.as.f)) return UINT64_MAX;
    if (v.as.f == 0.0) return top;
    return bits & top ? ~bits : bits | top;
}

static tool_value value_of(xl_type type, uint64_t key) {
    const uint64_t top = UINT64_C(1) << 63;
    tool_value v = {.type = type, .as = {.u = key}};
    if (!tool_is_floating(type))
        v.as.u = tool_is_signed(type) ? key ^ top : key;
    else if (key == UINT64_MAX)
        v.as.f = NAN;
    else
        v.as.u = key & top ? key ^ top : ~key;
    return v;
}

static int by_key(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

enum { DIGIT = 16, DIGITS = 1 << DIGIT };

/* By 16 bits from the lowest; skips digits that all keys share. Returns the array with the result. */
static uint64_t *sort_many(uint64_t *keys, uint64_t *other, size_t count, size_t *starts) {
    for (int shift = 0; shift < 64; shift += DIGIT) {
        memset(starts, 0, DIGITS * sizeof *starts);
        for (size_t i = 0; i < count; i++) starts[keys[i] >> shift & (DIGITS - 1)]++;
        if (starts[keys[0] >> shift & (DIGITS - 1)] == count) continue;
        size_t sum = 0;
        for (size_t d = 0; d < DIGITS; d++) {
            const size_t here = starts[d];
            starts[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) other[starts[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        uint64_t *const swapped = keys;
        keys = other;
        other = swapped;
    }
    return keys;
}

/* The keys of both sides, sorted; owned. */
typedef struct sides {
    uint64_t *memory;
    uint64_t *expected, *got;
} sides;

static int sort_sides(const tool_expected *expected, const void *data, size_t used, sides *out,
                      xl_error *error) {
    const size_t full = expected->elements, room = full > used ? full : used;
    size_t *starts = calloc(DIGITS, sizeof *starts);
    out->memory = calloc(full + used + room + 1, sizeof *out->memory);
    if (!starts || !out->memory) {
        free(starts);
        free(out->memory);
        out->memory = NULL;
        return xl__fail(error, XL_NO_MEMORY, "no memory to compare %zu elements in any order", full);
    }
    uint64_t *want = out->memory, *got = want + full, *spare = got + used;
    for (size_t i = 0; i < full; i++) want[i] = key_of(tool_expected_at(expected, i));
    for (size_t i = 0; i < used; i++) got[i] = key_of(tool_value_at(data, expected->type, i));
    if (full < DIGITS) {
        qsort(want, full, sizeof *want, by_key);
        qsort(got, used, sizeof *got, by_key);
    } else {
        /* The first result may be in the spare room. */
        const uint64_t *sorted = sort_many(want, spare, full, starts);
        if (sorted != want) memcpy(want, sorted, full * sizeof *want);
        if (used > 0) got = sort_many(got, spare, used, starts);
    }
    out->expected = want;
    out->got = got;
    free(starts);
    return XL_SUCCESS;
}

/* Two sums of hashes: equal for the same keys in any order, for others with a chance of 2^-128. SplitMix64
   (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
typedef struct sums {
    uint64_t first, second;
} sums;

static uint64_t hash(uint64_t x) {
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* `data` NULL: of the expected elements. */
static sums sums_of(const tool_expected *expected, const void *data) {
    sums part[TOOL_PARTS], all = {0, 0};
    TOOL_PARALLEL_FOR
    for (int p = 0; p < TOOL_PARTS; p++) {
        const size_t end = tool_part_start(expected->elements, p + 1);
        sums s = {0, 0};
        for (size_t i = tool_part_start(expected->elements, p); i < end; i++) {
            const uint64_t key =
                key_of(data ? tool_value_at(data, expected->type, i) : tool_expected_at(expected, i));
            s.first += hash(key + UINT64_C(0x9e3779b97f4a7c15));
            s.second += hash(key ^ UINT64_C(0xd1b54a32d192ed03));
        }
        part[p] = s;
    }
    for (int p = 0; p < TOOL_PARTS; p++) {
        all.first += part[p].first;
        all.second += part[p].second;
    }
    return all;
}

/* A shortcut: right elements need not be sorted. */
static bool all_right(const tool_expected *expected, const void *got, size_t used) {
    if (used != expected->elements || used < DIGITS) return false;
    const sums wanted = sums_of(expected, NULL), there = sums_of(expected, got);
    return wanted.first == there.first && wanted.second == there.second;
}

static size_t run_of(const uint64_t *keys, size_t at, size_t count) {
    size_t end = at;
    while (end < count && keys[end] == keys[at]) end++;
    return end - at;
}

/* It must exist. */
static size_t find_first(const void *data, xl_type type, uint64_t key) {
    size_t i = 0;
    while (key_of(tool_value_at(data, type, i)) != key) i++;
    return i;
}

static void compare_sides(const sides *s, const tool_expected *expected, const void *data, size_t used,
                          int array, tool_verdict *v) {
    const size_t full = expected->elements;
    tool_verdict found = {.expected = {.type = XL_TYPE_NONE}};
    for (size_t e = 0, g = 0; e < full || g < used;) {
        const bool takes_expected = e < full && (g == used || s->expected[e] <= s->got[g]);
        const bool takes_got = g < used && (e == full || s->got[g] <= s->expected[e]);
        const size_t wanted = takes_expected ? run_of(s->expected, e, full) : 0,
                     there = takes_got ? run_of(s->got, g, used) : 0;
        if (there > wanted && found.wrong_count == 0) {
            found.got = value_of(expected->type, s->got[g]);
            found.index = find_first(data, expected->type, s->got[g]);
            found.times_got = there;
            found.got_wanted = wanted;
        }
        if (there > wanted) found.wrong_count += there - wanted;
        /* If not all fit, any may be missing. */
        if (there < wanted && used == full && found.expected.type == XL_TYPE_NONE) {
            found.expected = value_of(expected->type, s->expected[e]);
            found.times_expected = wanted;
            found.expected_there = there;
        }
        e += wanted;
        g += there;
    }
    tool_count_wrong(v, array, found.wrong_count);
    if (found.wrong_count == 0 || v->wrong) return;
    v->wrong = v->any_order = true;
    v->array = array;
    v->index = found.index;
    v->expected = found.expected;
    v->got = found.got;
    v->times_got = found.times_got;
    v->got_wanted = found.got_wanted;
    v->times_expected = found.times_expected;
    v->expected_there = found.expected_there;
}

int tool_compare_any_order(const tool_expected *expected, const void *got, size_t used, int array,
                           tool_verdict *v, xl_error *error) {
    sides s = {NULL, NULL, NULL};
    if (all_right(expected, got, used)) return XL_SUCCESS;
    const int status = sort_sides(expected, got, used, &s, error);
    if (status != XL_SUCCESS) return status;
    compare_sides(&s, expected, got, used, array, v);
    free(s.memory);
    return XL_SUCCESS;
}
