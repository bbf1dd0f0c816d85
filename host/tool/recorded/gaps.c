#include "text/os_memory.h"
#include "recorded/gaps.h"
#include "text/complain.h"
#include "text/display.h"
#include <stdlib.h>
#include <string.h>

/* Equal keys are duplicates. Freed by the caller. */
static char *key_of(const json_t *record) {
    static const char *const fields[] = {
        "kind",     "device",       "algorithm", "strategy", "backend", "width_requested",
        "type",     "distribution", "seed",      "params",   "shape",   "timing",
        "timed_by", "op",           "op_type"};
    return tool_key_of(record, fields, sizeof fields / sizeof *fields);
}

/* "lerp, even: n=64 serial, width 8". */
static void name_row(const json_t *record, char *out, size_t size) {
    char title[512];
    const json_t *const width = json_object_get(record, "width_requested");
    tool_record_title(record, title, sizeof title);
    if (strcmp(tool_text_of(record, "kind"), "probe") == 0)
        snprintf(title, sizeof title, "%s %s", tool_text_of(record, "op"), tool_text_of(record, "op_type"));
    snprintf(out, size, "%.300s%s%.60s", title, tool_text_of(record, "strategy")[0] ? " " : "",
             tool_text_of(record, "strategy"));
    if (json_is_integer(width) && json_integer_value(width) > 0)
        tool_text_append(out, size, ", width %lld", (long long)json_integer_value(width));
}

static void tell_twice(const char *file, const json_t *document, tool_teller *tell, void *user) {
    json_t *const seen = tool_need(json_object()), *record;
    char line[900], first[420] = "";
    long long twice = 0;
    size_t i;
    json_array_foreach(json_object_get(document, "records"), i, record) {
        char *const key = key_of(record);
        if (json_object_get(seen, key) && twice++ == 0) name_row(record, first, sizeof first);
        json_object_set_new(seen, key, json_true());
        free(key);
    }
    snprintf(line, sizeof line, "note: %.300s: %lld rows are repeated, the first: %s", file, twice, first);
    if (twice > 0) tell(user, line);
    json_decref(seen);
}

long long tool_tell_files(const tool_recorded *r, tool_teller *tell, void *user) {
    long long unfinished = 0;
    for (size_t i = 0; i < json_array_size(r->documents); i++) {
        const json_t *const document = json_array_get(r->documents, i);
        char line[600], file[300];
        tool_text_clean(r->files.word[i], file, sizeof file);
        if (!json_is_true(json_object_get(document, "finished"))) {
            unfinished++;
            snprintf(line, sizeof line, "note: %s is unfinished: its run was cut off, or goes on", file);
            tell(user, line);
        }
        tell_twice(file, document, tell, user);
    }
    return unfinished;
}

static void warn(void *user, const char *line) {
    (void)user;
    tool_complain("%s", line);
}

void tool_warn_files(const tool_recorded *r) {
    tool_tell_files(r, warn, NULL);
}

static bool has_bench(const json_t *document) {
    const json_t *record;
    size_t i;
    json_array_foreach(json_object_get(document, "records"), i, record) {
        if (strcmp(tool_text_of(record, "kind"), "bench") == 0) return true;
    }
    return false;
}

const char *tool_failed_word(const json_t *record) {
    const char *const status = tool_text_of(record, "status");
    return strcmp(status, "mismatch") == 0 ? "wrong" : strcmp(status, "error") == 0 ? "failed" : status;
}

tool_gaps tool_find_gaps(const tool_recorded *r, const tool_matches *matches) {
    tool_gaps gaps = {0};
    for (size_t i = 0; i < json_array_size(r->documents); i++)
        gaps.empty += !has_bench(json_array_get(r->documents, i));
    for (size_t m = 0; m < matches->count; m++)
        for (int s = 1; s < r->count; s++) {
            const tool_match *const match = &matches->item[m];
            const json_t *const a = match->record[0], *const b = match->record[s],
                                *const f = match->failed[s];
            if (!a) continue;
            const tool_rank found = b ? tool_rank_rows(a, b) : TOOL_RANK_FEW;
            const char *const word = f ? tool_text_of(f, "status") : "";
            gaps.untimed += b && found == TOOL_RANK_UNTIMED;
            gaps.few += b && found == TOOL_RANK_FEW;
            gaps.judged += b && found != TOOL_RANK_UNTIMED && found != TOOL_RANK_FEW;
            gaps.wrong += !b && strcmp(word, "mismatch") == 0;
            gaps.failed += !b && strcmp(word, "error") == 0;
            gaps.skipped += !b && strcmp(word, "skipped") == 0;
            gaps.unsupported += !b && strcmp(word, "unsupported") == 0;
            gaps.missing += !b && !f;
        }
    return gaps;
}

static bool others_have(const tool_recorded *r, const tool_match *m, int subject) {
    for (int k = 0; k < r->count; k++)
        if (k != subject && m->record[k]) return true;
    return false;
}

/* Rows that others timed and that are not ok here. */
static void tell_failed(const tool_recorded *r, const tool_matches *matches, int subject, tool_teller *tell,
                        void *user) {
    static const char *const words[] = {"wrong", "failed", "skipped", "unsupported"};
    enum { WORDS = sizeof words / sizeof *words };
    for (int w = 0; w < WORDS; w++) {
        const json_t *first = NULL;
        long long count = 0;
        for (size_t m = 0; m < matches->count; m++) {
            const tool_match *const match = &matches->item[m];
            const json_t *const failed = match->record[subject] ? NULL : match->failed[subject];
            if (!failed || strcmp(tool_failed_word(failed), words[w]) != 0 || !others_have(r, match, subject))
                continue;
            count++;
            if (!first) first = failed;
        }
        if (!first) continue;
        char line[1400], name[420], reason[600];
        name_row(first, name, sizeof name);
        tool_text_clean(tool_text_of(first, "reason"), reason, sizeof reason);
        snprintf(line, sizeof line, "%lld row%s that others timed %s %s in %c, the first %s: %s", count,
                 count == 1 ? "" : "s", count == 1 ? "is" : "are", words[w], tool_subject_letter(subject),
                 name, reason);
        tell(user, line);
    }
}

/* By number, with their strategies; freed by the caller. */
static json_t *find_others(const tool_recorded *r, const tool_matches *matches, int subject) {
    json_t *const all = tool_need(json_object());
    for (size_t i = 0; i < matches->count; i++) {
        const tool_match *const m = &matches->item[i];
        char key[200];
        if (!others_have(r, m, subject)) continue;
        snprintf(key, sizeof key, "%zu", m->number);
        json_object_set_new(all, key, json_true());
        snprintf(key, sizeof key, "%zu %s", m->number, m->strategy);
        json_object_set_new(all, key, json_true());
    }
    return all;
}

static void add_count(char *line, size_t size, long long count, const char *what, bool *begun) {
    if (count == 0) return;
    tool_text_append(line, size, "%s%lld %s", *begun ? ", " : "", count, what);
    *begun = true;
}

static void tell_alone(const tool_recorded *r, const tool_matches *matches, int subject, tool_teller *tell,
                       void *user) {
    long long alone = 0, rows = 0, problems = 0, strategies = 0;
    char line[300];
    bool begun = false;
    json_t *const others = find_others(r, matches, subject);
    for (size_t m = 0; m < matches->count; m++) {
        const tool_match *const match = &matches->item[m];
        bool known = others_have(r, match, subject);
        char key[200];
        for (int k = 0; k < r->count; k++) known = known || match->failed[k];
        rows += match->record[subject] != NULL;
        if (!match->record[subject] || known) continue;
        snprintf(key, sizeof key, "%zu", match->number);
        const bool has_problem = json_object_get(others, key) != NULL;
        snprintf(key, sizeof key, "%zu %s", match->number, match->strategy);
        alone++;
        problems += !has_problem;
        strategies += has_problem && !json_object_get(others, key);
    }
    json_decref(others);
    const char letter = tool_subject_letter(subject);
    snprintf(line, sizeof line, "%lld of %c's %lld rows exist only in %c: ", alone, letter, rows, letter);
    add_count(line, sizeof line, alone - problems - strategies,
              "with widths or forms (native, emulated) that were timed nowhere else", &begun);
    add_count(line, sizeof line, strategies, "with strategies that were timed nowhere else", &begun);
    add_count(line, sizeof line, problems, "with other problems", &begun);
    if (alone > 0) tell(user, line);
}

void tool_tell_gaps(const tool_recorded *r, const tool_matches *matches, tool_teller *tell, void *user) {
    for (int i = 0; i < r->count; i++) tell_failed(r, matches, i, tell, user);
    for (int i = 0; i < r->count; i++) tell_alone(r, matches, i, tell, user);
    for (size_t i = 0; i < json_array_size(r->documents); i++) {
        char line[400], file[300];
        if (has_bench(json_array_get(r->documents, i))) continue;
        snprintf(line, sizeof line, "%s has no row of bench",
                 tool_text_clean(r->files.word[i], file, sizeof file));
        tell(user, line);
    }
}
