#include "job/job.h"
#include "options/used.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

tool_job *tool_job_new(const tool_options *options) {
    tool_job *const job = tool_need(calloc(1, sizeof *job));
    job->options = *options;
    return job;
}

void tool_job_free(tool_job *job) {
    if (!job) return;
    for (int i = 0; i < job->lists; i++) tool_points_free(&job->points[i]);
    for (size_t i = 0; i < job->word_count; i++) free(job->words[i]);
    free(job->words);
    free(job);
}

tool_exit tool_job_select(tool_job *job) {
    const tool_options *const o = &job->options;
    if (o->command == TOOL_COMMAND_promises) return TOOL_OK; /* names are questions */
    const tool_exit status = tool_select_strategies(o, job->choices, &job->count);
    if (status != TOOL_OK || (o->command != TOOL_COMMAND_exec && o->command != TOOL_COMMAND_trace))
        return status;
    if (!strchr(o->names.word[0], '/')) job->choices[0].strategy = TOOL_AUTO_STRATEGY;
    job->count = 1;
    return TOOL_OK;
}

tool_exit tool_job_settle(tool_job *job) {
    const tool_options *const o = &job->options;
    const bool cases = o->command != TOOL_COMMAND_exec; /* cases bring their own settings */
    tool_exit status = tool_select_points(o, job->choices, job->count, job->points, &job->lists);
    if (status == TOOL_OK) status = tool_check_given_once(o, job->choices, job->count);
    if (status == TOOL_OK && cases) status = tool_check_used(o, job->choices, job->count);
    if (status == TOOL_OK && cases && o->settings.count > 0)
        status = tool_check_fitting(o, job->choices, job->count);
    return status;
}
