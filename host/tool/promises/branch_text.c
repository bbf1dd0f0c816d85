/* branch_text.c - random structured programs as OpenCL C. */
#include "promises/branch_program.h"

typedef struct writer {
    const tool_branch_program *program;
    int number;
    bool mutant;
    xl__text *out;
} writer;

#define PARAMETERS "seen_at *seen, const uint lane, const uint data, const uint shared, const uint t0"

bool tool_branch_moves(const tool_branch_program *p, int node) {
    return p->node[node].kind == TOOL_SEE && p->node[node].after == TOOL_IF_ELSE && !p->node[node].begins;
}

/* These match holds() and number_of() of branch_program.c. */

static void put_test(const writer *w, const tool_branch_test *test, int t) {
    switch (test->form) {
    case 0: xl__text_format(w->out, "lane < %du", test->k); break;
    case 1: xl__text_format(w->out, "(lane >> %d & 1u) != 0", test->k); break;
    case 2: xl__text_format(w->out, "(data >> %d & 1u) != 0", test->k); break;
    case 3: xl__text_format(w->out, "(shared >> %d & 1u) != 0", test->k); break;
    default: xl__text_format(w->out, "((lane + (t%d & 7u)) & 3u) == %du", t, test->k); break;
    }
}

static void put_number(const writer *w, const tool_branch_test *test) {
    const int k = test->k;
    switch (test->form) {
    case 0: xl__text_format(w->out, "(lane < %du ? 1u : 3u)", k); break;
    case 1: xl__text_format(w->out, "(lane >> %d & 3u)", k > 1 ? k - 1 : 0); break;
    case 2: xl__text_format(w->out, "(data >> %d & 3u)", k & 15); break;
    case 3: xl__text_format(w->out, "(shared >> %d & 3u)", k & 15); break;
    default: xl__text_format(w->out, "((lane + %du) & 3u)", k); break;
    }
}

static void put(const writer *w, const char *text) {
    xl__text_format(w->out, "%s", text);
}

static void put_block(const writer *w, int node, int t);

static void put_see(const writer *w, int node, int t) {
    xl__text_format(w->out, "SEE(%d, t%d);\n", node, t);
}

/* `moved`: a record that belongs after the branches, -1: none. */
static void put_braces(const writer *w, int node, int t, int moved) {
    put(w, "{\n");
    put_block(w, node, t);
    if (moved >= 0) put_see(w, moved, t);
    put(w, "}\n");
}

static void put_condition(const writer *w, const char *before, const tool_branch_test *test, int t,
                          const char *after) {
    put(w, before);
    put_test(w, test, t);
    put(w, after);
}

static void put_loop_head(const writer *w, int at, int t) {
    const tool_branch_node *const n = &w->program->node[at];
    const bool is_do = n->kind == TOOL_DO || n->kind == TOOL_DO_CONTINUE;
    const bool is_while = n->kind == TOOL_WHILE || n->kind == TOOL_WHILE_BREAK;
    if (is_do || is_while) {
        xl__text_format(w->out, "uint c%d = 0;\n", at);
        if (is_do)
            put(w, "do {\n");
        else
            xl__text_format(w->out, "while (c%d < trips%d) {\n", at, at);
        xl__text_format(w->out, "const uint t%d = t%d * 8u + c%d++;\n", t + 1, t, at);
    } else {
        xl__text_format(w->out, "for (uint c%d = 0; c%d < trips%d; c%d++) {\n", at, at, at, at);
        xl__text_format(w->out, "const uint t%d = t%d * 8u + c%d;\n", t + 1, t, at);
    }
}

static void put_loop(const writer *w, int at, int t) {
    const tool_branch_node *const n = &w->program->node[at];
    const bool bounded = n->kind >= TOOL_FOR_BREAK;
    const bool skips = n->kind == TOOL_FOR_CONTINUE || n->kind == TOOL_DO_CONTINUE;
    xl__text_format(w->out, "{\nconst uint trips%d = ", at);
    if (bounded)
        put(w, "4u");
    else if (n->kind == TOOL_FOR_UNIFORM)
        xl__text_format(w->out, "%du", n->test.k & 3);
    else
        put_number(w, &n->test);
    put(w, ";\n");
    put_loop_head(w, at, t);
    put_block(w, n->body, t + 1);
    if (bounded) {
        put_condition(w, "if (", &n->test, t + 1,
                      n->kind == TOOL_RETURN_IN_LOOP ? ") return;\n"
                      : skips                        ? ") continue;\n"
                                                     : ") break;\n");
        put_block(w, n->other, t + 1);
    }
    if (n->kind == TOOL_DO || n->kind == TOOL_DO_CONTINUE)
        xl__text_format(w->out, "} while (c%d < trips%d);\n}\n", at, at);
    else
        put(w, "}\n}\n");
}

static void put_switch(const writer *w, const tool_branch_node *n, int t) {
    put(w, "switch (");
    put_number(w, &n->test);
    put(w, ") {\ncase 0u: ");
    put_braces(w, n->body, t, -1);
    if (n->kind == TOOL_SWITCH) put(w, "break;\n");
    put(w, "case 1u: ");
    put_braces(w, n->other, t, -1);
    put(w, "break;\ndefault: break;\n}\n");
}

/* && and ||: the second operand is a call that records. */
static void put_short(const writer *w, int at, int t) {
    const tool_branch_node *const n = &w->program->node[at];
    put_condition(w, "if ((", &n->test, t, n->kind == TOOL_AND ? ") && " : ") || ");
    xl__text_format(w->out, "SEEN_IF(%d, t%d, ", at, t);
    put_test(w, &n->second, t);
    put(w, ")) ");
    put_braces(w, n->body, t, -1);
}

static void put_statement(const writer *w, int at, int t) {
    const tool_branch_node *const n = &w->program->node[at];
    const int moved = w->mutant && n->next >= 0 && tool_branch_moves(w->program, n->next) ? n->next : -1;
    switch (n->kind) {
    case TOOL_SEE: put_see(w, at, t); break;
    case TOOL_IF:
        put_condition(w, "if (", &n->test, t, ") ");
        put_braces(w, n->body, t, -1);
        break;
    case TOOL_GOTO:
        put_condition(w, "if (", &n->test, t, ") ");
        xl__text_format(w->out, "goto out%d;\n", at);
        put_braces(w, n->body, t, -1);
        xl__text_format(w->out, "out%d:;\n", at);
        break;
    case TOOL_IF_ELSE:
    case TOOL_ELSE_IF:
        put_condition(w, "if (", &n->test, t, ") ");
        put_braces(w, n->body, t, moved);
        if (n->kind == TOOL_IF_ELSE)
            put(w, "else ");
        else
            put_condition(w, "else if (", &n->second, t, ") ");
        put_braces(w, n->other, t, moved);
        break;
    case TOOL_SWITCH:
    case TOOL_FALL_THROUGH: put_switch(w, n, t); break;
    case TOOL_RETURN: put_condition(w, "if (", &n->test, t, ") return;\n"); break;
    case TOOL_AND:
    case TOOL_OR: put_short(w, at, t); break;
    case TOOL_TERNARY:
        put_condition(w, "(void)((", &n->test, t, "") /* the records differ in the lowest turn */;
        xl__text_format(w->out, ") ? SEEN_IF(%d, t%d * 8u + 1u, 1) : SEEN_IF(%d, t%d * 8u, 0));\n", at, t, at,
                        t);
        break;
    case TOOL_CALL:
    case TOOL_CALL_RETURNS:
        xl__text_format(w->out, "called_%d_%d(seen, lane, data, shared, t%d);\n", w->number, at, t);
        break;
    default: put_loop(w, at, t); break;
    }
}

static void put_block(const writer *w, int node, int t) {
    for (; node >= 0; node = w->program->node[node].next) {
        put_statement(w, node, t);
        const int next = w->program->node[node].next;
        if (w->mutant && next >= 0 && tool_branch_moves(w->program, next)) node = next;
    }
}

static void put_function(const writer *w, int at) {
    const tool_branch_node *const n = &w->program->node[at];
    xl__text_format(w->out, "static void called_%d_%d(" PARAMETERS ") {\n", w->number, at);
    put_block(w, n->body, 0);
    if (n->kind == TOOL_CALL_RETURNS) {
        put_condition(w, "if (", &n->test, 0, ") return;\n");
        put_block(w, n->other, 0);
    }
    put(w, "}\n");
}

void tool_branch_write(const tool_branch_program *program, int number, bool mutant, xl__text *out) {
    const writer w = {program, number, mutant, out};
    for (int i = 0; i < program->nodes; i++)
        if (program->node[i].kind == TOOL_CALL || program->node[i].kind == TOOL_CALL_RETURNS)
            put_function(&w, i);
    xl__text_format(out, "static void program_%d(" PARAMETERS ") {\n", number);
    put_block(&w, program->first, 0);
    put(&w, "}\n");
}
