/*
 * tables.h - rows of results files as tables for other programs.
 */
#pragma once

#include "base/text.h"
#include "recorded/recorded.h"

/* Writes the wanted rows, in file order, as the table of `run --csv` to `path` ("-" = standard output): whole
   or not at all. Complains: TOOL_OUTPUT. */
tool_exit tool_recorded_csv(const char *path, const tool_recorded *recorded, const tool_options *options,
                            const tool_words *names);

/* Writes them to standard output as Markdown: for each device what was timed, verified and probed. */
tool_exit tool_recorded_markdown(const tool_recorded *recorded, const tool_options *options,
                                 const tool_words *names);

/* Adds a text that Markdown shows literally, on one line: a driver's name may contain any characters. */
void tool_markdown_add(xl__text *out, const char *text);
