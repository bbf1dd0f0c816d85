/*
 * print_verdict.h - the verdict of verdict/verdict.h on a screen, and each strategy of each device at its
 * best width.
 */
#pragma once

#include "verdict/contest.h"
#include <stdio.h>

typedef struct cli_place {
    FILE *out;
    int width;           /* of the terminal; 0: none */
    bool colour, blocks; /* blocks: block characters may be printed */
} cli_place;

/* The devices' names, and who is better at what, and why; of one device what it is good at. */
void cli_print_verdict(const tool_contests *contests, const cli_place *place);

/* A table for each problem: a row for each strategy, each device at its best width. */
void cli_print_strategies(const tool_contests *contests, const cli_place *place);

/* "deferred items=2": a row's strategy, of its tuning values those in which rows of the strategy differ,
   among the rows of a problem. */
const char *cli_short_strategy(const tool_match *rows, size_t count, const tool_match *row, char *out,
                               size_t size);

/* The verdict on recordings, as a command ends with it; nothing where nothing was timed. */
void cli_end_with_verdict(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                          const cli_place *place);
