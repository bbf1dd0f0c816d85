#include "text/os_memory.h"
#include "report/report.h"
#include "text/display.h"
#include "listing/page.h"
#include "recorded/gaps.h"
#include "system/os_start.h"
#include "report/report_parts.h"
#include "base/status.h"
#include <stdlib.h>
#include <string.h>

static void put_head(tool_report *r) {
    const bool compiled = json_array_size(r->listings) > 0;
    tool_put(&r->out,
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
             "'unsafe-inline'; img-src data:%s\">\n"
             "<link rel=\"icon\" href=\"data:,\">\n<title>crosslane report: ",
             compiled ? "; script-src 'unsafe-inline'" : "");
    for (int i = 0; i < r->recorded->count; i++) {
        tool_put(&r->out, i ? ", " : "");
        tool_put_text(&r->out, r->recorded->subject[i].name);
    }
    tool_put(&r->out, "</title>\n<style>\n");
    tool_out_write(&r->out, tool_report_style, strlen(tool_report_style));
    tool_out_write(&r->out, tool_heat_style, strlen(tool_heat_style));
    tool_out_write(&r->out, tool_scores_style, strlen(tool_scores_style));
    tool_out_write(&r->out, tool_chart_style, strlen(tool_chart_style));
    if (compiled) tool_out_write(&r->out, tool_page_style, strlen(tool_page_style));
    tool_put(&r->out, "</style>\n</head>\n<body>\n");
}

static void put_summary(tool_report *r) {
    const char *first = NULL, *last = NULL;
    size_t rows = 0, well = 0;
    for (int s = 0; s < r->recorded->count; s++)
        for (size_t i = 0; i < json_array_size(r->rows[s]); i++) {
            const json_t *const row = json_array_get(r->rows[s], i);
            const char *const at = json_string_value(json_object_get(row, "recorded_at"));
            rows++;
            well += strcmp(json_string_value(json_object_get(row, "status")), "ok") == 0;
            if (at && (!first || strcmp(at, first) < 0)) first = at;
            if (at && (!last || strcmp(at, last) > 0)) last = at;
        }
    tool_put(&r->out, "<h1>crosslane report</h1>\n<p>%zu rows, %zu of them ok", rows, well);
    if (first) {
        tool_put(&r->out, "; taken from ");
        tool_put_text(&r->out, first);
        tool_put(&r->out, " to ");
        tool_put_text(&r->out, last);
    }
    tool_put(&r->out, "</p>\n");
    tool_tell_files(r->recorded, tool_report_paragraph, r);
}

static void put_contents(tool_report *r, const tool_problems *problems) {
    tool_put(&r->out, "<nav aria-label=\"contents\"><ul><li><a href=\"#devices\">Devices</a></li>\n");
    for (size_t i = 0; i < problems->count; i++) {
        const tool_problem *const p = &problems->item[i];
        if (i > 0 && p[-1].algorithm == p->algorithm) continue;
        tool_put(&r->out, "<li><a href=\"#algorithm-%zu\">", p->algorithm);
        tool_put_text(&r->out, tool_problem_algorithm(r, p));
        tool_put(&r->out, "</a></li>\n");
    }
    if (r->recorded->count > 1) tool_put(&r->out, "<li><a href=\"#comparison\">Comparison</a></li>\n");
    if (json_array_size(r->listings) > 0)
        tool_put(&r->out, "<li><a href=\"#compiled\">Compiled code</a></li>\n");
    tool_put(&r->out, "<li><a href=\"#troubles\">Rows that are not ok</a></li>\n"
                      "<li><a href=\"#words\">What the words mean</a></li></ul></nav>\n");
}

static void put_words(tool_report *r) {
    tool_put(
        &r->out,
        "<h2 id=\"words\">What the words mean</h2>\n<dl>\n"
        "<dt>width</dt><dd>Lanes of a sub-group. <em>none</em>: the strategy uses no sub-groups.</dd>\n"
        "<dt>native</dt><dd>The device's own sub-groups: full markers, solid lines.</dd>\n"
        "<dt>emulated</dt><dd>Sub-groups through local memory: hollow markers, dashed lines. They say little "
        "about "
        "the device's own sub-groups.</dd>\n"
        "<dt>time</dt><dd>Median of a launch; the spread is the median absolute deviation. ~ is noisy: the "
        "median "
        "cannot be relied on to 5 percent.</dd>\n"
        "<dt>GB/s</dt><dd>Bytes that the problem has to move, each input and output once, over the time. 1 "
        "GB is "
        "10<sup>9</sup> bytes.</dd>\n"
        "<dt>GFLOP/s, Gop/s</dt><dd>Arithmetic operations of the problem over the time; a multiply-add "
        "counts as "
        "two.</dd>\n"
        "<dt>ceiling</dt><dd>Bandwidth and arithmetic rate as measured on the device in the same run.</dd>\n"
        "<dt>of the limit</dt><dd>Least time that the launch, the bandwidth and the arithmetic rate allow, "
        "over the "
        "time.</dd>\n</dl>\n</body>\n</html>\n");
}

static void put_page(tool_report *r, const tool_problems *problems, const tool_options *o,
                     const tool_words *names) {
    put_head(r);
    put_summary(r);
    tool_report_verdict(r);
    put_contents(r, problems);
    tool_report_devices(r);
    tool_report_algorithms(r, problems);
    tool_report_traces(r);
    tool_report_comparison(r);
    tool_report_siblings(r, o, names);
    tool_report_promises(r);
    if (json_array_size(r->listings) > 0) {
        tool_put(&r->out, "<h2 id=\"compiled\">Compiled code</h2>\n");
        tool_page_put(&r->out, r->listings, 3);
    }
    tool_report_troubles(r);
    put_words(r);
}

static void choose_rows(tool_report *r, const tool_options *o, const tool_words *names) {
    for (int s = 0; s < r->recorded->count; s++) {
        const json_t *const all = r->recorded->subject[s].records;
        r->rows[s] = tool_need(json_array());
        for (size_t i = 0; i < json_array_size(all); i++) {
            json_t *const row = json_array_get(all, i);
            if (tool_recorded_wants(o, names, row)) json_array_append(r->rows[s], row);
        }
    }
    tool_match_rows(r->recorded, o, names, &r->matches);
    r->contests = tool_contests_make(r->recorded, &r->matches, o, names, r->recorded->count > 1 ? 2 : 1);
}

int tool_report_write(const char *path, const tool_recorded *recorded, const tool_options *o,
                      const tool_words *names, const json_t *listings, xl_error *error) {
    tool_report r = {.recorded = recorded, .listings = listings};
    tool_problems problems;
    int status = tool_out_open(&r.out, path, error);
    if (status != XL_SUCCESS) return status;
    if (!o->force) tool_out_only_new(&r.out);
    r.chart = tool_need(calloc(1, sizeof *r.chart));
    r.looks = tool_need(json_object());
    choose_rows(&r, o, names);
    tool_report_list(&r, &problems);
    put_page(&r, &problems, o, names);
    if (tool_interrupted()) {
        tool_out_abandon(&r.out);
        status = XL_IO;
    } else {
        status = tool_out_close(&r.out, error);
    }
    for (int s = 0; s < recorded->count; s++) json_decref(r.rows[s]);
    tool_contests_free(&r.contests);
    tool_matches_free(&r.matches);
    free(problems.item);
    json_decref(r.looks);
    free(r.chart);
    return status;
}
