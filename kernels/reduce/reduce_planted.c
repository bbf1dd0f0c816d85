/* Mistakes planted in reduce, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_reduce[] = {
    {XL__CHANGED(
         "backwards", "ordered", "the sub-groups' totals are combined last to first",
         {"++s) sum = operator_combine(sum, totals[s]);", "++s) sum = operator_combine(totals[s], sum);"}),
     .needs = "sub_groups > 1 && operator == affine && type >= f32",
     .why = "shows in pairs of floats, by several sub-groups"},
    {XL__CHANGED("share_backwards", "shares", "the runs of a work-item's pairs are combined last to first",
                 {"total = operator_combine(total, run[r]);", "total = operator_combine(run[r], total);"}),
     .needs = "operator == affine && type >= f32", .why = "shows in pairs of floats, whose order matters"},
    {XL__CHANGED("tail", "builtin",
                 "past the end the last element is repeated: sums whose last share is not full",
                 {"for (; i < end; i += SG_GROUP_SIZE) own = operator_combine(own, (sum_t)x[i]);",
                  "for (const ulong past = first + share; n > 0 && i < past; i += SG_GROUP_SIZE) own = "
                  "operator_combine(own, (sum_t)x[min(i, n - 1)]);"}),
     .needs = "operator == add && type < f16", .why = "shows in sums of integers"},
    {XL__CHANGED(
         "zero_start", "builtin", "0 instead of the operator's identity: the minimum of positive numbers",
         {"own = reduce_own(x, n, share);", "own = operator_combine((sum_t)0, reduce_own(x, n, share));"}),
     .edited_in = "reduce_builtin", .needs = "operator == min && (type == u32 || type == u64)",
     .why = "shows in the minimum of unsigned integers"},
    {XL__CHANGED("last_lane", "tree", "the tree's total is read from the last lane, not from lane 0",
                 {"reduce_group(sg, total, totals)",
                  "reduce_group(sg, sg_broadcast(sg, total, SG_WIDTH - 1u), totals)"}),
     .edited_in = "reduce_tree", .ops = "shuffle_down:u32 broadcast:u32",
     .needs = "lanes > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, over several lanes"},
    {XL__CHANGED(
         "lost_sub_group", "builtin", "the last sub-group's total is missing",
         {"total = reduce_group(sg, total, totals);",
          "total = reduce_group(sg, sg_id(sg) + 1u < sg_count(sg) ? total : operator_identity(), totals);"}),
     .edited_in = "reduce_builtin", .needs = "sub_groups > 1 && operator == add && type < f16",
     .why = "shows in sums of integers, by several sub-groups"},
    {XL__CHANGED("left_count", "once", "once, but the count of work-groups is not reset for the next run",
                 {"atomic_xchg(counted, 0u);", ""}),
     .group = "0", .needs = "kept && operator == add && type < f16",
     .why = "shows in the second run of a plan"},
    /* Adds in float: one driver did not round a number only converted to float and back (defect D23). */
    {XL__CHANGED("rounded", "butterfly", "64-bit integers are combined as floats, which lose their low bits",
                 {"sum_t total = reduce_own(x, n, share);", "float total = (float)reduce_own(x, n, share);"},
                 {"total = reduce_group(sg, total, totals);",
                  "const sum_t of_all = reduce_group(sg, (sum_t)total, totals);"},
                 {"result[get_group_id(0)] = total;", "result[get_group_id(0)] = of_all;"}),
     .edited_in = "reduce_butterfly",
     .needs = "lanes > 1 && (operator == max || operator == add) && (type == u64 || type == i64)",
     .why = "shows in sums and maxima of 64-bit integers, over several lanes"},
    {0},
};
