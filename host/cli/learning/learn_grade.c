/* learn_grade.c - a class's answers as tables. */
#include "campaign/progress.h"
#include "grade/alike.h"
#include "grade/gradebook.h"
#include "learning/cmd_learn.h"
#include "learn/answers.h"
#include "learn/compiled.h"
#include "options/outputs.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MISSED = 10, MOST_GROUPS = 20, MOST_NAMED = 4 };

static void show_progress(void *user, size_t done, size_t of) {
    tool_progress_show(user, tool_seconds(), "%zu of %zu answers", done, of);
}

static void print_table(tool_table *table, FILE *screen) {
    tool_table_print(table, screen, tool_terminal_width(screen), tool_wants_colour(screen));
    tool_table_free(table);
}

static const struct {
    const char *word, *mark;
} marks[] = {{"right", "+"},     {"right, but serial", "s"}, {"wrong", "x"},
             {"untouched", "o"}, {"not begun", "."},         {"not run", "?"}};
enum { MARKS = sizeof marks / sizeof *marks };

static int mark_of(const json_t *answer) {
    int at = 0;
    while (at + 1 < MARKS && strcmp(tool_grade_word(answer), marks[at].word) != 0) at++;
    return at;
}

/* "07" of "07-reduce", else its beginning. */
static void short_name(const char *exercise, char out[8]) {
    const size_t digits = strspn(exercise, "0123456789");
    snprintf(out, 8, "%.*s", digits > 0 && digits < 7 ? (int)digits : 4, exercise);
}

static tool_table *make_students(const tool_grading *g) {
    const size_t count = (size_t)g->count + 4;
    tool_column *const columns = tool_need(calloc(count, sizeof *columns));
    struct title {
        char text[8];
    } *const titles = tool_need(calloc(count, sizeof *titles));
    columns[0] = (tool_column){"student", TOOL_LEFT, 0};
    for (int e = 0; e < g->count; e++) {
        short_name(tool_grade_exercise(g, e), titles[e].text);
        columns[1 + e] = (tool_column){titles[e].text, TOOL_RIGHT, 0};
    }
    static const char *const sums[] = {"right", "hints", "shown"};
    for (int i = 0; i < 3; i++) columns[g->count + 1 + i] = (tool_column){sums[i], TOOL_RIGHT, 0};
    tool_table *const table = tool_table_make(columns, count);
    for (int e = 1; e < g->count; e++) tool_table_part(table, (size_t)e + 1);
    free(columns);
    free(titles);
    return table;
}

static void add_student(const tool_grading *g, size_t s, tool_table *table, bool used[MARKS]) {
    const char **const cells = tool_need(calloc((size_t)g->count + 4, sizeof *cells));
    char sums[3][24];
    long long right = 0, hints = 0, shown = 0;
    cells[0] = tool_text_of(tool_grade_answer(g, s, 0), "student");
    for (int e = 0; e < g->count; e++) {
        const json_t *const answer = tool_grade_answer(g, s, e);
        const int mark = mark_of(answer);
        used[mark] = true;
        cells[1 + e] = marks[mark].mark;
        right += tool_answer_is(answer, "right");
        hints += json_integer_value(json_object_get(answer, "hints"));
        shown += json_is_true(json_object_get(answer, "solution_shown"));
    }
    snprintf(sums[0], sizeof sums[0], "%lld", right);
    snprintf(sums[1], sizeof sums[1], "%lld", hints);
    snprintf(sums[2], sizeof sums[2], "%lld", shown);
    for (int i = 0; i < 3; i++) cells[g->count + 1 + i] = sums[i];
    tool_table_add(table, cells, TOOL_PLAIN);
    free(cells);
}

static void print_students(const tool_grading *g, FILE *screen) {
    tool_table *const table = make_students(g);
    bool used[MARKS] = {false};
    const char *before = "";
    for (size_t s = 0; s < g->class.count; s++) add_student(g, s, table, used);
    print_table(table, screen);
    for (int m = 0; m < MARKS; m++) {
        if (!used[m]) continue;
        tool_print(screen, "%s%s %s", before, marks[m].mark, marks[m].word);
        before = ", ";
    }
    tool_print(screen, "; hints: read; shown: solutions, before the exercise was done\n");
    if (!g->counted && (used[0] || used[2]))
        tool_print(screen,
                   "operations of the sub-group were not counted, so a serial answer counts as right: "
                   "the checking device needs clang\n");
}

static void print_missed(const tool_grading *g, FILE *screen) {
    const tool_column columns[] = {{"most missed", TOOL_LEFT, 0},
                                   {"right", TOOL_RIGHT, 0},
                                   {"wrong", TOOL_RIGHT, 0},
                                   {"not done", TOOL_RIGHT, 0},
                                   {"most frequent mistake", TOOL_LEFT, 0}};
    tool_missed *const missed = tool_need(calloc((size_t)g->count + 1, sizeof *missed));
    const int count = tool_grade_missed(g, missed);
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < count && i < MOST_MISSED; i++) {
        char cell[3][24], mistake[400] = "";
        const int values[] = {missed[i].right, missed[i].wrong, missed[i].open};
        for (int v = 0; v < 3; v++) snprintf(cell[v], sizeof cell[v], "%d", values[v]);
        if (missed[i].mistake)
            snprintf(mistake, sizeof mistake, "%d x %.380s", missed[i].mistakes, missed[i].mistake);
        const char *const cells[] = {tool_grade_exercise(g, missed[i].chosen), cell[0], cell[1], cell[2],
                                     mistake};
        tool_table_add(table, cells, TOOL_PLAIN);
    }
    if (count > 0) tool_print(screen, "\n");
    if (count > 0)
        print_table(table, screen);
    else
        tool_table_free(table);
    free(missed);
}

/* Not judged, or not wholly. `all`: the wrong ones too. */
static bool is_told(const json_t *answer, bool all) {
    const bool unseen =
        strcmp(tool_text_of(answer, "compiled"), tool_compiled_name(TOOL_COMPILED_UNSEEN)) == 0;
    return tool_answer_is(answer, "not run") || unseen || (all && tool_answer_is(answer, "wrong"));
}

static void print_answers(const tool_grading *g, bool all, FILE *screen) {
    const tool_column columns[] = {
        {"student", TOOL_LEFT, 0}, {"exercise", TOOL_LEFT, 0}, {"", TOOL_LEFT, 0}, {"why", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    const json_t *answer;
    size_t i;
    bool any = false;
    json_array_foreach(g->answers, i, answer) {
        if (!is_told(answer, all)) continue;
        const char *const mistake = tool_text_of(answer, "mistake");
        const char *const cells[] = {tool_text_of(answer, "student"), tool_text_of(answer, "exercise"),
                                     tool_text_of(answer, "result"),
                                     *mistake ? mistake : tool_text_of(answer, "why")};
        tool_table_add(table, cells, tool_answer_is(answer, "wrong") ? TOOL_BAD : TOOL_WARN);
        any = true;
    }
    if (any) tool_print(screen, "\n");
    if (any)
        print_table(table, screen);
    else
        tool_table_free(table);
}

/* "anna, bert and 3 more" */
static char *join(const json_t *list, size_t most) {
    const size_t count = json_array_size(list), named = count > most + 1 ? most : count;
    xl__text text = {0};
    for (size_t i = 0; i < named; i++)
        xl__text_format(&text, "%s%s", i ? ", " : "", json_string_value(json_array_get(list, i)));
    if (named < count) xl__text_format(&text, " and %zu more", count - named);
    return tool_need(text.data);
}

static void print_alike(const tool_grading *g, FILE *screen) {
    const tool_column columns[] = {
        {"same kernel", TOOL_LEFT, 0}, {"own words", TOOL_RIGHT, 0}, {"exercises", TOOL_LEFT, 0}};
    json_t *const groups = tool_alike_groups(g->answers);
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    const size_t count = json_array_size(groups);
    for (size_t i = 0; i < count && i < MOST_GROUPS; i++) {
        const json_t *const group = json_array_get(groups, i);
        char words[24], *const students = join(json_object_get(group, "students"), MOST_NAMED),
                               *const exercises = join(json_object_get(group, "exercises"), 2 * MOST_NAMED);
        snprintf(words, sizeof words, "%lld", json_integer_value(json_object_get(group, "own_words")));
        tool_table_add(table, (const char *const[]){students, words, exercises}, TOOL_PLAIN);
        free(students);
        free(exercises);
    }
    if (count > 0) tool_print(screen, "\n");
    if (count > 0)
        print_table(table, screen);
    else
        tool_table_free(table);
    if (count > MOST_GROUPS) tool_print(screen, "and %zu more; --json lists all\n", count - MOST_GROUPS);
    if (count > 0)
        tool_print(screen,
                   "a hint, no verdict: names, spaces and comments were left out, and up to %d own words "
                   "are often the same by chance\n",
                   TOOL_ALIKE_SHORT);
    json_decref(groups);
}

static void print_class(const tool_grading *g, bool details, FILE *screen) {
    print_students(g, screen);
    print_missed(g, screen);
    print_answers(g, details, screen);
    print_alike(g, screen);
    if (g->class.notes.data) tool_print(screen, "\n%s", g->class.notes.data);
    tool_print(screen, "\n");
    if (g->kept > 0)
        tool_print(screen, "%zu answers had been judged before; CROSSLANE_CACHE_DIR= judges them again\n",
                   g->kept);
    tool_print(screen, "%.0f s of processor time\n", g->processor_seconds);
}

/* Kernels of others run in a sandbox, or without one if the user allows it. */
static tool_exit look_for_walls(const tool_options *o, tool_grading *g) {
    xl_error error = {0};
    if (o->trust) return TOOL_OK;
    g->walls = tool_grade_has_walls(g, &error);
    if (g->walls) return TOOL_OK;
    tool_complain("learn grade: the answers are programs of others, and no sandbox is possible here (%s); "
                  "--trust runs them with your rights",
                  error.text);
    return TOOL_USAGE;
}

static tool_exit choose(const cli_lesson *l, cli_chosen *chosen) {
    if (l->options->names.count < 2) {
        tool_complain("learn grade: name one folder that has a folder per student");
        return TOOL_USAGE;
    }
    if (l->options->names.count > 2) return cli_lesson_choose(l, 2, chosen);
    for (chosen->count = 0; chosen->count < l->count; chosen->count++)
        chosen->at[chosen->count] = chosen->count;
    return TOOL_OK;
}

static tool_exit grade(const cli_lesson *l, tool_grading *g) {
    const tool_options *const o = l->options;
    tool_progress progress;
    tool_interrupt_catch();
    tool_progress_start(&progress, stderr, o->quiet, tool_seconds());
    g->progress = show_progress;
    g->user = &progress;
    tool_exit status = tool_grade_run(g);
    tool_progress_clear(&progress);
    g->user = NULL;
    if (status != TOOL_OK && status != TOOL_INTERRUPTED) return status;
    print_class(g, o->details, l->screen);
    status = tool_exit_worst(status, tool_answers_write_json(g->answers, o->json));
    return tool_exit_worst(status, tool_grade_write_csv(g, o->csv));
}

tool_exit cli_learn_grade(cli_lesson *l) {
    cli_chosen chosen;
    tool_exit status = choose(l, &chosen);
    if (status != TOOL_OK) return status;
    tool_grading g = {.options = l->options,
                      .folder = l->options->names.word[1],
                      .names = (const tool_exercise_name *)l->names,
                      .name_count = l->count,
                      .at = chosen.at,
                      .count = chosen.count};
    status = tool_check_outputs(l->options);
    if (status == TOOL_OK) status = tool_grade_read(&g);
    if (status == TOOL_OK) status = look_for_walls(l->options, &g);
    if (status == TOOL_OK) status = grade(l, &g);
    tool_grading_close(&g);
    return status;
}
