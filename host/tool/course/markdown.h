/*
 * markdown.h - lessons' Markdown as HTML: headings, paragraphs, tables, lists of one level, code, pictures,
 * links, emphasis. Refuses anything else, so that no lesson loses text.
 */
#pragma once

#include "charts/html.h"
#include "crosslane.h"

enum { COURSE_LINK = 512 };

/* What a page decides. */
typedef struct course_hooks {
    void *user;
    /* Where a link or picture leads in the site; false: nowhere, only its text is written. */
    bool (*link)(void *user, const char *target, char out[COURSE_LINK]);
    /* Called after a block of code; may be NULL. */
    void (*code)(void *user, tool_out *out, const char *text, size_t size);
    bool names; /* words such as sg_lane(sg), y[i] and SG_WIDTH are code without marks, as in exercises */
} course_hooks;

/* Headings begin at <h1> for "#", and get the names that GitHub gives them. XL_BAD_VALUE: "FILE:LINE: what is
   unknown". */
int course_markdown(tool_out *out, const char *file, const char *text, const course_hooks *hooks,
                    xl_error *error);

int course_inline(tool_out *out, const char *text, size_t size, const course_hooks *hooks, xl_error *error);

/* A heading's name: lower case, words joined by '-', no punctuation. */
void course_slug(const char *text, size_t size, char out[COURSE_LINK]);
