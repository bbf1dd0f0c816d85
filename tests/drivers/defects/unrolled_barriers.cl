/* title: a loop that is unrolled on request, with barriers in each step, mixes up the values of 8 private elements
 * remedy: spheres/shared leaves that loop a loop where a sub-group is one lane, which is where it was seen
 * local: 4
 */
/* The factor for a step and an element. */
static inline float factor(float4 s, float3 p) {
    const float3 d = p - s.xyz;
    return fmin(sqrt(d.x * d.x + d.y * d.y + d.z * d.z) / s.w, 1.0f);
}
static inline float4 step_of(uint s) { return (float4)((float)s * 0.125f, 0.5f, 0.0f, 0.75f); }
static inline float3 element_of(uint i) { return (float3)((float)i * 0.015625f, 0.5f, 0.25f); }
__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void defect(__global uint2 *out) {
    __local float words[4];
    __local float *mine = words + get_local_id(0);
    const uint first = (uint)get_global_id(0) * 8u, n = 9u * (uint)get_global_size(1);
    float3 p[8];
    float product[8];
    for (uint k = 0; k < 8; ++k) {
        p[k] = element_of(first + k);
        product[k] = 1.0f;
    }
    for (uint s = 0; s < n; s++) { /* every value goes through local memory and back */
        const float4 here = step_of(s);
#pragma unroll
        for (uint k = 0; k < 8; ++k) {
            const float next = product[k] * factor(here, p[k]);
            barrier(CLK_LOCAL_MEM_FENCE);
            *mine = next;
            barrier(CLK_LOCAL_MEM_FENCE);
            product[k] = *mine;
        }
    }
    uint right = 0u; /* products that agree with a loop without barriers */
    for (uint k = 0; k < 8; ++k) {
        float plain = 1.0f;
        for (uint s = 0; s < n; s++) plain *= factor(step_of(s), element_of(first + k));
        right += fabs(plain - product[k]) < 1e-4f;
    }
    out[get_global_id(0)] = (uint2)(8u, right);
}
