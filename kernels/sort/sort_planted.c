/* Mistakes planted in sort, which verify must find. */
#include "common/passes_host.h"

/* Wrong ranks or counts may give a position past the end. */
#define WITHIN                                                                                               \
    { "if (sort_place(sg, k) < n) sort_move(", "if (sort_place(sg, k) < n && place < n) sort_move(" }

const xl__strategy xl__planted_sort[] = {
    {XL__CHANGED("unstable", "radix", "among keys with equal digits, the highest lane comes first",
                 {"same, sg_mask_count_below(same, sg_lane(sg)));",
                  "same, there ? sg_mask_count(same) - sg_mask_count_to(same, sg_lane(sg)) : 0u);"},
                 WITHIN),
     .needs = "lanes > 1 && rounds > 1", .why = "shows over several lanes and digits"},
    {XL__CHANGED(
         "sign", "radix", "negative numbers come after all others",
         {"(uint)(sort_order(key) >>", "(uint)(sort_order(key ^ (sort_word)1 << (WORD_BITS - 1)) >>"}),
     .needs = "type == i32 && sorted_bits == 32", .why = "shows with i32, sorted by all bits"},
    {XL__CHANGED("last_digit", "radix", "the last digit includes bits above the sorted ones",
                 {"(0xffffffffu >> (32 - min(bits, SORT_BITS - from)))", "((1u << bits) - 1u)"}),
     .needs = "sorted_bits < 8 * bytes - low && rounds * digit > sorted_bits",
     .why = "shows if the sorted bits end within a digit, and the key has more"},
    {XL__CHANGED("ballot_cut", "radix", "the set of lanes with the same digit is cut to 32 bits",
                 {"same = match_by_ballots(sg, digit, present, DIGIT);",
                  "same = sg_mask_and(match_by_ballots(sg, digit, present, DIGIT), sg_mask_below(32));"},
                 WITHIN),
     .needs = "lanes > 32", .why = "shows over more than 32 lanes"},
    /* The bug, as published for sub-groups of 16 lanes or more, adds as many totals as there are lanes.
       Positions without a key hold any number, so values are read within bounds. */
    {XL__CHANGED("few_totals", "group",
                 "group, but adds only as many sub-group totals as a sub-group has lanes",
                 {"start += s < sg_id(sg) ?", "start += s < min(sg_id(sg), (uint)SG_WIDTH) ?"},
                 {"[number[k]]", "[min(number[k], n - 1)]"}),
     .needs = "n <= group * items && sorted_bits >= digit && min(radix, group) > lanes * (lanes + 1)",
     .why = "needs n up to group * items, shows if digits need more sub-groups than a sub-group has lanes"},
    {XL__CHANGED("tail", "radix", "lanes past the end count as key 0",
                 {"if (i < n) atomic_inc(&counts[sort_digit(way.from[i], turn",
                  "atomic_inc(&counts[sort_digit(i < n ? way.from[i] : 0, turn"},
                 WITHIN),
     .needs = "order == ascending", .why = "shows if keys sort after 0"},
    /* Keys overwrite each other, so later rounds see other keys than were counted: stores test place < n. */
    {XL__CHANGED(
         "own_count", "onesweep", "a tile publishes its own count as the count of all tiles up to it",
         {"(uint)(tile == 0 ? TILE_PREFIX : TILE_COUNT)", "(uint)TILE_PREFIX"},
         {"(mine.before[d] + mine.totals[d])", "mine.totals[d]"},
         {"if (j < many) way.to[", "if (j < many && place < n) way.to["},
         {"if (j < many) way.to_values[", "if (j < many && mine.before[digit] + j < n) way.to_values["}),
     .needs = "progress && n < 1073741824 && tiles > 2",
     .why = LOOKBACK_WHY " and fewer than 2^30 keys, shows with more than two tiles"},
    {XL__CHANGED("unmirrored", "network", "a merge of two sorted halves does not reverse one",
                 {"step == 0 ? begin + size - 1 - behind : i + distance", "i + distance"}),
     .needs = "value == none && sorted_bits == 8 * bytes && power_of_2(group) == group && n < 2147483648 && "
              "n > group",
     .why = "needs keys without values, all bits, a power-of-two group, and fewer than 2^31 keys, shows over "
            "several tiles"},
    {XL__CHANGED("whole", "radix", "all n keys are sorted despite a smaller count on the device",
                 {"if (count_now) n = count_now[0]", "(void)count_now"}),
     .needs = "counted != none", .why = "shows if only the device knows the count"},
    {0},
};
