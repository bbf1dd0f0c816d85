/* The table of compact: the elements that satisfy a predicate, without gaps (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/real.h"
#include <math.h>
#include <string.h>

#define MOST 4294967295.0 /* the limit of a 32-bit count */

enum { N, CAPACITY, KEEP, THRESHOLD }; /* indices into params */
enum { BELOW, ABOVE, NONZERO };        /* choices of keep */
enum { STAGED_BYTES = 128 };           /* per work-item in local memory: 32 KiB for 256 work-items */

/* Elements are in registers when read, and in local memory when kept. */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_registers(problem, "items", asked, (double)xl_type_size(problem->type), STAGED_BYTES);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, MOST, "elements", "elements to test"),
    XL__RUNTIME_PARAM("capacity", MOST, 0, MOST, NULL,
                      "maximum number of elements to write; all kept elements are counted"),
    XL__CHOICE_PARAM("keep", 2, "below|above|nonzero",
                     "the kept elements: below or above the threshold, or not 0"),
    {XL__NUMBER(XL__RUNTIME, "threshold", 1e9, -0x1p128, 0x1p128, NULL,
                "the bound of keep=below and keep=above"),
     .kind = XL__REAL, .used = "keep != nonzero"},
    {XL__NUMBER(XL__TUNING, "items", 32, 1, 32, NULL,
                "elements per work-item; fewer for 8-byte elements or if registers are few"),
     .settle = settle_items},
    XL__GROUP_PARAM,
    COUNTED_PARAM,
};

#define ELEMENTS XL_U32, XL_I32, XL_F32, XL_U64
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", ELEMENTS), .shape = {"n"}, .help = "elements to test"},
    {XL__INPUT("flags", XL_U8), .direction = XL__IN_OPTIONAL, .shape = {"n"}, .used = "keep == nonzero",
     .help = "for keep=nonzero: tested in place of x"},
    {XL__OUTPUT("kept", ELEMENTS), .shape = {"room"}, .help = "the kept elements", .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "number of kept elements, even if fewer fit"},
    COUNTED_ARRAYS("count_of_x"),
};

/* In the order of compact_key. */
static uint64_t float_key(float value) {
    const uint32_t bits = xl__float_bits(value);
    return bits >> 31 ? ~bits : bits | UINT32_C(0x80000000);
}

/* The last key below the threshold, or for `above` the first above it; sets *none if there is no such key.
   For floats the threshold is the nearest float; +0 and -0 have two keys, so a threshold of 0 excludes both.
   For integers it is the exact decimal number. */
static uint64_t find_limit(const xl__problem *problem, bool *none) {
    const bool above = problem->value[KEEP] == ABOVE;
    const xl__real threshold = xl__real_of(problem, THRESHOLD);
    *none = false;
    if (problem->type == XL_F32) {
        const float at = xl__real_float(threshold);
        return above ? float_key(at == 0.0F ? 0.0F : at) + 1 : float_key(at == 0.0F ? -0.0F : at) - 1;
    }
    const double least = problem->type == XL_I32 ? -0x1p31 : 0.0;
    const uint64_t last = problem->type == XL_U64 ? UINT64_MAX : UINT32_MAX;
    int outside = 0;
    const uint64_t key =
        above ? xl__real_floor(threshold, least, &outside) : xl__real_ceil(threshold, least, &outside);
    if (above) {
        *none = outside > 0 || key >= last;
        return outside < 0 ? 0 : key + 1;
    }
    *none = outside < 0 || (outside == 0 && key == 0);
    return outside > 0 || key > last ? last : key - 1; /* kernels use the low bits of the element type */
}

static uint64_t limit(const xl__problem *problem) {
    bool none = false;
    return find_limit(problem, &none);
}

/* Returns 0 if no key passes the threshold, because no limit can express that. */
static uint64_t looked_at(const xl__problem *problem) {
    bool none = false;
    find_limit(problem, &none);
    return none && problem->value[KEEP] != NONZERO ? 0 : (uint64_t)problem->value[N];
}

static const xl__size sizes[] = {
    {.name = "room", .is = "min(n, capacity)"},
    {.name = "looked_at", .count = looked_at},
    {.name = "limit", .count = limit},
    {.name = "tiles", .is = "blocks(n, group * items)"},
    SHARES,
    COUNTED_SIZE,
    {0},
};

static const xl__area areas[] = {
    OFFSETS_AREA,
    LOOKBACK_STATES("4"), /* counts */
    {.name = "counts", .type = "uint", .count = "shares"},
    COUNTED_AREA,
    {0},
};

#define ARGS "x, flags, kept, count, uint looked_at, uint room, ulong limit"
#define TAKE COUNTED_TAKE("count_of_x", "looked_at")
#define PLACES(kernel_name, more)                                                                            \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group", .any_order = "kept",                                 \
    XL__PASSES(TAKE, {.fill = "count"}, {XL__PASS(kernel_name, ARGS more ", counted", "tiles")})

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop; keeps the order", "compact/compact.cl"),
     XL__PASSES(TAKE, {XL__PASS("compact_loop", ARGS ", counted", "1"), .group = "1"})},
    {XL__KERNEL("atomic", "one atomic per kept element", "compact/compact.cl"), .any_order = "kept",
     .tuning = "group",
     XL__PASSES(TAKE, {.fill = "count"}, {XL__PASS("compact_atomic", ARGS ", counted", "blocks(n, group)")})},
    {XL__KERNEL("sub_group", "one atomic per sub-group, positions by counting ballot bits below the lane",
                "compact/compact.cl"),
     .ops = "ballot broadcast:u32", PLACES("compact_sub_group", "")},
    {XL__KERNEL("prefix", "one atomic per sub-group, positions by a prefix sum", "compact/compact.cl"),
     .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32", PLACES("compact_prefix", "")},
    {XL__KERNEL("group", "one atomic per work-group, which first gathers its elements in local memory",
                "compact/compact.cl"),
     .ops = "ballot", PLACES("compact_group", ", local uint sub_groups + 1, local T group * items")},
    {XL__KERNEL("stable", "counts, their prefix sums, then the elements; keeps the order",
                "compact/stable.cl"),
     .ops = "ballot reduce_add:u32 shuffle_xor:u32 " OFFSETS_OPS, .flow = XL__GROUP_UNIFORM,
     .tuning = "items group",
     XL__PASSES(
         TAKE,
         {XL__PASS("compact/stable.cl:compact_count",
                   "x, flags, offsets, uint looked_at, ulong limit, local uint sub_groups, counted",
                   "tiles")},
         OFFSETS_FROM_COUNTS("count"),
         {XL__PASS("compact_stable",
                   "x, flags, kept, offsets, uint looked_at, uint room, ulong limit, local uint sub_groups, "
                   "local T group * items, counted",
                   "tiles")})},
    {XL__KERNEL("lookback", "one pass: each work-group looks back at earlier counts; keeps the order",
                "compact/lookback.cl"),
     .ops = "ballot reduce_max:u32 shuffle_xor:u32 shuffle_up:u32 broadcast:u32", .needs = "progress",
     .why = LOOKBACK_WHY, .flow = XL__GROUP_UNIFORM, .tuning = "items group", .defines = "ON_CPU=cpu",
     XL__MEASURES({LOOKBACK_FALLBACKS}),
     XL__PASSES(TAKE, {.fill = "count", .when = "tiles == 0"},
                LOOKBACK_LAUNCH("compact_lookback", "x, flags, kept, count",
                                "measures, uint looked_at, uint room, ulong limit, uint 4096, "
                                "local uint sub_groups, local T group * items, local uint 1, counted"))},
    {XL__KERNEL("shares", SHARES_HELP("counts, then writes, in order"), "compact/shares.cl"),
     XL__PASSES(
         TAKE,
         {SHARES_PASS("compact_shares_count",
                      "x, flags, counts, uint looked_at, uint each, ulong limit, counted")},
         {SHARES_PASS("compact_shares",
                      "x, flags, kept, counts, count, uint looked_at, uint room, uint each, ulong limit")})},
};

/* auto keeps the order. On one GPU of 132 units `lookback` took 7.5 us for 2^16 elements where `stable` took
   16. It took 54 us against 72 for 2^24 (u32, half kept). On a CPU, few elements are not worth two launches
   (docs/performance_tried.md). */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return problem->value[N] < 8192.0 ? "loop" : "shares";
    return xl__able(problem, XL__PROGRESS) ? "lookback" : "stable";
}

extern const xl__strategy xl__planted_compact[];

const xl__algorithm xl__algorithm_compact = {
    .name = "compact",
    .help = "elements that satisfy a predicate, without gaps",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_compact,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * bytes", /* each element is read once; the number written depends on x */
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : group * blocks(n, group * "
                           "(strategy == atomic ? 1 : items))",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == atomic ? 1 : items"},
};
