/* Inputs and reference of lanes. */
#include "cases/case.h"

enum { X, Y }; /* indices in the table of lanes.c: arrays */
enum { LANE, SHUFFLE, BALLOT, SUM, SCAN };

/* digits: the digits of pi, from position `seed`. words: any 32 bits, so that sums wrap. */
static uint32_t number(const tool_element *e) {
    static const char pi[] = "3141592653589793238462643383279502884197169399375105820974944592";
    return tool_is(e, "digits") ? (uint32_t)(pi[(e->i + e->seed + 63) % 64] - '0') : tool_any(e, 0);
}

/* Its name begins the name of a wrong kernel; a user's kernel answers that of the strategy that it is like.
 */
static int question(const xl__problem *problem) {
    static const char *const words[] = {"lane", "shuffle", "ballot", "sum", "scan"};
    const char *const name = problem->strategy ? xl__strategy_word(problem->strategy) : words[LANE];
    for (int q = SHUFFLE; q <= SCAN; q++)
        if (strncmp(name, words[q], strlen(words[q])) == 0) return q;
    return LANE;
}

/* `count` lanes have an element, the others have 0. */
static void answer(int asked, const uint32_t *x, size_t count, size_t width, uint32_t *y) {
    uint32_t sum = 0, odd = 0, before = 0;
    for (size_t l = 0; l < count; l++) {
        sum += x[l];
        odd += x[l] & 1u;
    }
    for (size_t l = 0; l < count; l++) {
        const size_t next = l + 1 == width ? 0 : l + 1;
        switch (asked) {
        case SHUFFLE: y[l] = next < count ? x[next] : 0; break;
        case BALLOT: y[l] = odd; break;
        case SUM: y[l] = sum; break;
        case SCAN: y[l] = before; break;
        default: y[l] = (uint32_t)l;
        }
        before += x[l];
    }
}

static void expect(const tool_part *t) {
    answer(question(t->problem), (const uint32_t *)t->in[X].data + t->i, t->lanes, (size_t)t->problem->width,
           (uint32_t *)t->expected[Y].exact + t->i);
}

const tool_case tool_case_lanes = {
    .algorithm = &xl__algorithm_lanes,
    .distributions = TOOL_TEXTS("digits"),
    .edges = TOOL_TEXTS("words"),
    .verify_base = "n=301",
    .bench_settings = TOOL_TEXTS("n=65536", "n=4194304"),
    .inputs = (const tool_input[]){{"x", .bits = number}, {0}},
    .parts = "n",
    .expect = expect,
    .apart = true,
    .by_strategy = true,
    .by_width = true,
};
