/* print_scores.h - the verdict's table on a screen. */
#pragma once

#include "print/print_verdict.h"

/* The table of scores.h for two devices or more, with the winners' count below it. Its bars are block
   characters if `place->blocks` is set, else '#'. */
void cli_print_scores(const tool_contests *contests, const cli_place *place);
