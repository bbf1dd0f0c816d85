/*
 * print_verdict.h - prints the verdict of verdict/verdict.h, and each device's best width of each
 * strategy.
 */
#pragma once

#include "verdict/contest.h"
#include <stdio.h>

typedef struct cli_place {
    FILE *out;
    int width;           /* of the terminal; 0: none */
    bool colour, blocks; /* blocks: block characters may be printed */
} cli_place;

/* Prints the devices' names, which is faster at what, and why; for one device, what it is good at. */
void cli_print_verdict(const tool_contests *contests, const cli_place *place);

/* A table for each problem: a row for each strategy, each device at its best width. */
void cli_print_strategies(const tool_contests *contests, const cli_place *place);

/* "deferred items=2": a strategy with its tuning values, if rows of the strategy differ in them within the
   problem. */
const char *cli_short_strategy(const tool_match *rows, size_t count, const tool_match *row, char *out,
                               size_t size);

/* Prints the verdict at the end of a command, if anything was timed. */
void cli_end_with_verdict(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                          const cli_place *place);
