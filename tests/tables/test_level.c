/* verify's default level covers what the full level's rows show. Compiles nothing. */
#include "support/suite.h"
#include "verify/verify_level.h"
#include "base/text.h"
#include "table/values.h"
#include <stdlib.h>
#include <string.h>

enum { WIDTHS = 2, MOST_CHOICES = 64 };

static tool_job job;
static tool_session session;
static tool_choice choices[MOST_CHOICES];
static int count;
static tool_level_list full, quick;
static const tool_target targets[WIDTHS] = {{"local", 8, true}, {"local", 128, true}};

static void open_session(void) {
    xl_error error = {.text = ""};
    job = (tool_job){.options = {.command = TOOL_COMMAND_verify, .seed = 1, .max_launch = 0.5}};
    ck_assert_msg(tool_session_open(&session, &job, NULL, &error) == XL_SUCCESS, "%s", error.text);
}

static void close_session(void) {
    tool_session_close(&session);
}

static void choose(const tool_case *cs, bool planted) {
    static tool_point all = {.settings = "", .type = XL_TYPE_NONE};
    static const tool_points points = {&all, 1};
    count = 0;
    for (int s = 0; s < cs->algorithm->strategy_count && count < MOST_CHOICES; s++)
        if (((cs->algorithm->strategies[s].flags & XL__WRONG) != 0) == planted)
            choices[count++] = (tool_choice){cs, s, &points};
}

static void make(uint64_t seed, int widths) {
    job.options.seed = seed;
    tool_level_make(&session, choices, count, targets, widths, TOOL_LEVEL_FULL, &full);
    tool_level_make(&session, choices, count, targets, widths, TOOL_LEVEL_QUICK, &quick);
}

static void drop(void) {
    tool_level_free(&full);
    tool_level_free(&quick);
}

static bool runs(const tool_config *c) {
    xl__preview preview;
    return tool_plan_preview(&session, c, &preview, NULL) == XL_SUCCESS;
}

static const char *row_name(const tool_level_row *row) {
    static char name[256];
    snprintf(name, sizeof name, "%s/%s", row->base.cs->algorithm->name,
             tool_choice_name(&choices[row->choice]));
    return name;
}

static bool takes(const tool_config *wanted, bool type, bool must_run) {
    for (size_t r = 0; r < quick.rows; r++) {
        const tool_config *const c = &quick.row[r].base;
        if (quick.row[r].taken && c->strategy == wanted->strategy &&
            (type ? c->type == wanted->type : c->width == wanted->width) && (!must_run || runs(c)))
            return true;
    }
    return false;
}

/* Among the settings of a row that runs, or tried as a tuning value. */
static bool has(const tool_level_list *list, const char *word) {
    char words[TOOL_SETTINGS_TEXT + 2], wanted[192];
    snprintf(wanted, sizeof wanted, " %s ", word);
    for (size_t r = 0; r < list->rows; r++) {
        snprintf(words, sizeof words, " %s ", list->row[r].base.settings);
        if (list->row[r].taken && strstr(words, wanted) && runs(&list->row[r].base)) return true;
    }
    for (size_t i = 0; i < list->trials; i++)
        if (strcmp(list->trial[i].settings, word) == 0) return true;
    return false;
}

AROUND_ALL(open_session, close_session);

TEST(every_strategy_meets_every_type_and_width) {
    for (int a = 0; tool_cases[a]; a++)
        for (int planted = 0; planted < 2; planted++) {
            choose(tool_cases[a], planted);
            make(3, WIDTHS);
            for (size_t r = 0; r < full.rows; r++) {
                const bool run = runs(&full.row[r].base); /* otherwise a row gives the reason */
                for (int type = 0; type < 2; type++)
                    ck_assert_msg(takes(&full.row[r].base, type, run), "%s: %s %d", row_name(&full.row[r]),
                                  xl_type_name(full.row[r].base.type), full.row[r].base.width);
            }
            drop();
        }
}

static const xl__param *param_of(const xl__algorithm *algorithm, const char *word) {
    const size_t size = strcspn(word, "=");
    for (int p = 0; p < algorithm->param_count; p++)
        if (strlen(algorithm->params[p].name) == size && strncmp(algorithm->params[p].name, word, size) == 0)
            return &algorithm->params[p];
    ck_abort_msg("%s: no parameter", word);
}

TEST(every_choice_and_value_is_met) {
    for (int a = 0; tool_cases[a]; a++) {
        const xl__algorithm *const algorithm = tool_cases[a]->algorithm;
        choose(tool_cases[a], false);
        make(4, 1);
        for (size_t r = 0; r < full.rows; r++) {
            char words[TOOL_SETTINGS_TEXT];
            snprintf(words, sizeof words, "%s", full.row[r].base.settings);
            for (char *rest = words, *word; runs(&full.row[r].base) && (word = strtok_r(rest, " ", &rest));)
                ck_assert_msg(has(&quick, word), "%s: %s", row_name(&full.row[r]), word);
        }
        for (size_t i = 0; i < full.trials; i++) {
            const xl__param *const p = param_of(algorithm, full.trial[i].settings);
            if (p->kind == XL__CHOICE)
                ck_assert_msg(has(&quick, full.trial[i].settings), "%s: %s", algorithm->name,
                              full.trial[i].settings);
        }
        drop();
    }
}

/* TOOL_QUICK_ROOM if that is more; values may need three more. */
TEST(there_are_few_rows) {
    for (int a = 0; tool_cases[a]; a++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            xl_type types[XL__MAX_TYPES];
            choose(tool_cases[a], false);
            make(seed, 1);
            const size_t pairs = (size_t)count * (size_t)tool_plan_types(tool_cases[a]->algorithm, types);
            ck_assert_uint_le(quick.taken, (pairs > TOOL_QUICK_ROOM ? pairs : TOOL_QUICK_ROOM) + 3);
            if (quick.left > 0) ck_assert_uint_ge(quick.taken, TOOL_QUICK_ROOM);
            ck_assert_uint_eq(json_array_size(quick.names), quick.left < 4 ? (size_t)quick.left : 4);
            drop();
        }
}

enum { MOST_PROGRAMS = 512 };
static char program[MOST_PROGRAMS][160];
static int programs;

/* By strategy, type, work-group, and the compiled-in values that the strategy reads. */
static void count_program(const tool_config *c) {
    xl__preview preview;
    xl__text name = {0};
    if (tool_plan_preview(&session, c, &preview, NULL) != XL_SUCCESS) return;
    const xl__algorithm *const algorithm = c->cs->algorithm;
    xl__text_format(&name, "%d %d %zu", preview.strategy, (int)c->type, preview.problem.group_size);
    for (int p = 0; p < algorithm->param_count; p++)
        if (algorithm->params[p].role != XL__RUNTIME &&
            xl__uses(algorithm, &preview.problem, &algorithm->strategies[preview.strategy], p))
            xl__text_format(&name, " %g", preview.problem.value[p]);
    int i = 0;
    while (i < programs && strcmp(program[i], name.data) != 0) i++;
    ck_assert(i < MOST_PROGRAMS && !name.failed && name.size < sizeof program[0]);
    if (i == programs) snprintf(program[programs++], sizeof program[0], "%s", name.data);
    xl__text_free(&name);
}

static void count_programs(void) {
    static tool_case_list cases;
    programs = 0;
    for (size_t r = 0, t = 0; r < quick.rows; r++) {
        const tool_level_row *const row = &quick.row[r];
        const size_t begin = t;
        while (t < quick.trials && quick.trial[t].row == r) t++;
        xl__preview preview;
        if (!row->taken || tool_plan_preview(&session, &row->base, &preview, NULL) != XL_SUCCESS) continue;
        const tool_case_plan plan = {.given = "",
                                     .group = preview.problem.group_size,
                                     .trial = t > begin ? &quick.trial[begin] : NULL,
                                     .trials = t - begin,
                                     .level = TOOL_LEVEL_QUICK,
                                     .whole = row->whole};
        tool_level_cases(&session, &row->base, &plan, &cases);
        count_program(&row->base);
        for (int i = 0; i < cases.count; i++) count_program(&cases.item[i]);
    }
}

/* Programs of an algorithm at one width, beyond one for each row and tuning value. */
enum { MOST_OF_SIZES = 8 };

TEST(there_are_few_programs) {
    for (int a = 0; tool_cases[a]; a++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            choose(tool_cases[a], false);
            make(seed, 1);
            count_programs();
            ck_assert_msg(programs <= (int)(quick.taken + quick.trials) + MOST_OF_SIZES,
                          "%s, seed %d: %d programs of %zu rows and %zu tuning values",
                          tool_cases[a]->algorithm->name, (int)seed, programs, quick.taken, quick.trials);
            drop();
        }
}

static char *rows_of(uint64_t seed) {
    xl__text text = {0};
    make(seed, 1);
    for (size_t r = 0; r < quick.rows; r++)
        if (quick.row[r].taken) xl__text_format(&text, "%zu ", r);
    for (size_t i = 0; i < quick.trials; i++)
        xl__text_format(&text, "%zu %s ", quick.trial[i].row, quick.trial[i].settings);
    drop();
    ck_assert(!text.failed && text.data);
    return text.data;
}

TEST(the_seed_decides) {
    int other = 0, all = 0;
    for (int a = 0; tool_cases[a]; a++, all++) {
        choose(tool_cases[a], false);
        char *const first = rows_of(5), *const again = rows_of(5), *const next = rows_of(6);
        ck_assert_str_eq(first, again);
        other += strcmp(first, next) != 0;
        free(first);
        free(again);
        free(next);
    }
    ck_assert_int_ge(other, all - 3); /* some have so few rows that all are taken */
}

/* Each seed draws a running row for each planted kernel; promised are 99 of 100 seeds. */
TEST(planted_kernels_are_caught_by_every_seed) {
    enum { SEEDS = 20 };
    for (int a = 0; tool_cases[a]; a++) {
        int caught[MOST_CHOICES] = {0};
        choose(tool_cases[a], true);
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            bool drawn[MOST_CHOICES] = {false};
            job.options.seed = seed;
            tool_level_make(&session, choices, count, targets, WIDTHS, TOOL_LEVEL_QUICK, &quick);
            for (size_t r = 0; r < quick.rows; r++)
                if (quick.row[r].taken && !drawn[quick.row[r].choice])
                    drawn[quick.row[r].choice] = runs(&quick.row[r].base);
            for (int c = 0; c < count; c++) caught[c] += drawn[c];
            tool_level_free(&quick);
        }
        for (int c = 0; c < count; c++)
            ck_assert_msg(caught[c] == SEEDS, "%s/%s: %d of %d seeds", tool_cases[a]->algorithm->name,
                          tool_choice_name(&choices[c]), caught[c], SEEDS);
    }
}
