/* cmd_learn.c - `crosslane learn`: list, text, hint, solution, reset, watch. */
#include "base/os.h"
#include "learning/cmd_learn.h"
#include "learn/learn.h"
#include "options/outputs.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH_NANOSECONDS = 200000000 };

static tool_exit fail_output(const xl_error *error) {
    tool_complain("%s", error->text);
    return TOOL_OUTPUT;
}

static tool_exit list(const cli_lesson *l) {
    const int next = cli_lesson_next(l);
    const tool_column columns[] = {{"exercise", TOOL_LEFT, 0}, {"", TOOL_LEFT, 0}, {"about", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, 3);
    tool_exit status = TOOL_OK;
    int done = 0;
    for (int i = 0; i < l->count && status == TOOL_OK; i++) {
        char title[256];
        xl_error error = {0};
        const bool is_done = tool_learned_is_done(&l->learned, l->names[i]);
        if (tool_exercise_title(l->options->exercises, l->names[i], title, sizeof title, &error) !=
            XL_SUCCESS)
            status = cli_lesson_refuse(&error);
        const char *const cells[] = {l->names[i], is_done ? "done" : i == next ? "next" : "", title};
        done += is_done;
        tool_table_add(table, cells, is_done ? TOOL_GOOD : TOOL_PLAIN);
    }
    if (status == TOOL_OK) {
        tool_table_print(table, stdout, tool_terminal_width(stdout), tool_wants_colour(stdout));
        tool_print(stdout, "%d of %d done; %s\n", done, l->count,
                   next >= 0 ? "'crosslane learn next' shows the next exercise" : "no exercise is left");
    }
    tool_table_free(table);
    return status;
}

/* Never replaces a student's work. */
static tool_exit put_start(const cli_lesson *l, const char *name, char path[TOOL_PATH]) {
    char *text = NULL, reason[128];
    xl_error error = {0};
    tool_learn_file(l->options, name, path);
    if (xl__os_exists(path)) return TOOL_OK;
    if (tool_exercise_file(l->options->exercises, name, "start.cl", &text, &error) != XL_SUCCESS)
        return cli_lesson_refuse(&error);
    int failed = xl__os_make_folders(l->options->kernel_dir);
    if (!failed) failed = xl__os_write_file(path, text, strlen(text));
    free(text);
    if (!failed) return TOOL_OK;
    tool_complain("%s: %s", path, xl__os_reason(failed, reason, sizeof reason));
    return TOOL_OUTPUT;
}

static tool_exit start(const cli_lesson *l, int at) {
    char *text = NULL, path[TOOL_PATH], shown[TOOL_PATH];
    xl_error error = {0};
    const char *const name = l->names[at];
    if (tool_exercise_file(l->options->exercises, name, "text.md", &text, &error) != XL_SUCCESS)
        return cli_lesson_refuse(&error);
    const tool_exit status = put_start(l, name, path);
    if (status == TOOL_OK)
        tool_print(
            stdout,
            "%s\nYour kernel: %s\nThen: crosslane learn check, or hint, or watch (checks each time you "
            "save)\n",
            text, tool_text_clean(path, shown, sizeof shown));
    free(text);
    return status;
}

/* Paragraph number `at`, from 0, and its length; NULL: none. */
static const char *paragraph(const char *text, int at, size_t *length) {
    for (;; at--) {
        text += strspn(text, "\n");
        if (!*text) return NULL;
        const char *const end = strstr(text, "\n\n");
        *length = end ? (size_t)(end - text) : strlen(text);
        if (at == 0) return text;
        text += *length;
    }
}

static tool_exit hint(cli_lesson *l, int at) {
    char *text = NULL;
    xl_error error = {0};
    size_t length = 0;
    const char *const name = l->names[at];
    if (tool_exercise_file(l->options->exercises, name, "hints.md", &text, &error) != XL_SUCCESS)
        return cli_lesson_refuse(&error);
    const int shown = tool_learned_hints(&l->learned, name);
    const char *const next = paragraph(text, shown, &length);
    tool_exit status = TOOL_OK;
    if (next) {
        tool_print(stdout, "%s, hint %d: %.*s\n", name, shown + 1, (int)length - (next[length - 1] == '\n'),
                   next);
        if (!paragraph(text, shown + 1, &length))
            tool_print(stdout,
                       "That was the last hint; 'crosslane learn solution %s --show' shows a solution.\n",
                       name);
        if (tool_learned_set_hints(&l->learned, name, shown + 1, &error) != XL_SUCCESS)
            status = fail_output(&error);
    } else {
        tool_print(stdout, "%s has no more hints. All hints:\n%s", name, text);
    }
    free(text);
    return status;
}

static tool_exit solution(cli_lesson *l, int at) {
    char *text = NULL;
    xl_error error = {0};
    const char *const name = l->names[at];
    if (!l->options->show && !tool_learned_is_done(&l->learned, name)) {
        tool_complain("learn: %s is not done; --show shows its solution before that", name);
        return TOOL_USAGE;
    }
    if (tool_exercise_file(l->options->exercises, name, "solution.cl", &text, &error) != XL_SUCCESS)
        return cli_lesson_refuse(&error);
    tool_print(stdout, "%s", text);
    free(text);
    if (tool_learned_is_done(&l->learned, name)) return TOOL_OK;
    return tool_learned_set_shown(&l->learned, name, &error) == XL_SUCCESS ? TOOL_OK : fail_output(&error);
}

static int keep_text(const char *path, const char *text, size_t size, char kept[TOOL_PATH]) {
    for (int i = 1; i < 1000; i++) {
        const int length = i == 1 ? snprintf(kept, TOOL_PATH, "%s.bak", path)
                                  : snprintf(kept, TOOL_PATH, "%s.bak%d", path, i);
        if (length < 0 || length >= TOOL_PATH) return ENAMETOOLONG;
        if (!xl__os_exists(kept)) return xl__os_write_file(kept, text, size);
    }
    return EEXIST;
}

static tool_exit reset_one(cli_lesson *l, const char *name) {
    char *start = NULL, *text = NULL, path[TOOL_PATH], kept[TOOL_PATH] = "", shown[TOOL_PATH], reason[128];
    xl_error error = {0};
    size_t size = 0;
    if (tool_exercise_file(l->options->exercises, name, "start.cl", &start, &error) != XL_SUCCESS)
        return cli_lesson_refuse(&error);
    tool_learn_file(l->options, name, path);
    int failed = 0;
    const char *at = path;
    if (xl__os_exists(path)) {
        failed = xl__os_read_file(path, TOOL_LARGEST_KERNEL, &text, &size);
        const bool same = !failed && strlen(start) == size && memcmp(text, start, size) == 0;
        if (!failed && !same) {
            at = kept;
            failed = keep_text(path, text, size, kept);
        }
    }
    free(text);
    if (!failed) {
        at = path;
        failed = xl__os_make_folders(l->options->kernel_dir);
    }
    if (!failed) failed = xl__os_write_file(path, start, strlen(start));
    free(start);
    if (failed) {
        tool_complain("%s: %s", at, xl__os_reason(failed, reason, sizeof reason));
        return TOOL_OUTPUT;
    }
    if (kept[0])
        tool_print(stdout, "%s is the original again; your version is in %s\n", name,
                   tool_text_clean(kept, shown, sizeof shown));
    else
        tool_print(stdout, "%s is the original again\n", name);
    return tool_learned_set_open(&l->learned, name, &error) == XL_SUCCESS ? TOOL_OK : fail_output(&error);
}

static tool_exit reset(cli_lesson *l) {
    cli_chosen chosen;
    char path[TOOL_PATH];
    int done = 0;
    tool_exit status = cli_lesson_choose(l, 1, &chosen);
    for (int i = 0; i < chosen.count && status == TOOL_OK; i++) {
        const char *const name = l->names[chosen.at[i]];
        if (!chosen.named[i] && !xl__os_exists(tool_learn_file(l->options, name, path))) continue;
        status = reset_one(l, name);
        done++;
    }
    if (status == TOOL_OK && done == 0) tool_print(stdout, "no exercise in this range was begun\n");
    return status;
}

/* Replaces *before. While an editor saves, the file may be missing. */
static bool has_changed(const char *path, char **before) {
    char *text = NULL;
    size_t size = 0;
    if (xl__os_read_file(path, TOOL_LARGEST_KERNEL, &text, &size) != 0) return false;
    const bool changed = !*before || strcmp(*before, text) != 0;
    if (changed) {
        free(*before);
        *before = text;
    } else {
        free(text);
    }
    return changed;
}

static tool_exit watch_one(cli_lesson *l, int at) {
    char path[TOOL_PATH], shown[TOOL_PATH], *seen = NULL;
    const cli_chosen chosen = {.at = {at}, .named = {true}, .count = 1};
    tool_exit status = cli_learn_look(l, l->names[at]);
    tool_text_clean(tool_learn_file(l->options, l->names[at], path), shown, sizeof shown);
    bool right = false;
    while (status == TOOL_OK && !right && !tool_interrupted()) {
        if (has_changed(path, &seen)) {
            status = cli_learn_check(l, &chosen);
            right = status == TOOL_OK;
            if (status == TOOL_WRONG) status = TOOL_OK;
            if (!right && status == TOOL_OK) tool_print(stdout, "watching %s (Ctrl-C ends it)\n", shown);
            if (tool_flush(stdout) != TOOL_OK) status = TOOL_OUTPUT;
        } else {
            xl__os_sleep(WATCH_NANOSECONDS);
        }
    }
    free(seen);
    return tool_interrupted() ? TOOL_INTERRUPTED : status;
}

static tool_exit watch(cli_lesson *l, const char *word) {
    tool_interrupt_catch();
    tool_exit status = TOOL_OK;
    do {
        int at;
        status = cli_lesson_find(l, word, &at);
        if (status == TOOL_OK && !word) status = start(l, at);
        if (status == TOOL_OK) status = watch_one(l, at);
    } while (status == TOOL_OK && !word && cli_lesson_next(l) >= 0);
    return status;
}

static const char *const verbs[] = {"check", "hint", "watch", "solution", "reset", "test", "grade"};
enum { CHECK, HINT, WATCH, SOLUTION, RESET, TEST, GRADE, NO_VERB };

static tool_exit refuse_more(const tool_words *words, int verb) {
    const int most = verb == NO_VERB ? 1 : 2;
    if (words->count <= most) return TOOL_OK;
    if (verb == NO_VERB)
        tool_complain("learn: unknown word '%s'; there are check, hint, watch, solution, "
                      "reset, test, grade",
                      words->word[0]);
    else
        tool_complain("learn: unexpected word '%s': %s takes one exercise", words->word[most], verbs[verb]);
    return TOOL_USAGE;
}

static tool_exit check(cli_lesson *l) {
    cli_chosen chosen;
    const tool_exit status = cli_lesson_choose(l, 1, &chosen);
    return status == TOOL_OK ? cli_learn_check(l, &chosen) : status;
}

static tool_exit obey(cli_lesson *l) {
    const tool_words *const words = &l->options->names;
    const char *const name = words->count > 1 ? words->word[1] : NULL;
    int at, verb = 0;
    if (words->count == 0) return list(l);
    while (verb < NO_VERB && strcmp(words->word[0], verbs[verb]) != 0) verb++;
    if (verb == TEST) return cli_learn_test(l);
    if (verb == CHECK) return check(l);
    if (verb == RESET) return reset(l);
    if (verb == GRADE) return cli_learn_grade(l);
    tool_exit status = refuse_more(words, verb);
    if (status != TOOL_OK) return status;
    if (verb == WATCH) return watch(l, name);
    status = cli_lesson_find(l, verb == NO_VERB ? words->word[0] : name, &at);
    if (status != TOOL_OK) return status;
    return verb == HINT ? hint(l, at) : verb == SOLUTION ? solution(l, at) : start(l, at);
}

static tool_exit check_options(const tool_options *o) {
    const char *const verb = o->names.count > 0 ? o->names.word[0] : "";
    const bool grades = strcmp(verb, "grade") == 0, answers = grades || strcmp(verb, "check") == 0;
    if ((o->json || o->csv) && !answers)
        tool_complain("%s is only for 'learn check' and 'learn grade', which write results",
                      o->json ? "--json" : "--csv");
    else if (o->details && !grades)
        tool_complain("--details is only for 'learn grade'");
    else if (o->trust && !grades)
        tool_complain("--trust is only for 'learn grade', which runs the programs of others");
    else
        return TOOL_OK;
    return TOOL_USAGE;
}

tool_exit cli_learn(const tool_options *o) {
    tool_exit status = check_options(o);
    if (status != TOOL_OK) return status;
    if (o->site) return cli_learn_site(o);
    cli_lesson *const l = tool_need(calloc(1, sizeof *l));
    xl_error error = {0};
    *l = (cli_lesson){.options = o, .screen = tool_outputs_screen(o)};
    if (tool_exercise_list(o->exercises, l->names, &l->count, &error) != XL_SUCCESS ||
        tool_learned_open(&l->learned, o->kernel_dir, &error) != XL_SUCCESS)
        status = cli_lesson_refuse(&error);
    if (status == TOOL_OK) status = obey(l);
    tool_learned_close(&l->learned);
    free(l);
    return tool_exit_worst(status, tool_flush(stdout));
}
