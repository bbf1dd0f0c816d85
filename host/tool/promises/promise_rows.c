/* promise_rows.c - asks every question of a device, and makes records of the answers. */
#include "promises/promise_rows.h"
#include "promises/promise.h"
#include "records/record.h"
#include "run/rows.h"
#include "base/status.h"

enum { MOST_AT_ONCE = 8, SECONDS = 20 };

static json_t *describe(const tool_session *s, const tool_question *q, const tool_target *target) {
    json_t *const record = tool_record_make("promise", "ok");
    json_object_set_new(record, "device", json_string(s->key));
    json_object_set_new(record, "op", json_string(q->name));
    json_object_set_new(record, "seed", json_integer((json_int_t)s->options->seed));
    if (!q->lanes) return record;
    if (target) json_object_set_new(record, "backend", json_string(target->backend));
    if (target) json_object_set_new(record, "width_requested", json_integer(target->width));
    return record;
}

static void fill(json_t *record, const tool_promise *p) {
    json_t *const answer = json_pack("{s:s}", "outcome", tool_outcome_name(p->outcome));
    if (p->outcome == TOOL_PROMISE_IMPOSSIBLE) {
        json_object_set_new(record, "status", json_string("unsupported"));
        json_object_set_new(record, "reason", tool_json_text(p->words));
    } else if (p->outcome == TOOL_PROMISE_FOUND) {
        json_object_set_new(answer, "answer", tool_json_text(p->words));
    } else {
        json_object_set_new(answer, "tries", json_integer(p->tries));
        json_object_set_new(answer, "broken", json_integer(p->broken));
        json_object_set_new(answer, "mutant_tries", json_integer(p->mutant_tries));
        json_object_set_new(answer, "mutant_broken", json_integer(p->mutant_broken));
        if (p->example[0]) json_object_set_new(answer, "example", tool_json_text(p->example));
    }
    json_object_set_new(record, "promise", answer);
}

/* A question and those that are measured with it. If the driver's process dies, its row gets the reason, and
   the others none: they were not measured. */
static void ask(tool_session *s, const tool_question *q, const tool_target *target, double seconds) {
    tool_promise answers[MOST_AT_ONCE] = {{0}};
    const tool_promise_place place = {s, target, seconds * q->count, (uint64_t)s->options->seed};
    xl_error error = {0};
    const long first = tool_row_begin(s, describe(s, q, target));
    const int status = first >= 0 ? q->measure(q, &place, answers, &error)
                                  : xl__fail(&error, CL_INVALID_OPERATION,
                                             "not measured: the driver's process "
                                             "ended when it was tried");
    for (int i = 0; i < q->count; i++) {
        const long row = i == 0 ? first : tool_row_begin(s, describe(s, q + i, target));
        json_t *const record = row < 0 ? NULL : describe(s, q + i, target);
        if (!record) continue;
        if (status == XL_SUCCESS)
            fill(record, &answers[i]);
        else
            tool_row_set_failure(record, &error);
        tool_row_end(s, row, record);
    }
}

static void no_sub_groups(tool_session *s) {
    for (const tool_question *q = tool_questions; q->name; q++) {
        if (!q->lanes) continue;
        const long row = tool_row_begin(s, describe(s, q, NULL));
        json_t *const record = row < 0 ? NULL : describe(s, q, NULL);
        tool_promise none = {.outcome = TOOL_PROMISE_IMPOSSIBLE, .words = "no native sub-groups"};
        if (!record) continue;
        fill(record, &none);
        tool_row_end(s, row, record);
    }
}

static int count_questions(bool lanes) {
    int count = 0;
    for (const tool_question *q = tool_questions; q->name; q++) count += q->lanes == lanes;
    return count;
}

tool_exit tool_promises(tool_session *s) {
    tool_target targets[TOOL_MAX_TARGETS];
    int count = 0, widths = 0, done = 0;
    xl_error error = {0};
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, targets, &count, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        return TOOL_USAGE;
    }
    for (int t = 0; t < count; t++) widths += !targets[t].emulated && targets[t].width > 0;
    const int all = count_questions(false) + widths * count_questions(true);
    const double seconds = (s->options->seconds >= 0.0 ? s->options->seconds : SECONDS) / all;
    for (const tool_question *q = tool_questions; q->name; q++) {
        if (q->lanes || q->count == 0) continue;
        tool_emit_progress(s, (double)done / all, "%s", q->name);
        ask(s, q, NULL, seconds);
        done += q->count;
    }
    if (widths == 0) no_sub_groups(s);
    for (int t = 0; t < count; t++)
        for (const tool_question *q = tool_questions; q->name; q++) {
            if (targets[t].emulated || targets[t].width == 0 || !q->lanes || q->count == 0) continue;
            tool_emit_progress(s, (double)done / all, "%s, %d lanes", q->name, targets[t].width);
            ask(s, q, &targets[t], seconds);
            done += q->count;
        }
    return TOOL_OK;
}
