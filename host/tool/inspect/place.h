/*
 * place.h - the place in a source of which an instruction was made.
 *
 * Compilers tell of an inlined instruction where it stands in its function, not where that was called.
 * Functions that have no places at all are told by where they are called. So the layer's get none
 * (tool_place_wrap), and what is made of an operation is told by the caller's line, and where a compiler
 * tells columns, by the operation's name there.
 */
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef struct tool_place {
    char file[256];   /* "": not told */
    int line, column; /* from 1; 0: not told */
} tool_place;

/* Reads `size` characters of LLVM's remarks: "mine.cl:5:3". */
void tool_place_read(const char *text, size_t size, tool_place *out);

/* Of a line of clang's assembly, in which a remark begins with that character: true if it holds no
   instruction, as it is empty, a remark or a directive. The place of ".loc 1 5 3 ; mine.cl:5:3" is read. */
bool tool_place_passes(const char *line, size_t size, char remark, tool_place *out);

/* Adds a program that has #line directives, with the layer's functions out of sight. */
void tool_place_wrap(const char *program, xl__text *out);
