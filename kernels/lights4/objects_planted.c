/* Mistakes planted in objects, which verify must find. */
#include "table/algorithm.h"
#include <string.h>

/* Bugs in the merging and in the decision show at some tolerances. */
static const struct {
    const char *name;
    double least, most;
} tolerances[] = {{"always", 0.0, 100.0},
                  {"no_radius", 1e-3, 0.1},
                  {"one_direction", 0.5, 10.0},
                  {"unclamped", 0.5, 1e30},
                  {"one_lane", 1e3, 1e30}};

static int shows(xl__prepare *p) {
    const double tolerance = xl__get(p->problem, "tolerance");
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++)
        if (strcmp(p->problem->strategy->name, tolerances[i].name) == 0 &&
            !(tolerance >= tolerances[i].least && tolerance <= tolerances[i].most))
            return xl__fail(p->error, XL_UNSUPPORTED, "shows with a tolerance from %g to %g",
                            tolerances[i].least, tolerances[i].most);
    return XL_SUCCESS;
}

const xl__strategy xl__planted_objects[] = {
    {XL__CHANGED("always", "direction", "the error bound is not asked",
                 {"radius < 1e18f && within", "radius < 1e18f"}),
     .shows = shows},
    {XL__CHANGED("no_radius", "direction", "the bound takes the object for a point",
                 {"const float radius = sg_reduce_max(sg, far) * 1.00001f", "const float radius = 0.0f"}),
     .shows = shows, .needs = "object > 1", .why = "an object of one point has no radius"},
    {XL__CHANGED("one_direction", "direction",
                 "the bound leaves out that lights come from several directions",
                 {"return 0.5f * sqrt(fmax(lost, 0.0f)) + length(", "return 0.0f * lost + length("}),
     .shows = shows},
    {XL__CHANGED(
         "unclamped", "direction", "a normal that points away from the light receives less than 0",
         {"color * fmax(objects_dot(direction, normal), 0.0f)", "color * objects_dot(direction, normal)"}),
     .shows = shows},
    {XL__CHANGED("one_lane", "direction", "the lanes' lights are not added",
                 {"red = sg_reduce_add(sg, red)", "red = red"}),
     .shows = shows, XL__SEVERAL_LANES},
    {0},
};
