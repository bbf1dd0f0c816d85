/*
 * smallest_failure.h - why a person's own kernel is wrong: it is run again, on smaller problems and at other
 * widths, until the smallest one that fails is known and what the failures have in common.
 */
#ifndef TOOL_SMALLEST_FAILURE_H
#define TOOL_SMALLEST_FAILURE_H

#include "run/data.h"
#include "hints/failure_pattern.h"
#include "run/targets.h"

typedef struct tool_question {
    tool_session *session;
    tool_data_cache *cache;
    const tool_target *targets; /* the widths that the person chose */
    int target_count;
    const char *given; /* the point of --set: what it names is left as it is */
    long row;          /* under way: signs of life are its own */
} tool_question;

/* `config` gave a wrong result. It becomes the smallest problem found that still does, and the sentences are
   added to `out`. Begins no run when a twentieth of --timeout is over. */
void tool_explain_wrong(const tool_question *question, tool_config *config, tool_diagnosis *out);

#endif
