/* Built-in functions as shared objects: compiled from compile/builtins on demand, one per family and element
   type, and cached. */
#ifndef XL_CHECK_LIBRARY_H
#define XL_CHECK_LIBRARY_H

#include "compile/check_program.h"

/* Adds the objects to program->library. False: program->log has the reason. */
bool library_add(const char *clang, const char *text, struct check_program *program);

#endif
