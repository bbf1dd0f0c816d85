/* Mistakes planted in quad, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_quad[] = {
    {XL__CHANGED("published", "shuffle", "masks for 64 lanes",
                 {"lane_place(sg_lane(sg))", "lane_place(sg_lane(sg) & 63u)"}),
     .edited_in = "quad_shuffle", .needs = "lanes > 64", .why = "shows with more than 64 lanes"},
    {XL__CHANGED(
         "rows", "shuffle", "lanes are in row order",
         {"lane_place(sg_lane(sg))", "(uint2)(sg_lane(sg) % TILE_ACROSS, sg_lane(sg) / TILE_ACROSS)"}),
     .edited_in = "quad_shuffle", .needs = "lanes > 4", .why = "shows with more lanes than a quad has"},
    {XL__CHANGED("next", "shuffle", "the horizontal neighbour is the next lane",
                 {"sg_quad_swap_x(sg, v.own)", "sg_shuffle_down(sg, v.own, 1u)"}),
     .edited_in = "quad_shuffle"},
    {XL__CHANGED("sign", "shuffle",
                 "every pixel subtracts itself from its neighbour: right pixels have the wrong sign",
                 {"width, height, c, v);", "width, height, c, v); if (at.x < width && at.y < height) "
                                           "ddx[value_index(at.x, at.y, width, c)] = v.x - v.own;"}),
     .edited_in = "quad_shuffle"},
    {XL__CHANGED("edge", "shuffle", "pixels outside the image count as 0",
                 {"load_pixel(image, at.x, at.y, width, height, c)",
                  "at.x < width && at.y < height ? load_pixel(image, at.x, at.y, width, height, c) : 0.0f"}),
     .edited_in = "quad_shuffle"},
    {0},
};
