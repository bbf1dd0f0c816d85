// check: --arg x=iota:u32[512] --arg y=zeros:u32[512] --width 8,16,32
// expect: out of bounds 5
kernel void wrong_block(global uint *x, global uint *y) {
    size_t first = 2 * (get_group_id(0) * get_local_size(0) + get_sub_group_id() * get_max_sub_group_size());
    uint2 v = intel_sub_group_block_read2(x + first + get_max_sub_group_size());
    intel_sub_group_block_write_ui2(y + first, v + 1);
}
