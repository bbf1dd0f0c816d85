/* Mistakes planted in compact, which verify must find. */
#include "common/passes_host.h"

const xl__strategy xl__planted_compact[] = {
    {XL__CHANGED("tail", "sub_group", "lanes past the end are counted",
                 {"flags, i, limit) : 0;", "flags, i, limit) : 1;"},
                 {"if (keep && place < room) kept[place] = x[i];",
                  "if (keep && i < n && place < room) kept[place] = x[i];"}),
     .edited_in = "compact_sub_group"},
    {XL__CHANGED("wrong_lane", "sub_group", "the base is read from a lane that does not have it",
                 {"sg_broadcast(sg, base, 0u)", "sg_broadcast(sg, base, SG_WIDTH - 1u)"}),
     .edited_in = "compact_sub_group", .needs = "lanes > 1 && keep == above && capacity >= n",
     .why = "shows over several lanes, with keep=above and room for all"},
    {XL__CHANGED("cut_count", "sub_group",
                 "the count is the number that fits, not the number kept: shown by a smaller capacity",
                 {"if (keep && place < room) kept[place] = x[i];",
                  "if (keep && place < room) kept[place] = x[i]; if (keep) atomic_min(count, room);"}),
     .edited_in = "compact_sub_group", .needs = "keep == above && capacity > 0 && capacity < n",
     .why = "shows with keep=above and a capacity above 0 and below n"},
    {XL__CHANGED(
         "behind", "sub_group", "writes after the last kept element",
         {"const uint place = base + sg_mask_count_below(mask, sg_lane(sg));",
          "const uint below = sg_mask_count_below(mask, sg_lane(sg)), place = base + (keep ? below : "
          "sg_mask_count(mask) + sg_lane(sg) - below);"},
         {"if (keep && place < room) kept[place] = x[i];", "if (i < n && place < room) kept[place] = x[i];"}),
     .edited_in = "compact_sub_group", .needs = "lanes > 1 && keep == above && capacity >= n",
     .why = "shows over several lanes, with keep=above and room for all"},
    {XL__PLANTED("swapped", "a work-item's elements are written side by side, against the claimed order",
                 "compact/wrong.cl"),
     .of = "stable", .ops = OFFSETS_OPS,
     XL__PASSES(COUNTED_TAKE("count_of_x", "looked_at"),
                {XL__PASS("compact/stable.cl:compact_count",
                          "x, flags, offsets, uint looked_at, ulong limit, local uint sub_groups, counted",
                          "tiles")},
                OFFSETS_FROM_COUNTS("count"),
                {XL__PASS("compact_swapped",
                          "x, flags, kept, offsets, uint looked_at, uint room, ulong limit, local uint "
                          "sub_groups, counted",
                          "tiles")}),
     .needs = "group > 1 && items > 1 && keep == above && capacity >= n",
     .why = "shows with several work-items of several elements each, with keep=above and room for all"},
    {0},
};
