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
    s->findings = s->collectives = s->meetings = NULL;
    if (s->report) xl__os_remove_file(s->report);
}

void tool_findings_close(tool_session *s) {
    json_decref(s->findings);
    json_decref(s->meetings);
    s->findings = s->meetings = NULL;
    json_decref(s->collectives);
    s->collectives = NULL;
}

static bool take_collectives(tool_session *s, const json_t *line) {
    const json_t *const count = json_object_get(line, "collectives");
    const char *const kernel = tool_text_of(line, "kernel");
    if (!json_is_integer(count)) return false;
    if (!s->collectives) s->collectives = json_object();
    json_object_set_new(s->collectives, kernel,
                        json_integer(json_integer_value(count) + tool_findings_collectives(s, kernel)));
    return true;
}

long long tool_findings_collectives(const tool_session *s, const char *kernel) {
    return json_integer_value(json_object_get(s->collectives, kernel));
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

/* Whether all of its measures may differ between orders: a finding does not say which of them do. */
static bool has_varying_measures(const xl__strategy *strategy) {
    const xl__measure *m = strategy->measures;
    while (m && m->name && m->varies) m++;
    return m && !m->name;
}

static bool is_allowed(const json_t *finding, const xl__strategy *strategy) {
    static const char measures[] = "`measures` differs "; /* and no other argument (check/worker/repeat.c) */
    if (!strategy || strcmp(tool_text_of(finding, "kind"), "depends on the schedule") != 0) return false;
    return strategy->any_order ||
           (has_varying_measures(strategy) &&
            strncmp(tool_text_of(finding, "message"), measures, sizeof measures - 1) == 0);
}

bool tool_findings_read(tool_session *s, const xl__strategy *strategy) {
    char *text = NULL;
    size_t size = 0;
    json_decref(s->findings);
    s->findings = NULL;
    if (!s->report || xl__os_read_file(s->report, LARGEST_REPORT, &text, &size) != 0) return false;
    s->findings = json_array();
    s->meetings = json_array();
    for (char *line = text + s->report_read, *end; line < text + size && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        json_t *const finding = json_loadb(line, (size_t)(end - line), 0, NULL);
        if (json_object_get(finding, "collective"))
            json_array_append_new(s->meetings, finding);
        else if (finding && (take_collectives(s, finding) || is_allowed(finding, strategy)))
            json_decref(finding);
        else if (finding)
            add_once(s->findings, finding);
        s->report_read = (size_t)(end + 1 - text);
    }
    free(text);
    return json_array_size(s->findings) > 0;
}

void tool_findings_skip(tool_session *s) {
    char *text = NULL;
    size_t size = 0;
    if (!s->report || xl__os_read_file(s->report, LARGEST_REPORT, &text, &size) != 0) return;
    while (size > s->report_read && text[size - 1] != '\n') size--;
    if (size > s->report_read) s->report_read = size;
    free(text);
}

static void describe(xl__text *out, const json_t *finding) {
    const char *const failed = json_string_value(json_object_get(finding, "failed"));
    const int width = (int)json_integer_value(json_object_get(finding, "width"));
    xl__text_format(out, "\n%s, kernel %s, width %d: %s", failed ? "failed" : tool_text_of(finding, "kind"),
                    tool_text_of(finding, "kernel"), width,
                    failed ? failed : tool_text_of(finding, "message"));
    if (!failed) xl__text_format(out, "\n    %s", tool_text_of(finding, "advice"));
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
