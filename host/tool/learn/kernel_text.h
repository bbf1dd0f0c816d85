/*
 * kernel_text.h - kernels compared as texts, comments and blanks aside.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

bool tool_same_code(const char *a, const char *b);

/* How many characters two kernels share at their begin and their end together: answers that differ in one
   place have most of them. */
size_t tool_shared_code(const char *a, const char *b);
