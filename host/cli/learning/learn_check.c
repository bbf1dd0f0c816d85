/* learn_check.c - runs kernels of exercises in workers: the student's, or the exercise's own. */
#include "base/os.h"
#include "learning/cmd_learn.h"
#include "learn/answers.h"
#include "learn/compiled.h"
#include "run/rows.h"
#include "options/outputs.h"
#include "shared/cli_check.h"
#include "system/os_start.h"
#include "text/os_memory.h"
#include "text/print.h"
#include <stdlib.h>
#include <string.h>

/* A failed kernel is not the driver's failure: `before` restores the campaign's count. */
typedef struct answers {
    int right, wrong, untouched, not_run; /* untouched: the original kernel, also counted as wrong */
    tool_exit before;
    bool testing;
    bool looking;         /* on the checking device, before the chosen one */
    bool looked;          /* it was there */
    json_t *settled;      /* names of exercises that it found wrong; owned */
    json_t *collectives;  /* of an answer, by exercise; owned */
    json_t *unjudged;     /* exercise -> why it gave no verdict; owned; NULL: not asked */
    char file[TOOL_PATH]; /* of the last answer */
    xl__text held;        /* until the worker has ended: it may still crash because of the kernel */
    bool is_right;
    json_t *list; /* of answers; owned */
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

/* True if a known mistake shows only in the compiled code, which was not inspected. */
static bool is_unseen(const json_t *record) {
    return is(record, "ok") &&
           strcmp(tool_text_of(record, "compiled"), tool_compiled_name(TOOL_COMPILED_UNSEEN)) == 0;
}

/* A known mistake must fail, with an answer that names it; without results of its own only if the checking
   device is here. A solution must pass, without a hint of a mistake in its text. */
static void on_tested(answers *all, FILE *out, const json_t *record, const char *answer) {
    char file[TOOL_PATH], says[300];
    const bool mistake = json_is_string(json_object_get(record, "says"));
    cli_text(record, "file", file, sizeof file);
    cli_text(record, "says", says, sizeof says);
    const bool suspected = json_array_size(json_object_get(record, "hints")) > 0;
    const bool right = mistake ? !cli_learn_is_right(record) && strstr(answer, says)
                               : cli_learn_is_right(record) && !suspected;
    const bool unseen = is_unseen(record), untold = mistake && !right && !all->looked,
               run = !is(record, "unsupported") && !(mistake && unseen) && !untold;
    const char *const code = json_string_value(json_array_get(json_object_get(record, "compiled_says"), 0));
    count(all, right, run);
    if (mistake && unseen)
        tool_print(out, "%s: not run: %s\n", file, code);
    else if (untold)
        tool_print(out, "%s: not run: the checking device, which is not here, may name it\n", file);
    else if (run && right)
        tool_print(out, "%s: %s\n%s%s%s", file, mistake ? "told" : "right", unseen ? "  " : "",
                   unseen ? code : "", unseen ? "\n" : "");
    else if (run && mistake)
        tool_print(out, "%s: NOT RECOGNISED; the answer lacks '%s':\n%s", file, says, answer);
    else
        tool_print(out, "%s", answer);
}

static json_t *last_of(const answers *all) {
    return json_array_get(all->list, json_array_size(all->list) - 1);
}

static void tell_held(answers *all, FILE *screen) {
    if (all->held.data) tool_print(screen, "%s", all->held.data);
    xl__text_free(&all->held);
    all->held = (xl__text){0};
}

/* Takes `lines`, until the answer is final. */
static void on_checked(answers *all, FILE *out, const json_t *record, xl__text *lines) {
    tell_held(all, out);
    all->held = *lines;
    *lines = (xl__text){0};
    all->is_right = cli_learn_is_right(record);
    cli_text(record, "file", all->file, sizeof all->file);
    count(all, all->is_right, !is(record, "unsupported"));
    all->untouched += json_is_true(json_object_get(record, "untouched"));
    json_array_append_new(all->list, cli_learn_json(record, all->held.data ? all->held.data : ""));
}

static bool is_judged(const json_t *record) {
    return is(record, "ok") || is(record, "mismatch") || is(record, "unsupported");
}

/* A right kernel is not marked right if the checking device failed: a race may not show. */
static void withhold(const answers *all, json_t *record) {
    const char *const why =
        json_string_value(json_object_get(all->unjudged, tool_text_of(record, "exercise")));
    if (!why || !cli_learn_is_right(record)) return;
    json_object_set_new(record, "status", json_string("unsupported"));
    json_object_set_new(record, "unjudged", json_true());
    tool_row_set_reason(record,
                        "its results are right, but the checking device, which finds races, gave no verdict "
                        "(%s); try again, or set CROSSLANE_CHECK=0 to do without it",
                        why);
}

static void note_look(const answers *all, const json_t *record) {
    const char *const exercise = tool_text_of(record, "exercise");
    if (json_is_string(json_object_get(record, "says"))) return; /* an exercise's own mistake */
    if (is_judged(record))
        json_object_del(all->unjudged, exercise);
    else
        json_object_set_new(all->unjudged, exercise, json_string(cli_learn_ending(record)));
}

/* The checking device's answer is final: the kernel is wrong, or a known mistake. */
static bool settles(const answers *all, const json_t *record) {
    return is(record, "mismatch") || (all->testing && json_is_string(json_object_get(record, "says")));
}

static void on_record(tool_campaign *c, int device, const json_t *plain) {
    answers *const all = c->user;
    xl__text answer = {0};
    (void)device;
    c->status = all->before;
    const char *const exercise = tool_text_of(plain, "exercise");
    json_t *const collectives = json_object_get(plain, "collectives");
    if (all->looking && collectives) json_object_set(all->collectives, exercise, collectives);
    if (all->looking) note_look(all, plain);
    if (all->looking && !settles(all, plain)) return;
    if (all->looking && !json_is_string(json_object_get(plain, "says")))
        json_object_set_new(all->settled, exercise, json_true());
    json_t *const record = cli_learn_with_code(c->options, plain, all->testing);
    json_t *const counted = json_object_get(all->collectives, exercise);
    if (counted && !collectives) json_object_set(record, "collectives", counted);
    withhold(all, record);
    cli_learn_answer(record, c->options->timeout, &answer);
    if (all->testing)
        on_tested(all, tool_screen(c), record, answer.data ? answer.data : "");
    else
        on_checked(all, tool_screen(c), record, &answer);
    json_decref(record);
    xl__text_free(&answer);
}

/* The kernel damaged memory. */
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
    json_t *const answer = last_of(all);
    tool_answer_judge(answer, "wrong", "crashed");
    json_object_set_new(answer, "compiled", json_null());
    json_object_set_new(answer, "answer", tool_json_text(all->held.data));
    all->is_right = false;
    return true;
}

/* Always to be closed with close_campaign. */
static tool_campaign *open_campaign(const cli_lesson *l, const tool_options *options, tool_exit *status) {
    tool_job *const job = tool_job_new(options);
    job->options.json = job->options.csv = NULL; /* results of exercises are no rows */
    tool_campaign *const c = tool_need(calloc(1, sizeof *c));
    *status = tool_campaign_open(c, job);
    c->screen = l->screen;
    if (*status != TOOL_OK) return c;
    *status = c->status = tool_campaign_select(c);
    return c;
}

static tool_exit close_campaign(tool_campaign *c, tool_exit opened) {
    const tool_exit status = c->job ? tool_campaign_close(c, false) : opened;
    free(c);
    return status;
}

static void run_open(tool_campaign *c, const cli_lesson *l, const char *verb, const cli_chosen *chosen,
                     answers *all) {
    static const tool_listener listener = {.device_begins = on_begin, .record = on_record, .died = on_died};
    tool_words *const words = &c->job->options.names;
    words->count = 0;
    words->word[words->count++] = verb;
    for (int i = 0; i < chosen->count; i++)
        if (!json_object_get(all->settled, l->names[chosen->at[i]]))
            words->word[words->count++] = l->names[chosen->at[i]];
    if (words->count > 1) tool_campaign_run(c, &listener, all, true);
    tell_held(all, tool_screen(c));
}

/* The checking device neither hangs nor crashes. */
static tool_exit look(const cli_lesson *l, const tool_options *options, const char *verb,
                      const cli_chosen *chosen, answers *all) {
    tool_exit status;
    tool_campaign *const c = open_campaign(l, options, &status);
    all->looking = all->looked = true;
    all->unjudged = tool_need(json_object());
    for (int i = 0; i < chosen->count; i++)
        json_object_set_new(all->unjudged, l->names[chosen->at[i]], json_string("no answer"));
    if (status == TOOL_OK) run_open(c, l, verb, chosen, all);
    all->looking = false;
    return close_campaign(c, status);
}

/* The chosen device runs what is not wrong on the checking device. */
static tool_exit run(const cli_lesson *l, const char *verb, const cli_chosen *chosen, answers *all) {
    tool_options options;
    tool_exit status;
    bool stopped = false;
    all->settled = tool_need(json_object());
    all->collectives = tool_need(json_object());
    all->looked = cli_asks_for_check(l->options);
    tool_campaign *const c = open_campaign(l, l->options, &status);
    if (status == TOOL_OK && cli_check_options(l->options, &options)) {
        stopped = look(l, &options, verb, chosen, all) == TOOL_INTERRUPTED;
        if (all->testing) verb = "solve";
    }
    if (status == TOOL_OK && !stopped) run_open(c, l, verb, chosen, all);
    status = close_campaign(c, status);
    if (stopped) status = TOOL_INTERRUPTED;
    json_decref(all->settled);
    json_decref(all->collectives);
    json_decref(all->unjudged);
    if (all->wrong > 0) status = tool_exit_worst(status, TOOL_WRONG);
    if (status == TOOL_OK && all->right == 0) status = TOOL_NOTHING_DONE;
    return status;
}

static tool_exit look_at_exercise(const cli_lesson *l, const char *name) {
    tool_exercise *exercise = NULL;
    xl_error error = {0};
    const int status = tool_exercise_open(l->options->exercises, name, &exercise, &error);
    tool_exercise_free(exercise);
    return status == XL_SUCCESS ? TOOL_OK : cli_lesson_refuse(&error);
}

tool_exit cli_learn_look(const cli_lesson *l, const char *name) {
    char path[TOOL_PATH];
    const tool_exit status = look_at_exercise(l, name);
    if (status != TOOL_OK) return status;
    if (cli_lesson_has_kernel(l, name, path)) return TOOL_OK;
    tool_complain("%s: no such file yet; 'crosslane learn %s' writes it", path, name);
    return TOOL_USAGE;
}

static tool_exit begun_of(const cli_lesson *l, const cli_chosen *chosen, cli_chosen *begun) {
    char path[TOOL_PATH];
    *begun = (cli_chosen){.count = 0};
    for (int i = 0; i < chosen->count; i++) {
        const char *const name = l->names[chosen->at[i]];
        if (!chosen->named[i] && !cli_lesson_has_kernel(l, name, path)) continue;
        const tool_exit status = cli_learn_look(l, name);
        if (status != TOOL_OK) return status;
        begun->at[begun->count++] = chosen->at[i];
    }
    if (begun->count > 0) return TOOL_OK;
    tool_complain("learn: %s has no kernel for any of these; 'crosslane learn next' begins an exercise",
                  l->options->kernel_dir);
    return TOOL_USAGE;
}

static json_t *answer_of(const json_t *list, const char *exercise) {
    json_t *answer;
    size_t i;
    json_array_foreach(list, i,
                       answer) if (strcmp(tool_text_of(answer, "exercise"), exercise) == 0) return answer;
    return NULL;
}

static tool_exit keep_done(cli_lesson *l, const json_t *list) {
    xl_error error = {0};
    const json_t *answer;
    size_t i;
    json_array_foreach(list, i, answer) {
        if (!tool_answer_is(answer, "right")) continue;
        if (tool_learned_set_done(&l->learned, tool_text_of(answer, "exercise"), &error) == XL_SUCCESS)
            continue;
        tool_complain("%s", error.text);
        return TOOL_OUTPUT;
    }
    return TOOL_OK;
}

static void tell_next(const cli_lesson *l) {
    const int next = cli_lesson_next(l);
    if (next >= 0)
        tool_print(l->screen, "next: %s ('crosslane learn next')\n", l->names[next]);
    else if (l->count == 1)
        tool_print(l->screen, "the one exercise is done\n");
    else
        tool_print(l->screen, "all %d exercises are done\n", l->count);
}

static tool_exit write_answers(const cli_lesson *l, const cli_chosen *chosen, const json_t *list) {
    json_t *const whole = tool_need(json_array());
    for (int i = 0; i < chosen->count; i++) {
        const char *const name = l->names[chosen->at[i]];
        char path[TOOL_PATH];
        json_t *const given = answer_of(list, name);
        json_t *const answer =
            given ? json_incref(given)
                  : tool_answer_make(NULL, name,
                                     cli_lesson_has_kernel(l, name, path) ? "not run" : "not begun");
        json_object_set_new(answer, "hints", json_integer(tool_learned_hints(&l->learned, name)));
        json_array_append_new(whole, answer);
    }
    const tool_exit written = tool_answers_write_json(whole, l->options->json);
    const tool_exit status = tool_exit_worst(written, tool_answers_write_csv(whole, l->options->csv));
    json_decref(whole);
    return status;
}

tool_exit cli_learn_check(cli_lesson *l, const cli_chosen *chosen) {
    answers all = {.testing = false, .list = NULL};
    cli_chosen begun;
    tool_exit status = tool_check_outputs(l->options);
    if (status == TOOL_OK) status = begun_of(l, chosen, &begun);
    if (status != TOOL_OK) return status;
    all.list = tool_need(json_array());
    status = run(l, "check", &begun, &all);
    if (chosen->count > 1)
        tool_print(l->screen, "%d right, %d wrong, %d untouched, %d not begun, %d not run\n", all.right,
                   all.wrong - all.untouched, all.untouched, chosen->count - begun.count, all.not_run);
    if (all.wrong > 0 && chosen->count == 1)
        tool_print(l->screen, "'crosslane learn hint %s' gives a hint\n", l->names[chosen->at[0]]);
    if (all.right > 0) status = tool_exit_worst(status, keep_done(l, all.list));
    if (status == TOOL_OK) tell_next(l);
    if (json_array_size(all.list) > 0) status = tool_exit_worst(status, write_answers(l, chosen, all.list));
    json_decref(all.list);
    return status;
}

tool_exit cli_learn_test(const cli_lesson *l) {
    answers all = {.testing = true};
    cli_chosen chosen = {.count = 0};
    tool_exit status = TOOL_OK;
    if (l->options->names.count > 1)
        status = cli_lesson_choose(l, 1, &chosen);
    else
        for (int i = 0; i < l->count; i++) chosen.at[chosen.count++] = i;
    for (int i = 0; i < chosen.count && status == TOOL_OK; i++)
        status = look_at_exercise(l, l->names[chosen.at[i]]);
    if (status != TOOL_OK) return status;
    status = run(l, "test", &chosen, &all);
    tool_print(l->screen, "%d as expected, %d not, %d not run\n", all.right, all.wrong, all.not_run);
    return status;
}
