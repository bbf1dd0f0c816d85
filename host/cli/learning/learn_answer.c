/* learn_answer.c - a record of `learn` as text. */
#include "base/number.h"
#include "learning/cmd_learn.h"
#include "hints/compiler_errors.h"
#include "learn/answers.h"
#include "learn/compiled.h"
#include "records/record.h"
#include <stdlib.h>
#include <string.h>

enum {
    MOST_LOG_LINES = 6,
    LANES_PER_LINE = 8,
    CELL = 12,
    MOST_SENTENCES = 4,
    MOST_OF_CODE = 2 * TOOL_MOST_CONDITIONS
};

#define NOT_FILLED "  Not filled in yet: this is the original kernel; look for \"fill in\"\n"
#define OUTSIDE "  Look for a store or read outside an array: an index of n or more, or below 0\n"

static const char *lanes(const char *widths) {
    return atoi(widths) == 1 && !strchr(widths, ',') ? "lane" : "lanes";
}

/* The first lines of a reason: the error, the source line and the caret. */
static void add_lines(xl__text *out, const char *text, int most) {
    for (int i = 0; i < most && *text; i++) {
        const size_t length = strcspn(text, "\n");
        if (length > 0) xl__text_format(out, "  %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static const char *value_text(const json_t *value, bool marked, char cell[64]) {
    char number[XL__NUMBER_TEXT];
    const char *const mark = marked ? "*" : "";
    if (json_is_string(value))
        snprintf(cell, 64, "%s%.24s", mark, json_string_value(value));
    else if (json_is_integer(value))
        snprintf(cell, 64, "%s%lld", mark, (long long)json_integer_value(value));
    else
        snprintf(cell, 64, "%s%s", mark, xl__number_text(json_number_value(value), XL__DIGITS_F32, number));
    return cell;
}

/* Eight elements per line, with a star at wrong ones. */
static void add_rows(xl__text *out, const json_t *mismatch) {
    const json_t *const expected = json_object_get(mismatch, "expected_row"), *const got = json_object_get(
                                                                                  mismatch, "got_row");
    const size_t count = json_array_size(expected);
    char cell[64];
    for (size_t first = 0; first < count && count > 1 && first < 4 * LANES_PER_LINE; first += LANES_PER_LINE)
        for (int line = 0; line < 2; line++) {
            xl__text_format(out, "    %-9s", line ? "got" : "expected");
            for (size_t i = first; i < count && i < first + LANES_PER_LINE; i++) {
                const json_t *const e = json_array_get(expected, i), *const g = json_array_get(got, i);
                xl__text_format(out, " %*s", CELL - 4,
                                value_text(line ? g : e, line && !json_equal(e, g), cell));
            }
            xl__text_format(out, "\n");
        }
}

static void add_place(xl__text *out, const json_t *mismatch) {
    static const char *const names[][2] = {
        {"group", "work-group"}, {"sub_group", "sub-group"}, {"lane", "lane"}};
    const char *before = "  the first wrong element was computed by ";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *const value = json_object_get(mismatch, names[i][0]);
        if (!json_is_integer(value)) continue;
        xl__text_format(out, "%s%s %lld", before, names[i][1], (long long)json_integer_value(value));
        before = ", ";
    }
    if (before[0] == ',') xl__text_format(out, "\n");
}

static void add_list(xl__text *out, const json_t *record, const char *field, size_t most) {
    const json_t *const list = json_object_get(record, field);
    for (size_t i = 0; i < json_array_size(list) && i < most; i++)
        xl__text_format(out, "  %s\n", json_string_value(json_array_get(list, i)));
}

static bool is_untouched(const json_t *record) {
    return json_is_true(json_object_get(record, "untouched"));
}

static const json_t *findings_of(const json_t *record) {
    return json_object_get(json_object_get(record, "findings"), "list");
}

static bool has_findings(const json_t *record) {
    return json_array_size(findings_of(record)) > 0;
}

/* "line 31 of sg_arith.h, called from line 11 of 08-tail.cl" becomes "line 11". */
static void add_own_lines(xl__text *out, const char *text, const char *file) {
    static const char called[] = ", called from ";
    char of[TOOL_PATH];
    const char *const slash = strrchr(file, '/');
    const size_t length = (size_t)snprintf(of, sizeof of, " of %s", slash ? slash + 1 : file);
    while (*text) {
        const char *const line = strstr(text, "line "), *const next = line ? strstr(line, called) : NULL;
        const size_t place = line ? strspn(line + 5, "0123456789") + 5 : 0;
        const bool own = line && strncmp(line + place, of, length) == 0;
        const bool inner = next && !own && strcspn(line, ",;:`") == (size_t)(next - line);
        const char *const end = !line ? text + strlen(text) : inner ? line : line + place;
        xl__text_add(out, text, (size_t)(end - text));
        text = inner ? next + strlen(called) : own ? end + length : end;
    }
}

/* Answers call the layer's sg_NAME, which calls sub_group_NAME. */
static void add_with_layer_names(xl__text *out, const char *text) {
    static const char standard[] = "`sub_group_";
    for (const char *at; (at = strstr(text, standard)) != NULL; text = at + sizeof standard - 1) {
        xl__text_add(out, text, (size_t)(at - text));
        xl__text_format(out, "`sg_");
    }
    xl__text_format(out, "%s", text);
}

static void add_findings(xl__text *out, const json_t *record) {
    const json_t *const list = findings_of(record);
    const char *const file = tool_text_of(record, "file");
    for (size_t i = 0; i < json_array_size(list) && i < MOST_SENTENCES; i++) {
        const json_t *const finding = json_array_get(list, i);
        const char *const kind = json_string_value(json_object_get(finding, "kind"));
        xl__text_format(out, "  %s: ", kind ? kind : "failed");
        xl__text message = {0};
        add_own_lines(&message, tool_text_of(finding, kind ? "message" : "failed"), file);
        add_with_layer_names(out, message.data ? message.data : "");
        xl__text_free(&message);
        xl__text_format(out, "\n");
        if (kind) xl__text_format(out, "    %s\n", tool_text_of(finding, "advice"));
    }
}

/* "race", or how the kernel ended; NULL: none. */
static const char *first_finding(const json_t *record) {
    const json_t *const first = json_array_get(findings_of(record), 0);
    const char *const failed = json_string_value(json_object_get(first, "failed"));
    if (!failed) return json_string_value(json_object_get(first, "kind"));
    return strstr(failed, "not end")           ? "does not end"
           : strstr(failed, "of memory, more") ? "too much memory"
                                               : "crashed";
}

static void add_mismatch(xl__text *out, const json_t *record) {
    char reason[XL_ERROR_TEXT], width[32], n[32];
    const json_t *const mismatch = json_object_get(record, "mismatch"), *const mistake = json_object_get(
                                                                            record, "mistake");
    const char *const right = json_string_value(json_object_get(record, "widths"));
    cli_text(record, "width_requested", width, sizeof width);
    xl__text_format(out, "  at %s %s, n = %s: %s\n", width, lanes(width),
                    cli_text(json_object_get(record, "params"), "n", n, sizeof n),
                    cli_text(record, "reason", reason, sizeof reason));
    if (json_is_object(mismatch)) add_rows(out, mismatch);
    if (is_untouched(record)) {
        xl__text_format(out, NOT_FILLED);
        return;
    }
    if (json_is_object(mismatch)) add_place(out, mismatch);
    if (json_is_string(mistake))
        xl__text_format(out, "  These %s the results of a known mistake: %s\n",
                        json_is_true(json_object_get(record, "perhaps")) ? "may be" : "are",
                        json_string_value(mistake));
    if (has_findings(record))
        add_findings(out, record);
    else if (!json_is_string(mistake)) /* which says more */
        add_list(out, record, "common", MOST_SENTENCES);
    if (right && *right) xl__text_format(out, "  at %s %s it is right\n", right, lanes(right));
}

/* Without repeated options. */
static void add_failure(xl__text *out, const char *reason, const char *width) {
    const char *const log = strstr(reason, "did not compile") ? strchr(reason, '\n') : NULL;
    const char *const options = log ? strstr(log, "\noptions:") : NULL;
    if (!log || log == options) {
        add_lines(out, reason, MOST_LOG_LINES);
        return;
    }
    char lines[XL_ERROR_TEXT], meant[160];
    snprintf(lines, sizeof lines, "%.*s", options ? (int)(options - log - 1) : (int)strlen(log), log + 1);
    xl__text_format(out, "  at %s %s it does not compile:\n", width, lanes(width));
    add_lines(out, lines, MOST_LOG_LINES);
    if (tool_undeclared(lines, meant, sizeof meant)) xl__text_format(out, "  %s\n", meant);
}

typedef enum ending { NO_END, NO_COMPILER, TOO_LARGE, CRASH, LATE_CRASH, NOT_BUILT } ending;

static ending ending_of(const json_t *record) {
    const char *const reason = tool_text_of(record, "reason");
    const bool running = strcmp(tool_text_of(record, "stage"), "run") == 0,
               died = !json_object_get(record, "widths"),
               launched = json_is_true(json_object_get(record, "launched"));
    if (strncmp(reason, "no answer", 9) == 0) return running ? NO_END : NO_COMPILER;
    /* the text of tool_describe_end for a process that exceeded its memory */
    if (strstr(reason, "of memory, more than")) return TOO_LARGE;
    return running ? CRASH : died && launched ? LATE_CRASH : NOT_BUILT;
}

static void add_death(xl__text *out, const json_t *record, double timeout) {
    const char *const reason = tool_text_of(record, "reason");
    char width[32];
    cli_text(record, "width_requested", width, sizeof width);
    switch (ending_of(record)) {
    case NO_END:
        xl__text_format(
            out, "  at %s %s the kernel does not end: it was stopped after some seconds%s\n", width,
            lanes(width),
            json_array_size(json_object_get(record, "hints")) > 0
                ? ""
                : ".\n  Look for a loop whose condition never becomes false, and for a barrier or an "
                  "operation of the\n  sub-group that some lanes do not reach");
        break;
    case NO_COMPILER:
        xl__text_format(out,
                        "  at %s %s the compiler did not answer within %g s; --timeout allows more time\n",
                        width, lanes(width), timeout);
        break;
    case TOO_LARGE:
        xl__text_format(out, "  at %s %s it takes too much memory: %s\n", width, lanes(width), reason);
        break;
    case CRASH:
        xl__text_format(out, "  at %s %s the kernel crashed: %s\n" OUTSIDE, width, lanes(width), reason);
        break;
    case LATE_CRASH:
        xl__text_format(out,
                        "  at %s %s the driver crashed before the kernel ran, and at fewer or more lanes it "
                        "had run: %s\n" OUTSIDE,
                        width, lanes(width), reason);
        break;
    case NOT_BUILT: add_failure(out, reason, width); break;
    }
}

void cli_learn_death(const char *file, bool right, const char *reason, xl__text *out) {
    if (right) xl__text_format(out, "%s is wrong:\n  its results are right, but ", file);
    xl__text_format(out, "%sthe driver crashed after the kernel had run: %s\n" OUTSIDE, right ? "" : "  ",
                    reason);
}

static bool has_compiled(const json_t *record, tool_compiled compiled) {
    return strcmp(tool_text_of(record, "compiled"), tool_compiled_name(compiled)) == 0;
}

static const char *broken_rule(const json_t *record) {
    return json_string_value(json_object_get(record, "rule"));
}

bool cli_learn_is_right(const json_t *record) {
    return strcmp(tool_text_of(record, "status"), "ok") == 0 && !is_untouched(record) &&
           !broken_rule(record) && !has_compiled(record, TOOL_COMPILED_WRONG);
}

static void add_right(xl__text *out, const json_t *record) {
    char file[TOOL_PATH], widths[192];
    const bool right = cli_learn_is_right(record);
    cli_text(record, "file", file, sizeof file);
    cli_text(record, "widths", widths, sizeof widths);
    xl__text_format(out, right ? "%s is right, at %s %s" : "%s is wrong:\n  its results are right, at %s %s",
                    file, widths, lanes(widths));
    if (json_is_string(json_object_get(record, "skipped")))
        xl__text_format(out, " (not run here: %s)", cli_text(record, "skipped", widths, sizeof widths));
    xl__text_format(out, "\n");
    if (broken_rule(record))
        xl__text_format(out, "  %s\n", broken_rule(record));
    else if (json_is_true(json_object_get(record, "serial")))
        xl__text_format(out, "  right, but serial: the kernel calls no operation of the sub-group\n");
    add_list(out, record, "compiled_says", MOST_OF_CODE);
    if (is_untouched(record)) xl__text_format(out, NOT_FILLED);
    if (json_array_size(json_object_get(record, "hints")) > 0)
        xl__text_format(out, "  right here, but other devices may behave differently; check this:\n");
    add_list(out, record, "hints", MOST_SENTENCES);
}

void cli_learn_answer(const json_t *record, double timeout, xl__text *out) {
    char status[32], file[TOOL_PATH], reason[XL_ERROR_TEXT];
    const json_t *const found = json_object_get(record, "found");
    if (json_is_object(found)) record = found;
    cli_text(record, "status", status, sizeof status);
    cli_text(record, "file", file, sizeof file);
    if (strcmp(status, "ok") == 0) {
        add_right(out, record);
    } else if (strcmp(status, "unsupported") == 0) {
        xl__text_format(out, "%s was not %s: %s\n", file,
                        json_is_true(json_object_get(record, "unjudged")) ? "judged" : "run",
                        cli_text(record, "reason", reason, sizeof reason));
    } else {
        xl__text_format(out, "%s is wrong:\n", file);
        if (strcmp(status, "mismatch") == 0)
            add_mismatch(out, record);
        else
            add_death(out, record, timeout);
        if (!has_findings(record)) add_list(out, record, "hints", MOST_SENTENCES);
    }
}

static const char *const ending_words[] = {
    [NO_END] = "does not end",       [NO_COMPILER] = "the compiler did not answer",
    [TOO_LARGE] = "too much memory", [CRASH] = "crashed",
    [LATE_CRASH] = "crashed",        [NOT_BUILT] = "does not compile"};

const char *cli_learn_ending(const json_t *record) {
    return ending_words[ending_of(record)];
}

json_t *cli_learn_json(const json_t *record, const char *lines) {
    const json_t *const found = json_object_get(record, "found");
    if (json_is_object(found)) record = found;
    const char *const status = tool_text_of(record, "status");
    const bool untouched = is_untouched(record), right = cli_learn_is_right(record),
               results = strcmp(status, "ok") == 0, unsupported = strcmp(status, "unsupported") == 0,
               mismatch = strcmp(status, "mismatch") == 0;
    json_t *const mistake = json_object_get(record, "mistake");
    json_t *const answer = tool_answer_make(NULL, tool_text_of(record, "exercise"),
                                            right         ? "right"
                                            : unsupported ? "not run"
                                            : untouched   ? "untouched"
                                                          : "wrong");
    const json_t *const code = json_object_get(record, "compiled_says");
    const bool unseen = has_compiled(record, TOOL_COMPILED_UNSEEN);
    const char *const found_first = first_finding(record);
    const char *const why = unseen        ? json_string_value(json_array_get(code, 0))
                            : right       ? NULL
                            : results     ? broken_rule(record) ? "broken rule" : "compiled code"
                            : unsupported ? tool_text_of(record, "reason")
                            : mistake     ? "known mistake"
                            : found_first ? found_first
                            : mismatch    ? "wrong result"
                                          : cli_learn_ending(record);
    json_object_set_new(answer, "why", untouched || !why ? json_null() : tool_json_text(why));
    if (mistake) json_object_set(answer, "mistake", mistake);
    if (code) json_object_set(answer, "compiled", json_object_get(record, "compiled"));
    if (right) json_object_set(answer, "widths", json_object_get(record, "widths"));
    if (right && json_object_get(record, "collectives"))
        json_object_set(answer, "collectives", json_object_get(record, "collectives"));
    json_object_set(answer, "device", json_object_get(record, "device"));
    json_object_set_new(answer, "answer", tool_json_text(lines));
    return answer;
}
