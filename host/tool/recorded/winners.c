/* winners.c - verdicts, the best of each device, who wins. */
#include "text/os_memory.h"
#include "recorded/winners.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

char tool_subject_letter(int subject) {
    return (char)('A' + subject);
}

double tool_median_of(const json_t *record) {
    return json_number_value(json_object_get(record, "median_ns"));
}

/* ---- rows ------------------------------------------------------------------------------------------ */

tool_rank tool_rank_rows(const json_t *a, const json_t *b) {
    size_t a_count, b_count;
    double *const x = tool_record_samples(a, &a_count), *const y = tool_record_samples(b, &b_count);
    const tool_rank result = tool_rank_of(x, a_count, tool_median_of(a), y, b_count, tool_median_of(b));
    free(x);
    free(y);
    return result;
}

const char *tool_rank_word(tool_rank rank) {
    static const char *const words[] = {[TOOL_RANK_SAME] = "same",
                                        [TOOL_RANK_FASTER] = "faster",
                                        [TOOL_RANK_SLOWER] = "slower",
                                        [TOOL_RANK_FEW] = "too few samples",
                                        [TOOL_RANK_UNTIMED] = "a time of 0"};
    return words[rank];
}

const char *tool_match_width(const tool_match *m, char *out, size_t size) {
    if (m->width == 0)
        snprintf(out, size, "none");
    else
        snprintf(out, size, "%s%d", m->emulated ? "emul " : "", m->width);
    return out;
}

const char tool_compare_legend[] =
    "faster, slower: beside A, where medians differ by more than 2% and the samples by more than their noise "
    "(test\n"
    "of Mann and Whitney, p < 0.01); else same. Too few samples: no order of so many would tell; 5 beside 5 "
    "are\n"
    "enough. emul: emulated through local memory, which says little about a device's own sub-groups; it is "
    "the best\nonly where there is nothing else.";

/* ---- problems -------------------------------------------------------------------------------------- */

size_t tool_problem_end(const tool_matches *matches, size_t first) {
    size_t end = first;
    while (end < matches->count && matches->item[end].number == matches->item[first].number) end++;
    return end;
}

bool tool_problem_is_shared(const tool_matches *matches, int subjects, size_t first, size_t end) {
    int there = 0;
    for (int i = 0; i < subjects; i++) {
        bool has = false;
        for (size_t m = first; m < end; m++) has = has || matches->item[m].record[i];
        there += has;
    }
    return there > 1;
}

tool_best tool_best_of(const tool_matches *matches, size_t first, size_t end, int subject) {
    tool_best found = {NULL, NULL};
    for (size_t i = first; i < end; i++) {
        const tool_match *const m = &matches->item[i];
        const json_t *const record = m->record[subject];
        if (!record) continue;
        const bool more_native = !found.match || (found.match->emulated && !m->emulated);
        const bool less_native = found.match && !found.match->emulated && m->emulated;
        if (more_native || (!less_native && tool_median_of(record) < tool_median_of(found.record)))
            found = (tool_best){m, record};
    }
    return found;
}

const char *tool_best_text(const tool_best *best, char *out, size_t size) {
    char time[32], width[24];
    if (size) out[0] = '\0';
    if (!best->match) return out;
    const char *const at = best->match->width ? " at " : "";
    snprintf(out, size, "%s %.60s%s%s", tool_format_ns(tool_median_of(best->record), time, sizeof time),
             best->match->strategy, at, at[0] ? tool_match_width(best->match, width, sizeof width) : "");
    return out;
}

int tool_winner_of(const tool_best *bests, int subjects) {
    int least = -1;
    for (int i = 0; i < subjects; i++)
        if (bests[i].record &&
            (least < 0 || tool_median_of(bests[i].record) < tool_median_of(bests[least].record)))
            least = i;
    int winner = least;
    for (int i = 0; i < subjects; i++) {
        if (i == least || !bests[i].record) continue;
        const tool_rank found = tool_rank_rows(bests[least].record, bests[i].record);
        if (found == TOOL_RANK_SAME) return TOOL_WINS_NONE;
        if (found != TOOL_RANK_SLOWER) winner = TOOL_WINS_UNKNOWN;
    }
    return winner;
}

const char *tool_winner_text(int winner, char out[2]) {
    out[0] = winner == TOOL_WINS_NONE ? '=' : winner == TOOL_WINS_UNKNOWN ? '?' : tool_subject_letter(winner);
    out[1] = '\0';
    return out;
}

/* ---- what stands in the way ------------------------------------------------------------------------ */

static bool differs(const json_t *a, const json_t *b, const char *name) {
    return !json_equal(json_object_get(a, name), json_object_get(b, name));
}

static void tell_of(const tool_recorded *r, const tool_matches *matches, int other, tool_teller *tell,
                    void *user) {
    const tool_subject *const a = &r->subject[0], *const b = &r->subject[other];
    const json_t *const x = json_object_get(a->document, "tool"), *const y =
                                                                      json_object_get(b->document, "tool");
    const char letter = tool_subject_letter(other);
    long long seeds = 0, timings = 0;
    char line[160];
    for (size_t m = 0; m < matches->count; m++) {
        const json_t *const p = matches->item[m].record[0], *const q = matches->item[m].record[other];
        seeds += p && q && differs(p, q, "seed");
        timings += p && q && (differs(p, q, "timing") || differs(p, q, "timed_by"));
    }
    if (differs(x, y, "version") || differs(x, y, "commit") || differs(x, y, "compiler")) {
        snprintf(line, sizeof line, "note: A and %c were measured by other builds of crosslane", letter);
        tell(user, line);
    }
    if (!differs(a->device, b->device, "name") && differs(a->device, b->device, "driver_version")) {
        snprintf(line, sizeof line, "note: A and %c are the same device under other drivers", letter);
        tell(user, line);
    }
    if (seeds > 0) {
        snprintf(line, sizeof line, "note: in %lld rows A and %c had other inputs (--seed)", seeds, letter);
        tell(user, line);
    }
    if (timings > 0) {
        snprintf(line, sizeof line, "note: in %lld rows A and %c were timed in other ways", timings, letter);
        tell(user, line);
    }
}

void tool_tell_notes(const tool_recorded *r, const tool_matches *matches, tool_teller *tell, void *user) {
    for (int i = 1; i < r->count; i++) tell_of(r, matches, i, tell, user);
}

/* ---- who wins -------------------------------------------------------------------------------------- */

enum { MAX_ALGORITHMS = 64, NOTED = 3 };

/* What one algorithm comes to. */
typedef struct tally {
    char algorithm[64];
    int problems, wins[TOOL_MAX_SUBJECTS], same, unknown;
    double logs[TOOL_MAX_SUBJECTS]; /* of best B / best A, summed */
    int ratios[TOOL_MAX_SUBJECTS];
    char won[TOOL_MAX_SUBJECTS][512]; /* the problems that it won, the first few */
} tally;

struct tool_tallies {
    int subjects, count;
    tally item[MAX_ALGORITHMS];
};

tool_tallies *tool_tallies_make(int subjects) {
    tool_tallies *const made = tool_need(calloc(1, sizeof *made));
    made->subjects = subjects;
    return made;
}

void tool_tallies_free(tool_tallies *tallies) {
    free(tallies);
}

static tally *tally_of(tool_tallies *all, const char *problem) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(problem, " ,:"), problem);
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->item[i].algorithm, name) == 0) return &all->item[i];
    if (all->count == MAX_ALGORITHMS) return NULL;
    tally *const made = &all->item[all->count++];
    snprintf(made->algorithm, sizeof made->algorithm, "%s", name);
    return made;
}

static void name_problem(tally *t, int subject, const char *title) {
    char *const text = t->won[subject];
    const size_t used = strlen(text), skip = strlen(t->algorithm);
    if (t->wins[subject] > NOTED) return;
    snprintf(text + used, sizeof t->won[0] - used, "%s%s", used ? ";" : "",
             title + skip + (title[skip] == ','));
}

void tool_tallies_add(tool_tallies *all, const tool_match *problem, const tool_best *bests, int winner) {
    tally *const t = tally_of(all, problem->problem);
    if (!t) return;
    t->problems++;
    t->same += winner == TOOL_WINS_NONE;
    t->unknown += winner == TOOL_WINS_UNKNOWN;
    if (winner >= 0) {
        t->wins[winner]++;
        name_problem(t, winner, problem->title);
    }
    for (int i = 1; i < all->subjects && bests[0].record; i++) {
        const double ratio =
            bests[i].record ? tool_median_of(bests[i].record) / tool_median_of(bests[0].record) : 0.0;
        if (!(ratio > 0.0) || !isfinite(ratio)) continue;
        t->logs[i] += log(ratio);
        t->ratios[i]++;
    }
}

static void add_words(char *line, size_t size, const char *words) {
    const size_t used = strlen(line);
    snprintf(line + used, size - used, "%s", words);
}

static void tell_tally(const tool_tallies *all, const tally *t, tool_teller *tell, void *user) {
    char line[2048], part[640];
    int winners = 0;
    snprintf(line, sizeof line, "%s: of %d problems", t->algorithm, t->problems);
    for (int i = 0; i < all->subjects; i++) {
        winners += t->wins[i] > 0;
        if (t->wins[i] == 0) continue;
        snprintf(part, sizeof part, " %c wins %d,", tool_subject_letter(i), t->wins[i]);
        add_words(line, sizeof line, part);
    }
    snprintf(part, sizeof part, " %d are the same", t->same);
    add_words(line, sizeof line, part);
    snprintf(part, sizeof part, ", %d cannot be told", t->unknown);
    if (t->unknown > 0) add_words(line, sizeof line, part);
    for (int i = 1; i < all->subjects; i++) {
        if (t->ratios[i] == 0) continue;
        snprintf(part, sizeof part, "; %c takes %.2f times A's time (geometric mean)", tool_subject_letter(i),
                 exp(t->logs[i] / t->ratios[i]));
        add_words(line, sizeof line, part);
    }
    tell(user, line);
    for (int i = 0; i < all->subjects && winners > 1; i++) {
        if (t->wins[i] == 0) continue;
        snprintf(line, sizeof line, "  %c wins%s%s", tool_subject_letter(i), t->won[i],
                 t->wins[i] > NOTED ? "; and others" : "");
        tell(user, line);
    }
}

void tool_tallies_tell(const tool_tallies *all, tool_teller *tell, void *user) {
    for (int i = 0; i < all->count; i++) tell_tally(all, &all->item[i], tell, user);
}
