/* Mistakes planted in match, which verify must find. */
#include "table/algorithm.h"

/* One type is enough for bugs that every type shows. */
const xl__strategy xl__planted_match[] = {
    {XL__CHANGED("bits_popcount", "ballot",
                 "published: a round per set bit of the number of values, not of its logarithm",
                 {"KEY_BITS < 32 ? KEY_BITS : 32", "1u"}),
     .needs = "lanes > 1 && compared > 1 && type == u32",
     .why = "shows with u32, over several lanes and bits"},
    {XL__CHANGED("ballot_cut", "ballot", "the set of lanes is cut to 32 bits",
                 {"match_store(sg, same, i, n, leader, count, rank);",
                  "match_store(sg, sg_mask_from_words((uint4)(sg_mask_words(same).x, 0u, 0u, 0u)), i, n, "
                  "leader, count, rank);"}),
     .edited_in = "match_ballot", .needs = "lanes > 32 && type == u32",
     .why = "shows with u32, over more than 32 lanes"},
    {XL__CHANGED("tail_matches", "ballot", "lanes past the end repeat the last value and match it",
                 {"match_key(x, i, n)", "match_key(x, min(i, (size_t)n - 1), n)"},
                 {"sg_ballot(sg, i < n)", "sg_mask_full()"}),
     .edited_in = "match_ballot", .needs = "lanes > 1 && type == u32",
     .why = "shows with u32; a sub-group of one lane has no tail"},
    {XL__CHANGED("rank_inclusive", "ballot", "the lane counts itself in its rank",
                 {"rank[i] = (uchar)sg_mask_count_below(", "rank[i] = (uchar)sg_mask_count_to("}),
     .needs = "type == u32", .why = "shows with u32"},
    {XL__CHANGED("as_floats", "shuffle", "values are compared as floats: NaN, and zeros of both signs",
                 {"other == key", "\n#if WORD_BITS == 64\nas_double(other) == "
                                  "as_double(key)\n#else\nas_float(other) == as_float(key)\n#endif\n"}),
     .edited_in = "match_shuffle", .needs = "compared == 8 * bytes && (bytes == 4 || type == f64)",
     .why = "shows if all bits count, with f64 and 32-bit types"},
    {XL__CHANGED("low_word", "ballot", "the upper 32 bits of a key are not compared",
                 {"same = match_by_ballots(sg, (uint)(key >> 32), same, KEY_BITS - 32);", ""}),
     .needs = "lanes > 1 && compared > 32 && (type == u64 || type == f64)",
     .why = "shows with u64 and f64, over several lanes"},
    {XL__CHANGED("either_word", "ballot", "lanes that agree in one of two words count as equal",
                 {"same = match_by_ballots(sg, (uint)(key >> 32), same, KEY_BITS - 32);",
                  "same = sg_mask_or(same, match_by_ballots(sg, (uint)(key >> 32), sg_ballot(sg, i < n), "
                  "KEY_BITS - 32));"}),
     .needs = "lanes > 1 && compared > 32 && (type == u64 || type == f64)",
     .why = "shows with u64 and f64, over several lanes"},
    {XL__PLANTED("neighbours", "only neighbours are compared: correct for sorted values", "match/wrong.cl"),
     .of = "loop", .ops = "ballot shuffle_up:u32",
     XL__PASSES({XL__PASS("match_neighbours", "x, leader, count, rank, uint n", "blocks(n, group)")}),
     .needs = "lanes > 2 && type == u32", .why = "shows with u32; two lanes are neighbours"},
    {0},
};
