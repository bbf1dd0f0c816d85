/* The table of objects (README.md). */
#include "table/algorithm.h"
#include <string.h>

enum { LIGHTS = 1, OBJECT, TOLERANCE }; /* indices into params */

static const xl__param params[] = {
    XL__SIZE_PARAM("points", 65536, 67108864, "points", "that are lit"),
    [LIGHTS] = XL__SIZE_PARAM("lights", 64, 16777216, "lights", "any number"),
    [OBJECT] = XL__PROBLEM_PARAM("object", 64, 1, 65536, "points", "consecutive points that make an object"),
    [TOLERANCE] = {XL__NUMBER(XL__PROBLEM, "tolerance", 0, 0, 1e30, NULL,
                              "error per channel that direction may make, in units of the colours; 0: none"),
                   .kind = XL__REAL},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .shape = {"points", "3"}, .help = "x, y, z"},
    {XL__INPUT("normals", XL_F32), .shape = {"points", "3"}, .help = "of length 1 or less"},
    {XL__INPUT("lights", XL_F32), .shape = {"lights", "4"},
     .help = "position and radius; no light unless the radius is above 1e-18"},
    {XL__INPUT("colors", XL_F32), .shape = {"lights", "3"}, .help = "red, green, blue"},
    {XL__OUTPUT("result", XL_F32), .shape = {"points", "3"}, .help = "the light that each point receives"},
};

static const xl__size sizes[] = {{.name = "object_count", .is = "blocks(points, object)"}, {0}};

#define ARGS "points, normals, lights, colors, result, uint points, uint lights"
#define DARK .fill = "result", .when = "lights == 0"
static const xl__strategy strategies[] = {
    {XL__KERNEL("points", "all lights at each point", "lights4/objects.cl"), .tuning = "group",
     .rows = "group",
     XL__PASSES({DARK},
                {XL__PASS("lights4_objects_points", ARGS, "lights > 0 ? blocks(points, group) : 0")})},
    {XL__KERNEL(
         "direction",
         "one directional light per object where its error bound is within the tolerance, else all lights",
         "lights4/objects.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group",
     .ops = "reduce_add:f32 reduce_min:f32 reduce_max:f32 shuffle_xor:u32",
     XL__MEASURES({XL__MEASURE("merged", "objects", "lit by one direction")}),
     XL__PASSES({DARK}, {XL__PASS("lights4_objects_direction", ARGS ", float tolerance, measures",
                                  "lights > 0 ? blocks(object_count, sub_groups) : 0")})},
};

/* auto may take `direction` only if the caller allows an error. With few lights or few points per object,
   finding the direction costs as much as lighting the points: 3 steps per point and 4 per light. */
static const char *choose(xl__problem *problem) {
    const double object = problem->value[OBJECT], lights = problem->value[LIGHTS];
    return problem->value[TOLERANCE] > 0.0 && object * lights > 2 * (3 * object + 4 * lights) ? "direction"
                                                                                              : "points";
}

extern const xl__strategy xl__planted_objects[];

const xl__algorithm xl__algorithm_objects = {
    .name = "objects",
    .folder = "lights4",
    .help = "point lights joined to one direction per object",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_objects,
    .sizes = sizes,
    .shape = {"points", "lights"},
    .choose = choose,
    .cost = {.bytes = "36 * points + 28 * lights",
             .operations = "30 * points * lights",
             .work_items = "strategy == points ? points : object_count * lanes",
             .steps = "strategy == points ? lights : blocks(object, lanes) * 2 + blocks(lights, lanes)"},
};
