/*
 * table_kernels.h - a strategy's passes against the text of their kernels.
 */
#pragma once

#include "table/passes.h"

/* Checks that the parameters of the kernel of pass number `pass` are the arguments in the table. `text`: the
 * source with its includes; a missing kernel is no mistake here. `counted`: the plan has a count on the
 * device. XL_BAD_VALUE: the error names file, line, algorithm, strategy, pass and word, and the parameters
 * that the kernel must take. */
int xl__check_kernel(const xl__passes *passes, int pass, const char *text, bool counted, xl_error *error);

/* Fails with `status`: a text has no kernel of the name that is asked for, and which ones it has. */
int xl__fail_no_kernel(const char *file, const char *name, const char *text, int status, xl_error *error);

/* All passes with the built-in kernels: that, that every kernel is there, that every output is written by one
   of them or filled, and what the kernels do as sub-groups: they begin with SG_KERNEL, the strategy needs a
   flow for it, and names in .ops what a kernel of a file that is not its own takes of the device. */
int xl__check_kernels(const xl__passes *passes, bool edits, xl_error *error);
