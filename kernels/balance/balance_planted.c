/* Mistakes planted in balance, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_balance[] = {
    {XL__CHANGED("published", "sub_group", "lanes past the end of a segment copy, lanes within it do not",
                 {"for (size_t j = sg_lane(sg); j < count; j += SG_WIDTH) {",
                  "for (size_t t = 0, j = sg_lane(sg); t < count; t += SG_WIDTH, j += SG_WIDTH) if (j >= "
                  "count && start + j < capacity) {"}),
     .edited_in = "balance_sub_group", .needs = "capacity > 10000", .why = "shows if there is room"},
    {XL__CHANGED("first_turn", "sub_group", "only the first W elements of each segment are copied",
                 {"for (size_t j = sg_lane(sg); j < count; j += SG_WIDTH) {",
                  "for (size_t j = sg_lane(sg); j < count && j < SG_WIDTH; j += SG_WIDTH) {"}),
     .edited_in = "balance_sub_group", .needs = "capacity > 10000", .why = "shows if there is room"},
    {XL__CHANGED("last_forgotten", "lane", "no positions are reserved for the last lane",
                 {"balance_take(sg, below + own, total)", "balance_take(sg, below, total)"}),
     .edited_in = "balance_lane"},
    {XL__CHANGED("lost_place", "lane", "`place` is the start of the sub-group, not of each segment",
                 {"place[s] = to;", "place[s] = to - below;"}),
     .edited_in = "balance_lane", XL__SEVERAL_LANES},
    {XL__CHANGED("one_late", "search", "the first element of a segment is searched in the previous one",
                 {"end <= e", "end < e"}),
     .edited_in = "balance_search", .needs = "lanes > 1 && capacity > 10000",
     .why = "shows with several lanes and room"},
    {XL__CHANGED("cut_segment", "path", "a segment begins again in a later part",
                 {"(uint)e - starts[i]", "(uint)e - max(starts[i], (uint)from.element)"}),
     .needs = "progress && capacity > 10000",
     .why =
         "shows where there is room; needs work-groups that may wait for earlier ones (crosslane devices)"},
    {0},
};
