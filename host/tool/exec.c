/* exec.c - one strategy on the user's own arrays. */
#include "exec.h"
#include "../src/plan.h"
#include "image.h"
#include "npy.h"
#include "verify.h"
#include "suggest.h"
#include <stdlib.h>
#include <string.h>

typedef struct exec_job {
    tool_session *session;
    const xl__algorithm *algorithm;
    tool_config config;
    tool_data data;
    double values[XL__MAX_PARAMS];
    bool bound[XL__MAX_PARAMS];
    const char *bound_by[XL__MAX_PARAMS]; /* file or --set that fixed the parameter */
    const char *out[XL__MAX_ARRAYS];      /* file of each output, NULL = not wanted */
    bool recorded;                        /* what went wrong stands in the row's record */
    xl_error error;
} exec_job;

static bool ends_with(const char *text, const char *end) {
    const size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

/* Splits ARRAY=FILE and finds the array. */
static int find_array(exec_job *job, const char *word, const char *option, bool output, int *array,
                      const char **file) {
    char name[64];
    const size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (word[length] != '=' || length == 0 || word[length + 1] == '\0')
        return xl__fail(&job->error, XL_BAD_VALUE, "--%s '%s': expected ARRAY=FILE", option, word);
    *file = word + length + 1;
    *array = xl__find_array(job->algorithm, name);
    if (*array >= 0 && (job->algorithm->arrays[*array].direction == XL__OUT) == output) return XL_SUCCESS;
    const char *known[XL__MAX_ARRAYS];
    size_t count = 0;
    char list[256] = "";
    for (int a = 0; a < job->algorithm->array_count; a++) {
        if ((job->algorithm->arrays[a].direction == XL__OUT) != output) continue;
        known[count++] = job->algorithm->arrays[a].name;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", count > 1 ? ", " : "",
                 job->algorithm->arrays[a].name);
    }
    const char *near = tool_suggest(name, known, count);
    return xl__fail(&job->error, XL_BAD_NAME, "--%s %s: %s has no such %s array; %s%s", option, name,
                    job->algorithm->name, output ? "output" : "input", near ? "did you mean " : "it has ",
                    near ? near : list);
}

/* A size parameter takes a value from a file's dimension, unless something else gave it another. */
static int bind(exec_job *job, int param, double value, const char *source, int array, int dimension) {
    const xl__param *p = &job->algorithm->params[param];
    if (job->bound[param] && job->values[param] != value)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: dimension %d of array '%s' is %.0f, but %s = %.0f by %s", source, dimension,
                        job->algorithm->arrays[array].name, value, p->name, job->values[param],
                        job->bound_by[param]);
    if (value < p->least || value > p->most)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: dimension %d of array '%s' is %s = %.0f, outside of %.0f to %.0f", source,
                        dimension, job->algorithm->arrays[array].name, p->name, value, p->least, p->most);
    job->values[param] = value;
    job->bound[param] = true;
    job->bound_by[param] = source;
    return XL_SUCCESS;
}

static void shape_names(const xl__array_desc *desc, char *out, size_t size) {
    snprintf(out, size, "[");
    for (int d = 0; d < XL__MAX_RANK && desc->shape[d]; d++)
        snprintf(out + strlen(out), size - strlen(out), "%s%s", d ? ", " : "", desc->shape[d]);
    snprintf(out + strlen(out), size - strlen(out), "]");
}

static int bind_shape(exec_job *job, int array, const char *file) {
    const xl__array_desc *desc = &job->algorithm->arrays[array];
    const tool_array *a = &job->data.in[array];
    int rank = 0;
    while (rank < XL__MAX_RANK && desc->shape[rank]) rank++;
    char wanted[128], got[128];
    shape_names(desc, wanted, sizeof wanted);
    if (a->rank != rank)
        return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is %s, the file holds %s", file,
                        desc->name, wanted, tool_shape_text(a->rank, a->shape, got, sizeof got));
    for (int d = 0; d < rank; d++) {
        const int param = xl__find_param(job->algorithm, desc->shape[d]);
        int status = XL_SUCCESS;
        if (param >= 0)
            status = bind(job, param, (double)a->shape[d], file, array, d);
        else if ((size_t)strtoull(desc->shape[d], NULL, 10) != a->shape[d])
            status = xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is %s, the file holds %s", file,
                              desc->name, wanted, tool_shape_text(a->rank, a->shape, got, sizeof got));
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

static int check_type(exec_job *job, int array, const char *file) {
    const xl__array_desc *desc = &job->algorithm->arrays[array];
    const xl_type type = job->data.in[array].type;
    char list[64] = "";
    for (int i = 0; i < 6 && desc->types[i] != XL_TYPE_NONE; i++) {
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
                 xl_type_name(desc->types[i]));
        if (desc->types[i] != type) continue;
        if (desc->types[1] == XL_TYPE_NONE) return XL_SUCCESS;
        if (job->config.type != XL_TYPE_NONE && job->config.type != type)
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: elements are %s, but type = %s was given before",
                            file, xl_type_name(type), xl_type_name(job->config.type));
        job->config.type = type;
        return XL_SUCCESS;
    }
    return xl__fail(&job->error, XL_BAD_VALUE, "%s: elements are %s, array '%s' takes %s", file,
                    xl_type_name(type), desc->name, list);
}

/* A picture read as one sample a pixel. */
static int read_luminance(const char *file, tool_array *out, xl_error *error) {
    tool_array image = {0};
    int status = tool_image_read(file, &image, error);
    if (status == XL_SUCCESS) status = tool_image_luminance(&image, out, error);
    tool_array_free(&image);
    if (status == XL_SUCCESS) {
        out->shape[0] *= out->shape[1];
        out->rank = 1;
    }
    return status;
}

static int load(exec_job *job, const char *word) {
    int array = 0;
    const char *file = NULL;
    int status = find_array(job, word, "in", false, &array, &file);
    if (status != XL_SUCCESS) return status;
    const xl__array_desc *desc = &job->algorithm->arrays[array];
    if (job->data.in[array].data)
        return xl__fail(&job->error, XL_BAD_VALUE, "--in %s: array '%s' was given before", word, desc->name);
    if (!ends_with(file, ".png"))
        status = tool_npy_read(file, &job->data.in[array], &job->error);
    else if (desc->picture == XL__LUMINANCE)
        status = read_luminance(file, &job->data.in[array], &job->error);
    else
        status = tool_image_read(file, &job->data.in[array], &job->error);
    if (status == XL_SUCCESS) status = check_type(job, array, file);
    if (status == XL_SUCCESS) status = bind_shape(job, array, file);
    job->data.elements[array] = status == XL_SUCCESS ? tool_array_elements(&job->data.in[array]) : 0;
    return status;
}

/* The values that --set gives; one value each. */
static int take_settings(exec_job *job) {
    const tool_options *o = job->session->options;
    tool_points points;
    int status = tool_points_expand(job->config.cs, &o->settings, &points, &job->error);
    if (status != XL_SUCCESS) return status;
    if (points.count > 1)
        status = xl__fail(&job->error, XL_BAD_VALUE, "exec runs once: give each --set a single value");
    else
        memcpy(job->config.settings, points.item[0].settings, sizeof job->config.settings);
    job->config.type = points.item[0].type;
    tool_points_free(&points);
    for (int p = 0; p < job->algorithm->param_count; p++) job->values[p] = job->algorithm->params[p].initial;
    if (status == XL_SUCCESS)
        status = xl__parse_settings(job->algorithm, job->config.settings, job->values, &job->error);
    for (int p = 0; p < job->algorithm->param_count; p++) {
        job->bound[p] = tool_settings_have(job->config.settings, job->algorithm->params[p].name);
        job->bound_by[p] = "--set";
    }
    return status;
}

static int check_width(exec_job *job) {
    const tool_options *o = job->session->options;
    if (o->width_count <= 1 && !o->width_all && !o->width_native) return XL_SUCCESS;
    return xl__fail(&job->error, XL_BAD_VALUE, "exec runs once: give --width a single number");
}

/* A size that neither a file nor --set gave; an image's points follow from its width and height. */
static int check_sizes(exec_job *job) {
    const xl__algorithm *algorithm = job->algorithm;
    const int width = xl__find_param(algorithm, "width"), height = xl__find_param(algorithm, "height");
    const bool image = width >= 0 && height >= 0;
    if (image && job->bound[width] && job->bound[height]) return XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__IN_OPTIONAL || job->data.in[a].data) continue;
        for (int d = 0; d < XL__MAX_RANK && algorithm->arrays[a].shape[d]; d++) {
            const int param = xl__find_param(algorithm, algorithm->arrays[a].shape[d]);
            if (param < 0 || !algorithm->params[param].size || job->bound[param]) continue;
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: how many %s? Give --in %s=FILE%s",
                            algorithm->name, algorithm->params[param].name, algorithm->arrays[a].name,
                            image ? ", or --set width=N --set height=N" : "");
        }
    }
    return XL_SUCCESS;
}

static int check_inputs(exec_job *job) {
    for (int a = 0; a < job->algorithm->array_count; a++)
        if (job->algorithm->arrays[a].direction == XL__IN && !job->data.in[a].data)
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is missing; give --in %s=FILE",
                            job->algorithm->name, job->algorithm->arrays[a].name,
                            job->algorithm->arrays[a].name);
    for (int i = 0; i < job->session->options->out.count; i++) {
        int array = 0;
        const char *file = NULL;
        const int status = find_array(job, job->session->options->out.word[i], "out", true, &array, &file);
        if (status != XL_SUCCESS) return status;
        job->out[array] = file;
    }
    if (job->session->options->out.count > 0) return check_sizes(job);
    return xl__fail(&job->error, XL_BAD_VALUE, "exec writes nothing without --out ARRAY=FILE");
}

/* Settings text with what the files' dimensions fixed. */
static void settle_settings(exec_job *job) {
    for (int p = 0; p < job->algorithm->param_count; p++) {
        if (!job->bound[p] || tool_settings_have(job->config.settings, job->algorithm->params[p].name))
            continue;
        char text[96];
        snprintf(text, sizeof text, "%s=%.0f", job->algorithm->params[p].name, job->values[p]);
        tool_settings_join(NULL, job->config.settings, text, job->config.settings);
    }
}

/* An output array in host memory with its shape; a picture's is [height, width, channels]. */
static int read_output(exec_job *job, int array, const xl__problem *problem, const tool_buffers *buffers,
                       bool picture, tool_array *out) {
    const xl__algorithm *algorithm = job->algorithm;
    const int width = xl__find_param(algorithm, "width"), height = xl__find_param(algorithm, "height");
    if (picture && (algorithm->arrays[array].picture != XL__COLOR || width < 0 || height < 0))
        return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is no picture; write it as .npy",
                        job->out[array], algorithm->arrays[array].name);
    const int status = tool_read_output(job->session, algorithm, problem, array, buffers, out, &job->error);
    if (status != XL_SUCCESS || !picture) return status;
    if (problem->value[width] * problem->value[height] != (double)out->shape[0] || out->shape[0] == 0)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: array '%s' is no picture here; write it as .npy, or give --set width=N --set "
                        "height=N in place of points",
                        job->out[array], algorithm->arrays[array].name);
    out->shape[2] = out->rank > 1 ? out->shape[1] : 1;
    out->shape[1] = (size_t)problem->value[width];
    out->shape[0] = (size_t)problem->value[height];
    out->rank = 3;
    return XL_SUCCESS;
}

static tool_exit write_outputs(exec_job *job, const xl__problem *problem, const tool_buffers *buffers) {
    for (int a = 0; a < job->algorithm->array_count; a++) {
        if (!job->out[a]) continue;
        const bool picture = ends_with(job->out[a], ".png");
        tool_array array = {0};
        const int read = read_output(job, a, problem, buffers, picture, &array);
        if (read != XL_SUCCESS) {
            tool_array_free(&array);
            return read == XL_BAD_VALUE ? TOOL_USAGE : TOOL_DEVICE_FAILED;
        }
        const int status = picture ? tool_image_write(job->out[a], &array, 8, &job->error)
                                   : tool_npy_write(job->out[a], &array, &job->error);
        if (status == XL_SUCCESS) {
            char shape[128];
            tool_shape_text(array.rank, array.shape, shape, sizeof shape);
            tool_emit(job->session, json_pack("{s:s,s:s,s:s,s:s,s:s}", "event", "written", "file",
                                              job->out[a], "array", job->algorithm->arrays[a].name, "shape",
                                              shape, "type", xl_type_name(array.type)));
        }
        tool_array_free(&array);
        if (status != XL_SUCCESS) return TOOL_OUTPUT;
    }
    return TOOL_OK;
}

static tool_exit status_to_exit(int status) {
    switch (status) {
    case XL_BAD_NAME:
    case XL_BAD_VALUE:
    case XL_BAD_ARRAY:
    case XL_IO:
    case XL_TOO_LARGE: return TOOL_USAGE;
    case XL_UNSUPPORTED: return TOOL_NO_DEVICE;
    default: return TOOL_DEVICE_FAILED;
    }
}

/* What the driver failed at stands in the row's record; what else went wrong, tool_exec says. */
static tool_exit fail_row(exec_job *job, long row, const xl_plan *plan, int status) {
    const tool_exit result = status_to_exit(status);
    if (result == TOOL_DEVICE_FAILED) {
        json_t *record = tool_row_record(job->session, "verify", "error", &job->config, plan);
        tool_row_set_failure(record, &job->error);
        tool_row_end(job->session, row, record);
        job->recorded = true;
    }
    return result;
}

/* Runs, checks and writes. */
static tool_exit run_and_write(exec_job *job, xl_plan *plan, long row) {
    tool_session *s = job->session;
    const xl__problem *problem = xl__plan_problem(plan);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    tool_trial trial = {.plan = plan};
    tool_buffers buffers = {0};
    int status = tool_run_checked(s, job->config.cs, plan, &job->data, problem->width, &buffers,
                                  &trial.verdict, &job->error);
    if (status == XL_SUCCESS)
        status = xl_plan_width_measured(plan, s->queue, &trial.width_measured, &job->error);
    tool_exit result = TOOL_WRONG;
    if (status != XL_SUCCESS) {
        result = fail_row(job, row, plan, status);
    } else {
        trial.width_wrong = trial.width_measured > 0 && trial.width_measured != facts.width;
        const bool wrong = trial.verdict.wrong || trial.width_wrong;
        json_t *record = tool_row_record(s, "verify", "ok", &job->config, plan);
        tool_row_set_trial(record, s, &job->config, &trial, wrong ? TOOL_WRONG_RESULT : TOOL_RIGHT);
        tool_row_end(s, row, record);
        job->recorded = wrong;
        if (!wrong) result = write_outputs(job, problem, &buffers);
    }
    tool_buffers_free(&buffers);
    return result;
}

/* The row begins before the driver is asked for anything, so that it is the row's death if it dies. */
static tool_exit run_row(exec_job *job) {
    tool_session *s = job->session;
    const long row = tool_row_begin(s, tool_row_record(s, "verify", "error", &job->config, NULL));
    if (row < 0) return TOOL_OK; /* an earlier process died in it, which has been told */
    xl_plan *plan = NULL;
    const int status = tool_plan_make(s, &job->config, &plan, &job->error);
    const tool_exit result =
        status == XL_SUCCESS ? run_and_write(job, plan, row) : fail_row(job, row, NULL, status);
    xl_plan_free(plan);
    return result;
}

tool_exit tool_exec(tool_session *s, const tool_choice *choice) {
    exec_job job = {.session = s, .algorithm = choice->cs->algorithm};
    job.config =
        (tool_config){.cs = choice->cs, .strategy = choice->strategy, .backend = s->options->backend};
    int status = check_width(&job);
    if (status == XL_SUCCESS) status = take_settings(&job);
    for (int i = 0; i < s->options->in.count && status == XL_SUCCESS; i++)
        status = load(&job, s->options->in.word[i]);
    if (status == XL_SUCCESS) status = check_inputs(&job);
    tool_exit result = status_to_exit(status);
    if (status == XL_SUCCESS) {
        settle_settings(&job);
        job.config.width = s->options->width_count > 0 ? s->options->widths[0] : 0;
        result = run_row(&job);
    }
    if (result != TOOL_OK && !job.recorded) tool_emit_failure(s, result, job.error.text);
    tool_data_free(&job.data);
    return result;
}
