/*
 * plain_source.h - a kernel source without macros and without what the kernels do not use, for other readers.
 *
 * The C preprocessor of this machine expands the macros. What the driver's compiler defines by itself is
 * asked from it, so that the text is what that compiler saw.
 */
#pragma once

#include "base/text.h"
#include "run/session.h"

/* Appends the text that `text` is with these build options, only with what the kernels (NULL at the end)
   need. *options (freed by the caller) gets the options that are left for the build. Without a preprocessor,
   or if the driver does not answer, *whole is true, and text and options stay as they are. */
int export_kernel_text(tool_session *session, const char *text, const char *options,
                       const char *const *kernels, xl__text *out, xl__text *left, bool *whole,
                       xl_error *error);

/* Appends only those definitions of a text without macros that the kernels need. */
void export_prune(const char *text, const char *const *kernels, xl__text *out);

/* Appends the text without the functions on marked lines, counted from 0. */
void export_drop_functions(const char *text, const bool *marked, xl__text *out);

/* Appends what export_prune leaves, without what clang names as unused; without clang, the text as it is. */
void export_remove_unused(const char *text, const char *const *kernels, xl__text *out);
