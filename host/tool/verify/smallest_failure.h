/* smallest_failure.h - a user's kernel's smallest failing problem, and what failures have in common. */
#pragma once

#include "run/data.h"
#include "hints/failure_pattern.h"
#include "run/targets.h"

typedef struct tool_question {
    tool_session *session;
    tool_data_cache *cache;
    const tool_target *targets; /* widths that the user chose */
    int target_count;
    const char *given;
    long row; /* current, for signs of life */
} tool_question;

/* Reduces the wrong `config` and adds sentences to `out`. Starts no run after a twentieth of --timeout. */
void tool_explain_wrong(const tool_question *question, tool_config *config, tool_diagnosis *out);
