/* clang as a process. */
#ifndef XL_CHECK_CLANG_H
#define XL_CHECK_CLANG_H

#include "compile/check_program.h"

/* The clang of this machine, or NULL: the variable CROSSLANE_CLANG, else the newest of the versions that were
 * tried. */
const char *clang_find(void);

/* Runs it with these arguments; its output is added to the log. False where it failed or could not be run. */
bool clang_run(const char *clang, char *const arguments[], struct check_program *program);

/* A folder of this process for what is compiled; false: none can be made. */
bool clang_folder(char path[256]);

/* Writes, or reads, a whole file; clang_read's result is the caller's. */
bool clang_write(const char *path, const char *const text[], size_t count);
char *clang_read(const char *path);
void clang_remove(const char *path);

/* The shared object of built-in functions of `file`, compiled with `defines`: made unless it is there. */
bool clang_library(const char *clang, const char *file, const char *name, const char *defines, char path[256],
                   struct check_program *program);

/* Adds to the log. */
void clang_log(struct check_program *program, const char *text, size_t length);

#endif
