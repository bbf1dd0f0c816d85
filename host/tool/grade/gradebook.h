/* gradebook.h - a class's answers as tables. */
#pragma once

#include "grade/grade.h"
#include "system/exit_status.h"

/* "right", "right, but serial", "wrong", "untouched", "not begun" or "not run". */
const char *tool_grade_word(const json_t *answer);

const json_t *tool_grade_answer(const tool_grading *grading, size_t student, int chosen);

/* A row per student: name, a word per exercise, numbers of right ones, hints, and solutions shown. "-":
   standard output; NULL: nowhere. Complains: TOOL_OUTPUT. */
tool_exit tool_grade_write_csv(const tool_grading *grading, const char *path);

typedef struct tool_missed {
    int chosen;                      /* the exercise */
    int right, wrong, not_run, open; /* students; open: untouched or not begun */
    const char *mistake;             /* the most frequent one, or why; NULL: none */
    int mistakes;                    /* students who made it */
} tool_missed;

/* Exercises that a student who began has not right, most missed first; returns how many. `out` has room for
   all. Texts are the answers'. */
int tool_grade_missed(const tool_grading *grading, tool_missed *out);
