/*
 * status.h - how the library writes an error (xl__fail itself stands in algorithm.h).
 */
#ifndef XL_STATUS_H
#define XL_STATUS_H

#include "algorithm.h"

/* "clBuildProgram on <where>: CL_OUT_OF_RESOURCES (-5); <advice>"; `advice` may be NULL. Returns `status`. */
int xl__fail_cl(xl_error *error, int status, const char *call, const char *where, const char *advice);
int xl__fail_memory(xl_error *error);

xl_type xl__find_type(const char *name); /* XL_TYPE_NONE: unknown */

#endif
