/*
 * player.h - a trace as steps of a page: lanes are columns, and arrows lead from each lane to the lanes that
 * receive its value. A player is JSON: {"runs": [{"width", "title", "steps"}], "files": {name: text},
 * "note"}.
 */
#pragma once

#include "charts/html.h"
#include "crosslane.h"
#include <jansson.h>

/* Where the source of a step is looked for, in this order; any may be NULL. */
typedef struct tool_player_sources {
    const char *user_file, *user_text; /* the user's file, as messages call it, and its text */
    const char *kernel_dir;
} tool_player_sources;

/* The caller owns it. */
json_t *tool_player_new(void);

/* Adds a width: a record of `trace`, with what collectives received if it has that, else what SG_SHOW
   recorded. Returns how many steps it has; without any it adds nothing. */
size_t tool_player_add(json_t *player, const json_t *record, const tool_player_sources *sources);

/* The same for lines of the checking device, each an object (docs/check.md). */
size_t tool_player_add_meetings(json_t *player, const json_t *meetings, int width,
                                const tool_player_sources *sources);

/* A page that needs no other file. XL_IO with the reason; unless `replace`, also for a file that exists. */
int tool_player_write(const json_t *player, const char *title, const char *about, const char *path,
                      bool replace, xl_error *error);

/* A player in another page, which has the style of tool_player_part("player.css"), its colours --bg, --fg,
   --soft and --line, and at its end the script tool_player_part("player.js"). */
void tool_player_put(tool_out *out, const json_t *player);
const char *tool_player_part(const char *name);
