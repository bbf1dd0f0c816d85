/* The table of lights4 (README.md). */
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
#define ARGS "points, lights, colors, result, uint points, uint lights"
#define PREPARED(kernel_name, points_made)                                                                   \
    .rows = (points_made), .tuning = "group",                                                                \
    XL__PASSES({DARK},                                                                                       \
               {.kernel = "lights4/lights4.cl:lights4_prepare",                                              \
                .args = "lights, colors, prepared, uint lights",                                             \
                .items = "fours"},                                                                           \
               {XL__PASS(kernel_name, "points, prepared, result, uint points, uint fours",                   \
                         "lights > 0 ? blocks(points, " points_made ") : 0")})
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32 reduce_add:f32 shuffle_xor:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("textbook", "light by light, with a square root and divisions", "lights4/lights4.cl"),
     .tuning = "group", .rows = "group",
     XL__PASSES({DARK}, {XL__PASS("lights4_textbook", ARGS, "lights > 0 ? blocks(points, group) : 0")})},
    {XL__KERNEL("transposed", "four at a time, colour + d^2 (-colour / r^2): one multiply-add per light",
                "lights4/lights4.cl"),
     PREPARED("lights4_transposed", "group")},
    {XL__KERNEL(
         "rest",
         "four at a time, (d^2 - r^2) (-colour / r^2): one multiply-add each, exactly 0 outside the radius",
         "lights4/lights4.cl"),
     PREPARED("lights4_rest", "group")},
    {XL__KERNEL("broadcast", "as rest, one light at a time: each lane prepares a light and broadcasts it",
                "lights4/broadcast.cl"),
     ON_LANES, .tuning = "group", .rows = "group",
     XL__PASSES({DARK}, {XL__PASS("lights4_broadcast", ARGS, "lights > 0 ? blocks(points, group) : 0")})},
    {XL__KERNEL("lanes", "as rest, one sub-group per point: lanes share the lights", "lights4/lights4.cl"),
     ON_LANES, PREPARED("lights4_lanes", "sub_groups")},
    {XL__KERNEL("tile", "as rest, one light at a time: several points per work-item, lights in local memory",
                "lights4/tile.cl"),
     .group = "cpu ? points < 4096 * units ? 16 : 64 : 128", .rows = "group * per_item",
     .tuning = "per_item group",
     XL__PASSES({DARK},
                {XL__PASS("lights4_tile", ARGS, "lights > 0 ? blocks(points, group * per_item) : 0")})},
    {XL__KERNEL("group", "as rest, several points per work-group: all its lanes share the lights",
                "lights4/group.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "per_item group", .rows = "per_item",
     .ops = "reduce_add:f32 shuffle_xor:u32",
     XL__PASSES({DARK}, {XL__PASS("lights4_group", ARGS ", local float sub_groups * per_item * 3",
                                  "lights > 0 ? blocks(points, per_item) : 0")})},
};

/* auto: few points leave a GPU idle unless lanes share the lights. On a GPU of 132 units a point costs
   `group` 0.55 ns plus 0.8 ns per thousand lights; `tile` takes 37 us for 1024 lights up to 30000 points; the
   rule is where both are equal. Others are not faster: for 2^20 points and 64 lights tile took 31.7 us,
   broadcast 65, rest 66.

   The cost per pair: 3 differences, 3 squares, 1 for the attenuation, 3 multiply-adds: 10 instructions.
   `tile` compiled for sm_90 adds 3 loads or loop instructions per 4 points. */
extern const xl__strategy xl__planted_lights4[];

const xl__algorithm xl__algorithm_lights4 = {
    .name = "lights4",
    .help = "adds the light of point lights, four at a time",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_lights4,
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
