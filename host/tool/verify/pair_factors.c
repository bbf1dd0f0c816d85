#include "verify/pair_factors.h"
#include "table/lookup.h"
#include "table/settings.h"
#include <string.h>

static void add_word(tool_param_factor *factor, tool_word_kind kind, double number) {
    for (int i = 0; i < factor->count; i++)
        if (factor->word[i].kind == kind && factor->word[i].number == number) return;
    if (factor->count < TOOL_MOST_WORDS) factor->word[factor->count++] = (tool_word){kind, number};
}

static void add_number(tool_param_factor *factor, const xl__param *param, double number) {
    if (number >= param->least && number <= param->most) add_word(factor, TOOL_WORD_NUMBER, number);
}

#define SHORT 16.0

/* Sizes: 0, 1, around a sub-group, a prime, around a work-group. Other integers: default, ends, any, and some
   in a short range. Real and other run-time values: default, any. */
static void list_words(tool_param_factor *factor, const xl__param *param) {
    if (param->kind == XL__CHOICE) {
        for (int word = 0; word <= (int)param->most; word++) add_word(factor, TOOL_WORD_NUMBER, word);
        return;
    }
    if (param->most > SHORT) add_word(factor, TOOL_WORD_ANY, 0.0);
    if (param->kind == XL__INT && param->size && param->most > SHORT) {
        static const double fixed[] = {0.0, 1.0, 997.0};
        for (int i = 0; i < 3; i++) add_number(factor, param, fixed[i]);
        for (int i = -1; i <= 1; i++) {
            add_word(factor, TOOL_WORD_LANES, i);
            add_word(factor, TOOL_WORD_GROUP, i);
        }
        return;
    }
    add_number(factor, param, param->initial);
    if (param->kind == XL__REAL || (param->role == XL__RUNTIME && param->most > SHORT)) return;
    add_number(factor, param, param->least);
    add_number(factor, param, param->most);
    for (int i = 0; i <= (int)SHORT && param->most <= SHORT; i++)
        if (i <= 4 || i % 8 == 0) add_number(factor, param, i);
}

/* At a width and work-group size; false: any. */
static bool number_of(const tool_word *word, int width, size_t group, double *out) {
    *out = word->number;
    if (word->kind == TOOL_WORD_LANES) *out += width > 0 ? width : 1;
    if (word->kind == TOOL_WORD_GROUP) *out += (double)group;
    return word->kind != TOOL_WORD_ANY;
}

static int add_factor(tool_pair_factors *f, int values, uint32_t *kind, xl_error *error) {
    const int number = tool_cover_add(&f->cover, values);
    if (number < 0)
        return xl__fail(error, XL_TOO_LARGE, "%s has more parameters or values than --level pairs can take",
                        f->cs->algorithm->name);
    if (kind) *kind |= 1u << number;
    return XL_SUCCESS;
}

static void list_distributions(tool_pair_factors *f) {
    const char *const *const lists[] = {f->cs->distributions, f->cs->edges};
    for (int l = 0; l < 2; l++)
        for (int i = 0; lists[l] && lists[l][i] && f->distribution_count < TOOL_MAX_VALUES; i++)
            f->distributions[f->distribution_count++] = lists[l][i];
}

static int add_params(tool_pair_factors *f, xl_error *error) {
    const xl__algorithm *algorithm = f->cs->algorithm;
    int status = XL_SUCCESS;
    for (int p = 0; p < algorithm->param_count && status == XL_SUCCESS; p++) {
        tool_param_factor *factor = &f->params[f->param_count++];
        *factor = (tool_param_factor){.factor = f->cover.factors, .param = p};
        list_words(factor, &algorithm->params[p]);
        const bool at_run = algorithm->params[p].role == XL__RUNTIME;
        status = add_factor(f, factor->count, at_run ? &f->runs : &f->row, error);
    }
    return status;
}

static void exclude_factor(tool_pair_factors *f, int factor, int value, int other) {
    for (int w = 0; w < f->cover.first[other + 1] - f->cover.first[other]; w++)
        tool_cover_exclude(&f->cover, factor, value, other, w);
}

static bool has_param(const tool_pair_factors *f, int choice, int param) {
    const int strategy = f->job->choices[f->choices[choice]].strategy;
    const xl__algorithm *algorithm = f->cs->algorithm;
    return strategy == TOOL_AUTO_STRATEGY ||
           xl__has_param(algorithm, &algorithm->strategies[strategy], param);
}

static bool meet_in_a_strategy(const tool_pair_factors *f, int factor, int value, int other, int partner) {
    bool meet = false;
    for (int s = 0; s < f->choice_count && !meet; s++)
        meet = tool_cover_state(&f->cover, TOOL_F_STRATEGY, s, factor, value) != TOOL_PAIR_NONE &&
               tool_cover_state(&f->cover, TOOL_F_STRATEGY, s, other, partner) != TOOL_PAIR_NONE;
    return meet;
}

static void exclude_apart(tool_pair_factors *f) {
    const tool_cover *c = &f->cover;
    for (int g = TOOL_F_STRATEGY + 1; g < c->factors; g++)
        for (int h = g + 1; h < c->factors; h++)
            for (int v = 0; v < c->first[g + 1] - c->first[g]; v++)
                for (int w = 0; w < c->first[h + 1] - c->first[h]; w++)
                    if (!meet_in_a_strategy(f, g, v, h, w)) tool_cover_exclude(&f->cover, g, v, h, w);
}

static void exclude_of_strategies(tool_pair_factors *f) {
    for (int v = 0; v < f->choice_count; v++) {
        const tool_choice *choice = &f->job->choices[f->choices[v]];
        if (!tool_choice_has_sub_groups(choice)) exclude_factor(f, TOOL_F_STRATEGY, v, TOOL_F_TARGET);
        for (int p = 0; p < f->param_count; p++)
            if (!has_param(f, v, f->params[p].param))
                exclude_factor(f, TOOL_F_STRATEGY, v, f->params[p].factor);
    }
}

static void exclude_of_points(tool_pair_factors *f) {
    for (int v = 0; v < (int)f->points->count; v++) {
        const tool_point *point = &f->points->item[v];
        for (int t = 0; t < f->type_count; t++)
            if (point->type != XL_TYPE_NONE && point->type != f->types[t])
                tool_cover_exclude(&f->cover, TOOL_F_TYPE, t, TOOL_F_POINT, v);
        for (int d = 0; d < f->distribution_count; d++)
            if (point->distribution && strcmp(point->distribution, f->distributions[d]) != 0)
                tool_cover_exclude(&f->cover, TOOL_F_POINT, v, TOOL_F_DISTRIBUTION, d);
        for (int p = 0; p < f->param_count; p++)
            if (tool_settings_decide(f->cs->algorithm, point->settings,
                                     f->cs->algorithm->params[f->params[p].param].name))
                exclude_factor(f, TOOL_F_POINT, v, f->params[p].factor);
    }
}

int tool_pair_factors_make(const tool_problem_job *job, int first, tool_pair_factors *f, xl_error *error) {
    *f = (tool_pair_factors){.cs = job->choices[first].cs, .job = job, .points = job->choices[first].points};
    for (int i = first; i < job->choice_count && job->choices[i].cs == f->cs; i++)
        f->choices[f->choice_count++] = i;
    f->type_count = tool_plan_types(f->cs->algorithm, f->types);
    list_distributions(f);
    int status = XL_SUCCESS;
    const int counts[TOOL_F_PARAMS] = {f->choice_count, job->target_count, f->type_count,
                                       (int)f->points->count, f->distribution_count};
    for (int i = 0; i < TOOL_F_PARAMS && status == XL_SUCCESS; i++)
        status = add_factor(f, counts[i], i == TOOL_F_DISTRIBUTION ? &f->runs : &f->row, error);
    if (status == XL_SUCCESS) status = add_params(f, error);
    if (status == XL_SUCCESS && !tool_cover_start(&f->cover))
        status = xl__fail(error, XL_NO_MEMORY, "no memory for the pairs of %s", f->cs->algorithm->name);
    if (status != XL_SUCCESS) return status;
    exclude_of_strategies(f);
    exclude_apart(f);
    exclude_of_points(f);
    return XL_SUCCESS;
}

void tool_pair_factors_free(tool_pair_factors *f) {
    tool_cover_free(&f->cover);
}

tool_config tool_pair_config(const tool_pair_factors *f, const int *choice) {
    tool_config c = {.cs = f->cs,
                     .strategy = f->job->choices[f->choices[choice[TOOL_F_STRATEGY]]].strategy,
                     .type = f->types[choice[TOOL_F_TYPE]]};
    if (choice[TOOL_F_TARGET] >= 0) {
        c.backend = f->job->targets[choice[TOOL_F_TARGET]].backend;
        c.width = f->job->targets[choice[TOOL_F_TARGET]].width;
    }
    return c;
}

bool tool_pair_settings(const tool_pair_factors *f, uint32_t wanted, const int *choice, int width,
                        size_t group, char out[TOOL_SETTINGS_TEXT]) {
    snprintf(out, TOOL_SETTINGS_TEXT, "%s", f->points->item[choice[TOOL_F_POINT]].settings);
    for (int p = 0; p < f->param_count; p++) {
        const tool_param_factor *factor = &f->params[p];
        const xl__param *param = &f->cs->algorithm->params[factor->param];
        double number;
        if (!(wanted >> factor->factor & 1u) || choice[factor->factor] < 0) continue;
        if (!number_of(&factor->word[choice[factor->factor]], width, group, &number)) continue;
        if (number < param->least || number > param->most) return false;
        char word[64];
        xl__value_text(param, number, word, sizeof word);
        const size_t used = strlen(out);
        snprintf(out + used, TOOL_SETTINGS_TEXT - used, "%s%s=%s", used ? " " : "", param->name, word);
    }
    return true;
}

const char *tool_pair_factor_name(const tool_pair_factors *f, int factor) {
    static const char *const names[TOOL_F_PARAMS] = {"strategy", "width", "type", "--set", "inputs"};
    return factor < TOOL_F_PARAMS ? names[factor]
                                  : f->cs->algorithm->params[f->params[factor - TOOL_F_PARAMS].param].name;
}

static void param_word(const tool_pair_factors *f, int factor, int value, char *out, size_t size) {
    const tool_param_factor *param = &f->params[factor - TOOL_F_PARAMS];
    const tool_word *word = &param->word[value];
    static const char *const roots[] = {[TOOL_WORD_LANES] = "W", [TOOL_WORD_GROUP] = "G"};
    if (word->kind == TOOL_WORD_ANY)
        snprintf(out, size, "any");
    else if (word->kind == TOOL_WORD_NUMBER)
        xl__value_text(&f->cs->algorithm->params[param->param], word->number, out, size);
    else if (word->number == 0.0)
        snprintf(out, size, "%s", roots[word->kind]);
    else
        snprintf(out, size, "%s%+.0f", roots[word->kind], word->number);
}

void tool_pair_word(const tool_pair_factors *f, int factor, int value, char *out, size_t size) {
    char word[96];
    const tool_target *target = &f->job->targets[factor == TOOL_F_TARGET ? value : 0];
    switch (factor) {
    case TOOL_F_STRATEGY:
        snprintf(word, sizeof word, "%s", tool_choice_name(&f->job->choices[f->choices[value]]));
        break;
    case TOOL_F_TARGET: snprintf(word, sizeof word, "%d(%s)", target->width, target->backend); break;
    case TOOL_F_TYPE: snprintf(word, sizeof word, "%s", xl_type_name(f->types[value])); break;
    case TOOL_F_POINT: snprintf(word, sizeof word, "%d", value + 1); break;
    case TOOL_F_DISTRIBUTION: snprintf(word, sizeof word, "%s", f->distributions[value]); break;
    default: param_word(f, factor, value, word, sizeof word);
    }
    snprintf(out, size, "%s=%s", tool_pair_factor_name(f, factor), word);
}
