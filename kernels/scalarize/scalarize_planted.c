/* Mistakes planted in scalarize, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_scalarize[] = {
    {XL__CHANGED("cut_mask", "waterfall", "the mask has 32 bits: upper lanes get no turn",
                 {"take_turns(sg, sg_ballot(sg, work.key != NOTHING), work,",
                  "take_turns(sg, sg_ballot(sg, work.key != NOTHING && sg_lane(sg) < 32u), work,"},
                 {"mine = sg_mask_bit(turn, sg_lane(sg));",
                  "mine = sg_lane(sg) < 32u && sg_mask_bit(turn, sg_lane(sg));"}),
     .needs = "lanes > 32", .why = "shows in sub-groups of more than 32 lanes"},
    {XL__CHANGED("cut_agree", "fast", "published: agreement is tested on 32 lanes only",
                 {"sg_mask_equal(agree, left)", "sg_mask_words(agree).x == sg_mask_words(left).x"}),
     .needs = "lanes > 32", .why = "shows in sub-groups of more than 32 lanes"},
    {XL__CHANGED("lost_lane", "waterfall", "the leading lane does not execute its own turn",
                 {"const uint value = sg_broadcast(sg, work.key, sg_mask_lowest(left));",
                  "const uint leader = sg_mask_lowest(left), value = sg_broadcast(sg, work.key, leader);"},
                 {"if (mine) *bright", "if (mine && sg_lane(sg) != leader) *bright"})},
    {XL__CHANGED("all_lanes", "waterfall", "finished lanes execute again",
                 {"if (mine) *bright", "if (work.key != NOTHING) *bright"}),
     XL__SEVERAL_LANES},
    {XL__CHANGED("leaders_light", "waterfall", "lanes of one kind use the leading lane's light",
                 {"const uint value = sg_broadcast(sg, work.key, sg_mask_lowest(left));",
                  "const uint leader = sg_mask_lowest(left), value = sg_broadcast(sg, work.key, leader);"},
                 {"if (mine) *bright = shade_turn(value, work, kinds, lights);",
                  "const uint light = sg_broadcast(sg, work.which, leader); if (mine) *bright = "
                  "shade(kinds[light], lights + 4u * light, work.p, work.normal);"}),
     .needs = "lanes > 1 && key == kind", .why = "shows over several lanes, with key=kind"},
    {XL__CHANGED("ends_agree", "fast", "agreement is tested on the first and the last lane only",
                 {"const uint first = sg_broadcast(sg, work.key, sg_mask_lowest(left) & (SG_WIDTH - 1u));",
                  "const uint first = sg_broadcast(sg, work.key, 0u), last = sg_broadcast(sg, work.key, "
                  "SG_WIDTH - 1u);"},
                 {"sg_mask_equal(agree, left)", "first == last"}),
     .needs = "lanes > 2", .why = "shows if there are lanes between the first and the last"},
    {XL__CHANGED(
         "tail", "waterfall", "lanes past the end take part: one turn too many",
         {"const uint turns = take_turns(sg, sg_ballot(sg, work.key != NOTHING), work, kinds, lights, "
          "&bright);",
          "scalarize_work with = work; with.key = i < n || light_count == 0u ? work.key : 0u; const uint "
          "turns = take_turns(sg, sg_ballot(sg, with.key != NOTHING), with, kinds, lights, &bright);"}),
     XL__SEVERAL_LANES},
    {0},
};
