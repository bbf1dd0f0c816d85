/*
 * report.h - results files as one page that needs nothing else: HTML with its style and its charts within,
 * for a screen, a phone and paper. No network; no script but that of compiled code (listing/page.h).
 */
#pragma once

#include "recorded/recorded.h"

/* Writes the page about the selected rows, followed by compiled code (`listings`, may be empty): whole, or
 * not at all. XL_IO; also, without a message, after an interrupt. */
int tool_report_write(const char *path, const tool_recorded *recorded, const tool_options *options,
                      const tool_words *names, const json_t *listings, xl_error *error);
