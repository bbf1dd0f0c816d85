/* Checks a strategy's passes against their kernels. */
#pragma once

#include "table/passes.h"

/* The kernel's parameters must be the table's arguments. `text`: the source with its includes; a missing
 * kernel is no mistake here. `counted`: the plan has a count on the device. XL_BAD_VALUE: the error also has
 * the right parameters.
 */
int xl__check_kernel(const xl__passes *passes, int pass, const char *text, bool counted, xl_error *error);

/* Fails with `status`: the text lacks the kernel; the error lists its kernels. */
int xl__fail_no_kernel(const char *file, const char *name, const char *text, int status, xl_error *error);

/* With the built-in kernels: every kernel exists and has the right parameters, every output is written or
   filled, kernels that use sub-groups begin with SG_KERNEL, the strategy declares a flow, and .ops names the
   operations in other files than the strategy's. */
int xl__check_kernels(const xl__passes *passes, bool edits, xl_error *error);
