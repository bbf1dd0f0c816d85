/* The built-in functions that a program uses, as shared objects: compiled from compile/builtins on demand,
   one per family and element type, and cached in the user's cache folder. */
#ifndef XL_CHECK_LIBRARY_H
#define XL_CHECK_LIBRARY_H

#include "compile/check_program.h"

/* Adds to program->library the objects for the text of the first pass. False: program->log has the reason. */
bool library_add(const char *clang, const char *text, struct check_program *program);

#endif
