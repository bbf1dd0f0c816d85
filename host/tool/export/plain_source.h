/*
 * plain_source.h - a kernel source without macros and without what the kernels do not use.
 *
 * This machine's C preprocessor expands the macros, with the definitions of the driver's compiler, so that
 * the text is what that compiler saw.
 */
#pragma once

#include "base/text.h"
#include "run/session.h"

/* Appends `text` under these build options, only with what the kernels (NULL at the end) need. *options
   (freed by the caller) gets the options left for the build. Without a preprocessor or an answer of the
   driver *whole is true, and text and options are unchanged. */
int export_kernel_text(tool_session *session, const char *text, const char *options,
                       const char *const *kernels, xl__text *out, xl__text *left, bool *whole,
                       xl_error *error);

/* Appends only those definitions of a text without macros that the kernels need. */
void export_prune(const char *text, const char *const *kernels, xl__text *out);

/* Appends the text without the functions on marked lines, counted from 0. */
void export_drop_functions(const char *text, const bool *marked, xl__text *out);

/* Appends what export_prune leaves, without what clang names as unused; without clang, the text as it is. */
void export_remove_unused(const char *text, const char *const *kernels, xl__text *out);
