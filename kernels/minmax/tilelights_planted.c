/* Mistakes planted in tilelights, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_tilelights[] = {
    {XL__CHANGED("centres", "ballot", "a light is taken for its centre",
                 {"const float reach = light.w * 1.001f", "const float reach = 0.0f"})},
    {XL__CHANGED("left_edge", "ballot", "at the left side of a tile a light is taken for its centre",
                 {"below * f->stretch.x", "0.0f"})},
    {XL__CHANGED("own_place", "ballot", "places in the list count the lane itself",
                 {"kept + sg_mask_count_below(mask, sg_lane(sg))",
                  "min(kept + sg_mask_count_to(mask, sg_lane(sg)), light_count - 1u)"}),
     .needs = "lights > 1", .why = "shows with several lights"},
    {XL__CHANGED("clear_tiles", "ballot", "a tile without a pixel keeps lights",
                 {"own >= tiles || bounds[2 * tile] > bounds[2 * tile + 1]", "own >= tiles"})},
    {XL__CHANGED("mask_cut", "ballot", "of a ballot only the first lane's bit is kept",
                 {"kept += sg_mask_count(mask)", "kept += sg_mask_bit(mask, 0u)"}),
     XL__SEVERAL_LANES},
    {0},
};
