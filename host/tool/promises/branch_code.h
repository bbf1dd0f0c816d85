/*
 * branch_code.h - random structured programs as instructions for kernels/sg/promises/interpreter.cl.
 *
 * Instructions are in the order of the program's text, with called functions in place. A sub-group always
 * runs the lowest instruction at which one of its lanes is, so lanes that come to the same point wait for
 * each other.
 */
#pragma once

#include "promises/branch_program.h"

enum { TOOL_BRANCH_CODE = 512 };

typedef enum tool_branch_op {
    TOOL_OP_SEE,    /* extra 1 or 2: with 8 * turns + extra - 1 */
    TOOL_OP_BRANCH, /* to the target if the test's value is `extra` */
    TOOL_OP_ABOVE,  /* to the target if the test's number is above `extra` */
    TOOL_OP_JUMP,
    TOOL_OP_LOOP, /* begins a loop of `extra` turns, of the test's number if it is above 7 */
    TOOL_OP_HEAD, /* to the target after the last turn; with extra 1 it is not asked; else begins a turn */
    TOOL_OP_NEXT  /* to the target unless that was the last turn */
} tool_branch_op;

/* word[0]: op | level << 8 | form << 16 | k << 24; [1]: target; [2]: extra; [3]: node */
typedef struct tool_branch_instruction {
    uint32_t word[4];
} tool_branch_instruction;

/* Returns the number of instructions. */
int tool_branch_encode(const tool_branch_program *program, tool_branch_instruction code[TOOL_BRANCH_CODE]);
