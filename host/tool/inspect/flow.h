#pragma once

#include "inspect/code.h"

/* Counts loops and waterfalls. Needs kinds and branch targets. stops[i]: control never reaches the next
 * instruction.
 */
void tool_flow_loops(tool_code *code, const bool *stops, const tool_syntax *syntax);
