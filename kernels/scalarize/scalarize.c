/* The table of scalarize (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, 268435456, "points", "points, each with one light"),
    XL__SIZE_PARAM("lights", 64, 16777216, "lights", "number of lights"),
    XL__TUNING_CHOICE("key", 1, "kind|light", "the value that lanes of a round share"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .shape = {"n", "3"}, .help = "x, y, z"},
    {XL__INPUT("normals", XL_F32), .shape = {"n", "3"}, .help = "normals of the surface, of length 1"},
    {XL__INPUT("which", XL_U32), .shape = {"n"}, .help = "index of each point's light"},
    {XL__INPUT("kinds", XL_U32), .shape = {"lights"}, .help = "0 point, 1 spot, 2 directional, 3 area"},
    {XL__INPUT("lights", XL_F32), .shape = {"lights", "16"},
     .help = "position, radius, direction, angles, axes (README.md)"},
    {XL__OUTPUT("result", XL_F32), .shape = {"n"},
     .help = "the light that arrives; 0 if there is no such light"},
};

static const xl__size sizes[] = {
    {.name = "waves", .is = "blocks(n, lanes)"},
    {.name = "keys", .is = "min(lanes, key == kind ? min(lights, 4) : lights)"},
    {0},
};

#define ARRAYS "points, normals, which, kinds, lights, result, "
#define NUMBERS "uint n, uint lights"
/* A sub-group takes one turn per different key. */
#define TURNS                                                                                                \
    .flow = XL__SUB_GROUP_UNIFORM, .tuning = "key group", .rows = "group", .ops = "ballot broadcast:u32",    \
    XL__MEASURES({XL__MEASURE("turns", "turns", "of all sub-groups"), .least = "0", .most = "waves * keys"}, \
                 {XL__MEASURE("most_turns", "turns", "of one sub-group"), .least = "0", .most = "keys"},     \
                 {XL__MEASURE("agreed", "sub-groups", "that took one turn"), .least = "0", .most = "waves"}, \
                 {XL__MEASURE("astray", "turns", "more or fewer than the sub-group's different keys"),       \
                  .least = "0", .most = "0"})

static const xl__strategy strategies[] = {
    {XL__KERNEL("switch", "a branch per kind", "scalarize/scalarize.cl"), .tuning = "group", .rows = "group",
     XL__LAUNCH("scalarize_switch", ARRAYS NUMBERS, "blocks(n, group)")},
    {XL__KERNEL("waterfall", "the first remaining lane broadcasts its key; all lanes with this key work",
                "scalarize/scalarize.cl"),
     TURNS, XL__LAUNCH("scalarize_waterfall", ARRAYS "measures, " NUMBERS, "blocks(n, group)")},
    {XL__KERNEL("fast", "one round if all lanes have one key, otherwise the waterfall",
                "scalarize/scalarize.cl"),
     TURNS, XL__LAUNCH("scalarize_fast", ARRAYS "measures, " NUMBERS, "blocks(n, group)")},
};

extern const xl__strategy xl__planted_scalarize[];

const xl__algorithm xl__algorithm_scalarize = {
    .name = "scalarize",
    .help = "each lane shades with one of four kinds of light",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_scalarize,
    .sizes = sizes,
    .shape = {"n", "lights"},
    .cost = {.bytes = "32 * n + 68 * lights",
             .operations = "30 * n", /* about the average of the kinds */
             .work_items = "n",
             .steps = "strategy == switch ? 1 : min(min(4, lights), lanes)"},
};
