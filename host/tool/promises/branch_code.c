/* branch_code.c - random structured programs as instructions. */
#include "promises/branch_code.h"

enum { MOST_JUMPS = TOOL_BRANCH_CODE };

/* Instructions that jump to a place not yet known. */
typedef struct jumps {
    int at[MOST_JUMPS], count;
} jumps;

typedef struct coder {
    const tool_branch_program *program;
    tool_branch_instruction *code;
    int count;
    jumps *leave; /* the function */
} coder;

static const tool_branch_test no_test;

static int put(coder *c, tool_branch_op op, int level, const tool_branch_test *test, int extra, int node) {
    c->code[c->count] = (tool_branch_instruction){
        {(uint32_t)op | (uint32_t)level << 8 | (uint32_t)test->form << 16 | (uint32_t)test->k << 24, 0,
         (uint32_t)extra, (uint32_t)node}};
    return c->count++;
}

static void to_here(const coder *c, int jump) {
    c->code[jump].word[1] = (uint32_t)c->count;
}

static void all_to_here(const coder *c, const jumps *list) {
    for (int i = 0; i < list->count; i++) to_here(c, list->at[i]);
}

static void add(jumps *list, int jump) {
    list->at[list->count++] = jump;
}

static void put_block(coder *c, int node, int level);

/* `first` if the jump is not taken, else `second`. */
static void put_either(coder *c, int jump, int first, int second, int level) {
    put_block(c, first, level);
    const int end = put(c, TOOL_OP_JUMP, level, &no_test, 0, 0);
    to_here(c, jump);
    put_block(c, second, level);
    to_here(c, end);
}

static void put_switch(coder *c, const tool_branch_node *n, int level) {
    const int not_first = put(c, TOOL_OP_ABOVE, level, &n->test, 0, 0);
    put_block(c, n->body, level);
    const int after = put(c, TOOL_OP_JUMP, level, &no_test, 0, 0);
    to_here(c, not_first);
    const int not_second = put(c, TOOL_OP_ABOVE, level, &n->test, 1, 0);
    if (n->kind == TOOL_FALL_THROUGH) to_here(c, after);
    put_block(c, n->other, level);
    if (n->kind == TOOL_SWITCH) to_here(c, after);
    to_here(c, not_second);
}

static void put_loop(coder *c, const tool_branch_node *n, int level) {
    enum { BY_TEST = 8, BOUNDED_TURNS = 4 };
    const bool bounded = n->kind >= TOOL_FOR_BREAK;
    const bool skips = n->kind == TOOL_FOR_CONTINUE || n->kind == TOOL_DO_CONTINUE;
    const bool asks = n->kind != TOOL_DO && n->kind != TOOL_DO_CONTINUE;
    const int turns = bounded ? BOUNDED_TURNS : n->kind == TOOL_FOR_UNIFORM ? n->test.k & 3 : BY_TEST;
    put(c, TOOL_OP_LOOP, level, &n->test, turns, 0);
    const int head = put(c, TOOL_OP_HEAD, level + 1, &no_test, !asks, 0);
    int inside = -1;
    put_block(c, n->body, level + 1);
    if (bounded) {
        inside = put(c, TOOL_OP_BRANCH, level + 1, &n->test, 1, 0);
        if (n->kind == TOOL_RETURN_IN_LOOP) add(c->leave, inside);
        put_block(c, n->other, level + 1);
    }
    if (skips) to_here(c, inside);
    const int next = put(c, TOOL_OP_NEXT, level + 1, &no_test, 0, 0);
    c->code[next].word[1] = (uint32_t)head;
    if (asks) to_here(c, head);
    if (bounded && !skips && n->kind != TOOL_RETURN_IN_LOOP) to_here(c, inside);
}

static void put_short(coder *c, int at, int level) {
    const tool_branch_node *const n = &c->program->node[at];
    const int first = put(c, TOOL_OP_BRANCH, level, &n->test, n->kind == TOOL_OR, 0);
    put(c, TOOL_OP_SEE, level, &no_test, 0, at);
    const int second = put(c, TOOL_OP_BRANCH, level, &n->second, 0, 0);
    if (n->kind == TOOL_OR) to_here(c, first);
    put_block(c, n->body, level);
    if (n->kind == TOOL_AND) to_here(c, first);
    to_here(c, second);
}

static void put_ternary(coder *c, int at, int level) {
    const int no = put(c, TOOL_OP_BRANCH, level, &c->program->node[at].test, 0, 0);
    put(c, TOOL_OP_SEE, level, &no_test, 2, at);
    const int end = put(c, TOOL_OP_JUMP, level, &no_test, 0, 0);
    to_here(c, no);
    put(c, TOOL_OP_SEE, level, &no_test, 1, at);
    to_here(c, end);
}

static void put_call(coder *c, const tool_branch_node *n, int level) {
    jumps inner = {.count = 0};
    jumps *const outer = c->leave;
    c->leave = &inner;
    put_block(c, n->body, level);
    if (n->kind == TOOL_CALL_RETURNS) {
        add(&inner, put(c, TOOL_OP_BRANCH, level, &n->test, 1, 0));
        put_block(c, n->other, level);
    }
    all_to_here(c, &inner);
    c->leave = outer;
}

static void put_statement(coder *c, int at, int level) {
    const tool_branch_node *const n = &c->program->node[at];
    int jump = -1;
    switch (n->kind) {
    case TOOL_SEE: put(c, TOOL_OP_SEE, level, &no_test, 0, at); break;
    case TOOL_IF:
    case TOOL_GOTO:
        jump = put(c, TOOL_OP_BRANCH, level, &n->test, n->kind == TOOL_GOTO, 0);
        put_block(c, n->body, level);
        to_here(c, jump);
        break;
    case TOOL_IF_ELSE:
        put_either(c, put(c, TOOL_OP_BRANCH, level, &n->test, 0, 0), n->body, n->other, level);
        break;
    case TOOL_ELSE_IF: {
        jump = put(c, TOOL_OP_BRANCH, level, &n->test, 0, 0);
        put_block(c, n->body, level);
        const int end = put(c, TOOL_OP_JUMP, level, &no_test, 0, 0);
        to_here(c, jump);
        jump = put(c, TOOL_OP_BRANCH, level, &n->second, 0, 0);
        put_block(c, n->other, level);
        to_here(c, jump);
        to_here(c, end);
        break;
    }
    case TOOL_SWITCH:
    case TOOL_FALL_THROUGH: put_switch(c, n, level); break;
    case TOOL_RETURN: add(c->leave, put(c, TOOL_OP_BRANCH, level, &n->test, 1, 0)); break;
    case TOOL_AND:
    case TOOL_OR: put_short(c, at, level); break;
    case TOOL_TERNARY: put_ternary(c, at, level); break;
    case TOOL_CALL:
    case TOOL_CALL_RETURNS: put_call(c, n, level); break;
    default: put_loop(c, n, level); break;
    }
}

static void put_block(coder *c, int node, int level) {
    for (; node >= 0; node = c->program->node[node].next) put_statement(c, node, level);
}

/* A statement takes at most six instructions. */
_Static_assert(6 * TOOL_MOST_NODES <= TOOL_BRANCH_CODE, "every program fits");

int tool_branch_encode(const tool_branch_program *program, tool_branch_instruction code[TOOL_BRANCH_CODE]) {
    jumps leave = {.count = 0};
    coder c = {.program = program, .code = code, .leave = &leave};
    put_block(&c, program->first, 0);
    all_to_here(&c, &leave);
    return c.count;
}
