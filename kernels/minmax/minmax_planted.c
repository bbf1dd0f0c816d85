/* Mistakes planted in minmax, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_minmax[] = {
    {XL__CHANGED("published", "sub_group",
                 "the ratio refers to the unrounded maximum, but decoding multiplies by the rounded one",
                 {"const uint high = code_above(", "const uint high = code_nearest("},
                 {"high == 0u ? 0u : code_minimum(minimum, unit_of(high, HIGH_BITS))",
                  "most < 0x00800000u ? LOW_TOP : code_nearest(minimum, LOW_BITS, maximum)"}),
     .needs = "encoding != direct", .why = "shows in encodings with a ratio"},
    {XL__CHANGED("as_clear", "sub_group", "a tile at depth 0 gets the word of a clear one",
                 {"if (least > most) return", "if (least > most || most == 0u) return"})},
    {XL__CHANGED("cuts", "sub_group", "the minimum is rounded to the nearest, which hides visible objects",
                 {"return ROUNDING == ROUNDING_NEAREST ? code_nearest(x, LOW_BITS, scale) : code_below(x, "
                  "LOW_BITS, scale);",
                  "return code_nearest(x, LOW_BITS, scale);"}),
     .needs = "rounding == conservative", .why = "shows if the minimum must not rise"},
    {XL__CHANGED("fused", "sub_group", "the distance to a code is computed from its unrounded value",
                 {"share_of(c + 1u, bits, scale) - x < x - share_of(c, bits, scale)",
                  "fma((float)(c + 1u), unit_of(1u, bits), -x) < fma(-(float)c, unit_of(1u, bits), x)"}),
     .needs = "encoding == direct && rounding == nearest",
     .why = "shows where rounding is to the nearest code"},
    {XL__CHANGED("edge", "sub_group", "pixels outside the picture count as 0",
                 {"if (at < (size_t)height * width) take(depth[at], least, most);",
                  "take(at < (size_t)height * width ? depth[at] : 0u, least, most);"}),
     .needs = "tile_width > 2", .why = "shows in tiles that the picture's edge cuts"},
    {XL__CHANGED("one_lane", "sub_group", "the lanes' minima and maxima are not combined",
                 {"lanes_meet(sg, &least, &most);", ""}),
     .edited_in = "write_sub_group", XL__SEVERAL_LANES},
    {0},
};
