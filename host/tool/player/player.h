/*
 * player.h - a trace as steps of a page, with arrows from each lane to the lanes that receive its value. A
 * player is JSON: {"runs": [{"width", "title", "steps"}], "files": {name: text}, "note"}.
 */
#pragma once

#include "charts/html.h"
#include "crosslane.h"
#include <jansson.h>

/* In the order of search; any may be NULL. */
typedef struct tool_player_sources {
    const char *user_file, *user_text; /* the user's file, as messages call it, and its text */
    const char *kernel_dir;
} tool_player_sources;

/* The caller owns it. */
json_t *tool_player_new(void);

/* Adds a record of `trace`: what collectives received or, without that, what SG_SHOW recorded. Returns the
   number of steps; 0: adds nothing. */
size_t tool_player_add(json_t *player, const json_t *record, const tool_player_sources *sources);

/* The same for lines of the checking device, each an object (docs/check.md). */
size_t tool_player_add_meetings(json_t *player, const json_t *meetings, int width,
                                const tool_player_sources *sources);

/* Needs no other file. XL_IO with the reason; unless `replace`, also for a file that exists. */
int tool_player_write(const json_t *player, const char *title, const char *about, const char *path,
                      bool replace, xl_error *error);

/* In a page with the style tool_player_part("player.css"), colours --bg, --fg, --soft and --line, and at its
   end the script tool_player_part("player.js"). */
void tool_player_put(tool_out *out, const json_t *player);
const char *tool_player_part(const char *name);
