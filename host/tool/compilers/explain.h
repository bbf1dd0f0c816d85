/* explain.h - what a compiler's errors mean: what is missing where, and what to type. */
#pragma once

#include "base/text.h"

typedef struct tool_explaining {
    const char *log;
    const char *text;       /* the program, with #line directives */
    const char *target;     /* "sm_90" */
    const char *extensions; /* of the target's driver, divided by blanks */
    const char *lanes;      /* of the target: "16 8 32" */
} tool_explaining;

/* Adds at most 8 lines, each after a line feed: "\nhelp: mine.cl:7: ...". */
void tool_explain_errors(const tool_explaining *of, xl__text *out);
