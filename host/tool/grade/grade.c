/* grade.c - reads a class. */
#include "grade/grade.h"
#include "base/os.h"
#include "grade/alike.h"
#include "learn/answers.h"
#include "learn/learned.h"
#include "learn/os_jail.h"
#include "program/source.h"
#include "records/record.h"
#include "text/complain.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tool_grade_exercise(const tool_grading *g, int chosen) {
    return g->names[g->at[chosen]];
}

/* NULL, and judges the answer, if the file is unreadable. */
static char *read_kernel(json_t *answer, const tool_student *s, const tool_handed *h) {
    char path[TOOL_PATH], *text = NULL;
    xl_error error = {0};
    if (!h->file) {
        tool_answer_judge(answer, h->why ? "not run" : "not begun", h->why);
        return NULL;
    }
    json_object_set_new(answer, "file", tool_json_text(h->file));
    if (snprintf(path, sizeof path, "%s/%s", s->folder, h->file) >= TOOL_PATH || tool_jail_is_link(path) ||
        !xl__os_is_file(path)) {
        tool_answer_judge(answer, "not run", "it is a link or no regular file, so it was not read");
        return NULL;
    }
    if (xl__read_source(path, TOOL_LARGEST_KERNEL, &text, &error) != XL_SUCCESS)
        tool_answer_judge(answer, "not run", error.text);
    return text;
}

/* Judges what needs no run. *words: of a begun kernel; owned. */
static void look_at(const tool_grading *g, json_t *answer, const tool_student *s, int chosen, char **words) {
    const char *const exercise = tool_grade_exercise(g, chosen);
    char *const text = read_kernel(answer, s, &s->handed[g->at[chosen]]);
    const bool untouched = text && tool_exercise_is_start(g->options->exercises, exercise, text);
    if (untouched) tool_answer_judge(answer, "untouched", NULL);
    *words = text && !untouched ? tool_alike_text(text) : NULL;
    free(text);
}

static void read_progress(const tool_learned *learned, const char *exercise, json_t *answer) {
    json_object_set_new(answer, "hints", json_integer(tool_learned_hints(learned, exercise)));
    json_object_set_new(answer, "solution_shown", json_boolean(tool_learned_is_shown(learned, exercise)));
}

static void read_student(tool_grading *g, const tool_student *s, char **words) {
    char shown[TOOL_PATH];
    tool_learned learned = {.json = NULL};
    xl_error ignored;
    tool_text_name(s->name, shown, sizeof shown);
    const bool told = s->alone && tool_learned_open(&learned, s->folder, &ignored) == XL_SUCCESS;
    for (int i = 0; i < g->count; i++) {
        json_t *const answer = tool_answer_make(shown, tool_grade_exercise(g, i), "open");
        static const char *const fields[] = {"file",    "solution_shown",   "serial",
                                             "same_as", "same_as_solution", "own_words"};
        for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
            json_object_set_new(answer, fields[f], json_null());
        if (told) read_progress(&learned, tool_grade_exercise(g, i), answer);
        look_at(g, answer, s, i, &words[i]);
        json_array_append_new(g->answers, answer);
    }
    tool_learned_close(&learned);
}

static char *words_of(const tool_grading *g, int chosen, const char *file) {
    char *text = NULL;
    xl_error ignored;
    if (tool_exercise_file(g->options->exercises, tool_grade_exercise(g, chosen), file, &text, &ignored) !=
        XL_SUCCESS)
        return tool_need(xl__copy_text(""));
    char *const words = tool_alike_text(text);
    free(text);
    return words;
}

/* `words`: by student and chosen exercise. */
static void mark_alike(const tool_grading *g, char **words) {
    const size_t count = g->class.count;
    json_t **const answers = tool_need(calloc(count + 1, sizeof(json_t *)));
    char **const texts = tool_need(calloc(count + 1, sizeof(char *)));
    for (int i = 0; i < g->count; i++) {
        for (size_t s = 0; s < count; s++) {
            answers[s] = json_array_get(g->answers, s * (size_t)g->count + (size_t)i);
            texts[s] = words[s * (size_t)g->count + (size_t)i];
        }
        char *const start = words_of(g, i, "start.cl"), *const solution = words_of(g, i, "solution.cl");
        tool_alike_mark(answers, texts, count, start, solution);
        free(start);
        free(solution);
    }
    free(answers);
    free(texts);
}

tool_exit tool_grade_read(tool_grading *g) {
    char reason[128];
    g->answers = tool_need(json_array());
    const int failed = tool_class_read(g->folder, g->names, g->name_count, &g->class);
    if (failed) {
        tool_complain("%s: %s", g->folder, xl__os_reason(failed, reason, sizeof reason));
        return TOOL_USAGE;
    }
    if (g->class.count == 0) {
        tool_complain("%s: it has no folder of a student; each student needs a folder with kernels, as "
                      "'crosslane learn' writes them",
                      g->folder);
        return TOOL_USAGE;
    }
    const size_t all = g->class.count * (size_t)g->count;
    char **const words = tool_need(calloc(all + 1, sizeof *words));
    for (size_t s = 0; s < g->class.count; s++)
        read_student(g, &g->class.student[s], words + s * (size_t)g->count);
    mark_alike(g, words);
    for (size_t i = 0; i < all; i++) free(words[i]);
    free(words);
    return TOOL_OK;
}

void tool_grading_close(tool_grading *g) {
    tool_class_free(&g->class);
    json_decref(g->answers);
    g->answers = NULL;
}
