/* The files of compile/builtins, built in. */
#ifndef XL_CHECK_BUILTINS_H
#define XL_CHECK_BUILTINS_H

/* The text of a file: "base.cl", or "real" for real.cl. Never NULL: "" where there is none. */
const char *check_builtin(const char *name);

#endif
