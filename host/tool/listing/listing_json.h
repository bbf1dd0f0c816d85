/*
 * listing_json.h - listings as a document: member "listings" of `inspect --source --json`, of which pages are
 * made.
 */
#ifndef TOOL_LISTING_JSON_H
#define TOOL_LISTING_JSON_H

#include "listing/listing.h"

/* As docs/inspect.md has it; a new reference. */
json_t *tool_listings_json(const tool_listings *listings);

#endif
