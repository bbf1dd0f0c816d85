/* clang as a process. */
#ifndef XL_CHECK_CLANG_H
#define XL_CHECK_CLANG_H

#include "compile/check_program.h"

/* The variable CROSSLANE_CLANG, else the newest of the versions that were tried; NULL: none. */
const char *clang_find(void);

/* Runs arguments[0], a path; adds its output to the log. False: it failed. */
bool clang_run(char *const arguments[], struct check_program *program);

void clang_log(struct check_program *program, const char *text, size_t length);

#endif
