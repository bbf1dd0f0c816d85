/* Reads kernels, parameters and built-in functions from clang's first pass. */
#ifndef XL_CHECK_KERNELS_H
#define XL_CHECK_KERNELS_H

#include "compile/check_program.h"

/* Reads the text of LLVM's intermediate code. False: no memory. */
bool kernels_read(const char *text, struct check_program *program);

/* OpenCL C that calls each kernel with arguments from an array of pointers. NULL: no memory. */
char *kernels_wrappers(const struct check_program *program);

/* Calls found() with each built-in function's mangled name. */
void kernels_functions(const char *text, void (*found)(void *context, const char *name, size_t length),
                       void *context);

#endif
