/* data.h - inputs and expected results of problems, cached. */
#pragma once

#include "run/config.h"

/* Shared by strategies, widths and devices. Evicts the least recently used; holds at most `most` bytes, or
   one entry. All zero: empty. */
typedef struct tool_data_entry tool_data_entry;
typedef struct tool_data_cache {
    tool_data_entry *latest; /* most recently used first */
    double bytes;
    double most;      /* bytes; 0: TOOL_DATA_KEPT */
    long made, found; /* misses and hits */
} tool_data_cache;
#define TOOL_DATA_KEPT 268435456.0
void tool_data_cache_clear(tool_data_cache *cache);

/* Owned by the cache, valid until the next call. */
int tool_data_get(tool_data_cache *cache, const tool_config *config, const xl__problem *problem,
                  uint64_t seed, tool_data **out, xl_error *error);
