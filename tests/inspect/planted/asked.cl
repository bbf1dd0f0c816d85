/* Operations of the layer, at most one per line, marked "asks NAME". */
#include "crosslane_sg.h"

#define FOLD(v) sg_shuffle_xor(sg, v, 4u)

static inline uint helper(sg_t sg, uint v) {
    const uint own = v * 7u + 1u;
    return sg_reduce_max(sg, own); /* asks sg_reduce_max */
}

SG_KERNEL void asked(__global uint *x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    uint v = x[i];
    v = sg_shuffle(sg, v, v & 7u); /* asks sg_shuffle */
    v ^= 3u * v;
    v += sg_scan_exclusive_add(sg, v); /* asks sg_scan_exclusive_add */
    v = v * v + 5u;
    v += FOLD(v); /* asks sg_shuffle_xor */
    v ^= helper(sg, v);
    v += sg_mask_count(sg_ballot(sg, v & 1u)); /* asks sg_ballot */
    x[i] = v;
}
