#include "exec/trace.h"
#include "exec/trace_places.h"
#include "plan/plan_make.h"
#include "table/settings.h"
#include "text/suggest.h"
#include "verify/verify.h"
#include <stdlib.h>
#include <string.h>

/* A plan keeps 65536 records. */
enum { MOST_RECORDS = 65536, MOST_STEPS = 1000, MOST_LANES = 128 };
/* Elements per lane. */
enum { USUAL_WIDTH = 8, USUAL_LANES = 8, USUAL_ELEMENTS = 4 };

static void traceable(const xl__algorithm *algorithm, char *out, size_t size) {
    size_t used = 0;
    snprintf(out, size, "no other strategy of %s has them", algorithm->name);
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const strategy = &algorithm->strategies[s];
        if (strategy->flags & XL__WRONG || strategy->flow == XL__NO_SUB_GROUPS) continue;
        const int put = snprintf(out + used, size - used, "%s%s/%s", used ? ", " : "take one of ",
                                 algorithm->name, strategy->name);
        if (put > 0 && (size_t)put < size - used) used += (size_t)put;
    }
}

static int check_sub_groups(const tool_case *cs, int strategy, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    char others[512];
    if (strategy == TOOL_AUTO_STRATEGY || algorithm->strategies[strategy].flow != XL__NO_SUB_GROUPS)
        return XL_SUCCESS;
    traceable(algorithm, others, sizeof others);
    return xl__fail(error, XL_BAD_NAME, "%s/%s works without sub-groups, so it has no lanes to show; %s",
                    algorithm->name, algorithm->strategies[strategy].name, others);
}

static int check_lanes(const tool_options *o, int width, xl_error *error) {
    if (o->lane_last < width) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "--lanes %d-%d: the sub-group has %d lanes, 0 to %d", o->lane_first,
                    o->lane_last, width, width - 1);
}

tool_exit tool_trace_check_words(const tool_options *o) {
    if (o->names.count != 1 || tool_has_wildcard(o->names.word[0])) {
        tool_complain("trace takes exactly one name, algorithm or algorithm/strategy; 'crosslane list' shows "
                      "algorithms");
        return TOOL_USAGE;
    }
    if ((o->width_count > 1 && !o->html) || o->width_all || o->width_native) {
        tool_complain("trace runs once: give --width a single number");
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

tool_exit tool_trace_check_choice(const tool_job *job) {
    const tool_options *const o = &job->options;
    xl_error error = {0};
    int status = check_sub_groups(job->choices[0].cs, job->choices[0].strategy, &error);
    if (status == XL_SUCCESS && o->width_count == 1) status = check_lanes(o, o->widths[0], &error);
    if (status == XL_SUCCESS) return TOOL_OK;
    tool_complain("%s", error.text);
    return TOOL_USAGE;
}

tool_exit tool_trace_check_points(const tool_job *job) {
    if (job->choices[0].points->count == 1) return TOOL_OK;
    tool_complain("trace runs once: give each --set a single value");
    return TOOL_USAGE;
}

/* ---- the problem ------------------------------------------------------------------------------------ */

/* The requested widths, else the usual one, natively or emulated; else the library's choice. */
static int choose_targets(tool_session *s, tool_target out[TOOL_MAX_TARGETS], int *count, xl_error *error) {
    static const int usual[] = {USUAL_WIDTH}, side_by_side[] = {4, 8, 16, 32, 64};
    const tool_options *const given = s->options;
    tool_options own = *given;
    *count = 0;
    if (own.width_count == 0) {
        own.width_count = own.html ? (int)(sizeof side_by_side / sizeof *side_by_side) : 1;
        memcpy(own.widths, own.html ? side_by_side : usual, sizeof *usual * (size_t)own.width_count);
    }
    s->options = &own;
    const int status = tool_targets(s, TOOL_EVERY_WIDTH, out, count, error);
    s->options = given;
    if (status != XL_SUCCESS || *count == 0) {
        out[0] = (tool_target){given->backend, 0, false};
        *count = 1;
    }
    return given->width_count > 0 ? status : XL_SUCCESS;
}

/* Verify's base problem, with a few elements per lane where sizes fit together. */
static void small_problem(const tool_case *cs, int width, char out[TOOL_SETTINGS_TEXT]) {
    const xl__algorithm *const algorithm = cs->algorithm;
    char base[TOOL_SETTINGS_TEXT], small[TOOL_SETTINGS_TEXT] = "";
    const double most = USUAL_ELEMENTS * (width > 0 ? width : 2 * USUAL_WIDTH);
    xl__problem problem = {.width = width};
    tool_settings_join(algorithm, cs->verify_base,
                       cs->verify_settings && cs->verify_settings[0] ? cs->verify_settings[0] : "", base);
    memcpy(out, base, sizeof base);
    if (xl__read_settings(algorithm, base, &problem, NULL) != XL_SUCCESS) return;
    for (int p = 0; p < algorithm->param_count; p++) {
        const size_t used = strlen(small);
        if (algorithm->params[p].size && problem.value[p] > most)
            snprintf(small + used, sizeof small - used, "%s%s=%.0f", used ? " " : "",
                     algorithm->params[p].name, most);
    }
    tool_settings_join(algorithm, base, small, out);
    const bool fits = xl__read_settings(algorithm, out, &problem, NULL) == XL_SUCCESS &&
                      (!algorithm->check || algorithm->check(&problem, NULL) == XL_SUCCESS);
    if (!fits) memcpy(out, base, sizeof base);
}

/* Small whole numbers if the case has them; else its first inputs. */
static const char *readable_inputs(const tool_case *cs) {
    for (int i = 0; cs->distributions[i]; i++)
        if (strcmp(cs->distributions[i], "exact") == 0) return cs->distributions[i];
    return cs->distributions[0];
}

/* `point` must live as long as the configuration. */
static tool_config make_config(tool_session *s, const tool_choice *choice, const tool_target *target,
                               const tool_point *point) {
    const tool_case *const cs = choice->cs;
    xl_type types[XL__MAX_TYPES];
    char small[TOOL_SETTINGS_TEXT];
    tool_plan_types(cs->algorithm, types);
    tool_config config = {.cs = cs,
                          .strategy = choice->strategy,
                          .backend = target->backend,
                          .width = target->width,
                          .type = point->type == XL_TYPE_NONE ? types[0] : point->type,
                          .distribution = point->distribution ? point->distribution : readable_inputs(cs),
                          .asked = point->settings};
    small_problem(cs, target->width, small);
    char base[TOOL_SETTINGS_TEXT];
    tool_settings_join(cs->algorithm, small, cs->trace_base ? cs->trace_base : "", base);
    tool_settings_join(cs->algorithm, base, point->settings, config.settings);
    tool_config_trim(s, &config);
    return config;
}

/* ---- the steps -------------------------------------------------------------------------------------- */

/* One SG_SHOW: the record of each lane, NULL: a lane skipped it. */
typedef struct step {
    const xl_trace *first;
    const xl_trace *lane[MOST_LANES];
} step;

typedef struct steps {
    step *item; /* owned, MOST_STEPS */
    size_t count;
    bool cut; /* there are more */
} steps;

static bool same_show(const xl_trace *a, const xl_trace *b) {
    return a->line == b->line && a->type == b->type && a->components == b->components &&
           strcmp(a->name, b->name) == 0;
}

/* In any order: a lane's second value at a place belongs to the others' second ones. */
static void add_record(steps *all, const xl_trace *record) {
    size_t at = 0;
    while (at < all->count && (all->item[at].lane[record->lane] || !same_show(all->item[at].first, record)))
        at++;
    if (at == MOST_STEPS) {
        all->cut = true;
        return;
    }
    if (at == all->count) all->item[all->count++] = (step){.first = record};
    all->item[at].lane[record->lane] = record;
}

/* Four words (SG_SHOW_MASK). */
static bool is_mask(const xl_trace *record) {
    return record->type == XL_U32 && record->components == 4;
}

/* "10010000": lane 0 first. */
static json_t *mask_text(const xl_trace *record, int width) {
    char text[MOST_LANES + 1] = "";
    for (int l = 0; l < width && l < MOST_LANES; l++) {
        const tool_value word = tool_value_at(record->value, XL_U32, (size_t)l / 32);
        text[l] = word.as.u >> (l % 32) & 1 ? '1' : '0';
        text[l + 1] = '\0';
    }
    return json_string(text);
}

static void add_mask(json_t *rows, const step *shown, int first, int last, int width) {
    json_t *const values = json_array();
    for (int l = first; l <= last; l++)
        json_array_append_new(values, shown->lane[l] ? mask_text(shown->lane[l], width) : json_null());
    json_array_append_new(rows, json_pack("{s:o,s:i,s:s,s:o}", "name", tool_json_text(shown->first->name),
                                          "line", (int)shown->first->line, "type", "mask", "values", values));
}

/* Per component, "at.x", in json_t rows. */
static void add_rows(json_t *rows, const step *shown, int first, int last, int width) {
    const xl_trace *const record = shown->first;
    if (is_mask(record)) {
        add_mask(rows, shown, first, last, width);
        return;
    }
    for (int k = 0; k < record->components; k++) {
        char name[32];
        snprintf(name, sizeof name, record->components > 1 ? "%s.%c" : "%s", record->name, "xyzw"[k & 3]);
        json_t *const values = json_array();
        for (int l = first; l <= last; l++) {
            const xl_trace *const of = shown->lane[l];
            json_array_append_new(values, of ? tool_row_value(tool_value_at(of->value, of->type, (size_t)k))
                                             : json_null());
        }
        json_array_append_new(rows, json_pack("{s:o,s:i,s:s,s:o}", "name", tool_json_text(name), "line",
                                              (int)record->line, "type", xl_type_name(record->type), "values",
                                              values));
    }
}

/* The records of the first sub-group that has some. */
static const xl_trace *first_of(const xl_trace *records, size_t count) {
    const xl_trace *first = NULL;
    for (size_t i = 0; i < count; i++)
        if (!first || records[i].work_item < first->work_item) first = &records[i];
    return first;
}

static json_t *describe(const tool_options *o, const xl_plan *plan, const xl_trace *records, size_t kept,
                        size_t count, steps *all) {
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    const xl_trace *const first = first_of(records, kept);
    const unsigned group_size = facts.group_size > 0 ? (unsigned)facts.group_size : 1;
    const unsigned group = first ? first->work_item / group_size : 0;
    const int few = o->html || facts.width < USUAL_LANES ? facts.width : (int)USUAL_LANES;
    const int last = o->lane_last >= 0 && o->lane_last < facts.width ? o->lane_last : few - 1;
    for (size_t i = 0; i < kept; i++)
        if (records[i].sub_group == first->sub_group && records[i].work_item / group_size == group &&
            records[i].lane < MOST_LANES && records[i].type != XL_TYPE_NONE)
            add_record(all, &records[i]);
    json_t *const rows = json_array();
    for (size_t i = 0; i < all->count; i++) add_rows(rows, &all->item[i], o->lane_first, last, facts.width);
    tool_trace_add_places(rows, xl__plan_problem(plan)->strategy, o->kernel_dir);
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:I,s:I,s:b,s:o}", "group", (int)group, "sub_group",
                     first ? (int)first->sub_group : 0, "width", facts.width, "first_lane", o->lane_first,
                     "last_lane", last, "recorded", (json_int_t)count, "lost", (json_int_t)(count - kept),
                     "cut", (int)all->cut, "steps", rows);
}

static int set_trace(json_t *record, tool_session *s, xl_plan *plan, xl_error *error) {
    size_t count = 0;
    steps all = {.item = malloc(MOST_STEPS * sizeof *all.item)};
    xl_trace *const records = calloc(MOST_RECORDS, sizeof *records);
    int status = all.item && records ? XL_SUCCESS : xl__fail(error, XL_NO_MEMORY, "no memory for the trace");
    if (status == XL_SUCCESS) status = xl_plan_trace(plan, s->queue, records, MOST_RECORDS, &count, error);
    if (status == XL_SUCCESS)
        json_object_set_new(
            record, "trace",
            describe(s->options, plan, records, count < MOST_RECORDS ? count : MOST_RECORDS, count, &all));
    if (status == XL_SUCCESS && json_array_size(s->meetings) > 0)
        json_object_set(json_object_get(record, "trace"), "collectives", s->meetings);
    free(records);
    free(all.item);
    return status;
}

/* ---- the row ---------------------------------------------------------------------------------------- */

static int first_with_lanes(const xl__algorithm *algorithm) {
    for (int s = 0; s < algorithm->strategy_count; s++)
        if (!(algorithm->strategies[s].flags & XL__WRONG) &&
            algorithm->strategies[s].flow != XL__NO_SUB_GROUPS)
            return s;
    return TOOL_AUTO_STRATEGY;
}

/* *instead_of: auto's strategy if that has no lanes, else NULL. */
static int check_planned(const tool_session *s, tool_config *config, const char **instead_of,
                         xl_error *error) {
    const xl__algorithm *const algorithm = config->cs->algorithm;
    xl__preview preview;
    int planned = tool_plan_preview(s, config, &preview, NULL), status = XL_SUCCESS;
    *instead_of = NULL;
    if (config->strategy == TOOL_AUTO_STRATEGY && preview.strategy >= 0 &&
        algorithm->strategies[preview.strategy].flow == XL__NO_SUB_GROUPS &&
        first_with_lanes(algorithm) != TOOL_AUTO_STRATEGY) {
        *instead_of = algorithm->strategies[preview.strategy].name;
        config->strategy = first_with_lanes(algorithm);
        planned = tool_plan_preview(s, config, &preview, NULL);
    }
    if (preview.strategy >= 0) status = check_sub_groups(config->cs, preview.strategy, error);
    if (status == XL_SUCCESS && planned == XL_SUCCESS)
        status = check_lanes(s->options, preview.problem.width, error);
    return status;
}

static json_t *run(tool_session *s, const tool_config *config, const char *instead_of) {
    tool_data_cache cache = {0};
    tool_trial trial = {0};
    json_t *record = NULL;
    const tool_outcome outcome = tool_try(s, config, &cache, 1, &trial);
    int status = XL_SUCCESS;
    if (outcome != TOOL_FAILED) {
        record = tool_row_record(s, "verify", "ok", config, trial.plan);
        tool_row_set_trial(record, s, config, &trial, outcome);
        json_object_set_new(record, "cases", json_integer(1));
        status = set_trace(record, s, trial.plan, &trial.error);
        if (instead_of && status == XL_SUCCESS)
            json_object_set_new(json_object_get(record, "trace"), "instead_of", json_string(instead_of));
    }
    if (outcome == TOOL_FAILED || status != XL_SUCCESS) {
        json_decref(record);
        record = tool_row_record(s, "verify", "error", config, trial.plan);
        tool_row_set_failure(record, &trial.error);
    }
    xl_plan_free(trial.plan);
    tool_data_cache_clear(&cache);
    return record;
}

static int trace_width(tool_session *s, const tool_choice *choice, const tool_target *target,
                       xl_error *error) {
    const char *instead_of = NULL;
    tool_config config = make_config(s, choice, target, &choice->points->item[0]);
    const int status = check_planned(s, &config, &instead_of, error);
    if (status != XL_SUCCESS) return status;
    const long row = tool_row_begin(s, tool_row_record(s, "verify", "error", &config, NULL));
    /* Below 0: an earlier process crashed in it and reported that. */
    if (row >= 0) tool_row_end(s, row, run(s, &config, instead_of));
    return XL_SUCCESS;
}

tool_exit tool_trace_choice(tool_session *s, const tool_choice *choice) {
    tool_target targets[TOOL_MAX_TARGETS];
    xl_error error = {0};
    int count = 0, status = choose_targets(s, targets, &count, &error);
    for (int t = 0; t < count && status == XL_SUCCESS; t++)
        status = trace_width(s, choice, &targets[t], &error);
    if (status == XL_SUCCESS) return TOOL_OK;
    tool_emit_failure(s, TOOL_USAGE, error.text);
    return TOOL_USAGE;
}

tool_exit tool_trace(tool_session *s) {
    return tool_trace_choice(s, &s->job->choices[0]);
}
