/* page.c - source on one side, what each target's compiler made of it beside that. A line and its
   instructions have the same number (data-l), by which the script lights them up. */
#include "listing/page.h"
#include "charts/html.h"
#include "text/os_memory.h"
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--soft:#57606a;--line:#d5dae0;--lit:#ffe08a;"
    "--warn:#8a4b00;--op:#0060b0}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--bg:#0f1215;--fg:#e4e7eb;--soft:#9aa4af;"
    "--line:#39424d;--lit:#574500;--warn:#e5bd4b;--op:#79b8ff}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;padding:1rem 1.25rem 4rem;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.5rem;margin:.5rem 0}\n"
    "h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}\n"
    "h3{font-size:.9rem;margin:0;padding:.3rem .5rem;border-bottom:1px solid var(--line)}\n"
    ".soft{color:var(--soft)}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}\n"
    "table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}\n"
    "th{font-weight:600;color:var(--soft)}\n"
    "th.n,td.n{text-align:right}\n"
    "tr.waterfall td{color:var(--warn)}\n"
    ".panes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.6rem;"
    "margin:.8rem 0}\n"
    ".pane{border:1px solid var(--line);border-radius:6px;min-width:0}\n"
    ".code{position:relative;overflow:auto;max-height:75vh;padding:.3rem 0;"
    "font:.78rem/1.45 ui-monospace,monospace;white-space:pre;overflow-wrap:normal}\n"
    ".code:focus-visible,.code [tabindex]:focus-visible{outline:2px solid var(--op);outline-offset:-2px}\n"
    ".code>*{display:block;width:max-content;min-width:100%;padding:0 .5rem}\n"
    ".code i{display:inline-block;min-width:2.6rem;margin-right:.6rem;text-align:right;color:var(--soft);"
    "font-style:normal;user-select:none}\n"
    ".code .op{color:var(--op)}\n"
    ".code .file{color:var(--soft);padding-top:.4rem}\n"
    ".code .w{color:var(--warn)}\n"
    ".code [data-l]{cursor:pointer}\n"
    ".code .on{background:var(--lit)}\n"
    "@media(max-width:40rem){body{padding:.6rem .7rem 3rem}.code{max-height:45vh}}\n"
    "@media print{body{padding:0}.code{max-height:none;overflow:visible;white-space:pre-wrap}"
    ".code>*{width:auto}}\n";

/* What the pointer is over lights up; a tap or a key keeps it lit, and brings its like into view elsewhere.
 */
static const char script[] =
    "for (const panes of document.querySelectorAll('.panes')) {\n"
    "  let kept = null;\n"
    "  const light = (number) => {\n"
    "    for (const e of panes.querySelectorAll('.on')) e.classList.remove('on');\n"
    "    if (number !== null)\n"
    "      for (const e of panes.querySelectorAll('[data-l=\"' + number + '\"]')) e.classList.add('on'); };\n"
    "  const number_of = (event) => { const e = event.target.closest('[data-l]'); return e ? e.dataset.l : "
    "null; };\n"
    "  const keep = (event) => {\n"
    "    const number = number_of(event), own = event.target.closest('.code');\n"
    "    kept = number === kept ? null : number;\n"
    "    light(kept);\n"
    "    if (kept !== null)\n"
    "      for (const code of panes.querySelectorAll('.code')) {\n"
    "        const first = code === own ? null : code.querySelector('.on');\n"
    "        if (first) code.scrollTop = first.offsetTop - code.clientHeight / 3;\n"
    "      } };\n"
    "  panes.addEventListener('pointerover', (event) => {\n"
    "    if (event.pointerType === 'mouse') light(number_of(event) ?? kept); });\n"
    "  panes.addEventListener('pointerleave', () => light(kept));\n"
    "  panes.addEventListener('click', keep);\n"
    "  panes.addEventListener('keydown', (event) => {\n"
    "    if (event.key === 'Enter' && number_of(event) !== null) keep(event); });\n"
    "}\n";

static void put_part(tool_out *out, const char *text, size_t size) {
    char *const copy = tool_need(malloc(size + 1));
    memcpy(copy, text, size);
    copy[size] = '\0';
    for (char *tab = copy; (tab = strchr(tab, '\t')) != NULL;) *tab = ' ';
    tool_put_text(out, copy);
    free(copy);
}

/* ---- tables ------------------------------------------------------------------------------------------- */

typedef char cell_text[TOOL_SIDE_NAME + 1];

/* A row for each number, a column for each side. */
static void put_numbers(tool_out *out, const tool_listing *listing) {
    const size_t columns = (size_t)listing->side_count + 1;
    const char **const titles = tool_need(calloc(columns + 1, sizeof *titles));
    const char **const cells = tool_need(calloc(columns + 1, sizeof *cells));
    cell_text *const text = tool_need(calloc(2 * columns, sizeof *text));
    titles[0] = "";
    for (int s = 0; s < listing->side_count; s++) {
        char name[TOOL_SIDE_NAME];
        snprintf(text[s], sizeof text[s], "#%s", tool_side_name(&listing->side[s], name));
        titles[s + 1] = text[s];
    }
    tool_put_table_start(out, titles);
    for (size_t m = 0; tool_measure_name(m); m++) {
        bool any = false; /* what is 0 everywhere says nothing */
        cells[0] = tool_measure_name(m);
        for (int s = 0; s < listing->side_count; s++) {
            const long value = tool_measure(listing->side[s].inspection, listing->side[s].code, m);
            char *const cell = text[columns + (size_t)s];
            snprintf(cell, sizeof text[0], "%ld", value);
            cells[s + 1] = value < 0 ? NULL : cell;
            any = any || value > 0;
        }
        if (any) tool_put_row(out, NULL, titles, cells);
    }
    tool_put_table_end(out);
    free(text);
    free(cells);
    free(titles);
}

static void put_asked(tool_out *out, const tool_listing *listing) {
    static const char *const titles[] = {"line",        "operation",       "target", "#instructions",
                                         "#cross-lane", "#of a waterfall", "",       NULL};
    int count = 0;
    tool_asked_row *const rows = tool_listing_asked(listing, &count);
    if (count > 0) tool_put_table_start(out, titles);
    for (int i = 0; i < count; i++) {
        const tool_asked *const asked = rows[i].asked;
        char place[320], side[TOOL_SIDE_NAME], number[3][24];
        const int counts[3] = {asked->instructions, asked->cross_lane, asked->waterfall_instructions};
        for (int n = 0; n < 3; n++) snprintf(number[n], sizeof number[n], "%d", rows[i].made ? counts[n] : 0);
        snprintf(place, sizeof place, "%s:%d", asked->file, asked->line);
        const char *const cells[] = {place,     asked->name, tool_side_name(rows[i].side, side), number[0],
                                     number[1], number[2],   rows[i].made ? asked->words : ""};
        tool_put_row(out, rows[i].made && counts[2] ? "waterfall" : NULL, titles, cells);
    }
    if (count > 0) tool_put_table_end(out);
    free(rows);
}

/* ---- code --------------------------------------------------------------------------------------------- */

static void put_pane(tool_out *out, const char *title) {
    tool_put(out, "<div class=\"pane\"><h3>");
    tool_put_text(out, title);
    tool_put(out, "</h3><div class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"");
    tool_put_text(out, title);
    tool_put(out, "\">");
}

static bool makes_any(const tool_listing *listing, int line) {
    for (int s = 0; s < listing->side_count; s++)
        for (int i = 0; i < listing->side[s].code->count; i++)
            if (listing->side[s].line_of[i] == line) return true;
    return false;
}

static void put_source(tool_out *out, const tool_listing *listing) {
    put_pane(out, "source");
    for (int l = 0; l < listing->line_count; l++) {
        const tool_listed_line *const it = &listing->line[l];
        if (!it->file) continue;
        if (l == 0 || strcmp(it->file, listing->line[l - 1].file) != 0) {
            tool_put(out, "<span class=\"file\">");
            tool_put_text(out, it->file);
            tool_put(out, "</span>");
        } else if (it->behind_gap) {
            tool_put(out, "<span class=\"file\">...</span>");
        }
        if (makes_any(listing, l))
            tool_put(out, "<span data-l=\"%d\" tabindex=\"0\"><i>%d</i>", l, it->line);
        else
            tool_put(out, "<span><i>%d</i>", it->line);
        put_part(out, it->text, it->size);
        tool_put(out, "</span>");
    }
    tool_put(out, "</div></div>\n");
}

static void put_code(tool_out *out, const tool_listing *listing, const tool_side *side) {
    char name[TOOL_SIDE_NAME];
    int before = -1;
    put_pane(out, tool_side_name(side, name));
    for (int i = 0; i < side->code->count; i++) {
        const tool_instruction *const it = &side->code->item[i];
        const int asked = side->asked.of[i], line = side->line_of[i];
        const bool known = line >= 0 && listing->line[line].file;
        if (asked >= 0 && asked != before) {
            const char *const operation = side->asked.item[asked].name;
            tool_put(out, "<span class=\"op\" data-l=\"%d\"><i></i>", line);
            tool_put_text(out, operation);
            tool_put(out, "</span>");
        }
        before = asked;
        tool_put(out, "<span");
        if (it->waterfall) tool_put(out, " class=\"w\"");
        if (known)
            tool_put(out, " data-l=\"%d\"><i>%d</i>", line, it->line);
        else
            tool_put(out, "><i></i>");
        put_part(out, it->text, tool_shown_size(it));
        tool_put(out, "</span>");
    }
    tool_put(out, "</div></div>\n");
}

static void put_name(tool_out *out, const tool_listing *listing) {
    const tool_inspection *const it = listing->side[0].inspection;
    tool_put_text(out, listing->side[0].code->kernel);
    tool_put(out, " of ");
    tool_put_text(out, it->name);
    tool_put(out, it->settings[0] ? " " : "");
    tool_put_text(out, it->settings);
}

static void put_listing(tool_out *out, const tool_listing *listing) {
    tool_put(out, "<section>\n<h2>");
    put_name(out, listing);
    tool_put(out, "</h2>\n");
    for (int s = 0; s < listing->side_count; s++) {
        char name[TOOL_SIDE_NAME];
        tool_put(out, "<p class=\"soft\">");
        tool_put_text(out, tool_side_name(&listing->side[s], name));
        tool_put(out, ": ");
        tool_put_text(out, listing->side[s].inspection->version);
        tool_put(out, listing->side[s].told ? "</p>\n" : "; tells no lines</p>\n");
    }
    put_numbers(out, listing);
    put_asked(out, listing);
    tool_put(out, "<div class=\"panes\">\n");
    put_source(out, listing);
    for (int s = 0; s < listing->side_count; s++) put_code(out, listing, &listing->side[s]);
    tool_put(out, "</div>\n</section>\n");
}

int tool_page_write(const tool_listings *listings, const char *path, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    tool_put(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>Compiled: ");
    if (listings->count > 0) put_name(&out, &listings->item[0]);
    tool_put(&out, "</title>\n<style>\n");
    tool_out_write(&out, style, sizeof style - 1);
    tool_put(&out,
             "</style>\n</head>\n<body>\n<h1>What compilers made of it</h1>\n"
             "<p class=\"soft\">A line and its instructions light up together: point at one, or tap it. "
             "What was made of an operation of the layer stands below its name.</p>\n");
    for (int i = 0; i < listings->count; i++) put_listing(&out, &listings->item[i]);
    tool_put(&out, "<script>\n");
    tool_out_write(&out, script, sizeof script - 1);
    tool_put(&out, "</script>\n</body>\n</html>\n");
    return tool_out_close(&out, error);
}
