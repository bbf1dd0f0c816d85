/* print_alone.h - prints what one device does best. */
#pragma once

#include "print/print_verdict.h"

/* The best strategy of each problem and the fraction of its limit; the best sub-group width of the main
   algorithms as bars; operations that were demoted and rows that were wrong. */
void cli_print_alone(const tool_contests *contests, const cli_place *place);
