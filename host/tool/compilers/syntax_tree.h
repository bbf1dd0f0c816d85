/* syntax_tree.h - the functions of an OpenCL C program, as clang reads them, even with errors. */
#pragma once

#include "base/text.h"
#include "crosslane.h"
#include <stdbool.h>

typedef struct tool_tree_function {
    char *name;
    bool kernel, defined;
    /* Offsets in the text: of the name, of the body's brace. -1: a macro wrote it, or it is in another file.
     */
    long name_at, body_at;
    long at;        /* where it, or the macro, is in the text; -1: in another file */
    int parameters; /* their number */
    int width;      /* lanes that its attribute requires; 0: none */
    long group;     /* work-items that its attribute requires; 0: none */
    char **uses;    /* functions named in its body, each once */
    int use_count;
} tool_tree_function;

typedef struct tool_tree {
    tool_tree_function *item; /* declarations and definitions, in order */
    int count;
} tool_tree;

typedef struct tool_tree_given {
    const char *text;
    const char *base;           /* names of temporary files, without their ends */
    const char *const *options; /* of clang, NULL at the end */
    double seconds;
} tool_tree_given;

/* XL_UNSUPPORTED: there is no clang; XL_BUILD_FAILED: it ended without a tree. Free with tool_tree_free. */
int tool_tree_read(const tool_tree_given *given, tool_tree *out, xl_error *error);
void tool_tree_free(tool_tree *tree);

bool tool_tree_uses(const tool_tree_function *function, const char *name);
