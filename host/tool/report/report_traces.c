#include "base/number.h"
#include "report/report_parts.h"
#include "recorded/winners.h"
#include <stdlib.h>
#include <string.h>

enum { LANES = 128, CELL = 32, DIGITS = 6 };

static long long number_of(const json_t *object, const char *field) {
    return (long long)json_integer_value(json_object_get(object, field));
}

static const char *cell_text(const json_t *value, char out[CELL]) {
    char text[XL__NUMBER_TEXT];
    if (json_is_string(value)) return json_string_value(value);
    if (json_is_integer(value))
        snprintf(out, CELL, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(out, CELL, "%s", xl__number_text(json_real_value(value), DIGITS, text));
    else
        return NULL; /* the lane skipped the step */
    return out;
}

static void put_steps(tool_report *r, const json_t *trace) {
    const long long first = number_of(trace, "first_lane"), last = number_of(trace, "last_lane");
    const bool sane = first >= 0 && last >= first && last < (1 << 20) && last - first < LANES;
    const int lanes = sane ? (int)(last - first) + 1 : 0;
    char names[LANES][CELL], text[LANES][CELL];
    const char *titles[LANES + 2] = {"lane"}, *cells[LANES + 1];
    const json_t *const steps = json_object_get(trace, "steps");
    for (int l = 0; l < lanes; l++) {
        snprintf(names[l], sizeof names[l], "#%lld", first + l);
        titles[l + 1] = names[l];
    }
    titles[lanes + 1] = NULL;
    tool_put_table_start(&r->out, titles);
    for (size_t i = 0; i < json_array_size(steps); i++) {
        const json_t *const step = json_array_get(steps, i), *const values = json_object_get(step, "values");
        cells[0] = json_string_value(json_object_get(step, "name"));
        for (int l = 0; l < lanes; l++) cells[l + 1] = cell_text(json_array_get(values, (size_t)l), text[l]);
        tool_put_row(&r->out, NULL, titles, cells);
    }
    tool_put_table_end(&r->out);
}

static void put_trace(tool_report *r, int subject, const json_t *row) {
    const json_t *const trace = json_object_get(row, "trace");
    char title[512];
    tool_record_title(row, title, sizeof title);
    tool_put(&r->out, "<details open><summary>");
    tool_put_text(&r->out, title);
    tool_put(&r->out, ", ");
    tool_put_text(&r->out, json_string_value(json_object_get(row, "strategy")));
    tool_put(&r->out, "<span class=\"soft\">");
    tool_put_text(&r->out, r->recorded->subject[subject].name);
    tool_put(&r->out, ": work-group %lld, sub-group %lld of %lld lanes, %s</span></summary>\n",
             number_of(trace, "group"), number_of(trace, "sub_group"), number_of(trace, "width"),
             tool_record_is_emulated(row) ? "emulated" : "native");
    put_steps(r, trace);
    if (number_of(trace, "lost") > 0)
        tool_put(&r->out, "<p class=\"soft\">%lld of %lld records were lost.</p>\n", number_of(trace, "lost"),
                 number_of(trace, "recorded"));
    if (json_is_true(json_object_get(trace, "cut")))
        tool_put(&r->out, "<p class=\"soft\">There are more steps than these.</p>\n");
    tool_put(&r->out, "</details>\n");
}

void tool_report_traces(tool_report *r) {
    bool any = false;
    for (int s = 0; s < r->recorded->count; s++)
        for (size_t i = 0; i < json_array_size(r->rows[s]); i++) {
            const json_t *const row = json_array_get(r->rows[s], i);
            if (!json_is_object(json_object_get(row, "trace"))) continue;
            if (!any) tool_put(&r->out, "<h2 id=\"traces\">Traces</h2>\n");
            any = true;
            put_trace(r, s, row);
        }
}
