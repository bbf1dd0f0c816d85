/*
 * flow.h - the loops of a code.
 */
#pragma once

#include "inspect/code.h"

/* Counts the code's loops, and which of them are waterfalls. Its instructions have their kinds and where they
   branch to; stops[i]: never goes on with the one behind it. */
void tool_flow_loops(tool_code *code, const bool *stops, const tool_syntax *syntax);
