/* objects.c - the table of objects: diffuse light, by all lights or by one direction per object (README.md).
 */
#include "table/algorithm.h"
#include <string.h>

enum { LIGHTS = 1, OBJECT, TOLERANCE }; /* indices into params */

static const xl__param params[] = {
    XL__SIZE_PARAM("points", 65536, 67108864, "points", "that are lit"),
    [LIGHTS] = XL__SIZE_PARAM("lights", 64, 16777216, "lights", "any number"),
    [OBJECT] = XL__PROBLEM_PARAM("object", 64, 1, 65536, "points", "consecutive points that make an object"),
    [TOLERANCE] = {.name = "tolerance",
                   .kind = XL__REAL,
                   .most = 1e30,
                   .help = "error per channel that direction may make, in units of the colours; 0: none"},
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
#define DIRECTION                                                                                            \
    .tuning = "group", .flow = XL__GROUP_UNIFORM,                                                            \
    .ops = "reduce_add:f32 reduce_min:f32 reduce_max:f32 shuffle_xor:u32",                                   \
    XL__MEASURES({XL__MEASURE("merged", "objects", "lit by one direction")}),                                \
    XL__PASSES({DARK}, {XL__PASS("lights4_objects_direction", ARGS ", float tolerance, measures",            \
                                 "lights > 0 ? blocks(object_count, sub_groups) : 0")})
/* Planted: direction with an edit. A bug in what is merged, and one in the decision, show at some tolerances.
 */
#define CHANGED(word, bug, ...)                                                                              \
    .prepare = prepare_planted, XL__EDITED(word, bug, "lights4/objects.cl", __VA_ARGS__), DIRECTION
static const struct {
    const char *name;
    double least, most;
} shown[] = {{"always", 0.0, 100.0},
             {"no_radius", 1e-3, 0.1},
             {"one_direction", 0.5, 10.0},
             {"unclamped", 0.5, 1e30},
             {"one_lane", 1e3, 1e30}};

static int prepare_planted(xl__prepare *p) {
    const double tolerance = p->problem->value[TOLERANCE];
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (strcmp(p->problem->strategy->name, shown[i].name) == 0 &&
            !(tolerance >= shown[i].least && tolerance <= shown[i].most))
            return xl__fail(p->error, XL_UNSUPPORTED, "shows with a tolerance from %g to %g", shown[i].least,
                            shown[i].most);
    return XL_SUCCESS;
}

static const xl__strategy strategies[] = {
    {XL__KERNEL("points", "all lights at each point", "lights4/objects.cl"), .tuning = "group",
     .rows = "group",
     XL__PASSES({DARK},
                {XL__PASS("lights4_objects_points", ARGS, "lights > 0 ? blocks(points, group) : 0")})},
    {XL__KERNEL(
         "direction",
         "one directional light per object where its error bound is within the tolerance, else all lights",
         "lights4/objects.cl"),
     DIRECTION},
    {CHANGED("always", "the error bound is not asked", {"radius < 1e18f && within", "radius < 1e18f"})},
    {CHANGED("no_radius", "the bound takes the object for a point",
             {"const float radius = sg_reduce_max(sg, far) * 1.00001f", "const float radius = 0.0f"}),
     .needs = "object > 1", .why = "an object of one point has no radius"},
    {CHANGED("one_direction", "the bound leaves out that lights come from several directions",
             {"return 0.5f * sqrt(fmax(lost, 0.0f)) + length(", "return 0.0f * lost + length("})},
    {CHANGED(
        "unclamped", "a normal that points away from the light receives less than 0",
        {"color * fmax(objects_dot(direction, normal), 0.0f)", "color * objects_dot(direction, normal)"})},
    {CHANGED("one_lane", "the lanes' lights are not added", {"red = sg_reduce_add(sg, red)", "red = red"}),
     XL__SEVERAL_LANES},
};

/* The error depends on the data, so auto may take `direction` only if the caller allows an error. With few
   lights or few points per object, finding the direction costs as much as lighting the points: 3 steps per
   point and 4 per light. */
static const char *choose(xl__problem *problem) {
    const double object = problem->value[OBJECT], lights = problem->value[LIGHTS];
    return problem->value[TOLERANCE] > 0.0 && object * lights > 2 * (3 * object + 4 * lights) ? "direction"
                                                                                              : "points";
}

const xl__algorithm xl__algorithm_objects = {
    .name = "objects",
    .folder = "lights4",
    .help = "point lights joined to one direction per object",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"points", "lights"},
    .choose = choose,
    .cost = {.bytes = "36 * points + 28 * lights",
             .operations = "30 * points * lights",
             .work_items = "strategy == points ? points : object_count * lanes",
             .steps = "strategy == points ? lights : blocks(object, lanes) * 2 + blocks(lights, lanes)"},
};
