#include "support/command.h"
#include "records/record.h"
#include "support/process.h"
#include <check.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 80, MOST_SECONDS = 600 };

static int split(char *line, char **words) {
    int count = 0;
    for (char *at = line; *at;) {
        at += strspn(at, " ");
        if (!*at) break;
        ck_assert_int_lt(count, MOST_WORDS - 1);
        const bool quoted = *at == '\'';
        words[count++] = at + quoted;
        at += quoted;
        at += strcspn(at, quoted ? "'" : " ");
        if (*at) *at++ = '\0';
    }
    words[count] = NULL;
    return count;
}

static bool is_setting(const char *word) {
    const size_t length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    return length > 0 && word[length] == '=';
}

static int words_of(const command *c, char *text, char **words) {
    memcpy(text, c->line, sizeof c->line);
    const int count = split(text, words);
    int settings = 0;
    while (settings < count && is_setting(words[settings])) settings++;
    return settings;
}

static void start(command *c) {
    char text[sizeof c->line], *words[MOST_WORDS];
    const int settings = words_of(c, text, words);
    process_start(c, words, settings);
}

void command_free(command *c) {
    for (int i = 0; i < 2; i++)
        if (c->streams[i]) fclose(c->streams[i]);
    free(c->out);
    free(c->err);
    *c = (command){.pid = 0};
}

#define FORMAT_LINE(c, format)                                                                               \
    command_free(c);                                                                                         \
    va_list args;                                                                                            \
    va_start(args, format);                                                                                  \
    vsnprintf((c)->line, sizeof(c)->line, format, args);                                                     \
    va_end(args)

void command_start(command *c, const char *format, ...) {
    FORMAT_LINE(c, format);
    start(c);
}

void command_wait(command *c) {
    const double start_time = process_now();
    while (!process_has_ended(c) && process_now() - start_time < MOST_SECONDS) command_pause();
    const bool late = !process_has_ended(c);
    if (late) process_kill(c);
    c->status = process_status(c);
    c->out = process_text(c->streams[0]);
    c->err = process_text(c->streams[1]);
    ck_assert_msg(!late, "crosslane %s: still running after %d s\n%.8000s%.8000s", c->line, MOST_SECONDS,
                  c->out, c->err);
}

void command_run(command *c, const char *format, ...) {
    FORMAT_LINE(c, format);
    start(c);
    command_wait(c);
}

void command_run_on_terminal(command *c, unsigned short columns, const char *format, ...) {
    FORMAT_LINE(c, format);
    char text[sizeof c->line], *words[MOST_WORDS];
    const int settings = words_of(c, text, words);
    process_on_terminal(c, columns, words, settings);
    c->err = calloc(1, 1);
}

bool command_has_workers(const command *c, int count) {
    for (double end = process_now() + MOST_SECONDS; process_now() < end; command_pause()) {
        pid_t one = 0;
        if (process_children(c, &one) >= count) return true;
        if (process_has_ended(c)) return false;
    }
    return false;
}

pid_t command_worker(const command *c) {
    for (double end = process_now() + MOST_SECONDS; process_now() < end; command_pause()) {
        pid_t child = 0;
        if (process_children(c, &child) > 0 || process_has_ended(c)) return child;
    }
    return 0;
}

void command_wait_for(const command *c, const char *text) {
    bool found = false;
    for (double end = process_now() + MOST_SECONDS; !found && process_now() < end; command_pause()) {
        const bool ended = process_has_ended(c);
        char *const out = process_text(c->streams[0]);
        found = ended || strstr(out, text);
        free(out);
    }
}

bool command_is_running(const command *c) {
    return !process_has_ended(c);
}

void command_expect(const command *c, int status) {
    ck_assert_msg(c->status == status, "crosslane %s: exit status %d, expected %d\n%.8000s%.8000s", c->line,
                  c->status, status, c->out, c->err);
}

void command_interrupt(command *c) {
    ck_assert(process_interrupt(c));
    command_wait(c);
    command_expect(c, 130);
}

size_t command_rows_in(const char *path) {
    json_t *const document = json_load_file(path, 0, NULL);
    const size_t rows = json_array_size(json_object_get(document, "records"));
    json_decref(document);
    return rows;
}

size_t command_check_file(const char *path, bool finished) {
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(path, &error) == XL_SUCCESS, "%s", error.text);
    json_t *const document = json_load_file(path, 0, NULL);
    ck_assert(json_is_boolean(json_object_get(document, "finished")));
    ck_assert(json_is_true(json_object_get(document, "finished")) == finished);
    json_decref(document);
    return command_rows_in(path);
}

void command_has(const command *c, const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "crosslane %s: '%s' is missing\n%.8000s%.8000s", c->line, part,
                  c->out, c->err);
}

void command_refused(const command *c, int status, ...) {
    static const char name[] = "crosslane: ";
    command_expect(c, status);
    const char *end = strchr(c->err, '\n');
    ck_assert_msg(end && end[1] == '\0' && strncmp(c->err, name, strlen(name)) == 0,
                  "crosslane %s: not one line that begins with the command's name:\n%.8000s", c->line,
                  c->err);
    va_list parts;
    va_start(parts, status);
    for (const char *part = va_arg(parts, const char *); part; part = va_arg(parts, const char *))
        command_has(c, c->err, part);
    va_end(parts);
    ck_assert_msg(!strstr(c->out, " ok") || strstr(c->out, "0 ok,"),
                  "crosslane %s: refused, but prints ok\n%.8000s", c->line, c->out);
}

json_t *command_document(const command *c) {
    json_error_t where;
    xl_error error;
    json_t *document = json_loads(c->out, JSON_REJECT_DUPLICATES, &where);
    ck_assert_msg(document != NULL, "crosslane %s: line %d: %s\n%.8000s", c->line, where.line, where.text,
                  c->out);
    ck_assert_msg(tool_results_check(document, &error) == XL_SUCCESS, "crosslane %s: %s", c->line,
                  error.text);
    return document;
}
