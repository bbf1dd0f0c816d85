/* Mistakes planted in elect, which verify must find. */
#include "table/algorithm.h"

#define PLACE "out[base + sg_mask_count_below(active, sg_lane(sg))] = e.x ^ f;"
/* For edits that allocate more places than elements: prevents writes past the end of out. */
#define WITHIN                                                                                               \
    { "if (e.x != 0) " PLACE, "if (e.x != 0 && base + SG_WIDTH <= rows * n) " PLACE }

const xl__strategy xl__planted_elect[] = {
    {XL__CHANGED("wrong_lane", "elected", "the first active lane does the work, but lane 0 broadcasts",
                 {"sg_broadcast(sg, base, first % SG_WIDTH)", "sg_broadcast(sg, base, 0u)"},
                 {"sg_broadcast(sg, f, first % SG_WIDTH)", "sg_broadcast(sg, f, 0u)"}),
     XL__SEVERAL_LANES},
    {XL__CHANGED(
         "holes", "elected", "places are allocated for lanes without an element",
         {"base = atomic_add(count, sg_mask_count(active))", "base = atomic_add(count, (uint)SG_WIDTH)"},
         WITHIN),
     XL__SEVERAL_LANES},
    {XL__CHANGED("same_place", "elected", "all lanes write to the first place",
                 {PLACE, "out[base] = e.x ^ f;"}),
     XL__SEVERAL_LANES},
    {XL__CHANGED("not_elected", "elected", "each active lane allocates places for all",
                 {"if (sg_lane(sg) == first) {\n        base = atomic_add",
                  "if (sg_mask_bit(active, sg_lane(sg))) {\n        base = atomic_add"},
                 WITHIN),
     XL__SEVERAL_LANES},
    {XL__CHANGED("each_turn", "turns", "turns, but all turns of one atomic begin at the same place",
                 {"place[k] = all + sg_mask_count_below", "place[k] = sg_mask_count_below"}),
     XL__SEVERAL_LANES},
    {XL__CHANGED("own_base", "group_turns", "all sub-groups of a work-group begin at the same place",
                 {"base += s < sg_id(sg) ? totals[s] : 0u;", "base += 0u * totals[s];"}),
     .needs = "sub_groups > 1 && rows > lanes && n > 0", .why = "shows if several sub-groups have elements"},
    {XL__CHANGED("across_rows", "elected", "a sub-group has elements of two rows but one function",
                 {"const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);",
                  "const size_t i = get_global_id(0); const elect_element e = {(uint)i / n, i < (size_t)rows "
                  "* n ? x[i] : 0u};"}),
     .edited_in = "elect_elected",
     XL__PASSES({.fill = "count"},
                {XL__PASS("elect_elected", "key, x, out, count, measures, uint rows, uint n, uint rounds",
                          "blocks(room, group)")}),
     XL__SEVERAL_LANES},
    {0},
};
