/* cmd_learn.c - `crosslane learn`: exercises shown, checked, watched. */
#include "text/os_memory.h"
#include "base/os.h"
#include "text/display.h"
#include "learn/exercise.h"
#include "learn/learn.h"
#include "learn/learned.h"
#include "system/os_start.h"
#include "system/os_terminal.h"
#include "text/suggest.h"
#include "cmd_learn.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_KERNEL = 1 << 20, WATCH_NANOSECONDS = 200000000 };

/* What the words of one call come to. */
typedef struct lesson {
    const tool_options *options;
    tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count;
    tool_learned learned;
} lesson;

static tool_exit refuse(const xl_error *error) {
    tool_complain("%s", error->text);
    return TOOL_USAGE;
}

static tool_exit fail_output(const xl_error *error) {
    tool_complain("%s", error->text);
    return TOOL_OUTPUT;
}

/* ---- names ---------------------------------------------------------------------------------------- */

/* The first that is not done; -1: all are. */
static int next_of(const lesson *l) {
    for (int i = 0; i < l->count; i++)
        if (!tool_learned_is_done(&l->learned, l->names[i])) return i;
    return -1;
}

/* "01-lane" by its name, its number or what follows the number. */
static bool fits(const char *name, const char *word) {
    const char *const dash = strchr(name, '-');
    char *end = NULL;
    const long number = strtol(word, &end, 10);
    if (strcmp(name, word) == 0 || (dash && strcmp(dash + 1, word) == 0)) return true;
    return isdigit((unsigned char)*word) && *end == '\0' && isdigit((unsigned char)*name) &&
           strtol(name, NULL, 10) == number;
}

/* The exercise of a word; NULL or "next": the next one. Complains and sets *at to -1 where there is none. */
static tool_exit find(const lesson *l, const char *word, int *at) {
    *at = -1;
    if (!word || strcmp(word, "next") == 0) {
        *at = next_of(l);
        if (*at >= 0) return TOOL_OK;
        tool_complain("learn: all exercises are done; name one to look at it again");
        return TOOL_USAGE;
    }
    for (int i = 0; i < l->count && *at < 0; i++)
        if (fits(l->names[i], word)) *at = i;
    if (*at >= 0) return TOOL_OK;
    const char *known[2 * TOOL_MOST_EXERCISES + 6] = {"next", "check", "hint", "watch", "solution", "test"};
    size_t count = 6;
    for (int i = 0; i < l->count; i++) {
        const char *const dash = strchr(l->names[i], '-');
        known[count++] = l->names[i];
        if (dash) known[count++] = dash + 1;
    }
    const char *const near = tool_suggest(word, known, count);
    if (near)
        tool_complain("learn: no exercise '%s'; did you mean '%s'?", word, near);
    else
        tool_complain("learn: no exercise '%s'; 'crosslane learn' lists them", word);
    return TOOL_USAGE;
}

/* ---- list, text, hint, solution ------------------------------------------------------------------- */

static tool_exit list(const lesson *l) {
    const int next = next_of(l);
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
            status = refuse(&error);
        const char *const cells[] = {l->names[i], is_done ? "done" : i == next ? "next" : "", title};
        done += is_done;
        tool_table_add(table, cells, is_done ? TOOL_GOOD : TOOL_PLAIN);
    }
    if (status == TOOL_OK) {
        tool_table_print(table, stdout, tool_terminal_width(stdout), tool_wants_colour(stdout));
        printf("%d of %d done; %s\n", done, l->count,
               next >= 0 ? "'crosslane learn next' shows the next one" : "that was all of them");
    }
    tool_table_free(table);
    return status;
}

/* Writes the kernel with the hole unless there is one already: a person's work is never replaced. */
static tool_exit put_start(const lesson *l, const char *name, char path[TOOL_PATH]) {
    char *text = NULL, reason[128];
    xl_error error = {0};
    tool_learn_file(l->options, name, path);
    if (xl__os_exists(path)) return TOOL_OK;
    if (tool_exercise_file(l->options->exercises, name, "start.cl", &text, &error) != XL_SUCCESS)
        return refuse(&error);
    int failed = xl__os_make_folders(l->options->kernel_dir);
    if (!failed) failed = xl__os_write_file(path, text, strlen(text));
    free(text);
    if (!failed) return TOOL_OK;
    tool_complain("%s: %s", path, xl__os_reason(failed, reason, sizeof reason));
    return TOOL_OUTPUT;
}

static tool_exit start(const lesson *l, int at) {
    char *text = NULL, path[TOOL_PATH], shown[TOOL_PATH];
    xl_error error = {0};
    const char *const name = l->names[at];
    if (tool_exercise_file(l->options->exercises, name, "text.md", &text, &error) != XL_SUCCESS)
        return refuse(&error);
    const tool_exit status = put_start(l, name, path);
    if (status == TOOL_OK)
        printf("%s\nYour kernel: %s\nThen: crosslane learn check, or hint, or watch (checks each time you "
               "save)\n",
               text, tool_text_clean(path, shown, sizeof shown));
    free(text);
    return status;
}

/* Paragraph number `at` of a text, from 0: where it begins, and its length; NULL: there is none. */
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

static tool_exit hint(lesson *l, int at) {
    char *text = NULL;
    xl_error error = {0};
    size_t length = 0;
    const char *const name = l->names[at];
    if (tool_exercise_file(l->options->exercises, name, "hints.md", &text, &error) != XL_SUCCESS)
        return refuse(&error);
    const int shown = tool_learned_hints(&l->learned, name);
    const char *const next = paragraph(text, shown, &length);
    tool_exit status = TOOL_OK;
    if (next) {
        printf("%s, hint %d: %.*s\n", name, shown + 1, (int)length - (next[length - 1] == '\n'), next);
        if (!paragraph(text, shown + 1, &length))
            printf("That was the last one; 'crosslane learn solution %s --show' shows a solution.\n", name);
        if (tool_learned_set_hints(&l->learned, name, shown + 1, &error) != XL_SUCCESS)
            status = fail_output(&error);
    } else {
        printf("%s has no more hints; these were:\n%s", name, text);
    }
    free(text);
    return status;
}

static tool_exit solution(const lesson *l, int at) {
    char *text = NULL;
    xl_error error = {0};
    const char *const name = l->names[at];
    if (!l->options->show && !tool_learned_is_done(&l->learned, name)) {
        tool_complain("learn: %s is not done; --show shows its solution all the same", name);
        return TOOL_USAGE;
    }
    if (tool_exercise_file(l->options->exercises, name, "solution.cl", &text, &error) != XL_SUCCESS)
        return refuse(&error);
    fputs(text, stdout);
    free(text);
    return TOOL_OK;
}

/* ---- check and test ------------------------------------------------------------------------------- */

/* What the rows of a run come to. A kernel that is wrong, does not compile, crashes or does not end is the
   person's, not the driver's: the campaign's own count of failures is set aside for it. */
typedef struct answers {
    int right, wrong, not_run;
    tool_exit before; /* of the campaign, before the row */
    bool testing;
    char file[TOOL_PATH]; /* of the answer that was given last */
    xl__text held;        /* what is said of it, until the worker has ended: it may die of the kernel */
    bool is_right;        /* that one */
} answers;

static void on_begin(tool_campaign *c, int device) {
    answers *const all = c->user;
    (void)device;
    all->before = c->status;
}

static bool is(const json_t *record, const char *status) {
    return strcmp(json_string_value(json_object_get(record, "status")), status) == 0;
}

static void count(answers *all, bool right, bool run) {
    all->right += run && right;
    all->wrong += run && !right;
    all->not_run += !run;
}

/* A known mistake has to be wrong, and its answer has to name it. A solution has to be right, and nothing in
   its text may look like a mistake. */
static void on_tested(answers *all, FILE *out, const json_t *record, const char *answer) {
    char file[TOOL_PATH], says[300];
    const bool mistake = json_is_string(json_object_get(record, "says"));
    cli_text(record, "file", file, sizeof file);
    cli_text(record, "says", says, sizeof says);
    const bool suspected = json_array_size(json_object_get(record, "hints")) > 0;
    const bool right = mistake ? !is(record, "ok") && strstr(answer, says) : is(record, "ok") && !suspected;
    const bool run = !is(record, "unsupported");
    count(all, right, run);
    if (run && right)
        fprintf(out, "%s: %s\n", file, mistake ? "told" : "right");
    else if (run && mistake)
        fprintf(out, "%s: NOT TOLD; the answer lacks '%s':\n%s", file, says, answer);
    else
        fputs(answer, out);
}

static void on_record(tool_campaign *c, int device, const json_t *record) {
    answers *const all = c->user;
    xl__text answer = {0};
    (void)device;
    c->status = all->before;
    cli_learn_answer(record, c->options->timeout, &answer);
    if (all->testing) {
        on_tested(all, tool_screen(c), record, answer.data ? answer.data : "");
        xl__text_free(&answer);
        return;
    }
    all->held = answer;
    all->is_right = is(record, "ok");
    cli_text(record, "file", all->file, sizeof all->file);
    count(all, all->is_right, !is(record, "unsupported"));
}

/* The kernel has damaged memory that somebody missed later. */
static bool on_died(tool_campaign *c, const char *reason) {
    answers *const all = c->user;
    if (all->testing || all->right + all->wrong == 0) return false;
    if (all->is_right) {
        xl__text_free(&all->held);
        all->held = (xl__text){0};
        all->right--;
        all->wrong++;
    }
    cli_learn_death(all->file, all->is_right, reason, &all->held);
    all->is_right = false;
    return true;
}

/* Runs "learn VERB NAME..." in workers. */
static tool_exit run(const lesson *l, const char *verb, tool_exercise_name *names, int count_of,
                     answers *all) {
    tool_job *const job = tool_job_new(l->options);
    tool_words *const words = &job->options.names;
    words->count = 0;
    words->word[words->count++] = verb;
    for (int i = 0; i < count_of; i++) words->word[words->count++] = names[i];
    tool_campaign *const c = tool_need(calloc(1, sizeof *c));
    tool_exit status = tool_campaign_open(c, job);
    if (status == TOOL_OK) {
        status = tool_campaign_select(c);
        const tool_listener listener = {.device_begins = on_begin, .record = on_record, .died = on_died};
        if (status == TOOL_OK)
            tool_campaign_run(c, &listener, all, true);
        else
            c->status = status;
        if (all->held.data) fputs(all->held.data, tool_screen(c));
        xl__text_free(&all->held);
        status = tool_campaign_close(c, false);
    }
    free(c);
    if (all->wrong > 0) status = tool_exit_worst(status, TOOL_WRONG);
    if (status == TOOL_OK && all->right == 0) status = TOOL_NO_DEVICE;
    return status;
}

/* Before any device is asked. */
static tool_exit check_file(const lesson *l, const char *name) {
    char path[TOOL_PATH];
    tool_exercise *exercise = NULL;
    xl_error error = {0};
    const int status = tool_exercise_open(l->options->exercises, name, &exercise, &error);
    tool_exercise_free(exercise);
    if (status != XL_SUCCESS) return refuse(&error);
    tool_learn_file(l->options, name, path);
    if (xl__os_is_file(path)) return TOOL_OK;
    tool_complain("%s: there is no such file; 'crosslane learn %s' writes it", path, name);
    return TOOL_USAGE;
}

static tool_exit check(lesson *l, int at) {
    answers all = {.testing = false};
    xl_error error = {0};
    const char *const name = l->names[at];
    tool_exit status = check_file(l, name);
    if (status == TOOL_OK) status = run(l, "check", &l->names[at], 1, &all);
    if (status != TOOL_OK || all.right == 0) {
        if (all.wrong > 0) printf("'crosslane learn hint %s' gives a hint\n", name);
        return status;
    }
    if (tool_learned_set_done(&l->learned, name, &error) != XL_SUCCESS) return fail_output(&error);
    const int next = next_of(l);
    if (next >= 0)
        printf("next: %s ('crosslane learn next')\n", l->names[next]);
    else if (l->count == 1)
        printf("the one exercise is done\n");
    else
        printf("all %d exercises are done\n", l->count);
    return TOOL_OK;
}

static tool_exit test(const lesson *l) {
    answers all = {.testing = true};
    static tool_exercise_name names[TOOL_MOST_EXERCISES];
    int count_of = 0;
    for (int w = 1; w < l->options->names.count; w++) {
        int at;
        const tool_exit found = find(l, l->options->names.word[w], &at);
        if (found != TOOL_OK) return found;
        memcpy(names[count_of++], l->names[at], sizeof names[0]);
    }
    if (count_of == 0) {
        count_of = l->count;
        memcpy(names, l->names, sizeof names);
    }
    for (int i = 0; i < count_of; i++) {
        tool_exercise *exercise = NULL;
        xl_error error = {0};
        const int status = tool_exercise_open(l->options->exercises, names[i], &exercise, &error);
        tool_exercise_free(exercise);
        if (status != XL_SUCCESS) return refuse(&error);
    }
    const tool_exit status = run(l, "test", names, count_of, &all);
    printf("%d well, %d not, %d not run\n", all.right, all.wrong, all.not_run);
    return status;
}

/* ---- watch ---------------------------------------------------------------------------------------- */

/* Whether the file's text is another one than *before, which it then becomes. While an editor replaces the
   file there may be none. */
static bool has_changed(const char *path, char **before) {
    char *text = NULL;
    size_t size = 0;
    if (xl__os_read_file(path, LARGEST_KERNEL, &text, &size) != 0) return false;
    const bool changed = !*before || strcmp(*before, text) != 0;
    if (changed) {
        free(*before);
        *before = text;
    } else {
        free(text);
    }
    return changed;
}

/* Checks whenever the file is saved, until it is right. */
static tool_exit watch_one(lesson *l, int at) {
    char path[TOOL_PATH], shown[TOOL_PATH], *seen = NULL;
    tool_exit status = check_file(l, l->names[at]);
    tool_text_clean(tool_learn_file(l->options, l->names[at], path), shown, sizeof shown);
    bool right = false;
    while (status == TOOL_OK && !right && !tool_interrupted()) {
        if (has_changed(path, &seen)) {
            status = check(l, at);
            right = status == TOOL_OK;
            if (status == TOOL_WRONG) status = TOOL_OK;
            if (!right && status == TOOL_OK) printf("watching %s (Ctrl-C ends it)\n", shown);
            if (tool_flush(stdout) != TOOL_OK) status = TOOL_OUTPUT;
        } else {
            xl__os_sleep(WATCH_NANOSECONDS);
        }
    }
    free(seen);
    return tool_interrupted() ? TOOL_INTERRUPTED : status;
}

/* One that is named until it is right; else one after the other. */
static tool_exit watch(lesson *l, const char *word) {
    tool_interrupt_catch();
    tool_exit status = TOOL_OK;
    do {
        int at;
        status = find(l, word, &at);
        if (status == TOOL_OK && !word) status = start(l, at);
        if (status == TOOL_OK) status = watch_one(l, at);
    } while (status == TOOL_OK && !word && next_of(l) >= 0);
    return status;
}

/* ---- words ---------------------------------------------------------------------------------------- */

static tool_exit obey(lesson *l) {
    const tool_words *const words = &l->options->names;
    const char *const verb = words->count > 0 ? words->word[0] : NULL, *const name = words->count > 1
                                                                                         ? words->word[1]
                                                                                         : NULL;
    int at;
    if (!verb) return list(l);
    if (strcmp(verb, "test") == 0) return test(l);
    if (words->count > 2) {
        tool_complain("learn: '%s' is one word too many; one exercise at a time", words->word[2]);
        return TOOL_USAGE;
    }
    if (strcmp(verb, "watch") == 0) return watch(l, name);
    const char *const known[] = {"check", "hint", "solution"};
    int which = 0;
    while (which < 3 && strcmp(verb, known[which]) != 0) which++;
    if (which == 3 && name) {
        tool_complain("learn: '%s' is no word for an exercise; there are check, hint, watch, solution, test",
                      verb);
        return TOOL_USAGE;
    }
    const tool_exit found = find(l, which == 3 ? verb : name, &at);
    if (found != TOOL_OK) return found;
    return which == 0 ? check(l, at) : which == 1 ? hint(l, at) : which == 2 ? solution(l, at) : start(l, at);
}

tool_exit cli_learn(const tool_options *o) {
    lesson *const l = tool_need(calloc(1, sizeof *l));
    xl_error error = {0};
    *l = (lesson){.options = o};
    tool_exit status = TOOL_OK;
    if (tool_exercise_list(o->exercises, l->names, &l->count, &error) != XL_SUCCESS ||
        tool_learned_open(&l->learned, o->kernel_dir, &error) != XL_SUCCESS)
        status = refuse(&error);
    if (status == TOOL_OK) status = obey(l);
    tool_learned_close(&l->learned);
    free(l);
    return tool_exit_worst(status, tool_flush(stdout));
}
