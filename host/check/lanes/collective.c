/* Computes in a wide type, rounded to the element's type after each step. */
#include "lanes/collective.h"

#include <math.h>
#include <string.h>

#include "compile/builtins/codes.h"
#include "lanes/parting.h"

static const uint32_t bytes_of[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

struct number {
    int64_t i;
    double f;
};

static double half_value(uint16_t h) {
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double v = exponent == 31 ? (fraction ? NAN : INFINITY)
               : exponent     ? ldexp(1024 + fraction, exponent - 25)
                              : ldexp(fraction, -24);
    return h >> 15 ? -v : v;
}

static uint16_t half_bits(double v) {
    uint16_t sign = signbit(v) ? 0x8000 : 0;
    v = fabs(v);
    if (isnan(v)) return (uint16_t)(sign | 0x7e00);
    if (v >= 65520) return (uint16_t)(sign | 0x7c00);
    if (v < ldexp(1, -14)) return (uint16_t)(sign | (uint16_t)nearbyint(ldexp(v, 24)));
    int exponent;
    double scaled = nearbyint(ldexp(frexp(v, &exponent), 11)); /* 1024 to 2048 */
    return (uint16_t)(sign | (uint16_t)(((exponent + 14) << 10) + (int)scaled - 1024));
}

static struct number get(const void *p, uint32_t type) {
    uint64_t u = 0;
    memcpy(&u, p, bytes_of[type]);
    float f;
    struct number v = {0, 0};
    switch (type) {
    case XLC_CHAR: v.i = (int8_t)u; break;
    case XLC_SHORT: v.i = (int16_t)u; break;
    case XLC_INT: v.i = (int32_t)u; break;
    case XLC_HALF: v.f = half_value((uint16_t)u); break;
    case XLC_FLOAT:
        memcpy(&f, p, 4);
        v.f = f;
        break;
    case XLC_DOUBLE: memcpy(&v.f, p, 8); break;
    default: v.i = (int64_t)u;
    }
    return v;
}

static void put(void *p, uint32_t type, struct number v) {
    float f = (float)v.f;
    uint16_t h;
    switch (type) {
    case XLC_HALF:
        h = half_bits(v.f);
        memcpy(p, &h, 2);
        break;
    case XLC_FLOAT: memcpy(p, &f, 4); break;
    case XLC_DOUBLE: memcpy(p, &v.f, 8); break;
    default: memcpy(p, &v.i, bytes_of[type]);
    }
}

static struct number rounded(uint32_t type, struct number v) {
    char room[8];
    put(room, type, v);
    return get(room, type);
}

static struct number identity(uint32_t op, uint32_t type) {
    bool real = type >= XLC_HALF, is_signed = type % 2 == 0;
    uint32_t bits = 8 * bytes_of[type];
    struct number v = {0, 0};
    switch (op) {
    case XLC_MUL:
        v.i = 1;
        v.f = 1;
        break;
    case XLC_AND: v.i = -1; break;
    case XLC_LOGICAL_AND: v.i = 1; break;
    case XLC_MIN:
        v.f = INFINITY;
        v.i = is_signed ? (int64_t)(~(uint64_t)0 >> (65 - bits)) : (int64_t)(~(uint64_t)0 >> (64 - bits));
        break;
    case XLC_MAX:
        v.f = -INFINITY;
        v.i = is_signed ? -(int64_t)(~(uint64_t)0 >> (65 - bits)) - 1 : 0;
        break;
    default: break;
    }
    return real ? v : rounded(type, v);
}

static bool less(uint32_t type, struct number a, struct number b) {
    if (type >= XLC_HALF) return a.f < b.f;
    return type == XLC_ULONG ? (uint64_t)a.i < (uint64_t)b.i : a.i < b.i;
}

static struct number combined(uint32_t op, uint32_t type, struct number a, struct number b) {
    struct number r = {0, 0};
    uint64_t x = (uint64_t)a.i, y = (uint64_t)b.i;
    switch (op) {
    case XLC_ADD:
        r.i = (int64_t)(x + y);
        r.f = a.f + b.f;
        break;
    case XLC_MUL:
        r.i = (int64_t)(x * y);
        r.f = a.f * b.f;
        break;
    case XLC_MIN: return type >= XLC_HALF ? (struct number){0, fmin(a.f, b.f)} : less(type, b, a) ? b : a;
    case XLC_MAX: return type >= XLC_HALF ? (struct number){0, fmax(a.f, b.f)} : less(type, a, b) ? b : a;
    case XLC_AND: r.i = (int64_t)(x & y); break;
    case XLC_OR: r.i = (int64_t)(x | y); break;
    case XLC_XOR: r.i = (int64_t)(x ^ y); break;
    case XLC_LOGICAL_AND: r.i = a.i && b.i; break;
    case XLC_LOGICAL_OR: r.i = a.i || b.i; break;
    default: r.i = !a.i != !b.i;
    }
    return rounded(type, r);
}

static uint32_t position(const struct item *item) {
    return item->meeting.who == XLC_GROUP ? item->index : item->lane;
}

static void fold(struct item **who, uint32_t n) {
    const struct meeting *m = &who[0]->meeting;
    uint32_t cluster = m->cluster ? m->cluster : UINT32_MAX;
    struct number sum = identity(m->op, m->type);
    for (uint32_t i = 0, first = 0; i < n; ++i) {
        bool begins = i == 0 || position(who[i]) / cluster != position(who[i - 1]) / cluster;
        if (begins) first = i;
        struct number v = get(who[i]->meeting.in, m->type);
        if (m->kind == XLC_EXCLUSIVE)
            put(who[i]->meeting.out, m->type, begins ? identity(m->op, m->type) : sum);
        sum = begins ? v : combined(m->op, m->type, sum, v);
        if (m->kind == XLC_INCLUSIVE) put(who[i]->meeting.out, m->type, sum);
        if (m->kind == XLC_REDUCE)
            for (uint32_t k = first; k <= i; ++k) put(who[k]->meeting.out, m->type, sum);
    }
}

static void vote(struct item **who, uint32_t n) {
    const struct meeting *m = &who[0]->meeting;
    int any = 0, all = 1, equal = 1, value;
    for (uint32_t i = 0; i < n; ++i) {
        equal &= !memcmp(who[i]->meeting.in, m->in, m->bytes);
        if (m->kind == XLC_ALL_EQUAL) continue;
        memcpy(&value, who[i]->meeting.in, sizeof value);
        any |= value != 0;
        all &= value != 0;
    }
    value = m->kind == XLC_ANY ? any : m->kind == XLC_ALL ? all : equal;
    for (uint32_t i = 0; i < n; ++i) memcpy(who[i]->meeting.out, &value, sizeof value);
}

static void ballot(struct item **who, uint32_t n) {
    uint32_t mask[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < n; ++i) {
        int p;
        memcpy(&p, who[i]->meeting.in, sizeof p);
        if (p) mask[who[i]->lane / 32] |= 1u << who[i]->lane % 32;
    }
    for (uint32_t i = 0; i < n; ++i) memcpy(who[i]->meeting.out, mask, sizeof mask);
}

/* The lane that this one reads; -1: none. *second: of the second value. */
static int64_t source(const struct item *item, uint32_t first, uint32_t size, bool *second) {
    const struct meeting *m = &item->meeting;
    int64_t lane = position(item), a = (int64_t)(uint32_t)m->argument;
    uint32_t cluster = m->cluster && m->cluster < size ? m->cluster : size;
    switch (m->kind) {
    case XLC_BROADCAST_FIRST: return first;
    case XLC_SHUFFLE_XOR: return lane ^ a;
    case XLC_SHUFFLE_UP: return lane - a;
    case XLC_SHUFFLE_DOWN: return lane + a;
    case XLC_ROTATE: {
        int64_t distance = ((int64_t)m->argument % cluster + cluster) % cluster;
        return lane / cluster * cluster + (lane % cluster + distance) % cluster;
    }
    case XLC_SHUFFLE_DOWN2: *second = lane + a >= size; return *second ? lane + a - size : lane + a;
    case XLC_SHUFFLE_UP2: /* the first operand is the previous value */
        *second = lane >= a;
        return *second ? lane - a : lane - a + size;
    default: return (int64_t)m->argument;
    }
}

/* The present item whose value who[i] gets, or NULL. */
static const struct item *giver_of(struct item **who, uint32_t n, uint32_t size, uint32_t i, bool *second) {
    const int64_t from = source(who[i], position(who[0]), size, second);
    if (from >= 0 && from < size && n == size) return who[from];
    for (uint32_t k = 0; k < n; ++k)
        if (position(who[k]) == from) return who[k];
    return NULL;
}

static void undefined(const struct item *item, int64_t from, uint32_t size) {
    char *out = item->meeting.out;
    for (uint32_t k = 0; k < item->meeting.bytes; ++k) out[k] = (char)(machine.poison >> 8 * (k % 4));
    if (machine.undefined[CHECK_LANE_INDEX]) return;
    machine.undefined[CHECK_LANE_INDEX] = true;
    machine.undefined_place[CHECK_LANE_INDEX] = item->place;
    struct lane_fault *fault = &machine.lane_fault;
    *fault = (struct lane_fault){.name = item->waits_for, .lane = position(item), .size = size, .from = from};
    if (from >= 0 && from < size) parting_find(item, item + (from - fault->lane), &fault->branch);
}

static void move(struct item **who, uint32_t n, uint32_t size) {
    for (uint32_t i = 0; i < n; ++i) {
        bool second = false;
        const struct item *giver = giver_of(who, n, size, i, &second);
        if (!giver)
            undefined(who[i], source(who[i], position(who[0]), size, &second), size);
        else
            memcpy(who[i]->meeting.out, second ? giver->meeting.in2 : giver->meeting.in,
                   who[i]->meeting.bytes);
    }
}

static bool moves(uint32_t kind) {
    switch (kind) {
    case XLC_REDUCE:
    case XLC_INCLUSIVE:
    case XLC_EXCLUSIVE:
    case XLC_ANY:
    case XLC_ALL:
    case XLC_ALL_EQUAL:
    case XLC_BALLOT:
    case XLC_BARRIER:
    case XLC_ELECT: return false;
    default: return true;
    }
}

int64_t collective_giver(struct item **who, uint32_t n, uint32_t size, uint32_t i) {
    bool second = false;
    const struct item *giver = moves(who[0]->meeting.kind) ? giver_of(who, n, size, i, &second) : NULL;
    return giver ? (int64_t)position(giver) : -1;
}

void collective_complete(struct item **who, uint32_t n, uint32_t size) {
    switch (who[0]->meeting.kind) {
    case XLC_REDUCE:
    case XLC_INCLUSIVE:
    case XLC_EXCLUSIVE: fold(who, n); break;
    case XLC_ANY:
    case XLC_ALL:
    case XLC_ALL_EQUAL: vote(who, n); break;
    case XLC_BALLOT: ballot(who, n); break;
    case XLC_BARRIER: break;
    case XLC_ELECT:
        for (uint32_t i = 0; i < n; ++i) {
            int first = i == 0;
            memcpy(who[i]->meeting.out, &first, sizeof first);
        }
        break;
    default: move(who, n, size);
    }
}
