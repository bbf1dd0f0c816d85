/* problem_rows.h - rows of many problems with one program, for --random and --level pairs. */
#pragma once

#include "run/data.h"
#include "verify/problems.h"
#include "verify/verify.h"

enum { TOOL_USUAL_GROUP = 256, TOOL_PROBLEM_TARGETS = 2 * TOOL_MAX_TARGETS };

typedef struct tool_problem_job {
    tool_session *session;
    const tool_options *given; /* the user's */
    tool_options with_seed;    /* with the problem's seed, for records and repeat commands */
    tool_choice choices[2 * TOOL_MAX_CHOICES];
    int choice_count;
    tool_target targets[TOOL_PROBLEM_TARGETS];
    int target_count;
    tool_problem_limits limits;
    double most_scratch; /* bytes */
    tool_data_cache cache;
} tool_problem_job;

/* Takes verify's choices and targets, without planted kernels. Without names it adds auto for each algorithm;
   without a requested target, all backends' targets. NULL: the failure was reported; *status is its exit
   status. */
tool_problem_job *tool_problem_job_open(tool_session *session, const tool_choice *choices, int count,
                                        const char *option, tool_exit *status);
void tool_problem_job_close(tool_problem_job *job);

bool tool_choice_has_sub_groups(const tool_choice *choice);

xl__problem tool_usual_problem(const tool_config *base);

/* The device only lacks an ability, which is no failure. */
bool tool_is_neutral(int status);

/* An error with a repeat command, kept with the cause if the driver dies. */
json_t *tool_problem_announce(const tool_problem_job *job, const tool_config *config);
void tool_problem_add_repeat(const tool_problem_job *job, const tool_config *config, json_t *record);

/* Sets *config to a row's next problem, job->with_seed.seed to its seed; false: no more. */
typedef bool tool_next_problem(void *user, tool_config *config);

/* Until a problem fails. `begun`: the row's number; `plan`: keeps its program. The record is of the last
   problem that ran, else of `base`, "skipped". */
json_t *tool_problem_run(tool_problem_job *job, long begun, const tool_config *base, const xl_plan *plan,
                         tool_next_problem *next, void *user);
