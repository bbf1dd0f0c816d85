/* The built-in functions that a program uses, as shared objects: compiled from compile/builtins when first
 * needed, one per family and element type, and kept in the user's cache folder. */
#ifndef XL_CHECK_LIBRARY_H
#define XL_CHECK_LIBRARY_H

#include "compile/check_program.h"

/* Adds to program->library what the text of the first pass needs. False: program->log says why. */
bool library_add(const char *clang, const char *text, struct check_program *program);

#endif
