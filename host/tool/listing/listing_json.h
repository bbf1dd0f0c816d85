/*
 * listing_json.h - listings as a document: member "listings" of `inspect --source --json`, of which pages are
 * made.
 */
#pragma once

#include "listing/listing.h"

/* In the format of docs/inspect_numbers.md; a new reference. */
json_t *tool_listings_json(const tool_listings *listings);
