#include "text/display.h"
#include "report/report_parts.h"
#include "recorded/gaps.h"
#include "recorded/siblings.h"
#include "verdict/verdict.h"
#include <string.h>

enum { MAX_COLUMNS = 2 + 3 * TOOL_MAX_SUBJECTS };
enum { LISTED = 40 }; /* problems of one device in one list */

void tool_report_paragraph(void *user, const char *line) {
    tool_report *const r = user;
    tool_put(&r->out, "<p>");
    tool_put_text(&r->out, line + strspn(line, " "));
    tool_put(&r->out, "</p>\n");
}

/* Indented lines belong to the sentence above. */
static void put_verdict_line(void *user, const char *line) {
    tool_report *const r = user;
    if (!line[0]) return;
    tool_put(&r->out, line[0] == ' ' ? "<p class=\"soft under\">" : "<p>");
    tool_put_text(&r->out, line + strspn(line, " "));
    tool_put(&r->out, "</p>\n");
}

static void put_alone(tool_report *r) {
    const bool folded = r->contests.count > LISTED;
    if (folded) tool_put(&r->out, "<details><summary>%zu problems</summary>\n", r->contests.count);
    tool_verdict_tell_alone(&r->contests, put_verdict_line, r);
    if (folded) tool_put(&r->out, "</details>\n");
}

void tool_report_names(tool_report *r) {
    tool_put(&r->out, "<p>");
    for (int s = 0; s < r->recorded->count; s++) {
        tool_put(&r->out, "%s%c: ", s ? ", " : "", tool_subject_letter(s));
        tool_put_text(&r->out, r->recorded->subject[s].name);
    }
    tool_put(&r->out, "</p>\n");
}

void tool_report_verdict(tool_report *r) {
    const int subjects = r->recorded->count;
    if (r->contests.count == 0) return;
    tool_put(&r->out, "<h2 id=\"verdict\">%s</h2>\n",
             subjects > 1 ? "Which is better at what, and why" : "What this device is good at");
    tool_report_names(r);
    if (subjects == 1) {
        put_alone(r);
        return;
    }
    tool_report_scores(r);
    tool_report_heat(r);
    tool_put(&r->out, "<details><summary>Algorithm by algorithm</summary>\n");
    tool_verdict_tell(&r->contests, put_verdict_line, r);
    tool_put(&r->out, "</details>\n");
}

static void put_match(tool_report *r, const char *const *titles, const tool_match *m) {
    char width[24], time[TOOL_MAX_SUBJECTS][32], ratio[TOOL_MAX_SUBJECTS][24];
    const char *cells[MAX_COLUMNS] = {m->strategy, tool_match_width(m, width, sizeof width)}, *kind = NULL;
    int used = 2;
    for (int i = 0; i < r->recorded->count; i++) {
        const json_t *const a = m->record[0], *const b = m->record[i];
        cells[used++] = b ? tool_format_ns(tool_time_compared(m->record, r->recorded->count, 0, i), time[i],
                                           sizeof time[i])
                          : NULL;
        if (i == 0) continue;
        if (!a || !b) {
            cells[used++] = NULL;
            cells[used++] = a && m->failed[i] ? tool_failed_word(m->failed[i])
                            : a               ? "A alone"
                            : b               ? "not in A"
                                              : NULL;
            continue;
        }
        const tool_rank found = tool_rank_rows(a, b);
        const char *const word = tool_rank_word(found);
        snprintf(ratio[i], sizeof ratio[i], "%.2f", tool_rows_ratio(a, b));
        cells[used++] = found == TOOL_RANK_UNTIMED ? NULL : ratio[i];
        cells[used++] = word;
        if (r->recorded->count == 2 && (found == TOOL_RANK_FASTER || found == TOOL_RANK_SLOWER)) kind = word;
    }
    tool_put_row(&r->out, kind, titles, cells);
}

static void put_rows(tool_report *r) {
    static const char *const verdict = "verdict";
    const int subjects = r->recorded->count;
    char names[TOOL_MAX_SUBJECTS][2][8];
    const char *titles[MAX_COLUMNS + 1] = {"strategy", "#width"};
    int used = 2;
    for (int i = 0; i < subjects; i++) {
        snprintf(names[i][0], sizeof names[i][0], "#%c", tool_subject_letter(i));
        snprintf(names[i][1], sizeof names[i][1], "#%c/A", tool_subject_letter(i));
        titles[used++] = names[i][0];
        if (i == 0) continue;
        titles[used++] = names[i][1];
        titles[used++] = verdict;
    }
    titles[used] = NULL;
    tool_put(&r->out, "<h3>Row by row</h3>\n");
    for (size_t i = 0, end; i < r->matches.count; i = end) {
        end = tool_problem_end(&r->matches, i);
        if (!tool_problem_is_shared(&r->matches, subjects, i, end)) continue;
        tool_put(&r->out, "<details><summary>");
        tool_put_text(&r->out, r->matches.item[i].title);
        tool_put(&r->out, "</summary>\n");
        tool_put_table_start(&r->out, titles);
        for (size_t m = i; m < end; m++) put_match(r, titles, &r->matches.item[m]);
        tool_put_table_end(&r->out);
        tool_put(&r->out, "</details>\n");
    }
}

void tool_report_comparison(tool_report *r) {
    if (r->recorded->count < 2) return;
    tool_put(&r->out, "<h2 id=\"comparison\">Comparison</h2>\n");
    tool_report_names(r);
    if (r->contests.count > 0) {
        tool_tell_notes(r->recorded, &r->matches, tool_report_paragraph, r);
        put_rows(r);
        tool_tell_gaps(r->recorded, &r->matches, tool_report_paragraph, r);
        tool_report_paragraph(r, tool_verdict_legend);
    } else {
        tool_report_paragraph(r, tool_contests_none(&r->contests));
    }
}

typedef struct heading {
    tool_report *report;
    bool begun;
} heading;

/* The heading comes with the first line. */
static void put_under_heading(void *user, const char *line) {
    heading *const h = user;
    if (!h->begun) tool_put(&h->report->out, "<h2 id=\"equal\">Equal devices</h2>\n");
    h->begun = true;
    tool_report_paragraph(h->report, line);
}

void tool_report_siblings(tool_report *r, const tool_options *o, const tool_words *names) {
    heading h = {.report = r};
    tool_siblings_tell_files(r->recorded, o, names, put_under_heading, &h);
}
