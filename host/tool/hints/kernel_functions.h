/* kernel_functions.h - finds the functions of a kernel's source. */
#pragma once

#include "hints/kernel_words.h"

/* A function: its name, and the words of its parameters and its body. */
typedef struct tool_function {
    size_t name, params, params_end, body, body_end;
    bool kernel;
} tool_function;

enum { TOOL_MOST_FUNCTIONS = 64 };
typedef struct tool_functions {
    tool_function item[TOOL_MOST_FUNCTIONS];
    int count;
} tool_functions;

void tool_functions_find(const tool_kernel_words *words, tool_functions *out);
