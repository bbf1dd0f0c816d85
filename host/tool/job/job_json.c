/* job_json.c - a job as JSON, for a worker. */
#include "job/job.h"
#include "base/status.h"
#include "hints/own.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "text/os_memory.h"
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts ------------------------------------------------------------------------------------------------
   File names are bytes, JSON's texts are characters: each byte is written as the character of its number. */

static json_t *text_json(const char *bytes) {
    char *const text = tool_need(malloc(2 * strlen(bytes) + 1)), *to = text;
    for (const unsigned char *at = (const unsigned char *)bytes; *at; at++) {
        if (*at >= 0x80) *to++ = (char)(0xc0 | *at >> 6);
        *to++ = (char)(*at >= 0x80 ? 0x80 | (*at & 0x3f) : *at);
    }
    *to = '\0';
    json_t *const json = json_string(text);
    free(text);
    return json;
}

/* The bytes, which live as long as the job; NULL: this is no text. */
static const char *read_text(tool_job *job, const json_t *json) {
    const unsigned char *at = (const unsigned char *)json_string_value(json);
    if (!at) return NULL;
    char *const bytes = tool_need(malloc(json_string_length(json) + 1)), *to = bytes;
    for (; *at; at++) {
        const bool two = *at >= 0xc0 && at[1];
        *to++ = (char)(two ? (at[0] & 3) << 6 | (at[1] & 0x3f) : *at);
        at += two;
    }
    *to = '\0';
    job->words = tool_need(realloc(job->words, (job->word_count + 1) * sizeof *job->words));
    return job->words[job->word_count++] = bytes;
}

/* ---- options: those that a worker reads --------------------------------------------------------------- */

typedef enum field_kind { TEXT, WORDS, BOOL, INT, SEED, REAL } field_kind;

static const struct field {
    const char *name;
    size_t place;
    field_kind kind;
} fields[] = {
#define FIELD(kind, name)                                                                                    \
    { #name, offsetof(tool_options, name), kind }
    FIELD(WORDS, names),
    FIELD(WORDS, devices),
    FIELD(WORDS, settings),
    FIELD(WORDS, in),
    FIELD(WORDS, out),
    FIELD(BOOL, width_native),
    FIELD(BOOL, width_all),
    FIELD(INT, lane_first),
    FIELD(INT, lane_last),
    FIELD(TEXT, backend),
    FIELD(SEED, seed),
    FIELD(INT, samples),
    FIELD(REAL, min_time),
    FIELD(REAL, timeout),
    FIELD(REAL, max_launch),
    FIELD(BOOL, samples_given),
    FIELD(BOOL, min_time_given),
    FIELD(TEXT, kernel_dir),
    FIELD(TEXT, out_dir),
    FIELD(TEXT, profile),
    FIELD(BOOL, full),
    FIELD(BOOL, pairs),
    FIELD(BOOL, exhaustive),
    FIELD(BOOL, again),
    FIELD(BOOL, all),
    FIELD(INT, part),
    FIELD(INT, parts),
    FIELD(BOOL, quick),
    FIELD(TEXT, exercises),
    FIELD(INT, repeat),
    FIELD(INT, auto_grid),
    FIELD(INT, random),
#undef FIELD
};

static json_t *words_json(const tool_words *words) {
    json_t *const list = json_array();
    for (int i = 0; i < words->count; i++) json_array_append_new(list, text_json(words->word[i]));
    return list;
}

static json_t *field_json(const struct field *f, const void *at) {
    switch (f->kind) {
    case TEXT: return *(const char *const *)at ? text_json(*(const char *const *)at) : json_null();
    case WORDS: return words_json(at);
    case BOOL: return json_boolean(*(const bool *)at);
    case INT: return json_integer(*(const int *)at);
    case SEED: return json_integer((json_int_t) * (const uint64_t *)at);
    default: return json_real(*(const double *)at);
    }
}

static bool read_words(tool_job *job, const json_t *json, tool_words *words) {
    if (!json_is_array(json) || json_array_size(json) > TOOL_MAX_WORDS) return false;
    for (size_t i = 0; i < json_array_size(json); i++) {
        const char *const word = read_text(job, json_array_get(json, i));
        if (!word) return false;
        words->word[words->count++] = word;
    }
    return true;
}

static bool read_int(const json_t *json, int *out) {
    *out = (int)json_integer_value(json);
    return json_is_integer(json) && json_integer_value(json) == *out;
}

static bool read_field(tool_job *job, const struct field *f, const json_t *json, void *at) {
    switch (f->kind) {
    case TEXT: *(const char **)at = read_text(job, json); return json_is_string(json) || json_is_null(json);
    case WORDS: return read_words(job, json, at);
    case BOOL: *(bool *)at = json_is_true(json); return json_is_boolean(json);
    case INT: return read_int(json, at);
    case SEED: *(uint64_t *)at = (uint64_t)json_integer_value(json); return json_is_integer(json);
    default: *(double *)at = json_real_value(json); return json_is_real(json);
    }
}

static json_t *options_json(const tool_options *o) {
    json_t *const json = json_object(), *const widths = json_array();
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_object_set_new(json, fields[i].name, field_json(&fields[i], (const char *)o + fields[i].place));
    for (int i = 0; i < o->width_count; i++) json_array_append_new(widths, json_integer(o->widths[i]));
    json_object_set_new(json, "widths", widths);
    return json;
}

/* The name of the first field that is not right; NULL: all are. */
static const char *read_options(tool_job *job, const json_t *json) {
    tool_options *const o = &job->options;
    const json_t *const widths = json_object_get(json, "widths");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!read_field(job, &fields[i], json_object_get(json, fields[i].name), (char *)o + fields[i].place))
            return fields[i].name;
    if (!json_is_array(widths) || json_array_size(widths) > TOOL_MAX_WIDTHS) return "widths";
    for (size_t i = 0; i < json_array_size(widths); i++)
        if (!read_int(json_array_get(widths, i), &o->widths[o->width_count++])) return "widths";
    return NULL;
}

/* ---- choices with their points ------------------------------------------------------------------------ */

static json_t *points_json(const tool_points *points) {
    json_t *const list = json_array();
    for (size_t i = 0; points && i < points->count; i++) {
        const tool_point *const point = &points->item[i];
        json_t *const json = json_pack("{s:s}", "set", point->settings);
        if (point->type != XL_TYPE_NONE)
            json_object_set_new(json, "type", json_string(xl_type_name(point->type)));
        if (point->distribution) json_object_set_new(json, "distribution", json_string(point->distribution));
        json_array_append_new(list, json);
    }
    return list;
}

/* An object for all choices of an algorithm that stand together. */
static json_t *choices_json(const tool_job *job) {
    json_t *const list = json_array();
    json_t *strategies = NULL;
    for (int c = 0; c < job->count; c++) {
        const tool_choice *const choice = &job->choices[c];
        if (c == 0 || choice->points != job->choices[c - 1].points || choice->cs != job->choices[c - 1].cs) {
            strategies = json_array();
            json_array_append_new(list,
                                  json_pack("{s:s,s:o,s:o}", "algorithm", choice->cs->algorithm->name,
                                            "strategies", strategies, "points", points_json(choice->points)));
        }
        json_array_append_new(strategies, json_string(tool_choice_name(choice)));
    }
    return list;
}

static bool read_point(const tool_case *cs, const json_t *json, tool_point *point, xl_error *error) {
    static const char *const names[] = {"type", "distribution"};
    const char *const settings = json_string_value(json_object_get(json, "set"));
    xl__problem problem;
    int status = settings && strlen(settings) < sizeof point->settings ? XL_SUCCESS : XL_BAD_VALUE;
    if (status == XL_SUCCESS) memcpy(point->settings, settings, strlen(settings) + 1);
    if (status == XL_SUCCESS) status = xl__read_settings(cs->algorithm, point->settings, &problem, error);
    for (size_t i = 0; i < 2 && status == XL_SUCCESS; i++) {
        const char *const value = json_string_value(json_object_get(json, names[i]));
        if (value) status = tool_point_set(cs, point, names[i], value, error);
    }
    return status == XL_SUCCESS;
}

static bool read_points(const tool_case *cs, const json_t *json, tool_points *points, xl_error *error) {
    points->item = tool_need(calloc(json_array_size(json) + 1, sizeof *points->item));
    bool well = json_is_array(json);
    while (well && points->count < json_array_size(json)) {
        well = read_point(cs, json_array_get(json, points->count), &points->item[points->count], error);
        points->count++;
    }
    return well;
}

/* A strategy of the table, the automatic choice, or a kernel of --kernel-dir. */
static bool find_choice(const tool_job *job, const tool_case *cs, const char *name, tool_choice *out) {
    size_t count = 0;
    *out = (tool_choice){.cs = cs, .strategy = TOOL_AUTO_STRATEGY};
    if (strcmp(name, "auto") == 0) return true;
    out->strategy = xl__find_strategy(cs->algorithm, name);
    if (out->strategy >= 0) return true;
    const tool_own *const own = tool_own_list(job->options.kernel_dir, &count);
    for (size_t k = 0; k < count; k++)
        if (own[k].cs && own[k].of == cs && strcmp(own[k].name, name) == 0) {
            *out = (tool_choice){.cs = own[k].cs, .strategy = own[k].strategy};
            return true;
        }
    return false;
}

static tool_exit read_group(tool_job *job, const json_t *json, xl_error *error) {
    const char *const algorithm = json_string_value(json_object_get(json, "algorithm"));
    const json_t *const strategies = json_object_get(json, "strategies");
    const tool_case *const cs = algorithm ? tool_find_case(algorithm) : NULL;
    if (!cs || job->lists == TOOL_MAX_CHOICES) return TOOL_BROKEN;
    tool_points *const points = &job->points[job->lists++];
    if (!read_points(cs, json_object_get(json, "points"), points, error)) return TOOL_BROKEN;
    for (size_t i = 0; i < json_array_size(strategies); i++) {
        const char *const name = json_string_value(json_array_get(strategies, i));
        if (!name || job->count == TOOL_MAX_CHOICES) return TOOL_BROKEN;
        if (!find_choice(job, cs, name, &job->choices[job->count])) {
            if (!job->options.kernel_dir) return TOOL_BROKEN;
            xl__fail(error, XL_BAD_NAME,
                     "%s/%s is not there any more; leave --kernel-dir as it is while it runs", algorithm,
                     name);
            return TOOL_USAGE;
        }
        job->choices[job->count++].points = points;
    }
    return TOOL_OK;
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

static json_t *optional(const char *text) {
    return text ? text_json(text) : json_null();
}

char *tool_job_write(const tool_job *job) {
    const tool_task *const t = &job->task;
    json_t *const json =
        json_pack("{s:s,s:o,s:o,s:{s:i,s:i,s:b,s:o,s:o}}", "command", tool_command_name(job->options.command),
                  "options", options_json(&job->options), "choices", choices_json(job), "task", "device",
                  t->device, "shown", t->shown, "cautious", (int)t->cautious, "done", optional(t->done),
                  "stopped", optional(t->stopped));
    char *const text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    return tool_need(text);
}

static bool read_command(const json_t *json, tool_command *out) {
    const char *const name = json_string_value(json);
    for (int i = 0; name && i < TOOL_COMMAND_COUNT; i++)
        if (strcmp(tool_command_name((tool_command)i), name) == 0) {
            *out = (tool_command)i;
            return true;
        }
    return false;
}

static bool read_task(tool_job *job, const json_t *json) {
    tool_task *const t = &job->task;
    t->cautious = json_is_true(json_object_get(json, "cautious"));
    t->done = read_text(job, json_object_get(json, "done"));
    t->stopped = read_text(job, json_object_get(json, "stopped"));
    return read_int(json_object_get(json, "device"), &t->device) &&
           read_int(json_object_get(json, "shown"), &t->shown) && t->device >= 0;
}

static tool_exit fail_broken(xl_error *error, const char *what) {
    char said[XL_ERROR_TEXT];
    snprintf(said, sizeof said, "%s", error->text);
    xl__fail(error, XL_BAD_VALUE,
             "crosslane itself failed, please report it: the worker's job is damaged: %s%s%s", what,
             said[0] ? ": " : "", said);
    return TOOL_BROKEN;
}

static tool_exit read_all(tool_job *job, const json_t *json, xl_error *error) {
    const json_t *const choices = json_object_get(json, "choices");
    if (!read_command(json_object_get(json, "command"), &job->options.command))
        return fail_broken(error, "command");
    const char *const field = read_options(job, json_object_get(json, "options"));
    if (field) return fail_broken(error, field);
    if (!read_task(job, json_object_get(json, "task"))) return fail_broken(error, "task");
    tool_exit status = json_is_array(choices) ? TOOL_OK : TOOL_BROKEN;
    for (size_t i = 0; i < json_array_size(choices) && status == TOOL_OK; i++)
        status = read_group(job, json_array_get(choices, i), error);
    return status == TOOL_BROKEN ? fail_broken(error, "choices") : status;
}

tool_exit tool_job_read(const char *text, tool_job **job, xl_error *error) {
    json_error_t where;
    json_t *const json = json_loads(text, 0, &where);
    static const tool_options none;
    *error = (xl_error){0};
    *job = NULL;
    if (!json) return fail_broken(error, where.text);
    tool_job *const read = tool_job_new(&none);
    const tool_exit status = read_all(read, json, error);
    json_decref(json);
    if (status == TOOL_OK)
        *job = read;
    else
        tool_job_free(read);
    return status;
}
