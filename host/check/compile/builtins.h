#ifndef XL_CHECK_BUILTINS_H
#define XL_CHECK_BUILTINS_H

/* The text of a file: "base.cl", or "real" for real.cl; "" for an unknown name. */
const char *check_builtin(const char *name);

#endif
