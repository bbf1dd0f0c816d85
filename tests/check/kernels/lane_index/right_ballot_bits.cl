// check: --arg bad=zeros:u32[4] --local 40 --groups 2 --width 8,32
// expect: none
// The bits of a mask count up to the largest sub-group, also in the last one, which has 8 of 32 lanes.
kernel void bits(global uint *bad) {
    uint4 all = (uint4)(0xffffffffu);
    uint most = get_max_sub_group_size();
    bool right = sub_group_ballot_bit_count(all) == most && sub_group_ballot_find_msb(all) == most - 1 &&
                 sub_group_ballot_find_lsb(all << 31) == (most > 31 ? 31 : 0);
    if (!right) ((global uint *)0)[get_local_id(0)] = 1;
}
