#include "recorded/winners.h"
#include "recorded/one_device.h"
#include "recorded/rounds.h"
#include "text/display.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

char tool_subject_letter(int subject) {
    return (char)('A' + subject);
}

double tool_median_of(const json_t *record) {
    return json_number_value(json_object_get(record, "median_ns"));
}

double tool_rows_ratio(const json_t *a, const json_t *b) {
    tool_rounds rounds;
    return tool_rounds_of(a, b, &rounds) ? tool_rounds_ratio(&rounds) : tool_median_of(b) / tool_median_of(a);
}

double tool_time_compared(const json_t *const *rows, int count, int base, int row) {
    tool_rounds rounds, found = {0};
    int others = 0;
    bool in_turns = false;
    for (int i = 0; i < count && rows[base]; i++) {
        if (i == base || !rows[i] || !tool_rounds_of(rows[base], rows[i], &rounds)) continue;
        others++;
        in_turns = in_turns || row == base || row == i;
        found = rounds;
    }
    if (!in_turns) return tool_median_of(rows[row]);
    return others == 1 ? tool_rounds_time(&found, rows[row]) : tool_rounds_median(rows[row]);
}

tool_rank tool_rank_rows(const json_t *a, const json_t *b) {
    size_t a_count, b_count;
    tool_rounds rounds;
    if (tool_rounds_of(a, b, &rounds)) return tool_rounds_rank(&rounds);
    double *const x = tool_record_samples(a, &a_count), *const y = tool_record_samples(b, &b_count);
    const tool_rank result = tool_rank_of(x, a_count, tool_median_of(a), y, b_count, tool_median_of(b));
    free(x);
    free(y);
    return result;
}

const char *tool_rank_word(tool_rank rank) {
    static const char *const words[] = {
        [TOOL_RANK_SAME] = "same",           [TOOL_RANK_UNCLEAR] = "unclear",
        [TOOL_RANK_FASTER] = "faster",       [TOOL_RANK_SLOWER] = "slower",
        [TOOL_RANK_FEW] = "too few samples", [TOOL_RANK_UNTIMED] = "a time of 0"};
    return words[rank];
}

const char *tool_rank_told(tool_rank rank, int subjects) {
    if (subjects <= TOOL_FEW_SUBJECTS) return tool_rank_word(rank);
    return rank == TOOL_RANK_SAME     ? "="
           : rank == TOOL_RANK_FASTER ? "<"
           : rank == TOOL_RANK_SLOWER ? ">"
                                      : "?";
}

const char *tool_match_strategy(const tool_match *m) {
    for (int s = 0; s < TOOL_MAX_SUBJECTS; s++)
        if (m->record[s]) return tool_text_of(m->record[s], "strategy");
    return m->strategy;
}

const char *tool_match_width(const tool_match *m, char *out, size_t size) {
    return tool_format_width(m->width, m->emulated, out, size);
}

size_t tool_problem_end(const tool_matches *matches, size_t first) {
    size_t end = first;
    while (end < matches->count && matches->item[end].number == matches->item[first].number) end++;
    return end;
}

bool tool_problem_is_shared(const tool_matches *matches, int subjects, size_t first, size_t end) {
    int there = 0;
    for (int i = 0; i < subjects; i++) {
        bool has = false;
        for (size_t m = first; m < end; m++) has = has || matches->item[m].record[i];
        there += has;
    }
    return there > 1;
}

static bool differs(const json_t *a, const json_t *b, const char *name) {
    return !json_equal(json_object_get(a, name), json_object_get(b, name));
}

static void tell_of(const tool_recorded *r, const tool_matches *matches, int other, tool_teller *tell,
                    void *user) {
    const tool_subject *const a = &r->subject[0], *const b = &r->subject[other];
    const json_t *const x = json_object_get(a->document, "tool"), *const y =
                                                                      json_object_get(b->document, "tool");
    const char letter = tool_subject_letter(other);
    long long seeds = 0, timings = 0;
    char line[160];
    for (size_t m = 0; m < matches->count; m++) {
        const json_t *const p = matches->item[m].record[0], *const q = matches->item[m].record[other];
        seeds += p && q && differs(p, q, "seed");
        timings += p && q && (differs(p, q, "timing") || differs(p, q, "timed_by"));
    }
    if (differs(x, y, "version") || differs(x, y, "commit") || differs(x, y, "compiler")) {
        snprintf(line, sizeof line, "note: A and %c were measured by different builds of crosslane", letter);
        tell(user, line);
    }
    if (!differs(a->device, b->device, "name") && differs(a->device, b->device, "driver_version")) {
        snprintf(line, sizeof line, "note: A and %c are the same device with different drivers", letter);
        tell(user, line);
    }
    if (seeds > 0) {
        snprintf(line, sizeof line, "note: in %lld rows A and %c had different inputs (--seed)", seeds,
                 letter);
        tell(user, line);
    }
    if (timings > 0) {
        snprintf(line, sizeof line,
                 "note: %lld rows of A and %c were timed by different methods; compare them with care",
                 timings, letter);
        tell(user, line);
    }
}

static bool same_device(const tool_recorded *r, int one, int two) {
    const tool_subject *const a = &r->subject[one], *const b = &r->subject[two];
    return tool_same_device(a->document, a->device, b->document, b->device);
}

/* Two files of one device are before and after; more may be parts of one recording. */
static void tell_parts(const tool_recorded *r, int first, tool_teller *tell, void *user) {
    char line[300] = "note: ";
    int parts = 1;
    for (int i = 0; i < first; i++)
        if (same_device(r, i, first)) return;
    tool_text_append(line, sizeof line, "%c", tool_subject_letter(first));
    for (int i = first + 1; i < r->count; i++)
        if (same_device(r, first, i))
            parts++, tool_text_append(line, sizeof line, ", %c", tool_subject_letter(i));
    tool_text_append(line, sizeof line,
                     " are recordings of one device; to take them as one, name their folder, not its files");
    if (parts > 2) tell(user, line);
}

void tool_tell_notes(const tool_recorded *r, const tool_matches *matches, tool_teller *tell, void *user) {
    for (int i = 0; i < r->count; i++) tell_parts(r, i, tell, user);
    for (int i = 1; i < r->count; i++) tell_of(r, matches, i, tell, user);
}
