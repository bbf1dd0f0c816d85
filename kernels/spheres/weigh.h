/* spheres: replaces the radius of a sphere by its weight, 1 / r or 1 / r^2 (spheres.h).
 * SPDX-License-Identifier: MIT
 *
 * A radius of at most 1e-18, or NaN, is no sphere: its influence is 0 even at the centre. It is moved
 * infinitely far away, so loops need no test. Radii are at most 1e18, so that their squares and reciprocals
 * are floats.
 */
#ifndef SPHERES_WEIGH_H_INCLUDED
#define SPHERES_WEIGH_H_INCLUDED

#define MODEL_LINEAR 0
#define MODEL_QUADRATIC 1
#ifndef MODEL
#define MODEL MODEL_QUADRATIC
#endif

#define SPHERES_LEAST_RADIUS 1e-18f
#define SPHERES_FAR INFINITY

/* (centre, radius) to (centre, weight). */
static inline float4 spheres_weigh(float4 s) {
    const int solid = s.w > SPHERES_LEAST_RADIUS;
    const float r = solid ? s.w : 1.0f;
    s.x = solid ? s.x : SPHERES_FAR;
#if MODEL == MODEL_LINEAR
    s.w = 1.0f / r;
#else
    s.w = 1.0f / (r * r);
#endif
    return s;
}

#endif
