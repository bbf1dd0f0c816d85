#include "text/os_memory.h"
#include "text/display.h"
#include "report/report_parts.h"
#include "charts/sweep.h"
#include "recorded/winners.h"
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 3 }; /* values that make a curve */

/* "": the sub-group's width. */
static void axis_of(const tool_sweep *sweep, char *out, size_t size) {
    snprintf(out, size, "%.*s", sweep->by_width ? 0 : (int)strcspn(sweep->axis, "="), sweep->axis);
}

/* How many of a sweep's settings a row has. */
static int agreement(const tool_sweep *sweep, const json_t *row) {
    int count = 0;
    for (int i = 0; sweep->settings && sweep->settings[i]; i++)
        count += tool_record_has_setting(row, sweep->settings[i]);
    return count;
}

/* True if another sweep of the axis fits the row better. Of widths, only those of the sweep's own problem are
   drawn. */
static bool is_anothers(const tool_sweep *sweeps, const tool_sweep *sweep, const json_t *row) {
    char axis[64], other[64];
    int settings = 0;
    axis_of(sweep, axis, sizeof axis);
    while (sweep->settings && sweep->settings[settings]) settings++;
    if (sweep->by_width) return agreement(sweep, row) < settings;
    for (const tool_sweep *s = sweeps; s->name; s++) {
        axis_of(s, other, sizeof other);
        if (s == sweep || strcmp(axis, other) != 0) continue;
        const int own = agreement(sweep, row), its = agreement(s, row);
        if (its > own || (its == own && s < sweep)) return true;
    }
    return false;
}

/* Rows that differ only in the axis: a list per problem. */
static json_t *groups_of(const tool_report *r, int subject, const char *algorithm, const tool_sweep *sweep) {
    json_t *const groups = tool_need(json_object());
    char axis[64], key[512];
    axis_of(sweep, axis, sizeof axis);
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        json_t *const row = json_array_get(r->rows[subject], i);
        if (strcmp(tool_text_of(row, "kind"), "bench") != 0 ||
            strcmp(tool_text_of(row, "algorithm"), algorithm) != 0)
            continue;
        tool_record_problem(row, axis, key, sizeof key);
        json_t *list = json_object_get(groups, key);
        if (!list) {
            list = tool_need(json_array());
            json_object_set_new(groups, key, list);
        }
        json_array_append(list, row);
    }
    return groups;
}

static int values_that_ran(const tool_curves *curves) {
    int count = 0;
    for (int v = 0; v < curves->values; v++) count += tool_curves_best(curves, v) >= 0;
    return count;
}

/* A row per value, a column per strategy; marks the fastest. */
static void put_table(tool_report *r, const tool_curves *curves) {
    const char *titles[TOOL_SWEEP_CURVES + 3];
    char names[TOOL_SWEEP_CURVES][66];
    titles[0] = curves->sweep->title;
    for (int i = 0; i < curves->count; i++) {
        snprintf(names[i], sizeof names[i], "#%s", curves->curve[i].strategy);
        titles[i + 1] = names[i];
    }
    titles[curves->count + 1] = "fastest";
    titles[curves->count + 2] = NULL;
    tool_put_table_start(&r->out, titles);
    for (int v = 0; v < curves->values; v++) {
        char text[TOOL_SWEEP_CURVES][64];
        const char *cells[TOOL_SWEEP_CURVES + 2] = {curves->label[v]};
        for (int i = 0; i < curves->count; i++) {
            const tool_curve *const curve = &curves->curve[i];
            char time[32];
            snprintf(text[i], sizeof text[i], "%s", curve->point[v].status[0] ? curve->point[v].status : "-");
            if (curve->point[v].ns > 0.0)
                snprintf(text[i], sizeof text[i], "%s%s",
                         tool_format_ns(curve->point[v].ns, time, sizeof time),
                         curve->point[v].emulated ? " (emul)" : "");
            cells[i + 1] = text[i];
        }
        const int best = tool_curves_best(curves, v);
        cells[curves->count + 1] = best >= 0 ? curves->curve[best].strategy : NULL;
        tool_put_row(&r->out, NULL, titles, cells);
    }
    tool_put_table_end(&r->out);
}

static void put_growth(tool_report *r, const tool_curves *curves) {
    const char *titles[TOOL_GROWTH_COLUMNS + 1] = {NULL}, *cells[TOOL_GROWTH_COLUMNS];
    char cell[TOOL_GROWTH_COLUMNS][TOOL_GROWTH_CELL];
    bool begun = false;
    for (int i = 0; i < TOOL_GROWTH_COLUMNS; i++) {
        titles[i] = tool_growth_titles[i];
        cells[i] = cell[i];
    }
    for (int i = 0; i < curves->count; i++) {
        if (!tool_curves_growth_row(curves, i, cell)) continue;
        if (!begun) {
            tool_put(&r->out, "<p>time = factor &middot; ");
            tool_put_text(&r->out, curves->sweep->name);
            tool_put(&r->out, "<sup>exponent</sup>, over the upper half of the values</p>\n");
            tool_put_table_start(&r->out, titles);
        }
        begun = true;
        tool_put_row(&r->out, NULL, titles, cells);
    }
    if (begun) tool_put_table_end(&r->out);
}

static void put_sweep(tool_report *r, int subject, const tool_curves *curves, const json_t *row) {
    char heading[900], answer[512], problem[512], untimed[512];
    tool_curves_chart(curves, r->recorded->subject[subject].name, r->chart);
    tool_record_title(row, problem, sizeof problem);
    snprintf(heading, sizeof heading, "%s: %s", curves->algorithm, curves->sweep->question);
    tool_put(&r->out, "<div class=\"pair\">\n");
    tool_report_figure(r, heading);
    tool_put(&r->out, "<div><p>");
    if (r->recorded->count > 1) tool_put(&r->out, "%c, ", tool_subject_letter(subject));
    tool_put_text(&r->out, r->recorded->subject[subject].name);
    tool_put(&r->out, ": ");
    tool_put_text(&r->out, (tool_curves_answer(curves, answer, sizeof answer), answer));
    tool_curves_untimed(curves, untimed, sizeof untimed);
    tool_put(&r->out, untimed[0] ? "; " : "");
    tool_put_text(&r->out, untimed);
    tool_put(&r->out,
             ". <span class=\"soft\">Of several widths the fastest, native before emulated. The first row: ");
    tool_put_text(&r->out, problem);
    if (curves->sweep->per_step) tool_put(&r->out, ". Times of one step of a lane");
    if (curves->sweep->less) {
        tool_put(&r->out, ". Less the time of ");
        tool_put_text(&r->out, curves->sweep->less);
    }
    tool_put(&r->out, ".</span></p>\n");
    put_table(r, curves);
    put_growth(r, curves);
    tool_put(&r->out, "</div></div>\n");
}

/* The first problem is open, others of the same question unfold. */
static bool put_groups(tool_report *r, int subject, const tool_case *cs, const tool_sweep *sweep,
                       tool_curves *curves) {
    json_t *const groups = groups_of(r, subject, cs->algorithm->name, sweep), *rows;
    const char *key;
    int shown = 0;
    json_object_foreach(groups, key, rows) {
        const json_t *const first = json_array_get(rows, 0);
        if (json_array_size(rows) < FEWEST || is_anothers(cs->sweeps, sweep, first)) continue;
        tool_curves_start(curves, sweep, cs->algorithm->name);
        for (size_t i = 0; i < json_array_size(rows); i++) tool_curves_add(curves, json_array_get(rows, i));
        tool_curves_trim(curves);
        if (values_that_ran(curves) < FEWEST) continue;
        if (shown == 1) tool_put(&r->out, "<details><summary>The same question, other problems</summary>\n");
        put_sweep(r, subject, curves, first);
        shown++;
    }
    if (shown > 1) tool_put(&r->out, "</details>\n");
    json_decref(groups);
    return shown > 0;
}

bool tool_report_sweeps(tool_report *r, const char *algorithm) {
    const tool_case *const cs = tool_find_case(algorithm);
    bool any = false;
    if (!cs || !cs->sweeps) return false;
    tool_curves *const curves = tool_need(malloc(sizeof *curves));
    for (const tool_sweep *s = cs->sweeps; s->name; s++)
        for (int subject = 0; subject < r->recorded->count; subject++)
            any = put_groups(r, subject, cs, s, curves) || any;
    free(curves);
    return any;
}
