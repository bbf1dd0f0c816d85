/* print_scores.h - prints the table of the verdict. */
#pragma once

#include "print/print_verdict.h"

/* Columns of the screen; 80 if there is none. Then a bar of so many columns, at least one. */
int cli_place_width(const cli_place *place);
const char *cli_bar(const cli_place *place, double columns, char *out, size_t size);

/* The table of scores.h for two devices or more, with the winners' count below it. Its bars are block
   characters if `place->blocks` is set, else '#'. */
void cli_print_scores(const tool_contests *contests, const cli_place *place);

/* The same table in Markdown, below a heading. */
void cli_print_scores_markdown(const tool_contests *contests, FILE *out);
