/*
 * kernel_check.h - finds mistakes in a kernel's source by its words. Pure. The results are hints, not
 * verdicts: this has no preprocessor and no types. No right kernel of kernels/ has any (a test). The
 * caller checks kernels that were wrong, hung or did not compile.
 */
#pragma once

#include <stddef.h>

typedef enum tool_mistake {
    TOOL_DIVERGENT_BRANCH,  /* a collective or barrier under a condition that may differ between lanes */
    TOOL_DIVERGENT_LOOP,    /* the same in a loop that lanes may leave at different times */
    TOOL_CONDITIONAL,       /* in the right operand of && or ||, or in an arm of ?: */
    TOOL_EARLY_RETURN,      /* after a return that only some lanes take */
    TOOL_NO_CONTEXT,        /* an operation of the layer without its first argument */
    TOOL_NOT_INITIALISED,   /* a variable that is read before it has a value */
    TOOL_NO_BARRIER,        /* local memory written and read without a barrier in between */
    TOOL_WORK_ITEM_AS_LANE, /* get_local_id or get_global_id where a lane number belongs */
    TOOL_FIXED_WIDTH,       /* 32, 31 or 64 used with the lane's number */
    TOOL_ENDLESS_LOOP,      /* nothing in the loop changes what its condition reads */
    TOOL_NOT_LOOKED_AT,     /* no mistake: a function that is too long or nested too deep to check */
    TOOL_MISTAKES
} tool_mistake;

/* Time grows with the square of a function's words, and the stack with the depth of its statements. Functions
   beyond these bounds are not checked (further). The longest function of the suite has about 1,000 words. */
enum { TOOL_MOST_WORDS = 4000, TOOL_MOST_DEPTH = 200 };

enum { TOOL_FINDING_TEXT = 320, TOOL_MOST_FINDINGS = 8 };

typedef struct tool_finding {
    tool_mistake mistake;
    unsigned line, column;        /* in the text, from 1 */
    char text[TOOL_FINDING_TEXT]; /* the mistake, and what to do */
} tool_finding;

/* Checks one kernel of the text, or all functions if `kernel` is NULL. Returns the number of mistakes in
   `out`, in the order of lines. */
int tool_kernel_check(const char *source, const char *kernel, tool_finding out[TOOL_MOST_FINDINGS]);
