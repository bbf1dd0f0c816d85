/* print_listing.h - compiled code next to its source, and the code of operations. */
#pragma once

#include "listing/listing.h"
#include <stdio.h>

void cli_print_asked(const tool_listings *listings, FILE *screen);

/* Targets next to each other if the screen is wide enough, else one below the other. */
void cli_print_listings(const tool_listings *listings, FILE *screen);
