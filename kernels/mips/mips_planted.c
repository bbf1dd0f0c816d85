/* Mistakes planted in mips, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_mips[] = {
    {XL__CHANGED("two", "level", "no third texel at an odd side",
                 {"w, w, h, x, y)", "w, w > 1u ? w / 2u * 2u : w, h > 1u ? h / 2u * 2u : h, x, y)"}),
     .edited_in = "mips_level"},
    {XL__CHANGED("weights", "level", "the weights of the first texel for all at an odd side",
                 {"w, w, h, x, y)", "w, w, h, 0u, 0u)"}),
     .edited_in = "mips_level", .needs = "filter == box", .why = "shows with filter=box, which has weights"},
    {XL__CHANGED("short", "level", "stops when the shorter side is 1",
                 {"if (i >= across", "if (w == 1u || h == 1u || i >= across"}),
     .edited_in = "mips_level", .needs = "width > 0 && height > 0", .why = "needs a picture with texels"},
    {XL__CHANGED("rows", "tile", "reads the texel below as if lanes were in rows, not in Morton order",
                 {"sg_shuffle_xor(sg, v, 2u * apart * apart)",
                  "sg_shuffle_xor(sg, v, min(SQUARE_ACROSS * apart, SG_WIDTH - 1u))"}),
     .needs = "lanes > 4 && rest == 1", .why = "shows over more lanes than a quad has, with rest=1"},
    {XL__CHANGED("thin", "tile", "halves a side of 1 with values outside the picture",
                 {"w > 1u ? join(v, beside) : v", "join(v, beside)"},
                 {"h > 1u ? join(v, below) : v", "join(v, below)"}),
     .needs = "lanes >= 4 && rest == 1 && filter == box",
     .why = "shows over four lanes, with rest=1 and filter=box"},
    {XL__CHANGED("uncounted", "once",
                 "once, but work-groups without a texel of the last level do not count themselves",
                 {"(texel)(0.0f), true, larger", "(texel)(0.0f), own != 0, larger"}),
     XL__PASSES(
         {XL__PASS("mips/block.cl:mips_block",
                   "image, levels, uint width, uint height, uint local_scale, local float channels * stride "
                   "* stride / 4, local float channels * 16",
                   "width * height / (4 * stride * stride * local_scale * local_scale)"),
          .turns = "4", .when = "block_turn && local_scale < once_scale"},
         {XL__PASS("mips/local.cl:mips_local",
                   "image, levels, uint width, uint height, uint local_scale, local float channels * (2 * "
                   "stride - 1) * (2 * stride - 1), local float channels * (stride - 1) * (stride - 1)",
                   "blocks(max(1, width / (2 * local_scale)), stride) * blocks(max(1, height / (2 * "
                   "local_scale)), stride)"),
          .turns = "4", .when = "longer >= 2 * local_scale && block_turn == 0 && local_scale < once_scale"},
         {.fill = "states", .when = "kept == 0"},
         {XL__PASS("mips_once_local",
                   "image, levels, states, uint width, uint height, uint local_scale, local float "
                   "max(channels * (2 * stride - 1) * (2 * stride - 1), channels * left), local float "
                   "max(channels * (stride - 1) * (stride - 1), channels * left / 2), local uint 1",
                   "blocks(max(1, width / (2 * local_scale)), stride) * blocks(max(1, height / (2 * "
                   "local_scale)), stride)"),
          .turns = "4", .when = "longer >= 2 && local_scale == once_scale && kept == 0 && block_turn == 0"},
         {XL__PASS("mips_once_local",
                   "image, levels, kept_states, uint width, uint height, uint local_scale, local float "
                   "max(channels * (2 * stride - 1) * (2 * stride - 1), channels * left), local float "
                   "max(channels * (stride - 1) * (stride - 1), channels * left / 2), local uint 1",
                   "blocks(max(1, width / (2 * local_scale)), stride) * blocks(max(1, height / (2 * "
                   "local_scale)), stride)"),
          .turns = "4", .when = "longer >= 2 && local_scale == once_scale && kept && block_turn == 0"}),
     .needs = "left > 1 && (width / once_scale % (2 * stride) > 1 && width >= 2 * stride * once_scale || "
              "height / once_scale % (2 * stride) > 1 && height >= 2 * stride * once_scale)",
     .why = "shows if work-groups at the edge have no texel of the last level: sides such as 127, with "
            "levels left"},
    {0},
};
