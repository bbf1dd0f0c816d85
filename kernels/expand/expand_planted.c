/* Mistakes planted in expand, which verify must find. */
#include "common/passes_host.h"

const xl__strategy xl__planted_expand[] = {
    {XL__CHANGED("last_forgotten", "sub_group", "no positions are reserved for the last lane",
                 {"atomic_add(count, below + own)", "atomic_add(count, below)"}),
     .edited_in = "expand_sub_group"},
    {XL__CHANGED("inclusive", "sub_group", "each run begins where it should end",
                 {"if (own > 0) write_run(out, x[i], base + below, own, capacity);",
                  "if (own > 0) write_run(out, x[i], base + below + own, own, capacity);"}),
     .edited_in = "expand_sub_group", .needs = "capacity > 5000", .why = "shows if something is written"},
    {XL__CHANGED("cut_count", "sub_group",
                 "the count is the number that fits, not the sum: shown by a smaller capacity",
                 {"if (own > 0) write_run(out, x[i], base + below, own, capacity);",
                  "if (own > 0) write_run(out, x[i], base + below, own, capacity); if (own > 0) "
                  "atomic_min(count, capacity);"}),
     .edited_in = "expand_sub_group", .needs = "capacity < 5000", .why = "shows if not all fit"},
    {XL__CHANGED("at_end", "search", "the first position after a run gets that run's element",
                 {"ends[middle] > j", "ends[middle] >= j"}),
     .needs = "capacity > 5000", .why = "shows if something is written"},
    {XL__CHANGED("cut_four", "lookback",
                 "the last outputs of a tile, fewer than a work-item takes, are not written",
                 {"&& block * BLOCK < last;", "&& block * BLOCK + BLOCK - 1u < last;"}),
     .needs = "progress && capacity > 5000", .why = LOOKBACK_WHY "; shows where something is written"},
    {XL__CHANGED("at_least_one", "sub_group", "a 0 counts as 1",
                 {"repeat[i] : 0;", "max(repeat[i], 1u) : 0;"}),
     .edited_in = "expand_sub_group"},
    {0},
};
