/* page.c - a line and its instructions have the same number (data-l), by which the script highlights them. */
#include "listing/page.h"
#include "base/text.h"
#include "listing/listing.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--soft:#57606a;--line:#d5dae0}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--bg:#0f1215;--fg:#e4e7eb;--soft:#9aa4af;"
    "--line:#39424d}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;padding:1rem 1.25rem 4rem;background:var(--bg);color:var(--fg);"
    "font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1{font-size:1.5rem;margin:.5rem 0}\n"
    "h2{font-size:1.2rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line)}\n"
    ".soft{color:var(--soft)}\n"
    ".wide{overflow-x:auto;margin:.5rem 0}\n"
    "table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}\n"
    "th{font-weight:600;color:var(--soft)}\n"
    "th.n,td.n{text-align:right}\n"
    "@media(max-width:40rem){body{padding:.6rem .7rem 3rem}}\n"
    "@media print{body{padding:0}}\n";

const char tool_page_style[] =
    ":root{--lit:#ffe08a;--caution:#8a4b00;--op:#0060b0}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--lit:#574500;--caution:#e5bd4b;--op:#79b8ff}}\n"
    "tr.waterfall td{color:var(--caution)}\n"
    ".panes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:.6rem;"
    "margin:.8rem 0}\n"
    ".pane{border:1px solid var(--line);border-radius:6px;min-width:0}\n"
    ".pane h3{font-size:.9rem;margin:0;padding:.3rem .5rem;border-bottom:1px solid var(--line)}\n"
    ".code{position:relative;overflow:auto;max-height:75vh;padding:.3rem 0;"
    "font:.78rem/1.45 ui-monospace,monospace;white-space:pre;overflow-wrap:normal}\n"
    ".code:focus-visible,.code [tabindex]:focus-visible{outline:2px solid var(--op);outline-offset:-2px}\n"
    ".code>*{display:block;width:max-content;min-width:100%;padding:0 .5rem}\n"
    ".code i{display:inline-block;min-width:2.6rem;margin-right:.6rem;text-align:right;color:var(--soft);"
    "font-style:normal;user-select:none}\n"
    ".code .op{color:var(--op)}\n"
    ".code .file{color:var(--soft);padding-top:.4rem}\n"
    ".code .w{color:var(--caution)}\n"
    ".code [data-l]{cursor:pointer}\n"
    ".code .on{background:var(--lit)}\n"
    "@media(max-width:40rem){.code{max-height:45vh}}\n"
    "@media print{.code{max-height:none;overflow:visible;white-space:pre-wrap}"
    ".code>*{width:auto}}\n";

/* A tap or a key keeps the highlight and scrolls the other panes. */
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

static long number_of(const json_t *of, const char *key) {
    const json_t *const value = json_object_get(of, key);
    return json_is_integer(value) ? (long)json_integer_value(value) : -1;
}

static void put_line(tool_out *out, const char *text) {
    char *const copy = tool_need(xl__copy_text(text));
    for (char *tab = copy; (tab = strchr(tab, '\t')) != NULL;) *tab = ' ';
    tool_put_text(out, copy);
    free(copy);
}

/* ---- tables ------------------------------------------------------------------------------------------- */

typedef char cell_text[TOOL_SIDE_NAME + 1];

static void put_numbers(tool_out *out, const json_t *sides) {
    const size_t columns = json_array_size(sides) + 1;
    const char **const titles = tool_need(calloc(columns + 1, sizeof *titles));
    const char **const cells = tool_need(calloc(columns + 1, sizeof *cells));
    cell_text *const text = tool_need(calloc(2 * columns, sizeof *text));
    titles[0] = "";
    for (size_t s = 0; s + 1 < columns; s++) {
        snprintf(text[s], sizeof text[s], "#%s", tool_text_of(json_array_get(sides, s), "side"));
        titles[s + 1] = text[s];
    }
    tool_put_table_start(out, titles);
    for (size_t m = 0; tool_measure_name(m); m++) {
        bool any = false; /* drops columns of zeros */
        cells[0] = tool_measure_name(m);
        for (size_t s = 0; s + 1 < columns; s++) {
            const long value = number_of(json_object_get(json_array_get(sides, s), "numbers"), cells[0]);
            snprintf(text[columns + s], sizeof text[0], "%ld", value);
            cells[s + 1] = value < 0 ? NULL : text[columns + s];
            any = any || value > 0;
        }
        if (any) tool_put_row(out, NULL, titles, cells);
    }
    tool_put_table_end(out);
    free(text);
    free(cells);
    free(titles);
}

static void put_operations(tool_out *out, const json_t *rows) {
    static const char *const titles[] = {"line",        "operation",       "target", "#instructions",
                                         "#cross-lane", "#of a waterfall", "",       NULL};
    static const char *const counted[] = {"instructions", "cross_lane", "waterfall_instructions"};
    const size_t count = json_array_size(rows);
    if (count == 0) return;
    tool_put_table_start(out, titles);
    for (size_t i = 0; i < count; i++) {
        const json_t *const row = json_array_get(rows, i);
        char place[320], number[3][24];
        for (int n = 0; n < 3; n++) snprintf(number[n], sizeof number[n], "%ld", number_of(row, counted[n]));
        snprintf(place, sizeof place, "%s:%ld", tool_text_of(row, "file"), number_of(row, "line"));
        const char *const cells[] = {
            place,     tool_text_of(row, "operation"),       tool_text_of(row, "side"), number[0], number[1],
            number[2], tool_text_of(row, "cross_lane_words")};
        tool_put_row(out, number_of(row, counted[2]) > 0 ? "waterfall" : NULL, titles, cells);
    }
    tool_put_table_end(out);
}

/* ---- code --------------------------------------------------------------------------------------------- */

static void put_pane(tool_out *out, const char *title) {
    tool_put(out, "<div class=\"pane\"><h3>");
    tool_put_text(out, title);
    tool_put(out, "</h3><div class=\"code\" tabindex=\"0\" role=\"region\" aria-label=\"");
    tool_put_text(out, title);
    tool_put(out, "\">");
}

/* NULL: not reported. */
static const json_t *line_at(const json_t *lines, long index) {
    const json_t *const line = index < 0 ? NULL : json_array_get(lines, (size_t)index);
    return json_is_string(json_object_get(line, "file")) ? line : NULL;
}

static bool *find_made(const json_t *listing) {
    const json_t *const lines = json_object_get(listing, "lines"), *const sides =
                                                                       json_object_get(listing, "sides");
    bool *const made = tool_need(calloc(json_array_size(lines) + 1, sizeof *made));
    for (size_t s = 0; s < json_array_size(sides); s++) {
        const json_t *const code = json_object_get(json_array_get(sides, s), "code");
        for (size_t i = 0; i < json_array_size(code); i++) {
            const long line = number_of(json_array_get(code, i), "line");
            if (line_at(lines, line)) made[line] = true;
        }
    }
    return made;
}

static void put_source(tool_out *out, const json_t *listing) {
    const json_t *const lines = json_object_get(listing, "lines");
    bool *const made = find_made(listing);
    const char *before = NULL;
    put_pane(out, "source");
    for (size_t l = 0; l < json_array_size(lines); l++) {
        const json_t *const it = line_at(lines, (long)l);
        if (!it) continue;
        const char *const file = tool_text_of(it, "file");
        if (!before || strcmp(file, before) != 0) {
            tool_put(out, "<span class=\"file\">");
            tool_put_text(out, file);
            tool_put(out, "</span>");
        } else if (json_is_true(json_object_get(it, "behind_gap"))) {
            tool_put(out, "<span class=\"file\">...</span>");
        }
        before = file;
        if (made[l])
            tool_put(out, "<span data-l=\"%zu\" tabindex=\"0\"><i>%ld</i>", l, number_of(it, "line"));
        else
            tool_put(out, "<span><i>%ld</i>", number_of(it, "line"));
        put_line(out, tool_text_of(it, "text"));
        tool_put(out, "</span>");
    }
    tool_put(out, "</div></div>\n");
    free(made);
}

static void put_code(tool_out *out, const json_t *lines, const json_t *side) {
    const json_t *const code = json_object_get(side, "code");
    const char *before = "";
    put_pane(out, tool_text_of(side, "side"));
    for (size_t i = 0; i < json_array_size(code); i++) {
        const json_t *const it = json_array_get(code, i);
        const char *const operation = tool_text_of(it, "operation");
        const long index = number_of(it, "line");
        const json_t *const line = line_at(lines, index);
        if (operation[0] && strcmp(operation, before) != 0) {
            tool_put(out, "<span class=\"op\" data-l=\"%ld\"><i></i>", index);
            tool_put_text(out, operation);
            tool_put(out, "</span>");
        }
        before = operation;
        tool_put(out, "<span");
        if (json_is_true(json_object_get(it, "waterfall"))) tool_put(out, " class=\"w\"");
        if (line)
            tool_put(out, " data-l=\"%ld\"><i>%ld</i>", index, number_of(line, "line"));
        else
            tool_put(out, "><i></i>");
        put_line(out, tool_text_of(it, "text"));
        tool_put(out, "</span>");
    }
    tool_put(out, "</div></div>\n");
}

static void put_name(tool_out *out, const json_t *listing) {
    const char *const settings = tool_text_of(listing, "settings");
    tool_put_text(out, tool_text_of(listing, "kernel"));
    tool_put(out, " of ");
    tool_put_text(out, tool_text_of(listing, "name"));
    tool_put(out, settings[0] ? " " : "");
    tool_put_text(out, settings);
}

static void put_listing(tool_out *out, const json_t *listing, int level) {
    const json_t *const sides = json_object_get(listing, "sides");
    tool_put(out, "<section>\n<h%d>", level);
    put_name(out, listing);
    tool_put(out, "</h%d>\n", level);
    for (size_t s = 0; s < json_array_size(sides); s++) {
        const json_t *const side = json_array_get(sides, s);
        tool_put(out, "<p class=\"soft\">");
        tool_put_text(out, tool_text_of(side, "side"));
        tool_put(out, ": ");
        tool_put_text(out, tool_text_of(side, "compiler"));
        tool_put(out,
                 json_is_true(json_object_get(side, "lines_told")) ? "</p>\n" : "; tells no lines</p>\n");
    }
    put_numbers(out, sides);
    put_operations(out, json_object_get(listing, "operations"));
    tool_put(out, "<div class=\"panes\">\n");
    put_source(out, listing);
    for (size_t s = 0; s < json_array_size(sides); s++)
        put_code(out, json_object_get(listing, "lines"), json_array_get(sides, s));
    tool_put(out, "</div>\n</section>\n");
}

void tool_page_put(tool_out *out, const json_t *listings, int level) {
    tool_put(out, "<p class=\"soft\">A line and its instructions light up together: point at one, or tap it. "
                  "The instructions of a layer operation are below its name.</p>\n");
    for (size_t i = 0; i < json_array_size(listings); i++)
        put_listing(out, json_array_get(listings, i), level);
    tool_put(out, "<script>\n");
    tool_out_write(out, script, sizeof script - 1);
    tool_put(out, "</script>\n");
}

int tool_page_write(const json_t *listings, const char *path, xl_error *error) {
    tool_out out;
    const int status = tool_out_open(&out, path, error);
    if (status != XL_SUCCESS) return status;
    tool_put(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                   "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>Compiled: ");
    if (json_array_size(listings) > 0) put_name(&out, json_array_get(listings, 0));
    tool_put(&out, "</title>\n<style>\n");
    tool_out_write(&out, page_style, sizeof page_style - 1);
    tool_out_write(&out, tool_page_style, strlen(tool_page_style));
    tool_put(&out, "</style>\n</head>\n<body>\n<h1>Compiled code</h1>\n");
    tool_page_put(&out, listings, 2);
    tool_put(&out, "</body>\n</html>\n");
    return tool_out_close(&out, error);
}
