/* site.h - results files as pages: an index, one per device, and one that compares any two. */
#pragma once

#include "recorded/recorded.h"

/* Names and leaves out unsound files (report_check.h): TOOL_USAGE or TOOL_WRONG; TOOL_NOTHING_DONE: none is
 * left. Each page appears whole, the index last. TOOL_OUTPUT.
 */
tool_exit tool_site_write(const char *folder, const tool_words *files, bool replace);
