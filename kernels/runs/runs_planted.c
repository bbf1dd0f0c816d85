/* Mistakes planted in runs, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_runs[] = {
    {XL__CHANGED("first_lane", "passes",
                 "lane 0 compares with itself: a head at the first lane of a row is lost",
                 {"if (lane == 0 && there && i > 0) last = x[i - 1];", ""}),
     .needs = "n > lanes", .why = "shows in more than one row of lanes"},
    {XL__CHANGED("tail", "passes", "the last element begins no run",
                 {"const int there = i < n;", "const int there = i + 1 < n;"})},
    {XL__CHANGED("tile_ends", "passes", "the last run of a tile ends with the tile",
                 {"(end < all ? starts[end] : n) - starts[end - 1]",
                  "min(n, (uint)((tile + 1) * HEADS_TILE)) - starts[end - 1]"}),
     .needs = "tiles > 1", .why = "shows in runs that go on in the next tile"},
    {0},
};
