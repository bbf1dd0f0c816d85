/* kernel_flow.h - finds collectives in control flow that differs between lanes. Only for kernel_check. */
#pragma once

#include "hints/kernel_check.h"
#include "hints/kernel_words.h"

/* A function: its name, and the words of its parameters and its body. */
typedef struct tool_function {
    size_t name, params, params_end, body, body_end;
    bool kernel;
    bool collective; /* it contains an operation that every lane must reach */
} tool_function;

enum { TOOL_MOST_FUNCTIONS = 64 };
typedef struct tool_functions {
    tool_function item[TOOL_MOST_FUNCTIONS];
    int count;
} tool_functions;

void tool_functions_find(const tool_kernel_words *words, tool_functions *out);

/* The findings, sorted by line at the end; findings that do not fit are dropped. */
typedef struct tool_findings {
    tool_finding *item;
    int count;
} tool_findings;
void tool_findings_add(tool_findings *out, tool_mistake mistake, const tool_word *at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

/* Whether every lane must reach a call of this name: an operation of the layer that exchanges values, a
   barrier, or a function of the text that contains one. */
bool tool_is_collective(const tool_kernel_words *words, const tool_functions *functions, size_t at);

/* Checks a function's statements. */
void tool_check_flow(const tool_kernel_words *words, const tool_functions *functions, const tool_function *f,
                     tool_findings *out);
