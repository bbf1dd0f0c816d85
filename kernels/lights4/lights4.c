/* lights4.c - the table of lights4: four point lights together (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("points", 65536, 67108864, "points", "points to light"),
    XL__SIZE_PARAM("lights", 64, 16777216, "lights", "lights; padded to a multiple of four"),
    XL__CHOICE_PARAM(
        "attenuation", 1, "clamped|signed",
        "outside the radius, where 1 - d^2 / r^2 is negative: 0 (clamped) or the negative value (signed)"),
    {XL__NUMBER(XL__TUNING, "per_item", 0, 0, 16, "points",
                "points per work-item (tile) or per work-group (group): 1, 2, 4, 8 or 16; 0 = chosen"),
     .becomes = "per_item == 0 ? cpu ? 16 : points < 16 * units ? 2 : 4 : per_item >= 16 ? 16 : per_item >= "
                "8 ? 8 : per_item >= 4 ? 4 : "
                "per_item >= 2 ? 2 : 1"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .shape = {"points", "3"}, .help = "x, y, z"},
    {XL__INPUT("lights", XL_F32), .shape = {"lights", "4"},
     .help = "position and radius; no light unless the radius is above 1e-18"},
    {XL__INPUT("colors", XL_F32), .shape = {"lights", "3"}, .help = "red, green, blue"},
    {XL__OUTPUT("result", XL_F32), .shape = {"points", "3"}, .help = "the sum of all lights"},
};

static const xl__size sizes[] = {{.name = "fours", .is = "blocks(lights, 4)"}, {0}};
static const xl__area areas[] = {{.name = "prepared", .type = "float4", .count = "fours * 10"}, {0}};

/* Without lights the result is 0, and no kernel runs. */
#define DARK .fill = "result", .when = "lights == 0"
#define POINTS(points_made) "lights > 0 ? blocks(points, " points_made ") : 0"
#define LIGHT_BY_LIGHT(kernel_name, points_made)                                                             \
    .rows = (points_made), .tuning = "group",                                                                \
    XL__PASSES({DARK}, {XL__PASS(kernel_name, "points, lights, colors, result, uint points, uint lights",    \
                                 POINTS(points_made))})
#define TILE(kernel_name)                                                                                    \
    .rows = "group * per_item", .tuning = "per_item group",                                                  \
    XL__PASSES({DARK}, {XL__PASS(kernel_name, "points, lights, colors, result, uint points, uint lights",    \
                                 POINTS("group * per_item"))})
#define GROUP                                                                                                \
    .rows = "per_item", .tuning = "per_item group", .flow = XL__GROUP_UNIFORM,                               \
    .ops = "reduce_add:f32 shuffle_xor:u32",                                                                 \
    XL__PASSES({DARK}, {XL__PASS("lights4_group",                                                            \
                                 "points, lights, colors, result, uint points, uint lights, local float "    \
                                 "sub_groups * per_item * 3",                                                \
                                 POINTS("per_item"))})
#define RIGHT(word, what) XL__KERNEL(word, what, "lights4/lights4.cl")
#define PREPARED(kernel_name, points_made)                                                                   \
    .rows = (points_made), .tuning = "group",                                                                \
    XL__PASSES(                                                                                              \
        {DARK},                                                                                              \
        {.kernel = "lights4/lights4.cl:lights4_prepare",                                                     \
         .args = "lights, colors, prepared, uint lights",                                                    \
         .items = "fours"},                                                                                  \
        {XL__PASS(kernel_name, "points, prepared, result, uint points, uint fours", POINTS(points_made))})
/* Planted: rest with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "lights4/lights4.cl", __VA_ARGS__), PREPARED("lights4_rest", "group")
#define UNCLAMPED                                                                                            \
    { "rest = fmin(rest, 0.0f);", "" }
#define BY_LANES .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32 reduce_add:f32 shuffle_xor:u32"
#define CLAMPED .needs = "attenuation == clamped", .why = "shows with attenuation=clamped"

static const xl__strategy strategies[] = {
    {RIGHT("textbook", "light by light, with a square root and divisions"),
     LIGHT_BY_LIGHT("lights4_textbook", "group")},
    {RIGHT("transposed", "four at a time, colour + d^2 (-colour / r^2): one multiply-add per light"),
     PREPARED("lights4_transposed", "group")},
    {RIGHT(
         "rest",
         "four at a time, (d^2 - r^2) (-colour / r^2): one multiply-add each, exactly 0 outside the radius"),
     PREPARED("lights4_rest", "group")},
    {XL__KERNEL("broadcast", "as rest, one light at a time: each lane prepares a light and broadcasts it",
                "lights4/broadcast.cl"),
     BY_LANES, LIGHT_BY_LIGHT("lights4_broadcast", "group")},
    {RIGHT("lanes", "as rest, one sub-group per point: lanes share the lights"), BY_LANES,
     PREPARED("lights4_lanes", "sub_groups")},
    {XL__KERNEL("tile", "as rest, one light at a time: several points per work-item, lights in local memory",
                "lights4/tile.cl"),
     .group = "cpu ? points < 4096 * units ? 16 : 64 : 128", TILE("lights4_tile")},
    {XL__KERNEL("group", "as rest, several points per work-group: all its lanes share the lights",
                "lights4/group.cl"),
     GROUP},
    {CHANGED("tail", "copies of the last light fill the last four",
             {"return j < light_count && light.w", "return light.w"})},
    {CHANGED("unclamped", "outside its radius a light adds less than 0", UNCLAMPED), CLAMPED},
    {CHANGED(
         "clamped_together", "four lights are clamped after they are added", UNCLAMPED,
         {"return (float3)(lights4_sum(sum.x,", "return sum + fmax((float3)(lights4_sum(0.0f,"},
         {"lights4_sum(sum.y,", "lights4_sum(0.0f,"},
         {"lights4_sum(sum.z, rest, four.fall_blue));", "lights4_sum(0.0f, rest, four.fall_blue)), 0.0f);"}),
     CLAMPED},
    {CHANGED("swapped", "the second and third of four lights exchange colours",
             {"of_b = lights4_color(colors, b, j + 1u", "of_b = lights4_color(colors, c, j + 2u"},
             {"of_c = lights4_color(colors, c, j + 2u", "of_c = lights4_color(colors, b, j + 1u"})},
    {XL__EDITED("one_lane", "the lanes' sums are not added", "lights4/lights4.cl",
                {"vstore3(total, i, result)", "vstore3(sum, i, result)"}),
     XL__SEVERAL_LANES, BY_LANES, PREPARED("lights4_lanes", "sub_groups")},
    {XL__EDITED("next_lane", "lights are read from the next lane: the first lane's are lost",
                "lights4/broadcast.cl",
                {"sg_broadcast(sg, own, l)", "sg_broadcast(sg, own, min(l + 1u, SG_WIDTH - 1u))"},
                {"sg_broadcast(sg, own_fall, l)", "sg_broadcast(sg, own_fall, min(l + 1u, SG_WIDTH - 1u))"}),
     XL__SEVERAL_LANES, BY_LANES, LIGHT_BY_LIGHT("lights4_broadcast", "group")},
    {XL__EDITED("one_sub_group", "the lights of a work-group's other sub-groups are missing",
                "lights4/group.cl", {"s < sg_count(sg); ++s", "s < 1u; ++s"}),
     .needs = "sub_groups > 1 && lights > lanes", .why = "shows with more lights than a sub-group has lanes",
     GROUP},
    {XL__EDITED("first_part", "each part of the lights is the first one again", "lights4/tile.cl",
                {"colors, from + item,", "colors, item,"}),
     .group = "8", .needs = "lights > group",
     .why = "shows with more lights than a work-group has work-items", TILE("lights4_tile")},
};

/* auto: few points leave a GPU idle unless lanes share the lights. On one GPU of 132 units a point costs
   `group` 0.55 ns plus 0.8 ns per thousand lights; `tile` takes 37 us for 1024 lights up to 30000 points.
   The rule is the line where both take the same time. Other strategies are slower or equal: for 2^20 points
   and 64 lights tile took 31.7 us, broadcast 65, rest 66.

   The cost per pair: 3 differences, 3 squares, 1 for the attenuation and 3 multiply-adds, 10 instructions.
   The code of `tile` compiled for sm_90 has these and 3 loads or loop instructions per 4 points. */
const xl__algorithm xl__algorithm_lights4 = {
    .name = "lights4",
    .help = "adds the light of point lights, four at a time",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"points", "lights"},
    .automatic = "cpu || lights < 16 ? tile : "
                 "points * (550 + lights) < 250 * lights * units ? group : tile",
    .cost = {.bytes = "24 * points + 28 * lights",
             .operations = "20 * points * lights",
             .work_items = "strategy == tile ? blocks(points, per_item) : strategy == group ? "
                           "blocks(points, per_item) * group : points * (strategy == lanes ? lanes : 1)",
             .steps = "strategy == textbook || strategy == broadcast ? lights : strategy == tile ? lights * "
                      "per_item : strategy == group ? blocks(lights, group) * per_item : "
                      "blocks(lights, strategy == lanes ? 4 * lanes : 4)"},
};
