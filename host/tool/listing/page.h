/*
 * page.h - shows compiled code next to its source, from a listings document (listing_json.h) of any origin:
 * missing or malformed parts are left out.
 */
#pragma once

#include "charts/html.h"
#include "crosslane.h"
#include <jansson.h>

/* A page that needs no other file. XL_IO with the reason where it cannot be written. */
int tool_page_write(const json_t *listings, const char *path, xl_error *error);

/* The same in another page, under headings of a level (3: <h3>), with its script. It needs the rules of
   tool_page_style, which take colours --bg, --fg, --soft and --line from that page. */
extern const char tool_page_style[];
void tool_page_put(tool_out *out, const json_t *listings, int level);
