/*
 * data.h - inputs and expectations of a problem, kept where the next one has the same (case.h has the rest).
 */
#ifndef TOOL_DATA_H
#define TOOL_DATA_H

#include "run/config.h"

/* Inputs and expectations, kept between the configurations that share them: strategies and widths go over the
   same problems, and no device computes a reference. What was not asked for longest goes first; all together
   take at most `most` bytes, or are one. All zero: empty. */
typedef struct tool_data_entry tool_data_entry;
typedef struct tool_data_cache {
    tool_data_entry *latest; /* a list, by when they were asked for */
    double bytes;
    double most;      /* that may be kept; 0: TOOL_DATA_KEPT */
    long made, found; /* how often data were computed, and how often they were there */
} tool_data_cache;
#define TOOL_DATA_KEPT 268435456.0
void tool_data_cache_clear(tool_data_cache *cache);

/* Data of a problem: generated and computed, or from the cache. Owned by the cache, there until the next
 * call. */
int tool_data_get(tool_data_cache *cache, const tool_config *config, const xl__problem *problem,
                  uint64_t seed, tool_data **out, xl_error *error);

#endif
