/* Parts of a sub-group and whole work-groups. Row k of out begins at word k * n, n work-items in all;
   tests/library/test_parts.c computes the expected rows from keys and values. */
SG_KERNEL void parts(__global const uint *keys, __global const uint *values, __global uint *out,
                     __global float *real SG_PARAMS) {
    SG_BEGIN(sg);
    const uint n = (uint)get_global_size(0), at = (uint)get_global_id(0);
    const uint v = values[at], key = keys[at] >> 1;
    const int head = (int)(keys[at] & 1u);
    const sg_mask same = sg_match_any(sg, key);
    const float x = (float)(v % 1000u);
    uint total, all;
    out[0 * n + at] = sg_partition_reduce_add(sg, v, same);
    out[1 * n + at] = sg_partition_scan_inclusive_add(sg, v, same);
    out[2 * n + at] = sg_partition_scan_exclusive_max(sg, v, same);
    out[3 * n + at] = sg_segment_reduce_xor(sg, v, head);
    out[4 * n + at] = sg_segment_scan_inclusive_add(sg, v, head);
    out[5 * n + at] = sg_segment_scan_exclusive_min(sg, v, head);
    out[6 * n + at] = sg_scan_inclusive_total_add(sg, v, &total);
    out[7 * n + at] = total;
    out[8 * n + at] = sg_mask_nth(same, sg_mask_count_below(same, sg_lane(sg)));
    out[9 * n + at] = sg_scan_exclusive_total_mul(sg, v | 1u, &all);
    out[10 * n + at] = all;
    real[at] = sg_segment_scan_inclusive_add(sg, x, head);
}

SG_KERNEL void groups(__global const uint *keys, __global const uint *values, __global uint *out,
                      __global float *real SG_PARAMS) {
    SG_BEGIN(sg);
    __local uint parts[2][SG_GROUP_PARTS];
    __local float halves[SG_GROUP_PARTS];
    const uint n = (uint)get_global_size(0), at = (uint)get_global_id(0);
    const uint v = values[at];
    uint total;
    out[0 * n + at] = sg_group_any(sg, v % 1024u == 0, parts[0]);
    out[1 * n + at] = sg_group_all(sg, v % 1024u != 1u, parts[1]);
    out[2 * n + at] = sg_group_scan_exclusive_total_add(sg, v, parts[0], &total);
    out[3 * n + at] = total;
    out[4 * n + at] = sg_group_scan_exclusive_total_min(sg, v, parts[1], &total);
    out[5 * n + at] = total;
    const uint most = sg_group_reduce_max(sg, v, parts[0]);
    out[6 * n + at] = get_local_id(0) == 0 ? most : 0u;
    const float sum = sg_group_reduce_add(sg, (float)(v % 1000u), halves);
    real[at] = get_local_id(0) == 0 ? sum : 0.0f;
}
