/* report_troubles.c - wrong rows one by one; rows that did not run, by reason. */
#include "text/os_memory.h"
#include "text/display.h"
#include "report/report_parts.h"
#include "recorded/winners.h"
#include <string.h>

/* "lerp/serial at emul 8", "shuffle f32 at 32". */
static void name_row(const json_t *row, char *out, size_t size) {
    const json_int_t width = json_integer_value(json_object_get(row, "width_requested"));
    char at[48] = "", lanes[24];
    if (width > 0) snprintf(at, sizeof at, " at %s", tool_record_width(row, lanes, sizeof lanes));
    if (strcmp(tool_text_of(row, "kind"), "probe") == 0)
        snprintf(out, size, "%.100s %.20s%s", tool_text_of(row, "op"), tool_text_of(row, "op_type"), at);
    else
        snprintf(out, size, "%.100s/%.100s%s", tool_text_of(row, "algorithm"), tool_text_of(row, "strategy"),
                 at);
}

static bool is_failure(const json_t *row) {
    const char *const status = tool_text_of(row, "status");
    return strcmp(status, "mismatch") == 0 || strcmp(status, "error") == 0;
}

static void put_mismatch(tool_report *r, const json_t *row) {
    const json_t *const m = json_object_get(row, "mismatch");
    char text[4][160];
    tool_put_text(&r->out, tool_text_of(row, "reason"));
    if (!json_is_object(m)) return;
    tool_put(&r->out, " <code>");
    tool_put_text(&r->out, tool_field_text(m, "array", text[0], sizeof text[0]));
    tool_put(&r->out, "[");
    tool_put_text(&r->out, tool_field_text(m, "index", text[1], sizeof text[1]));
    tool_put(&r->out, "]</code>: expected ");
    tool_put_text(&r->out, tool_field_text(m, "expected", text[2], sizeof text[2]));
    tool_put(&r->out, ", got ");
    tool_put_text(&r->out, tool_field_text(m, "got", text[3], sizeof text[3]));
    if (!tool_text_of(m, "repeat")[0]) return;
    tool_put(&r->out, "\n<code>");
    tool_put_text(&r->out, tool_text_of(m, "repeat"));
    tool_put(&r->out, "</code>");
}

static void put_failure(tool_report *r, int subject, const json_t *row) {
    char name[300];
    const char *const cells[] = {r->recorded->subject[subject].name, tool_text_of(row, "kind"),
                                 (name_row(row, name, sizeof name), name), tool_text_of(row, "status")};
    tool_put(&r->out, "<tr class=\"%s\">",
             strcmp(tool_text_of(row, "status"), "error") == 0 ? "error" : "mismatch");
    for (int i = 0; i < 4; i++) {
        tool_put(&r->out, "<td>");
        tool_put_text(&r->out, cells[i]);
        tool_put(&r->out, "</td>");
    }
    tool_put(&r->out, "<td class=\"text\">");
    put_mismatch(r, row);
    tool_put(&r->out, "</td></tr>\n");
}

static size_t put_failures(tool_report *r) {
    static const char *const titles[] = {"device", "kind", "row", "status", "reason", NULL};
    size_t count = 0;
    for (int s = 0; s < r->recorded->count; s++)
        for (size_t i = 0; i < json_array_size(r->rows[s]); i++) {
            const json_t *const row = json_array_get(r->rows[s], i);
            if (!is_failure(row)) continue;
            if (count++ == 0) tool_put_table_start(&r->out, titles);
            put_failure(r, s, row);
        }
    if (count > 0) tool_put_table_end(&r->out);
    return count;
}

/* Made if needed. */
static json_t *member_of(json_t *object, const char *name) {
    json_t *found = json_object_get(object, name);
    if (found) return found;
    found = tool_need(json_object());
    json_object_set_new(object, name, found);
    return found;
}

/* Unsupported or skipped: "probe, unsupported" -> reason -> names. */
static json_t *quiet_rows(const tool_report *r, int subject) {
    json_t *const groups = tool_need(json_object());
    for (size_t i = 0; i < json_array_size(r->rows[subject]); i++) {
        const json_t *const row = json_array_get(r->rows[subject], i);
        char key[64], name[300];
        if (strcmp(tool_text_of(row, "status"), "ok") == 0 || is_failure(row)) continue;
        snprintf(key, sizeof key, "%s, %s", tool_text_of(row, "kind"), tool_text_of(row, "status"));
        name_row(row, name, sizeof name);
        json_object_set_new(member_of(member_of(groups, key), tool_text_of(row, "reason")), name,
                            json_true());
    }
    return groups;
}

static void put_reasons(tool_report *r, json_t *reasons) {
    static const char *const titles[] = {"rows", "reason", NULL};
    const char *reason, *name;
    json_t *names, *value;
    tool_put_table_start(&r->out, titles);
    json_object_foreach(reasons, reason, names) {
        const char *between = "";
        tool_put(&r->out, "<tr><td>");
        json_object_foreach(names, name, value) {
            tool_put(&r->out, "%s", between);
            tool_put_text(&r->out, name);
            between = ", ";
        }
        tool_put(&r->out, "</td><td class=\"text\">");
        tool_put_text(&r->out, reason);
        tool_put(&r->out, "</td></tr>\n");
    }
    tool_put_table_end(&r->out);
}

static size_t put_quiet(tool_report *r, int subject) {
    json_t *const groups = quiet_rows(r, subject), *reasons;
    const char *kind;
    const size_t count = json_object_size(groups);
    json_object_foreach(groups, kind, reasons) {
        const size_t reason_count = json_object_size(reasons);
        tool_put(&r->out, "<details><summary>");
        tool_put_text(&r->out, r->recorded->subject[subject].name);
        tool_put(&r->out, ": %s<span class=\"soft\">%zu %s</span></summary>\n", kind, reason_count,
                 reason_count == 1 ? "reason" : "reasons");
        put_reasons(r, reasons);
        tool_put(&r->out, "</details>\n");
    }
    json_decref(groups);
    return count;
}

void tool_report_troubles(tool_report *r) {
    tool_put(&r->out, "<h2 id=\"troubles\">Rows that are not ok</h2>\n");
    size_t count = put_failures(r);
    for (int s = 0; s < r->recorded->count; s++) count += put_quiet(r, s);
    if (count == 0) tool_put(&r->out, "<p>All rows are ok.</p>\n");
}
