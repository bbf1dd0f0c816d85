// check: --arg bad=zeros:u32[64] --groups 1 --width 2,8,32
// expect: none
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void turn(global uint *bad) {
    uint lane = get_sub_group_local_id(), next = (lane + 1) % get_sub_group_size();
    half h = lane;
    double2 d = (double2)(lane, -(double)lane);
    bool right = sub_group_rotate(h, 1) == next && sub_group_clustered_rotate(d, 1, 2u).y == -(double)(lane ^ 1);
    if (!right) ((global uint *)0)[get_local_id(0)] = 1;
}
