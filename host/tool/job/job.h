/*
 * job.h - what one call of the command is to do: made of its options once, checked, its names and points
 * expanded, and handed to each worker as JSON. What only a device tells, such as its widths, a worker adds.
 */
#ifndef TOOL_JOB_H
#define TOOL_JOB_H

#include "device/device.h"
#include "options/select.h"

/* The part of one worker. */
typedef struct tool_task {
    int device;    /* its index within its driver */
    int shown;     /* ... as the person sees it */
    int sharing;   /* an xl__sharing. XL__WAITS: workers compile ahead of it; XL__AHEAD: it is one of them */
    bool in_turns; /* with workers of other devices: it waits for its turn before it times (turns.h) */
    bool cautious; /* a worker before it died outside of any row: runs nothing but rows */
    const char *done; /* "0-17,19": rows that a worker before it finished or died in; NULL: it is the first */
    const char
        *stopped; /* strategies of --kernel-dir that went wrong, ",lerp/mine,lerp/other,"; NULL: none */
} tool_task;

typedef struct tool_job {
    tool_options options;
    tool_choice choices[TOOL_MAX_CHOICES];
    int count;
    tool_points points[TOOL_MAX_CHOICES]; /* that the choices have */
    int lists;
    tool_task task;
    char **words; /* of a job that was read: its texts; owned */
    size_t word_count;
} tool_job;

/* A job without choices; free it. */
tool_job *tool_job_new(const tool_options *options);
void tool_job_free(tool_job *job);

/* The strategies that the names choose, of exec and trace the only one: a bare name means the automatic
   choice. Complains. */
tool_exit tool_job_select(tool_job *job);

/* Then: their points, and whether what --set says can be. Complains. */
tool_exit tool_job_settle(tool_job *job);

/* As JSON, freed by the caller: all that a worker needs. */
char *tool_job_write(const tool_job *job);

/* Reads what tool_job_write wrote; TOOL_USAGE where a kernel of --kernel-dir is not there any more,
   TOOL_BROKEN for a text that is no job, with the reason. *job is freed by the caller, NULL where that fails.
 */
tool_exit tool_job_read(const char *text, tool_job **job, xl_error *error);

#endif
