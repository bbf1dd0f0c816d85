#pragma once

/* Blanks every kernel that is not in `names` (NULL-terminated), for drivers that compile all kernels for a
   binary. Lines keep their numbers. A kernel begins a line with SG_KERNEL, __kernel or kernel and ends with
   the first line that is only "}". Kernels stay that have another form, are called from elsewhere, or have a
   conditional that extends beyond them. */
void xl__remove_other_kernels(char *text, const char *const *names);
