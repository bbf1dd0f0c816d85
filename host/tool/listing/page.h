/* page.h - shows a listings document (listing_json.h) of any origin: leaves out malformed parts. */
#pragma once

#include "charts/html.h"
#include "crosslane.h"
#include <jansson.h>

/* Needs no other file. XL_IO with the reason. */
int tool_page_write(const json_t *listings, const char *path, xl_error *error);

/* In another page, under headings of a level (3: <h3>), with its script. tool_page_style's rules take colours
   --bg, --fg, --soft and --line from that page. */
extern const char tool_page_style[];
void tool_page_put(tool_out *out, const json_t *listings, int level);
