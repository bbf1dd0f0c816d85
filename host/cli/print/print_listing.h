/*
 * print_listing.h - prints compiled code next to its source, and the code of the layer's operations.
 */
#pragma once

#include "listing/listing.h"
#include <stdio.h>

/* A row for each requested operation and target. */
void cli_print_asked(const tool_listings *listings, FILE *screen);

/* Prints each line with its instructions: targets next to each other if the screen is wide enough, otherwise
   below each other. */
void cli_print_listings(const tool_listings *listings, FILE *screen);
