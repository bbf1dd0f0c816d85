/* Written from the definitions and not from kernels/sg. */
#include "ops/ops_reference.h"

#include <math.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------------------------------- */

/* A result is off by at most 2^-precision of itself. */
static int precision(xl_type element) {
    return element == XL_F16 ? 11 : element == XL_F32 ? 24 : 53;
}

static bool is_floating(xl_type element) {
    return element == XL_F16 || element == XL_F32 || element == XL_F64;
}

static bool is_wide(xl_type element) {
    return element == XL_I64 || element == XL_U64 || element == XL_F64;
}

/* ---- moves --------------------------------------------------------------------------------------- */

static void take(const xl__op_case *c, int from, uint64_t *bits) {
    const int components = xl__op_type_get(c->type)->components;
    memcpy(bits, c->bits + from * components, (size_t)components * sizeof *bits);
}

#define EXPECT(name)                                                                                         \
    void xl__expect_##name(const xl__op *op, const xl__op_case *c, int lane, uint64_t *bits, double *allowed)
#define UNUSED(op, allowed)                                                                                  \
    do {                                                                                                     \
        (void)(op);                                                                                          \
        (void)(allowed);                                                                                     \
    } while (0)

EXPECT(shuffle) {
    UNUSED(op, allowed);
    take(c, (int)(c->args[lane] % (uint32_t)c->width), bits);
}
EXPECT(shuffle_xor) {
    UNUSED(op, allowed);
    take(c, (int)(((uint32_t)lane ^ c->args[lane]) % (uint32_t)c->width), bits);
}
EXPECT(shuffle_up) {
    UNUSED(op, allowed);
    const int64_t from = lane - (int64_t)c->args[lane];
    take(c, from >= 0 ? (int)from : lane, bits);
}
EXPECT(shuffle_down) {
    UNUSED(op, allowed);
    const int64_t from = lane + (int64_t)c->args[lane];
    take(c, from < c->width ? (int)from : lane, bits);
}
EXPECT(rotate) {
    UNUSED(op, allowed);
    take(c, (int)(((uint32_t)lane + c->args[lane]) % (uint32_t)c->width), bits);
}
EXPECT(quad_x) {
    UNUSED(op, allowed);
    take(c, lane / 2 * 2 + (lane % 2 == 0 ? 1 : 0), bits);
}
EXPECT(quad_y) {
    UNUSED(op, allowed);
    take(c, lane % 4 < 2 ? lane + 2 : lane - 2, bits);
}
EXPECT(quad_diagonal) {
    UNUSED(op, allowed);
    take(c, lane / 4 * 4 + 3 - lane % 4, bits);
}
EXPECT(quad_broadcast) {
    UNUSED(op, allowed);
    take(c, lane / 4 * 4 + (int)c->args[lane], bits);
}

/* The width if there is none. */
static int first_lane(const xl__op_case *c) {
    int lane = 0;
    while (lane < c->width && c->args[lane] == 0) ++lane;
    return lane;
}
static int last_lane(const xl__op_case *c) {
    int lane = c->width - 1;
    while (lane >= 0 && c->args[lane] == 0) --lane;
    return lane >= 0 ? lane : c->width;
}

EXPECT(broadcast_first) {
    UNUSED(op, allowed);
    (void)lane;
    take(c, first_lane(c) % c->width, bits);
}
EXPECT(broadcast_last) {
    UNUSED(op, allowed);
    (void)lane;
    take(c, last_lane(c) % c->width, bits);
}

/* ---- votes, masks -------------------------------------------------------------------------------- */

static int count_set(const xl__op_case *c, int from, int to) {
    int count = 0;
    for (int lane = from; lane < to; ++lane) count += c->args[lane] != 0;
    return count;
}

static void put_mask(const xl__op_case *c, int lane,
                     bool (*member)(const xl__op_case *c, int lane, int other), uint64_t *bits) {
    memset(bits, 0, 4 * sizeof *bits);
    for (int other = 0; other < c->width; ++other)
        if (member(c, lane, other)) bits[other / 32] |= UINT64_C(1) << other % 32;
}

#define MASK_OF(name, condition)                                                                             \
    static bool is_##name(const xl__op_case *c, int lane, int other) {                                       \
        (void)c;                                                                                             \
        (void)lane;                                                                                          \
        return condition;                                                                                    \
    }                                                                                                        \
    EXPECT(name) {                                                                                           \
        UNUSED(op, allowed);                                                                                 \
        put_mask(c, lane, is_##name, bits);                                                                  \
    }
MASK_OF(ballot, c->args[other] != 0)
MASK_OF(mask_eq, other == lane)
MASK_OF(mask_lt, other < lane)
MASK_OF(mask_le, other <= lane)
MASK_OF(mask_gt, other > lane)
MASK_OF(mask_ge, other >= lane)
MASK_OF(mask_and, c->args[other] != 0 && (uint32_t)c->bits[other] != 0)
MASK_OF(mask_or, c->args[other] != 0 || (uint32_t)c->bits[other] != 0)
MASK_OF(mask_andnot, c->args[other] != 0 && (uint32_t)c->bits[other] == 0)
MASK_OF(mask_xor, (c->args[other] != 0) != ((uint32_t)c->bits[other] != 0))
MASK_OF(mask_not, c->args[other] == 0)
MASK_OF(mask_clear_lowest, c->args[other] != 0 && other != first_lane(c))
MASK_OF(match_any, c->bits[other] == c->bits[lane])
/* Values from the width on are no lanes. */
MASK_OF(mask_lane, (uint64_t)other == c->bits[lane])
MASK_OF(mask_below, (uint64_t)other < c->bits[lane])
MASK_OF(mask_to, (uint64_t)other <= c->bits[lane])

#define NUMBER_OF(name, value)                                                                               \
    EXPECT(name) {                                                                                           \
        UNUSED(op, allowed);                                                                                 \
        (void)c;                                                                                             \
        (void)lane;                                                                                          \
        bits[0] = (uint64_t)(value);                                                                         \
    }
NUMBER_OF(any, count_set(c, 0, c->width) > 0)
NUMBER_OF(all, count_set(c, 0, c->width) == c->width)
NUMBER_OF(first, first_lane(c))
NUMBER_OF(last, last_lane(c))
NUMBER_OF(elect, first_lane(c) == lane)
NUMBER_OF(lane, lane)
NUMBER_OF(width, c->width)
NUMBER_OF(neighbour, (uint32_t)c->bits[(lane + 1) % c->width])
NUMBER_OF(mask_none, count_set(c, 0, c->width) == 0)
NUMBER_OF(mask_count, count_set(c, 0, c->width))
#define CUT(lane) ((int)((lane) < (uint64_t)c->width ? (lane) : (uint64_t)c->width))
NUMBER_OF(mask_bit, c->bits[lane] < (uint64_t)c->width && c->args[c->bits[lane]] != 0)
NUMBER_OF(mask_count_below, count_set(c, 0, CUT(c->bits[lane])))
NUMBER_OF(mask_count_to, count_set(c, 0, CUT(c->bits[lane] + 1)))

EXPECT(mask_equal) {
    UNUSED(op, allowed);
    (void)lane;
    bits[0] = 1;
    for (int other = 0; other < c->width; ++other)
        if ((c->args[other] != 0) != ((uint32_t)c->bits[other] != 0)) bits[0] = 0;
}
EXPECT(mask_nth) {
    UNUSED(op, allowed);
    uint64_t before = 0;
    bits[0] = (uint64_t)c->width;
    for (int other = 0; other < c->width; ++other) {
        if (c->args[other] == 0) continue;
        if (before++ == c->bits[lane]) bits[0] = (uint64_t)other;
    }
}

EXPECT(all_equal) {
    UNUSED(op, allowed);
    (void)lane;
    bits[0] = 1;
    for (int other = 1; other < c->width; ++other)
        if (c->bits[other] != c->bits[0]) bits[0] = 0;
}

/* ---- reductions and scans ------------------------------------------------------------------------ */

static uint64_t identity(char operation, xl__op_type type) {
    const xl_type element = xl__op_type_get(type)->element;
    const uint64_t ones = is_wide(element) ? UINT64_MAX : UINT32_MAX;
    const bool is_signed = element == XL_I32 || element == XL_I64;
    switch (operation) {
    case '*': return is_floating(element) ? xl__op_bits(type, 1.0) : 1;
    case '&': return ones;
    case '<':
        if (is_floating(element)) return xl__op_bits(type, (double)INFINITY);
        return is_signed ? ones >> 1 : ones;
    case '>':
        if (is_floating(element)) return xl__op_bits(type, -(double)INFINITY);
        return is_signed ? (ones >> 1) + 1 : 0;
    default: return 0;
    }
}

static uint64_t combine_integers(char operation, xl_type element, uint64_t a, uint64_t b) {
    const bool wide = is_wide(element);
    /* So that signed numbers compare as unsigned ones. */
    const uint64_t sign = element == XL_I64 ? UINT64_C(1) << 63 : element == XL_I32 ? UINT64_C(1) << 31 : 0;
    uint64_t r = 0;
    switch (operation) {
    case '+': r = a + b; break;
    case '*': r = a * b; break;
    case '<': r = (a ^ sign) < (b ^ sign) ? a : b; break;
    case '>': r = (a ^ sign) > (b ^ sign) ? a : b; break;
    case '&': r = a & b; break;
    case '|': r = a | b; break;
    default: r = a ^ b; break;
    }
    return wide ? r : (uint32_t)r;
}

/* Lanes from..to-1 in double precision, with the error of another order. */
static uint64_t combine_floats(const xl__op *op, const xl__op_case *c, int from, int to, int component,
                               double *allowed) {
    const xl__op_type_info *info = xl__op_type_get(c->type);
    const double largest_exact = ldexp(1.0, precision(info->element));
    double result = xl__op_value(c->type, identity(op->operation, c->type));
    double magnitude = op->operation == '*' ? 1.0 : 0.0;
    bool whole = true;
    for (int lane = from; lane < to; ++lane) {
        const double x = xl__op_value(c->type, c->bits[lane * info->components + component]);
        whole = whole && x == floor(x);
        switch (op->operation) {
        case '+':
            result += x;
            magnitude += fabs(x);
            break;
        case '*':
            result *= x;
            magnitude *= fabs(x) > 1.0 ? fabs(x) : 1.0;
            break;
        case '<': result = fmin(result, x); break;
        default: result = fmax(result, x); break;
        }
    }
    const double unit = ldexp(2.0 * (double)(to - from), -precision(info->element));
    if (isfinite(magnitude) && (!whole || magnitude > largest_exact))
        *allowed = op->operation == '+' ? unit * magnitude : op->operation == '*' ? unit * fabs(result) : 0.0;
    return xl__op_bits(c->type, result);
}

static void combine(const xl__op *op, const xl__op_case *c, int from, int to, uint64_t *bits,
                    double *allowed) {
    const xl__op_type_info *info = xl__op_type_get(c->type);
    for (int k = 0; k < info->components; ++k) {
        if (is_floating(info->element)) {
            bits[k] = combine_floats(op, c, from, to, k, &allowed[k]);
            continue;
        }
        bits[k] = identity(op->operation, c->type);
        for (int lane = from; lane < to; ++lane)
            bits[k] =
                combine_integers(op->operation, info->element, bits[k], c->bits[lane * info->components + k]);
    }
}

static int cluster_size(const xl__op *op, const xl__op_case *c, int lane) {
    return op->argument == XL__ARG_CLUSTER ? (int)c->args[lane] : c->width;
}

EXPECT(reduce) {
    const int size = cluster_size(op, c, lane), first = lane / size * size;
    combine(op, c, first, first + size, bits, allowed);
}
EXPECT(inclusive) {
    const int size = cluster_size(op, c, lane);
    combine(op, c, lane / size * size, lane + 1, bits, allowed);
}
EXPECT(exclusive) {
    const int size = cluster_size(op, c, lane);
    combine(op, c, lane / size * size, lane, bits, allowed);
}

/* ---- parts of a sub-group ------------------------------------------------------------------------- */

/* A segment begins at lane 0 and at each lane whose argument is not 0. */
static int segment_first(const xl__op_case *c, int lane) {
    while (lane > 0 && c->args[lane] == 0) --lane;
    return lane;
}
static int segment_end(const xl__op_case *c, int lane) {
    do ++lane;
    while (lane < c->width && c->args[lane] == 0);
    return lane;
}

MASK_OF(segment, other >= segment_first(c, lane) && other < segment_end(c, lane))
EXPECT(segment_reduce) {
    combine(op, c, segment_first(c, lane), segment_end(c, lane), bits, allowed);
}
EXPECT(segment_inclusive) {
    combine(op, c, segment_first(c, lane), lane + 1, bits, allowed);
}
EXPECT(segment_exclusive) {
    combine(op, c, segment_first(c, lane), lane, bits, allowed);
}

/* Lanes below `to` with this lane's key. */
static void combine_group(const xl__op *op, const xl__op_case *c, int lane, int to, uint64_t *bits,
                          double *allowed) {
    const size_t components = (size_t)xl__op_type_get(c->type)->components;
    uint64_t members[XL__OP_LANES * 4];
    const xl__op_case gathered = {c->width, c->type, members, c->args};
    int count = 0;
    for (int other = 0; other < to && c->args[lane] != XL__NO_KEY; ++other)
        if (c->args[other] == c->args[lane]) take(c, other, members + components * (size_t)count++);
    combine(op, &gathered, 0, count, bits, allowed);
}

EXPECT(partition_reduce) {
    combine_group(op, c, lane, c->width, bits, allowed);
}
EXPECT(partition_inclusive) {
    combine_group(op, c, lane, lane + 1, bits, allowed);
}
EXPECT(partition_exclusive) {
    combine_group(op, c, lane, lane, bits, allowed);
}

EXPECT(total_inclusive) {
    combine(op, c, 0, c->args[lane] != 0 ? c->width : lane + 1, bits, allowed);
}
EXPECT(total_exclusive) {
    combine(op, c, 0, c->args[lane] != 0 ? c->width : lane, bits, allowed);
}
