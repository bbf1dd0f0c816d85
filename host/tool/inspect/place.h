/*
 * place.h - the source place of an instruction. Compilers report an inlined instruction's place in its
 * function, not of the call, unless the function has no places. So the layer's functions get none
 * (tool_place_wrap): their instructions have the caller's line and, if the compiler reports columns, the
 * column of the operation's name.
 */
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef struct tool_place {
    char file[256];   /* "": not known */
    int line, column; /* from 1; 0: not known */
} tool_place;

/* Reads the place in LLVM's remarks: "mine.cl:5:3". */
void tool_place_read(const char *text, size_t size, tool_place *out);

/* For clang's assembly, where `remark` begins a remark: true if the line is empty, a remark or a
 * directive. Reads the place of ".loc 1 5 3 ; mine.cl:5:3".
 */
bool tool_place_passes(const char *line, size_t size, char remark, tool_place *out);

/* A program with #line directives; hides the layer's functions. */
void tool_place_wrap(const char *program, xl__text *out);
