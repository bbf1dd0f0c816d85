/* Mistakes planted in probes, which verify must find. */
#include "table/algorithm.h"

#define CHAINS "PROBES_RUN(own, rounds, sum, probes_operate(sg, v[s], from, far, step))"
/* Any operation shows the bug, so one is enough. */
#define OF_SHUFFLE "lanes > 1 && steps > 0 && operation == shuffle && type == u32"

const xl__strategy xl__planted_probes[] = {
    {XL__CHANGED(
         "unused", "layer", "the operation's result is not used",
         {CHAINS,
          "const T unused = probes_operate(sg, own, from, far, 0u); PROBES_RUN(own, rounds, sum, v[s])"}),
     .ops = "broadcast:u32", .needs = OF_SHUFFLE, .why = "shows in a shuffle of u32"},
    {XL__CHANGED(
         "hoisted", "layer", "the operation runs once, outside the chain",
         {CHAINS,
          "const T once = probes_operate(sg, own, from, far, 0u); PROBES_RUN(own, rounds, sum, once)"}),
     .ops = "broadcast:u32", .needs = OF_SHUFFLE, .why = "shows in a shuffle of u32"},
    {XL__CHANGED("same_streams", "layer", "all streams are the same chain",
                 {CHAINS,
                  "T v = own; for (uint step = 0; step < rounds; ++step) v = probes_next(probes_operate(sg, "
                  "v, from, far, step), own); const T sum = v * (T)STREAMS;"}),
     .ops = "broadcast:u32", .needs = "streams > 1 && " OF_SHUFFLE,
     .why = "shows in a shuffle of u32 in several streams"},
    {XL__CHANGED("one_turn", "waterfall", "the waterfall stops after its first round",
                 {"turn < distinct; ++turn", "turn < 1u; ++turn"}),
     .needs = "sources != 1 && " OF_SHUFFLE, .why = "shows in a shuffle of u32 from several lanes"},
    /* A single lane returns to its value after two steps, and the number of steps is even. */
    {XL__CHANGED("inclusive", "layer", "counting ballot bits: the lane counts itself",
                 {"(T)sg_mask_count_below(sg_ballot(sg, (int)v & 32),",
                  "(T)sg_mask_count_to(sg_ballot(sg, (int)v & 32),"}),
     .ops = "broadcast:u32", .needs = "lanes > 1 && steps > 0 && operation == ballot_count && type == u32",
     .why = "shows in ballot_count of u32, over several lanes"},
    {0},
};
