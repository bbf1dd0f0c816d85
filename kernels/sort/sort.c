/* The table of sort (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"
#include "table/algorithm.h"
#include <math.h>
#include <string.h>

enum { N, ORDER, LOW, BITS, VALUE, IN_PLACE, ITEMS, GROUP, DIGIT }; /* indices into params */
enum {
    MOST_DIGIT = 8,
    LARGE_GROUP = 384,   /* work-items of a large tile */
    MOST_ITEMS = 22,     /* keys of one of them */
    MOST_PAIRS = 20,     /* keys with values */
    COUNT_BYTES = 16384, /* of a work-group's counts in local memory, as words */
    COUNTS_TILE = 65536  /* counts of smaller tiles have 16 bits (sort.h) */
};

static double value_bytes(const xl__problem *problem) {
    const char *const word = "\0\4\4\4\10\10\10"; /* for each choice of "value" */
    return word[xl__int(problem, VALUE)];
}

static long long key_bits(const xl__problem *problem) {
    return 8 * (long long)xl_type_size(problem->type);
}

/* The sorted bits: at most those of the key, even before the settings are checked. */
static uint64_t sorted_bits(const xl__problem *problem) {
    const long long bits = xl__int(problem, BITS), above = key_bits(problem) - xl__int(problem, LOW);
    return above < 0 ? 0 : (uint64_t)(bits == 0 || bits > above ? above : bits);
}

static int check(xl__problem *problem, xl_error *error) {
    const long long low = xl__int(problem, LOW), bits = xl__int(problem, BITS), has = key_bits(problem);
    const char *const type = xl_type_name(problem->type);
    if (low >= has)
        return xl__fail(error, XL_BAD_VALUE, "sort: low=%lld is no bit of %s keys, whose highest is %lld",
                        low, type, has - 1);
    if (low + bits > has)
        return xl__fail(error, XL_BAD_VALUE, "sort: low=%lld bits=%lld end past the %lld bits of %s keys",
                        low, bits, has, type);
    return XL_SUCCESS;
}

#define ONESWEEP_FILE "sort/onesweep.cl"
#define GROUP_FILE "sort/group.cl"
#define RADIX_FILE "sort/sort.cl"
static bool is_in(const xl__problem *problem, const char *file) {
    return problem->strategy && strcmp(problem->strategy->source, file) == 0;
}

/* True if onesweep has tiles of 384 work-items: on an H100 654 us instead of 774 with 256 (2^24 keys). */
static uint64_t large_tile(const xl__problem *problem) {
    return !problem->cpu && !problem->emulated && problem->width >= 32;
}

/* Bytes of local memory for a digit of `bits` bits: counts per sub-group and five more words per value of the
   digit, and the tile. onesweep's sets of lanes share the tile's memory. */
static double local_bytes(const xl__problem *problem, double group, double items, double bits) {
    const double sub_groups = group / problem->width, tile = group * items, radix = exp2(bits);
    const double numbers = value_bytes(problem) > 0.0 && !is_in(problem, ONESWEEP_FILE) ? 4.0 : 0.0;
    const double staged = tile * (fmax((double)xl_type_size(problem->type), value_bytes(problem)) + numbers);
    const double masks = sub_groups * radix * 4.0 * ceil(problem->width / 32.0);
    const double counts =
        sub_groups * radix * (tile < COUNTS_TILE && !is_in(problem, RADIX_FILE) ? 2.0 : 4.0);
    return counts + 20.0 * radix + fmax(staged, masks) + 4.0 * sub_groups + 16.0;
}

/* A work-item keeps its keys (at least 4 bytes each) and their ranks in registers. Large tiles have as many
   keys as local memory holds next to digits of 8 bits, up to MOST_ITEMS: on an H200 22 keys take 0.88 of the
   time of 20, and 0.95 of that of 24. Values take registers too: with them 20 keys are best. A single
   work-group has as few keys as hold all, which halves the time of 2^10 keys. */
static double settle_items(const xl__problem *problem, double asked) {
    const double key = fmax(4.0, (double)xl_type_size(problem->type));
    if (problem->given >> ITEMS & 1u) return asked;
    if (is_in(problem, ONESWEEP_FILE) && large_tile(problem)) {
        const double group = problem->value[GROUP] > 0.0 ? problem->value[GROUP] : LARGE_GROUP;
        const double most = value_bytes(problem) > 0.0 ? MOST_PAIRS : MOST_ITEMS;
        asked = xl__fit_registers(problem, "items", most, key + 4.0, INFINITY);
        while (asked > 4.0 && local_bytes(problem, group, asked, MOST_DIGIT) > (double)problem->local_bytes)
            asked--;
        return asked;
    }
    if (is_in(problem, GROUP_FILE))
        while (asked > 1.0 && problem->value[N] <= asked / 2.0 * (double)problem->group_size) asked /= 2.0;
    return xl__fit_registers(problem, "items", asked, key + 8.0, INFINITY);
}

/* A digit has as many bits as fit into local memory. */
static double settle_digit(const xl__problem *problem, double asked) {
    const double group = (double)problem->group_size, items = problem->value[ITEMS];
    double digit = MOST_DIGIT;
    while (digit > 1.0 && (4.0 * group / problem->width * exp2(digit) > COUNT_BYTES ||
                           local_bytes(problem, group, items, digit) > (double)problem->local_bytes))
        digit--;
    return asked > 0.0 ? asked : digit;
}

static uint64_t radix(const xl__problem *problem) {
    return UINT64_C(1) << xl__int(problem, DIGIT);
}

/* Until all n keys are in one: it merges 2 tiles of a key per work-item, then 4, and so on. */
static uint64_t merges(const xl__problem *problem) {
    const uint64_t n = (uint64_t)problem->value[N];
    uint64_t count = 0;
    for (uint64_t tile = problem->group_size > 0 ? problem->group_size : 1; tile < n; tile *= 2) count++;
    return count;
}

/* Beyond a tile: one of the first merge, two of the next. */
static uint64_t merge_steps(const xl__problem *problem) {
    return merges(problem) * (merges(problem) + 1) / 2;
}

/* Step `turn` is the last of a merge. */
static uint64_t merge_ends(const xl__problem *problem) {
    int step = problem->turn, of = 1;
    for (; step >= of; of++) step -= of;
    return step == of - 1;
}

static uint64_t merge_pairs(const xl__problem *problem) {
    return merges(problem) > 0 ? ((uint64_t)problem->group_size << merges(problem)) / 2 : 0;
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "keys"),
    XL__CHOICE_PARAM("order", 1, "ascending|descending", "order of the keys"),
    XL__PROBLEM_PARAM("low", 0, 0, 63, NULL, "lowest bit of a key to sort by; below the key's size"),
    XL__PROBLEM_PARAM("bits", 0, 0, 64, "bits", "number of bits to sort by, from `low` up; 0 = all"),
    XL__CHOICE_PARAM("value", 6, "none|u32|i32|f32|u64|i64|f64", "type of each key's value"),
    XL__CHOICE_PARAM("in_place", 1, "no|yes",
                     "yes: sorted keys may overwrite the keys, sorted values the values"),
    {XL__NUMBER(XL__TUNING, "items", 16, 1, 32, NULL, "keys per work-item; fewer if registers are few"),
     .settle = settle_items},
    XL__GROUP_PARAM,
    {XL__NUMBER(XL__TUNING, "digit", 0, 0, MOST_DIGIT, "bits", "bits per pass; 0 = chosen"),
     .settle = settle_digit},
    XL__TUNING_PARAM("polls", 4096, 1, 65536, NULL,
                     "polls of an unpublished tile before a work-group counts its keys itself"),
    COUNTED_PARAM,
};

#define KEYS XL_U32, XL_I32, XL_F32, XL_U8, XL_U16, XL_U64, XL_I64, XL_F64
#define VALUES XL_U32, XL_I32, XL_F32, XL_U64, XL_I64, XL_F64
static const xl__array_desc arrays[] = {
    {XL__INPUT("keys", KEYS), .shape = {"n"}, .help = "the keys to sort"},
    {XL__INPUT("values", VALUES), .direction = XL__IN_OPTIONAL, .typed_by = "value", .shape = {"n"},
     .help = "a value for each key, with its own type"},
    {XL__OUTPUT("sorted_keys", KEYS), .result_of = "keys", .shape = {"n"}, .counted_by = "count",
     .help = "the keys in order"},
    {XL__OUTPUT("sorted_values", VALUES), .result_of = "values", .typed_by = "value", .shape = {"valued"},
     .counted_by = "count", .help = "the values in the order of their keys; empty without values"},
    COUNTED_ARRAYS("count"),
};

static const xl__size sizes[] = {
    {.name = "value_bytes", .is = "value == none ? 0 : value >= u64 ? 8 : 4"},
    {.name = "valued", .is = "value == none ? 0 : n"},
    {.name = "sorted_bits", .count = sorted_bits},
    {.name = "rounds", .is = "max(1, blocks(sorted_bits, digit))"},
    /* In place the number of rounds is even, so that the first one writes the spare keys; an odd number gets
       a copy. */
    {.name = "turns", .is = "in_place == yes ? 2 * blocks(rounds, 2) : rounds"},
    {.name = "tiles", .is = "blocks(n, group * items)"},
    {.name = "radix", .count = radix},
    {.name = "tile_words",
     .is = "blocks(sub_groups * radix * (group * items < 65536 ? 2 : 4), 4) + 5 * radix + sub_groups + 1"},
    {.name = "staged", .is = "blocks(group * items * max(bytes, value_bytes), 8)"},
    {.name = "masks", .is = "sub_groups * radix * blocks(lanes, 32)"},
    {.name = "staged_or_masks", .is = "max(staged, blocks(masks, 2))"},
    {.name = "large_tile", .count = large_tile},
    {.name = "share_turns",
     .is = "in_place == yes ? 2 * max(1, blocks(sorted_bits, 16)) : max(1, blocks(sorted_bits, 8))"},
    {.name = "key_tiles", .is = "blocks(n, group)"},
    {.name = "merge_steps", .count = merge_steps},
    {.name = "merge_ends", .count = merge_ends},
    {.name = "merge_pairs", .count = merge_pairs},
    SHARES,
    COUNTED_SIZE,
    {0},
};

static const xl__area areas[] = {
    {.name = "spare", .type = "T", .count = "n"},
    {.name = "spare_values", .type = "uint", .count = "n * value_bytes / 4"},
    {.name = "offsets", .type = "uint", .count = "radix * tiles"},
    {.name = "totals", .type = "uint", .count = "radix"},
    {.name = "all", .type = "uint", .count = "64"}, /* sums of all keys, unused */
    {.name = "digits", .type = "uint", .count = "turns * radix"},
    {.name = "states", .type = "uint", .count = "2 * (tiles * radix + 1)"},
    {.name = "counts", .type = "uint", .count = "256 * shares"},
    COUNTED_AREA,
    {0},
};

#define KEYS_ALONE "keys, spare, sorted_keys, "
#define ARRAYS "keys, values, spare, spare_values, sorted_keys, sorted_values, "
#define TURN "uint n, uint turn, uint turns, uint tiles, "
#define TAKE COUNTED_TAKE("count", "n")
#define ONESWEEP                                                                                             \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group digit polls", .group = "large_tile ? 384 : 256",       \
    .ops = "ballot " OFFSETS_OPS, .needs = "progress && n < 1073741824",                                     \
    .why = LOOKBACK_WHY " and fewer than 2^30 keys",                                                         \
    XL__PASSES(                                                                                              \
        TAKE, {.fill = "digits"},                                                                            \
        {XL__PASS("sort_digits",                                                                             \
                  "keys, digits, states, uint n, uint turns, uint tiles, local uint turns * radix, counted", \
                  "min(tiles, 8 * units)")},                                                                 \
        {XL__PASS("common/offsets.cl:offsets_from_counts", "digits, all, uint radix, local uint sub_groups", \
                  "turns")},                                                                                 \
        {XL__PASS("sort_onesweep",                                                                           \
                  ARRAYS "digits, states, measures, uint n, uint turn, uint turns, local uint "              \
                         "tile_words, local ulong staged_or_masks, counted",                                 \
                  "tiles"),                                                                                  \
         .turns = "turns"})

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one digit at a time", RADIX_FILE),
     XL__PASSES(TAKE, {XL__PASS("sort_loop", ARRAYS "uint n, counted", "1"), .group = "1"})},
    {XL__KERNEL("radix", "digit by digit: counts, their sums, then each key to its position, by ballots",
                RADIX_FILE),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group digit", .defines = "ON_CPU=cpu",
     .ops = "ballot " OFFSETS_OPS,
     /* Per digit: counts, the starts of each digit in each tile, then the keys. */
     XL__PASSES(
         TAKE,
         {XL__PASS("sort_count", KEYS_ALONE "offsets, " TURN "local uint radix, counted", "tiles"),
          .turns = "turns", .span = 4},
         {XL__PASS("common/offsets.cl:offsets_from_counts",
                   "offsets, totals, uint tiles, local uint sub_groups", "tiles > 0 ? radix : 0")},
         {XL__PASS("common/offsets.cl:offsets_from_counts", "totals, all, uint radix, local uint sub_groups",
                   "min(tiles, 1)")},
         {XL__PASS("sort_scatter", ARRAYS "offsets, totals, " TURN "local uint sub_groups * radix, counted",
                   "tiles")})},
    {XL__KERNEL("bitonic", "one key per work-item of one work-group: a network by shuffles and local memory",
                "sort/bitonic.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = "shuffle_xor:u32", .defines = "ON_CPU=cpu",
     .needs = "n <= group && power_of_2(group) == group", .why = "needs n up to group, a power of two",
     XL__PASSES(
         TAKE,
         {XL__PASS(
             "sort_bitonic",
             "keys, values, sorted_keys, sorted_values, uint n, local ulong group, local uint group, counted",
             "min(n, 1)")})},
    {XL__KERNEL("network", "keys without values, exchanged in place: no second buffer", "sort/network.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = "shuffle_xor:u32", .defines = "ON_CPU=cpu",
     .needs = "value == none && sorted_bits == 8 * bytes && power_of_2(group) == group && n < 2147483648",
     .why = "needs keys without values, all bits, a power-of-two group, and fewer than 2^31 keys",
     /* A launch sorts all tiles; each merge has its steps beyond a tile, then a launch for those within. */
     XL__PASSES(TAKE,
                {XL__PASS("sort_network_tile",
                          "keys, sorted_keys, sorted_values, uint n, uint 1, local ulong group, counted",
                          "key_tiles")},
                {.kernel = "sort_network_step",
                 .args = "sorted_keys, uint n, uint turn, uint group, counted",
                 .items = "merge_pairs",
                 .turns = "merge_steps",
                 .span = 2},
                {XL__PASS("sort_network_tile",
                          "keys, sorted_keys, sorted_values, uint n, uint 0, local ulong group, counted",
                          "merge_ends ? key_tiles : 0")})},
    {XL__KERNEL("group", "one work-group in one launch, through local memory: for few keys", GROUP_FILE),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group digit", .defines = "ON_CPU=cpu",
     .ops = "ballot " OFFSETS_OPS, .needs = "n <= group * items", .why = "needs n up to group * items",
     XL__PASSES(
         TAKE,
         {XL__PASS("sort_group",
                   "keys, values, sorted_keys, sorted_values, uint n, uint turns, local uint tile_words, "
                   "local ulong staged, local uint value == none ? 1 : group * items, counted",
                   "min(n, 1)")})},
    {XL__KERNEL("onesweep", "one pass per digit: each work-group looks back at earlier counts",
                ONESWEEP_FILE),
     ONESWEEP, .defines = "ON_CPU=cpu, STALLED=0", XL__MEASURES({LOOKBACK_FALLBACKS})},
    {XL__KERNEL("onesweep_stalled",
                "as onesweep, but every eighth tile publishes nothing, so later tiles must count its keys",
                ONESWEEP_FILE),
     ONESWEEP, .defines = "ON_CPU=cpu, STALLED=1",
     XL__MEASURES({LOOKBACK_FALLBACKS, .least = "tiles > 4 && counted == none ? 1 : 0"})},
    {XL__KERNEL("shares", SHARES_HELP("counts, then moves, digit by digit"), "sort/shares.cl"),
     XL__PASSES(TAKE,
                {SHARES_PASS("sort_shares_count",
                             KEYS_ALONE "counts, uint n, uint each, uint turn, uint share_turns, counted"),
                 .turns = "share_turns", .span = 2},
                {SHARES_PASS("sort_shares",
                             ARRAYS "counts, uint n, uint each, uint turn, uint share_turns, counted")})},
};

/* Few keys need one work-group and one launch. For two bits onesweep reads keys as often as radix and also
   looks back: on an H200 0.96 to 1.28 of its time; for more bits, down to half. */
static const char *choose(xl__problem *problem) {
    const double n = problem->value[N];
    if (problem->cpu) return n < 4096.0 ? "loop" : "shares";
    const double usual = (double)problem->group_size; /* the default for `group` */
    const double group =
        problem->value[GROUP] > 0.0 ? fmin(problem->value[GROUP], (double)problem->largest_group) : usual;
    if (n <= group * settle_items(problem, problem->value[ITEMS])) return "group";
    const bool onesweep = n < 0x1p30 && sorted_bits(problem) > 2 && xl__able(problem, XL__PROGRESS);
    return onesweep ? "onesweep" : "radix";
}

extern const xl__strategy xl__planted_sort[];

const xl__algorithm xl__algorithm_sort = {
    .name = "sort",
    .help = "sorts keys; equal keys keep their order",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_sort,
    .shape = {"n"},
    .check = check,
    .choose = choose,
    .cost = {.bytes = "2 * n * (bytes + value_bytes)",
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : strategy == group || "
                           "strategy == bitonic ? group : tiles * group",
             .steps = "strategy == loop ? n * blocks(sorted_bits, 4) : strategy == shares ? each * "
                      "share_turns : strategy == bitonic ? 1 : "
                      "items * turns"},
};
