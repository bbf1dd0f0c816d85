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

#define ON_LANES .flow = XL__GROUP_UNIFORM, .tuning = "group", .rows = "group"
#define ARGS "x, y, uint n, uint rounds"
/* On four native lanes, a 64-bit shuffle from a uniform lane triggers defect D20 (docs/defects.md). */
#define TAKES                                                                                                \
    .needs = "(operation < ballot || type == u32) && "                                                       \
             "(lanes > 3 || operation < quad_swap_x || operation > quad_swap_diagonal) && "                  \
             "(emulated || lanes != 4 || bytes == 4 || "                                                     \
             "operation != shuffle_uniform && operation != broadcast)",                                      \
    .why = "predicates are tried with u32, quads with four lanes, 64 bits from a uniform lane not with four"

static const xl__strategy strategies[] = {
    {XL__KERNEL("empty", "the loop without an operation, to subtract from the other times",
                "probes/empty.cl"),
     ON_LANES, XL__LAUNCH("probes_empty", ARGS, "blocks(n, group)")},
    {XL__KERNEL("layer", "the layer's operation: native if possible, otherwise derived or emulated",
                "probes/probes.cl"),
     ON_LANES,
     .ops = "shuffle_xor:u32 shuffle_up:u32 shuffle_down:u32 broadcast:u32 any all first all_equal:u32 "
            "match_any:u32 reduce_add:$type reduce_max:$type scan_inclusive_add:$type "
            "scan_exclusive_add:$type",
     TAKES, XL__LAUNCH("probes_layer", ARGS ", uint distinct, uint distance", "blocks(n, group)")},
    {XL__KERNEL("derived", "as if the device had only shuffle and ballot; with emulation, the same as layer",
                "probes/probes.cl"),
     ON_LANES, TAKES, XL__LAUNCH("probes_layer", ARGS ", uint distinct, uint distance", "blocks(n, group)")},
    {XL__KERNEL("waterfall", "a shuffle as a loop over the lanes that are read", "probes/probes.cl"),
     ON_LANES, .ops = "broadcast:u32", .needs = "operation == shuffle", .why = "is a shuffle",
     XL__LAUNCH("probes_waterfall", ARGS ", uint distinct", "blocks(n, group)")},
};

/* Rounds of a waterfall: one per lane read. */
#define TURNS "(strategy != waterfall ? 1 : sources == 0 ? lanes : min(sources, lanes))"

/* Steps of a lane: its operations in all streams. Lanes past the end do them too. */
extern const xl__strategy xl__planted_probes[];

const xl__algorithm xl__algorithm_probes = {
    .name = "probes",
    .help = "times the operations of the sub-group layer",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_probes,
    .sizes = sizes,
    .shape = {"n"},
    .automatic = "layer",
    .cost = {.bytes = "2 * n * bytes",
             .operations = "round_up(n, group) * rounds * streams * " TURNS,
             .work_items = "round_up(n, group)",
             .steps = "rounds * streams"},
};
