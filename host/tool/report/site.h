/*
 * site.h - results files of many people as a folder of pages, without a server: an index, a page per device,
 * one page that puts any two beside each other.
 */
#pragma once

#include "recorded/recorded.h"

/* Files that are not sound (report_check.h) are named and left out: TOOL_USAGE or TOOL_WRONG, and the site is
   made of the others; TOOL_NO_DEVICE where none is left. Each page appears whole, the index last.
   TOOL_OUTPUT. */
tool_exit tool_site_write(const char *folder, const tool_words *files, bool replace);
