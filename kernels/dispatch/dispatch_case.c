/* Inputs and reference of dispatch. */
#include "cases/case.h"

enum { N, EACH, THRESHOLD, TILE, WORK, X = 0, OUT, COUNT, GROUPS }; /* indices in the tables of dispatch.c */

/* uniform: any number. clustered: 1000 neighbours alike, so that whole sub-groups emit nothing. last: all
   but the last element are the largest number, which emits items only with a threshold of 2^32. */
static uint32_t number(const tool_element *e) {
    if (tool_is(e, "clustered")) return tool_random_at(e->seed, 1, e->i / 1000);
    return tool_is(e, "last") && e->i + 1 < e->n ? UINT32_MAX : tool_any(e, 0);
}

/* A part is an element. */
static uint64_t count(const tool_part *t) {
    const uint32_t x = tool_u32(t, X, t->i);
    return (double)x < t->problem->value[THRESHOLD] ? 1 + x % (uint32_t)t->problem->value[EACH] : 0;
}

/* The last element's part knows the number of items and of work-groups. */
static void expect(const tool_part *t) {
    const uint64_t tile = (uint64_t)t->problem->value[TILE];
    for (uint64_t j = 0; j < t->made; j++) {
        uint64_t y = tool_u32(t, X, t->i) + j;
        for (int k = 0; k < (int)t->problem->value[WORK]; k++) {
            y = (y * 1664525 + 1013904223) % (UINT64_C(1) << 32);
            y ^= y / 32768;
        }
        tool_expect_whole(&t->expected[OUT], (size_t)(t->place + j), y);
    }
    if ((double)(t->i + 1) == t->problem->value[N])
        tool_expect_whole(&t->expected[GROUPS], 0, (t->begins + count(t) + tile - 1) / tile);
}

const tool_case tool_case_dispatch = {
    .algorithm = &xl__algorithm_dispatch,
    .distributions = TOOL_TEXTS("uniform", "clustered"),
    .edges = TOOL_TEXTS("last"),
    .verify_base = "n=2048 each=1 threshold=4294967296 work=3",
    .verify_settings =
        TOOL_TEXTS("", "each=4 threshold=2147483648", "threshold=0", "tile=1 each=3 threshold=3000000000",
                   "tile=1000 each=7 threshold=1073741825"),
    .bench_settings = TOOL_TEXTS("n=65536", "n=1048576"),
    /* If each element emits one item, n items fill n / tile work-groups. */
    .sweeps = TOOL_SWEEPS(
        {.name = "multiples",
         .question = "what does one more item cost if it needs another work-group?",
         .title = "items, by their work-groups of 256",
         .axis = "n=65535,65536,65537,262143,262144,262145",
         .labels = "256 full - 1,256 full,256 full + 1,1024 full - 1,1024 full,1024 full + 1",
         .settings = TOOL_TEXTS("each=1", "threshold=4294967296", "tile=256", "distribution=uniform")},
        {.name = "share",
         .question = "up to which share of emitted items is knowing their number worth its cost?",
         .title = "share of the elements that emit items",
         .axis = "threshold=0,42949673,429496730,1073741824,2147483648,3221225472,4294967296",
         .labels = "0,1%,10%,25%,50%,75%,100%",
         .settings = TOOL_TEXTS("n=1048576", "each=4", "tile=256", "distribution=uniform")}),
    .inputs = (const tool_input[]){{"x", .bits = number}, {0}},
    .parts = "n",
    .count = count,
    .expect = expect,
};
