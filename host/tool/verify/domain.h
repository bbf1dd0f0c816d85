/*
 * domain.h - walks a domain (case.h) in chunks: compares a strategy with the reference on the device. Memory:
 * one chunk's arrays.
 */
#pragma once

#include "run/checked_run.h"

/* So far. Values are numbered from 0 in the whole domain. */
typedef struct tool_walk_sum {
    uint64_t first, end; /* the walk's part of the domain */
    uint64_t done;       /* values compared */
    uint64_t chunks;     /* launches of each */
    uint64_t wrong, first_wrong;
    uint32_t wrong_bits; /* first element of the first wrong value */
    int wrong_array;     /* of the first wrong value: */
    tool_value expected, got;
    double error;        /* largest so far; NaN: a result was NaN; -1: not measured */
    uint32_t error_bits; /* of the value with that error */
} tool_walk_sum;

typedef struct tool_walk tool_walk;

/* Values [sum.first, sum.end). Free with tool_walk_close. XL_UNSUPPORTED: the strategy does not run. */
int tool_walk_open(tool_session *session, const tool_domain *domain, const tool_config *config,
                   uint64_t first, uint64_t end, tool_walk **out, xl_error *error);
void tool_walk_close(tool_walk *walk);

/* Waits for the next chunk. XL_BAD_VALUE: the device's reference differs from the host's, a value is outside
   the domain, or a write outside an array or area. */
int tool_walk_step(tool_walk *walk, xl_error *error);

const tool_walk_sum *tool_walk_result(const tool_walk *walk);
/* Owned by the walk. */
xl_plan *tool_walk_plan(const tool_walk *walk);
