/* sort.c - the table of sort: keys in their order, equal ones as they stood (README.md).
 */
#include "common/passes_host.h"
#include "table/algorithm.h"
#include <math.h>

enum { N, ORDER, LOW, BITS, ITEMS, GROUP, DIGIT }; /* places */
enum { MOST_DIGIT = 8, COUNT_BYTES = 16384 };      /* of a work-group's counts in local memory */

/* A work-item keeps its keys and their ranks in registers. */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_registers(problem, "items", asked, (double)xl_type_size(problem->type) + 4.0, INFINITY);
}

/* Each sub-group counts every digit: as many bits as there is room for. */
static double settle_digit(const xl__problem *problem, double asked) {
    const double sub_groups = (double)problem->group_size / problem->width;
    const double room = fmin(COUNT_BYTES, (double)problem->local_bytes);
    double digit = MOST_DIGIT;
    while (digit > 1.0 && 4.0 * sub_groups * exp2(digit) > room) digit--;
    return asked > 0.0 ? asked : digit;
}

static uint64_t radix(const xl__problem *problem) {
    return UINT64_C(1) << xl__int(problem, DIGIT);
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "keys"),
    XL__CHOICE_PARAM("order", 1, "ascending|descending", "which keys come first"),
    XL__PROBLEM_PARAM("low", 0, 0, 63, NULL, "first bit of a key that is sorted by"),
    XL__PROBLEM_PARAM("bits", 0, 0, 64, "bits", "how many are sorted by, from that on; 0 = all"),
    {XL__NUMBER(XL__TUNING, "items", 16, 1, 32, NULL, "keys per work-item; fewer where registers are few"),
     .settle = settle_items},
    XL__GROUP_PARAM,
    {XL__NUMBER(XL__TUNING, "digit", 0, 0, MOST_DIGIT, "bits", "sorted by at a time, 0 = chosen"),
     .settle = settle_digit},
};

#define KEYS XL_U32, XL_I32, XL_F32, XL_U64, XL_I64, XL_F64
static const xl__array_desc arrays[] = {
    {XL__INPUT("keys", KEYS), .shape = {"n"}, .help = "what is sorted"},
    {XL__OUTPUT("sorted_keys", KEYS), .shape = {"n"}, .help = "the keys in their order"},
};

static const xl__size sizes[] = {
    {.name = "sorted_bits", .is = "bits == 0 ? 8 * bytes - low : min(bits, 8 * bytes - low)"},
    {.name = "turns", .is = "max(1, blocks(sorted_bits, digit))"},
    {.name = "tiles", .is = "blocks(n, group * items)"},
    {.name = "radix", .count = radix},
    {0},
};

static const xl__area areas[] = {
    {.name = "spare", .type = "T", .count = "n"},
    {.name = "offsets", .type = "uint", .count = "radix * tiles"},
    {.name = "totals", .type = "uint", .count = "radix"},
    {.name = "all", .type = "uint", .count = "1"},
    {0},
};

#define ARRAYS "keys, spare, sorted_keys, "
#define TURN "uint n, uint turn, uint turns, uint tiles, "
/* For each digit: counts, where each digit of each tile begins, then the keys. */
#define RADIX(count, scatter)                                                                                \
    .flow = XL__GROUP_UNIFORM, .tuning = "items group digit", .defines = "ON_CPU=cpu",                       \
    .ops = "ballot " OFFSETS_OPS,                                                                            \
    XL__PASSES(                                                                                              \
        {XL__PASS(count, ARRAYS "offsets, " TURN "local uint radix", "tiles"), .turns = "turns", .span = 4}, \
        {XL__PASS("common/offsets.cl:offsets_from_counts",                                                   \
                  "offsets, totals, uint tiles, local uint sub_groups", "tiles > 0 ? radix : 0")},           \
        {XL__PASS("common/offsets.cl:offsets_from_counts", "totals, all, uint radix, local uint sub_groups", \
                  "min(tiles, 1)")},                                                                         \
        {XL__PASS(scatter, ARRAYS "offsets, totals, " TURN "local uint sub_groups * radix", "tiles")})
#define COUNT "sort/sort.cl:sort_count"
#define WRONG(word, bug) XL__PLANTED(word, bug, "sort/wrong.cl"), RADIX(COUNT, "sort_" word)
/* Of what is wrong in the counts too. */
#define WRONG_DIGIT(word, bug)                                                                               \
    XL__PLANTED(word, bug, "sort/wrong.cl"), RADIX("sort_count_" word, "sort_" word)

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, digit by digit", "sort/sort.cl"),
     XL__SERIAL("sort_loop", "keys, spare, sorted_keys, uint n")},
    {XL__KERNEL("radix", "digit by digit: counts, their sums, then each key to its place, by ballots",
                "sort/sort.cl"),
     RADIX(COUNT, "sort_scatter")},
    {WRONG("unstable", "of keys with the same digit the one on the highest lane comes first"),
     .needs = "lanes > 1 && turns > 1", .why = "shows over several lanes and digits"},
    {WRONG_DIGIT("sign", "numbers below zero stand behind all others"),
     .needs = "type == i32 && sorted_bits == 32", .why = "shows with i32, sorted by all bits"},
    {WRONG_DIGIT("last_digit",
                 "the last digit is taken as wide as the others: bits that are not sorted by count"),
     .needs = "sorted_bits < 8 * bytes - low && turns * digit > sorted_bits",
     .why = "shows where the sorted bits end within a digit, and the key has more"},
    {WRONG("ballot_cut", "the set of lanes with the same digit is cut to 32 bits"), .needs = "lanes > 32",
     .why = "shows over more than 32 lanes"},
    {WRONG_DIGIT("tail", "lanes past the end are counted as a key, 0"),
     .needs = "order == ascending && sorted_bits > 0", .why = "shows where keys stand behind 0"},
};

const xl__algorithm xl__algorithm_sort = {
    .name = "sort",
    .help = "keys in their order, equal ones as they stood",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"n"},
    .automatic = "radix",
    .cost = {.bytes = "2 * n * bytes", /* every key read once and written once */
             .operations = "n",
             .work_items = "strategy == loop ? 1 : tiles * group",
             .steps = "strategy == loop ? n * blocks(sorted_bits, 4) : items * turns"},
};
