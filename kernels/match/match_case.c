/* Inputs and reference of match. */
#include "cases/case.h"
#include <stdlib.h>

enum { N, BITS, X = 0, LEADER, COUNT, RANK }; /* indices in the tables of match.c: parameters, then arrays */
enum { BLOCK = 128 };                         /* the widest sub-group */

/* Values of each BLOCK neighbours. few: 8 values in any order; runs: runs of about three equal neighbours, 16
   values. halves: each of two lower halves with each of two upper ones. uniqueN: N values cyclically, so each
   sub-group of at least N lanes has N. special: values that compare otherwise as floats, such as zeros of
   both signs and NaNs. Different values of a block differ in their lowest 7 bits, those of halves in at least
   one bit. */
static const uint32_t special[] = {0,           0x80000000u, 0x7fc00000u, 0xffc00000u, 0x7f800000u,
                                   0xff800000u, 1,           0x80000001u, 0xffffffffu, 0x3f800000u};
static const uint32_t special_upper[] = {0,           0x80000000u, 0x7ff80000u, 0xfff80000u, 0x7ff00000u,
                                         0xfff00000u, 1,           0x80000001u, 0xffffffffu, 0x3ff00000u};
enum { SPECIALS = sizeof special / sizeof *special };

static uint32_t number(const tool_element *e) {
    if (tool_is(e, "few")) return tool_any(e, 0) >> 29;
    if (tool_is(e, "runs")) return tool_random_at(e->seed, 0, e->i / 3) >> 28;
    if (tool_is(e, "different")) return (uint32_t)(e->i % BLOCK);
    return tool_is(e, "equal") ? 0 : (uint32_t)(e->i % strtoull(e->distribution + 6, NULL, 10)); /* uniqueN */
}

/* The bits of a value; 64 if `wide`. */
static uint64_t value(const tool_element *e, bool wide) {
    const uint32_t any = tool_any(e, 0);
    const uint32_t low = tool_random_at(e->seed, 1, e->i / BLOCK),
                   high = tool_random_at(e->seed, 2, e->i / BLOCK);
    if (tool_is(e, "special"))
        return wide ? (uint64_t)special_upper[any % SPECIALS] << 32 : special[any % SPECIALS];
    if (tool_is(e, "halves")) {
        const uint64_t both = (uint64_t)high << 32 | low, flips = any >> 31, far = any >> 30 & 1;
        return both ^ flips ^ far << (wide ? 33 : 17);
    }
    return (uint64_t)high << 32 | (low + number(e) * UINT32_C(2654435761));
}

/* Writes bits, so that an array of floats can hold any pattern. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    tool_element e = {.problem = problem, .distribution = distribution, .seed = seed, .n = data->elements[X]};
    const bool wide = xl_type_size(problem->type) == 8;
    for (; e.i < e.n; e.i++) {
        if (wide)
            ((uint64_t *)data->in[X].data)[e.i] = value(&e, true);
        else
            ((uint32_t *)data->in[X].data)[e.i] = (uint32_t)value(&e, false);
    }
    return XL_SUCCESS;
}

static uint64_t bits_of(const void *x, xl_type type, size_t i) {
    return xl_type_size(type) == 8 ? ((const uint64_t *)x)[i] : ((const uint32_t *)x)[i];
}

static void expect(const tool_part *t) {
    const int bits = (int)t->problem->value[BITS];
    const uint64_t counts = bits == 0 ? UINT64_MAX : UINT64_MAX >> (64 - bits);
    const void *const x = t->in[X].data;
    for (size_t l = 0; l < t->lanes; l++) {
        const uint64_t own = bits_of(x, t->problem->type, t->i + l);
        size_t leader = 0, count = 0, rank = 0;
        for (size_t other = 0; other < t->lanes; other++) {
            if (((own ^ bits_of(x, t->problem->type, t->i + other)) & counts) != 0) continue;
            if (count == 0) leader = other;
            count++;
            rank += other < l;
        }
        tool_expect_whole(&t->expected[LEADER], t->i + l, leader);
        tool_expect_whole(&t->expected[COUNT], t->i + l, count);
        tool_expect_whole(&t->expected[RANK], t->i + l, rank);
    }
}

const tool_case tool_case_match = {
    .algorithm = &xl__algorithm_match,
    .distributions = TOOL_TEXTS("few", "equal", "different", "runs", "halves"),
    .edges = TOOL_TEXTS("special", "unique2", "unique4", "unique8", "unique16", "unique32", "unique64"),
    .verify_base = "n=2003",
    .verify_settings = TOOL_TEXTS("", "bits=1", "bits=5 items=3", "bits=31"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(
        {.name = "unique",
         .question = "which strategy is fastest for how many different values in a sub-group?",
         .title = "different values in a sub-group, up to its width",
         .axis = "distribution=equal,unique2,unique4,unique8,unique16,unique32,unique64,different",
         .labels = "1,2,4,8,16,32,64,128",
         .settings = TOOL_TEXTS("n=16777216", "type=u32")},
        {.name = "bits",
         .question = "which strategy is fastest for how many compared bits?",
         .title = "compared bits, of values that all differ",
         .axis = "bits=1,2,3,4,5,6,8,12,16,24,32",
         .settings = TOOL_TEXTS("n=16777216", "type=u32", "distribution=different")},
        {.name = "types",
         .question = "what does a key of 64 bits cost?",
         .title = "type of the values",
         .axis = "type=u32,f32,u64,f64",
         .settings = TOOL_TEXTS("n=16777216", "distribution=unique8")}),
    .generate = generate,
    .parts = "n",
    .expect = expect,
    .by_width = true, /* it decides which lanes are compared */
};
