/*
 * kernel_text.h - compares kernels as texts, without comments and blanks.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool tool_same_code(const char *a, const char *b);

/* Characters that two kernels share at their beginnings and ends. Kernels that differ in one place share
   most. */
size_t tool_shared_code(const char *a, const char *b);
