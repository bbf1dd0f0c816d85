/*
 * remove_kernels.h - removes unwanted kernels from a source text.
 */
#pragma once

/* Blanks every kernel of an expanded text that is not in `names` (NULL-terminated), for drivers that compile
   kernels one by one, but all of them for the binary. Lines keep their numbers. Expects this project's form:
   a kernel begins a line with SG_KERNEL, __kernel or kernel and ends with the first line that is only "}".
   Kernels of another form, called from elsewhere, or with a conditional that extends beyond them stay. */
void xl__remove_other_kernels(char *text, const char *const *names);
