/*
 * failure_values.h - which elements of wrong runs are wrong, and how their values arise (failure_pattern.h).
 */
#pragma once

#include "hints/failure_pattern.h"

/* The work-item that computed an element; -1: unknown. */
typedef struct tool_maker {
    long long group, sub_group, lane;
} tool_maker;
tool_maker tool_maker_of(const tool_observed *seen, size_t index);

/* Adds what holds in all wrong runs with values. */
void tool_diagnose_elements(const tool_observed *seen, size_t count, tool_diagnosis *out);
