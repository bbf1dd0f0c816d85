/*
 * data.h - inputs and expectations of a problem, kept where the next one has the same (case.h has the rest).
 */
#ifndef TOOL_DATA_H
#define TOOL_DATA_H

#include "config.h"

/* Inputs and expectations, kept between the configurations that share them. One entry: the caller orders
   its work so that sharing ones follow each other. */
typedef struct tool_data_cache {
    bool full;
    char key[TOOL_SETTINGS_TEXT * 2];
    tool_data data;
} tool_data_cache;
void tool_data_cache_clear(tool_data_cache *cache);

/* Data of a problem: generated and computed, or from the cache. Owned by the cache. */
int tool_data_get(tool_data_cache *cache, const tool_config *config, const xl__problem *problem,
                  uint64_t seed, tool_data **out, xl_error *error);

#endif
