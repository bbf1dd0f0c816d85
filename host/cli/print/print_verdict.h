/* print_verdict.h - the verdict (verdict/verdict.h), and each strategy's best width on each device. */
#pragma once

#include "verdict/contest.h"
#include <stdio.h>

typedef struct cli_place {
    FILE *out;
    int width;           /* of the terminal; 0: none */
    bool colour, blocks; /* blocks: block characters may be printed */
} cli_place;

/* For one device, what it is good at. */
void cli_print_verdict(const tool_contests *contests, const cli_place *place);

/* A row for each strategy, each device at its best width. */
void cli_print_strategies(const tool_contests *contests, const cli_place *place);

/* "deferred items=2": with tuning values if rows differ in them. */
const char *cli_short_strategy(const tool_match *rows, size_t count, const tool_match *row, char *out,
                               size_t size);

/* At the end of a command, if anything was timed. */
void cli_end_with_verdict(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                          const cli_place *place);
