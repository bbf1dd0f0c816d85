/* dispatch_case.c - inputs and reference of dispatch. */
#include "case.h"
#include <math.h>

/* Places in the tables of dispatch.c: parameters, arrays. */
enum { N, EACH, THRESHOLD, TILE, WORK, X = 0, OUT, COUNT, GROUPS };

/* Any number; 1000 neighbours alike, so that whole sub-groups emit nothing; the last element alone is not the
   largest number, which only a threshold of 2^32 lets emit. */
static const char *const distributions[] = {"uniform", "clustered", NULL};
static const char *const edges[] = {"last", NULL};

static uint32_t number(const tool_element *e) {
    if (tool_is(e, "clustered")) return tool_random_at(e->seed, 1, e->i / 1000);
    return tool_is(e, "last") && e->i + 1 < e->n ? UINT32_MAX : tool_any(e, 0);
}

static uint32_t emitted(const xl__problem *problem, uint32_t v) {
    return (double)v < problem->value[THRESHOLD] ? 1 + v % (uint32_t)problem->value[EACH] : 0;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *x = data->in[X].data;
    uint64_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += emitted(problem, x[i]);
    const int status = tool_data_counted(problem, problem->algorithm, OUT, count, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *out = data->expected[OUT].exact;
    for (size_t i = 0; i < data->elements[X]; i++)
        for (uint32_t j = 0; j < emitted(problem, x[i]); j++) {
            uint64_t y = (uint64_t)x[i] + j;
            for (int k = 0; k < (int)problem->value[WORK]; k++) {
                y = (y * 1664525 + 1013904223) % (UINT64_C(1) << 32);
                y ^= y / 32768;
            }
            *out++ = (uint32_t)y;
        }
    *(uint32_t *)data->expected[GROUPS].exact = (uint32_t)ceil((double)count / problem->value[TILE]);
    return XL_SUCCESS;
}

/* Where each element emits one item, n of them fill n / tile work-groups. */
static const tool_sweep sweeps[] = {
    {.name = "multiples",
     .question = "what does the last work-group cost that one item more needs?",
     .title = "items, by their work-groups of 256",
     .axis = "n=65535,65536,65537,262143,262144,262145",
     .labels = "256 full - 1,256 full,256 full + 1,1024 full - 1,1024 full,1024 full + 1",
     .settings =
         (const char *const[]){"each=1", "threshold=4294967296", "tile=256", "distribution=uniform", NULL}},
    {.name = "share",
     .question = "up to which share of emitted items is it worth to know how many there are?",
     .title = "share of the elements that emit items",
     .axis = "threshold=0,42949673,429496730,1073741824,2147483648,3221225472,4294967296",
     .labels = "0,1%,10%,25%,50%,75%,100%",
     .settings = (const char *const[]){"n=1048576", "each=4", "tile=256", "distribution=uniform", NULL}},
    {.name = NULL}};

const tool_case tool_case_dispatch = {
    .algorithm = &xl__algorithm_dispatch,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2048 each=1 threshold=4294967296 work=3",
    .verify_settings = (const char *const[]){"", "each=4 threshold=2147483648", "threshold=0",
                                             "tile=1 each=3 threshold=3000000000",
                                             "tile=1000 each=7 threshold=1073741825", NULL},
    .bench_settings = (const char *const[]){"n=65536", "n=1048576", NULL},
    .sweeps = sweeps,
    .inputs = (const tool_input[]){{"x", number}, {0}},
    .reference = reference,
};
