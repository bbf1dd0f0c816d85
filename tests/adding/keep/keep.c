/* keep.c - the table of keep: the elements above 0 (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    {.name = "n", .role = XL__RUNTIME, .initial = 1048576, .most = 2e9, .help = "elements", .size = true},
    {.name = "capacity",
     .role = XL__RUNTIME,
     .initial = 1048576,
     .most = 2e9,
     .help = "places",
     .size = true},
    {.name = "group", .role = XL__TUNING, .most = 1024, .help = "work-items per work-group, 0 = chosen"},
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_F32}, .shape = {"n"}, .help = "what is looked at"},
    {.name = "kept",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = {"capacity"},
     .help = "the elements above 0",
     .counted_by = "count"},
    {.name = "count", .types = {XL_U32}, .direction = XL__OUT, .shape = {"1"}, .help = "how many there are"},
};

#define ARGS "x, kept, count, uint n, uint capacity"
#define PLACES(kernel_name) /* the count begins with 0 */                                                    \
    .tuning = "group", .any_order = "kept", .passes = (const xl__pass[]) {                                   \
        {.fill = "count"}, {.kernel = kernel_name, .args = ARGS, .groups = "blocks(n, group)"}, {0},         \
    }
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32"

static const xl__strategy strategies[] = {
    {.name = "loop",
     .help = "one work-item; keeps the order",
     .source = "keep/keep.cl",
     .passes = (const xl__pass[]){{.kernel = "keep_loop", .args = ARGS, .groups = "1", .group = "1"}, {0}}},
    {.name = "atomic", .help = "a place at a time", .source = "keep/keep.cl", PLACES("keep_atomic")},
    {.name = "sub_group",
     .help = "the lanes' places at once",
     .source = "keep/keep.cl",
     ON_LANES,
     PLACES("keep_sub_group")},
    {.name = "tail",
     .help = "lanes past the end are counted: n that is no multiple of the work-group",
     .source = "keep/wrong.cl",
     .flags = XL__WRONG,
     ON_LANES,
     PLACES("keep_tail")},
};

static const char *choose(xl__problem *problem) {
    (void)problem;
    return "sub_group";
}

const xl__algorithm xl__algorithm_keep = {
    .name = "keep",
    .help = "the elements above 0, one behind the other",
    .params = params,
    .param_count = sizeof params / sizeof *params,
    .arrays = arrays,
    .array_count = sizeof arrays / sizeof *arrays,
    .strategies = strategies,
    .strategy_count = sizeof strategies / sizeof *strategies,
    .shape = {"n"},
    .choose = choose,
};
