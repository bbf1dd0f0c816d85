/* compare.c - `crosslane compare FILE...`: the devices of results files side by side. */
#include "../tool/display.h"
#include "../tool/os_start.h"
#include "../tool/os_terminal.h"
#include "../tool/rank_test.h"
#include "../tool/recorded.h"
#include "cli.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 2 + 3 * TOOL_MAX_SUBJECTS, MAX_ALGORITHMS = 64, NOTED = 3 };

typedef struct comparison {
    const tool_options *options;
    tool_recorded recorded;
    tool_matches matches;
    FILE *out;
    int width;
    bool colour;
    long long slower; /* rows beyond --fail-slower */
    char worst[512];
    double worst_ratio;
} comparison;

static double median_of(const json_t *record) {
    return json_number_value(json_object_get(record, "median_ns"));
}

static tool_rank rank(const json_t *a, const json_t *b) {
    size_t a_count, b_count;
    double *const x = tool_record_samples(a, &a_count), *const y = tool_record_samples(b, &b_count);
    const tool_rank result = tool_rank_of(x, a_count, median_of(a), y, b_count, median_of(b));
    free(x);
    free(y);
    return result;
}

static const char *const verdicts[] = {[TOOL_RANK_SAME] = "same",
                                       [TOOL_RANK_FASTER] = "faster",
                                       [TOOL_RANK_SLOWER] = "slower",
                                       [TOOL_RANK_UNKNOWN] = "too few samples"};

/* A, B, C, ... */
static char letter(int subject) {
    return (char)('A' + subject);
}

/* ---- what is compared ------------------------------------------------------------------------------ */

static const char *field(const json_t *object, const char *name, char *out, size_t size) {
    return cli_text(object, name, out, size);
}

static void print_subjects(const comparison *c) {
    for (int i = 0; i < c->recorded.count; i++) {
        const tool_subject *s = &c->recorded.subject[i];
        char name[256], driver[256], version[64], commit[64];
        const json_t *tool = json_object_get(s->document, "tool");
        fprintf(c->out, "%c: %s: %s, driver %s; %s, crosslane %s (%s)\n", letter(i), s->name,
                field(s->device, "name", name, sizeof name),
                field(s->device, "driver_version", driver, sizeof driver), s->file,
                field(tool, "version", version, sizeof version),
                field(tool, "commit", commit, sizeof commit));
    }
}

static bool differs(const json_t *a, const json_t *b, const char *name) {
    return !json_equal(json_object_get(a, name), json_object_get(b, name));
}

/* What makes times of A and another hard to compare. */
static void print_notes(const comparison *c) {
    const tool_subject *a = &c->recorded.subject[0];
    for (int i = 1; i < c->recorded.count; i++) {
        const tool_subject *b = &c->recorded.subject[i];
        const json_t *x = json_object_get(a->document, "tool"), *y = json_object_get(b->document, "tool");
        long long seeds = 0, timings = 0;
        for (size_t m = 0; m < c->matches.count; m++) {
            const json_t *p = c->matches.item[m].record[0], *q = c->matches.item[m].record[i];
            seeds += p && q && differs(p, q, "seed");
            timings += p && q && (differs(p, q, "timing") || differs(p, q, "timed_by"));
        }
        if (differs(x, y, "version") || differs(x, y, "commit") || differs(x, y, "compiler"))
            fprintf(c->out, "note: A and %c were measured by other builds of crosslane\n", letter(i));
        if (!differs(a->device, b->device, "name") && differs(a->device, b->device, "driver_version"))
            fprintf(c->out, "note: A and %c are the same device under other drivers\n", letter(i));
        if (seeds > 0)
            fprintf(c->out, "note: in %lld rows A and %c had other inputs (--seed)\n", seeds, letter(i));
        if (timings > 0)
            fprintf(c->out, "note: in %lld rows A and %c were timed in other ways\n", timings, letter(i));
    }
}

/* ---- rows ------------------------------------------------------------------------------------------ */

static void width_text(const tool_match *m, char *out, size_t size) {
    if (m->width == 0)
        snprintf(out, size, "none");
    else
        snprintf(out, size, "%s%d", m->emulated ? "emul " : "", m->width);
}

static void count_slower(comparison *c, const tool_match *m, int subject, double ratio, tool_rank found) {
    if (c->options->fail_slower < 0.0 || found != TOOL_RANK_SLOWER || ratio <= 1.0 + c->options->fail_slower)
        return;
    c->slower++;
    if (ratio <= c->worst_ratio) return;
    char width[24];
    width_text(m, width, sizeof width);
    c->worst_ratio = ratio;
    snprintf(c->worst, sizeof c->worst, "%c in %.300s %.100s, width %s", letter(subject), m->title,
             m->strategy, width);
}

static void add_row(comparison *c, tool_table *table, const tool_match *m) {
    char width[24], time[TOOL_MAX_SUBJECTS][32], ratio[TOOL_MAX_SUBJECTS][24];
    const char *cells[MAX_COLUMNS] = {m->strategy, width};
    int used = 2;
    width_text(m, width, sizeof width);
    tool_style style = TOOL_PLAIN;
    for (int i = 0; i < c->recorded.count; i++) {
        const json_t *a = m->record[0], *b = m->record[i];
        cells[used++] = b ? tool_format_ns(median_of(b), time[i], sizeof time[i]) : "";
        if (i == 0) continue;
        const bool both = a && b;
        const tool_rank found = both ? rank(a, b) : TOOL_RANK_UNKNOWN;
        const double share = both ? median_of(b) / median_of(a) : 0.0;
        snprintf(ratio[i], sizeof ratio[i], share >= 99.5 ? "%.0f" : "%.2f", share);
        cells[used++] = both ? ratio[i] : "";
        cells[used++] = both ? verdicts[found] : a ? "A alone" : b ? "not in A" : "";
        if (both) count_slower(c, m, i, share, found);
        if (c->recorded.count == 2 && both)
            style = found == TOOL_RANK_FASTER   ? TOOL_GOOD
                    : found == TOOL_RANK_SLOWER ? TOOL_WARN
                                                : TOOL_PLAIN;
    }
    tool_table_add(table, cells, style);
}

static tool_table *make_table(const comparison *c) {
    static char titles[TOOL_MAX_SUBJECTS][2][8];
    tool_column columns[MAX_COLUMNS] = {{"strategy", TOOL_LEFT, 10}, {"width", TOOL_RIGHT, 5}};
    size_t count = 2;
    for (int i = 0; i < c->recorded.count; i++) {
        snprintf(titles[i][0], sizeof titles[i][0], "%c", letter(i));
        snprintf(titles[i][1], sizeof titles[i][1], "%c/A", letter(i));
        columns[count++] = (tool_column){titles[i][0], TOOL_RIGHT, 7};
        if (i == 0) continue;
        columns[count++] = (tool_column){titles[i][1], TOOL_RIGHT, 5};
        columns[count++] = (tool_column){"", TOOL_LEFT, 6};
    }
    return tool_table_make(columns, count);
}

/* Where the rows of the problem at `first` end. */
static size_t end_of(const comparison *c, size_t first) {
    size_t end = first;
    while (end < c->matches.count && c->matches.item[end].number == c->matches.item[first].number) end++;
    return end;
}

/* Whether two subjects or more have the problem. */
static bool is_shared(const comparison *c, size_t first, size_t end) {
    int there = 0;
    for (int i = 0; i < c->recorded.count; i++) {
        bool has = false;
        for (size_t m = first; m < end; m++) has = has || c->matches.item[m].record[i];
        there += has;
    }
    return there > 1;
}

static void print_rows(comparison *c) {
    for (size_t i = 0, end; i < c->matches.count; i = end) {
        end = end_of(c, i);
        if (!is_shared(c, i, end)) continue;
        tool_table *table = make_table(c);
        for (size_t m = i; m < end; m++) add_row(c, table, &c->matches.item[m]);
        fprintf(c->out, "\n%s\n", c->matches.item[i].title);
        tool_table_print(table, c->out, c->width, c->colour);
        tool_table_free(table);
    }
}

/* ---- who wins -------------------------------------------------------------------------------------- */

/* A subject's best row of a problem: native or without sub-groups if there is one. */
typedef struct best {
    const tool_match *match;
    const json_t *record;
} best;

static best best_of(const comparison *c, size_t first, size_t end, int subject) {
    best found = {NULL, NULL};
    for (size_t i = first; i < end; i++) {
        const tool_match *m = &c->matches.item[i];
        const json_t *record = m->record[subject];
        if (!record) continue;
        const bool more_native = !found.match || (found.match->emulated && !m->emulated);
        const bool less_native = found.match && !found.match->emulated && m->emulated;
        if (more_native || (!less_native && median_of(record) < median_of(found.record)))
            found = (best){m, record};
    }
    return found;
}

/* What one algorithm comes to. */
typedef struct tally {
    char algorithm[64];
    int problems, wins[TOOL_MAX_SUBJECTS], same;
    double logs[TOOL_MAX_SUBJECTS]; /* of best B / best A, summed */
    int ratios[TOOL_MAX_SUBJECTS];
    char won[TOOL_MAX_SUBJECTS][512]; /* the problems that it won, the first few */
} tally;

static tally *tally_of(tally all[MAX_ALGORITHMS], int *count, const char *problem) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(problem, " ,:"), problem);
    for (int i = 0; i < *count; i++)
        if (strcmp(all[i].algorithm, name) == 0) return &all[i];
    if (*count == MAX_ALGORITHMS) return NULL;
    tally *made = &all[(*count)++];
    snprintf(made->algorithm, sizeof made->algorithm, "%s", name);
    return made;
}

static void name_problem(tally *t, int subject, const char *title) {
    char *text = t->won[subject];
    const size_t used = strlen(text), skip = strlen(t->algorithm);
    if (t->wins[subject] > NOTED) return;
    snprintf(text + used, sizeof t->won[0] - used, "%s%s", used ? ";" : "",
             title + skip + (title[skip] == ','));
}

/* The winner of a problem is the one that all others are slower than; -1: that is not certain. */
static int winner_of(const comparison *c, const best bests[TOOL_MAX_SUBJECTS]) {
    int least = -1;
    for (int i = 0; i < c->recorded.count; i++)
        if (bests[i].record && (least < 0 || median_of(bests[i].record) < median_of(bests[least].record)))
            least = i;
    for (int i = 0; i < c->recorded.count; i++)
        if (i != least && bests[i].record && rank(bests[least].record, bests[i].record) != TOOL_RANK_SLOWER)
            return -1;
    return least;
}

static void add_to_tally(const comparison *c, tally *t, const best bests[TOOL_MAX_SUBJECTS], int winner,
                         const char *title) {
    t->problems++;
    if (winner < 0) {
        t->same++;
    } else {
        t->wins[winner]++;
        name_problem(t, winner, title);
    }
    for (int i = 1; i < c->recorded.count && bests[0].record; i++) {
        if (!bests[i].record) continue;
        t->logs[i] += log(median_of(bests[i].record) / median_of(bests[0].record));
        t->ratios[i]++;
    }
}

static void add_best_row(comparison *c, tool_table *table, tally *t, size_t first, size_t end) {
    best bests[TOOL_MAX_SUBJECTS];
    char cell[TOOL_MAX_SUBJECTS][128], time[32], width[24], won[4];
    const char *title = c->matches.item[first].title, *cells[MAX_COLUMNS] = {title};
    for (int i = 0; i < c->recorded.count; i++) {
        bests[i] = best_of(c, first, end, i);
        cells[i + 1] = "";
        if (!bests[i].record) continue;
        width_text(bests[i].match, width, sizeof width);
        tool_format_ns(median_of(bests[i].record), time, sizeof time);
        const char *const at = bests[i].match->width ? " at " : "";
        snprintf(cell[i], sizeof cell[i], "%s %.60s%s%s", time, bests[i].match->strategy, at,
                 at[0] ? width : "");
        cells[i + 1] = cell[i];
    }
    const int winner = winner_of(c, bests);
    snprintf(won, sizeof won, "%c", winner < 0 ? '=' : letter(winner));
    cells[c->recorded.count + 1] = won;
    tool_table_add(table, cells, TOOL_PLAIN);
    add_to_tally(c, t, bests, winner, title);
}

static void print_tally(const comparison *c, const tally *t) {
    int winners = 0;
    fprintf(c->out, "%s: of %d problems", t->algorithm, t->problems);
    for (int i = 0; i < c->recorded.count; i++) {
        if (t->wins[i] > 0) fprintf(c->out, " %c wins %d,", letter(i), t->wins[i]);
        winners += t->wins[i] > 0;
    }
    fprintf(c->out, " %d are the same", t->same);
    for (int i = 1; i < c->recorded.count; i++)
        if (t->ratios[i] > 0)
            fprintf(c->out, "; %c takes %.2f times A's time (geometric mean)", letter(i),
                    exp(t->logs[i] / t->ratios[i]));
    fputc('\n', c->out);
    for (int i = 0; i < c->recorded.count && winners > 1; i++)
        if (t->wins[i] > 0)
            fprintf(c->out, "  %c wins%s%s\n", letter(i), t->won[i],
                    t->wins[i] > NOTED ? "; and others" : "");
}

static void print_winners(comparison *c) {
    tally *all = tool_need(calloc(MAX_ALGORITHMS, sizeof *all));
    tool_column columns[MAX_COLUMNS] = {{"best of each", TOOL_LEFT, 12}};
    char titles[TOOL_MAX_SUBJECTS][2] = {""};
    for (int i = 0; i < c->recorded.count; i++) {
        titles[i][0] = letter(i);
        columns[i + 1] = (tool_column){titles[i], TOOL_LEFT, 12};
    }
    columns[c->recorded.count + 1] = (tool_column){"wins", TOOL_LEFT, 4};
    tool_table *table = tool_table_make(columns, (size_t)c->recorded.count + 2);
    int count = 0;
    for (size_t i = 0, end; i < c->matches.count; i = end) {
        end = end_of(c, i);
        if (!is_shared(c, i, end)) continue;
        tally *t = tally_of(all, &count, c->matches.item[i].problem);
        if (t) add_best_row(c, table, t, i, end);
    }
    fputc('\n', c->out);
    tool_table_print(table, c->out, c->width, c->colour);
    tool_table_free(table);
    for (int i = 0; i < count; i++)
        if (all[i].problems > 0) print_tally(c, &all[i]);
    free(all);
}

static void print_unmatched(const comparison *c) {
    for (int i = 0; i < c->recorded.count; i++) {
        long long alone = 0, rows = 0;
        for (size_t m = 0; m < c->matches.count; m++) {
            int there = 0;
            for (int k = 0; k < c->recorded.count; k++) there += c->matches.item[m].record[k] != NULL;
            const bool mine = c->matches.item[m].record[i] != NULL;
            rows += mine;
            alone += mine && there == 1;
        }
        if (alone > 0)
            fprintf(c->out,
                    "%lld of the %lld rows of %c have no partner: other problems, strategies or widths\n",
                    alone, rows, letter(i));
    }
}

static const char legend[] = "faster, slower: beside A, where medians differ by more than 2% and the samples "
                             "by more than their noise (test\n"
                             "of Mann and Whitney, p < 0.01); else same. emul: emulated through local "
                             "memory, which says little about a device's\n"
                             "own sub-groups; it is the best only where there is nothing else.";

static tool_exit compare(comparison *c) {
    if (c->recorded.count < 2) {
        tool_complain("compare: %s with timed rows; it takes two: another file, or one of 'run --device all'",
                      c->recorded.count == 0 ? "there is no device" : "there is one device");
        return TOOL_USAGE;
    }
    if (c->matches.count == 0) {
        tool_complain("compare: no timed row fits; 'crosslane bench --json FILE' makes them");
        return TOOL_NO_DEVICE;
    }
    print_subjects(c);
    print_notes(c);
    print_rows(c);
    print_winners(c);
    print_unmatched(c);
    fprintf(c->out, "%s\n", legend);
    if (c->options->fail_slower < 0.0) return TOOL_OK;
    fprintf(c->out, "slower by more than %g%%: %lld rows\n", 100.0 * c->options->fail_slower, c->slower);
    if (c->slower > 0) fprintf(c->out, "the worst, %.2f times: %s\n", c->worst_ratio, c->worst);
    return c->slower > 0 ? TOOL_WRONG : TOOL_OK;
}

tool_exit cli_compare(const tool_options *o, int argc, char **argv) {
    (void)argc;
    (void)argv;
    comparison c = {.options = o,
                    .out = stdout,
                    .width = tool_terminal_width(stdout),
                    .colour = tool_wants_colour(stdout)};
    tool_words files, names;
    tool_recorded_words(&o->names, &files, &names);
    if (files.count == 0) {
        tool_complain("compare: name the results files, 'crosslane compare A.json B.json'");
        return TOOL_USAGE;
    }
    tool_exit status = tool_recorded_open(&files, true, &c.recorded);
    if (status == TOOL_OK) {
        tool_match_rows(&c.recorded, o, &names, &c.matches);
        status = compare(&c);
        tool_matches_free(&c.matches);
    }
    tool_recorded_free(&c.recorded);
    return tool_exit_worst(status, tool_flush(stdout));
}
