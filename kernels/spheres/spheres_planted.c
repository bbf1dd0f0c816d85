/* Mistakes planted in spheres, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_spheres[] = {
    {XL__CHANGED("tail", "continued",
                 "lanes past the first sphere are counted: wrong if spheres is no multiple of the width",
                 {"keep = j < sphere_count ? met : 1.0f;", "keep = met;"}),
     .edited_in = "spheres_continued", XL__SEVERAL_LANES},
    {XL__CHANGED("order", "continued", "blocks from the first sphere: earlier spheres cover later ones",
                 {"s = j < sphere_count ? sphere_count - 1u - j : 0u;", "s = min(j, sphere_count - 1u);"}),
     .edited_in = "spheres_continued"},
    {XL__CHANGED("unclamped", "continued", "negative influence outside a sphere is counted",
                 {"fmin(sqrt(square) * s.w, 1.0f)", "sqrt(square) * s.w"},
                 {"fmin(square * s.w, 1.0f)", "square * s.w"})},
    /* Not by fmin, which could hide the NaN. */
    {XL__CHANGED("zero_radius", "continued", "divides by a radius of 0: NaN at the centre",
                 {"const float met = spheres_keep(spheres_load(spheres, s), p);",
                  "const float ratio = distance(p, spheres[s].xyz) / spheres[s].w, met = MODEL == "
                  "MODEL_LINEAR ? ratio : ratio * ratio;"},
                 {"keep = j < sphere_count ? met", "keep = j < sphere_count && !(met > 1.0f) ? met"}),
     .edited_in = "spheres_continued", .tuning = "group"},
    /* The bug is between sub-groups, so there are always four. */
    {XL__CHANGED("part_order", "group", "the sub-groups' maps are applied from the last spheres to the first",
                 {"for (uint k = sg_count(sg); k-- > 0;)", "for (uint k = 0; k < sg_count(sg); ++k)"}),
     .tuning = "weights", .group = "4 * lanes", .needs = "sub_groups == 4",
     .why = "needs a work-group of 4 sub-groups to show this bug"},
    {XL__CHANGED("middle", "cull", "cull tests spheres against the middle of the points instead of their box",
                 {"d = fmax(fmax(box.low - s.xyz, s.xyz - box.high), (float3)(0.0f));",
                  "d = 0.5f * (box.low + box.high) - s.xyz;"}),
     .needs = "lanes > 1 && cull_bytes <= local_bytes",
     .why = "needs several lanes, and 40 bytes of local memory per work-item and per sub-group"},
    {XL__CHANGED("appended", "cull",
                 "a sub-group of cull puts its spheres before those of the sub-groups before it",
                 {"memory.near[waiting + before +",
                  "memory.near[waiting + (found_by_all - before - sg_mask_count(found)) +"})},
    {XL__PLANTED("wrong_width", "deferred, with correct colours, but reports twice its width",
                 "spheres/deferred.cl"),
     .of = "deferred", .defines = "WEIGHTS_PREPARED=weights == pass, SG_PLANT_WRONG_WIDTH=1"},
    {0},
};
