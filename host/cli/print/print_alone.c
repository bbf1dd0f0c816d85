/* print_alone.c - prints the best strategies and widths of one device. */
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

enum { LINE = 700, MOST_PROBLEMS = 12, MOST_WIDTHS = 24, BAR = 30 };

/* Inputs of the same problem share a row if their times agree to this factor. */
#define AGREES 1.1

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static double time_of(const tool_contest *contest) {
    return tool_median_of(contest->best[0].record);
}

/* ---- the best of each problem ------------------------------------------------------------------------ */

/* The problem without its input distribution: "histogram u32: n=1024 buckets=256". */
static void without_input(const tool_contest *contest, char *out, size_t size) {
    const char *const title = contest->first->title, *const colon = strchr(title, ':');
    const size_t head = strcspn(title, ",:");
    snprintf(out, size, "%.*s%s", (int)head, title, colon ? colon : "");
}

static bool share_a_row(const tool_contest *a, const tool_contest *b) {
    char first[LINE], second[LINE];
    without_input(a, first, sizeof first);
    without_input(b, second, sizeof second);
    const double ratio = time_of(a) / time_of(b);
    return strcmp(first, second) == 0 && a->best[0].match->width == b->best[0].match->width &&
           strcmp(a->best[0].match->strategy, b->best[0].match->strategy) == 0 && ratio <= AGREES &&
           ratio >= 1.0 / AGREES;
}

/* With many problems, only the longest problem of each algorithm is shown. */
static bool is_shown(const tool_group *g, int item, bool few) {
    for (int i = 0; i < g->count; i++) {
        if (few ? i < item && share_a_row(g->item[i], g->item[item])
                : time_of(g->item[i]) > time_of(g->item[item]) ||
                      (i < item && time_of(g->item[i]) == time_of(g->item[item])))
            return false;
    }
    return true;
}

static void name_problem(const tool_group *g, int item, char *out, size_t size) {
    int equal = 0;
    for (int i = 0; i < g->count; i++) equal += share_a_row(g->item[i], g->item[item]);
    if (equal == 1) {
        snprintf(out, size, "%s", g->item[item]->first->title);
        return;
    }
    without_input(g->item[item], out, size);
    tool_text_append(out, size, " (%d inputs)", equal);
}

/* The cells of a row of print_bests. */
typedef struct row {
    char problem[LINE], name[128], time[32], reached[64];
} row;

static row row_of(const tool_group *g, int item) {
    const tool_best *const best = &g->item[item]->best[0];
    row r = {.reached = "-"};
    name_problem(g, item, r.problem, sizeof r.problem);
    tool_best_name(best, r.name, sizeof r.name);
    tool_format_ns(tool_median_of(best->record), r.time, sizeof r.time);
    if (tool_limit_is_sound(best->record))
        snprintf(r.reached, sizeof r.reached, "%.0f%% of %s",
                 100.0 * json_number_value(json_object_get(best->record, "fraction")),
                 tool_limit_word(best->record));
    return r;
}

/* Drops the last settings of a problem that is wider than `room` columns. */
static void cut_problem(char *problem, size_t room) {
    char *end;
    while (tool_text_width(problem) > room && (end = strrchr(problem, ' ')) && strchr(problem, ':') < end - 1)
        *end = '\0';
}

static void print_bests(const tool_contests *c, const tool_group *groups, size_t count,
                        const cli_place *place) {
    static const tool_column columns[] = {{"problem", TOOL_LEFT, 0},
                                          {"best", TOOL_LEFT, 0},
                                          {"time", TOOL_RIGHT, 0},
                                          {"limit reached", TOOL_LEFT, 0}};
    enum { HEADS = 4 + 4 + 13 + 3 }; /* the titles of the last three columns, and a space before each */
    row *const rows = tool_need(calloc(c->count + 1, sizeof *rows));
    size_t shown = 0, name = 0, time = 0, reached = 0;
    for (size_t g = 0; g < count; g++)
        for (int i = 0; i < groups[g].count; i++)
            if (is_shown(&groups[g], i, c->count <= MOST_PROBLEMS)) rows[shown++] = row_of(&groups[g], i);
    for (size_t i = 0; i < shown; i++) {
        name = larger(name, tool_text_width(rows[i].name));
        time = larger(time, tool_text_width(rows[i].time));
        reached = larger(reached, tool_text_width(rows[i].reached));
    }
    const size_t width = (size_t)cli_place_width(place), others = larger(name + time + reached + 3, HEADS);
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < shown; i++) {
        cut_problem(rows[i].problem, width > others ? width - others : 0);
        tool_table_add(table, (const char *[]){rows[i].problem, rows[i].name, rows[i].time, rows[i].reached},
                       TOOL_PLAIN);
    }
    tool_table_narrow(table, width);
    tool_table_print(table, place->out, place->width, place->colour);
    tool_table_free(table);
    free(rows);
}

/* ---- widths ------------------------------------------------------------------------------------------ */

typedef struct width {
    int lanes; /* 0: without sub-groups */
    bool emulated;
    double ns;
} width;

/* The best time at each width, in the order of the rows. */
static int find_widths(const tool_contest *contest, width out[MOST_WIDTHS]) {
    int count = 0;
    for (size_t i = 0; i < contest->rows; i++) {
        const tool_match *const m = &contest->first[i];
        if (!m->record[0]) continue;
        const double ns = tool_median_of(m->record[0]);
        int at = 0;
        while (at < count && (out[at].lanes != m->width || out[at].emulated != m->emulated)) at++;
        if (at == MOST_WIDTHS) continue;
        if (at == count) out[count++] = (width){m->width, m->emulated, ns};
        out[at].ns = fmin(out[at].ns, ns);
    }
    return count;
}

static const char *width_name(const width *w, char *out, size_t size) {
    if (w->lanes == 0)
        snprintf(out, size, "without sub-groups");
    else
        snprintf(out, size, "%d lanes%s", w->lanes, w->emulated ? ", emulated" : "");
    return out;
}

/* "best width for histogram (n=1024): 32 lanes, 1.20 times as fast as the next", then a bar for each width.
 */
static void print_widths(const tool_contest *contest, const width *all, int count, const cli_place *place) {
    int best = 0;
    double slowest = 0.0, next = INFINITY;
    char line[LINE], mine[32], times[24], time[32], bar[4 * BAR];
    for (int i = 1; i < count; i++)
        if (all[i].ns < all[best].ns) best = i;
    for (int i = 0; i < count; i++) {
        slowest = fmax(slowest, all[i].ns);
        if (i != best) next = fmin(next, all[i].ns);
    }
    const char *const title = contest->first->title, *const colon = strstr(title, ": ");
    const char *const size = colon ? colon + 2 : "";
    snprintf(line, sizeof line, "best width for %.*s (%.*s): %s, %s times as fast as the next",
             (int)strcspn(title, " ,:"), title, (int)strcspn(size, " "), size,
             all[best].lanes > 0 ? width_name(&all[best], mine, sizeof mine) : "none",
             tool_ratio_text(next / all[best].ns, times, sizeof times));
    fputc('\n', place->out);
    tool_wrap(line, place->width, place->out);
    for (int i = 0; i < count; i++)
        tool_print(place->out, "  %-22s %8s %s\n", width_name(&all[i], mine, sizeof mine),
                   tool_format_ns(all[i].ns, time, sizeof time),
                   cli_bar(place, BAR * all[i].ns / slowest, bar, sizeof bar));
}

/* For each main algorithm, the longest of the problems that were timed at the most widths. */
static void print_best_widths(const tool_group *groups, size_t count, const cli_place *place) {
    for (size_t g = 0; g < count; g++) {
        const tool_case *const cs = tool_find_case(groups[g].algorithm);
        const tool_contest *found = NULL;
        width widths[MOST_WIDTHS];
        int most = 1;
        for (int i = 0; i < groups[g].count && cs && cs->algorithm->main_job; i++) {
            const int here = find_widths(groups[g].item[i], widths);
            if (here < most || here < 2 ||
                (here == most && found && time_of(groups[g].item[i]) <= time_of(found)))
                continue;
            most = here;
            found = groups[g].item[i];
        }
        if (!found) continue;
        find_widths(found, widths);
        print_widths(found, widths, most, place);
    }
}

/* ---- exceptions --------------------------------------------------------------------------------------- */

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
    print_best_widths(groups, count, place);
    print_remarkable(&c->recorded->subject[0], place);
    tool_groups_free(groups);
}
