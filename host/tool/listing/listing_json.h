/* listing_json.h - listings as JSON: member "listings" of `inspect --source --json`. */
#pragma once

#include "listing/listing.h"

/* The document of docs/inspect_numbers.md; a new reference. */
json_t *tool_listings_json(const tool_listings *listings);
