/* contest.c - finds each device's best row of each problem. */
#include "text/os_memory.h"
#include "verdict/contest.h"
#include "cases/case.h"
#include "recorded/gaps.h"
#include "text/display.h"
#include "verdict/wrong.h"
#include <stdlib.h>
#include <string.h>

/* ---- rows that do not count ------------------------------------------------------------------------- */

static json_t *find_wrong(const tool_recorded *r) {
    json_t *const all = tool_need(json_array());
    for (int s = 0; s < r->count; s++) {
        json_t *const wrong = tool_need(json_object());
        tool_wrong_note(wrong, r->subject[s].beside);
        tool_wrong_note(wrong, r->subject[s].records);
        json_array_append_new(all, wrong);
    }
    return all;
}

static bool is_wrong(const tool_contests *c, int subject, const json_t *record) {
    return tool_was_wrong(json_array_get(c->wrong, (size_t)subject), record);
}

/* Bench rows without a time: subject and problem -> list of records. */
static json_t *find_left_out(const tool_recorded *r, const tool_options *o, const tool_words *names) {
    json_t *const all = tool_need(json_object());
    for (int s = 0; s < r->count; s++) {
        json_t *record;
        size_t i;
        json_array_foreach(r->subject[s].records, i, record) {
            char key[600];
            if (strcmp(tool_text_of(record, "kind"), "bench") != 0 || tool_record_is_timed(record) ||
                !tool_recorded_wants(o, names, record))
                continue;
            const int used = snprintf(key, sizeof key, "%d ", s);
            tool_record_problem(record, "", key + used, sizeof key - (size_t)used);
            if (!json_object_get(all, key)) json_object_set_new(all, key, tool_need(json_array()));
            json_array_append(json_object_get(all, key), record);
        }
    }
    return all;
}

/* ---- bests ------------------------------------------------------------------------------------------- */

tool_best tool_best_of(const tool_contests *c, const tool_match *first, size_t rows, int subject,
                       const char *strategy) {
    tool_best found = {NULL, NULL};
    for (size_t i = 0; i < rows; i++) {
        const tool_match *const m = &first[i];
        const json_t *const record = m->record[subject];
        if (!record || is_wrong(c, subject, record) || (strategy && strcmp(strategy, m->strategy) != 0))
            continue;
        if (!found.match || tool_median_of(record) < tool_median_of(found.record))
            found = (tool_best){m, record};
    }
    return found;
}

static const char *strategy_that_ran(const json_t *record) {
    const char *const chosen = tool_text_of(record, "strategy_chosen");
    return chosen[0] ? chosen : tool_text_of(record, "strategy");
}

static bool same_lanes(const tool_match *a, const tool_match *b) {
    return a->width == b->width && a->emulated == b->emulated;
}

tool_best tool_next_best(const tool_contests *c, const tool_contest *contest, int subject) {
    const tool_best *const best = &contest->best[subject];
    tool_best other = {NULL, NULL}, wide = {NULL, NULL}; /* another strategy; the same at another width */
    for (size_t i = 0; i < contest->rows && best->match; i++) {
        const tool_match *const m = &contest->first[i];
        const json_t *const record = m->record[subject];
        if (!record || is_wrong(c, subject, record)) continue;
        const bool same = strcmp(strategy_that_ran(record), strategy_that_ran(best->record)) == 0;
        tool_best *const found = same ? &wide : &other;
        if (same && same_lanes(m, best->match)) continue;
        if (!found->match || tool_median_of(record) < tool_median_of(found->record))
            *found = (tool_best){m, record};
    }
    return other.match ? other : wide;
}

static bool is_faster(const tool_contest *contest, int subject, int other) {
    return tool_rows_ratio(contest->best[subject].record, contest->best[other].record) > 1.0;
}

/* Leaves out `other`. */
static int find_fastest(const tool_contest *contest, int subjects, int other) {
    int found = -1;
    for (int i = 0; i < subjects; i++)
        if (i != other && contest->best[i].record && (found < 0 || is_faster(contest, i, found))) found = i;
    return found;
}

static int winner_of(const tool_contest *contest, int subjects) {
    int winner = contest->fastest;
    for (int i = 0; i < subjects; i++) {
        if (i == contest->fastest || !contest->best[i].record) continue;
        const tool_rank found =
            tool_rank_rows(contest->best[contest->fastest].record, contest->best[i].record);
        if (found == TOOL_RANK_SAME || found == TOOL_RANK_UNCLEAR) return TOOL_WINS_NONE;
        if (found != TOOL_RANK_SLOWER) winner = TOOL_WINS_UNKNOWN;
    }
    return winner;
}

/* Returns how many subjects have the problem. */
static int judge(tool_contests *c, tool_contest *contest) {
    const int subjects = c->recorded->count;
    int there = 0;
    for (int i = 0; i < subjects; i++) {
        contest->best[i] = tool_best_of(c, contest->first, contest->rows, i, NULL);
        there += contest->best[i].record != NULL;
    }
    contest->fastest = find_fastest(contest, subjects, -1);
    contest->next = find_fastest(contest, subjects, contest->fastest);
    if (there < 2) return there;
    contest->lead =
        tool_ratio_of(contest->best[contest->fastest].record, contest->best[contest->next].record);
    contest->winner = winner_of(contest, subjects);
    return there;
}

bool tool_is_contest(const tool_match *first, size_t rows) {
    char algorithm[64];
    snprintf(algorithm, sizeof algorithm, "%.*s", (int)strcspn(first->problem, " ,:"), first->problem);
    if (!tool_is_apart(algorithm)) return true;
    for (size_t i = 1; i < rows; i++)
        if (strcmp(tool_match_strategy(&first[i]), tool_match_strategy(first)) != 0) return false;
    return true;
}

tool_contests tool_contests_make(const tool_recorded *recorded, const tool_matches *matches,
                                 const tool_options *options, const tool_words *names, int least) {
    tool_contests c = {.recorded = recorded,
                       .matches = matches,
                       .left_out = find_left_out(recorded, options, names),
                       .wrong = find_wrong(recorded)};
    c.item = tool_need(calloc(matches->count + 1, sizeof *c.item));
    for (size_t i = 0, end; i < matches->count; i = end) {
        end = tool_problem_end(matches, i);
        tool_contest contest = {
            .first = &matches->item[i], .rows = end - i, .winner = TOOL_WINS_UNKNOWN, .next = -1};
        if (!tool_is_contest(contest.first, contest.rows))
            c.apart = true;
        else if (judge(&c, &contest) >= least)
            c.item[c.count++] = contest;
    }
    return c;
}

const char *tool_contests_none(const tool_contests *c) {
    return c->apart ? "Their strategies compute different things, so none is the best."
                    : "No two of them timed the same problem.";
}

void tool_contests_free(tool_contests *c) {
    free(c->item);
    json_decref(c->left_out);
    json_decref(c->wrong);
    *c = (tool_contests){.count = 0};
}

/* ---- in words ---------------------------------------------------------------------------------------- */

const char *tool_best_name(const tool_best *best, char *out, size_t size) {
    char width[24];
    if (size) out[0] = '\0';
    if (!best->match) return out;
    const char *const at = best->match->width ? " at " : "";
    snprintf(out, size, "%.60s%s%s", best->match->strategy, at,
             at[0] ? tool_match_width(best->match, width, sizeof width) : "");
    return out;
}

const char *tool_best_text(const tool_best *best, double ns, char *out, size_t size) {
    char time[32], name[128];
    snprintf(out, size, "%s %s", tool_format_ns(ns, time, sizeof time),
             tool_best_name(best, name, sizeof name));
    return out;
}

const char *tool_winner_text(int winner, char out[2]) {
    out[0] = winner == TOOL_WINS_NONE ? '=' : winner == TOOL_WINS_UNKNOWN ? '?' : tool_subject_letter(winner);
    out[1] = '\0';
    return out;
}

void tool_contest_algorithm(const tool_contest *contest, char *out, size_t size) {
    snprintf(out, size, "%.*s", (int)strcspn(contest->first->problem, " ,:"), contest->first->problem);
}

const char *tool_contest_rest(const tool_contest *contest) {
    const char *const title = contest->first->title;
    const char *const rest = title + strcspn(title, " ,:");
    return rest + strspn(rest, " ,");
}

/* As members of an object; the caller frees it. */
static json_t *timed_strategies(const tool_contest *contest, int subject) {
    json_t *const timed = tool_need(json_object());
    for (size_t i = 0; i < contest->rows; i++)
        if (contest->first[i].record[subject])
            json_object_set_new(timed, tool_match_strategy(&contest->first[i]), json_true());
    return timed;
}

bool tool_contest_has_strategy(const tool_contest *contest, int subject, const tool_match *row) {
    for (size_t i = 0; i < contest->rows; i++)
        if (contest->first[i].record[subject] &&
            strcmp(tool_match_strategy(&contest->first[i]), tool_match_strategy(row)) == 0)
            return true;
    return false;
}

/* The rows of a problem that a subject has not timed. */
static const json_t *left_out_of(const tool_contests *c, const tool_contest *contest, int subject) {
    char key[600];
    snprintf(key, sizeof key, "%d %s", subject, contest->first->problem);
    return json_object_get(c->left_out, key);
}

const char *tool_contest_lacking(const tool_contests *c, const tool_contest *contest, int subject,
                                 const tool_match *row) {
    const json_t *const list = left_out_of(c, contest, subject);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *const record = json_array_get(list, i);
        if (strcmp(tool_text_of(record, "strategy"), tool_match_strategy(row)) == 0)
            return tool_failed_word(record);
    }
    return "not measured";
}

/* Adds to word -> names. Names the width if the strategy was timed at another. */
static void note(json_t *words, const char *word, const char *strategy, long long width) {
    char name[128];
    if (width > 0)
        snprintf(name, sizeof name, "%.60s at %lld", strategy, width);
    else
        snprintf(name, sizeof name, "%.60s", strategy);
    if (!json_object_get(words, word)) json_object_set_new(words, word, tool_need(json_object()));
    json_object_set_new(json_object_get(words, word), name, json_true());
}

static void note_failed(const tool_contests *c, const tool_contest *contest, int subject, const json_t *timed,
                        json_t *words) {
    json_t *record;
    size_t i;
    json_array_foreach(left_out_of(c, contest, subject), i, record) {
        const char *const strategy = tool_text_of(record, "strategy");
        const long long width = (long long)json_integer_value(json_object_get(record, "width_requested"));
        note(words, tool_failed_word(record), strategy, json_object_get(timed, strategy) ? width : 0);
    }
}

/* Also strategies that were wrong at another size. */
static void note_others(const tool_contests *c, const tool_contest *contest, int subject, const json_t *timed,
                        json_t *words) {
    json_t *const tried = tool_need(json_object()), *names;
    const char *word;
    json_object_foreach(words, word, names) json_object_update(tried, names);
    for (size_t i = 0; i < contest->rows; i++) {
        const tool_match *const m = &contest->first[i];
        const char *const strategy = tool_match_strategy(m);
        if (m->record[subject] && is_wrong(c, subject, m->record[subject]))
            note(words, "wrong at another size", strategy, m->width);
        else if (!json_object_get(timed, strategy) && !json_object_get(tried, strategy))
            note(words, "not measured", strategy, 0);
    }
    json_decref(tried);
}

enum { NAMED = 3 };

const char *tool_contest_left_out(const tool_contests *c, const tool_contest *contest, int subject, char *out,
                                  size_t size) {
    json_t *const words = tool_need(json_object()), *names;
    const char *word;
    json_t *const timed = timed_strategies(contest, subject);
    out[0] = '\0';
    note_failed(c, contest, subject, timed, words);
    note_others(c, contest, subject, timed, words);
    json_decref(timed);
    json_object_foreach(words, word, names) {
        const char *name;
        json_t *ignored;
        size_t told = 0;
        char part[400] = "";
        json_object_foreach(names, name, ignored) {
            if (told++ < NAMED) tool_text_append(part, sizeof part, "%s%s", part[0] ? ", " : "", name);
        }
        if (told > NAMED) tool_text_append(part, sizeof part, " and %zu more", told - NAMED);
        tool_text_append(part, sizeof part, " %s", word);
        tool_text_append(out, size, "%s%s", out[0] ? "; " : "", part);
    }
    json_decref(words);
    return out;
}
