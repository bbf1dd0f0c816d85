/*
 * report.h - results files as one self-contained HTML page, for screen, phone and paper. Only compiled code
 * (listing/page.h) has a script.
 */
#pragma once

#include "recorded/recorded.h"

/* `listings`: compiled code, may be empty. Whole or not at all. XL_IO; without a message after an interrupt.
 */
int tool_report_write(const char *path, const tool_recorded *recorded, const tool_options *options,
                      const tool_words *names, const json_t *listings, xl_error *error);
