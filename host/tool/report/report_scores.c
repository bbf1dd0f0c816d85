#include "report/report_parts.h"
#include "text/display.h"
#include "verdict/scores.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

const char tool_scores_style[] =
    ".scores{width:100%;max-width:52rem}.scores td,.heat td{min-width:0}.scores td,.scores "
    "th{text-align:left;vertical-align:top}\n"
    ".scores td.times{text-align:right;white-space:nowrap}.scores .why{white-space:normal}\n"
    ".option{white-space:nowrap}\n"
    ".scores .bar{width:9rem}.bar span{display:block;height:.8rem;margin-top:.25rem;border-radius:2px}\n"
    ".s0{background:#0b6fb8}.s1{background:#c2510c}.scores .close{color:var(--soft)}\n"
    ".bar span{print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"
    "@media(max-width:30rem){.scores .bar{display:none}.scores td,.scores th{padding:.2rem "
    ".25rem;font-size:.8rem}\n"
    /* A cause has a line of its own below the numbers. */
    ".many{display:grid;grid-template-columns:max-content repeat(var(--n),auto);"
    "overflow-wrap:break-word}\n"
    ".many thead,.many tbody,.many tr{display:contents}.many th{white-space:normal}.many td,.many "
    "th{border:0}\n"
    ".many th:first-child{min-width:0}.many thead th+th{text-align:right}\n"
    ".many .why{grid-column:1/-1;border-bottom:1px solid var(--line)}.many .close td{color:var(--soft)}\n"
    ".many thead .why{display:none}}\n";

static void put_cell(tool_report *r, const char *start, const char *text) {
    tool_put(&r->out, "%s", start);
    tool_put_text(&r->out, text);
    tool_put(&r->out, "</td>");
}

/* Breaks no line within "--samples 40". */
static void put_why(tool_report *r, const char *why) {
    const char *const option = strstr(why, "--");
    char before[TOOL_CAUSE];
    snprintf(before, sizeof before, "%.*s", (int)(option ? (size_t)(option - why) : strlen(why)), why);
    tool_put(&r->out, "<td class=\"why\">");
    tool_put_text(&r->out, before);
    if (option) tool_put(&r->out, "<span class=\"option\">");
    if (option) tool_put_text(&r->out, option);
    tool_put(&r->out, option ? "</span></td>" : "</td>");
}

/* The bar is logarithmic, like the command's. */
static void put_two(tool_report *r, const tool_scores *scores, const tool_score *score) {
    char times[24];
    const double largest = fmax(scores->item[0].ratio, 2.0);
    put_cell(r, "<td>", tool_score_winner(scores, score));
    put_cell(r, "<td class=\"times\">", tool_ratio_text(score->ratio, times, sizeof times));
    tool_put(&r->out, "<td class=\"bar\">");
    if (score->winner >= 0)
        tool_put(&r->out, "<span class=\"s%d\" style=\"width:%.0f%%\"></span>", score->winner,
                 fmax(1.0, 100.0 * log(score->ratio) / log(largest)));
    tool_put(&r->out, "</td>");
}

static void put_many(tool_report *r, const tool_score *score) {
    for (int s = 0; s < r->recorded->count; s++) {
        char times[24];
        put_cell(r, "<td class=\"times\">", tool_score_times(score, s, times, sizeof times));
    }
}

static void put_titles(tool_report *r, const tool_scores *scores) {
    tool_put(&r->out,
             "<div class=\"wide\" tabindex=\"0\"><table class=\"scores%s\" style=\"--n:%d\"><thead><tr>"
             "<th scope=\"col\">algorithm</th>",
             r->recorded->count > 2 ? " many" : "", r->recorded->count);
    if (r->recorded->count == 2)
        tool_put(&r->out, "<th scope=\"col\">faster</th><th scope=\"col\">times</th><th class=\"bar\"></th>");
    for (int s = 0; s < r->recorded->count && r->recorded->count > 2; s++) {
        tool_put(&r->out, "<th scope=\"col\">");
        tool_put_text(&r->out, scores->name[s]);
        tool_put(&r->out, "</th>");
    }
    tool_put(&r->out, "<th scope=\"col\" class=\"why\">why</th></tr></thead><tbody>\n");
}

void tool_report_scores(tool_report *r) {
    char line[1024];
    tool_scores scores = tool_scores_make(&r->contests);
    put_titles(r, &scores);
    for (size_t i = 0; i < scores.count; i++) {
        const tool_score *const score = &scores.item[i];
        tool_put(&r->out,
                 score->winner >= 0 ? "<tr><th scope=\"row\">" : "<tr class=\"close\"><th scope=\"row\">");
        tool_put_text(&r->out, score->algorithm);
        tool_put(&r->out, "</th>");
        if (r->recorded->count == 2)
            put_two(r, &scores, score);
        else
            put_many(r, score);
        put_why(r, score->why);
        tool_put(&r->out, "</tr>\n");
    }
    tool_put_table_end(&r->out);
    tool_put(&r->out, "<p>");
    tool_put_text(&r->out, tool_scores_sum(&scores, r->recorded->count, line, sizeof line));
    tool_put(&r->out, "</p>\n");
    tool_scores_free(&scores);
}
