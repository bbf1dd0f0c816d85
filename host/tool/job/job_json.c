#include "job/job.h"
#include "base/status.h"
#include "hints/user_kernels.h"
#include "table/lookup.h"
#include "text/os_memory.h"
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* File names are bytes, JSON's texts characters: each byte becomes the character of its number. */

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

/* The job owns the result. NULL: the JSON value is not a string. */
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

typedef enum field_kind { TEXT, WORDS, WIDTHS, BOOL, INT, SEED, REAL } field_kind;

static const struct field {
    const char *name;
    size_t place;
    field_kind kind;
} fields[] = {
#define FIELD(kind, name)                                                                                    \
    { #name, offsetof(tool_job, name), kind }
#define OPTION(kind, name) FIELD(kind, options.name)
    OPTION(WORDS, names),        OPTION(WORDS, devices),     OPTION(WORDS, settings),
    OPTION(WORDS, in),           OPTION(WORDS, out),         OPTION(WIDTHS, widths),
    OPTION(BOOL, width_native),  OPTION(BOOL, width_all),    OPTION(TEXT, backend),
    OPTION(TEXT, kernel_dir),    OPTION(TEXT, out_dir),      OPTION(TEXT, profile),
    OPTION(TEXT, folder),        OPTION(WORDS, programs),    OPTION(TEXT, html),
    OPTION(TEXT, exercises),     OPTION(SEED, seed),         OPTION(INT, samples),
    OPTION(BOOL, samples_given), OPTION(REAL, min_time),     OPTION(BOOL, min_time_given),
    OPTION(REAL, timeout),       OPTION(REAL, max_launch),   OPTION(REAL, seconds),
    OPTION(INT, lane_first),     OPTION(INT, lane_last),     OPTION(INT, repeat),
    OPTION(INT, auto_grid),      OPTION(INT, random),        OPTION(INT, part),
    OPTION(INT, parts),          OPTION(BOOL, full),         OPTION(BOOL, pairs),
    OPTION(BOOL, exhaustive),    OPTION(BOOL, again),        OPTION(BOOL, all),
    OPTION(BOOL, quick),         FIELD(INT, task.device),    FIELD(INT, task.shown),
    FIELD(BOOL, task.cautious),  FIELD(BOOL, task.in_turns), FIELD(BOOL, task.checks),
    FIELD(INT, task.sharing),    FIELD(TEXT, task.done),     FIELD(TEXT, task.stopped),
    OPTION(TEXT, beyond),
#undef OPTION
#undef FIELD
};

static json_t *list_json(const tool_job *job, const tool_words *words) {
    json_t *const list = json_array();
    for (int i = 0; words && i < words->count; i++) json_array_append_new(list, text_json(words->word[i]));
    for (int i = 0; !words && i < job->options.width_count; i++)
        json_array_append_new(list, json_integer(job->options.widths[i]));
    return list;
}

static json_t *field_json(const tool_job *job, const struct field *f) {
    const void *const at = (const char *)job + f->place;
    const char *text;
    switch (f->kind) {
    case TEXT: text = *(const char *const *)at; return text ? text_json(text) : json_null();
    case WORDS: return list_json(job, at);
    case WIDTHS: return list_json(job, NULL);
    case BOOL: return json_boolean(*(const bool *)at);
    case INT: return json_integer(*(const int *)at);
    case SEED: return json_integer((json_int_t) * (const uint64_t *)at);
    default: return json_real(*(const double *)at);
    }
}

static bool read_int(const json_t *json, int *out) {
    *out = (int)json_integer_value(json);
    return json_is_integer(json) && json_integer_value(json) == *out;
}

static bool read_list(tool_job *job, const json_t *json, tool_words *words) {
    tool_options *const o = &job->options;
    bool well = json_is_array(json) && json_array_size(json) <= (words ? TOOL_MAX_WORDS : TOOL_MAX_WIDTHS);
    for (size_t i = 0; well && i < json_array_size(json); i++) {
        const json_t *const item = json_array_get(json, i);
        if (words)
            well = (words->word[words->count++] = read_text(job, item)) != NULL;
        else
            well = read_int(item, &o->widths[o->width_count++]);
    }
    return well;
}

static bool read_field(tool_job *job, const struct field *f, const json_t *json) {
    void *const at = (char *)job + f->place;
    switch (f->kind) {
    case TEXT: return (*(const char **)at = read_text(job, json)) != NULL || json_is_null(json);
    case WORDS: return read_list(job, json, at);
    case WIDTHS: return read_list(job, json, NULL);
    case BOOL: *(bool *)at = json_is_true(json); return json_is_boolean(json);
    case INT: return read_int(json, at);
    case SEED: *(uint64_t *)at = (uint64_t)json_integer_value(json); return json_is_integer(json);
    default: *(double *)at = json_real_value(json); return json_is_real(json);
    }
}

/* "type=f32 n=5 k=3" for each. */
static json_t *points_json(const tool_points *points) {
    json_t *const list = json_array();
    for (size_t i = 0; points && i < points->count; i++) {
        const tool_point *const p = &points->item[i];
        char text[TOOL_SETTINGS_TEXT + 128];
        snprintf(text, sizeof text, "%s%s%s%s %s", p->type != XL_TYPE_NONE ? "type=" : "",
                 p->type != XL_TYPE_NONE ? xl_type_name(p->type) : "",
                 p->distribution ? " distribution=" : "", p->distribution ? p->distribution : "",
                 p->settings);
        json_array_append_new(list, json_string(text));
    }
    return list;
}

/* One object for consecutive choices of the same algorithm. */
static json_t *choices_json(const tool_job *job) {
    json_t *const list = json_array(), *strategies = NULL;
    for (int c = 0; c < job->count; c++) {
        const tool_choice *const choice = &job->choices[c];
        if (c == 0 || choice->cs != job->choices[c - 1].cs) {
            strategies = json_array();
            json_array_append_new(list,
                                  json_pack("{s:s,s:o,s:o}", "algorithm", choice->cs->algorithm->name,
                                            "strategies", strategies, "points", points_json(choice->points)));
        }
        json_array_append_new(strategies, json_string(tool_choice_name(choice)));
    }
    return list;
}

static bool read_point(const tool_case *cs, const char *text, tool_point *point, xl_error *error) {
    bool well = text != NULL;
    for (const char *at = text; well && *(at += strspn(at, " ")); at += strcspn(at, " ")) {
        char word[TOOL_SETTINGS_TEXT];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
        char *const equals = strchr(word, '=');
        if (equals) *equals = '\0';
        well = equals && tool_point_set(cs, point, word, equals + 1, error) == XL_SUCCESS;
    }
    return well;
}

static bool find_choice(const tool_job *job, const tool_case *cs, const char *name, tool_choice *out) {
    size_t count = 0;
    const int strategy = xl__find_strategy(cs->algorithm, name);
    *out = (tool_choice){.cs = cs, .strategy = strategy < 0 ? TOOL_AUTO_STRATEGY : strategy};
    if (strategy >= 0 || strcmp(name, "auto") == 0) return true;
    const tool_user_kernel *const user = tool_user_kernels(job->options.kernel_dir, &count);
    for (size_t k = 0; k < count; k++)
        if (user[k].cs && user[k].of == cs && strcmp(user[k].name, name) == 0) {
            *out = (tool_choice){.cs = user[k].cs, .strategy = user[k].strategy};
            return true;
        }
    return false;
}

static tool_exit read_choices(tool_job *job, const json_t *json, xl_error *error) {
    const char *const algorithm = json_string_value(json_object_get(json, "algorithm"));
    const json_t *const strategies = json_object_get(json, "strategies"), *const texts =
                                                                              json_object_get(json, "points");
    const tool_case *const cs = algorithm ? tool_find_case(algorithm) : NULL;
    if (!cs || job->lists == TOOL_MAX_CHOICES || !json_is_array(texts) || json_array_size(strategies) == 0)
        return TOOL_BROKEN;
    tool_points *const points = &job->points[job->lists++];
    points->item = tool_need(calloc(json_array_size(texts) + 1, sizeof *points->item));
    for (; points->count < json_array_size(texts); points->count++) {
        const char *const text = json_string_value(json_array_get(texts, points->count));
        if (!read_point(cs, text, &points->item[points->count], error)) return TOOL_BROKEN;
    }
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

char *tool_job_write(const tool_job *job) {
    json_t *const json =
        json_pack("{s:i,s:o}", "command", (int)job->options.command, "choices", choices_json(job));
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        json_object_set_new(json, fields[i].name, field_json(job, &fields[i]));
    char *const text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    return tool_need(text);
}

/* *what: the wrong field, for TOOL_BROKEN. */
static tool_exit read_all(tool_job *job, const json_t *json, const char **what, xl_error *error) {
    int command = 0;
    *what = "command";
    if (!read_int(json_object_get(json, *what), &command) || command < 0 || command >= TOOL_COMMAND_COUNT)
        return TOOL_BROKEN;
    job->options.command = (tool_command)command;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        *what = fields[i].name;
        if (!read_field(job, &fields[i], json_object_get(json, *what))) return TOOL_BROKEN;
    }
    *what = "choices";
    const json_t *const choices = json_object_get(json, *what);
    tool_exit status = json_is_array(choices) && job->task.device >= 0 && job->task.sharing >= XL__ALONE &&
                               job->task.sharing <= XL__AHEAD
                           ? TOOL_OK
                           : TOOL_BROKEN;
    for (size_t i = 0; i < json_array_size(choices) && status == TOOL_OK; i++)
        status = read_choices(job, json_array_get(choices, i), error);
    return status;
}

tool_exit tool_job_read(const char *text, tool_job **job, xl_error *error) {
    static const tool_options none;
    json_error_t where;
    json_t *const json = json_loads(text, 0, &where);
    const char *what = where.text;
    *error = (xl_error){0};
    *job = tool_job_new(&none);
    const tool_exit status = json ? read_all(*job, json, &what, error) : TOOL_BROKEN;
    if (status == TOOL_BROKEN)
        xl__fail(error, XL_BAD_VALUE,
                 "crosslane itself failed, please report it: the worker's job is damaged: %s", what);
    json_decref(json);
    if (status == TOOL_OK) return TOOL_OK;
    tool_job_free(*job);
    *job = NULL;
    return status;
}
