/*
 * branch_program.h - draws random structured programs that record which lanes are together, and simulates a
 * lane.
 */
#pragma once

#include "cases/random.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

enum { TOOL_MOST_NODES = 64, TOOL_MOST_SEEN = 256, TOOL_BRANCH_DEPTH = 4 };

typedef enum tool_branch_kind {
    TOOL_SEE, /* records which lanes are together */
    TOOL_IF,
    TOOL_IF_ELSE,
    TOOL_ELSE_IF,
    TOOL_SWITCH,
    TOOL_FALL_THROUGH,
    TOOL_GOTO,
    TOOL_FOR,
    TOOL_FOR_UNIFORM,
    TOOL_WHILE,
    TOOL_DO,
    TOOL_FOR_BREAK,
    TOOL_WHILE_BREAK,
    TOOL_FOR_CONTINUE,
    TOOL_DO_CONTINUE,
    TOOL_RETURN,
    TOOL_RETURN_IN_LOOP,
    TOOL_AND,
    TOOL_OR,
    TOOL_TERNARY,
    TOOL_CALL,
    TOOL_CALL_RETURNS, /* a call of a function that some lanes leave early */
    TOOL_BRANCH_KINDS
} tool_branch_kind;
const char *tool_branch_kind_name(tool_branch_kind kind); /* "else if" */

/* A condition or a number of turns: `form` with the constant k. */
typedef struct tool_branch_test {
    int form, k;
} tool_branch_test;

typedef struct tool_branch_node {
    tool_branch_kind kind;
    tool_branch_test test, second;
    int body, other, next; /* nodes, -1: none. `other`: else, second case, after the break, ... */
    int after;   /* of SEE: statement that it follows, or whose block it begins; TOOL_SEE: the program's
                  * beginning */
    bool begins; /* of SEE: begins a block */
} tool_branch_node;

typedef struct tool_branch_program {
    tool_branch_node node[TOOL_MOST_NODES];
    int nodes, first; /* `first` of the main function */
    int width;        /* lanes */
} tool_branch_program;

/* What one lane records: at which node, in which turns of the loops around it. */
typedef struct tool_branch_seen {
    uint32_t node, turns;
} tool_branch_seen;

/* For sub-groups of `width` lanes. False: too large. */
bool tool_branch_draw(tool_branch_program *program, int width, tool_random *random);

/* What the lane records. `data`: its random word; `shared`: the sub-group's. Returns how many; above
   TOOL_MOST_SEEN: no room. */
int tool_branch_simulate(const tool_branch_program *program, int lane, uint32_t data, uint32_t shared,
                         tool_branch_seen seen[TOOL_MOST_SEEN]);

/* The function `program_NUMBER` in OpenCL C. `mutant`: both branches record at their ends what comes after an
   if/else, so their lanes are not together. */
void tool_branch_write(const tool_branch_program *program, int number, bool mutant, xl__text *out);

bool tool_branch_moves(const tool_branch_program *program, int node);
