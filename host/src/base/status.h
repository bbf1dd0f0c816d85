/* Writes the library's errors. */
#pragma once

#include "crosslane.h"
#include <stdbool.h>

/* Returns `status`: `return xl__fail(error, XL_UNSUPPORTED, "needs %zu bytes ...")`. */
int xl__fail(xl_error *error, int status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* "clBuildProgram on <where>: CL_OUT_OF_RESOURCES (-5); <advice>"; `advice` may be NULL. Returns `status`. */
int xl__fail_cl(xl_error *error, int status, const char *call, const char *where, const char *advice);
int xl__fail_memory(xl_error *error);
/* "xl_enqueue: plan is NULL". Returns XL_BAD_VALUE. */
int xl__fail_null(xl_error *error, const char *call, const char *what);
/* Adds lines, such as a compiler's log, after the error's own line. */
void xl__fail_more(xl_error *error, const char *more);

/* Ends a public call: clears the error on success. */
int xl__done(xl_error *error, int status);

/* A name in a message, cut to leave room for the rest of the line. */
#define XL__QUOTED "'%.80s'"

/* For structs that grow (crosslane.h, "Structs"). xl__take copies a struct of which the program knows
 * `given_size` bytes: fields unknown to it become 0, fields unknown to the library must be 0. xl__give copies
 * back.
 */
int xl__take(void *own, size_t own_size, const void *given, size_t given_size, const char *what,
             xl_error *error);
void xl__give(void *out, size_t out_size, const void *own, size_t own_size);

xl_type xl__find_type(const char *name); /* XL_TYPE_NONE: unknown */

/* True if the compiler rejected the source; other failures may not recur. */
bool xl__compiler_refused(int status, const char *log);
