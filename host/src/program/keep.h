/*
 * keep.h - a kernel source text without the kernels that are not asked for.
 */
#ifndef XL_KEEP_H
#define XL_KEEP_H

/* Blanks, in place and line by line, every kernel of an expanded text that is not among `names` (NULL at the
   end), so that a driver which compiles kernels one by one, and all of them when it is asked for the binary,
   has none but these. Lines keep their numbers. Goes by the form that the kernels of this project have: the
   kernel begins a line with SG_KERNEL, __kernel or kernel and ends with the first line that is "}" alone.
   What has another form, is called from elsewhere, or holds a conditional that reaches out of it, is left as
   it is. */
void xl__keep_kernels(char *text, const char *const *names);

#endif
