/*
 * config.h - what is to run, and the plan of it.
 */
#ifndef TOOL_CONFIG_H
#define TOOL_CONFIG_H

#include "plan/plan_make.h"
#include "options/select.h"
#include "run/session.h"

/* What is to run. */
typedef struct tool_config {
    const tool_case *cs;
    int strategy;        /* or TOOL_AUTO_STRATEGY */
    const char *backend; /* NULL: chosen */
    int width;           /* 0: chosen, and none for plain kernels */
    xl_type type;
    char settings[TOOL_SETTINGS_TEXT];
    const char *distribution;
    const char *asked; /* settings that the strategy must have, or the row is none; NULL: none */
    bool timed;        /* its plan counts no measures (xl__plan_make_timed) */
} tool_config;

/* What the plan of a configuration would be (xl__plan_preview). */
int tool_plan_preview(const tool_session *session, const tool_config *config, xl__preview *out,
                      xl_error *error);

/* Whether its strategy is kept because it is wrong. */
bool tool_is_planted(const tool_config *config);

/* The strategy that a configuration runs: its own, or what auto takes here; TOOL_AUTO_STRATEGY where there is
   none. */
int tool_config_strategy(const tool_session *session, const tool_config *config);

/* Leaves those words out of a configuration's settings that its strategy does not read. */
void tool_config_trim(const tool_session *session, tool_config *config);

/* Something had to be compiled, which took so long. Where that happens more than once and is no small matter,
 * the parent starts workers that compile ahead. */
void tool_note_compiled(tool_session *session, double ms);

/* Makes the plan of a configuration; XL_UNSUPPORTED where auto took a strategy without what was asked for. */
int tool_plan_make(tool_session *session, const tool_config *config, xl_plan **out, xl_error *error);

#endif
