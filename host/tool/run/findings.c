/* findings.c - the driver appends a line of JSON to the report for each finding. */
#include "run/findings.h"
#include "base/os.h"
#include "base/text.h"
#include "records/record.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FINDINGS = 20, LARGEST_REPORT = 64 << 20 };

void tool_findings_open(tool_session *s) {
    s->report = s->job->task.checks ? xl__os_environment("CROSSLANE_CHECK_REPORT") : NULL;
    s->report_read = 0;
    s->findings = NULL;
    if (s->report) xl__os_remove_file(s->report);
}

void tool_findings_close(tool_session *s) {
    json_decref(s->findings);
    s->findings = NULL;
}

static bool same(const json_t *a, const json_t *b) {
    static const char *const fields[] = {"kind", "kernel", "message", "failed"};
    bool equal = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const json_t *const x = json_object_get(a, fields[i]), *const y = json_object_get(b, fields[i]);
        equal = equal && (x == y || json_equal(x, y));
    }
    return equal;
}

static void add_once(json_t *list, json_t *finding) {
    const json_t *other;
    size_t i;
    json_array_foreach(list, i, other) if (same(other, finding)) {
        json_decref(finding);
        return;
    }
    json_array_append_new(list, finding);
}

bool tool_findings_read(tool_session *s) {
    char *text = NULL;
    size_t size = 0;
    tool_findings_close(s);
    if (!s->report || xl__os_read_file(s->report, LARGEST_REPORT, &text, &size) != 0) return false;
    s->findings = json_array();
    for (char *line = text + s->report_read, *end; line < text + size && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        json_t *const finding = json_loadb(line, (size_t)(end - line), 0, NULL);
        if (finding) add_once(s->findings, finding);
        s->report_read = (size_t)(end + 1 - text);
    }
    free(text);
    return json_array_size(s->findings) > 0;
}

static const char *text_of(const json_t *finding, const char *field) {
    const char *const text = json_string_value(json_object_get(finding, field));
    return text ? text : "";
}

static void describe(xl__text *out, const json_t *finding) {
    const char *const failed = json_string_value(json_object_get(finding, "failed"));
    const int width = (int)json_integer_value(json_object_get(finding, "width"));
    xl__text_format(out, "\n%s, kernel %s, width %d: %s", failed ? "failed" : text_of(finding, "kind"),
                    text_of(finding, "kernel"), width, failed ? failed : text_of(finding, "message"));
    if (!failed) xl__text_format(out, "\n    %s", text_of(finding, "advice"));
}

void tool_findings_set(const tool_session *s, json_t *record, const char *repeat) {
    const size_t count = json_array_size(s->findings);
    const char *const before = json_string_value(json_object_get(record, "reason"));
    xl__text reason = {0};
    if (count == 0) return;
    xl__text_format(&reason, "%zu finding%s of the checking device", count, count == 1 ? "" : "s");
    if (before) xl__text_format(&reason, "; %s", before);
    for (size_t i = 0; i < count && i < MOST_FINDINGS; i++) describe(&reason, json_array_get(s->findings, i));
    if (count > MOST_FINDINGS) xl__text_format(&reason, "\nand %zu more", count - MOST_FINDINGS);
    if (repeat) xl__text_format(&reason, "\nrepeat: %s", repeat);
    json_object_set_new(record, "status", json_string("mismatch"));
    json_object_set_new(record, "reason", tool_json_text(reason.data));
    json_t *const list = json_array();
    for (size_t i = 0; i < count && i < MOST_FINDINGS; i++)
        json_array_append(list, json_array_get(s->findings, i));
    json_object_set_new(record, "findings", json_pack("{s:i,s:o}", "count", (int)count, "list", list));
    xl__text_free(&reason);
}
