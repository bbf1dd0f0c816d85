/* print_alone.h - what one device does best. */
#pragma once

#include "print/print_verdict.h"

/* Best and next best strategies, main algorithms' times by width, demoted operations, wrong rows. */
void cli_print_alone(const tool_contests *contests, const cli_place *place);
