/* print_verdict.c - prints the verdict, and the comparison of strategies. */
#ifndef _POSIX_C_SOURCE
#endif
#include "print/print_alone.h"
#include "print/print_scores.h"
#include "text/display.h"
#include "text/table.h"
#include "text/wrap.h"
#include "text/print.h"
#include "verdict/verdict.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 1 + 4 * TOOL_MAX_SUBJECTS };

typedef struct telling {
    const tool_recorded *recorded;
    const cli_place *place;
} telling;

/* The length of NAME in "lerp: NAME is 1.27 times as fast ..."; 0 for other sentences. */
static size_t winner_at(const tool_recorded *r, const char *text) {
    for (int i = 0; i < r->count; i++) {
        const size_t length = strlen(r->subject[i].name);
        if (strncmp(text, r->subject[i].name, length) == 0 && strncmp(text + length, " is ", 4) == 0)
            return length;
    }
    return 0;
}

static void print_winner(const tool_recorded *r, const char *text, FILE *out) {
    const char *const colon = *text != ' ' ? strstr(text, ": ") : NULL;
    const char *const name = colon ? colon + 2 : text;
    const size_t length = colon ? winner_at(r, name) : 0;
    if (length == 0) {
        tool_print(out, "%s", text);
        return;
    }
    tool_print(out, "%.*s", (int)(name - text), text);
    tool_print_green(out, name, length);
    tool_print(out, "%s", name + length);
}

/* The caller frees the text. NULL: unreadable. */
static char *written_to(FILE *file) {
    const long size = ftell(file);
    char *const text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (!text) return NULL;
    rewind(file);
    text[fread(text, 1, (size_t)size, file)] = '\0';
    return text;
}

static void print_line(void *user, const char *line) {
    const telling *const t = user;
    const cli_place *const place = t->place;
    FILE *const aside = place->colour ? tmpfile() : NULL;
    tool_wrap(line, place->width, aside ? aside : place->out);
    if (!aside) return;
    char *const text = written_to(aside);
    fclose(aside);
    if (text) print_winner(t->recorded, text, place->out);
    free(text);
}

void cli_print_verdict(const tool_contests *c, const cli_place *place) {
    const int subjects = c->recorded->count;
    telling t = {c->recorded, place};
    for (int i = 0; i < subjects && subjects > 1; i++)
        tool_print(place->out, "%c: %s\n", tool_subject_letter(i), c->recorded->subject[i].name);
    if (subjects == 1) tool_print(place->out, "what %s is good at:\n", c->recorded->subject[0].name);
    if (subjects > 1) fputc('\n', place->out);
    (subjects > 1 ? tool_verdict_tell : tool_verdict_tell_alone)(c, print_line, &t);
}

void cli_end_with_verdict(const tool_recorded *recorded, const tool_options *options, const tool_words *names,
                          const cli_place *place) {
    tool_matches matches;
    tool_match_rows(recorded, options, names, &matches);
    tool_contests contests =
        tool_contests_make(recorded, &matches, options, names, recorded->count > 1 ? 2 : 1);
    if (contests.count > 0 && recorded->count > 1)
        cli_print_scores(&contests, place);
    else if (contests.count > 0)
        cli_print_alone(&contests, place);
    else if (matches.count > 0)
        cli_print_verdict(&contests, place);
    if (matches.count > 0) fputc('\n', place->out);
    tool_contests_free(&contests);
    tool_matches_free(&matches);
}

static bool has_word(const char *text, const char *word, size_t length) {
    for (const char *at = text; (at = strstr(at, " "));)
        if (strncmp(++at, word, length) == 0 && strchr(" ", at[length])) return true;
    return false;
}

const char *cli_short_strategy(const tool_match *rows, size_t count, const tool_match *row, char *out,
                               size_t size) {
    const size_t base = strcspn(row->strategy, " ");
    snprintf(out, size, "%.*s", (int)base, row->strategy);
    for (const char *at = row->strategy + base; *at;) {
        const char *const word = at + strspn(at, " ");
        const size_t length = strcspn(word, " ");
        bool differs = false;
        for (size_t i = 0; i < count && length > 0; i++) {
            const char *const other = rows[i].strategy;
            if (strcspn(other, " ") == base && strncmp(other, row->strategy, base) == 0)
                differs = differs || !has_word(other, word, length);
        }
        if (differs) tool_text_append(out, size, " %.*s", (int)length, word);
        at = word + length;
    }
    return out;
}

static bool is_earlier(const tool_contest *contest, size_t row) {
    for (size_t i = 0; i < row; i++)
        if (strcmp(contest->first[i].strategy, contest->first[row].strategy) == 0) return true;
    return false;
}

static const char *beside_first(const tool_contests *c, const tool_contest *contest, const tool_best *bests,
                                int subject, const tool_match *row, tool_rank *found) {
    const json_t *const a = bests[0].record, *const b = bests[subject].record;
    *found = a && b ? tool_rank_rows(a, b) : TOOL_RANK_FEW;
    if (a && b) return tool_rank_told(*found, c->recorded->count);
    if (!a && !b) return "";
    return b ? "not in A" : tool_contest_lacking(c, contest, subject, row);
}

static void add_row(tool_table *table, const tool_contests *c, const tool_contest *contest,
                    const tool_match *row) {
    tool_best bests[TOOL_MAX_SUBJECTS];
    const json_t *records[TOOL_MAX_SUBJECTS];
    char time[TOOL_MAX_SUBJECTS][32], width[TOOL_MAX_SUBJECTS][24], ratio[TOOL_MAX_SUBJECTS][24];
    char name[sizeof row->strategy];
    const char *cells[MAX_COLUMNS] = {
        cli_short_strategy(contest->first, contest->rows, row, name, sizeof name)};
    const int subjects = c->recorded->count;
    tool_style style = TOOL_PLAIN;
    int used = 1;
    for (int i = 0; i < subjects; i++) {
        bests[i] = tool_best_of(c, contest->first, contest->rows, i, row->strategy);
        records[i] = bests[i].record;
    }
    for (int i = 0; i < subjects; i++) {
        tool_rank found;
        const tool_best *const best = &bests[i];
        const bool there = best->record != NULL;
        cells[used++] =
            there ? tool_format_ns(tool_time_compared(records, subjects, 0, i), time[i], sizeof time[i]) : "";
        if (subjects <= TOOL_FEW_SUBJECTS)
            cells[used++] =
                there && best->match->width ? tool_match_width(best->match, width[i], sizeof width[i]) : "";
        if (i == 0) continue;
        const char *const word = beside_first(c, contest, bests, i, row, &found);
        const bool both = bests[0].record && there && found != TOOL_RANK_UNTIMED;
        cells[used++] =
            both ? tool_ratio_text(tool_rows_ratio(bests[0].record, best->record), ratio[i], sizeof ratio[i])
                 : "";
        cells[used++] = word;
        if (both && subjects == 2)
            style = found == TOOL_RANK_FASTER   ? TOOL_GOOD
                    : found == TOOL_RANK_SLOWER ? TOOL_WARN
                                                : TOOL_PLAIN;
    }
    tool_table_add(table, cells, style);
}

static tool_table *make_table(int subjects) {
    static char titles[TOOL_MAX_SUBJECTS][2][8];
    tool_column columns[MAX_COLUMNS] = {{"strategy", TOOL_LEFT, 10}};
    size_t count = 1, parts[TOOL_MAX_SUBJECTS] = {0};
    for (int i = 0; i < subjects; i++) {
        snprintf(titles[i][0], sizeof titles[i][0], "%c", tool_subject_letter(i));
        snprintf(titles[i][1], sizeof titles[i][1], "%c/A", tool_subject_letter(i));
        parts[i] = count;
        columns[count++] = (tool_column){titles[i][0], TOOL_RIGHT, 7};
        if (subjects <= TOOL_FEW_SUBJECTS) columns[count++] = (tool_column){"at", TOOL_LEFT, 2};
        if (i == 0) continue;
        columns[count++] = (tool_column){titles[i][1], TOOL_RIGHT, 5};
        columns[count++] = (tool_column){"", TOOL_LEFT, subjects > TOOL_FEW_SUBJECTS ? 1 : 6};
    }
    tool_table *const table = tool_table_make(columns, count);
    for (int i = 1; i < subjects; i++) tool_table_part(table, parts[i]);
    return table;
}

void cli_print_strategies(const tool_contests *c, const cli_place *place) {
    if (c->count > 0) tool_print(place->out, "\nEach strategy, each device at its best width:\n");
    for (size_t i = 0; i < c->count; i++) {
        const tool_contest *const contest = &c->item[i];
        tool_table *const table = make_table(c->recorded->count);
        for (size_t m = 0; m < contest->rows; m++)
            if (!is_earlier(contest, m)) add_row(table, c, contest, &contest->first[m]);
        tool_print(place->out, "\n%s\n", contest->first->title);
        tool_table_narrow(table, place->width ? (size_t)place->width : 80);
        tool_table_print(table, place->out, place->width, place->colour);
        tool_table_free(table);
    }
}
