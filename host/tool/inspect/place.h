/*
 * place.h - the source place of an instruction. Compilers report an inlined instruction's place in its
 * function, unless that has no places. So tool_place_wrap removes the places of the layer's functions: their
 * instructions get the caller's line and, where reported, the column of the operation's name.
 */
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef struct tool_place {
    char file[256];   /* "": not known */
    int line, column; /* from 1; 0: not known */
} tool_place;

/* LLVM's remarks: "mine.cl:5:3". */
void tool_place_read(const char *text, size_t size, tool_place *out);

/* For clang's assembly, where `remark` begins a remark. True for an empty line, a remark or a directive;
 * reads ".loc 1 5 3 ; mine.cl:5:3".
 */
bool tool_place_passes(const char *line, size_t size, char remark, tool_place *out);

/* A program with #line directives; hides the layer's functions. */
void tool_place_wrap(const char *program, xl__text *out);
