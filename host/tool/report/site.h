/*
 * site.h - results files of many users as a folder of pages, without a server: an index, a page per device,
 * and a page that compares any two.
 */
#pragma once

#include "recorded/recorded.h"

/* Files that are not sound (report_check.h) are named and left out: TOOL_USAGE or TOOL_WRONG, and the site is
 * built from the others; TOOL_NO_DEVICE if none is left. Each page appears whole, the index last.
 * TOOL_OUTPUT. */
tool_exit tool_site_write(const char *folder, const tool_words *files, bool replace);
