/* dispatch.c - the table of dispatch: a consumer for as many items as a producer has emitted (README.md). */
#include "algorithm.h"

#define MOST 4294967295.0 /* what a count of 32 bits holds */

enum { N, EACH };
static const xl__param params[] = {
    {.name = "n", .role = XL__RUNTIME, .initial = 1048576, .most = MOST, .help = "elements", .size = true},
    {.name = "each", .role = XL__RUNTIME, .initial = 4, .least = 1, .most = 1000, .help = "items at most"},
    {.name = "threshold",
     .role = XL__RUNTIME,
     .initial = 2147483648.0,
     .most = MOST + 1,
     .help = "from it on: nothing"},
    {.name = "tile", .initial = 256, .least = 1, .most = 65536, .help = "items of a work-group"},
    {.name = "work", .role = XL__RUNTIME, .initial = 16, .most = 65536, .help = "consumer's steps per item"},
    {.name = "per_unit",
     .role = XL__TUNING,
     .initial = 8,
     .least = 1,
     .most = 32,
     .help = "work-groups of the persistent loop per compute unit"},
    {.name = "group", .role = XL__TUNING, .most = 1024, .help = "work-items per work-group, 0 = chosen"},
};

#define OUTPUT .types = {XL_U32}, .direction = XL__OUT
static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = "elements"},
    {.name = "out", OUTPUT, .shape = {"room"}, .help = "what becomes of each item", .counted_by = "count"},
    {.name = "count", OUTPUT, .shape = {"1"}, .help = "items"},
    {.name = "groups", OUTPUT, .shape = {"1"}, .help = "count / tile, rounded up: work-groups needed"},
};

static uint64_t room(const xl__problem *problem) {
    return (uint64_t)problem->value[N] * (uint64_t)problem->value[EACH];
}

static const xl__size sizes[] = {
    {.name = "room", .count = room},
    {.name = "at_most", .is = "blocks(room, tile)"},
    {.name = "at_a_time", .is = "min(at_most, units * per_unit)"},
    {0},
};

static const xl__area areas[] = {{.name = "items", .type = "uint", .count = "max(1, room)"}, {0}};

/* Work-groups of the consumer, and how many of them may have nothing to do. */
#define MEASURE(of, words) .name = (of), .unit = "work-groups", .help = (words)
#define MEASURES(least_launched, most_launched, most_idle)                                                   \
    .measures = (const xl__measure[]) {                                                                      \
        {MEASURE("launched", "of the consumer"), .least = (least_launched), .most = (most_launched)},        \
            {MEASURE("needed", "for the items that there are")},                                             \
            {MEASURE("idle", "launched without an item to take"), .most = (most_idle)}, {                    \
            0                                                                                                \
        }                                                                                                    \
    }

#define PRODUCE_ARGS "x, items, count, groups, uint n, uint each, ulong threshold"
#define CONSUME_ARGS "items, out, count, groups, measures, uint work"
#define CLEAR                                                                                                \
    {.fill = "count"}, {                                                                                     \
        .fill = "groups"                                                                                     \
    }
#define PRODUCE(kernel_name)                                                                                 \
    { .kernel = (kernel_name), .args = PRODUCE_ARGS, .groups = "blocks(n, group)" }
#define CONSUME(kernel_name, many)                                                                           \
    { .kernel = "dispatch/dispatch.cl:" kernel_name, .args = CONSUME_ARGS, .groups = (many) }
#define READ                                                                                                 \
    { .read = "groups", .as = "needed", .most = "at_most" }
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM, .any_order = "out",                                                           \
    .ops = "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define RIGHT .source = "dispatch/dispatch.cl", ON_LANES
#define WRONG .source = "dispatch/wrong.cl", .flags = XL__WRONG, .tuning = "group", ON_LANES
#define SOME "threshold > 1000000000"
#define PASSES(...)                                                                                          \
    .passes = (const xl__pass[]) {                                                                           \
        __VA_ARGS__, {                                                                                       \
            0                                                                                                \
        }                                                                                                    \
    }
/* The consumers of planted producers are right; these have no bounds. */
#define PLANTED(producer, ...)                                                                               \
    WRONG, MEASURES(NULL, NULL, NULL), PASSES(CLEAR, PRODUCE(producer), __VA_ARGS__)

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "one work-item, one loop; keeps the order",
     .source = "dispatch/dispatch.cl",
     PASSES({.kernel = "dispatch_serial",
             .args = "x, out, count, groups, uint n, uint each, ulong threshold, uint work",
             .groups = "1",
             .group = "1"})},
    {.name = "read_back",
     .help = "the host reads how many work-groups the consumer needs",
     .tuning = "group",
     RIGHT,
     MEASURES(NULL, "at_most", "0"),
     PASSES(CLEAR, PRODUCE("dispatch_produce"), READ, CONSUME("dispatch_consume", "needed"))},
    {.name = "maximal",
     .help = "as many work-groups as there could be items for; those without leave",
     .tuning = "group",
     RIGHT,
     MEASURES("at_most", "at_most", NULL),
     PASSES(CLEAR, PRODUCE("dispatch_produce"), CONSUME("dispatch_maximal", "at_most"))},
    {.name = "persistent",
     .help = "as many work-groups as run at a time, each takes tile after tile",
     .tuning = "per_unit group",
     RIGHT,
     MEASURES("at_a_time", "at_a_time", NULL),
     PASSES(CLEAR, PRODUCE("dispatch_produce"), CONSUME("dispatch_persistent", "at_a_time"))},
    {.name = "published",
     .help = "begins with one work-group: one too many where items fill them exactly",
     .needs = "each == 1 && threshold > 4294967295 && n % tile == 0",
     .why = "shows where the items fill their work-groups exactly",
     WRONG,
     MEASURES(NULL, NULL, "0"),
     PASSES({.fill = "count"}, {.kernel = "dispatch_one", .args = "groups", .groups = "1", .group = "1"},
            PRODUCE("dispatch_published"), {.read = "groups", .as = "needed", .most = "at_most + 1"},
            CONSUME("dispatch_consume", "needed"))},
    {.name = "full_only",
     .help = "the last work-group, which is not full, is left out",
     .needs = "tile > 1 && " SOME,
     .why = "shows if there are items, and more than one for a work-group",
     PLANTED("dispatch_full_only", CONSUME("dispatch_maximal", "at_most"))},
    {.name = "own_tiles",
     .help = "each sub-group rounds its own items up to work-groups",
     .needs = "tile > lanes * each && " SOME,
     .why = "shows where sub-groups share a work-group",
     PLANTED("dispatch_own_tiles", CONSUME("dispatch_persistent", "at_most"))},
    {.name = "empty_adds",
     .help = "a sub-group without items adds a work-group",
     .needs = "threshold == 0",
     .why = "shows where sub-groups emit nothing",
     PLANTED("dispatch_empty_adds", CONSUME("dispatch_maximal", "at_most"))},
    {.name = "negative",
     .help = "the number of work-groups falls below 0; the host does not launch that many",
     .needs = SOME,
     .why = "shows if there are items",
     PLANTED("dispatch_negative", READ, CONSUME("dispatch_consume", "needed"))},
    {.name = "whole_tiles",
     .help = "the consumer takes what stands behind the last item too",
     .needs = "tile > 1 && threshold < 4000000000 && " SOME,
     .why = "shows where there is room behind the items",
     WRONG,
     PASSES(
         CLEAR, PRODUCE("dispatch/dispatch.cl:dispatch_produce"), READ,
         {.kernel = "dispatch_whole_tiles", .args = "items, out, uint room, uint work", .groups = "needed"})},
    {.name = "once",
     .help = "a persistent loop of one turn",
     .needs = "each == 1 && threshold > 4294967295 && at_most > 2",
     .why = "shows if there are more items than for two work-groups",
     WRONG,
     PASSES(CLEAR, PRODUCE("dispatch/dispatch.cl:dispatch_produce"),
            {.kernel = "dispatch_once", .args = "items, out, count, groups, uint work", .groups = "2"})},
};

/* The host waits for none of these; which is the fastest is measured in README.md. */
static const char *choose(xl__problem *problem) {
    (void)problem;
    return "persistent";
}

static int check(xl__problem *problem, xl_error *error) {
    if (problem->value[N] * problem->value[EACH] <= MOST) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "dispatch: n=%.0f with each=%.0f could emit 2^32 items or more",
                    problem->value[N], problem->value[EACH]);
}

const xl__algorithm xl__algorithm_dispatch = {
    .name = "dispatch",
    .help = "as many work-groups as a producer on the device has work for",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"n"},
    .choose = choose,
    .check = check,
};
