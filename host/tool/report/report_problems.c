#include "text/os_memory.h"
#include "text/display.h"
#include "system/os_start.h"
#include "report/report_parts.h"
#include "charts/width_chart.h"
#include "recorded/winners.h"
#include <stdlib.h>
#include <string.h>

static const json_t *record_of(const tool_match *m) {
    for (int i = 0; i < TOOL_MAX_SUBJECTS; i++)
        if (m->record[i]) return m->record[i];
    return NULL;
}

const char *tool_problem_algorithm(const tool_report *r, const tool_problem *p) {
    return tool_text_of(record_of(&r->matches.item[p->first]), "algorithm");
}

static int by_algorithm(const void *a, const void *b) {
    const tool_problem *const x = a, *const y = b;
    if (x->algorithm != y->algorithm) return x->algorithm < y->algorithm ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

void tool_report_list(const tool_report *report, tool_problems *problems) {
    json_t *const numbers = tool_need(json_object());
    *problems = (tool_problems){.item = tool_need(calloc(report->matches.count + 1, sizeof *problems->item))};
    for (size_t i = 0, end; i < report->matches.count; i = end) {
        tool_problem *const p = &problems->item[problems->count++];
        end = tool_problem_end(&report->matches, i);
        *p = (tool_problem){.first = i, .end = end, .algorithm = json_object_size(numbers)};
        const char *const name = tool_problem_algorithm(report, p);
        const json_t *const number = json_object_get(numbers, name);
        if (number)
            p->algorithm = (size_t)json_integer_value(number);
        else
            json_object_set_new(numbers, name, json_integer((json_int_t)p->algorithm));
    }
    json_decref(numbers);
    if (problems->count > 0) qsort(problems->item, problems->count, sizeof *problems->item, by_algorithm);
}

static json_t *rows_of(const tool_report *r, const tool_problem *p, int subject) {
    json_t *const rows = tool_need(json_array());
    for (size_t m = p->first; m < p->end; m++) {
        const json_t *const record = r->matches.item[m].record[subject];
        if (record) json_array_append(rows, (json_t *)record);
    }
    return rows;
}

static bool any_value(const tool_chart *c) {
    for (int i = 0; i < c->count; i++)
        for (int p = 0; p < c->places; p++)
            if (c->series[i].value[p] > 0.0) return true;
    return false;
}

static json_t *rows_beside(const tool_report *r, const tool_problem *p) {
    json_t *const rows = tool_need(json_array());
    for (int s = 0; s < r->recorded->count; s++) {
        json_t *const own = rows_of(r, p, s);
        json_array_extend(rows, own);
        json_decref(own);
    }
    return rows;
}

/* On the axes of all devices. `what`: of the fastest, so that all have one unit. */
static void put_device_charts(tool_report *r, const tool_problem *p, int subject, const json_t *beside,
                              const tool_rate *what) {
    const char *const title = r->matches.item[p->first].title, *const device =
                                                                   r->recorded->subject[subject].name;
    char heading[TOOL_SUBJECT_NAME + 64], letter[8] = "";
    json_t *const rows = rows_of(r, p, subject);
    tool_chart *const c = r->chart;
    if (r->recorded->count > 1) snprintf(letter, sizeof letter, "%c: ", tool_subject_letter(subject));
    for (int rate = 0; rate < 2 && json_array_size(rows) > 0; rate++) {
        const tool_rate *const wanted = rate ? what : NULL;
        tool_width_chart(c, rows, beside, wanted);
        if (rate && !any_value(c)) continue;
        c->bare = true;
        snprintf(c->title, sizeof c->title, "%s against sub-group width on %s. %s",
                 rate ? "Achieved rate" : "Time", device, title);
        snprintf(heading, sizeof heading, "%s%s", letter,
                 !rate                      ? "time against width"
                 : what == &tool_bytes_rate ? "achieved bytes per second"
                                            : "achieved operations per second");
        tool_report_figure(r, heading);
    }
    json_decref(rows);
}

static bool has_best(const tool_report *r, const tool_problem *p) {
    return tool_is_contest(&r->matches.item[p->first], p->end - p->first);
}

static const json_t *fastest_of(const tool_report *r, const tool_problem *p) {
    const json_t *found = NULL;
    for (int s = 0; s < r->recorded->count; s++) {
        const tool_best best =
            tool_best_of(&r->contests, &r->matches.item[p->first], p->end - p->first, s, NULL);
        if (best.record && (!found || tool_median_of(best.record) < tool_median_of(found)))
            found = best.record;
    }
    return found;
}

static void put_charts(tool_report *r, const tool_problem *p) {
    json_t *const beside = rows_beside(r, p);
    const json_t *const fastest = fastest_of(r, p);
    const int left_out = tool_width_chart(r->chart, beside, NULL, NULL);
    if (r->chart->places > 1 && fastest) { /* else the table is enough */
        tool_report_look(r, r->chart);
        tool_chart_legend(&r->out, r->chart);
        tool_put(&r->out, "<div class=\"pair\">\n");
        for (int s = 0; s < r->recorded->count; s++)
            put_device_charts(r, p, s, beside, tool_limiting_rate(fastest));
        tool_put(&r->out, "</div>\n");
        if (left_out > 0)
            tool_put(&r->out,
                     "<p class=\"soft\">%d rows have no room in the charts; the table has all.</p>\n",
                     left_out);
    }
    json_decref(beside);
}

static const char *const row_titles[] = {"strategy",      "#width",      "#time",   "#spread",
                                         "#bytes/s",      "#of ceiling", "#op/s",   "#of ceiling",
                                         "#of the limit", "limited by",  "remarks", NULL};

/* Above 1: a ceiling was measured too low. */
static const char *share_text(double share, char out[32]) {
    if (!(share > 0.0)) return NULL;
    if (share > 1.005)
        snprintf(out, 32, "not valid");
    else if (share < 0.0005)
        snprintf(out, 32, "<0.1%%");
    else
        snprintf(out, 32, share < 0.0995 ? "%.1f%%" : "%.0f%%", 100.0 * share);
    return out;
}

static const char *rate_text(const tool_rate *what, const json_t *record, char out[32]) {
    const double value = tool_rate_achieved(what, record);
    return value > 0.0 ? what->format(value, out, 32) : NULL;
}

static void put_record(tool_report *r, const tool_match *m, const json_t *record, bool best) {
    const tool_rate *const operations = tool_operations_rate(record);
    char width[24], time[40], spread[32], bytes[32], of_bytes[32], ops[32], of_ops[32], limit[32], by[32];
    char remarks[320], reason[256] = "";
    const bool noisy = json_is_true(json_object_get(record, "noisy"));
    tool_format_ns(tool_median_of(record), time, sizeof time - 2);
    if (noisy) memcpy(time + strlen(time), "~", sizeof "~");
    if (tool_text_of(record, "reason")[0]) tool_field_text(record, "reason", reason, sizeof reason);
    const char *const chosen = tool_text_of(record, "strategy_chosen");
    snprintf(remarks, sizeof remarks, "%s%s%.40s%s%s", best ? "the fastest" : "",
             best && chosen[0] ? "; became "
             : chosen[0]       ? "became "
                               : "",
             chosen, reason[0] && (best || chosen[0]) ? "; " : "", reason);
    const char *const cells[] = {m->strategy,
                                 tool_match_width(m, width, sizeof width),
                                 time,
                                 tool_format_ns(tool_number_of(record, "mad_ns"), spread, sizeof spread),
                                 rate_text(&tool_bytes_rate, record, bytes),
                                 share_text(tool_rate_share(&tool_bytes_rate, record), of_bytes),
                                 rate_text(operations, record, ops),
                                 share_text(tool_rate_share(operations, record), of_ops),
                                 share_text(tool_number_of(record, "fraction"), limit),
                                 tool_field_text(record, "limited_by", by, sizeof by),
                                 remarks};
    tool_put_row(&r->out, best ? "best" : NULL, row_titles, cells);
}

static void put_table(tool_report *r, const tool_problem *p, int subject, const tool_best *best) {
    tool_put_table_start(&r->out, row_titles);
    for (size_t m = p->first; m < p->end; m++) {
        const tool_match *const match = &r->matches.item[m];
        if (match->record[subject])
            put_record(r, match, match->record[subject], match == best->match && has_best(r, p));
    }
    tool_put_table_end(&r->out);
}

/* "A: 7.68 us group at 32" of each subject. */
static void put_bests(tool_report *r, const tool_problem *p) {
    if (!has_best(r, p)) return;
    tool_put(&r->out, "<span class=\"soft\">fastest: ");
    bool any = false;
    for (int s = 0; s < r->recorded->count; s++) {
        char text[160];
        const tool_best best =
            tool_best_of(&r->contests, &r->matches.item[p->first], p->end - p->first, s, NULL);
        if (!best.match) continue;
        tool_put(&r->out, any ? "; " : "");
        if (r->recorded->count > 1) tool_put(&r->out, "%c ", tool_subject_letter(s));
        tool_put_text(&r->out, tool_best_text(&best, tool_median_of(best.record), text, sizeof text));
        any = true;
    }
    tool_put(&r->out, "</span>");
}

static void put_problem(tool_report *r, const tool_problem *p, bool open, bool charts) {
    tool_put(&r->out, "<details class=\"problem\"%s><summary>", open ? " open" : "");
    tool_put_text(&r->out, r->matches.item[p->first].title);
    put_bests(r, p);
    tool_put(&r->out, "</summary>\n");
    if (charts) put_charts(r, p);
    for (int s = 0; s < r->recorded->count; s++) {
        const tool_best best =
            tool_best_of(&r->contests, &r->matches.item[p->first], p->end - p->first, s, NULL);
        if (!best.match) continue;
        if (r->recorded->count > 1) {
            tool_put(&r->out, "<h4>%c: ", tool_subject_letter(s));
            tool_put_text(&r->out, r->recorded->subject[s].name);
            tool_put(&r->out, "</h4>\n");
        }
        put_table(r, p, s, &best);
    }
    tool_put(&r->out, "</details>\n");
}

/* Per algorithm: problems shown row by row, and of these drawn; others have their best row. */
enum { OPEN = 2, DRAWN_ALONE = 4, DRAWN = 2, SHOWN = 12 };

static size_t count_best(const tool_report *r, const tool_problem *p, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += has_best(r, &p[i]);
    return found;
}

/* A line each, with each device's fastest. */
static void put_others(tool_report *r, const tool_problem *p, size_t count) {
    const char *titles[TOOL_MAX_SUBJECTS + 2] = {"problem"};
    char letters[TOOL_MAX_SUBJECTS][2] = {""};
    const int subjects = r->recorded->count;
    for (int s = 0; s < subjects; s++) {
        letters[s][0] = tool_subject_letter(s);
        titles[s + 1] = subjects > 1 ? letters[s] : "fastest";
    }
    titles[subjects + 1] = NULL;
    tool_put(&r->out, "<details><summary>%zu further problems, the fastest of each</summary>\n", count);
    tool_put_table_start(&r->out, titles);
    for (size_t i = 0; i < count; i++) {
        const tool_match *const first = &r->matches.item[p[i].first];
        const char *cells[TOOL_MAX_SUBJECTS + 1] = {first->title};
        char text[TOOL_MAX_SUBJECTS][160];
        for (int s = 0; s < subjects; s++) {
            const tool_best best = tool_best_of(&r->contests, first, p[i].end - p[i].first, s, NULL);
            if (best.match && has_best(r, &p[i]))
                cells[s + 1] = tool_best_text(&best, tool_median_of(best.record), text[s], sizeof text[s]);
        }
        tool_put_row(&r->out, NULL, titles, cells);
    }
    tool_put_table_end(&r->out);
    tool_put(&r->out,
             "<p class=\"soft\">Their rows: <code>crosslane show</code> of the files.</p></details>\n");
}

static void put_algorithm(tool_report *r, const tool_problem *p, size_t count) {
    const char *const name = tool_problem_algorithm(r, p);
    tool_put(&r->out, "<h2 id=\"algorithm-%zu\">", p->algorithm);
    tool_put_text(&r->out, name);
    tool_put(&r->out, "</h2>\n");
    tool_report_looks(r, p, count);
    const bool swept = tool_report_sweeps(r, name);
    const size_t charts = r->recorded->count > 1 ? DRAWN : DRAWN_ALONE;
    for (size_t i = 0; i < count && i < SHOWN; i++) put_problem(r, &p[i], i < OPEN && !swept, i < charts);
    const size_t others = count > SHOWN ? count - SHOWN : 0;
    if (others > 0 && count_best(r, p + SHOWN, others) > 0)
        put_others(r, p + SHOWN, others);
    else if (others > 0)
        tool_put(&r->out,
                 "<p class=\"soft\">%zu further problems: <code>crosslane show</code> of the files.</p>\n",
                 others);
}

void tool_report_algorithms(tool_report *r, const tool_problems *problems) {
    for (size_t i = 0, end; i < problems->count; i = end) {
        for (end = i + 1;
             end < problems->count && problems->item[end].algorithm == problems->item[i].algorithm;)
            end++;
        put_algorithm(r, &problems->item[i], end - i);
    }
}
