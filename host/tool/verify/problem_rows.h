/*
 * problem_rows.h - rows of many problems that share what has to be compiled: what `verify --random` and
 * `verify --level pairs` have in common.
 */
#ifndef TOOL_PROBLEM_ROWS_H
#define TOOL_PROBLEM_ROWS_H

#include "run/data.h"
#include "verify/problems.h"
#include "verify/verify.h"

enum { TOOL_USUAL_GROUP = 256, TOOL_PROBLEM_TARGETS = 2 * TOOL_MAX_TARGETS };

typedef struct tool_problem_job {
    tool_session *session;
    const tool_options *given; /* the person's */
    tool_options own;          /* the same with the problem's own seed, which records and repeats name */
    tool_choice choices[2 * TOOL_MAX_CHOICES];
    int choice_count;
    tool_target targets[TOOL_PROBLEM_TARGETS];
    int target_count;
    tool_problem_limits limits;
    double most_scratch; /* bytes */
    tool_data_cache cache;
} tool_problem_job;

/* A job for the choices (planted kernels left out: what shows them stands in their case; where the person
   named nothing, with the automatic choice of each algorithm as one more) and for the targets of verify,
   where none was asked for those of every other backend too. NULL: the failure has been told, *status says
   which. */
tool_problem_job *tool_problem_job_open(tool_session *session, const tool_choice *choices, int count,
                                        const char *option, tool_exit *status);
void tool_problem_job_close(tool_problem_job *job);

bool tool_choice_has_sub_groups(const tool_choice *choice);

/* Defaults, and a device as the limits of a problem count on it. */
xl__problem tool_usual_problem(const tool_config *base);

/* What the device cannot do is no failure. */
bool tool_is_neutral(int status);

/* The record of a problem that is about to run: an error that says how to repeat it. It is kept if the driver
   dies in it; what happened is put before it. */
json_t *tool_problem_announce(const tool_problem_job *job, const tool_config *config);
/* Adds to the reason of a record that is an error how to repeat it. */
void tool_problem_add_repeat(const tool_problem_job *job, const tool_config *config, json_t *record);

/* Gives the next problem of a row in *config, with its seed in job->own.seed; false: there is no more. */
typedef bool tool_next_problem(void *user, tool_config *config);

/* Runs the problems of a row until one is not right. `begun` is the row's number, `plan` one that has its
   program; the record is of the last problem that ran, or of `base`, "skipped", where none did. */
json_t *tool_problem_run(tool_problem_job *job, long begun, const tool_config *base, const xl_plan *plan,
                         tool_next_problem *next, void *user);

#endif
