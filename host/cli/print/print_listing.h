/*
 * print_listing.h - compiled code beside its source, and what became of the layer's operations, on a screen.
 */
#pragma once

#include "listing/listing.h"
#include <stdio.h>

/* A row for each operation that was asked for, and each target; nothing where none was. */
void cli_print_asked(const tool_listings *listings, FILE *screen);

/* Each line with its instructions: targets side by side where the screen is wide enough, else below each
 * other. */
void cli_print_listings(const tool_listings *listings, FILE *screen);
