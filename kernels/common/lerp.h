/* lerp: shared by kernels/lerp and kernels/spheres.
 * SPDX-License-Identifier: MIT
 *
 * lerp_color is a colour of CHANNELS floats. Arrays are not padded; counts other than three are loaded and
 * stored as one vector. lerp_map is the map c -> c p + v of any run of interpolation steps. Maps compose
 * associatively, in order (Kogge and Stone, A Parallel Algorithm for the Efficient Solution of a General
 * Class of Recurrence Equations, 1973).
 */
#ifndef LERP_H_INCLUDED
#define LERP_H_INCLUDED

#include "sg/sg.h"

#ifndef CHANNELS
#define CHANNELS 4
#endif

#if CHANNELS == 1
typedef float lerp_color;
#elif CHANNELS == 2
typedef float2 lerp_color;
#elif CHANNELS == 3
typedef float3 lerp_color;
#elif CHANNELS == 4
typedef float4 lerp_color;
#else
#error "CHANNELS must be 1, 2, 3 or 4"
#endif

static inline lerp_color lerp_load(__global const float *colors, size_t i) {
#if CHANNELS == 3
    return vload3(i, colors);
#else
    return ((__global const lerp_color *)colors)[i];
#endif
}
static inline void lerp_store(lerp_color color, __global float *colors, size_t i) {
#if CHANNELS == 3
    vstore3(color, i, colors);
#else
    ((__global lerp_color *)colors)[i] = color;
#endif
}

/* Black if the array is absent. */
static inline lerp_color lerp_load_or_black(__global const float *colors, size_t i) {
    return colors != 0 ? lerp_load(colors, i) : (lerp_color)(0.0f);
}

static inline uint lerp_sub_group(sg_t sg) {
    return (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
}

/* p is the product of all (1 - t) of the run, v the run's result from black. */
typedef struct {
    lerp_color v;
    float p;
} lerp_map;

static inline lerp_map lerp_identity(void) {
    const lerp_map map = {(lerp_color)(0.0f), 1.0f};
    return map;
}
/* `first`, then `second`: (c p1 + v1) p2 + v2. Associative, not commutative. */
static inline lerp_map lerp_then(lerp_map first, lerp_map second) {
    const lerp_map map = {first.v * second.p + second.v, first.p * second.p};
    return map;
}
static inline lerp_color lerp_apply(lerp_map map, lerp_color color) {
    return color * map.p + map.v;
}

/* All lanes' maps in lane order, on every lane, by a tree: at distance d a lane whose bit d is clear holds
 * the earlier half of the pair.
 */
__attribute__((always_inline)) static inline lerp_map lerp_join_lanes(sg_t sg, lerp_map own) {
    for (uint d = 1; d < SG_WIDTH; d <<= 1) {
        SG_SHOW(sg, "p", own.p);
        SG_SHOW(sg, "v", own.v);
        const lerp_map other = {sg_shuffle_xor(sg, own.v, d), sg_shuffle_xor(sg, own.p, d)};
        own = (sg_lane(sg) & d) == 0 ? lerp_then(own, other) : lerp_then(other, own);
    }
    return own;
}

#endif
