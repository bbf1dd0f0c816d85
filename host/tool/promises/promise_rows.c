#include "promises/promise_rows.h"
#include "promises/promise.h"
#include "records/record.h"
#include "run/rows.h"
#include "base/status.h"
#include "caps/caps.h"

enum { MOST_AT_ONCE = 8, SECONDS = 20 };

/* Operations of the layer in kernels/sg/promises. */
static const char used[] =
    "ballot any shuffle:u32 reduce_min:u32 reduce_add:f32 reduce_min:f32 reduce_max:f32";

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

/* With those that are measured together. If the driver's process dies, its row gets the reason, the others no
   answer. */
static void ask(const tool_promise_place *where, const tool_question *q) {
    tool_promise answers[MOST_AT_ONCE] = {{0}};
    tool_session *const s = where->session;
    const tool_target *const target = where->target;
    tool_promise_place place = *where;
    place.seconds *= q->count;
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

static bool is_wanted(const tool_session *s, const tool_question *q) {
    bool wanted = s->options->names.count == 0;
    for (int i = 0; i < s->options->names.count; i++)
        wanted = wanted || tool_question_named(q, s->options->names.word[i]);
    return wanted && q->count > 0;
}

static int count_questions(const tool_session *s, bool lanes) {
    int count = 0;
    for (const tool_question *q = tool_questions; q->name; q++)
        if (q->lanes == lanes && is_wanted(s, q)) count += q->count;
    return count;
}

static void no_sub_groups(tool_session *s) {
    for (const tool_question *q = tool_questions, *first = q; q->name; q++) {
        if (q->count > 0) first = q;
        if (!q->lanes || !is_wanted(s, first)) continue;
        const long row = tool_row_begin(s, describe(s, q, NULL));
        json_t *const record = row < 0 ? NULL : describe(s, q, NULL);
        tool_promise none = {.outcome = TOOL_PROMISE_IMPOSSIBLE, .words = "no native sub-groups"};
        if (!record) continue;
        fill(record, &none);
        tool_row_end(s, row, record);
    }
}

/* About the device, or the target. `done` and `all` count questions. */
static int ask_all(tool_promise_place *place, int *done, int all, xl_error *error) {
    tool_session *const s = place->session;
    xl__text options = {0};
    int status = XL_SUCCESS;
    if (place->target) {
        const xl__target at = {xl__find_backend(place->target->backend), place->target->width};
        status = xl__target_options(s->device, &at, used, &options, error);
    } else {
        status = xl__plain_options(s->device, &options, error);
    }
    if (!status && options.failed) status = xl__fail_memory(error);
    place->options = options.data ? options.data : "";
    for (const tool_question *q = tool_questions; !status && q->name; q++) {
        if (q->lanes != (place->target != NULL) || !is_wanted(s, q)) continue;
        tool_emit_progress(s, (double)*done / all, "%s", q->name);
        ask(place, q);
        *done += q->count;
    }
    xl__text_free(&options);
    return status;
}

tool_exit tool_promises(tool_session *s) {
    tool_target targets[TOOL_MAX_TARGETS];
    int count = 0, widths = 0, done = 0;
    xl_error error = {0};
    if (tool_targets(s, TOOL_NATIVE_WIDTHS, targets, &count, &error) != XL_SUCCESS) {
        tool_emit_failure(s, TOOL_USAGE, error.text);
        return TOOL_USAGE;
    }
    for (int t = 0; t < count; t++)
        if (!targets[t].emulated && targets[t].width > 0) targets[widths++] = targets[t];
    const int all = count_questions(s, false) + widths * count_questions(s, true);
    tool_promise_place place = {.session = s,
                                .seconds = (s->options->seconds >= 0.0 ? s->options->seconds : SECONDS) /
                                           (all > 0 ? all : 1),
                                .seed = (uint64_t)s->options->seed};
    int status = ask_all(&place, &done, all, &error);
    if (widths == 0) no_sub_groups(s);
    for (int t = 0; t < widths && !status; t++) {
        place.target = &targets[t];
        status = ask_all(&place, &done, all, &error);
    }
    if (!status) return TOOL_OK;
    tool_emit_failure(s, TOOL_DEVICE_FAILED, error.text);
    return TOOL_DEVICE_FAILED;
}
