/*
 * failure_values.h - where the wrong elements of a run are, and how their values come about
 * (failure_pattern.h).
 */
#pragma once

#include "hints/failure_pattern.h"

/* Who made an element; -1: not known. */
typedef struct tool_maker {
    long long group, sub_group, lane;
} tool_maker;
tool_maker tool_maker_of(const tool_observed *seen, size_t index);

/* Says of the wrong runs with values what holds in all of them. */
void tool_diagnose_elements(const tool_observed *seen, size_t count, tool_diagnosis *out);
