/*
 * job.h - a command's work: made once from the options, with names and points expanded, and passed to each
 * worker as JSON. Workers add what needs the device, such as widths.
 */
#pragma once

#include "device/device.h"
#include "options/select.h"

/* One worker's part. */
typedef struct tool_task {
    int device;       /* index within its driver */
    int shown;        /* as users see it */
    int sharing;      /* XL__WAITS: others compile ahead for it; XL__AHEAD: compiles ahead */
    bool checks;      /* findings make a row wrong (run/findings.h) */
    bool in_turns;    /* waits for its turn before timing (turns.h) */
    bool cautious;    /* an earlier worker died outside any row: runs only rows */
    const char *done; /* "0-17,19": rows that earlier workers finished or died in; NULL: none */
    /* Wrong strategies of --kernel-dir, and algorithms with a wrong case: ",lerp/mine,sort/,"; NULL: none. */
    const char *stopped;
} tool_task;

typedef struct tool_job {
    tool_options options;
    tool_choice choices[TOOL_MAX_CHOICES];
    int count;
    tool_points points[TOOL_MAX_CHOICES]; /* of the choices */
    int lists;
    tool_task task;
    char **words; /* texts of a job that was read; owned */
    size_t word_count;
} tool_job;

/* A job without choices; freed by the caller. */
tool_job *tool_job_new(const tool_options *options);
void tool_job_free(tool_job *job);

/* Selects strategies by name; for exec and trace only one: a bare name means auto. Complains. */
tool_exit tool_job_select(tool_job *job);

/* Makes the choices' points, and checks --set. Complains. */
tool_exit tool_job_settle(tool_job *job);

/* JSON for a worker; freed by the caller. */
char *tool_job_write(const tool_job *job);

/* TOOL_USAGE: a user's kernel is gone; TOOL_BROKEN: no job; with the reason. The caller frees job, NULL on
 * failure.
 */
tool_exit tool_job_read(const char *text, tool_job **job, xl_error *error);
