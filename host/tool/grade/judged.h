/*
 * judged.h - keeps judged answers in the command's cache, so that an interrupted grading continues. The key
 * is kernel and headers, exercise, options, device and this program's version. Without a cache nothing is
 * kept.
 */
#pragma once

#include "learn/exercise.h"
#include "learn/os_jail.h"
#include "options/options.h"
#include <jansson.h>

typedef struct tool_judged {
    char folder[TOOL_PATH]; /* "": none */
    const tool_options *options;
} tool_judged;

void tool_judged_open(tool_judged *judged, const tool_options *options);

/* `files` are those of the answer's sandbox, `device` is the id of the solution's; the caller frees it. */
char *tool_judged_key(const tool_judged *judged, const char *exercise, const char *device,
                      const tool_jail_file *files, size_t file_count);

/* Sets the fields of a judged answer; false: it is not kept. */
bool tool_judged_find(const tool_judged *judged, const char *key, json_t *answer);

/* If the judgement does not depend on the machine's load. */
void tool_judged_keep(const tool_judged *judged, const char *key, const json_t *answer);
