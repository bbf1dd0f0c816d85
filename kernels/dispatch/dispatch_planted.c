/* Mistakes planted in dispatch, which verify must find. */
#include "common/passes_host.h"

/* The measures of right strategies have bounds. */
#define NO_BOUNDS                                                                                            \
    XL__MEASURES({XL__MEASURE("launched", "work-groups", "of the consumer")},                                \
                 {XL__MEASURE("needed", "work-groups", "needed for the items")},                             \
                 {XL__MEASURE("idle", "work-groups", "launched without an item")})
#define PRODUCE                                                                                              \
    {.fill = "count"}, {.fill = "groups"}, {                                                                 \
        XL__PASS("dispatch_produce", "x, items, count, groups, uint n, uint each, ulong threshold",          \
                 "blocks(n, group)")                                                                         \
    }
#define CONSUME_ARGS "items, out, count, groups, measures, uint work"
#define MORE "more = dispatch_tiles(base + k) - dispatch_tiles(base);"

const xl__strategy xl__planted_dispatch[] = {
    {XL__CHANGED("published", "read_back",
                 "1 more than the full work-groups: too many if items fill them exactly",
                 {MORE, "more = (base + k) / TILE - base / TILE + (base == 0u);"}),
     NO_BOUNDS,
     XL__PASSES(PRODUCE, {.read = "groups", .as = "needed", .most = "at_most + 1"},
                {XL__PASS("dispatch/dispatch.cl:dispatch_consume", CONSUME_ARGS, "needed")}),
     .needs = "each == 1 && threshold > 4294967295 && n % tile == 0",
     .why = "shows if the items fill their work-groups exactly"},
    {XL__CHANGED("full_only", "maximal", "the last work-group, which is not full, is left out",
                 {MORE, "more = (base + k) / TILE - base / TILE;"}),
     NO_BOUNDS, .needs = "tile > 1 && threshold > 1000000000",
     .why = "shows if there are items, and work-groups of several items"},
    {XL__CHANGED("own_tiles", "read_back", "each sub-group rounds its own items up to work-groups",
                 {MORE, "more = dispatch_tiles(k);"}),
     NO_BOUNDS,
     XL__PASSES(PRODUCE, {XL__PASS("dispatch/dispatch.cl:dispatch_persistent", CONSUME_ARGS, "at_most")}),
     .needs = "tile > lanes * each && threshold > 1000000000",
     .why = "shows if sub-groups share a work-group"},
    {XL__CHANGED("empty_adds", "maximal", "a sub-group without items adds a work-group",
                 {"if (sg_lane(sg) == SG_WIDTH - 1u && k > 0) {", "if (sg_lane(sg) == SG_WIDTH - 1u) {"},
                 {MORE, "more = (base + max(k, 1u) - 1u) / TILE - base / TILE + (base % TILE == 0u);"}),
     NO_BOUNDS, .needs = "threshold == 0", .why = "shows if sub-groups emit nothing"},
    {XL__CHANGED("negative", "read_back",
                 "the number of work-groups falls below 0; the host does not launch that many",
                 {MORE, "more = dispatch_tiles(base) - dispatch_tiles(base + k);"}),
     NO_BOUNDS, .needs = "threshold > 1000000000", .why = "shows if there are items"},
    {XL__CHANGED("run_from_tile", "lookback", "an item's number is relative to the tile, not to its element",
                 {"+ k] - made.begin;", "+ k];"}),
     .needs = "progress && each > 1 && threshold > 1000000000",
     .why = LOOKBACK_WHY "; shows if there are items"},
    {XL__PLANTED("whole_tiles", "the consumer also reads past the last item", "dispatch/wrong.cl"),
     .of = "serial", .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32", .tuning = "group",
     .any_order = "out", .flow = XL__GROUP_UNIFORM,
     XL__PASSES({.fill = "count"}, {.fill = "groups"},
                {XL__PASS("dispatch/dispatch.cl:dispatch_produce",
                          "x, items, count, groups, uint n, uint each, ulong threshold", "blocks(n, group)")},
                {.read = "groups", .as = "needed", .most = "at_most"},
                {XL__PASS("dispatch_whole_tiles", "items, out, uint room, uint work", "needed")}),
     .needs = "tile > 1 && threshold < 4000000000 && threshold > 1000000000",
     .why = "shows if there is room past the items"},
    {XL__CHANGED("once", "read_back", "a persistent loop of one round",
                 {"tile < needed; tile +=", "tile < min(needed, (uint)get_num_groups(0)); tile +="}),
     NO_BOUNDS,
     XL__PASSES(PRODUCE, {XL__PASS("dispatch/dispatch.cl:dispatch_persistent", CONSUME_ARGS, "2")}),
     .needs = "each == 1 && threshold > 4294967295 && at_most > 2",
     .why = "shows with items for more than two work-groups"},
    {0},
};
