/* asked.h - the layer's operations that a kernel uses, and the instructions compiled from each. */
#pragma once

#include "inspect/code.h"

/* One operation, or all on a line if the compiler reports only lines. */
typedef struct tool_asked {
    char name[160];   /* "sg_shuffle", "sg_any, sg_shuffle" */
    const char *file; /* the code's */
    int line, column; /* column 0: not known */
    int instructions, cross_lane, waterfall_instructions;
    int largest;     /* most instructions from one use on the line */
    char words[160]; /* cross-lane instructions: "2 ds_bpermute_b32, v_readlane_b32" */
} tool_asked;

typedef struct tool_asked_list {
    tool_asked *item; /* by file and line */
    int count;
    int *of; /* the item of each instruction, -1: none */
} tool_asked_list;

/* `text`: as compiled, with #line directives. Free with tool_asked_free. */
tool_asked_list tool_asked_find(const tool_code *code, const char *text);
void tool_asked_free(tool_asked_list *list);

/* Instructions of the largest use; -1: unknown. "sg_ballot_count" is any count of a mask's bits. */
long tool_asked_largest(const tool_code *code, const char *text, const char *operation);

/* False for sg_lane, masks and the like, which use only the lane's own values. */
bool tool_asked_exchanges(const char *name);
