/* `crosslane promises`: its questions, its rows and its screen. */
#include "promises/promise.h"
#include "support/one_command.h"
#include "support/suite.h"

/* ---- judging ------------------------------------------------------------------------------------------- */

GROUP("judging");

TEST(only_a_mutant_that_breaks_proves_anything) {
    ck_assert_int_eq(tool_promise_judge(&(tool_promise){.tries = 9, .mutant_tries = 9, .mutant_broken = 1}),
                     TOOL_PROMISE_HOLDS);
    ck_assert_int_eq(tool_promise_judge(&(tool_promise){.tries = 9, .mutant_tries = 9}),
                     TOOL_PROMISE_UNPROVEN);
    ck_assert_int_eq(tool_promise_judge(&(tool_promise){.mutant_tries = 9, .mutant_broken = 9}),
                     TOOL_PROMISE_UNPROVEN);
    ck_assert_int_eq(tool_promise_judge(&(tool_promise){.tries = 9, .broken = 1}), TOOL_PROMISE_BROKEN);
    ck_assert_int_eq(tool_promise_judge(&(tool_promise){.outcome = TOOL_PROMISE_IMPOSSIBLE}),
                     TOOL_PROMISE_IMPOSSIBLE);
}

TEST(every_question_has_a_line_and_is_measured) {
    int lines = 0, covered = 0, line = -1;
    while (tool_promise_lines[lines]) lines++;
    ck_assert_int_le(lines, 14); /* with the device's and the last line 16 */
    for (const tool_question *q = tool_questions; q->name; q++) {
        ck_assert_ptr_eq(tool_find_question(q->name), q);
        ck_assert_int_ge(q->line, line); /* neighbours */
        line = q->line;
        ck_assert_int_lt(line, lines);
        if (q->count > 0) ck_assert_int_eq(covered, 0);
        covered += q->count - 1;
        ck_assert_int_ge(covered, 0);
    }
    ck_assert_int_eq(line, lines - 1);
    ck_assert_ptr_null(tool_find_question("nothing"));
}

/* ---- the command --------------------------------------------------------------------------------------- */

GROUP("command");
AROUND(enter, leave);

static size_t lines_in(const char *text) {
    size_t lines = 0;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

TEST(each_question_gets_a_row) {
    crosslane(0, "promises --device 0 --seconds 0 --quiet --json %s", scratch_path("p.json"));
    ck_assert_uint_le(lines_in(c.out), 18); /* 16, titles, the file */
    out_has("A work-group may wait for another one", "Work-items are lanes");
    size_t size = 0;
    char *const text = scratch_read("p.json", &size);
    for (const tool_question *q = tool_questions; q->name; q++) {
        char name[96];
        snprintf(name, sizeof name, "\"%s\"", q->name);
        ck_assert_msg(strstr(text, name) != NULL, "no row for %s", q->name);
    }
    free(text);
    crosslane(0, "show %s", scratch_path("p.json"));
    out_has("A work-group may wait for another one");
    crosslane(0, "report --check %s", scratch_path("p.json"));
}

TEST(details_show_the_mutants) {
    crosslane(0, "promises --device 0 --seconds 0 --quiet --details");
    out_has("work_group_waits_for_later", "mutant", "store_buffering_atomic");
}

TEST(names_are_refused) {
    crosslane(2, "promises lerp");
    err_has("promises takes no names");
    crosslane(2, "promises --seconds -1");
    err_has("--seconds");
}
