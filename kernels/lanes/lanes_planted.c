/* Mistakes planted in lanes, which verify must find. */
#include "table/algorithm.h"

const xl__strategy xl__planted_lanes[] = {
    {XL__PLANTED("lane_item", "uses the work-item's number instead of the lane", "lanes/wrong.cl"),
     .of = "lane", XL__LAUNCH("lanes_lane_item", "x, y, uint n", "blocks(n, group)"), .needs = "n > lanes",
     .why = "the first sub-group cannot show it"},
    {XL__PLANTED("shuffle_itself", "each lane takes its own number", "lanes/wrong.cl"), .of = "shuffle",
     XL__LAUNCH("lanes_shuffle_itself", "x, y, uint n", "blocks(n, group)"), .needs = "lanes > 1",
     .why = "shows with two lanes or more"},
    {XL__PLANTED("ballot_even", "counts lanes with an even number", "lanes/wrong.cl"), .of = "ballot",
     XL__LAUNCH("lanes_ballot_even", "x, y, uint n", "blocks(n, group)"), .needs = "n > 0",
     .why = "needs elements"},
    {XL__PLANTED("sum_tail", "lanes past the end add the last number again", "lanes/wrong.cl"), .of = "sum",
     XL__LAUNCH("lanes_sum_tail", "x, y, uint n", "blocks(n, group)"), .needs = "n % lanes > 0",
     .why = "needs lanes past the end"},
    {XL__PLANTED("sum_thirty_two", "a sum that is right with 32 lanes only", "lanes/wrong.cl"),
     .of = "shuffle", XL__LAUNCH("lanes_sum_thirty_two", "x, y, uint n", "blocks(n, group)"),
     .needs = "lanes != 32", .why = "is right with 32 lanes"},
    {XL__PLANTED("sum_lane_zero", "only lane 0 writes the sum", "lanes/wrong.cl"), .of = "sum",
     XL__LAUNCH("lanes_sum_lane_zero", "x, y, uint n", "blocks(n, group)"), .needs = "lanes > 1",
     .why = "shows with two lanes or more"},
    {XL__PLANTED("scan_with_me", "a lane's sum includes its own number", "lanes/wrong.cl"), .of = "scan",
     .ops = "scan_inclusive_add:u32 shuffle_up:u32",
     XL__LAUNCH("lanes_scan_with_me", "x, y, uint n", "blocks(n, group)"), .needs = "n > 0",
     .why = "needs elements"},
    {0},
};
