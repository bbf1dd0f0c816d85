/* export.c - one configuration as a C program with its data. */
#include "export/export.h"
#include "cases/compare.h"
#include "export/capture.h"
#include "export/plain_source.h"
#include "export/program_text.h"
#include "caps/device_open.h"
#include "system/os_folder.h"
#include "records/record.h"
#include "run/data.h"
#include "run/targets.h"
#include "system/output_file.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include <stdlib.h>
#include <string.h>

typedef struct export_job {
    tool_session *session;
    tool_config config;
    export_capture capture;
    xl_plan *plan;
    tool_buffers buffers;
    tool_data *data; /* the cache's */
    tool_data_cache cache;
    xl__text text[EXPORT_MOST_PROGRAMS], left[EXPORT_MOST_PROGRAMS];
    export_description description;
    char title[256];
    bool whole;
    xl_error build; /* status 0: it builds */
} export_job;

/* ---- files ------------------------------------------------------------------------------------ */

static int write_file(const export_job *job, const char *name, const void *data, size_t bytes,
                      xl_error *error) {
    char path[TOOL_PATH];
    if (snprintf(path, sizeof path, "%s/%s", job->session->options->folder, name) >= (int)sizeof path)
        return xl__fail(error, XL_IO, "the folder's name is too long");
    return tool_out_save(path, data, bytes, error);
}

static int write_named(const export_job *job, const char *prefix, const char *name, const void *data,
                       size_t bytes, xl_error *error) {
    char file[EXPORT_NAME + 16];
    snprintf(file, sizeof file, "%s%s.bin", prefix, name);
    return write_file(job, file, data, bytes, error);
}

/* ---- the programs' texts ---------------------------------------------------------------------- */

/* The kernels of program p, NULL at the end. Before a plan exists: all that its passes name. */
static void list_kernels(const export_capture *c, int p, const char *names[XL__MAX_PASSES + 1]) {
    int count = 0;
    for (int i = 0; i < XL__MAX_PASSES; i++) {
        bool known = !c->kernel_of[i][0] || c->program_of[i] != p, used = c->step_count == 0;
        for (int k = 0; k < count; k++) known = known || strcmp(names[k], c->kernel_of[i]) == 0;
        for (int s = 0; s < c->step_count; s++)
            used = used || (c->steps[s].program == p && strcmp(c->steps[s].kernel, c->kernel_of[i]) == 0);
        if (!known && used) names[count++] = c->kernel_of[i];
    }
    names[count] = NULL;
}

static int write_texts(export_job *job, xl_error *error) {
    const export_capture *const c = &job->capture;
    const char *names[XL__MAX_PASSES + 1];
    char file[32];
    int status = XL_SUCCESS;
    for (int p = 0; p < c->program_count && status == XL_SUCCESS; p++) {
        bool whole = false;
        list_kernels(c, p, names);
        status = export_kernel_text(job->session, c->programs[p].text, c->programs[p].options, names,
                                    &job->text[p], &job->left[p], &whole, error);
        job->whole = job->whole || whole;
        job->description.options[p] = job->left[p].data ? job->left[p].data : "";
        if (status == XL_SUCCESS)
            status =
                write_file(job, export_kernel_file(p, file), job->text[p].data, job->text[p].size, error);
    }
    return status;
}

/* ---- data and outputs ------------------------------------------------------------------------- */

static int write_expected(const export_job *job, const export_output *o, const export_buffer *b,
                          xl_error *error) {
    const tool_expected *const e = &job->data->expected[b->array];
    const bool any = o->compare == EXPORT_SORTED || o->compare == EXPORT_PLACED;
    const size_t elements = any ? o->wanted : o->elements;
    if (o->compare == EXPORT_SKIP) return XL_SUCCESS;
    if (o->compare != EXPORT_NEAR)
        return write_named(job, "expected_", b->name, e->exact, elements * xl_type_size(e->type), error);
    const int status = write_named(job, "expected_", b->name, e->value, elements * sizeof *e->value, error);
    if (status != XL_SUCCESS) return status;
    return write_named(job, "allowed_", b->name, e->allowed, elements * sizeof *e->allowed, error);
}

static int buffer_of_array(const export_capture *c, int array) {
    for (int b = 0; b < c->buffer_count; b++)
        if (c->buffers[b].array == array) return b;
    return -1;
}

/* As verify compares it; XL_UNSUPPORTED if a short program cannot. */
static int describe_output(const export_job *job, int b, export_output *o, xl_error *error) {
    const export_capture *const c = &job->capture;
    const xl__algorithm *const algorithm = c->algorithm;
    const xl__strategy *const strategy = xl__plan_problem(job->plan)->strategy;
    const int array = c->buffers[b].array, index = xl__index_of(algorithm, array);
    const tool_expected *const e = &job->data->expected[array];
    const size_t room = job->data->elements[array];
    const bool any = xl__in_any_order(algorithm, strategy, array);
    *o = (export_output){.buffer = b, .type = e->type, .compare = e->exact ? EXPORT_EXACT : EXPORT_NEAR};
    o->wanted = e->elements;
    o->elements = e->elements < room ? e->elements : room;
    if (any) o->compare = index >= 0 ? EXPORT_PLACED : EXPORT_SORTED;
    if (any && index >= 0) {
        o->places = buffer_of_array(c, index);
        o->lengths = buffer_of_array(c, xl__find_array(algorithm, algorithm->arrays[array].lengths));
    } else if (o->elements == 0 || xl__is_index(algorithm, strategy, array)) {
        o->compare = EXPORT_SKIP;
    }
    if (any && (!e->exact || (index >= 0 && (o->places < 0 || o->lengths < 0))))
        return xl__fail(error, XL_UNSUPPORTED,
                        "%s/%s may write '%s' in any order, which an exported program cannot check",
                        algorithm->name, strategy->name, algorithm->arrays[array].name);
    return XL_SUCCESS;
}

/* If it is an output; and the memory that may not change. */
static int add_outputs(export_job *job, int b, xl_error *error) {
    export_description *const d = &job->description;
    const export_buffer *const buffer = &job->capture.buffers[b];
    const xl__algorithm *const algorithm = job->capture.algorithm;
    const char *const beyond = job->session->options->beyond;
    const bool output = buffer->array >= 0 && algorithm->arrays[buffer->array].direction == XL__OUT;
    size_t used = buffer->bytes;
    int status = XL_SUCCESS;
    if (output) {
        export_output *const o = &d->output[d->output_count++];
        status = describe_output(job, b, o, error);
        if (status == XL_SUCCESS) status = write_expected(job, o, buffer, error);
        if (!xl__is_index(algorithm, xl__plan_problem(job->plan)->strategy, buffer->array))
            used = o->elements * xl_type_size(o->type);
    }
    if (beyond && strcmp(beyond, buffer->name) == 0 &&
        !export_capture_extend(&job->capture.buffers[b], XL__GUARD_UNIT))
        return xl__fail_memory(error);
    if (used < buffer->bytes && d->output_count < EXPORT_MOST_OUTPUTS)
        d->output[d->output_count++] = (export_output){
            .buffer = b, .type = XL_U8, .compare = EXPORT_KEPT, .elements = buffer->bytes, .from = used};
    return status;
}

static int write_data(export_job *job, xl_error *error) {
    int status = XL_SUCCESS;
    for (int b = 0; b < job->capture.buffer_count && status == XL_SUCCESS; b++) {
        const export_buffer *const buffer = &job->capture.buffers[b];
        status = add_outputs(job, b, error);
        if (status == XL_SUCCESS)
            status = write_named(job, "", buffer->name, buffer->before, buffer->bytes, error);
    }
    return status;
}

/* ---- the run ---------------------------------------------------------------------------------- */

static tool_config make_config(tool_session *s) {
    const tool_choice *const choice = &s->job->choices[0];
    const tool_point *const point = &choice->points->item[0];
    const tool_options *const o = s->options;
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(choice->cs->algorithm, types);
    tool_config config = {.cs = choice->cs,
                          .strategy = choice->strategy,
                          .backend = o->backend,
                          .width = o->width_count > 0 ? o->widths[0] : 0,
                          .type = point->type == XL_TYPE_NONE ? types[0] : point->type,
                          .distribution =
                              point->distribution ? point->distribution : choice->cs->distributions[0]};
    tool_settings_join(choice->cs->algorithm, choice->cs->verify_base, point->settings, config.settings);
    tool_config_trim(s, &config);
    return config;
}

/* A program that does not build is exported too: job->build says why. */
static int capture_run(export_job *job, xl_error *error) {
    tool_session *const s = job->session;
    const xl__algorithm *const algorithm = job->config.cs->algorithm;
    export_capture_begin(&job->capture, s, algorithm);
    int status = tool_plan_make(s, &job->config, &job->plan, error);
    if (status == XL_BUILD_FAILED && job->capture.program_count > 0) {
        job->build = *error;
        return XL_SUCCESS;
    }
    if (status != XL_SUCCESS) return status;
    const xl__problem *const problem = xl__plan_problem(job->plan);
    status = tool_data_get(&job->cache, &job->config, problem, s->options->seed, &job->data, error);
    if (status == XL_SUCCESS)
        status = tool_buffers_make(s, algorithm, problem, job->data, &job->buffers, error);
    return status == XL_SUCCESS ? export_capture_run(&job->capture, job->plan, &job->buffers, error) : status;
}

static void set_title(export_job *job) {
    const xl__algorithm *const algorithm = job->config.cs->algorithm;
    const int chosen = job->config.strategy;
    xl_plan_facts facts = {0};
    if (job->plan) xl_plan_get_facts(job->plan, &facts);
    const char *const strategy = job->plan                      ? facts.strategy
                                 : chosen == TOOL_AUTO_STRATEGY ? "auto"
                                                                : algorithm->strategies[chosen].name;
    const int width = job->plan ? facts.width : job->config.width;
    if (width > 0)
        snprintf(job->title, sizeof job->title, "%s/%s with sub-groups of %d lanes", algorithm->name,
                 strategy, width);
    else
        snprintf(job->title, sizeof job->title, "%s/%s", algorithm->name, strategy);
    job->description.title = job->title;
    job->description.device = xl__get_facts(job->session->device)->name;
    job->description.capture = &job->capture;
}

static int write_all(export_job *job, xl_error *error) {
    xl__text main_text = {0};
    set_title(job);
    int status = write_texts(job, error);
    if (status == XL_SUCCESS && job->plan) status = write_data(job, error);
    if (status == XL_SUCCESS) {
        export_program_text(&job->description, &main_text);
        status = main_text.failed ? xl__fail_memory(error)
                                  : write_file(job, "main.c", main_text.data, main_text.size, error);
    }
    xl__text_free(&main_text);
    return status;
}

static void tell(const export_job *job) {
    json_t *const options = json_array();
    for (int p = 0; p < job->capture.program_count; p++)
        json_array_append_new(options, tool_json_text(job->description.options[p]));
    tool_emit(job->session,
              json_pack("{s:s,s:s,s:o,s:b,s:b,s:o}", "event", "exported", "title", job->title, "options",
                        options, "whole", (int)job->whole, "builds", (int)(job->build.status == XL_SUCCESS),
                        "log", tool_json_text(job->build.text)));
}

static void free_job(export_job *job) {
    export_capture_free(&job->capture);
    for (int p = 0; p < EXPORT_MOST_PROGRAMS; p++) {
        xl__text_free(&job->text[p]);
        xl__text_free(&job->left[p]);
    }
    tool_buffers_free(&job->buffers);
    xl_plan_free(job->plan);
    tool_data_cache_clear(&job->cache);
    free(job);
}

tool_exit tool_export(tool_session *s) {
    xl_error error = {0};
    export_job *const job = calloc(1, sizeof *job);
    if (!job) {
        tool_emit_failure(s, TOOL_DEVICE_FAILED, "no memory for the exported program");
        return TOOL_DEVICE_FAILED;
    }
    job->session = s;
    job->config = make_config(s);
    int status = capture_run(job, &error);
    if (status == XL_SUCCESS) status = write_all(job, &error);
    if (status == XL_SUCCESS) tell(job);
    free_job(job);
    if (status == XL_SUCCESS) return TOOL_OK;
    const tool_exit result = status == XL_IO            ? TOOL_OUTPUT
                             : status == XL_UNSUPPORTED ? TOOL_NOTHING_DONE
                                                        : TOOL_DEVICE_FAILED;
    tool_emit_failure(s, result, error.text);
    return result;
}
