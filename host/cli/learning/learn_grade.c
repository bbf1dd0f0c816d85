/* learn_grade.c - prints the answers of a class as tables. */
#include "campaign/progress.h"
#include "learning/cmd_learn.h"
#include "learn/answers.h"
#include "learn/compiled.h"
#include "learn/grade.h"
#include "options/outputs.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/print.h"
#include <stdio.h>
#include <string.h>

static void show_progress(void *user, size_t done, size_t of) {
    tool_progress_show(user, tool_seconds(), "%zu of %zu answers", done, of);
}

/* Answers of one student, without untouched ones. */
typedef struct counts {
    const char *student;
    int right, wrong, untouched, not_begun, not_run, hints;
} counts;

static void count(counts *n, const json_t *answer) {
    n->right += tool_answer_is(answer, "right");
    n->wrong += tool_answer_is(answer, "wrong");
    n->untouched += tool_answer_is(answer, "untouched");
    n->not_begun += tool_answer_is(answer, "not begun");
    n->not_run += tool_answer_is(answer, "not run");
    n->hints += (int)json_integer_value(json_object_get(answer, "hints"));
}

static void add_student(tool_table *table, const counts *n) {
    char cell[6][24];
    const int values[] = {n->right, n->wrong, n->untouched, n->not_begun, n->not_run, n->hints};
    for (int i = 0; i < 6; i++) snprintf(cell[i], sizeof cell[i], "%d", values[i]);
    const char *const cells[] = {n->student, cell[0], cell[1], cell[2], cell[3], cell[4], cell[5]};
    tool_table_add(table, cells, TOOL_PLAIN);
}

static void print_table(tool_table *table, FILE *screen) {
    tool_table_print(table, screen, tool_terminal_width(screen), tool_wants_colour(screen));
    tool_table_free(table);
}

static void print_students(const json_t *answers, FILE *screen) {
    const tool_column columns[] = {{"student", TOOL_LEFT, 0},    {"right", TOOL_RIGHT, 0},
                                   {"wrong", TOOL_RIGHT, 0},     {"untouched", TOOL_RIGHT, 0},
                                   {"not begun", TOOL_RIGHT, 0}, {"not run", TOOL_RIGHT, 0},
                                   {"hints", TOOL_RIGHT, 0}};
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    counts n = {.student = NULL};
    const json_t *answer;
    size_t i;
    json_array_foreach(answers, i, answer) {
        const char *const student = tool_text_of(answer, "student");
        if (n.student && strcmp(n.student, student) != 0) {
            add_student(table, &n);
            n = (counts){.student = NULL};
        }
        n.student = student;
        count(&n, answer);
    }
    if (n.student) add_student(table, &n);
    print_table(table, screen);
}

static bool is_whole(const json_t *answer) {
    const bool unseen =
        strcmp(tool_text_of(answer, "compiled"), tool_compiled_name(TOOL_COMPILED_UNSEEN)) == 0;
    return !tool_answer_is(answer, "wrong") && !tool_answer_is(answer, "not run") && !unseen;
}

/* Wrong answers, and answers that could not be judged completely, with the reasons. */
static void print_wrong(const json_t *answers, FILE *screen) {
    const tool_column columns[] = {
        {"student", TOOL_LEFT, 0}, {"exercise", TOOL_LEFT, 0}, {"", TOOL_LEFT, 0}, {"why", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    const json_t *answer;
    size_t i;
    bool any = false;
    json_array_foreach(answers, i, answer) {
        if (is_whole(answer)) continue;
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

/* Kernels of others run in a sandbox; without one only if the user allows it. */
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

tool_exit cli_learn_grade(cli_lesson *l) {
    const tool_options *const o = l->options;
    tool_progress progress;
    if (o->names.count != 2) {
        tool_complain("learn grade: name one folder that has a folder per student");
        return TOOL_USAGE;
    }
    tool_grading g = {.options = o,
                      .folder = o->names.word[1],
                      .names = (const tool_exercise_name *)l->names,
                      .count = l->count,
                      .progress = show_progress,
                      .user = &progress};
    tool_exit status = tool_check_outputs(o);
    if (status == TOOL_OK) status = tool_grade_read(&g);
    if (status == TOOL_OK) status = look_for_walls(o, &g);
    if (status == TOOL_OK) {
        tool_interrupt_catch();
        tool_progress_start(&progress, stderr, o->quiet, tool_seconds());
        status = tool_grade_run(&g);
        tool_progress_clear(&progress);
        if (status == TOOL_OK || status == TOOL_INTERRUPTED) {
            print_students(g.answers, l->screen);
            print_wrong(g.answers, l->screen);
            status = tool_exit_worst(status, tool_answers_write_json(g.answers, o->json));
            status = tool_exit_worst(status, tool_answers_write_csv(g.answers, o->csv));
        }
    }
    tool_grading_close(&g);
    return status;
}
