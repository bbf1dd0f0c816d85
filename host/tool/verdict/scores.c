/* scores.c - makes the rows of the verdict's table. */
#include "verdict/scores.h"
#include "recorded/rounds.h"
#include "recorded/winners.h"
#include "text/display.h"
#include "text/os_memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of an undecided ratio: up to here the interval is close to 1. */
#define CLOSE 1.10

/* Columns that a cause has at 80 columns, next to the longest names. */
enum { WHY = 44 };

/* ---- one row --------------------------------------------------------------------------------------- */

/* The mean of times relative to the fastest; 0: not timed. */
static double mean_times(const tool_group *g, int subject) {
    double sum = 0.0;
    int timed = 0;
    for (int i = 0; i < g->count; i++) {
        const tool_contest *const contest = g->item[i];
        if (!contest->best[subject].record || contest->lead.rank == TOOL_RANK_UNTIMED) continue;
        timed++;
        if (subject != contest->fastest)
            sum +=
                log(tool_rows_ratio(contest->best[contest->fastest].record, contest->best[subject].record));
    }
    return timed > 0 ? exp(sum / timed) : 0.0;
}

static void fill_times(tool_score *score, const tool_group *g, int subjects) {
    int fastest = -1;
    for (int s = 0; s < subjects; s++) {
        score->times[s] = mean_times(g, s);
        if (score->times[s] > 0.0 && (fastest < 0 || score->times[s] < score->times[fastest])) fastest = s;
    }
    const double least = fastest >= 0 ? score->times[fastest] : 1.0;
    score->ratio = INFINITY;
    for (int s = 0; s < subjects; s++) {
        score->times[s] /= least;
        if (s != fastest && score->times[s] > 0.0) score->ratio = fmin(score->ratio, score->times[s]);
    }
    if (!isfinite(score->ratio)) score->ratio = 1.0;
}

static int winner_of(const tool_group *g) {
    return g->winners > 1    ? TOOL_WINS_MIXED
           : g->winners == 1 ? g->most
           : g->same > 0     ? TOOL_WINS_NONE
                             : TOOL_WINS_UNKNOWN;
}

/* "H200 in 3 of 5 problems, H100 in 2". */
static void say_mixed(char *out, const tool_scores *scores, const tool_group *g, int subjects) {
    snprintf(out, TOOL_CAUSE, "%s in %d of %d problems", scores->name[g->most], g->wins[g->most], g->count);
    for (int s = 0; s < subjects; s++)
        if (s != g->most && g->wins[s] > 0)
            tool_text_append(out, TOOL_CAUSE, ", %s in %d", scores->name[s], g->wins[s]);
}

/* The undecided problem with the largest ratio. */
static const tool_ratio *widest_undecided(const tool_group *g) {
    const tool_ratio *found = NULL;
    for (int i = 0; i < g->count; i++)
        if (g->item[i]->winner == TOOL_WINS_NONE && (!found || g->item[i]->lead.ratio > found->ratio))
            found = &g->item[i]->lead;
    return found;
}

/* The ratio is close to 1, or the samples spread too far. */
static void say_undecided(char *out, const tool_group *g) {
    const tool_ratio *const lead = widest_undecided(g);
    char low[16], high[16];
    if (!lead)
        snprintf(out, TOOL_CAUSE, "too few samples; try --samples 20");
    else if (lead->rank != TOOL_RANK_UNCLEAR || lead->high <= CLOSE)
        snprintf(out, TOOL_CAUSE, "too close to call; try --samples 40");
    else
        snprintf(out, TOOL_CAUSE, "unclear: %s to %s; try --samples 40",
                 tool_ratio_text(lead->low, low, sizeof low), tool_ratio_text(lead->high, high, sizeof high));
}

/* The cause is of one problem; the ratio is the mean of all. */
static void say_cause(tool_score *score, const tool_contests *c, const tool_group *g) {
    char part[32];
    tool_cause_text(c, tool_group_nearest(g, score->winner, score->ratio), score->why);
    snprintf(part, sizeof part, " in %d of %d", g->wins[score->winner], g->count);
    if (g->wins[score->winner] < g->count && strlen(score->why) + strlen(part) <= WHY)
        tool_text_append(score->why, sizeof score->why, "%s", part);
}

static void say_why(tool_score *score, const tool_scores *scores, const tool_contests *c,
                    const tool_group *g) {
    if (score->winner >= 0)
        say_cause(score, c, g);
    else if (score->winner == TOOL_WINS_MIXED)
        say_mixed(score->why, scores, g, c->recorded->count);
    else
        say_undecided(score->why, g);
}

static tool_score score_of(const tool_scores *scores, const tool_contests *c, const tool_group *g) {
    tool_score score = {.algorithm = g->algorithm, .winner = winner_of(g)};
    fill_times(&score, g, c->recorded->count);
    say_why(&score, scores, c, g);
    return score;
}

/* ---- all rows -------------------------------------------------------------------------------------- */

static int by_ratio(const void *a, const void *b) {
    const tool_score *const x = a, *const y = b;
    if ((x->winner < 0) != (y->winner < 0)) return x->winner < 0 ? 1 : -1;
    if (x->ratio != y->ratio) return x->ratio < y->ratio ? 1 : -1;
    return strcmp(x->algorithm, y->algorithm);
}

static bool is_alternated(const tool_contests *c) {
    tool_rounds rounds;
    bool all = c->count > 0;
    for (size_t i = 0; i < c->count && all; i++) {
        const tool_contest *const contest = &c->item[i];
        all = contest->next >= 0 && tool_rounds_of(contest->best[contest->fastest].record,
                                                   contest->best[contest->next].record, &rounds);
    }
    return all;
}

static void count_score(tool_scores *scores, const tool_score *score) {
    scores->close += score->winner == TOOL_WINS_NONE;
    scores->unknown += score->winner == TOOL_WINS_UNKNOWN;
    scores->mixed += score->winner == TOOL_WINS_MIXED;
    if (score->winner >= 0) scores->wins[score->winner]++;
}

/* Algorithms of which no two subjects timed the same problem. */
static int count_apart(const tool_contests *c, const tool_scores *scores) {
    json_t *const apart = tool_need(json_object());
    for (size_t i = 0, end; i < c->matches->count; i = end) {
        char name[64];
        const tool_match *const first = &c->matches->item[i];
        end = tool_problem_end(c->matches, i);
        if (!tool_is_contest(first, end - i)) continue;
        tool_contest_algorithm(&(tool_contest){.first = first}, name, sizeof name);
        json_object_set_new(apart, name, json_true());
    }
    for (size_t g = 0; g < scores->count; g++) json_object_del(apart, scores->groups[g].algorithm);
    const int count = (int)json_object_size(apart);
    json_decref(apart);
    return count;
}

tool_scores tool_scores_make(const tool_contests *c) {
    tool_scores scores = {.alternated = is_alternated(c)};
    scores.groups = tool_groups_make(c, &scores.count);
    scores.apart = count_apart(c, &scores);
    for (size_t i = 0; i < scores.count; i++)
        scores.dropped += tool_group_narrow(&scores.groups[i], c->recorded->count);
    scores.item = tool_need(calloc(scores.count + 1, sizeof *scores.item));
    scores.lettered = !tool_short_names(c->recorded, scores.name);
    for (size_t i = 0; i < scores.count; i++) {
        scores.item[i] = score_of(&scores, c, &scores.groups[i]);
        count_score(&scores, &scores.item[i]);
    }
    qsort(scores.item, scores.count, sizeof *scores.item, by_ratio);
    return scores;
}

void tool_scores_free(tool_scores *scores) {
    tool_groups_free(scores->groups);
    free(scores->item);
}

const char *tool_score_winner(const tool_scores *scores, const tool_score *score) {
    return score->winner >= 0                 ? scores->name[score->winner]
           : score->winner == TOOL_WINS_MIXED ? "mixed"
           : score->winner == TOOL_WINS_NONE  ? "undecided"
                                              : "unknown";
}

const char *tool_score_times(const tool_score *score, int subject, char *out, size_t size) {
    const double times = score->times[subject];
    return times <= 0.0 ? "none" : times == 1.0 ? "1" : tool_ratio_text(times, out, size);
}

static void add_count(char *out, size_t size, int count, const char *one, const char *several) {
    if (count > 0)
        tool_text_append(out, size, "%s%d %s", out[0] ? ", " : "", count, count == 1 ? one : several);
}

const char *tool_scores_sum(const tool_scores *scores, int subjects, char *out, size_t size) {
    out[0] = '\0';
    for (int s = 0; s < subjects; s++)
        tool_text_append(out, size, "%s%s wins %d", s ? ", " : "", scores->name[s], scores->wins[s]);
    add_count(out, size, scores->mixed, "is mixed", "are mixed");
    add_count(out, size, scores->close, "is undecided", "are undecided");
    add_count(out, size, scores->unknown, "has too few samples", "have too few samples");
    add_count(out, size, scores->apart, "differs in settings", "differ in settings");
    tool_text_append(out, size, ".");
    if (scores->dropped > 0)
        tool_text_append(out, size, " %d problem%s of fewer devices %s left out.", scores->dropped,
                         scores->dropped == 1 ? "" : "s", scores->dropped == 1 ? "is" : "are");
    return out;
}
