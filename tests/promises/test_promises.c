/* `crosslane promises`: its questions, its rows and its screen. */
#include "promises/promise.h"
#include "base/os.h"
#include "base/text.h"
#include "support/scratch.h"
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

TEST(questions_are_chosen_by_name) {
    crosslane(0, "promises full_* work_group_waits_for_started --device 0 --seconds 0 --quiet --details");
    out_has("full_work_groups", "work_group_waits_for_started");
    ck_assert_ptr_null(strstr(c.out, "waits_for_later"));
    ck_assert_ptr_null(strstr(c.out, "together_if"));
}

TEST(unknown_names_are_refused) {
    crosslane(2, "promises lerp");
    err_has("promises has no question 'lerp'");
    crosslane(2, "promises full_work_group");
    err_has("did you mean 'full_work_groups'?");
    crosslane(2, "promises --seconds -1");
    err_has("--seconds");
}

/* ---- several devices -------------------------------------------------------------------------------------
 */

GROUP("devices");
AROUND(enter, leave);

#define RECORDED XL_TEST_SOURCE_DIR "/bench/results/promises/"

/* Replaces `from`, which occurs, once or everywhere. */
static char *replace(char *text, const char *from, const char *to, bool all) {
    xl__text out = {0};
    const char *at = text, *found = strstr(text, from);
    ck_assert_msg(found != NULL, "no %s", from);
    for (; found; found = all ? strstr(at, from) : NULL) {
        xl__text_format(&out, "%.*s%s", (int)(found - at), at, to);
        at = found + strlen(from);
    }
    xl__text_format(&out, "%s", at);
    free(text);
    return out.data;
}

static void write_later_driver(const char *name) {
    size_t size = 0;
    char *text = NULL;
    ck_assert_int_eq(xl__os_read_file(RECORDED "nvidia-h100.json", 1 << 20, &text, &size), 0);
    text = replace(text, "580.159.04", "590.1", true);
    text = replace(text, "\"outcome\":\"broken\",\"tries\":4242,\"broken\":96",
                   "\"outcome\":\"holds\",\"tries\":4242,\"broken\":0", false);
    scratch_write(name, text, strlen(text));
    free(text);
}

TEST(the_page_shows_a_whole_screen) {
    size_t size = 0;
    char *page = NULL;
    crosslane(0, "show " RECORDED "nvidia-h200.json");
    ck_assert_int_eq(xl__os_read_file(XL_TEST_SOURCE_DIR "/docs/promises.md", 1 << 20, &page, &size), 0);
    ck_assert_msg(strstr(page, c.out) != NULL, "docs/promises.md lacks:\n%s", c.out);
    free(page);
}

TEST(devices_are_compared) {
    crosslane(0, "compare " RECORDED "nvidia-h100.json " RECORDED "pocl-3.1.json");
    out_has("A: NVIDIA H100", "broken: 96 of 4,242", "for one that starts later", "broken: 4,095 of 4,095");
    ck_assert_ptr_null(strstr(c.out, "driver 580"));
    crosslane(3, "compare " RECORDED "nvidia-h100.json " RECORDED "nvidia-h100.json lerp");
}

TEST(a_change_between_drivers_is_named) {
    write_later_driver("later.json");
    crosslane(0, "compare " RECORDED "nvidia-h100.json %s", scratch_path("later.json"));
    out_has("driver 580.159.04 -> 590.1: together_short_circuit: broken: 96 of 4,242");
    ck_assert_ptr_null(strstr(c.out, "590.1: together_if"));
    crosslane(0, "report " RECORDED "nvidia-h100.json %s --out %s", scratch_path("later.json"),
              scratch_path("r.html"));
    size_t size = 0;
    char *page = scratch_read("r.html", &size);
    ck_assert_ptr_nonnull(strstr(page, "What the drivers guarantee"));
    ck_assert_ptr_nonnull(strstr(page, "driver 580.159.04 -&gt; 590.1: together_short_circuit"));
    free(page);
    crosslane(0, "report " RECORDED "nvidia-h100.json " RECORDED "pocl-3.1.json --site %s",
              scratch_path("site"));
    page = scratch_read("site/promises.html", &size);
    ck_assert_ptr_nonnull(strstr(page, "broken: 96 of 4,242"));
    free(page);
}
