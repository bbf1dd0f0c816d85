// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint4 b = sub_group_ballot(1);
    y[i] = popcount(b.x) + popcount(b.y) + popcount(b.z) + popcount(b.w) == get_sub_group_size();
}
