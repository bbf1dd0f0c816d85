#include "exec/exec.h"
#include "table/lookup.h"
#include "plan/plan_make.h"
#include "base/text.h"
#include "table/values.h"
#include "arrays/array_file.h"
#include "exec/exec_job.h"
#include "arrays/image.h"
#include "arrays/npy.h"
#include "hints/source_hints.h"
#include "run/findings.h"
#include "verify/verify.h"
#include <stdlib.h>
#include <string.h>

typedef struct exec_run {
    tool_session *session;
    exec_job job;
    bool recorded; /* the row's record has the error */
} exec_run;

/* ---- outputs ----------------------------------------------------------------------------------------- */

/* A bare name and a requested work-group size become actual ones. */
static json_t *describe_plan(const exec_job *job, const xl_plan *plan) {
    const int group = xl__find_param(job->algorithm, "group");
    xl_plan_facts facts;
    xl__text text = {0};
    xl_plan_get_facts(plan, &facts);
    xl__text_format(&text, "%s/%s", facts.algorithm, facts.strategy);
    if (facts.width > 0) xl__text_format(&text, ", backend %s, %d lanes", facts.backend, facts.width);
    if (group >= 0 && job->set[group]) xl__text_format(&text, ", work-groups of %zu", facts.group_size);
    json_t *const json = json_string(text.failed ? "" : text.data);
    xl__text_free(&text);
    return json;
}

/* `left_out`: elements that did not fit, which the parent reports. */
static void tell_written(exec_run *run, const xl_plan *plan, int array, const char *file, const tool_array *a,
                         uint64_t left_out) {
    char shape[128];
    tool_shape_text(a->rank, a->shape, shape, sizeof shape);
    json_t *const event =
        json_pack("{s:s,s:o,s:s,s:s,s:s,s:o,s:I}", "event", "written", "file", tool_json_line(file), "array",
                  run->job.algorithm->arrays[array].name, "shape", shape, "type", xl_type_name(a->type), "by",
                  describe_plan(&run->job, plan), "left_out", (json_int_t)left_out);
    tool_add_uncounted(event, run->job.config.cs, &run->job.data, a);
    tool_emit(run->session, event);
}

static int write_pictures(exec_run *run, const xl_plan *plan, int array, const tool_array *whole) {
    exec_job *job = &run->job;
    tool_array picture = *whole; /* a part of the whole's memory */
    char file[TOOL_PATH];
    picture.rank = 3;
    for (int number = 0;
         xl__picture_shape(job->algorithm, array, xl__plan_problem(plan), number, picture.shape) &&
         exec_picture_file(job, array, number, file);
         number++) {
        const int status = tool_image_write(file, &picture, 8, &job->error);
        if (status != XL_SUCCESS) return status;
        tell_written(run, plan, array, file, &picture, 0);
        picture.data = (float *)picture.data + picture.shape[0] * picture.shape[1] * picture.shape[2];
    }
    return XL_SUCCESS;
}

static int write_array(exec_run *run, const xl_plan *plan, int array, const tool_array *whole,
                       uint64_t there) {
    exec_job *job = &run->job;
    const int status = tool_npy_write(job->out[array], whole, &job->error);
    const bool counted = xl__counter_of(job->algorithm, array) >= 0;
    if (status == XL_SUCCESS)
        tell_written(run, plan, array, job->out[array], whole, counted ? there - whole->shape[0] : 0);
    return status;
}

static tool_exit write_outputs(exec_run *run, const xl_plan *plan, const tool_buffers *buffers) {
    exec_job *job = &run->job;
    for (int a = 0; a < job->algorithm->array_count; a++) {
        if (!job->out[a]) continue;
        tool_array array = {0};
        uint64_t there = 0;
        int status = tool_read_output(run->session, job->algorithm, xl__plan_problem(plan), a, buffers,
                                      &array, &there, &job->error);
        if (status != XL_SUCCESS) {
            tool_array_free(&array);
            return TOOL_DEVICE_FAILED;
        }
        status = tool_is_png_name(job->out[a]) ? write_pictures(run, plan, a, &array)
                                               : write_array(run, plan, a, &array, there);
        tool_array_free(&array);
        if (status != XL_SUCCESS) return TOOL_OUTPUT;
    }
    return TOOL_OK;
}

/* ---- the row ----------------------------------------------------------------------------------------- */

static void add_words(xl__text *text, const char *option, const tool_words *words) {
    for (int i = 0; i < words->count; i++) tool_add_shell_word(text, option, words->word[i]);
}

/* The user's own command, on this device. */
static void set_repeat(const exec_run *run, json_t *record) {
    json_t *const mismatch = json_object_get(record, "mismatch");
    const tool_options *o = run->job.options;
    xl__text text = {0};
    if (!mismatch) return;
    char device[16];
    xl__text_format(&text, "crosslane exec %s --device %s", o->names.word[0],
                    tool_device_word(run->session, device));
    if (o->width_count > 0) xl__text_format(&text, " --width %d", o->widths[0]);
    if (o->backend) xl__text_format(&text, " --backend %s", o->backend);
    if (o->kernel_dir) tool_add_shell_word(&text, "--kernel-dir", o->kernel_dir);
    add_words(&text, "--set", &o->settings);
    add_words(&text, "--in", &o->in);
    add_words(&text, "--out", &o->out);
    if (!text.failed) json_object_set_new(mismatch, "repeat", tool_json_text(text.data));
    xl__text_free(&text);
}

/* The failure of a user's kernel is not the driver's. */
static bool is_own(const exec_run *run, const xl_plan *plan) {
    const tool_config *const c = &run->job.config;
    const xl__strategy *const strategy = plan ? xl__plan_strategy(plan)
                                         : c->strategy == TOOL_AUTO_STRATEGY
                                             ? NULL
                                             : &c->cs->algorithm->strategies[c->strategy];
    return strategy && tool_is_own_source(run->session->options->kernel_dir, strategy);
}

/* The row has the driver's error; tool_exec reports other errors. */
static tool_exit fail_row(exec_run *run, long row, const xl_plan *plan, int status) {
    const tool_exit result = exec_status(status);
    if (result == TOOL_DEVICE_FAILED) {
        json_t *record = tool_row_record(run->session, "verify", "error", &run->job.config, plan);
        tool_row_set_failure(record, &run->job.error);
        const bool found = tool_findings_read(run->session, plan ? xl__plan_problem(plan)->strategy : NULL);
        tool_findings_set(run->session, record, NULL);
        tool_row_end(run->session, row, record);
        run->recorded = true;
        if (found || is_own(run, plan)) return TOOL_WRONG;
    }
    return result;
}

/* The strategy chosen by auto may lack a parameter. */
static int check_used(exec_job *job, const xl_plan *plan) {
    const int strategy = xl__plan_strategy_index(plan);
    for (int p = 0; p < job->algorithm->param_count; p++)
        if (job->set[p] &&
            !xl__uses(job->algorithm, xl__plan_problem(plan), &job->algorithm->strategies[strategy], p))
            return exec_fail_unused(job, p, strategy);
    return XL_SUCCESS;
}

/* A count above the capacity; the outputs are right. */
static void tell_excess(const exec_job *job, const xl__problem *problem) {
    const int input = xl__count_input(job->algorithm);
    if (input < 0 || !job->data.in[input].data) return;
    const uint64_t given = tool_count_given(&job->data.in[input]);
    const double n = problem->value[xl__find_param(job->algorithm, "n")];
    if ((double)given > n)
        tool_complain("warning: '%s' is %llu, n is %.0f: all %.0f were taken",
                      job->algorithm->arrays[input].name, (unsigned long long)given, n, n);
}

static tool_exit run_and_write(exec_run *run, xl_plan *plan, long row) {
    tool_session *s = run->session;
    exec_job *job = &run->job;
    const xl__problem *problem = xl__plan_problem(plan);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    tool_trial trial = {.plan = plan};
    tool_buffers buffers = {0};
    int status = check_used(job, plan);
    if (status == XL_SUCCESS)
        status = tool_run_checked(s, job->config.cs, plan, &job->data, problem->width, &buffers,
                                  &trial.verdict, &job->error);
    if (status == XL_SUCCESS)
        status = xl_plan_width_measured(plan, s->queue, &trial.width_measured, &job->error);
    tool_exit result = TOOL_WRONG;
    trial.found = tool_findings_read(s, problem->strategy);
    trial.measure_wrong = status == XL_WRONG_ANSWER; /* a value that was read back cannot be right */
    trial.error = job->error;
    if (status != XL_SUCCESS && !trial.measure_wrong) {
        result = fail_row(run, row, plan, status);
    } else {
        trial.width_wrong = trial.width_measured > 0 && trial.width_measured != facts.width;
        const bool wrong = trial.verdict.wrong || trial.width_wrong || trial.measure_wrong || trial.found;
        json_t *record = tool_row_record(s, "verify", "ok", &job->config, plan);
        tool_row_set_trial(record, s, &job->config, &trial, wrong ? TOOL_WRONG_RESULT : TOOL_RIGHT);
        json_object_set_new(record, "seed", json_null());
        set_repeat(run, record);
        tool_row_end(s, row, record);
        run->recorded = wrong;
        tell_excess(job, problem);
        if (!wrong) result = write_outputs(run, plan, &buffers);
    }
    tool_buffers_free(&buffers);
    return result;
}

/* The row begins before any driver call, whose crash it then records. */
static tool_exit run_row(exec_run *run) {
    tool_session *s = run->session;
    const long row = tool_row_begin(s, tool_row_record(s, "verify", "error", &run->job.config, NULL));
    if (row < 0) return TOOL_OK; /* an earlier process crashed in it and reported that */
    xl_plan *plan = NULL;
    const int status = tool_plan_make(s, &run->job.config, &plan, &run->job.error);
    const tool_exit result =
        status == XL_SUCCESS ? run_and_write(run, plan, row) : fail_row(run, row, NULL, status);
    xl_plan_free(plan);
    return result;
}

tool_exit tool_exec(tool_session *s) {
    exec_run run = {.session = s};
    tool_exit result = exec_status(exec_job_make(&run.job, s->job, false));
    if (result == TOOL_OK) result = run_row(&run);
    if (result != TOOL_OK && !run.recorded) tool_emit_failure(s, result, run.job.error.text);
    exec_job_free(&run.job);
    return result;
}
