/* Every standard name of the layer (sg_standard.h), in a work-group of two dimensions. Row k of `out` is a
   result of each work-item. PART is a third of the rows: a driver takes long over a kernel of a hundred
   barriers. */
#if SG_USES_LOCAL
#define TEST_BEGIN SG_BEGIN(sg_standard);
#else
#define TEST_BEGIN
#endif
#define ROW(k, value) out[(k)*items + item] = (uint)(value);

__kernel SG_REQUIRED_WIDTH void standard(__global const uint *in, __global uint *out) {
    TEST_BEGIN
    const uint items = get_local_size(0) * get_local_size(1);
    const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const uint v = in[item], lane = get_sub_group_local_id(), width = get_sub_group_size();
#if PART == 0
    ROW(0, width + get_max_sub_group_size())
    ROW(1, get_num_sub_groups() + get_enqueued_num_sub_groups())
    ROW(2, get_sub_group_id())
    ROW(3, lane)
    ROW(4, sub_group_broadcast(v, 1))
    ROW(5, sub_group_reduce_add((uchar)v))
    ROW(6, sub_group_scan_exclusive_min((char)v))
    ROW(7, sub_group_scan_exclusive_max((ushort)v))
    ROW(8, intel_sub_group_shuffle(v, (lane + v) % width))
    ROW(9, sub_group_shuffle_xor(v, 3))
    const uint up = sub_group_shuffle_up(v, 1), down = sub_group_shuffle_down(v, 1); /* undefined past an end */
    ROW(10, lane > 0 ? up : v)
    ROW(11, lane + 1 < width ? down : v)
    ROW(12, intel_sub_group_shuffle_down(v, v + 1000, 3))
    ROW(13, intel_sub_group_shuffle_up(v + 1000, v, 3))
#elif PART == 1
    const uint4 thirds = sub_group_ballot(v % 3 == 0);
    ROW(14, sub_group_ballot_bit_count(thirds))
    ROW(15, sub_group_ballot_inclusive_scan(thirds))
    ROW(16, sub_group_ballot_exclusive_scan(thirds))
    ROW(17, sub_group_ballot_find_lsb(sub_group_ballot(lane >= 2)))
    ROW(18, sub_group_ballot_find_msb(sub_group_ballot(lane <= 2)))
    ROW(19, sub_group_inverse_ballot(thirds) + 2 * sub_group_ballot_bit_extract(thirds, 1))
    ROW(20, sub_group_ballot_bit_count(get_sub_group_lt_mask()) + 1000 * sub_group_ballot_bit_count(get_sub_group_ge_mask()))
    ROW(21, sub_group_ballot_bit_count(get_sub_group_le_mask()) + 1000 * sub_group_ballot_bit_count(get_sub_group_gt_mask()))
    ROW(22, get_sub_group_eq_mask().x)
    ROW(23, sub_group_any(lane == 1) + 2 * sub_group_all(lane < 1) + 4 * sub_group_all(lane < width))
#else
    const short8 many = (short8)(1, 2, 3, 4, 5, 6, 7, 8) * (short)v;
    const uint16 most = (uint16)(v) + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROW(24, (ushort)intel_sub_group_shuffle(many, 2).s7)
    ROW(25, sub_group_shuffle(most, 1).sf + sub_group_shuffle_xor(most, 1).s3)
    ROW(26, sub_group_broadcast((float4)(0.0f, 1.0f, 2.0f, v), 2).w)
    ROW(27, sub_group_clustered_reduce_add(v, 4) + sub_group_clustered_reduce_xor((short)v, 2))
    ROW(28, sub_group_rotate(v, 1))
    ROW(29, sub_group_elect())
    ROW(30, sub_group_broadcast_first(v))
    ROW(31, sub_group_scan_inclusive_add((int)v))
    ROW(32, sub_group_reduce_min((float)v) + sub_group_reduce_max(v))
    const uint2 block = intel_sub_group_block_read2(in);
    ROW(33, width * 2 <= items ? block.y : v)
    ROW(34, ((__global const uchar *)in)[lane] == intel_sub_group_block_read_uc((__global const uchar *)in))
    intel_sub_group_block_write(out + 35 * items + get_sub_group_id() * width, v + 7);
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
#endif
}
