/* explain.h - what a compiler's errors mean for a user's kernel: what is missing where, and what to type. */
#pragma once

#include "base/text.h"

typedef struct tool_explaining {
    const char *log;        /* of the compiler */
    const char *text;       /* the program, with #line directives */
    const char *target;     /* "sm_90" */
    const char *extensions; /* of the target's driver, divided by blanks */
    const char *lanes;      /* of the target: "16 8 32" */
} tool_explaining;

/* Adds a line per missing thing, each after a line feed: "\nhelp: mine.cl:7: ...". At most 8. */
void tool_explain_errors(const tool_explaining *of, xl__text *out);
