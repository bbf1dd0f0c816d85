/* tables.h - rows as tables for other programs. */
#pragma once

#include "base/text.h"
#include "recorded/recorded.h"

/* In file order, as by `run --csv`; "-": standard output. Whole or not at all. Complains: TOOL_OUTPUT. */
tool_exit tool_recorded_csv(const char *path, const tool_recorded *recorded, const tool_options *options,
                            const tool_words *names);

/* To standard output. */
tool_exit tool_recorded_markdown(const tool_recorded *recorded, const tool_options *options,
                                 const tool_words *names);

/* On one line, without effect as Markdown: a driver's name may contain any characters. */
void tool_markdown_add(xl__text *out, const char *text);
