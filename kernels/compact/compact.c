/* compact.c - the table of compact: the elements that satisfy a predicate, without gaps (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/real.h"
#include <math.h>
#include <string.h>

#define MOST 4294967295.0 /* the limit of a 32-bit count */

enum { N, CAPACITY, KEEP, THRESHOLD }; /* indices into params */
enum { BELOW, ABOVE, NONZERO };        /* choices of keep */
enum { STAGED_BYTES = 128 };           /* per work-item in local memory: 32 KiB for 256 work-items */

/* A work-item's elements are in registers when read, and in local memory when kept. */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_registers(problem, "items", asked, (double)xl_type_size(problem->type), STAGED_BYTES);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, MOST, "elements", "elements to test"),
    XL__RUNTIME_PARAM("capacity", MOST, 0, MOST, NULL,
                      "maximum number of elements to write; all kept elements are counted"),
    XL__CHOICE_PARAM("keep", 2, "below|above|nonzero",
                     "the kept elements: below or above the threshold, or not 0"),
    {.name = "threshold",
     .kind = XL__REAL,
     .role = XL__RUNTIME,
     .initial = 1e9,
     .least = -0x1p128,
     .most = 0x1p128,
     .used = "keep != nonzero",
     .help = "the bound of keep=below and keep=above"},
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

/* A float as an unsigned integer in the same order, like compact_key. */
static uint64_t float_key(float value) {
    const uint32_t bits = xl__float_bits(value);
    return bits >> 31 ? ~bits : bits | UINT32_C(0x80000000);
}

/* The last key below the threshold, or for `above` the first key above it; sets *none if there is no such
   key. For floats the threshold is the nearest float; +0 and -0 are equal but have two keys, so a threshold
   of 0 excludes both. NaN needs no case, because kernels never keep it. For integers the threshold is the
   exact decimal number. */
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

/* The number of elements to test: 0 if no key passes the threshold, because no limit can express that. */
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

#define RIGHT(word, what) XL__KERNEL(word, what, "compact/compact.cl")
#define ARGS "x, flags, kept, count, uint looked_at, uint room, ulong limit"
#define TAKE COUNTED_TAKE("count_of_x", "looked_at")
/* A launch that reserves positions in the count. */
#define PLACES(kernel_name, more)                                                                            \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group", .any_order = "kept",                                 \
    XL__PASSES(TAKE, {.fill = "count"}, {XL__PASS(kernel_name, ARGS more ", counted", "tiles")})
/* Planted: a correct kernel with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "compact/compact.cl", __VA_ARGS__),                                                \
        .edited_in = "compact_sub_group", .ops = "ballot broadcast:u32", PLACES("compact_sub_group", "")
#define WRITES "if (keep && place < room) kept[place] = x[i];"
/* Counts, their sums, then the launch that writes. */
#define STABLE(kernel_name, more)                                                                            \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group",                                                      \
    XL__PASSES(                                                                                              \
        TAKE,                                                                                                \
        {XL__PASS("compact/stable.cl:compact_count",                                                         \
                  "x, flags, offsets, uint looked_at, ulong limit, local uint sub_groups, counted",          \
                  "tiles")},                                                                                 \
        OFFSETS_FROM_COUNTS("count"),                                                                        \
        {XL__PASS(                                                                                           \
            kernel_name,                                                                                     \
            "x, flags, kept, offsets, uint looked_at, uint room, ulong limit, local uint sub_groups" more,   \
            "tiles")})

/* Planted kernels run on problems that keep some elements and drop others. */
#define SOME "keep == above && capacity >= n"
#define SOME_WHY "with keep=above and room for all"
#define OVER_LANES .needs = "lanes > 1 && " SOME, .why = "shows over several lanes, " SOME_WHY

static const xl__strategy strategies[] = {
    {RIGHT("loop", "one work-item, one loop; keeps the order"),
     XL__PASSES(TAKE, {XL__PASS("compact_loop", ARGS ", counted", "1"), .group = "1"})},
    {RIGHT("atomic", "one atomic per kept element"), .any_order = "kept", .tuning = "group",
     XL__PASSES(TAKE, {.fill = "count"}, {XL__PASS("compact_atomic", ARGS ", counted", "blocks(n, group)")})},
    {RIGHT("sub_group", "one atomic per sub-group, positions by counting ballot bits below the lane"),
     .ops = "ballot broadcast:u32", PLACES("compact_sub_group", "")},
    {RIGHT("prefix", "one atomic per sub-group, positions by a prefix sum"),
     .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32", PLACES("compact_prefix", "")},
    {RIGHT("group", "one atomic per work-group, which first gathers its elements in local memory"),
     .ops = "ballot", PLACES("compact_group", ", local uint sub_groups + 1, local T group * items")},
    {XL__KERNEL("stable", "counts, their prefix sums, then the elements; keeps the order",
                "compact/stable.cl"),
     .ops = "ballot reduce_add:u32 shuffle_xor:u32 " OFFSETS_OPS,
     STABLE("compact_stable", ", local T group * items, counted")},
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
    {CHANGED("tail", "lanes past the end are counted", {"flags, i, limit) : 0;", "flags, i, limit) : 1;"},
             {WRITES, "if (keep && i < n && place < room) kept[place] = x[i];"})},
    {CHANGED("wrong_lane", "the base is read from a lane that does not have it",
             {"sg_broadcast(sg, base, 0u)", "sg_broadcast(sg, base, SG_WIDTH - 1u)"}),
     OVER_LANES},
    {CHANGED("cut_count",
             "the count is the number that fits, not the number kept: shown by a smaller capacity",
             {WRITES, WRITES " if (keep) atomic_min(count, room);"}),
     .needs = "keep == above && capacity > 0 && capacity < n",
     .why = "shows with keep=above and a capacity above 0 and below n"},
    {CHANGED("behind", "writes after the last kept element",
             {"const uint place = base + sg_mask_count_below(mask, sg_lane(sg));",
              "const uint below = sg_mask_count_below(mask, sg_lane(sg)), "
              "place = base + (keep ? below : sg_mask_count(mask) + sg_lane(sg) - below);"},
             {WRITES, "if (i < n && place < room) kept[place] = x[i];"}),
     OVER_LANES},
    {XL__PLANTED("swapped", "a work-item's elements are written side by side, against the claimed order",
                 "compact/wrong.cl"),
     .ops = "scan_exclusive_add:u32 shuffle_up:u32", .needs = "group > 1 && items > 1 && " SOME,
     .why = "shows with several work-items of several elements each, " SOME_WHY,
     STABLE("compact_swapped", ", counted")},
};

/* auto keeps the order, so each run gives the same result. On one GPU of 132 units `lookback` took 7.5 us
   for 2^16 elements where `stable` took 16, and 54 us against 72 for 2^24 (u32, half kept). On a CPU, few
   elements are not worth two launches (docs/performance_tried.md). */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return problem->value[N] < 8192.0 ? "loop" : "shares";
    return xl__able(problem, XL__PROGRESS) ? "lookback" : "stable";
}

const xl__algorithm xl__algorithm_compact = {
    .name = "compact",
    .help = "elements that satisfy a predicate, without gaps",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * bytes", /* each element is read once; the number written depends on x */
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : group * blocks(n, group * "
                           "(strategy == atomic ? 1 : items))",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == atomic ? 1 : items"},
};
