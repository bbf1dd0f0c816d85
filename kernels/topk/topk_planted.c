/* Mistakes planted in topk, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_topk[] = {
    {XL__CHANGED("ties", "group", "equal keys of higher lanes come first",
                 {"before.equal + topk_below(equal, lane)",
                  "before.equal + topk_total(equal) - topk_below(equal, lane)"})},
    {XL__CHANGED("tail", "group", "lanes past the end of the row count a key of 0",
                 {"const int there = i + r * next + c < share.count;", "const int there = 1;"}),
     .needs = "which == smallest && (type == u32 || type == u64)",
     .why = "shows where 0 is the smallest key: which=smallest, unsigned keys"},
    {XL__CHANGED("sign", "group", "negative keys are larger than all others",
                 {"return key ^ top;", "return key;"}),
     .needs = "type == i32 || type == i64", .why = "shows with keys of both signs"},
    {XL__CHANGED("overfull", "radix", "a share with more keys than room forgets the rest: sorted keys",
                 {"kind != IN_ROW && made.equal <= room)", "kind != IN_ROW)"},
                 {"(uint4)(kind, made.equal,", "(uint4)(kind, min(made.equal, room),"}),
     .needs = "room > 0 && n > 4096 && taken >= 100 && 8 * taken < n",
     .why = "shows if shares have room, and few of many keys are selected"},
    {0},
};
