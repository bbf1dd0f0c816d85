/*
 * user_kernels.h - strategies that a user added to a copied folder: kernels without a table. A kernel
 * `lerp_mine` in DIR/lerp/FILE.cl is the strategy lerp/mine of --kernel-dir DIR, verified, timed and traced
 * like any other. It is launched like the first strategy whose kernel has the same parameters, except for
 * COUNTED_PARAMS, which it may omit; a preceding comment with "like lerp/prefix" names another.
 */
#pragma once

#include "cases/case.h"
#include <stdbool.h>

enum { TOOL_MOST_USER_KERNELS = 64 };

/* One kernel: a copy of the algorithm's case and table, with the kernel as the strategy that it is launched
   like. Owned by the module until the process ends. */
typedef struct tool_user_kernel {
    const char *name;
    const char *source;  /* "lerp/mine.cl" */
    const tool_case *of; /* the built-in case */
    const tool_case *cs; /* NULL: no strategy has a kernel with its parameters */
    int strategy;        /* its index in cs->algorithm */
} tool_user_kernel;

/* The kernels of the folder, read once per folder, and their number; NULL: none, or no memory. */
const tool_user_kernel *tool_user_kernels(const char *kernel_dir, size_t *count);

/* The built-in or user's strategy of that name; NULL: none. */
const xl__strategy *tool_strategy_named(const char *kernel_dir, const char *algorithm, const char *strategy);
