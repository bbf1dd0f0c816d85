#include "verify/verify_level.h"
#include "cases/random.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

/* 1 if the case names none. */
static int count_settings(const tool_case *cs) {
    int count = 0;
    while (cs->verify_settings && cs->verify_settings[count]) count++;
    return count > 0 ? count : 1;
}

static void settings_of(const tool_case *cs, int e, const tool_point *point, char out[TOOL_SETTINGS_TEXT]) {
    char own[TOOL_SETTINGS_TEXT];
    const char *const *extra = cs->verify_settings;
    tool_settings_join(cs->algorithm, cs->verify_base, extra && extra[0] ? extra[e] : "", own);
    tool_settings_join(cs->algorithm, own, point->settings, out);
}

/* Settings are crossed with all types, some of which lack bits that the settings name. */
static bool fits(const tool_config *base) {
    const xl__algorithm *const algorithm = base->cs->algorithm;
    xl__problem problem = {.type = base->type};
    return !algorithm->check || xl__read_settings(algorithm, base->settings, &problem, NULL) != XL_SUCCESS ||
           algorithm->check(&problem, NULL) == XL_SUCCESS;
}

/* Drops unread settings. False: repeats an earlier row of the target. */
static bool is_new(const tool_session *s, tool_config *base, tool_seen *seen) {
    char key[TOOL_SETTINGS_TEXT + 128];
    tool_config_trim(s, base);
    snprintf(key, sizeof key, "%s %s %s", xl_type_name(base->type),
             base->distribution ? base->distribution : "", base->settings);
    return tool_seen_add(seen, key);
}

static void add_row(tool_level_list *list, const tool_level_row *row) {
    if ((list->rows & (list->rows + 1)) == 0) /* room up to the next power of two, minus one */
        list->row = tool_need(realloc(list->row, (2 * list->rows + 1) * sizeof *list->row));
    list->row[list->rows++] = *row;
}

static void cross(const tool_session *s, tool_level_list *list, int choice, const tool_target *target,
                  int at) {
    const tool_choice *const c = &list->choices[choice];
    const bool only_auto = tool_only_auto(list->choices, list->choice_count, c->cs);
    xl_type types[XL__MAX_TYPES];
    const int type_count = tool_plan_types(c->cs->algorithm, types), extras = count_settings(c->cs);
    tool_seen seen = {NULL, 0};
    for (size_t p = 0; p < c->points->count; p++) {
        const tool_point *const point = &c->points->item[p];
        bool first = true;
        for (int i = 0; i < type_count * extras; i++) {
            const int t = i / extras;
            if (point->type != XL_TYPE_NONE && point->type != types[t]) continue;
            tool_level_row row = {.base = {.cs = c->cs,
                                           .strategy = c->strategy,
                                           .backend = target->backend,
                                           .width = target->width,
                                           .type = types[t],
                                           .distribution = point->distribution,
                                           .asked = only_auto ? point->settings : NULL},
                                  .choice = choice,
                                  .target = at,
                                  .type = t,
                                  .point = (int)p,
                                  .extra = i % extras,
                                  .first = first};
            settings_of(c->cs, i % extras, point, row.base.settings);
            if (!fits(&row.base) || !is_new(s, &row.base, &seen)) continue;
            add_row(list, &row);
            first = false;
        }
    }
    tool_seen_free(&seen);
}

/* A row's strategy meets its type, target and point: PAIRS. Then each value is met, and with strategy and
   type. All but these last MUST be met. */
enum { PAIRS = 3, MOST_MET = PAIRS + 3 * XL__MAX_PARAMS, MUST = 1000, MOST_NAMES = 4 };

typedef enum state { NOT_THERE, LEFT, MET } state;

typedef struct value {
    int param;
    double number;
} value;

typedef struct meeting {
    size_t value[XL__MAX_PARAMS]; /* indices in drawing.value */
    int values;
    bool runs; /* as far as known without compiling */
} meeting;

typedef struct drawing {
    tool_level_list *list;
    const xl__algorithm *algorithm;
    size_t targets, points, values;
    value *value;         /* owned, like the next three */
    meeting *row;         /* per row of the list */
    unsigned char *state; /* per place */
    size_t *order;        /* shuffled rows that may meet something new */
    size_t open;
} drawing;

static size_t number_of(drawing *d, int param, double number) {
    for (size_t i = 0; i < d->values; i++)
        if (d->value[i].param == param && d->value[i].number == number) return i;
    d->value = tool_need(realloc(d->value, (d->values + 1) * sizeof *d->value));
    d->value[d->values] = (value){param, number};
    return d->values++;
}

/* Not of planted strategies. */
static void read_row(drawing *d, const tool_session *s, size_t r) {
    const tool_level_row *const row = &d->list->row[r];
    meeting *const m = &d->row[r];
    xl__preview preview;
    xl__problem problem = {.type = row->base.type};
    m->runs = tool_plan_preview(s, &row->base, &preview, NULL) == XL_SUCCESS;
    if (!m->runs || tool_is_planted(&row->base) ||
        xl__read_settings(d->algorithm, row->base.settings, &problem, NULL) != XL_SUCCESS)
        return;
    for (int p = 0; p < d->algorithm->param_count; p++)
        if (xl__uses(d->algorithm, &preview.problem, &d->algorithm->strategies[preview.strategy], p))
            m->value[m->values++] = number_of(d, p, problem.value[p]);
}

static size_t values_begin(const drawing *d) {
    return (size_t)d->list->choice_count * (XL__MAX_TYPES + d->targets + d->points);
}
static size_t place_count(const drawing *d) {
    return values_begin(d) + (1 + (size_t)d->list->choice_count + XL__MAX_TYPES) * d->values;
}

static int places_of(const drawing *d, size_t r, size_t out[MOST_MET]) {
    const tool_level_row *const row = &d->list->row[r];
    const meeting *const m = &d->row[r];
    const size_t choice = (size_t)row->choice, choices = (size_t)d->list->choice_count;
    const size_t values = values_begin(d), of_choice = values + (1 + choice) * d->values,
                 of_type = values + (1 + choices + (size_t)row->type) * d->values;
    int count = 0;
    out[count++] = choice * XL__MAX_TYPES + (size_t)row->type;
    out[count++] = choices * XL__MAX_TYPES + choice * d->targets + (size_t)row->target;
    out[count++] = choices * (XL__MAX_TYPES + d->targets) + choice * d->points + (size_t)row->point;
    for (int i = 0; i < m->values; i++) out[count++] = values + m->value[i];
    for (int i = 0; i < m->values; i++) out[count++] = of_choice + m->value[i];
    for (int i = 0; i < m->values; i++) out[count++] = of_type + m->value[i];
    return count;
}

static int gain_of(const drawing *d, size_t r) {
    size_t place[MOST_MET];
    int gain = 0;
    const int count = places_of(d, r, place), must = PAIRS + d->row[r].values;
    for (int i = 0; i < count; i++)
        if (d->state[place[i]] == LEFT) gain += i < must ? MUST : 1;
    return gain;
}

static void take(drawing *d, size_t r) {
    size_t place[MOST_MET];
    const int count = places_of(d, r, place);
    for (int i = 0; i < count; i++) d->state[place[i]] = MET;
    d->list->row[r].taken = true;
    d->list->row[r].idle = !d->row[r].runs;
    d->list->taken++;
}

/* While pairs must be met or there is room. Drops rows that meet nothing new. */
static bool take_best(drawing *d) {
    int most = 0;
    size_t best = 0, kept = 0;
    for (size_t i = 0; i < d->open; i++) {
        const size_t r = d->order[i];
        const int gain = gain_of(d, r);
        if (gain > 0) d->order[kept++] = r;
        if (gain <= most) continue;
        most = gain;
        best = r;
    }
    d->open = kept;
    if (most == 0 || (most < MUST && d->list->taken >= TOOL_QUICK_ROOM)) return false;
    take(d, best);
    return true;
}

/* Rows that do not run only record the reason, for pairs that no running row meets. */
static void draw(drawing *d, bool runs, tool_random *random) {
    size_t place[MOST_MET];
    d->open = 0;
    for (size_t r = 0; r < d->list->rows; r++) {
        if (d->row[r].runs != runs) continue;
        d->order[d->open++] = r;
        const int count = places_of(d, r, place);
        for (int i = 0; i < count; i++)
            if (d->state[place[i]] == NOT_THERE) d->state[place[i]] = LEFT;
    }
    tool_random_shuffle(random, d->order, d->open, sizeof *d->order);
    while (take_best(d)) continue;
}

static void tell_left(const drawing *d) {
    tool_level_list *const list = d->list;
    const size_t choices = (size_t)list->choice_count;
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(d->algorithm, types);
    for (size_t i = values_begin(d) + d->values, end = place_count(d); i < end; i++) {
        const size_t n = i - values_begin(d) - d->values, who = n / d->values, v = n % d->values;
        char word[64], text[256];
        list->met += d->state[i] == MET;
        if (d->state[i] != LEFT || list->left++ >= MOST_NAMES) continue;
        const xl__param *const param = &d->algorithm->params[d->value[v].param];
        xl__value_text(param, d->value[v].number, word, sizeof word);
        snprintf(text, sizeof text, "%s with %s=%s",
                 who < choices ? tool_choice_name(&list->choices[who]) : xl_type_name(types[who - choices]),
                 param->name, word);
        json_array_append_new(list->names, json_string(text));
    }
}

static void draw_rows(const tool_session *s, tool_level_list *list, int targets, tool_random *random) {
    const tool_choice *const first = &list->choices[0];
    drawing d = {.list = list,
                 .algorithm = first->cs->algorithm,
                 .targets = targets > 0 ? (size_t)targets : 1,
                 .points = first->points->count,
                 .row = tool_need(calloc(list->rows + 1, sizeof *d.row)),
                 .order = tool_need(calloc(list->rows + 1, sizeof *d.order))};
    for (size_t r = 0; r < list->rows; r++) read_row(&d, s, r);
    d.state = tool_need(calloc(place_count(&d) + 1, 1));
    draw(&d, true, random);
    draw(&d, false, random);
    if (d.values > 0) tell_left(&d);
    free(d.value);
    free(d.row);
    free(d.state);
    free(d.order);
}

enum { MOST_TRIED = 64 };

/* All words of a choice; of integers the ends, and at the full level some between in short ranges. */
static int list_tried(const xl__param *param, tool_level level, double out[MOST_TRIED]) {
    static const double between[] = {1, 2, 3, 4, 8, 16};
    int count = 0;
    if (param->kind == XL__CHOICE) {
        while (count < MOST_TRIED && param->least + count <= param->most) {
            out[count] = param->least + count;
            count++;
        }
        return count;
    }
    out[count++] = param->least;
    out[count++] = param->most;
    const bool all = level == TOOL_LEVEL_FULL && param->most <= 16.0;
    for (size_t k = 0; all && k < sizeof between / sizeof *between; k++)
        if (between[k] > param->least && between[k] < param->most) out[count++] = between[k];
    return count;
}

static void add_trial(tool_level_list *list, size_t row, const char *settings) {
    list->trial = tool_need(realloc(list->trial, (list->trials + 1) * sizeof *list->trial));
    tool_level_trial *const trial = &list->trial[list->trials++];
    trial->row = row;
    snprintf(trial->settings, sizeof trial->settings, "%s", settings);
}

static bool can_try(const tool_session *s, const tool_level_list *list, size_t r, int param,
                    const char *settings) {
    const tool_level_row *const row = &list->row[r];
    const tool_choice *const choice = &list->choices[row->choice];
    const xl__algorithm *const algorithm = choice->cs->algorithm;
    tool_config c = row->base;
    xl__preview preview;
    if (!row->taken || tool_is_planted(&row->base) ||
        tool_settings_have(choice->points->item[row->point].settings, algorithm->params[param].name))
        return false;
    tool_settings_join(algorithm, row->base.settings, settings, c.settings);
    return tool_plan_preview(s, &c, &preview, NULL) == XL_SUCCESS &&
           xl__uses(algorithm, &preview.problem, &algorithm->strategies[preview.strategy], param);
}

static bool is_met(const tool_level_list *list, const char *settings) {
    char words[TOOL_SETTINGS_TEXT + 2], word[192];
    snprintf(word, sizeof word, " %s ", settings);
    for (size_t r = 0; r < list->rows; r++) {
        snprintf(words, sizeof words, " %s ", list->row[r].base.settings);
        if (list->row[r].taken && !list->row[r].idle && strstr(words, word)) return true;
    }
    return false;
}

/* Default level: a drawn row tries the value unless another row does. */
static void draw_trial(const tool_session *s, tool_level_list *list, int param, const char *settings,
                       tool_random *random) {
    const size_t begin = (size_t)tool_random_below(random, list->rows);
    if (is_met(list, settings)) return;
    for (size_t i = 0; i < list->rows; i++) {
        const size_t r = (begin + i) % list->rows;
        if (!can_try(s, list, r, param, settings)) continue;
        add_trial(list, r, settings);
        return;
    }
}

/* Full level: every first row tries it. */
static void spread_trial(tool_level_list *list, int param, const char *settings) {
    const char *const name = list->choices[0].cs->algorithm->params[param].name;
    for (size_t r = 0; r < list->rows; r++) {
        const tool_level_row *const row = &list->row[r];
        if (row->first &&
            !tool_settings_have(list->choices[row->choice].points->item[row->point].settings, name))
            add_trial(list, r, settings);
    }
}

static int by_row(const void *a, const void *b) {
    const tool_level_trial *const x = a, *const y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return strcmp(x->settings, y->settings);
}

static void add_trials(const tool_session *s, tool_level_list *list, tool_level level, tool_random *random) {
    const xl__algorithm *const algorithm = list->choices[0].cs->algorithm;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *const param = &algorithm->params[p];
        double tried[MOST_TRIED];
        if (param->role != XL__TUNING || param->kind == XL__REAL) continue;
        const int count = list_tried(param, level, tried);
        for (int i = 0; i < count; i++) {
            char word[64], text[160];
            xl__value_text(param, tried[i], word, sizeof word);
            snprintf(text, sizeof text, "%s=%s", param->name, word);
            if (level == TOOL_LEVEL_FULL)
                spread_trial(list, p, text);
            else
                draw_trial(s, list, p, text, random);
        }
    }
    if (list->trials > 0) qsort(list->trial, list->trials, sizeof *list->trial, by_row);
}

enum { MAX_SIZES = 16 };

static void add_case(tool_case_list *list, const tool_config *base, const char *settings,
                     const char *inputs) {
    if (list->count == TOOL_MAX_CASES) return;
    tool_config *c = &list->item[list->count];
    list->tuning[list->count++] = false;
    *c = *base;
    tool_settings_join(base->cs->algorithm, base->settings, settings, c->settings);
    c->distribution = inputs;
}

static int by_value(const void *a, const void *b) {
    const long long x = *(const long long *)a, y = *(const long long *)b;
    return (x > y) - (x < y);
}

/* 0, 1, around a sub-group, a prime, around a work-group. */
static int sizes_of(const xl__param *param, int width, size_t group, bool full, long long out[MAX_SIZES]) {
    const long long w = width > 0 ? width : 32, g = (long long)group;
    const long long tried[] = {
        0, 1, w - 1, w, w + 1, 997, g - 1, g, g + 1, full ? 65537 : 1, full ? (1 << 24) + 1 : 1};
    int count = 0;
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if ((double)tried[i] >= param->least && (double)tried[i] <= param->most) out[count++] = tried[i];
    if (count > 0) qsort(out, (size_t)count, sizeof *out, by_value);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i]) out[kept++] = out[i];
    return kept;
}

/* True if a size changes the work-group or a tuning value that the strategy reads. */
static bool changes_program(const tool_session *s, const tool_config *base, const tool_config *c) {
    const xl__algorithm *const algorithm = base->cs->algorithm;
    xl__preview a, b;
    if (tool_plan_preview(s, base, &a, NULL) != XL_SUCCESS || tool_plan_preview(s, c, &b, NULL) != XL_SUCCESS)
        return false; /* the row records why */
    bool changes = a.strategy != b.strategy || a.problem.group_size != b.problem.group_size;
    for (int p = 0; p < algorithm->param_count && !changes; p++)
        changes = algorithm->params[p].role == XL__TUNING && a.problem.value[p] != b.problem.value[p] &&
                  xl__uses(algorithm, &a.problem, &algorithm->strategies[a.strategy], p);
    return changes;
}

static const char *usual_input(const tool_config *base) {
    return base->distribution ? base->distribution : base->cs->distributions[0];
}

static void add_sizes(const tool_session *s, tool_case_list *list, const tool_config *base,
                      const tool_case_plan *plan) {
    const xl__algorithm *algorithm = base->cs->algorithm;
    const bool full = plan->level == TOOL_LEVEL_FULL;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        if (!param->size || tool_settings_decide(algorithm, plan->given, param->name)) continue;
        if (param->role != XL__RUNTIME && !full) continue; /* needs another program */
        long long size[MAX_SIZES];
        const int count = sizes_of(param, base->width, plan->group, full, size);
        for (int i = 0; i < count; i++) {
            char text[96];
            snprintf(text, sizeof text, "%s=%lld", param->name, size[i]);
            add_case(list, base, text, usual_input(base));
            if (!plan->whole && list->count > 0 && changes_program(s, base, &list->item[list->count - 1]))
                list->count--;
        }
    }
}

void tool_level_cases(const tool_session *session, const tool_config *base, const tool_case_plan *plan,
                      tool_case_list *out) {
    out->count = 0;
    if (base->distribution) {
        add_case(out, base, "", base->distribution);
    } else {
        for (int i = 0; base->cs->distributions[i]; i++) add_case(out, base, "", base->cs->distributions[i]);
        for (int i = 0; base->cs->edges && base->cs->edges[i]; i++)
            add_case(out, base, "", base->cs->edges[i]);
    }
    if (plan->level == TOOL_LEVEL_FIRST) return;
    for (size_t i = 0; i < plan->trials; i++) {
        add_case(out, base, plan->trial[i].settings, usual_input(base));
        out->tuning[out->count - 1] = true;
    }
    add_sizes(session, out, base, plan);
}

/* At the default level a strategy's first row at a target has all sizes, and so have planted kernels' rows.
 */
static void choose_whole(tool_level_list *list, tool_level level) {
    const tool_level_row *last = NULL;
    for (size_t r = 0; r < list->rows; r++) {
        tool_level_row *const row = &list->row[r];
        if (!row->taken || row->idle) continue;
        row->whole = level != TOOL_LEVEL_QUICK || tool_is_planted(&row->base) || !last ||
                     last->choice != row->choice || last->target != row->target;
        last = row;
    }
}

void tool_level_make(const tool_session *s, const tool_choice *choices, int count, const tool_target *targets,
                     int target_count, tool_level level, tool_level_list *out) {
    const tool_target plain = tool_plain_target(s);
    tool_random random;
    *out = (tool_level_list){.choices = choices, .choice_count = count, .names = json_array()};
    for (int c = 0; c < count; c++) {
        const bool plain_one = tool_needs_no_sub_groups(&choices[c]);
        for (int t = 0; t < (plain_one ? 1 : target_count); t++)
            cross(s, out, c, plain_one ? &plain : &targets[t], t);
    }
    tool_random_start(&random, s->options->seed, 0);
    if (level == TOOL_LEVEL_QUICK) {
        draw_rows(s, out, target_count, &random);
    } else {
        for (size_t r = 0; r < out->rows; r++) {
            out->row[r].taken = level == TOOL_LEVEL_FULL || out->row[r].first;
            out->taken += out->row[r].taken;
        }
    }
    choose_whole(out, level);
    if (level != TOOL_LEVEL_FIRST && out->rows > 0) add_trials(s, out, level, &random);
}

void tool_level_free(tool_level_list *list) {
    free(list->row);
    free(list->trial);
    json_decref(list->names);
    *list = (tool_level_list){.row = NULL};
}
