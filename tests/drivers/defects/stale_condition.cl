/* title: a ballot in a loop gets the value that another work-item has of a condition on a difference
 * remedy: i + c < count
 * local: 64
 * needs: cl_khr_subgroups
 */
typedef struct {
    __global const ulong *keys;
    uint first, count;
    int aligned;
} part;

static inline void load(part p, uint i, ulong key[2]) {
    if (p.aligned && i < p.count && 2 <= p.count - i) {
        const ulong2 v = ((__global const ulong2 *)p.keys)[i / 2];
        key[0] = v.s0;
        key[1] = v.s1;
    } else {
        for (uint c = 0; c < 2; ++c) key[c] = i < p.count && c < p.count - i ? p.keys[i + c] : 0;
    }
}

__attribute__((intel_reqd_sub_group_size(8))) __kernel __attribute__((reqd_work_group_size(64, 1, 1))) void defect(
    __global uint2 *out) {
    const uint n = 511u * (uint)get_global_size(1), each = 64u * (uint)get_global_size(1);
    const uint lane = get_sub_group_local_id();
    uint right = 0, got = 0;
    part p = {(__global const ulong *)out + get_group_id(0) * 64, 0, n, get_group_id(0) * n % 2 == 0};
    ulong first[2];
    if (get_local_id(0) < p.count) {
        load(p, get_local_id(0) & 62u, first);
        if (first[0] == n) out[get_global_id(0)].y = 1;
    }
    p.count = each - 3;
    for (uint row = 0; row < each; row += 16) {
        const uint i = row + lane * 2;
        ulong key[2];
        uint mask[2];
        load(p, i, key);
#pragma unroll
        for (uint c = 0; c < 2; ++c) {
            const int there = i < p.count && c < p.count - i;
            mask[c] = sub_group_ballot(there && (key[c] ^ (i + c) * 0x9e3779b97f4a7c15ul) >> 63).x;
        }
        for (uint c = 0; c < 2; ++c) {
            got += mask[c] >> lane & 1u;
            right += i < p.count && c < p.count - i && (key[c] ^ (i + c) * 0x9e3779b97f4a7c15ul) >> 63;
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = (uint2)(right, got);
}
