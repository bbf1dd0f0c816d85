/* branch_case.c - inputs and reference of branch. */
#include "../common/rounds_host.h"
#include "case.h"
#include <stdlib.h>

enum { N, THRESHOLD, ROUNDS, X = 0, Y }; /* places in the tables of branch.c: parameters, then arrays */

/* Numbers from 0 to 2^32 - 1, of which the threshold's share is costly. uniform: each by itself. runs8 to
   runs4096: so many neighbours are of one kind. single: one in 128 neighbours is small, the others large.
   around: the threshold, and a few below and above it. */
static const char *const distributions[] = {"uniform", "runs8", "runs64", "runs512", "runs4096", NULL};
static const char *const edges[] = {"single", "around", NULL};

static uint32_t number(const tool_element *e) {
    const uint32_t any = tool_any(e, 0);
    if (strncmp(e->distribution, "runs", 4) == 0) {
        const uint64_t length = strtoull(e->distribution + 4, NULL, 10);
        return (tool_random_at(e->seed, 1, e->i / length) & 0xffffff00u) | (any & 0xffu);
    }
    if (tool_is(e, "single"))
        return e->i % 128 == tool_random_at(e->seed, 1, e->i / 128) % 128 ? any & 0xffffu : any | 0xffff0000u;
    if (tool_is(e, "around")) return (uint32_t)xl__int(e->problem, THRESHOLD) + any % 7 - 3;
    return any;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const uint32_t *x = data->in[X].data, rounds = (uint32_t)problem->value[ROUNDS];
    for (size_t i = 0; i < data->elements[X]; i++)
        ((uint32_t *)data->expected[Y].exact)[i] =
            (double)x[i] < problem->value[THRESHOLD] ? host_rounds(x[i], rounds) : UINT32_MAX - x[i];
    return XL_SUCCESS;
}

#define SHARES                                                                                               \
    "threshold=0,4294967,21474836,42949673,85899346,214748365,429496730,1073741824,2147483648,4294967296"
static const tool_sweep sweeps[] = {
    {.name = "share",
     .question = "from which share of costly elements on does a vote no longer pay?",
     .title = "share of the costly elements",
     .axis = SHARES,
     .labels = "0,0.1%,0.5%,1%,2%,5%,10%,25%,50%,100%",
     .settings = (const char *const[]){"n=1048576", "rounds=64", "distribution=uniform", NULL}},
    {.name = "runs",
     .question = "a tenth is costly: from how many neighbours of one kind on does a vote pay?",
     .title = "neighbours of one kind",
     .axis = "distribution=uniform,runs8,runs64,runs512,runs4096",
     .labels = "1,8,64,512,4096",
     .settings = (const char *const[]){"n=1048576", "rounds=64", "threshold=429496730", NULL}},
    {.name = "rounds",
     .question = "one in 100 is costly: from how many rounds on does a vote pay?",
     .title = "rounds of a costly element",
     .axis = "rounds=1,4,16,64,256,1024",
     .settings = (const char *const[]){"n=1048576", "threshold=42949673", "distribution=uniform", NULL}},
    {.name = NULL}};

const tool_case tool_case_branch = {
    .algorithm = &xl__algorithm_branch,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=5003",
    .verify_settings =
        (const char *const[]){"threshold=2147483648 rounds=3", "mixed=select threshold=429496730 rounds=5",
                              "threshold=0", "threshold=4294967296 rounds=0", NULL},
    .bench_settings = (const char *const[]){"n=1048576", "n=16777216", NULL},
    .sweeps = sweeps,
    .inputs = (const tool_input[]){{"x", number}, {0}},
    .reference = reference,
};
