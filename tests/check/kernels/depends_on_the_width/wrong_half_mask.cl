// check: --arg x=random:u32[256] --arg y=zeros:u32[256] --local 128 --groups 2
// expect: depends on the width 0
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint4 b = sub_group_ballot(1);
    y[i] = popcount(b.x) + popcount(b.y) == get_sub_group_size();
}
