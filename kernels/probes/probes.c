/* probes.c - the table of probes: costs of the sub-group layer's operations (README.md). */
#include "table/algorithm.h"
#include "table/operators.h"
#include "probes_host.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 4096, 16777216, "elements", "work-items, one element each"),
    XL__RUNTIME_PARAM("steps", 1000, 0, 1000000, "operations",
                      "operations per lane; per stream rounded up to a multiple of 10"),
    {XL__WORDS(XL__PROBLEM, "operation", OPERATIONS - 1, PROBES_CHOICES,
               "that is timed; ballot and those after it with u32 alone"),
     .used = "strategy != empty"},
    XL__PROBLEM_PARAM("streams", 1, 1, 8, "chains",
                      "chains per lane; with 1, each operation waits for the previous"),
    {XL__NUMBER(XL__RUNTIME, "sources", 0, 0, 128, "lanes",
                "shuffle: number of different lanes to read; 0 = all"),
     .used = "strategy != empty && operation == shuffle"},
    {XL__NUMBER(XL__RUNTIME, "distance", 1, 0, 127, "lanes",
                "shuffle_xor, _up, _down, rotate: the distance; shuffle_uniform, broadcast: the first lane"),
     .used = "strategy != empty && (operation == shuffle_uniform || "
             "operation >= shuffle_xor && operation <= broadcast)"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n"},
     .help = "first values of the chains; floats: whole, -128 to 128"},
    {XL__OUTPUT("y", XL__OPERANDS), .shape = {"n"}, .help = "the sum of the last values"},
};

static const xl__size sizes[] = {
    {.name = "rounds", .is = "10 * blocks(steps, 10 * streams)"},
    {.name = "distinct", .is = "sources == 0 ? lanes : min(sources, lanes)"},
    {0},
};

#define PASS(kernel_name, more)                                                                              \
    .tuning = "group", .rows = "group",                                                                      \
    XL__LAUNCH(kernel_name, "x, y, uint n, uint rounds" more, "blocks(n, group)")
#define LANES ", uint distinct, uint distance"
#define RIGHT(word, what) XL__KERNEL(word, what, "probes/probes.cl"), .flow = XL__GROUP_UNIFORM
/* On four native lanes, a 64-bit shuffle from a uniform lane triggers defect D20 (docs/defects.md). */
#define TAKES                                                                                                \
    .needs = "(operation < ballot || type == u32) && "                                                       \
             "(lanes > 3 || operation < quad_swap_x || operation > quad_swap_diagonal) && "                  \
             "(emulated || lanes != 4 || bytes == 4 || "                                                     \
             "operation != shuffle_uniform && operation != broadcast)",                                      \
    .why = "predicates are tried with u32, quads with four lanes, 64 bits from a uniform lane not with four"
/* Planted: layer with an edit of its source or an included file. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "probes/probes.cl", __VA_ARGS__),                                                  \
        .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32", PASS("probes_layer", LANES)
#define CHAINS "PROBES_RUN(own, rounds, sum, probes_operate(sg, v[s], from, far, step))"
#define RUN(before, result)                                                                                  \
    {                                                                                                        \
        CHAINS, "const T " before                                                                            \
                " = probes_operate(sg, own, from, far, 0u); PROBES_RUN(own, rounds, sum, " result ")"        \
    }
/* Any operation shows the bug, so one is enough. */
#define OF_SHUFFLE "lanes > 1 && steps > 0 && operation == shuffle && type == u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("empty", "the loop without an operation, to subtract from the other times",
                "probes/empty.cl"),
     .flow = XL__GROUP_UNIFORM, PASS("probes_empty", "")},
    {RIGHT("layer", "the layer's operation: native if the device has it, otherwise derived or emulated"),
     .ops = "shuffle_xor:u32 shuffle_up:u32 shuffle_down:u32 broadcast:u32 any all first all_equal:u32 "
            "match_any:u32 reduce_add:$type reduce_max:$type scan_inclusive_add:$type "
            "scan_exclusive_add:$type",
     TAKES, PASS("probes_layer", LANES)},
    {RIGHT("derived", "as if the device had only shuffle and ballot; with emulation, the same as layer"),
     TAKES, PASS("probes_layer", LANES)},
    {RIGHT("waterfall", "a shuffle as a loop over the lanes that are read"), .ops = "broadcast:u32",
     .needs = "operation == shuffle", .why = "is a shuffle", PASS("probes_waterfall", ", uint distinct")},
    {CHANGED("unused", "the operation's result is not used", RUN("unused", "v[s]")), .needs = OF_SHUFFLE,
     .why = "shows in a shuffle of u32"},
    {CHANGED("hoisted", "the operation runs once, outside the chain", RUN("once", "once")),
     .needs = OF_SHUFFLE, .why = "shows in a shuffle of u32"},
    {CHANGED("same_streams", "all streams are the same chain",
             {CHAINS,
              "T v = own; for (uint step = 0; step < rounds; ++step) "
              "v = probes_next(probes_operate(sg, v, from, far, step), own); const T sum = v * (T)STREAMS;"}),
     .needs = "streams > 1 && " OF_SHUFFLE, .why = "shows in a shuffle of u32 in several streams"},
    {XL__EDITED("one_turn", "the waterfall stops after its first round", "probes/probes.cl",
                {"turn < distinct; ++turn", "turn < 1u; ++turn"}),
     .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32", .needs = "sources != 1 && " OF_SHUFFLE,
     .why = "shows in a shuffle of u32 from several lanes", PASS("probes_waterfall", ", uint distinct")},
    {CHANGED("inclusive", "counting ballot bits: the lane counts itself",
             {"(T)sg_mask_count_below(sg_ballot(sg, (int)v & 32),",
              "(T)sg_mask_count_to(sg_ballot(sg, (int)v & 32),"}),
     /* A single lane returns to its value after two steps, and the number of steps is even. */
     .needs = "lanes > 1 && steps > 0 && operation == ballot_count && type == u32",
     .why = "shows in ballot_count of u32, over several lanes"},
};

/* Rounds of a waterfall: one per lane read. */
#define TURNS "(strategy != waterfall ? 1 : sources == 0 ? lanes : min(sources, lanes))"

/* Steps of a lane: its operations in all streams. Lanes past the end do them too. */
const xl__algorithm xl__algorithm_probes = {
    .name = "probes",
    .help = "times the operations of the sub-group layer",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"n"},
    .automatic = "layer",
    .cost = {.bytes = "2 * n * bytes",
             .operations = "round_up(n, group) * rounds * streams * " TURNS,
             .work_items = "round_up(n, group)",
             .steps = "rounds * streams"},
};
