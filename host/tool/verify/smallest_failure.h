/*
 * smallest_failure.h - why a user's kernel is wrong: runs it on smaller problems and at other widths to find
 * the smallest failure, and what failures have in common.
 */
#pragma once

#include "run/data.h"
#include "hints/failure_pattern.h"
#include "run/targets.h"

typedef struct tool_question {
    tool_session *session;
    tool_data_cache *cache;
    const tool_target *targets; /* the widths that the user chose */
    int target_count;
    const char *given; /* the point of --set: its values stay */
    long row;          /* the current row, for signs of life */
} tool_question;

/* `config` was wrong. Reduces it to the smallest problem that still is, and adds sentences to `out`. Starts
   no run after a twentieth of --timeout. */
void tool_explain_wrong(const tool_question *question, tool_config *config, tool_diagnosis *out);
