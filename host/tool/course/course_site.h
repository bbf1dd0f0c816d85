/*
 * course_site.h - the course as a folder of pages, for a browser without a server. No page asks for anything
 * outside the folder.
 */
#pragma once

#include "system/exit_status.h"
#include <jansson.h>

typedef struct course_site {
    const char *folder;
    /* A player (player/player.h) for a lesson's command "crosslane trace ..."; the caller owns it. NULL:
     * none. */
    json_t *(*play)(void *user, const char *command);
    /* Before each page: its number from 1 on, and their number. Sources come last and are not counted. */
    void (*page)(void *user, int page, int pages);
    void *user;
    int players, missing; /* set: commands with and without a player */
} course_site;

/* Files appear whole, the first page last. TOOL_OUTPUT, TOOL_INTERRUPTED, TOOL_BROKEN; complains. */
tool_exit course_site_write(course_site *site);
