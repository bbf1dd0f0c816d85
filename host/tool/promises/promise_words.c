#include "promises/promise_words.h"
#include "promises/promise.h"
#include "records/record.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "12,000" */
static const char *grouped(long long n, char out[32]) {
    char digits[32];
    const int length = snprintf(digits, sizeof digits, "%lld", n);
    int at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

static const json_t *details_of(const json_t *row) {
    return json_object_get(row, "promise");
}

static long long integer_of(const json_t *row, const char *field) {
    return (long long)json_integer_value(json_object_get(details_of(row), field));
}

static const char *outcome_of(const json_t *row) {
    return tool_text_of(details_of(row), "outcome");
}

const char *tool_promise_answer(const json_t *row, char *out, size_t size) {
    char a[32], b[32];
    const char *const outcome = outcome_of(row);
    const long long tries = integer_of(row, "tries"), broken = integer_of(row, "broken");
    if (strcmp(outcome, "holds") == 0)
        snprintf(out, size, "never broken in %s tries", grouped(tries, a));
    else if (strcmp(outcome, "broken") == 0)
        snprintf(out, size, "broken: %s of %s", grouped(broken, a), grouped(tries, b));
    else if (strcmp(outcome, "unproven") == 0 && tries == 0)
        snprintf(out, size, "not reached: something broken before ended each try");
    else if (strcmp(outcome, "unproven") == 0)
        snprintf(out, size, "could not be made to fail (%s tries)", grouped(tries, a));
    else if (strcmp(outcome, "found") == 0)
        snprintf(out, size, "%s", tool_text_of(details_of(row), "answer"));
    else
        snprintf(out, size, "%s", tool_text_of(row, "reason"));
    return out;
}

const char tool_promise_legend[] = "holds: never broken, and the test can fail there; ?: it could not be "
                                   "made to fail; -: the device lacks it";

const char *tool_promise_cell(const json_t *row, char *out, size_t size) {
    static const char *const words[][2] = {{"holds", "holds"}, {"unproven", "?"}, {"impossible", "-"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(outcome_of(row), words[i][0]) == 0) return snprintf(out, size, "%s", words[i][1]), out;
    static const char *const failures[][2] = {
        {"no answer", "hangs"}, {"not measured", "not measured"}, {"the driver's process died", "crashes"}};
    if (outcome_of(row)[0]) return tool_promise_answer(row, out, size);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (strncmp(tool_text_of(row, "reason"), failures[i][0], strlen(failures[i][0])) == 0)
            return snprintf(out, size, "%s", failures[i][1]), out;
    return "failed";
}

int tool_promise_weight(const json_t *row) {
    static const char *const outcomes[] = {"impossible", "holds", "found", "unproven", "broken"};
    for (int i = 0; i <= TOOL_PROMISE_WORST; i++)
        if (strcmp(outcome_of(row), outcomes[i]) == 0) return i;
    return 3; /* it failed */
}

bool tool_is_promise(const json_t *record) {
    return strcmp(tool_text_of(record, "kind"), "promise") == 0;
}

static const json_t *worst_of(const tool_promise_device *device, const char *question) {
    const json_t *worst = NULL, *row;
    size_t i;
    json_array_foreach(device->rows, i, row) {
        if (!tool_is_promise(row) || strcmp(tool_text_of(row, "op"), question) != 0) continue;
        if (!worst || tool_promise_weight(row) > tool_promise_weight(worst)) worst = row;
    }
    return worst;
}

/* Numbers of tries differ from run to run. */
static bool says_the_same(const json_t *a, const json_t *b) {
    return strcmp(outcome_of(a), outcome_of(b)) == 0 &&
           strcmp(tool_text_of(details_of(a), "answer"), tool_text_of(details_of(b), "answer")) == 0;
}

static bool differ(const tool_promise_side *side, int count) {
    const json_t *first = NULL;
    for (int d = 0; d < count; d++) {
        if (!side->row[d] || tool_promise_weight(side->row[d]) == 0) continue;
        if (!first) first = side->row[d];
        if (!says_the_same(first, side->row[d])) return true;
    }
    return false;
}

int tool_promises_compare(const tool_promise_device *devices, int count,
                          void (*take)(void *user, const tool_promise_side *side), void *user) {
    const json_t **const row = tool_need(calloc((size_t)count + 1, sizeof *row));
    int line = -1, asked = 0;
    for (const tool_question *q = tool_questions; q->name; q++) {
        tool_promise_side side = {
            .line = q->line == line ? "" : tool_promise_lines[q->line], .words = q->words, .row = row};
        bool any = false;
        for (int d = 0; d < count; d++) {
            row[d] = worst_of(&devices[d], q->name);
            any = any || row[d];
        }
        if (!any) continue;
        side.differ = differ(&side, count);
        line = q->line;
        asked++;
        take(user, &side);
    }
    free(row);
    return asked;
}

static bool same(const tool_promise_device *a, const tool_promise_device *b, const char *field) {
    return strcmp(tool_text_of(a->facts, field), tool_text_of(b->facts, field)) == 0;
}

static void tell_changes(const tool_promise_device *a, const tool_promise_device *b,
                         void (*line)(void *user, const char *text), void *user) {
    for (const tool_question *q = tool_questions; q->name; q++) {
        const json_t *const old = worst_of(a, q->name), *const now = worst_of(b, q->name);
        char text[1024], before[200], after[200];
        if (!old || !now || says_the_same(old, now)) continue;
        snprintf(text, sizeof text, "driver %.100s -> %.100s: %s: %s -> %s",
                 tool_text_of(a->facts, "driver_version"), tool_text_of(b->facts, "driver_version"), q->name,
                 tool_promise_answer(old, before, sizeof before),
                 tool_promise_answer(now, after, sizeof after));
        line(user, text);
    }
}

void tool_promises_changes(const tool_promise_device *devices, int count,
                           void (*line)(void *user, const char *text), void *user) {
    for (int b = 1; b < count; b++)
        for (int a = 0; a < b; a++)
            if (same(&devices[a], &devices[b], "name") && same(&devices[a], &devices[b], "platform") &&
                !same(&devices[a], &devices[b], "driver_version"))
                tell_changes(&devices[a], &devices[b], line, user);
}
