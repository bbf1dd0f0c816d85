/* Inputs and reference of branch. */
#include "../common/rounds_host.h"
#include "cases/case.h"
#include <stdlib.h>

enum { N, THRESHOLD, ROUNDS, X = 0, Y }; /* indices in the tables of branch.c: parameters, then arrays */

/* uniform: random; threshold / 2^32 of them are expensive. runs8 to runs4096: runs of one kind. single: one
   in 128 neighbours is small, the others large. around: within three of the threshold. */
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

static void expect(const tool_part *t) {
    const uint32_t x = tool_u32(t, X, t->i), rounds = (uint32_t)t->problem->value[ROUNDS];
    const bool costly = (double)x < t->problem->value[THRESHOLD];
    tool_expect_whole(&t->expected[Y], t->i, costly ? host_rounds(x, rounds) : UINT32_MAX - x);
}

#define SHARES                                                                                               \
    "threshold=0,4294967,21474836,42949673,85899346,214748365,429496730,1073741824,2147483648,4294967296"
const tool_case tool_case_branch = {
    .algorithm = &xl__algorithm_branch,
    .distributions = TOOL_TEXTS("uniform", "runs8", "runs64", "runs512", "runs4096"),
    .edges = TOOL_TEXTS("single", "around"),
    .verify_base = "n=5003",
    .verify_settings =
        TOOL_TEXTS("threshold=2147483648 rounds=3", "mixed=select threshold=429496730 rounds=5",
                   "threshold=0", "threshold=4294967296 rounds=0"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps =
        TOOL_SWEEPS({.name = "share",
                     .question = "up to which share of expensive elements does a vote pay off?",
                     .title = "share of expensive elements",
                     .axis = SHARES,
                     .labels = "0,0.1%,0.5%,1%,2%,5%,10%,25%,50%,100%",
                     .settings = TOOL_TEXTS("n=1048576", "rounds=64", "distribution=uniform")},
                    {.name = "runs",
                     .question = "a tenth is expensive: from which length of runs on does a vote pay off?",
                     .title = "neighbours of one kind",
                     .axis = "distribution=uniform,runs8,runs64,runs512,runs4096",
                     .labels = "1,8,64,512,4096",
                     .settings = TOOL_TEXTS("n=1048576", "rounds=64", "threshold=429496730")},
                    {.name = "rounds",
                     .question = "one in 100 is expensive: from how many rounds on does a vote pay off?",
                     .title = "rounds of an expensive element",
                     .axis = "rounds=1,4,16,64,256,1024",
                     .settings = TOOL_TEXTS("n=1048576", "threshold=42949673", "distribution=uniform")}),
    .inputs = (const tool_input[]){{"x", .bits = number}, {0}},
    .parts = "n",
    .expect = expect,
};
