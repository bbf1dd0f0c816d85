/* print_scores.c - a row per algorithm: the faster device, by how much, and why. */
#include "print/print_scores.h"
#include "recorded/tables.h"
#include "text/display.h"
#include "text/os_memory.h"
#include "text/table.h"
#include "text/wrap.h"
#include "text/print.h"
#include "verdict/scores.h"
#include "verdict/verdict.h"
#include <math.h>
#include <string.h>

enum { SCREEN = 80, MOST_BAR = 24, MAX_COLUMNS = 3 + TOOL_MAX_SUBJECTS, LINE = 1024 };

int cli_place_width(const cli_place *place) {
    return place->width > 0 ? place->width : SCREEN;
}

static int bar_columns(const cli_place *place) {
    const int room = (cli_place_width(place) - SCREEN) / 5 + 6;
    return room < MOST_BAR ? room : MOST_BAR;
}

const char *cli_bar(const cli_place *place, double columns, char *out, size_t size) {
    const int cells = (int)lround(columns);
    out[0] = '\0';
    for (int i = 0; i < (cells > 0 ? cells : 1); i++)
        tool_text_append(out, size, "%s", place->blocks ? "\xe2\x96\x88" : "#");
    return out;
}

/* The ratio of a full bar: the table's largest, at least 2. */
static double full_bar(const tool_scores *scores) {
    return fmax(scores->count > 0 ? scores->item[0].ratio : 1.0, 2.0);
}

/* "H200, H100 and EPYC"; letters if the short names are not distinct. On a wide screen names end where the
   table does. */
static void print_names(const tool_scores *scores, const tool_recorded *r, const cli_place *place) {
    char line[LINE] = "";
    for (int s = 0; s < r->count; s++) {
        tool_text_append(line, sizeof line, "%s%s",
                         s == 0              ? ""
                         : s == r->count - 1 ? " and "
                                             : ", ",
                         scores->name[s]);
        if (scores->lettered) tool_text_append(line, sizeof line, ": %s", r->subject[s].name);
    }
    char head[LINE];
    snprintf(head, sizeof head, "%d devices, %zu algorithm%s%s%s", r->count, scores->count,
             scores->count == 1 ? "" : "s", scores->alternated ? ", measured in alternation" : "",
             r->count > 2 ? ": times as long as the fastest" : "");
    const size_t room = (size_t)cli_place_width(place), used = strlen(head) + tool_text_width(line) + 2;
    if (used <= room)
        tool_print(place->out, "%s%*s%s\n", head, used < SCREEN ? (int)(SCREEN - used) + 2 : 2, "", line);
    else
        tool_print(place->out, "%s\n", head), tool_wrap(line, place->width, place->out);
}

static tool_style style_of(const tool_score *score) {
    return score->winner == 0 ? TOOL_GOOD : score->winner > 0 ? TOOL_WARN : TOOL_FAINT;
}

static tool_table *table_of_two(const tool_scores *scores, const cli_place *place) {
    static const tool_column columns[] = {{"algorithm", TOOL_LEFT, 0},
                                          {"faster", TOOL_LEFT, 0},
                                          {"times", TOOL_RIGHT, 0},
                                          {"", TOOL_LEFT, 0},
                                          {"why", TOOL_LEFT, 0}};
    tool_table *const table = tool_table_make(columns, sizeof columns / sizeof *columns);
    const double full = log(full_bar(scores));
    for (size_t i = 0; i < scores->count; i++) {
        const tool_score *const score = &scores->item[i];
        char times[24], cells[4 * MOST_BAR];
        tool_table_add(table,
                       (const char *[]){score->algorithm, tool_score_winner(scores, score),
                                        tool_ratio_text(score->ratio, times, sizeof times),
                                        score->winner >= 0
                                            ? cli_bar(place, bar_columns(place) * log(score->ratio) / full,
                                                      cells, sizeof cells)
                                            : "",
                                        score->why},
                       style_of(score));
    }
    return table;
}

/* Each column: the device's time as a multiple of the fastest. */
static tool_table *table_of_many(const tool_scores *scores, const tool_recorded *r) {
    tool_column columns[MAX_COLUMNS] = {{"algorithm", TOOL_LEFT, 0}};
    size_t count = 1;
    for (int s = 0; s < r->count; s++) columns[count++] = (tool_column){scores->name[s], TOOL_RIGHT, 5};
    columns[count++] = (tool_column){"why the fastest is ahead of the next", TOOL_LEFT, 0};
    tool_table *const table = tool_table_make(columns, count);
    for (size_t c = 1; c < count; c++) tool_table_part(table, c);
    for (size_t i = 0; i < scores->count; i++) {
        const tool_score *const score = &scores->item[i];
        char times[TOOL_MAX_SUBJECTS][24];
        const char *cells[MAX_COLUMNS] = {score->algorithm};
        for (int s = 0; s < r->count; s++)
            cells[1 + s] = tool_score_times(score, s, times[s], sizeof times[s]);
        cells[1 + r->count] = score->why;
        tool_table_add(table, cells, score->winner >= 0 ? TOOL_PLAIN : TOOL_FAINT);
    }
    return table;
}

static void print_line(void *user, const char *line) {
    const cli_place *const place = user;
    tool_wrap(line, place->width, place->out);
}

static bool any_limit(const tool_scores *scores) {
    for (size_t i = 0; i < scores->count; i++)
        if (strstr(scores->item[i].why, " limit")) return true;
    return false;
}

static bool any_untimed(const tool_scores *scores, int subjects) {
    for (size_t i = 0; i < scores->count; i++)
        for (int s = 0; s < subjects; s++)
            if (scores->item[i].times[s] <= 0.0) return true;
    return false;
}

static void print_legend(const tool_scores *scores, int subjects, const cli_place *place) {
    const struct {
        bool used;
        const char *meaning;
    } words[] = {
        {any_limit(scores), "limit: least time that memory, arithmetic and launch allow; caches can beat it"},
        {scores->close > 0, "undecided: the first two differ by at most 2%, or by less than the noise"},
        {any_untimed(scores, subjects), "none: not measured"}};
    char line[LINE] = "", full[24];
    if (subjects == 2 && scores->count > 0 && scores->item[0].winner >= 0)
        tool_text_append(line, sizeof line, "bar: logarithm of times, full at %s",
                         tool_ratio_text(full_bar(scores), full, sizeof full));
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].used) tool_text_append(line, sizeof line, "%s%s", line[0] ? "; " : "", words[i].meaning);
    if (line[0]) tool_wrap(line, place->width, place->out);
}

void cli_print_scores(const tool_contests *c, const cli_place *place) {
    const tool_recorded *const r = c->recorded;
    tool_scores scores = tool_scores_make(c);
    char line[LINE];
    print_names(&scores, r, place);
    tool_verdict_processors(c, scores.name, print_line, (void *)place);
    tool_scores_sum(&scores, r->count, line, sizeof line);
    if (r->count > 2) tool_wrap(line, place->width, place->out); /* before a table that may be split in two */
    tool_table *const table = r->count == 2 ? table_of_two(&scores, place) : table_of_many(&scores, r);
    tool_table_narrow(table, (size_t)cli_place_width(place));
    tool_table_print(table, place->out, place->width, place->colour);
    tool_table_free(table);
    if (r->count == 2) tool_wrap(line, place->width, place->out);
    print_legend(&scores, r->count, place);
    tool_scores_free(&scores);
}

static void add_cell(xl__text *out, const char *text) {
    xl__text_format(out, " ");
    tool_markdown_add(out, text);
    xl__text_format(out, " |");
}

static void add_titles(xl__text *out, const tool_scores *scores, int subjects) {
    xl__text_format(out, "## Verdict\n\n| algorithm |%s", subjects == 2 ? " faster | times |" : "");
    for (int s = 0; s < subjects && subjects > 2; s++) add_cell(out, scores->name[s]);
    xl__text_format(out, " why |\n|---|%s", subjects == 2 ? "---|" : "---:|");
    for (int s = 1; s < subjects; s++) xl__text_format(out, "---:|");
    xl__text_format(out, "---|\n");
}

static void add_score(xl__text *out, const tool_scores *scores, const tool_score *score, int subjects) {
    char times[24];
    xl__text_format(out, "|");
    add_cell(out, score->algorithm);
    if (subjects == 2) {
        add_cell(out, tool_score_winner(scores, score));
        add_cell(out, tool_ratio_text(score->ratio, times, sizeof times));
    }
    for (int s = 0; s < subjects && subjects > 2; s++)
        add_cell(out, tool_score_times(score, s, times, sizeof times));
    add_cell(out, score->why);
    xl__text_format(out, "\n");
}

void cli_print_scores_markdown(const tool_contests *c, FILE *out) {
    char line[LINE];
    xl__text text = {0};
    const int subjects = c->recorded->count;
    tool_scores scores = tool_scores_make(c);
    add_titles(&text, &scores, subjects);
    for (size_t i = 0; i < scores.count; i++) add_score(&text, &scores, &scores.item[i], subjects);
    tool_print(out, "%s\n", (const char *)tool_need(text.data));
    xl__text_free(&text);
    tool_markdown_add(&text, tool_scores_sum(&scores, subjects, line, sizeof line));
    tool_print(out, "%s\n\n", (const char *)tool_need(text.data));
    xl__text_free(&text);
    tool_scores_free(&scores);
}
