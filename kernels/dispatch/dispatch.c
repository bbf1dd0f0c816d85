/* The table of dispatch (README.md). */
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

/* The work-groups of the consumer, and how many of them may be idle. */
#define MEASURES(least_launched, most_launched, most_idle)                                                   \
    XL__MEASURES({XL__MEASURE("launched", "work-groups", "of the consumer"), .least = (least_launched),      \
                  .most = (most_launched)},                                                                  \
                 {XL__MEASURE("needed", "work-groups", "needed for the items")},                             \
                 {XL__MEASURE("idle", "work-groups", "launched without an item"), .most = (most_idle)})

#define CONSUMED "items, out, count, groups, measures, uint work"
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM, .any_order = "out",                                                           \
    .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define PRODUCED                                                                                             \
    {.fill = "count"}, {.fill = "groups"}, {                                                                 \
        XL__PASS("dispatch_produce", "x, items, count, groups, uint n, uint each, ulong threshold",          \
                 "blocks(n, group)")                                                                         \
    }

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "one work-item, one loop; keeps the order", "dispatch/dispatch.cl"),
     XL__SERIAL("dispatch_serial", "x, out, count, groups, uint n, uint each, ulong threshold, uint work")},
    {XL__KERNEL("read_back", "the host reads the number of work-groups and launches the consumer",
                "dispatch/dispatch.cl"),
     .tuning = "group", ON_LANES, MEASURES(NULL, "at_most", "0"),
     XL__PASSES(PRODUCED, {.read = "groups", .as = "needed", .most = "at_most"},
                {XL__PASS("dispatch/dispatch.cl:dispatch_consume", CONSUMED, "needed")})},
    {XL__KERNEL("maximal", "as many work-groups as the items could need; work-groups without items end",
                "dispatch/dispatch.cl"),
     .tuning = "group", ON_LANES, MEASURES("at_most", "at_most", NULL),
     XL__PASSES(PRODUCED, {XL__PASS("dispatch/dispatch.cl:dispatch_maximal", CONSUMED, "at_most")})},
    {XL__KERNEL("persistent", "as many work-groups as run at a time; each processes several tiles",
                "dispatch/dispatch.cl"),
     .tuning = "per_unit group", ON_LANES, MEASURES("at_a_time", "at_a_time", NULL),
     XL__PASSES(PRODUCED, {XL__PASS("dispatch/dispatch.cl:dispatch_persistent", CONSUMED, "at_a_time")})},
    {XL__KERNEL("lookback",
                "one launch: each work-group consumes what it produces, and looks back; keeps the order",
                "dispatch/lookback.cl"),
     .needs = "progress", .why = LOOKBACK_WHY, RUNS_LOOK_BACK,
     XL__PASSES({.fill = "count", .when = "parts == 0"}, {.fill = "groups", .when = "parts == 0"},
                RUNS_LAUNCH("dispatch_lookback", "x, out, count, groups",
                            "measures, uint n, uint each, ulong threshold, uint work",
                            "local uint group * items"))},
};

static int check(xl__problem *problem, xl_error *error) {
    const double n = problem->value[N], each = problem->value[EACH];
    if (n * each <= MOST) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "dispatch: n=%.0f with each=%.0f could emit 2^32 items or more", n,
                    each);
}

/* auto excludes strategies for which the host waits. On a CPU, `serial` makes no list, which costs a
   work-item as much as 8 steps. The number of emitting elements is estimated as if values were uniform. On
   two cores whose compiler vectorises work-items, `serial` takes at most 0.65 of the time of `persistent` for
   up to 2 steps above 8, and 1.3 at 2.5. Without vectorising it takes 0.9 at 55. On a GPU, `lookback`
   cannot share items between work-groups (README.md). */
static const char *choose(xl__problem *problem) {
    const double *v = problem->value, items = v[THRESHOLD] / 4294967296.0 * (v[EACH] + 1.0);
    const double few = problem->vectorises ? 9.0 : 256.0;
    if (problem->cpu)
        return items * (v[WORK] - 8.0) * (double)problem->compute_units < few ? "serial" : "persistent";
    return v[WORK] <= 32.0 && xl__able(problem, XL__PROGRESS) ? "lookback" : "persistent";
}

/* The number of writes depends on the data. Work-items are the producer's, and the consumer's unless the data
   decides their number. */
extern const xl__strategy xl__planted_dispatch[];

const xl__algorithm xl__algorithm_dispatch = {
    .name = "dispatch",
    .help = "work on items whose number only the device knows",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_dispatch,
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
