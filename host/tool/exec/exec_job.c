#include "exec/exec_job.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include "arrays/array_file.h"
#include "arrays/image.h"
#include "arrays/npy.h"
#include "system/os_file.h"
#include "system/ranks.h"
#include "text/suggest.h"
#include "options/used.h"
#include <stdlib.h>
#include <string.h>

/* ---- arrays ---------------------------------------------------------------------------------------- */

static int find_array(exec_job *job, const char *word, const char *option, bool output, int *array,
                      const char **file) {
    char name[64];
    const size_t length = strcspn(word, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    if (word[length] != '=' || length == 0 || word[length + 1] == '\0')
        return xl__fail(&job->error, XL_BAD_VALUE, "--%s '%s': expected ARRAY=FILE", option, word);
    *file = word + length + 1;
    *array = xl__find_array(job->algorithm, name);
    for (int a = 0; a < job->algorithm->array_count && output; a++) {
        const char *const of = job->algorithm->arrays[a].result_of;
        if (of && strcmp(of, name) == 0) *array = a;
    }
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

/* Fails if something else gave another value. */
static int bind(exec_job *job, int param, double value, const char *source, int array, int dimension) {
    const xl__param *p = &job->algorithm->params[param];
    if (job->bound[param] && job->values[param] != value)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: dimension %d of array '%s' is %.0f, but %s = %.0f by %s", source, dimension,
                        job->algorithm->arrays[array].name, value, p->name, job->values[param],
                        job->bound_by[param]);
    const double least = p->may_drop && p->least == 0.0 ? 1.0 : p->least; /* 0: not this dimension */
    if (value < least || value > p->most)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: dimension %d of array '%s' is %s = %.0f, outside of %.0f to %.0f", source,
                        dimension, job->algorithm->arrays[array].name, p->name, value, least, p->most);
    job->values[param] = value;
    job->bound[param] = true;
    job->bound_by[param] = source;
    return XL_SUCCESS;
}

/* A file that has the dimension gives an open size. */
static bool may_bind(const exec_job *job, const char *size) {
    const int param = xl__find_param(job->algorithm, size);
    return param >= 0 && !job->bound[param];
}

/* Returns how many. A dimension that may drop is there if the file's rank has room. */
static int list_dimensions(const exec_job *job, int array, const char *names[XL__MAX_RANK]) {
    const char *const *shape = job->algorithm->arrays[array].shape;
    xl__problem problem = {.algorithm = job->algorithm};
    int rank = 0, whole = 0;
    uint64_t ignored;
    memcpy(problem.value, job->values, sizeof problem.value);
    while (whole < XL__MAX_RANK && shape[whole]) whole++;
    for (int d = 0; d < whole; d++)
        if (!xl__drops_dimension(job->algorithm, shape[d], &problem, &ignored) ||
            (may_bind(job, shape[d]) && job->data.in[array].rank == whole))
            names[rank++] = shape[d];
    return rank;
}

/* "sums.npy: array 'x' is [n, 2], the file holds [5, 3]" */
static int fail_shape(exec_job *job, int array, const char *file) {
    const tool_array *a = &job->data.in[array];
    const char *names[XL__MAX_RANK];
    const int rank = list_dimensions(job, array, names);
    char wanted[128] = "", got[128];
    for (int d = 0; d < rank; d++)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s%s", d ? ", " : "", names[d]);
    return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is [%s], the file holds %s", file,
                    job->algorithm->arrays[array].name, wanted,
                    tool_shape_text(a->rank, a->shape, got, sizeof got));
}

static int bind_shape(exec_job *job, int array, const char *file) {
    const tool_array *a = &job->data.in[array];
    const char *names[XL__MAX_RANK];
    const int rank = list_dimensions(job, array, names);
    if (a->rank != rank) return fail_shape(job, array, file);
    for (int d = 0; d < rank; d++) {
        const int param = xl__find_param(job->algorithm, names[d]);
        xl__problem problem = {.algorithm = job->algorithm};
        uint64_t length = 0;
        int status = XL_SUCCESS;
        memcpy(problem.value, job->values, sizeof problem.value);
        if (param >= 0)
            status = bind(job, param, (double)a->shape[d], file, array, d);
        else if (!xl__drops_dimension(job->algorithm, names[d], &problem, &length) && length != a->shape[d])
            status = fail_shape(job, array, file);
        if (status != XL_SUCCESS) return status;
    }
    return XL_SUCCESS;
}

/* Sets the choice that names the type, unless --set or another file gave another one. */
static int bind_type(exec_job *job, int array, xl_type type, const char *file) {
    const int param = xl__find_param(job->algorithm, job->algorithm->arrays[array].typed_by);
    const xl__param *const p = &job->algorithm->params[param];
    xl__problem problem = {.algorithm = job->algorithm};
    char was[64];
    xl__value_text(p, job->values[param], was, sizeof was);
    for (int word = 0; word <= (int)p->most; word++) {
        problem.value[param] = word;
        if (xl__typed_by(job->algorithm, array, &problem) != type) continue;
        if (job->bound[param] && job->values[param] != word)
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: elements are %s, but %s = %s by %s", file,
                            xl_type_name(type), p->name, was, job->bound_by[param]);
        job->values[param] = word;
        job->bound[param] = true;
        job->bound_by[param] = file;
    }
    return XL_SUCCESS;
}

static int check_type(exec_job *job, int array, const char *file) {
    const xl__array_desc *desc = &job->algorithm->arrays[array];
    const xl_type type = job->data.in[array].type;
    char list[64] = "";
    for (int i = 0; i < XL__MAX_TYPES && desc->types[i] != XL_TYPE_NONE; i++) {
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "",
                 xl_type_name(desc->types[i]));
        if (desc->types[i] != type) continue;
        if (desc->typed_by) return bind_type(job, array, type, file);
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

/* Of the dimension n, for several ranks. */
static int read_part(exec_job *job, int array, tool_array_file *file) {
    tool_array *a = &job->data.in[array];
    const tool_ranks *ranks = job->options->ranks;
    const char *names[XL__MAX_RANK];
    const int rank = list_dimensions(job, array, names);
    int split = -1;
    if (array == xl__count_input(job->algorithm))
        return xl__fail(&job->error, XL_BAD_VALUE, "%s: '%s' counts what one process has; run it without MPI",
                        file->path, job->algorithm->arrays[array].name);
    if (!file->stream)
        return xl__fail(&job->error, XL_BAD_VALUE,
                        "%s: several ranks read parts of .npy files, not of pictures", file->path);
    if (a->rank != rank) return fail_shape(job, array, file->path);
    job->whole[array] = *a;
    for (int d = 0; d < rank; d++)
        if (strcmp(names[d], "n") == 0) split = d;
    if (split < 0) return tool_array_file_read(file, a, &job->error);
    const uint64_t n = a->shape[split], size = (uint64_t)ranks->size, own = (uint64_t)ranks->rank;
    /* The first ranks get one more. */
    const uint64_t first = n / size * own + (own < n % size ? own : n % size);
    const uint64_t count = n / size + (own < n % size ? 1 : 0);
    job->whole_n = n;
    job->first_n = first;
    return tool_npy_read_part(file->stream, file->path, file->place, a, split, (size_t)first, (size_t)count,
                              &job->error);
}

/* Once: by the process that checks, or by the only reader. */
static void tell_followed(const exec_job *job, const tool_array *a, const char *path) {
    if (a->followed == 0) return;
    if (!job->check_only && !tool_file_is_pipe(path) && !tool_ranks_are_many(job->options->ranks)) return;
    tool_complain("warning: %s: byte %zu: the file continues after the picture; the rest is ignored", path,
                  a->followed);
}

/* Refuses type and shape before reading elements. Only the process that computes reads a file that can be
   read once. */
static int load(exec_job *job, const char *word) {
    int array = 0;
    const char *path = NULL;
    int status = find_array(job, word, "in", false, &array, &path);
    if (status != XL_SUCCESS) return status;
    const xl__array_desc *desc = &job->algorithm->arrays[array];
    if (job->given[array])
        return xl__fail(&job->error, XL_BAD_VALUE, "--in %s: array '%s' was given before", word, desc->name);
    job->given[array] = true;
    if (job->check_only && tool_file_is_pipe(path)) {
        job->unread = true;
        return XL_SUCCESS;
    }
    tool_array_file file;
    tool_array *a = &job->data.in[array];
    status = tool_array_file_open(&file, path, desc->picture == XL__LUMINANCE, a, &job->error);
    if (status == XL_SUCCESS) tell_followed(job, a, path);
    if (status == XL_SUCCESS) status = check_type(job, array, path);
    if (status == XL_SUCCESS && !job->check_only && tool_ranks_are_many(job->options->ranks))
        status = read_part(job, array, &file);
    if (status == XL_SUCCESS) status = bind_shape(job, array, path);
    if (status == XL_SUCCESS && job->check_only)
        status = tool_array_file_check(&file, a, &job->error);
    else if (status == XL_SUCCESS && !a->data)
        status = tool_array_file_read(&file, a, &job->error);
    tool_array_file_close(&file);
    job->data.elements[array] = status == XL_SUCCESS ? tool_array_elements(a) : 0;
    return status;
}

/* ---- settings -------------------------------------------------------------------------------------- */

static int take_settings(exec_job *job, const tool_points *points) {
    const tool_point *const point = &points->item[0];
    int status = XL_SUCCESS;
    if (points->count > 1)
        status = xl__fail(&job->error, XL_BAD_VALUE, "exec runs once: give each --set a single value");
    else if (point->distribution)
        status = xl__fail(&job->error, XL_BAD_VALUE,
                          "--set distribution=%s: exec makes no inputs, it reads yours", point->distribution);
    else
        memcpy(job->config.settings, point->settings, sizeof job->config.settings);
    job->config.type = point->type;
    xl__problem problem = {.algorithm = job->algorithm};
    for (int p = 0; p < job->algorithm->param_count; p++)
        problem.value[p] = job->algorithm->params[p].initial;
    if (status == XL_SUCCESS)
        status = xl__parse_problem(job->algorithm, job->config.settings, &problem, &job->error);
    memcpy(job->values, problem.value, sizeof job->values);
    memcpy(job->rests, problem.rest, sizeof job->rests);
    for (int p = 0; p < job->algorithm->param_count; p++) {
        job->set[p] = tool_settings_have(job->config.settings, job->algorithm->params[p].name);
        job->bound[p] = job->set[p];
        job->bound_by[p] = "--set";
    }
    return status;
}

static int check_width(exec_job *job) {
    const tool_options *o = job->options;
    if (o->width_count <= 1 && !o->width_all && !o->width_native) return XL_SUCCESS;
    return xl__fail(&job->error, XL_BAD_VALUE, "exec runs once: give --width a single number");
}

static void settle_settings(exec_job *job) {
    for (int p = 0; p < job->algorithm->param_count; p++) {
        if (!job->bound[p] || tool_settings_have(job->config.settings, job->algorithm->params[p].name))
            continue;
        char text[96];
        const int used = snprintf(text, sizeof text, "%s=", job->algorithm->params[p].name);
        xl__value_text(&job->algorithm->params[p], job->values[p], text + used, sizeof text - (size_t)used);
        tool_settings_join(NULL, job->config.settings, text, job->config.settings);
    }
}

/* ---- sizes and outputs ------------------------------------------------------------------------------- */

/* A size that neither a file nor --set gave; an image's points follow from its width and height. */
static int check_sizes(exec_job *job) {
    const xl__algorithm *algorithm = job->algorithm;
    const char *const *product = algorithm->product;
    char instead[128] = "";
    if (product[0]) {
        if (job->bound[xl__find_param(algorithm, product[1])] &&
            job->bound[xl__find_param(algorithm, product[2])])
            return XL_SUCCESS;
        snprintf(instead, sizeof instead, ", or --set %s=N --set %s=N", product[1], product[2]);
    }
    xl__problem problem = {.algorithm = algorithm};
    memcpy(problem.value, job->values, sizeof problem.value);
    for (int a = 0; a < algorithm->array_count; a++) {
        if (algorithm->arrays[a].direction != XL__IN_OPTIONAL || job->given[a]) continue;
        if (!xl__reads_array(algorithm, &problem, a)) continue;
        for (int d = 0; d < XL__MAX_RANK && algorithm->arrays[a].shape[d]; d++) {
            const int param = xl__find_param(algorithm, algorithm->arrays[a].shape[d]);
            if (param < 0 || !algorithm->params[param].size || job->bound[param]) continue;
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: how many %s? Give --in %s=FILE%s",
                            algorithm->name, algorithm->params[param].name, algorithm->arrays[a].name,
                            instead);
        }
    }
    return XL_SUCCESS;
}

/* One array is written once. */
static int take_outputs(exec_job *job) {
    const tool_words *out = &job->options->out;
    for (int i = 0; i < out->count; i++) {
        int array = 0;
        const char *file = NULL;
        const int status = find_array(job, out->word[i], "out", true, &array, &file);
        if (status != XL_SUCCESS) return status;
        if (job->out[array])
            return xl__fail(&job->error, XL_BAD_VALUE, "--out %s: array '%s' was given before", out->word[i],
                            job->algorithm->arrays[array].name);
        job->out[array] = file;
    }
    if (out->count > 0) return XL_SUCCESS;
    return xl__fail(&job->error, XL_BAD_VALUE, "exec writes nothing without --out ARRAY=FILE");
}

static int check_missing(exec_job *job) {
    xl__problem problem = {.algorithm = job->algorithm};
    memcpy(problem.value, job->values, sizeof problem.value);
    for (int a = 0; a < job->algorithm->array_count; a++)
        if (!job->given[a] && job->algorithm->arrays[a].direction != XL__OUT &&
            (job->algorithm->arrays[a].direction == XL__IN ||
             (job->algorithm->arrays[a].typed_by && !xl__is_optional(job->algorithm, a, &problem))))
            return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is missing; give --in %s=FILE",
                            job->algorithm->name, job->algorithm->arrays[a].name,
                            job->algorithm->arrays[a].name);
    return XL_SUCCESS;
}

bool exec_picture_file(const exec_job *job, int array, int number, char file[TOOL_PATH]) {
    const char *name = job->out[array];
    const int stem = (int)(strlen(name) - strlen(".png"));
    const bool levels = job->algorithm->arrays[array].picture == XL__LEVELS;
    const int length = levels ? snprintf(file, TOOL_PATH, "%.*s-%d%s", stem, name, number + 1, name + stem)
                              : snprintf(file, TOOL_PATH, "%s", name);
    return length > 0 && length < TOOL_PATH;
}

/* It must not be another input or output. */
static int check_level_file(exec_job *job, const char *file) {
    const tool_words *const lists[] = {&job->options->in, &job->options->out};
    for (int l = 0; l < 2; l++)
        for (int i = 0; i < lists[l]->count; i++) {
            const char *equals = strchr(lists[l]->word[i], '=');
            if (equals && tool_file_same(file, equals + 1))
                return xl__fail(&job->error, XL_BAD_VALUE,
                                "%s: a level would replace --%s %s; name another file", file,
                                l ? "out" : "in", lists[l]->word[i]);
        }
    return XL_SUCCESS;
}

/* Before computing. */
static int check_picture(exec_job *job, int array, const xl__problem *problem) {
    const xl__algorithm *algorithm = job->algorithm;
    const xl__array_desc *desc = &algorithm->arrays[array];
    const char *const *product = algorithm->product;
    size_t shape[3];
    int count = 0, status = XL_SUCCESS;
    if (!job->out[array] || !tool_is_png_name(job->out[array])) return XL_SUCCESS;
    if (desc->picture == XL__NO_PICTURE || desc->picture == XL__LUMINANCE)
        return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' is no picture; write it as .npy",
                        job->out[array], desc->name);
    for (; status == XL_SUCCESS && xl__picture_shape(algorithm, array, problem, count, shape); count++) {
        char file[TOOL_PATH];
        if (shape[0] < 1 || shape[0] > TOOL_IMAGE_MAX_SIDE || shape[1] < 1 ||
            shape[1] > TOOL_IMAGE_MAX_SIDE || shape[2] < 1 || shape[2] > 4)
            return xl__fail(
                &job->error, XL_BAD_VALUE,
                "%s: array '%s' is %zu x %zu pixels of %zu channels here; a PNG holds 1 to %d a side, "
                "and 1 to 4 channels; write it as .npy",
                job->out[array], desc->name, shape[1], shape[0], shape[2], TOOL_IMAGE_MAX_SIDE);
        if (!exec_picture_file(job, array, count, file))
            status = xl__fail(&job->error, XL_BAD_VALUE, "%s: the name is too long", job->out[array]);
        else if (desc->picture == XL__LEVELS)
            status = check_level_file(job, file);
    }
    if (count > 0) return status;
    if (desc->picture == XL__LEVELS)
        return xl__fail(&job->error, XL_BAD_VALUE, "%s: array '%s' has no level here; write it as .npy",
                        job->out[array], desc->name);
    return xl__fail(&job->error, XL_BAD_VALUE,
                    "%s: array '%s' is no picture here; write it as .npy, or give --set %s=N --set %s=N in "
                    "place of %s",
                    job->out[array], desc->name, product[1], product[2], product[0]);
}

static int check_problem(exec_job *job) {
    const xl__algorithm *algorithm = job->algorithm;
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(algorithm, types);
    xl__problem problem = {.type = job->config.type == XL_TYPE_NONE ? types[0] : job->config.type};
    memcpy(problem.value, job->values, sizeof problem.value);
    memcpy(problem.rest, job->rests, sizeof problem.rest);
    for (int p = 0; p < algorithm->param_count; p++) problem.given |= (uint32_t)job->bound[p] << p;
    int status = xl__settle_product(algorithm, &problem, &job->error);
    if (status == XL_SUCCESS && algorithm->check) status = algorithm->check(&problem, &job->error);
    for (int p = 0; p < algorithm->param_count && status == XL_SUCCESS; p++)
        if (job->set[p] && !tool_reads(algorithm, &problem, job->config.strategy, p))
            status = exec_fail_unused(job, p, job->config.strategy);
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        status = check_picture(job, a, &problem);
        if (status == XL_SUCCESS && job->given[a] && !xl__reads_array(algorithm, &problem, a))
            status = xl__fail_unread(algorithm, a, &job->error);
    }
    return status;
}

int exec_fail_unused(exec_job *job, int param, int strategy) {
    const xl__algorithm *algorithm = job->algorithm;
    const bool by_auto = job->config.strategy == TOOL_AUTO_STRATEGY && strategy != TOOL_AUTO_STRATEGY;
    const bool had =
        strategy == TOOL_AUTO_STRATEGY || xl__has_param(algorithm, &algorithm->strategies[strategy], param);
    const tool_choice choice = {.cs = job->config.cs, .strategy = strategy};
    char line[XL_ERROR_TEXT];
    tool_unread_text(algorithm->params[param].name, by_auto ? algorithm->strategies[strategy].name : NULL,
                     had, &choice, 1, line, sizeof line);
    return xl__fail(&job->error, XL_BAD_VALUE, "%s", line);
}

/* ---- the job --------------------------------------------------------------------------------------- */

static int prepare(exec_job *job, const tool_points *points) {
    const tool_options *o = job->options;
    int status = check_width(job);
    if (status == XL_SUCCESS) status = take_settings(job, points);
    if (status == XL_SUCCESS) status = take_outputs(job);
    for (int i = 0; i < o->in.count && status == XL_SUCCESS; i++) status = load(job, o->in.word[i]);
    if (status == XL_SUCCESS) status = check_missing(job);
    if (status != XL_SUCCESS || job->unread) return status;
    status = check_sizes(job);
    if (status == XL_SUCCESS) status = check_problem(job);
    if (status == XL_SUCCESS) settle_settings(job);
    return status;
}

int exec_job_make(exec_job *job, const tool_job *of, bool check_only) {
    const tool_options *const o = &of->options;
    const tool_choice *const choice = &of->choices[0];
    *job = (exec_job){.options = o, .algorithm = choice->cs->algorithm, .check_only = check_only};
    job->config = (tool_config){.cs = choice->cs,
                                .strategy = choice->strategy,
                                .backend = o->backend,
                                .width = o->width_count > 0 ? o->widths[0] : 0};
    return prepare(job, choice->points);
}

void exec_job_free(exec_job *job) {
    tool_data_free(&job->data);
}

tool_exit exec_status(int status) {
    switch (status) {
    case XL_SUCCESS: return TOOL_OK;
    case XL_BAD_NAME:
    case XL_BAD_VALUE:
    case XL_BAD_ARRAY:
    case XL_IO:
    case XL_TOO_LARGE: return TOOL_USAGE;
    case XL_UNSUPPORTED: return TOOL_NOTHING_DONE;
    default: return TOOL_DEVICE_FAILED;
    }
}

tool_exit tool_exec_check(const tool_job *of) {
    exec_job job;
    const tool_exit result = exec_status(exec_job_make(&job, of, true));
    if (result != TOOL_OK) tool_complain("%s", job.error.text);
    exec_job_free(&job);
    return result;
}
