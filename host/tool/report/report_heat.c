/* report_heat.c - problems by devices: ratios to the fastest, shaded. */
#include "text/display.h"
#include "recorded/winners.h"
#include "report/report_parts.h"
#include <stdio.h>
#include <string.h>

const char tool_heat_style[] =
    ".heat caption{text-align:left;padding:0 0 .3rem .2rem;color:var(--soft);white-space:normal}\n"
    ".heat caption span{display:block;position:sticky;left:0;max-width:min(50rem,calc(100vw - 2rem))}\n"
    ".heat{overflow-wrap:break-word}.heat th{white-space:normal;max-width:16rem}\n"
    ".heat td small{display:block;white-space:normal;min-width:6rem}\n"
    ".heat tbody th{font-weight:400;color:var(--fg)}\n"
    "@media(max-width:30rem){.heat th,.heat tbody "
    "th:first-child{max-width:6.8rem;font-size:.75rem}\n"
    ".heat th,.heat td{padding:.2rem .35rem}.heat td small{min-width:4.2rem}}\n"
    ".key{display:flex;flex-wrap:wrap;list-style:none;margin:.4rem 0;padding:0;font-size:.8rem}\n"
    ".key li{padding:.1rem .6rem}\n"
    ".h0,.h1,.h2,.h3,.h4,.h5,.h6{print-color-adjust:exact;-webkit-print-color-adjust:exact;color:#111}\n"
    ".h0{background:#ffffd9}.h1{background:#d9f0b8}.h2{background:#a6dcbb}.h3{background:#62c2c1}\n"
    ".h4{background:#3c9bc8}.h5{background:#2658a0;color:#fff}.h6{background:#14295f;color:#fff}\n";

enum { AT_ONCE = 40 }; /* rows shown without a click */

/* The lightest first: up to which ratio, and the key's text. */
static const struct {
    double most;
    const char *says;
} shades[] = {{1.02, "1"},   {1.25, "to 1.25"}, {1.5, "to 1.5"}, {2.0, "to 2"},
              {4.0, "to 4"}, {10.0, "to 10"},   {0.0, "more"}};
enum { SHADES = sizeof shades / sizeof *shades };

static int shade_of(double ratio) {
    int shade = 0;
    while (shade < SHADES - 1 && ratio > shades[shade].most) shade++;
    return shade;
}

static void put_key(tool_report *r) {
    tool_put(&r->out, "<ul class=\"key\" aria-label=\"shades, by times as long\">");
    for (int i = 0; i < SHADES; i++) tool_put(&r->out, "<li class=\"h%d\">%s</li>", i, shades[i].says);
    tool_put(&r->out, "</ul>\n");
}

static void put_titles(tool_report *r, size_t first, size_t end) {
    tool_put(
        &r->out,
        "<div class=\"wide\" tabindex=\"0\"><table class=\"heat\"><caption><span>How many times as long each "
        "device takes as the fastest of them, each at its best; 1 is the fastest, darker is slower. ");
    if (r->contests.count > AT_ONCE)
        tool_put(&r->out, "Problems %zu to %zu of %zu. ", first + 1, end, r->contests.count);
    tool_put(&r->out, "Last: who is faster, = no one alone, ? too few samples.</span></caption>\n"
                      "<thead><tr><th scope=\"col\">problem</th>");
    for (int s = 0; s < r->recorded->count; s++) {
        tool_put(&r->out, "<th scope=\"col\">%c: ", tool_subject_letter(s));
        tool_put_text(&r->out, r->recorded->subject[s].name);
        tool_put(&r->out, "</th>");
    }
    tool_put(&r->out, "<th scope=\"col\">faster</th></tr></thead><tbody>\n");
}

static void put_cell(tool_report *r, const tool_contest *contest, int subject) {
    const tool_best *const best = &contest->best[subject];
    char number[24], text[160];
    if (!best->record) {
        tool_put(&r->out, "<td>no time</td>");
        return;
    }
    const json_t *rows[TOOL_MAX_SUBJECTS] = {NULL};
    for (int s = 0; s < r->recorded->count; s++) rows[s] = contest->best[s].record;
    const json_t *const fastest = rows[contest->fastest];
    const double ns = tool_time_compared(rows, r->recorded->count, contest->fastest, subject);
    const double ratio = tool_median_of(fastest) > 0.0 ? tool_rows_ratio(fastest, best->record) : 1.0;
    tool_put(&r->out, "<td class=\"h%d\"><b>%s</b> <small>", shade_of(ratio),
             subject == contest->fastest ? "1" : tool_ratio_text(ratio, number, sizeof number));
    tool_put_text(&r->out, tool_best_text(best, ns, text, sizeof text));
    tool_put(&r->out, "</small></td>");
}

/* A line may end after the '=' of a setting with a long name. */
static void put_title(tool_report *r, const char *title) {
    enum { LONG = 4 };
    char part[512];
    while (*title) {
        const size_t size = strcspn(title, "="), whole = size + (title[size] == '=');
        snprintf(part, sizeof part, "%.*s", (int)whole, title);
        const char *const space = strrchr(part, ' ');
        tool_put_text(&r->out, part);
        if (whole > size && strlen(space ? space : part) > LONG) tool_put(&r->out, "<wbr>");
        title += whole;
    }
}

static void put_rows(tool_report *r, size_t first, size_t end) {
    put_titles(r, first, end);
    for (size_t i = first; i < end; i++) {
        const tool_contest *const contest = &r->contests.item[i];
        char won[2];
        tool_put(&r->out, "<tr><th scope=\"row\">");
        put_title(r, contest->first->title);
        tool_put(&r->out, "</th>");
        for (int s = 0; s < r->recorded->count; s++) put_cell(r, contest, s);
        tool_put(&r->out, "<td>%s</td></tr>\n", tool_winner_text(contest->winner, won));
    }
    tool_put_table_end(&r->out);
}

void tool_report_heat(tool_report *r) {
    const size_t count = r->contests.count, shown = count < AT_ONCE ? count : AT_ONCE;
    if (r->recorded->count < 2 || count == 0) return;
    tool_put(&r->out, "<h3 id=\"heat\">Each problem on each device</h3>\n");
    put_key(r);
    put_rows(r, 0, shown);
    if (shown == count) return;
    tool_put(&r->out, "<details><summary>%zu more problems</summary>\n", count - shown);
    put_rows(r, shown, count);
    tool_put(&r->out, "</details>\n");
}
