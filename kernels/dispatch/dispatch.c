/* dispatch.c - the table of dispatch: a consumer for the items that a producer emits (README.md). */
#include "common/runs_host.h"
#include "caps/able.h"

#define MOST 4294967295.0 /* the limit of a 32-bit count */

enum { N, EACH, THRESHOLD, TILE, WORK }; /* indices into params */
static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, MOST, NULL, "elements"),
    XL__RUNTIME_PARAM("each", 4, 1, 1000, NULL, "largest number of items per element"),
    XL__RUNTIME_PARAM("threshold", 2147483648.0, 0, MOST + 1, NULL, "elements at or above it emit nothing"),
    XL__PROBLEM_PARAM("tile", 256, 1, 65536, NULL, "items per work-group"),
    XL__RUNTIME_PARAM("work", 16, 0, 65536, NULL, "consumer's steps per item"),
    XL__TUNING_PARAM("per_unit", 8, 1, 32, NULL, "work-groups per compute unit"),
    XL__GROUP_PARAM,
    RUNS_ITEMS_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "elements"},
    {XL__OUTPUT("out", XL_U32), .shape = {"room"}, .help = "result of each item", .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "items"},
    {XL__OUTPUT("groups", XL_U32), .shape = {"1"}, .help = "count / tile, rounded up: work-groups needed"},
};

static const xl__size sizes[] = {
    {.name = "room", .is = "n * each"},
    {.name = "at_most", .is = "blocks(room, tile)"},
    RUNS_SIZE,
    {.name = "at_a_time", .is = "min(at_most, units * per_unit)"},
    {0},
};

static const xl__area areas[] = {
    {.name = "items", .type = "uint", .count = "max(1, room)"}, RUNS_STATES, {0}};

/* Work-groups of the consumer, and how many of them may be idle. */
#define MEASURES(least_launched, most_launched, most_idle)                                                   \
    XL__MEASURES({XL__MEASURE("launched", "work-groups", "of the consumer"), .least = (least_launched),      \
                  .most = (most_launched)},                                                                  \
                 {XL__MEASURE("needed", "work-groups", "needed for the items")},                             \
                 {XL__MEASURE("idle", "work-groups", "launched without an item"), .most = (most_idle)})

#define PRODUCE(kernel_name)                                                                                 \
    XL__PASS(kernel_name, "x, items, count, groups, uint n, uint each, ulong threshold", "blocks(n, group)")
#define CONSUME(kernel_name, many)                                                                           \
    XL__PASS("dispatch/dispatch.cl:" kernel_name, "items, out, count, groups, measures, uint work", many)
#define READ .read = "groups", .as = "needed", .most = "at_most"
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM, .any_order = "out",                                                           \
    .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define RIGHT(word, what) XL__KERNEL(word, what, "dispatch/dispatch.cl")
#define SOME "threshold > 1000000000"
/* First passes of all strategies but serial: clear both counts, run the producer. */
#define PRODUCED(kernel_name)                                                                                \
    {.fill = "count"}, {.fill = "groups"}, {                                                                 \
        PRODUCE(kernel_name)                                                                                 \
    }
/* Planted: a correct kernel with an edit. The measures have no bounds. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "dispatch/dispatch.cl", __VA_ARGS__), .tuning = "group", ON_LANES,                 \
                                                                MEASURES(NULL, NULL, NULL)
/* The edited producer and the passes that consume its items. */
#define CONSUMED(...) XL__PASSES(PRODUCED("dispatch_produce"), __VA_ARGS__)
#define MORE(count)                                                                                          \
    { "more = dispatch_tiles(base + k) - dispatch_tiles(base);", "more = " count ";" }

/* One pass with look-back over tiles of items * group elements. */
#define LOOKBACK(where, because)                                                                             \
    .needs = (where), .why = (because), RUNS_LOOK_BACK,                                                      \
    XL__PASSES({.fill = "count", .when = "parts == 0"}, {.fill = "groups", .when = "parts == 0"},            \
               RUNS_LAUNCH("dispatch_lookback", "x, out, count, groups",                                     \
                           "measures, uint n, uint each, ulong threshold, uint work",                        \
                           "local uint group * items"))

static const xl__strategy strategies[] = {
    {RIGHT("serial", "one work-item, one loop; keeps the order"),
     XL__SERIAL("dispatch_serial", "x, out, count, groups, uint n, uint each, ulong threshold, uint work")},
    {RIGHT("read_back", "the host reads the number of work-groups and launches the consumer"),
     .tuning = "group", ON_LANES, MEASURES(NULL, "at_most", "0"),
     XL__PASSES(PRODUCED("dispatch_produce"), {READ}, {CONSUME("dispatch_consume", "needed")})},
    {RIGHT("maximal", "as many work-groups as the items could need; work-groups without items end"),
     .tuning = "group", ON_LANES, MEASURES("at_most", "at_most", NULL),
     XL__PASSES(PRODUCED("dispatch_produce"), {CONSUME("dispatch_maximal", "at_most")})},
    {RIGHT("persistent", "as many work-groups as run at a time; each processes several tiles"),
     .tuning = "per_unit group", ON_LANES, MEASURES("at_a_time", "at_a_time", NULL),
     XL__PASSES(PRODUCED("dispatch_produce"), {CONSUME("dispatch_persistent", "at_a_time")})},
    {XL__KERNEL("lookback",
                "one launch: each work-group consumes what it produces, and looks back; keeps the order",
                "dispatch/lookback.cl"),
     LOOKBACK("progress", LOOKBACK_WHY)},
    {CHANGED("published", "1 more than the full work-groups: too many if items fill them exactly",
             MORE("(base + k) / TILE - base / TILE + (base == 0u)")),
     .needs = "each == 1 && threshold > 4294967295 && n % tile == 0",
     .why = "shows if the items fill their work-groups exactly",
     CONSUMED({.read = "groups", .as = "needed", .most = "at_most + 1"},
              {CONSUME("dispatch_consume", "needed")})},
    {CHANGED("full_only", "the last work-group, which is not full, is left out",
             MORE("(base + k) / TILE - base / TILE")),
     .needs = "tile > 1 && " SOME, .why = "shows if there are items, and work-groups of several items",
     CONSUMED({CONSUME("dispatch_maximal", "at_most")})},
    {CHANGED("own_tiles", "each sub-group rounds its own items up to work-groups", MORE("dispatch_tiles(k)")),
     .needs = "tile > lanes * each && " SOME, .why = "shows if sub-groups share a work-group",
     CONSUMED({CONSUME("dispatch_persistent", "at_most")})},
    {CHANGED("empty_adds", "a sub-group without items adds a work-group",
             {"if (sg_lane(sg) == SG_WIDTH - 1u && k > 0) {", "if (sg_lane(sg) == SG_WIDTH - 1u) {"},
             MORE("(base + max(k, 1u) - 1u) / TILE - base / TILE + (base % TILE == 0u)")),
     .needs = "threshold == 0", .why = "shows if sub-groups emit nothing",
     CONSUMED({CONSUME("dispatch_maximal", "at_most")})},
    {CHANGED("negative", "the number of work-groups falls below 0; the host does not launch that many",
             MORE("dispatch_tiles(base) - dispatch_tiles(base + k)")),
     .needs = SOME, .why = "shows if there are items",
     CONSUMED({READ}, {CONSUME("dispatch_consume", "needed")})},
    {XL__EDITED("run_from_tile", "an item's number is relative to the tile, not to its element",
                "dispatch/lookback.cl", {"+ k] - made.begin;", "+ k];"}),
     LOOKBACK("progress && each > 1 && " SOME, LOOKBACK_WHY "; shows if there are items")},
    {XL__PLANTED("whole_tiles", "the consumer also reads past the last item", "dispatch/wrong.cl"),
     .tuning = "group", ON_LANES, .needs = "tile > 1 && threshold < 4000000000 && " SOME,
     .why = "shows if there is room past the items",
     XL__PASSES(PRODUCED("dispatch/dispatch.cl:dispatch_produce"), {READ},
                {XL__PASS("dispatch_whole_tiles", "items, out, uint room, uint work", "needed")})},
    {CHANGED("once", "a persistent loop of one round",
             {"tile < needed; tile +=", "tile < min(needed, (uint)get_num_groups(0)); tile +="}),
     .needs = "each == 1 && threshold > 4294967295 && at_most > 2",
     .why = "shows with items for more than two work-groups",
     CONSUMED({CONSUME("dispatch_persistent", "2")})},
};

static int check(xl__problem *problem, xl_error *error) {
    const double n = problem->value[N], each = problem->value[EACH];
    if (n * each <= MOST) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "dispatch: n=%.0f with each=%.0f could emit 2^32 items or more", n,
                    each);
}

/* auto excludes strategies for which the host waits. On a CPU, `serial` makes no list, which costs a
   work-item as much as 8 steps. The number of emitting elements is estimated as if values were uniform. On
   two cores whose compiler vectorises work-items, `serial` takes 0.07 to 0.65 of the time of `persistent`
   for up to 2 steps above 8, and 1.2 to 1.3 at 2.5; without vectorising, 0.9 at 55.

   On a GPU, `lookback` cannot share items between work-groups, which costs more the longer an item takes.
   README.md has the times.
 */
static const char *choose(xl__problem *problem) {
    const double *v = problem->value, items = v[THRESHOLD] / 4294967296.0 * (v[EACH] + 1.0);
    const double few = problem->vectorises ? 9.0 : 256.0;
    if (problem->cpu)
        return items * (v[WORK] - 8.0) * (double)problem->compute_units < few ? "serial" : "persistent";
    return v[WORK] <= 32.0 && xl__able(problem, XL__PROGRESS) ? "lookback" : "persistent";
}

/* Cost: each element is read once; the number of writes depends on the data. Work-items are the producer's,
   and the consumer's where the data does not decide their number. */
const xl__algorithm xl__algorithm_dispatch = {
    .name = "dispatch",
    .help = "work on items whose number only the device knows",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"n"},
    .choose = choose,
    .check = check,
    .cost = {.bytes = "4 * n",
             .operations = "n",
             .work_items =
                 "strategy == serial ? 1 : group * (strategy == lookback ? parts : blocks(n, group) + "
                 "(strategy == maximal ? at_most : strategy == persistent ? at_a_time : 0))",
             .steps = "strategy == serial ? n : strategy == lookback ? items : 1"},
};
