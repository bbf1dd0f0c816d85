/* Inputs and reference of groupcache. */
#include "cases/case.h"
#include "base/number.h"
#include <math.h>

enum { N, ENTRIES, QUERIES = 0, TABLE, NEAREST }; /* indices in the tables of groupcache.c */

/* uniform: both in [-1, 1). near: each point within 2^-10 of an entry. same: on an entry. far: squares near
   and above the largest float. strange: also NaN, infinities, denormals and zeros. */
static float coordinate(const tool_element *e, uint64_t stream, uint64_t i) {
    static const float special[] = {NAN,        INFINITY, -INFINITY, 0x1p-149F,
                                    -0x1p-127F, 0x1p-70F, -0.0F,     0x1p-63F};
    const uint32_t any = tool_random_at(e->seed, stream, i);
    const float unit = (float)(any >> 8) * 0x1p-23F - 1.0F;
    if (tool_is(e, "strange") && any % 16 == 0) return special[any / 16 % 8];
    return tool_is(e, "far") ? unit * 0x1p64F : unit;
}

static uint32_t table_bits(const tool_element *e) {
    return xl__float_bits(coordinate(e, 0, e->i));
}

static uint32_t query_bits(const tool_element *e) {
    const uint64_t entries = (uint64_t)xl__get(e->problem, "entries");
    const bool near = tool_is(e, "near"), beside = entries > 0 && (near || tool_is(e, "same"));
    const float own = coordinate(e, 1, e->i);
    if (!beside) return xl__float_bits(own);
    const uint64_t entry = tool_random_at(e->seed, 2, e->i / 3) % entries;
    return xl__float_bits(coordinate(e, 0, 3 * entry + e->i % 3) + (near ? own * 0x1p-10F : 0.0F));
}

/* No term is negative, so errors are relative. Differences are off by u = 2^-24, their squares by little more
   than 2 u; a product and two sums add 3 u. Allowed: 8 u and four flushed denormals. Near the largest float
   results are undefined: some computations overflow. */
static void expect(const tool_part *t) {
    const size_t entries = (size_t)t->problem->value[ENTRIES];
    double best = INFINITY;
    for (size_t e = 0; e < entries; e++) {
        double squared = 0.0;
        for (size_t k = 0; k < 3; k++) {
            const double d =
                (double)tool_f32(t, QUERIES, 3 * t->i + k) - (double)tool_f32(t, TABLE, 3 * e + k);
            squared += d * d;
        }
        if (squared < best) best = squared;
    }
    const double allowed = best > 0x1p127 ? (double)INFINITY : best * 8.0 * 0x1p-24 + 0x1p-124;
    tool_expect_near(&t->expected[NEAREST], t->i, best, isfinite(best) ? allowed : 0.0);
}

const tool_case tool_case_groupcache = {
    .algorithm = &xl__algorithm_groupcache,
    .distributions = TOOL_TEXTS("uniform", "near"),
    .edges = TOOL_TEXTS("same", "far", "strange"),
    .verify_base = "n=61 entries=307",
    .verify_settings = TOOL_TEXTS("chunk=100 inputs=3"),
    .bench_settings = TOOL_TEXTS("n=16384 entries=1024", "n=262144 entries=4096"),
    .sweeps = TOOL_SWEEPS({.name = "group",
                           .question = "how many sub-groups should share a table?",
                           .title = "work-items of a work-group",
                           .axis = "group=32,64,128,256,512,1024",
                           .settings = TOOL_TEXTS("n=16384", "entries=1024", "inputs=1")},
                          {.name = "entries",
                           .question = "from which table length on does local memory pay off?",
                           .title = "entries of the table",
                           .axis = "entries=16,64,256,1024,4096",
                           .settings = TOOL_TEXTS("n=16384")}),
    .inputs = (const tool_input[]){{"queries", .bits = query_bits}, {"table", .bits = table_bits}, {0}},
    .parts = "n",
    .expect = expect,
};
