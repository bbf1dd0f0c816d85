/* Each operation at edge cases, in one sub-group. Row k of out begins at word k * SG_WIDTH;
   tests/library/test_header.c has the expected values. */
typedef float edge_real;
#define EDGE_COUNT uint

SG_KERNEL void edges(__global const uint *in, __global uint *out SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint v = 100u + lane, own = lane * lane + 3u * lane + 1u;
    const float x = as_float(in[lane]);
    uint row[17];
    row[0] = sg_rotate(sg, v, own);
    row[1] = sg_shuffle(sg, v, own % SG_WIDTH);
    row[2] = sg_shuffle_xor(sg, v, own % SG_WIDTH);
    row[3] = sg_shuffle_up(sg, v, own);
    row[4] = sg_shuffle_down(sg, v, own);
    row[5] = as_uint(sg_reduce_min(sg, x));
    row[6] = as_uint(sg_reduce_max(sg, x));
    row[7] = as_uint(sg_scan_inclusive_min(sg, x));
    row[8] = as_uint(sg_scan_inclusive_max(sg, x));
    row[9] = as_uint(sg_scan_exclusive_min(sg, x));
    row[10] = as_uint(sg_scan_exclusive_max(sg, x));
    row[11] = as_uint(sg_cluster_scan_exclusive_min(sg, x, SG_WIDTH));
    row[12] = as_uint(sg_identity_min(edge_real));
    row[13] = as_uint(sg_identity_max(EDGE_T));
    row[14] = sg_identity_min(EDGE_COUNT);
    row[15] = as_uint(sg_identity_mul(edge_real));
    row[16] = sg_identity_and(EDGE_COUNT);
    for (uint k = 0; k < 17; k++) out[k * SG_WIDTH + lane] = row[k];
}

void put(__global uint *to, uint4 words) {
    to[0] = words.x;
    to[1] = words.y;
    to[2] = words.z;
    to[3] = words.w;
}

/* The last turn uses the "none" that sg_first returns. */
SG_KERNEL void masks(__global const uint *at, uint count, __global uint *out SG_PARAMS) {
    SG_BEGIN(sg);
    const sg_mask third = sg_ballot(sg, sg_lane(sg) % 3u == 0);
    const uint none = sg_first(sg, 0), last = sg_last(sg, 0);
    const int writes = sg_elect(sg, 1);
    for (uint k = 0; k < count + 2; k++) {
        const uint i = k < count ? at[k] : k == count ? none : last;
        __global uint *to = out + 16 * k;
        if (writes) {
            put(to, sg_mask_words(sg_mask_lane(i)));
            put(to + 4, sg_mask_words(sg_mask_below(i)));
            put(to + 8, sg_mask_words(sg_mask_to(i)));
            put(to + 12, (uint4)(sg_mask_bit(third, i), sg_mask_count_below(third, i), sg_mask_count_to(third, i), i));
        }
    }
}
