#pragma once

#include "ops/op.h"

typedef void xl__expect(const xl__op *op, const xl__op_case *c, int lane, uint64_t *bits, double *allowed);

xl__expect xl__expect_shuffle, xl__expect_shuffle_xor, xl__expect_shuffle_up, xl__expect_shuffle_down;
xl__expect xl__expect_rotate, xl__expect_broadcast_first, xl__expect_broadcast_last;
xl__expect xl__expect_quad_x, xl__expect_quad_y, xl__expect_quad_diagonal, xl__expect_quad_broadcast;
xl__expect xl__expect_ballot, xl__expect_any, xl__expect_all, xl__expect_first, xl__expect_last;
xl__expect xl__expect_elect, xl__expect_all_equal, xl__expect_match_any;
xl__expect xl__expect_reduce, xl__expect_inclusive, xl__expect_exclusive;
xl__expect xl__expect_lane, xl__expect_width, xl__expect_neighbour;
xl__expect xl__expect_mask_eq, xl__expect_mask_lt, xl__expect_mask_le, xl__expect_mask_gt, xl__expect_mask_ge;
xl__expect xl__expect_mask_and, xl__expect_mask_or, xl__expect_mask_andnot, xl__expect_mask_none;
xl__expect xl__expect_mask_count, xl__expect_mask_bit, xl__expect_mask_count_below, xl__expect_mask_count_to;
xl__expect xl__expect_mask_lane, xl__expect_mask_below, xl__expect_mask_to;
xl__expect xl__expect_mask_xor, xl__expect_mask_equal, xl__expect_mask_not, xl__expect_mask_clear_lowest;
xl__expect xl__expect_mask_nth, xl__expect_segment;
xl__expect xl__expect_segment_reduce, xl__expect_segment_inclusive, xl__expect_segment_exclusive;
xl__expect xl__expect_partition_reduce, xl__expect_partition_inclusive, xl__expect_partition_exclusive;
xl__expect xl__expect_total_inclusive, xl__expect_total_exclusive;
