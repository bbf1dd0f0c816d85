/*
 * shrink_job.h - the best program so far, and the steps that may replace it.
 */
#pragma once

#include "campaign/progress.h"
#include "shrink/trial.h"
#include "system/exit_status.h"
#include <jansson.h>

typedef struct shrink_job {
    trial_lab lab;
    const char *folder; /* of the original; DIR/shrunk gets the best */
    shrunk_program *best;
    json_t *tried; /* hashes of programs that were tried */
    int steps, kept;
    bool output_failed;
    const char *phase; /* "work-groups" */
    tool_progress progress;
} shrink_job;

/* Takes the program. If the conditions hold, it becomes the best one, on disk too. */
bool shrink_step(shrink_job *job, shrunk_program *changed);

/* The user stopped it, or the best program cannot be written. */
bool shrink_stopped(const shrink_job *job);

/* Writes the best program to DIR/shrunk: complete, and never without a complete one before. */
tool_exit shrink_save(shrink_job *job);

/* Removes the buffers and programs that no launch and no output uses. */
void shrunk_remove_unused(shrunk_program *program);

void shrink_run(shrink_job *job);
void shrink_texts(shrink_job *job);
tool_exit shrink_bisect(shrink_job *job);
