/* gradebook.c - counts answers by student and by exercise. */
#include "grade/gradebook.h"
#include "learn/answers.h"
#include "records/record.h"
#include "records/results.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

const char *tool_grade_word(const json_t *answer) {
    return json_is_true(json_object_get(answer, "serial")) ? "right, but serial"
                                                           : tool_text_of(answer, "result");
}

const json_t *tool_grade_answer(const tool_grading *g, size_t student, int chosen) {
    return json_array_get(g->answers, student * (size_t)g->count + (size_t)chosen);
}

/* ---- students --------------------------------------------------------------------------------------- */

static void add_text(xl__text *line, const char *text) {
    json_t *const value = tool_json_text(text);
    tool_csv_cell(line, value);
    json_decref(value);
}

tool_exit tool_grade_write_csv(const tool_grading *g, const char *path) {
    if (!path) return TOOL_OK;
    xl__text text = {0};
    add_text(&text, "student");
    for (int e = 0; e < g->count; e++) {
        xl__text_format(&text, ",");
        add_text(&text, tool_grade_exercise(g, e));
    }
    xl__text_format(&text, ",right,hints,shown\r\n");
    for (size_t s = 0; s < g->class.count; s++) {
        long long right = 0, hints = 0, shown = 0;
        tool_csv_cell(&text, json_object_get(tool_grade_answer(g, s, 0), "student"));
        for (int e = 0; e < g->count; e++) {
            const json_t *const answer = tool_grade_answer(g, s, e);
            xl__text_format(&text, ",");
            add_text(&text, tool_grade_word(answer));
            right += tool_answer_is(answer, "right");
            hints += json_integer_value(json_object_get(answer, "hints"));
            shown += json_is_true(json_object_get(answer, "solution_shown"));
        }
        xl__text_format(&text, ",%lld,%lld,%lld\r\n", right, hints, shown);
    }
    const tool_exit status = tool_answers_write_text(path, tool_need(text.data), text.size);
    xl__text_free(&text);
    return status;
}

/* ---- exercises -------------------------------------------------------------------------------------- */

static const char *mistake_of(const json_t *answer) {
    const char *const mistake = tool_text_of(answer, "mistake");
    return *mistake ? mistake : tool_text_of(answer, "why");
}

static void count_mistakes(const tool_grading *g, tool_missed *m) {
    for (size_t s = 0; s < g->class.count; s++) {
        const json_t *const answer = tool_grade_answer(g, s, m->chosen);
        if (!tool_answer_is(answer, "wrong")) continue;
        int same = 0;
        for (size_t k = 0; k < g->class.count; k++) {
            const json_t *const other = tool_grade_answer(g, k, m->chosen);
            same += tool_answer_is(other, "wrong") && strcmp(mistake_of(answer), mistake_of(other)) == 0;
        }
        if (same <= m->mistakes) continue;
        m->mistakes = same;
        m->mistake = mistake_of(answer);
    }
}

static int by_missed(const void *left, const void *right) {
    const tool_missed *const a = left, *const b = right;
    const int missed = (b->wrong + b->open) - (a->wrong + a->open);
    return b->wrong != a->wrong ? b->wrong - a->wrong : missed ? missed : a->chosen - b->chosen;
}

int tool_grade_missed(const tool_grading *g, tool_missed *out) {
    int count = 0;
    for (int e = 0; e < g->count; e++) {
        tool_missed m = {.chosen = e};
        for (size_t s = 0; s < g->class.count; s++) {
            const json_t *const answer = tool_grade_answer(g, s, e);
            m.right += tool_answer_is(answer, "right");
            m.wrong += tool_answer_is(answer, "wrong");
            m.not_run += tool_answer_is(answer, "not run");
            m.open += tool_answer_is(answer, "untouched") || tool_answer_is(answer, "not begun");
        }
        count_mistakes(g, &m);
        const bool begun = (size_t)m.open < g->class.count;
        if (begun && (m.wrong > 0 || m.open > 0)) out[count++] = m;
    }
    qsort(out, (size_t)count, sizeof *out, by_missed);
    return count;
}
