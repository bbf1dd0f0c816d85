/* print_alone.c - the best strategies and widths of one device. */
#include "print/print_alone.h"
#include "cases/case.h"
#include "print/print_scores.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/table.h"
#include "text/wrap.h"
#include "text/print.h"
#include "verdict/groups.h"
#include "verdict/why.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 700, MOST_PROBLEMS = 12, MOST_WIDTHS = 24, MOST_CHARTS = 4, BAR = 30 };

/* Inputs share a row if their times agree to this factor. */
#define AGREES 1.1

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static double time_of(const tool_contest *contest) {
    return tool_median_of(contest->best[0].record);
}

static bool agree(double a, double b) {
    return a / b <= AGREES && b / a <= AGREES;
}

/* "histogram u32: n=1024 buckets=256", without the distribution. */
static void without_input(const tool_contest *contest, char *out, size_t size) {
    const char *const title = contest->first->title, *const colon = strchr(title, ':');
    const size_t head = strcspn(title, ",:");
    snprintf(out, size, "%.*s%s", (int)head, title, colon ? colon : "");
}

static bool same_row(const tool_best *a, const tool_best *b) {
    return a->match && b->match
               ? a->match->width == b->match->width && strcmp(a->match->strategy, b->match->strategy) == 0 &&
                     agree(tool_median_of(a->record), tool_median_of(b->record))
               : a->match == b->match;
}

static bool share_a_row(const tool_contests *c, const tool_contest *a, const tool_contest *b) {
    char first[LINE], second[LINE];
    without_input(a, first, sizeof first);
    without_input(b, second, sizeof second);
    const tool_best next[] = {tool_next_best(c, a, 0), tool_next_best(c, b, 0)};
    return strcmp(first, second) == 0 && same_row(&a->best[0], &b->best[0]) && same_row(&next[0], &next[1]);
}

/* Of many problems, the longest of each algorithm. */
static bool is_shown(const tool_contests *c, const tool_group *g, int item) {
    const bool few = c->count <= MOST_PROBLEMS;
    for (int i = 0; i < g->count; i++) {
        if (few ? i < item && share_a_row(c, g->item[i], g->item[item])
                : time_of(g->item[i]) > time_of(g->item[item]) ||
                      (i < item && time_of(g->item[i]) == time_of(g->item[item])))
            return false;
    }
    return true;
}

static void name_problem(const tool_contests *c, const tool_group *g, int item, char *out, size_t size) {
    int equal = 0;
    for (int i = 0; i < g->count; i++) equal += share_a_row(c, g->item[i], g->item[item]);
    if (equal == 1) {
        snprintf(out, size, "%s", g->item[item]->first->title);
        return;
    }
    without_input(g->item[item], out, size);
    tool_text_append(out, size, " (%d inputs)", equal);
}

typedef struct row {
    char problem[LINE], best[128], time[32], reached[64], next[128], times[24];
} row;

/* "lane emul 16", "lane at 16": two of them fit a row. */
static void name_best(const tool_best *best, char *out, size_t size) {
    tool_best_name(best, out, size);
    char *const at = strstr(out, " at emul ");
    if (at) memmove(at, at + 3, strlen(at + 3) + 1);
}

static row row_of(const tool_contests *c, const tool_group *g, int item) {
    const tool_contest *const contest = g->item[item];
    const tool_best *const best = &contest->best[0], next = tool_next_best(c, contest, 0);
    row r = {.reached = "unknown", .next = "none"};
    name_problem(c, g, item, r.problem, sizeof r.problem);
    name_best(best, r.best, sizeof r.best);
    tool_format_ns(tool_median_of(best->record), r.time, sizeof r.time);
    if (tool_limit_is_sound(best->record))
        snprintf(r.reached, sizeof r.reached, "%.0f%% %s",
                 100.0 * json_number_value(json_object_get(best->record, "fraction")),
                 tool_limit_word(best->record));
    if (!next.match) return r;
    name_best(&next, r.next, sizeof r.next);
    tool_ratio_text(tool_rows_ratio(best->record, next.record), r.times, sizeof r.times);
    return r;
}

/* Drops the last settings until it fits; of an algorithm's several problems not what differs. */
static void cut_problem(char *problem, size_t room, bool only) {
    char *end;
    while (tool_text_width(problem) > room && (end = strrchr(problem, ' ')) &&
           (only || strchr(problem, ':') < end - 1)) {
        *end = '\0';
        if (only && strchr(",:", end[-1])) end[-1] = '\0';
    }
}

static void tell_columns(const row *rows, size_t count, const cli_place *place) {
    char line[LINE] = "of limit: 50% means twice the least time that memory, arithmetic or launch allow; "
                      "next best: how many times as long the fastest other strategy takes";
    bool emulated = false;
    for (size_t i = 0; i < count; i++)
        emulated = emulated || strstr(rows[i].best, " emul ") || strstr(rows[i].next, " emul ");
    if (emulated) tool_text_append(line, sizeof line, "; emul: sub-groups emulated in local memory");
    tool_wrap(line, place->width, place->out);
}

static void print_bests(const tool_contests *c, const tool_group *groups, size_t count,
                        const cli_place *place) {
    static const tool_column columns[] = {{"problem", TOOL_LEFT, 0}, {"best", TOOL_LEFT, 0},
                                          {"time", TOOL_RIGHT, 0},   {"of limit", TOOL_LEFT, 0},
                                          {"next", TOOL_RIGHT, 0},   {"best", TOOL_LEFT, 0}};
    enum { BEST = 4, TIME = 4, REACHED = 8, TIMES = 4, GAPS = 5 }; /* lengths of titles */
    row *const rows = tool_need(calloc(c->count + 1, sizeof *rows));
    size_t shown = 0, best = BEST, time = TIME, reached = REACHED, next = BEST;
    for (size_t g = 0; g < count; g++)
        for (int i = 0; i < groups[g].count; i++)
            if (is_shown(c, &groups[g], i)) rows[shown++] = row_of(c, &groups[g], i);
    for (size_t i = 0; i < shown; i++) {
        best = larger(best, tool_text_width(rows[i].best));
        time = larger(time, tool_text_width(rows[i].time));
        reached = larger(reached, tool_text_width(rows[i].reached));
        next = larger(next, tool_text_width(rows[i].next));
    }
    const size_t width = (size_t)cli_place_width(place), others = best + time + reached + next + TIMES + GAPS;
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < shown; i++) {
        cut_problem(rows[i].problem, width > others ? width - others : 0, shown == count);
        tool_table_add(table,
                       (const char *[]){rows[i].problem, rows[i].best, rows[i].time, rows[i].reached,
                                        rows[i].times, rows[i].next},
                       TOOL_PLAIN);
    }
    tool_table_narrow(table, width);
    tool_table_print(table, place->out, place->width, place->colour);
    tell_columns(rows, shown, place);
    tool_table_free(table);
    free(rows);
}

typedef struct width {
    int lanes; /* 0: without sub-groups */
    bool emulated;
    double ns;
} width;

static int find_widths(const tool_contests *c, const tool_contest *contest, width out[MOST_WIDTHS]) {
    int count = 0;
    for (size_t i = 0; i < contest->rows; i++) {
        const tool_match *const m = &contest->first[i];
        const tool_best right = tool_best_of(c, m, 1, 0, NULL);
        if (!right.record) continue;
        const double ns = tool_median_of(right.record);
        int at = 0;
        while (at < count && (out[at].lanes != m->width || out[at].emulated != m->emulated)) at++;
        if (at == MOST_WIDTHS) continue;
        if (at == count) out[count++] = (width){m->width, m->emulated, ns};
        out[at].ns = fmin(out[at].ns, ns);
    }
    return count;
}

/* A main algorithm's longest problem at the most widths. */
typedef struct chart {
    const tool_contest *contest;
    width all[MOST_WIDTHS];
    int count;
    double best, slowest;
} chart;

static bool make_chart(const tool_contests *c, const tool_group *g, chart *out) {
    const tool_case *const cs = tool_find_case(g->algorithm);
    *out = (chart){.count = 1, .best = INFINITY};
    for (int i = 0; i < g->count && cs && cs->algorithm->main_job; i++) {
        const int here = find_widths(c, g->item[i], out->all);
        if (here < out->count || here < 2 ||
            (here == out->count && out->contest && time_of(g->item[i]) <= time_of(out->contest)))
            continue;
        out->count = here;
        out->contest = g->item[i];
    }
    if (!out->contest) return false;
    find_widths(c, out->contest, out->all);
    for (int i = 0; i < out->count; i++) {
        out->best = fmin(out->best, out->all[i].ns);
        out->slowest = fmax(out->slowest, out->all[i].ns);
    }
    return true;
}

/* "histogram (n=1024)" */
static void add_chart_name(char *line, const tool_contest *contest) {
    const char *const title = contest->first->title, *const colon = strstr(title, ": ");
    const char *const size = colon ? colon + 2 : "";
    tool_text_append(line, LINE, "%.*s (%.*s)", (int)strcspn(title, " ,:"), title, (int)strcspn(size, " "),
                     size);
}

static int by_width(const void *a, const void *b) {
    const width *const x = a, *const y = b;
    return x->emulated != y->emulated ? x->emulated - y->emulated : x->lanes - y->lanes;
}

static int merge_widths(const chart *charts, int count, width *out) {
    int merged = 0, kept = 0;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < charts[k].count; i++) out[merged++] = charts[k].all[i];
    qsort(out, (size_t)merged, sizeof *out, by_width);
    for (int i = 0; i < merged; i++)
        if (i == 0 || by_width(&out[i], &out[kept - 1]) != 0) out[kept++] = out[i];
    return kept;
}

static void add_width(tool_table *table, const chart *charts, int count, const width *at, int columns,
                      const cli_place *place) {
    char name[24], time[MOST_CHARTS][32], times[MOST_CHARTS][24], bar[MOST_CHARTS][4 * BAR];
    const char *cells[1 + 3 * MOST_CHARTS] = {tool_format_width(at->lanes, at->emulated, name, sizeof name)};
    for (int k = 0; k < count; k++) {
        const width *found = NULL;
        for (int i = 0; i < charts[k].count && !found; i++)
            if (by_width(&charts[k].all[i], at) == 0) found = &charts[k].all[i];
        cells[1 + 3 * k] = found ? tool_format_ns(found->ns, time[k], sizeof time[k]) : "";
        cells[2 + 3 * k] = !found ? ""
                           : found->ns == charts[k].best
                               ? "best"
                               : tool_ratio_text(found->ns / charts[k].best, times[k], sizeof times[k]);
        cells[3 + 3 * k] =
            found ? cli_bar(place, columns * found->ns / charts[k].slowest, bar[k], sizeof bar[k]) : "";
    }
    tool_table_add(table, cells, TOOL_PLAIN);
}

static void print_charts(const chart *charts, int count, const cli_place *place) {
    enum { NAME = 7, NUMBERS = 9 + 2 + 5 + 2 + 2 };
    const int room = (cli_place_width(place) - NAME) / count - NUMBERS;
    const int columns = room < 1 ? 1 : room > BAR ? BAR : room;
    tool_column titles[1 + 3 * MOST_CHARTS] = {{"width", TOOL_LEFT, 0}};
    char name[MOST_CHARTS][64], slowest[32], scale[MOST_CHARTS][40],
        line[LINE] = "Times by sub-group width, ";
    width all[MOST_CHARTS * MOST_WIDTHS];
    for (int k = 0; k < count; k++) {
        tool_contest_algorithm(charts[k].contest, name[k], sizeof name[k]);
        titles[1 + 3 * k] = (tool_column){name[k], TOOL_RIGHT, 0};
        titles[2 + 3 * k] = (tool_column){"times", TOOL_RIGHT, 0};
        snprintf(scale[k], sizeof scale[k], "0 to %s",
                 tool_format_ns(charts[k].slowest, slowest, sizeof slowest));
        titles[3 + 3 * k] = (tool_column){scale[k], TOOL_LEFT, 0};
        tool_text_append(line, sizeof line, "%s", k == 0 ? "" : ", ");
        add_chart_name(line, charts[k].contest);
    }
    tool_table *const table = tool_table_make(titles, 1 + 3 * (size_t)count);
    for (int k = 0; k < count; k++) tool_table_part(table, 1 + 3 * (size_t)k);
    const int widths = merge_widths(charts, count, all);
    for (int i = 0; i < widths; i++) add_width(table, charts, count, &all[i], columns, place);
    fputc('\n', place->out);
    tool_wrap(line, place->width, place->out);
    tool_table_print(table, place->out, place->width, place->colour);
    tool_table_free(table);
}

static void print_best_widths(const tool_contests *c, const tool_group *groups, size_t count,
                              const cli_place *place) {
    chart charts[MOST_CHARTS];
    int made = 0;
    for (size_t g = 0; g < count && made < MOST_CHARTS; g++) made += make_chart(c, &groups[g], &charts[made]);
    if (made > 0) print_charts(charts, made, place);
}

static void note(char *list, size_t size, int *count, const char *format, const char *name,
                 const char *more) {
    if (++*count <= 5) {
        tool_text_append(list, size, "%s", *count > 1 ? ", " : "");
        tool_text_append(list, size, format, name, more);
    }
}

static void print_note(const char *what, const char *list, int count, const cli_place *place) {
    char line[LINE + 64];
    if (count == 0) return;
    snprintf(line, sizeof line, "%s: %s", what, list);
    if (count > 5) tool_text_append(line, sizeof line, " and %d more", count - 5);
    tool_wrap(line, place->width, place->out);
}

static void look_at(const json_t *records, char (*list)[LINE], int count[2]) {
    json_t *record;
    size_t i;
    json_array_foreach(records, i, record) {
        if (strcmp(tool_text_of(record, "form"), "demoted") == 0)
            note(list[0], LINE, &count[0], "%.60s of %.20s", tool_text_of(record, "op"),
                 tool_text_of(record, "op_type"));
        else if (strcmp(tool_text_of(record, "status"), "mismatch") == 0)
            note(list[1], LINE, &count[1], "%.60s/%.60s", tool_text_of(record, "algorithm"),
                 tool_text_of(record, "strategy"));
    }
}

static void print_remarkable(const tool_subject *subject, const cli_place *place) {
    char list[2][LINE] = {"", ""};
    int count[2] = {0, 0};
    look_at(subject->beside, list, count);
    look_at(subject->records, list, count);
    if (count[0] + count[1] > 0) fputc('\n', place->out);
    print_note("demoted, because the driver computes them wrongly", list[0], count[0], place);
    print_note("wrong results", list[1], count[1], place);
}

void cli_print_alone(const tool_contests *c, const cli_place *place) {
    size_t count;
    tool_group *const groups = tool_groups_make(c, &count);
    char line[LINE];
    snprintf(line, sizeof line, "%.500s: the best strategy%s", c->recorded->subject[0].name,
             c->count > MOST_PROBLEMS ? " for the longest problem of each algorithm" : "");
    tool_wrap(line, cli_place_width(place), place->out);
    print_bests(c, groups, count, place);
    print_best_widths(c, groups, count, place);
    print_remarkable(&c->recorded->subject[0], place);
    tool_groups_free(groups);
}
