/*
 * config.h - a configuration to run, and its plan.
 */
#pragma once

#include "plan/plan_make.h"
#include "options/select.h"
#include "run/session.h"

typedef struct tool_config {
    const tool_case *cs;
    int strategy;        /* or TOOL_AUTO_STRATEGY */
    const char *backend; /* NULL: default */
    int width;           /* 0: default; always 0 for kernels without sub-groups */
    xl_type type;
    char settings[TOOL_SETTINGS_TEXT];
    const char *distribution;
    const char *asked; /* settings that the strategy must have, or NULL */
    bool timed;        /* counts no measures (xl__plan_make_timed) */
} tool_config;

int tool_plan_preview(const tool_session *session, const tool_config *config, xl__preview *out,
                      xl_error *error);

bool tool_is_planted(const tool_config *config);

/* Its own, or auto's choice here; TOOL_AUTO_STRATEGY: none. */
int tool_config_strategy(const tool_session *session, const tool_config *config);

/* Drops settings that the strategy does not read. */
void tool_config_trim(const tool_session *session, tool_config *config);

/* After more than one and enough time the parent starts workers that compile ahead. */
void tool_note_compiled(tool_session *session, double ms);

/* XL_UNSUPPORTED if auto's choice lacks a requested setting. */
int tool_plan_make(tool_session *session, const tool_config *config, xl_plan **out, xl_error *error);
