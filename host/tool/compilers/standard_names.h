/*
 * standard_names.h - makes a user's program with standard names of sub-group functions use the layer's
 * operations (kernels/sg/extras/sg_standard.h has the names).
 */
#pragma once

#include "compilers/syntax_tree.h"

enum { TOOL_NAMES_TEXT = 400 };

typedef struct tool_names {
    tool_tree tree;   /* of the user's text */
    int count;        /* names of the list that it uses */
    int width;        /* lanes that its kernels require; 0: none does */
    int other_width;  /* another number that one of its kernels requires; 0: none does */
    long group;       /* most work-items that a kernel requires; 0: none does */
    char kernel[128]; /* that requires `width` */
} tool_names;

/* given->text has its includes. `kernel`: the only one whose requirements count; NULL: all. */
int tool_names_find(const tool_tree_given *given, const char *kernel, tool_names *out, xl_error *error);
void tool_names_free(tool_names *names);

/* "sub_group_ballot (cl_khr_subgroup_ballot), ...": used names whose extension is not in `extensions`,
 * divided by blanks; "": none.
 */
void tool_names_missing(const tool_names *names, const char *extensions, char out[TOOL_NAMES_TEXT]);

/* The extensions that would declare a name; NULL: it is not in the list. Kept in out[]. */
const char *tool_names_extensions(const char *name, char out[128]);

/* Adds the program, with the layer before it. `context`: the layer's context is a parameter of every function
 * that uses a name. XL_UNSUPPORTED with one line: a macro writes such a function. */
int tool_names_write(const tool_names *names, const char *text, bool context, xl__text *out, xl_error *error);
