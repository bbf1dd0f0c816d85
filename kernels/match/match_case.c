/* match_case.c - inputs and reference of match. */
#include "case.h"
#include <stdlib.h>

/* Places in the tables of match.c. */
enum { N, BITS };
enum { X, LEADER, COUNT, RANK };
enum { BLOCK = 128 }; /* the widest sub-group */

/* Of each BLOCK neighbours: few: 8 values in any order; equal: all the same; different: no two the same;
 * runs: neighbours are equal, some three times, 16 values. uniqueN: N values in turn, so that each sub-group
 * of at least N lanes has N. special: what floats would make of the bits. Values of a block differ in their
 * lowest 7 bits. */
static const char *const distributions[] = {"few", "equal", "different", "runs", NULL};
static const char *const edges[] = {"special",  "unique2",  "unique4",  "unique8",
                                    "unique16", "unique32", "unique64", NULL};

static const uint32_t special[] = {0,           0x80000000u, 0x7fc00000u, 0xffc00000u, 0x7f800000u,
                                   0xff800000u, 1,           0x80000001u, 0xffffffffu, 0x3f800000u};

/* Which of its block's values an element has. */
static uint32_t number(const tool_element *e) {
    if (tool_is(e, "few")) return tool_any(e, 0) >> 29;
    if (tool_is(e, "runs")) return tool_random_at(e->seed, 0, e->i / 3) >> 28;
    if (tool_is(e, "different")) return (uint32_t)(e->i % BLOCK);
    return tool_is(e, "equal") ? 0 : (uint32_t)(e->i % strtoull(e->distribution + 6, NULL, 10)); /* uniqueN */
}

static uint32_t value(const tool_element *e) {
    if (tool_is(e, "special")) return special[tool_any(e, 0) % (sizeof special / sizeof *special)];
    return tool_random_at(e->seed, 1, e->i / BLOCK) + number(e) * UINT32_C(2654435761);
}

/* By the definition: each element is compared with all of its sub-group. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const size_t n = data->elements[X], width = (size_t)problem->width;
    const uint32_t *x = data->in[X].data, counts = UINT32_MAX >> (32 - (int)problem->value[BITS]);
    uint8_t *leader = data->expected[LEADER].exact, *count = data->expected[COUNT].exact,
            *rank = data->expected[RANK].exact;
    for (size_t i = 0; i < n; i++) {
        const size_t first = i - i % width;
        for (size_t j = first; j < first + width && j < n; j++) {
            if (((x[i] ^ x[j]) & counts) != 0) continue;
            if (count[i] == 0) leader[i] = (uint8_t)(j - first);
            count[i]++;
            rank[i] = (uint8_t)(rank[i] + (j < i));
        }
    }
    return XL_SUCCESS;
}

static const tool_sweep sweeps[] = {
    {.name = "unique",
     .question = "which way is the fastest, by the number of different values in a sub-group?",
     .title = "different values in a sub-group, up to its width",
     .axis = "distribution=equal,unique2,unique4,unique8,unique16,unique32,unique64,different",
     .labels = "1,2,4,8,16,32,64,128",
     .settings = (const char *const[]){"n=16777216", "bits=32", NULL}},
    {.name = "bits",
     .question = "which way is the fastest, by the number of bits that are compared?",
     .title = "bits that are compared, of values that all differ",
     .axis = "bits=1,2,3,4,5,6,8,12,16,24,32",
     .settings = (const char *const[]){"n=16777216", "distribution=different", NULL}},
    {.name = NULL}};

const tool_case tool_case_match = {
    .algorithm = &xl__algorithm_match,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2003",
    .verify_settings = (const char *const[]){"", "bits=1", "bits=5", "bits=31", NULL},
    .bench_settings = (const char *const[]){"n=1048576", "n=16777216", NULL},
    .sweeps = sweeps,
    .inputs = (const tool_input[]){{"x", value}, {0}},
    .reference = reference,
    .by_width = true, /* who is compared with whom */
};
