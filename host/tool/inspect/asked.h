/*
 * asked.h - operations of the layer that a kernel asks for, and what became of each: the instructions that
 * were made of it.
 */
#pragma once

#include "inspect/code.h"

/* An operation, or several where the compiler tells the line alone and they stand on one: then the
   instructions are all of the line's. */
typedef struct tool_asked {
    char name[160];   /* "sg_shuffle", "sg_any, sg_shuffle" */
    const char *file; /* the code's */
    int line, column; /* column 0: not told */
    int instructions, cross_lane, waterfall_instructions;
    int largest;     /* of instructions, those of the one place on the line of which most were made */
    char words[160]; /* the cross-lane ones: "2 ds_bpermute_b32, v_readlane_b32" */
} tool_asked;

typedef struct tool_asked_list {
    tool_asked *item; /* by file and line, as they come */
    int count;
    int *of; /* of which of them each instruction was made, -1: of none */
} tool_asked_list;

/* `text`: the program as it was compiled, with #line directives. Freed by tool_asked_free. */
tool_asked_list tool_asked_find(const tool_code *code, const char *text);
void tool_asked_free(tool_asked_list *list);

/* The instructions of one use of an operation, "sg_shuffle", the largest where there are several; -1: nothing
   is known to be made of it. "sg_ballot_count" is any count of a mask's bits. */
long tool_asked_largest(const tool_code *code, const char *text, const char *operation);

/* Whether lanes exchange anything in it; sg_lane, masks and their like are made of what a lane has. */
bool tool_asked_exchanges(const char *name);
