/* match.c - the table of match: lanes of a sub-group with the same value (README.md). */
#include "table/algorithm.h"
#include "table/operators.h"

/* On an H200 8 elements take 43 us, 1 takes 61 and 16 take 58 (2^24 u32 of few values). */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_units(problem, asked, 8.0);
}

enum { BITS = 1 }; /* its place */
static int check(xl__problem *problem, xl_error *error) {
    const long long bits = xl__int(problem, BITS), has = 8 * (long long)xl_type_size(problem->type);
    if (bits <= has) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "match: bits=%lld is more than the %lld bits of %s values", bits,
                    has, xl_type_name(problem->type));
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "values, one per lane"),
    XL__PROBLEM_PARAM("bits", 0, 0, 64, "bits", "lowest bits of a value to compare; 0 = all"),
    XL__GROUP_PARAM,
    {XL__NUMBER(XL__TUNING, "items", 0, 0, 16, NULL, "elements per work-item, 0 = chosen"),
     .settle = settle_items},
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n"}, .help = "values; each sub-group has W consecutive values"},
    {XL__OUTPUT("leader", XL_U8), .shape = {"n"}, .help = "the lowest lane with the same value"},
    {XL__OUTPUT("count", XL_U8), .shape = {"n"},
     .help = "number of lanes with the same value, including this one"},
    {XL__OUTPUT("rank", XL_U8), .shape = {"n"}, .help = "number of lower lanes with the same value"},
};

static const xl__size sizes[] = {
    {.name = "compared", .is = "bits == 0 ? 8 * bytes : min(bits, 8 * bytes)"},
    {0},
};

#define LAUNCH(kernel_name, more, groups)                                                                    \
    XL__LAUNCH(kernel_name, "x, leader, count, rank, " more "uint n", groups)
#define PASS(kernel_name, more) .tuning = "group", LAUNCH(kernel_name, more, "blocks(n, group)")
#define RIGHT(word, what) XL__KERNEL(word, what, "match/match.cl"), .rows = "group"
#define WAY(word, what) RIGHT(word, what), .flow = XL__GROUP_UNIFORM, PASS("match_" word, "")
/* Planted: the kernel `ballot` with an edit of its source or an included file. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "match/match.cl", __VA_ARGS__), .flow = XL__GROUP_UNIFORM, .ops = "ballot",        \
                                                          PASS("match_ballot", "")
#define IN_BALLOT .edited_in = "match_ballot"
#define STORE(mask) "match_store(sg, " mask ", i, n, leader, count, rank);"
#define SECOND_WORD "same = match_by_ballots(sg, (uint)(key >> 32), same, KEY_BITS - 32);"
/* For bugs that every type shows, one type is enough. */
#define OF_U32 "type == u32"
#define LONG_KEYS "lanes > 1 && compared > 32 && (type == u64 || type == f64)"
/* At most W rounds per sub-group, and at most one per value. */
#define TURNS                                                                                                \
    XL__MEASURES({XL__MEASURE("iterations", "turns", "rounds of the waterfall in all sub-groups"),           \
                  .least = "blocks(n, lanes)", .most = "n"},                                                 \
                 {XL__MEASURE("longest", "turns", "rounds of the longest sub-group"), .least = "min(n, 1)",  \
                  .most = "min(n, lanes)"})

static const xl__strategy strategies[] = {
    {WAY("loop", "each lane reads all W elements of its sub-group")},
    {WAY("shuffle", "each lane broadcasts its value: W steps"), .ops = "broadcast:u32"},
    {WAY("ballot", "a ballot per bit"), .ops = "ballot"},
    {RIGHT("waterfall", "a round per distinct value"), .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "ballot broadcast:u32", TURNS, PASS("match_waterfall", "measures, ")},
    {RIGHT("layer", "sg_match_any: the device's instruction if it has one, otherwise derived"),
     .flow = XL__GROUP_UNIFORM, .ops = "match_any:u32 ballot broadcast:u32", .tuning = "items group",
     LAUNCH("match_layer", "", "blocks(n, group * items)")},
    {CHANGED("bits_popcount", "published: a round per set bit of the number of values, not of its logarithm",
             {"KEY_BITS < 32 ? KEY_BITS : 32", "1u"}),
     .needs = "lanes > 1 && compared > 1 && " OF_U32, .why = "shows with u32, over several lanes and bits"},
    {CHANGED("ballot_cut", "the set of lanes is cut to 32 bits",
             {STORE("same"), STORE("sg_mask_from_words((uint4)(sg_mask_words(same).x, 0u, 0u, 0u))")}),
     IN_BALLOT, .needs = "lanes > 32 && " OF_U32, .why = "shows with u32, over more than 32 lanes"},
    {CHANGED("tail_matches", "lanes past the end repeat the last value and match it",
             {"match_key(x, i, n)", "match_key(x, min(i, (size_t)n - 1), n)"},
             {"sg_ballot(sg, i < n)", "sg_mask_full()"}),
     IN_BALLOT, .needs = "lanes > 1 && " OF_U32,
     .why = "shows with u32; a sub-group of one lane has no tail"},
    {CHANGED("rank_inclusive", "the lane counts itself in its rank",
             {"rank[i] = (uchar)sg_mask_count_below(", "rank[i] = (uchar)sg_mask_count_to("}),
     .needs = OF_U32, .why = "shows with u32"},
    {XL__EDITED("as_floats", "values are compared as floats: NaN, and zeros of both signs", "match/match.cl",
                {"other == key", "\n#if WORD_BITS == 64\nas_double(other) == "
                                 "as_double(key)\n#else\nas_float(other) == as_float(key)\n#endif\n"}),
     .edited_in = "match_shuffle", .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32",
     PASS("match_shuffle", ""), .needs = "compared == 8 * bytes && (bytes == 4 || type == f64)",
     .why = "shows if all bits count, with f64 and 32-bit types"},
    {CHANGED("low_word", "the upper 32 bits of a key are not compared", {SECOND_WORD, ""}),
     .needs = LONG_KEYS, .why = "shows with u64 and f64, over several lanes"},
    {CHANGED("either_word", "lanes that agree in one of two words count as equal",
             {SECOND_WORD, "same = sg_mask_or(same, match_by_ballots(sg, (uint)(key >> 32), sg_ballot(sg, i "
                           "< n), KEY_BITS - 32));"}),
     .needs = LONG_KEYS, .why = "shows with u64 and f64, over several lanes"},
    {XL__PLANTED("neighbours", "only neighbours are compared: correct for sorted values", "match/wrong.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = "ballot shuffle_up:u32", PASS("match_neighbours", ""),
     .needs = "lanes > 2 && " OF_U32, .why = "shows with u32; two lanes are neighbours"},
};

/* auto: layer on a GPU, which may have an instruction for it, and with emulated lanes, where it compares all
   lanes between two barriers. Otherwise the fewest steps for any values: shuffle has one per lane, ballot
   one per bit. Cost: each value is read once, three bytes are written; an operation is a value. */
const xl__algorithm xl__algorithm_match = {
    .name = "match",
    .help = "finds the lanes that hold the same value",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n"},
    .check = check,
    /* With 16 lanes of a CPU, a round per lane takes 0.9 of the time of 15 or 16 ballots. Emulated, one
       ballot takes 0.7 to 0.9 of the time of layer. */
    .automatic = "cpu && compared == 1 ? ballot : emulated || cpu == 0 ? layer : "
                 "lanes < compared + 2 ? shuffle : ballot",
    .cost = {.bytes = "(bytes + 3) * n",
             .operations = "n",
             .work_items = "strategy == layer ? group * blocks(n, group * items) : round_up(n, group)",
             .steps = "strategy == layer ? min(n, items) : n > 0"},
};
