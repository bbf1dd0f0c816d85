/*
 * kernel_check.h - finds mistakes in a kernel's source by its words. Pure. The results are hints, not
 * verdicts: there is no preprocessor and there are no types. A test checks that kernels/ has none. For
 * kernels that were wrong, hung or did not compile. The checking device, if present, finds more.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum tool_mistake {
    TOOL_DIVERGENT_BRANCH,  /* a collective or barrier under a condition on a lane's value */
    TOOL_EARLY_RETURN,      /* after a return that only some lanes take */
    TOOL_NO_CONTEXT,        /* an operation of the layer lacks its first argument */
    TOOL_NOT_INITIALISED,   /* a variable that is read before it has a value */
    TOOL_WORK_ITEM_AS_LANE, /* get_local_id or get_global_id where a lane number belongs */
    TOOL_STANDARD_NAME,     /* sub_group_shuffle, where the layer has sg_shuffle */
    TOOL_MISTAKES
} tool_mistake;

/* Longer functions are not checked: time grows with the square of their words. The suite's longest has
   about 1,000. */
enum { TOOL_MOST_WORDS = 4000 };

enum { TOOL_FINDING_TEXT = 320, TOOL_MOST_FINDINGS = 8 };

typedef struct tool_finding {
    tool_mistake mistake;
    unsigned line, column;        /* in the text, from 1 */
    char text[TOOL_FINDING_TEXT]; /* the mistake, and what to do */
} tool_finding;

/* True if the text calls an operation of the sub-group, or may call one by a macro or an included file. */
bool tool_kernel_exchanges(const char *source);

/* Checks one kernel of the text, or all functions if `kernel` is NULL. Returns the number of mistakes in
   `out`, in the order of lines. */
int tool_kernel_check(const char *source, const char *kernel, tool_finding out[TOOL_MOST_FINDINGS]);
