#include "promises/branch_program.h"
#include <string.h>

const char *tool_branch_kind_name(tool_branch_kind kind) {
    static const char *const names[] = {"beginning of a block",
                                        "if",
                                        "if/else",
                                        "else if",
                                        "switch",
                                        "switch, falling through",
                                        "forward goto",
                                        "for",
                                        "uniform for",
                                        "while",
                                        "do",
                                        "for with break",
                                        "while with break",
                                        "for with continue",
                                        "do with continue",
                                        "return",
                                        "return within a loop",
                                        "&&",
                                        "||",
                                        "?:",
                                        "call",
                                        "call of a function with return"};
    return names[kind];
}

enum { BELOW, LANE_BIT, DATA_BIT, SHARED_BIT, LANE_AND_TURN, FORMS };

static bool holds(const tool_branch_test *test, int lane, uint32_t data, uint32_t shared, uint32_t turn) {
    const unsigned k = (unsigned)test->k;
    switch (test->form) {
    case BELOW: return (unsigned)lane < k;
    case LANE_BIT: return (unsigned)lane >> k & 1;
    case DATA_BIT: return data >> k & 1;
    case SHARED_BIT: return shared >> k & 1;
    default: return (((unsigned)lane + turn) & 3) == k;
    }
}

/* How often a loop runs, 0 to 4; which case a switch takes, 0 to 3. */
static uint32_t number_of(const tool_branch_test *test, int lane, uint32_t data, uint32_t shared) {
    const unsigned k = (unsigned)test->k;
    switch (test->form) {
    case BELOW: return (uint32_t)lane < k ? 1 : 3;
    case LANE_BIT: return (uint32_t)lane >> (k > 1 ? k - 1 : 0) & 3;
    case DATA_BIT: return data >> (k & 15) & 3;
    case SHARED_BIT: return shared >> (k & 15) & 3;
    default: return ((uint32_t)lane + k) & 3;
    }
}

static tool_branch_test draw_test(const tool_branch_program *p, tool_random *random) {
    tool_branch_test test = {.form = (int)tool_random_below(random, FORMS)};
    int bits = 0;
    while (1 << bits < p->width) bits++;
    switch (test.form) {
    case BELOW: test.k = (int)tool_random_range(random, 0, p->width); break;
    case LANE_BIT: test.k = (int)tool_random_below(random, (uint64_t)(bits > 0 ? bits : 1)); break;
    case LANE_AND_TURN: test.k = (int)tool_random_below(random, 4); break;
    default: test.k = (int)tool_random_below(random, 32); break;
    }
    return test;
}

/* -1: no room. */
static int add(tool_branch_program *p, tool_branch_kind kind, int after) {
    if (p->nodes == TOOL_MOST_NODES) return -1;
    p->node[p->nodes] = (tool_branch_node){.kind = kind, .body = -1, .other = -1, .next = -1, .after = after};
    return p->nodes++;
}

static int draw_block(tool_branch_program *p, tool_branch_kind of, int depth, bool called,
                      tool_random *random);

static int draw_statement(tool_branch_program *p, int depth, bool called, tool_random *random) {
    tool_branch_kind kind = (tool_branch_kind)(1 + tool_random_below(random, TOOL_BRANCH_KINDS - 1));
    /* Called functions call none: no recursion. */
    if (called && (kind == TOOL_CALL || kind == TOOL_CALL_RETURNS)) kind = TOOL_IF_ELSE;
    const int at = add(p, kind, 0);
    if (at < 0) return at;
    p->node[at].test = draw_test(p, random);
    p->node[at].second = draw_test(p, random);
    if (kind == TOOL_RETURN || kind == TOOL_TERNARY) return at;
    const bool inside = called || kind == TOOL_CALL || kind == TOOL_CALL_RETURNS;
    const int body = draw_block(p, kind, depth + 1, inside, random);
    p->node[at].body = body;
    const bool has_other = kind == TOOL_IF_ELSE || kind == TOOL_ELSE_IF || kind == TOOL_SWITCH ||
                           kind == TOOL_FALL_THROUGH ||
                           (kind >= TOOL_FOR_BREAK && kind <= TOOL_DO_CONTINUE) ||
                           kind == TOOL_RETURN_IN_LOOP || kind == TOOL_CALL_RETURNS;
    if (has_other) {
        const int other = draw_block(p, kind, depth + 1, inside, random);
        p->node[at].other = other;
    }
    return at;
}

/* A record, then statements with a record after each. */
static int draw_block(tool_branch_program *p, tool_branch_kind of, int depth, bool called,
                      tool_random *random) {
    const int first = add(p, TOOL_SEE, (int)of);
    int last = first, statements = 0;
    if (depth == 0) statements = (int)tool_random_range(random, 1, 3);
    if (depth > 0 && depth < TOOL_BRANCH_DEPTH)
        statements = (int)tool_random_below(random, depth == 1 ? 3 : 2);
    if (first >= 0) p->node[first].begins = true;
    for (int i = 0; i < statements && last >= 0; i++) {
        const int statement = draw_statement(p, depth, called, random);
        if (statement < 0) break;
        p->node[last].next = statement;
        const int see = add(p, TOOL_SEE, (int)p->node[statement].kind);
        p->node[statement].next = see;
        last = see;
    }
    return first;
}

bool tool_branch_draw(tool_branch_program *p, int width, tool_random *random) {
    memset(p, 0, sizeof *p);
    p->width = width;
    p->first = draw_block(p, TOOL_SEE, 0, false, random);
    return p->nodes < TOOL_MOST_NODES;
}

typedef struct simulated {
    const tool_branch_program *program;
    int lane, count;
    uint32_t data, shared;
    tool_branch_seen *seen;
} simulated;

static void see(simulated *s, int node, uint32_t turns) {
    if (s->count < TOOL_MOST_SEEN) s->seen[s->count] = (tool_branch_seen){(uint32_t)node, turns};
    s->count++;
}

/* True: the lane has left the function. */
static bool run_block(simulated *s, int node, uint32_t turns);

static bool test_of(const simulated *s, const tool_branch_test *test, uint32_t turns) {
    return holds(test, s->lane, s->data, s->shared, turns & 7);
}

static bool run_loop(simulated *s, const tool_branch_node *n, uint32_t turns) {
    const bool bounded = n->kind >= TOOL_FOR_BREAK; /* these have four turns, and a test inside */
    const uint32_t trips = bounded                       ? 4
                           : n->kind == TOOL_FOR_UNIFORM ? (uint32_t)(n->test.k & 3)
                                                         : number_of(&n->test, s->lane, s->data, s->shared);
    const bool skips = n->kind == TOOL_FOR_CONTINUE || n->kind == TOOL_DO_CONTINUE;
    uint32_t turn = 0;
    do {
        if (turn == trips && n->kind != TOOL_DO) break;
        const uint32_t inner = turns * 8 + turn++;
        if (run_block(s, n->body, inner)) return true;
        if (bounded) {
            const bool leaves = test_of(s, &n->test, inner);
            if (leaves && n->kind == TOOL_RETURN_IN_LOOP) return true;
            if (leaves && !skips) break;
            if (!leaves && run_block(s, n->other, inner)) return true;
        }
    } while (turn < trips);
    return false;
}

static bool run_statement(simulated *s, int at, uint32_t turns) {
    const tool_branch_node *const n = &s->program->node[at];
    const bool first = test_of(s, &n->test, turns), second = test_of(s, &n->second, turns);
    const uint32_t number = number_of(&n->test, s->lane, s->data, s->shared);
    switch (n->kind) {
    case TOOL_SEE: see(s, at, turns); return false;
    case TOOL_IF: return first && run_block(s, n->body, turns);
    case TOOL_GOTO: return !first && run_block(s, n->body, turns);
    case TOOL_IF_ELSE: return run_block(s, first ? n->body : n->other, turns);
    case TOOL_ELSE_IF:
        return first ? run_block(s, n->body, turns) : second ? run_block(s, n->other, turns) : false;
    case TOOL_SWITCH:
        return number == 0   ? run_block(s, n->body, turns)
               : number == 1 ? run_block(s, n->other, turns)
                             : false;
    case TOOL_FALL_THROUGH:
        if (number == 0 && run_block(s, n->body, turns)) return true;
        return number <= 1 && run_block(s, n->other, turns);
    case TOOL_RETURN: return first;
    case TOOL_AND:
        if (first) see(s, at, turns);
        return first && second && run_block(s, n->body, turns);
    case TOOL_OR:
        if (!first) see(s, at, turns);
        return (first || second) && run_block(s, n->body, turns);
    case TOOL_TERNARY: see(s, at, turns * 8 + first); return false;
    case TOOL_CALL: (void)run_block(s, n->body, turns); return false;
    case TOOL_CALL_RETURNS:
        if (!run_block(s, n->body, turns) && !first) (void)run_block(s, n->other, turns);
        return false;
    default: return run_loop(s, n, turns);
    }
}

static bool run_block(simulated *s, int node, uint32_t turns) {
    for (; node >= 0; node = s->program->node[node].next)
        if (run_statement(s, node, turns)) return true;
    return false;
}

int tool_branch_simulate(const tool_branch_program *program, int lane, uint32_t data, uint32_t shared,
                         tool_branch_seen seen[TOOL_MOST_SEEN]) {
    simulated s = {.program = program, .lane = lane, .data = data, .shared = shared, .seen = seen};
    (void)run_block(&s, program->first, 0);
    return s.count;
}
