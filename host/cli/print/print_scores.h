/* print_scores.h - the verdict's table. */
#pragma once

#include "print/print_verdict.h"

/* 80 if there is no screen. */
int cli_place_width(const cli_place *place);
const char *cli_bar(const cli_place *place, double columns, char *out, size_t size);

/* For two devices or more, with the winners' count below. Bars are '#' unless `place->blocks`. */
void cli_print_scores(const tool_contests *contests, const cli_place *place);

void cli_print_scores_markdown(const tool_contests *contests, FILE *out);
