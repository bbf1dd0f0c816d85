/*
 * place.h - the source place of an instruction. Compilers report an inlined instruction's place in its
 * function, not of the call, unless the function has no places. So the layer's functions get none
 * (tool_place_wrap): instructions of an operation have the caller's line and, if the compiler reports
 * columns, the column of the operation's name.
 */
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef struct tool_place {
    char file[256];   /* "": not known */
    int line, column; /* from 1; 0: not known */
} tool_place;

/* Reads `size` characters of LLVM's remarks: "mine.cl:5:3". */
void tool_place_read(const char *text, size_t size, tool_place *out);

/* For a line of clang's assembly, in which `remark` begins a remark: true if it holds no instruction because
 * it is empty, a remark or a directive. Reads the place of ".loc 1 5 3 ; mine.cl:5:3". */
bool tool_place_passes(const char *line, size_t size, char remark, tool_place *out);

/* Adds a program that has #line directives, with the layer's functions out of sight. */
void tool_place_wrap(const char *program, xl__text *out);
