/*
 * domain.h - walks a domain (case.h) in chunks: one strategy and the reference on the same values, compared
 * on the device. Memory: one chunk's arrays, whatever the domain's size.
 */
#ifndef TOOL_DOMAIN_H
#define TOOL_DOMAIN_H

#include "run/checked_run.h"

/* What a walk found so far. Values are numbered from 0 through the whole domain. */
typedef struct tool_walk_sum {
    uint64_t first, end; /* of the walk: a part of the domain */
    uint64_t done;       /* values compared */
    uint64_t chunks;     /* launches of each */
    uint64_t wrong, first_wrong;
    uint32_t wrong_bits; /* the value's own, its first element */
    int wrong_array;     /* of the first wrong value, and an element of it that is wrong: */
    tool_value expected, got;
    double error;        /* largest so far; NaN where a result is none; -1: not measured */
    uint32_t error_bits; /* of the value with that error */
} tool_walk_sum;

typedef struct tool_walk tool_walk;

/* Makes what a walk of values [sum.first, sum.end) of the domain needs for a configuration, whose settings
   are the domain's. Freed by tool_walk_close. XL_UNSUPPORTED: the strategy does not run. */
int tool_walk_open(tool_session *session, const tool_domain *domain, const tool_config *config,
                   uint64_t first, uint64_t end, tool_walk **out, xl_error *error);
void tool_walk_close(tool_walk *walk);

/* The next chunk; waits. Its sum is up to date afterwards. XL_BAD_VALUE: the reference is not what the host's
   is, the device made another value than the domain has, or something was written outside an array or area.
 */
int tool_walk_step(tool_walk *walk, xl_error *error);

const tool_walk_sum *tool_walk_result(const tool_walk *walk);
/* The plan of the strategy, the walk's. */
xl_plan *tool_walk_plan(const tool_walk *walk);

#endif
