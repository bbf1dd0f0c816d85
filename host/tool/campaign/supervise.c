#include "campaign/supervise.h"
#include "base/os.h"
#include "cases/case.h"
#include "text/display.h"
#include "text/print.h"
#include "system/os_process.h"
#include <stdlib.h>
#include <string.h>

enum { LEAVE_SECONDS = 5 }; /* for the driver's cleanup after "end" */

void tool_worker_environment(const tool_driver *driver, const char *environment[TOOL_WORKER_SETTINGS]) {
    int n = 0;
    if (driver->setting[0]) environment[n++] = driver->setting;
    if (!xl__os_environment("OMP_WAIT_POLICY")) environment[n++] = "OMP_WAIT_POLICY=passive";
    environment[n] = NULL;
}

/* "3 warnings and 1 error generated.", of trials that a device may reject; the build log has the
   diagnostics. */
static bool is_count(const char *line) {
    const char *at = line + strspn(line, "0123456789");
    static const char end[] = " generated.";
    const size_t length = strlen(at);
    return at > line && length > strlen(end) && strcmp(at + length - strlen(end), end) == 0 &&
           (strncmp(at, " error", 6) == 0 || strncmp(at, " warning", 8) == 0);
}

static void on_printed(void *user, const char *line) {
    tool_supervision *s = user;
    char text[4096];
    if (is_count(line)) return;
    tool_text_clean(line, text, sizeof text);
    if (*text) tool_text_cut(text, 120, "...", s->end.words, sizeof s->end.words);
    tool_progress_clear(s->progress);
    tool_print(stderr, "%s\n", text);
}

/* Unreadable events get an empty name. */
static void take_line(tool_supervision *s, const char *line, tool_event_handler handle, void *user) {
    json_t *event = json_loads(line, 0, NULL);
    const char *name = json_string_value(json_object_get(event, "event"));
    if (name && strcmp(name, "end") == 0) {
        s->end.status = (tool_exit)json_integer_value(json_object_get(event, "status"));
        s->end.kind = TOOL_END_WELL;
    }
    s->waits = name && strcmp(name, "turn") == 0;
    handle(user, event, name ? name : "");
    json_decref(event);
    s->end.words[0] = '\0';
}

/* A user's own kernel that does not end is given up before --timeout. */
static void add_check_settings(const tool_job *job, const tool_driver *driver,
                               const char *environment[TOOL_WORKER_SETTINGS]) {
    const bool learns = job->options.command == TOOL_COMMAND_learn, own = job->options.kernel_dir != NULL;
    int n = 0;
    while (environment[n]) n++;
    environment[n++] = driver->report;
    if (learns) environment[n++] = "CROSSLANE_CHECK_COUNT=1";
    if (job->options.command == TOOL_COMMAND_trace) environment[n++] = "CROSSLANE_CHECK_TRACE=1";
    if ((learns || own) && !xl__os_environment("CROSSLANE_CHECK_STEPS"))
        environment[n++] = learns ? "CROSSLANE_CHECK_STEPS=20000000" : "CROSSLANE_CHECK_STEPS=200000000";
    environment[n] = NULL;
}

bool tool_supervise_start(tool_supervision *s, const tool_worker_start *start, const tool_driver *driver,
                          tool_progress *progress, xl_error *error) {
    *s = (tool_supervision){.end = {.kind = TOOL_END_DIED, .driver = driver->name}, .progress = progress};
    const char *environment[TOOL_WORKER_SETTINGS];
    tool_worker_environment(driver, environment);
    if (driver->report[0]) add_check_settings(start->job, driver, environment);
    char *const job = tool_job_write(start->job);
    const bool asks = start->job->task.in_turns || start->job->options.seconds >= 0.0;
    const int started = tool_process_start(&s->process, start->role, job, environment, start->others, asks,
                                           on_printed, s, error);
    free(job);
    s->process.idle = start->idle;
    s->process.idle_user = start->idle_user;
    return started == XL_SUCCESS;
}

bool tool_supervise_on(tool_supervision *s, const double *seconds, tool_event_handler handle, void *user) {
    tool_worker_end *end = &s->end;
    if (s->waits) tool_process_answer(&s->process, true);
    s->waits = false;
    while (!s->waits) {
        char *line = NULL;
        const double patience = end->kind == TOOL_END_DIED ? *seconds : LEAVE_SECONDS;
        const tool_read got = tool_process_read(&s->process, patience, &line);
        if (got == TOOL_STOPPED) end->kind = TOOL_END_STOPPED;
        if (got == TOOL_STOPPED || got == TOOL_END || (got == TOOL_QUIET && end->kind != TOOL_END_DIED))
            break;
        if (got == TOOL_QUIET) {
            end->kind = TOOL_END_HUNG;
            tool_process_kill(&s->process);
        } else {
            take_line(s, line, handle, user);
        }
    }
    return s->waits;
}

tool_worker_end tool_supervise_end(tool_supervision *s) {
    tool_worker_end *end = &s->end;
    if (s->waits) end->kind = TOOL_END_STOPPED;
    end->held = s->process.held;
    end->tight = s->process.tight;
    if (s->process.too_large && end->kind == TOOL_END_DIED) end->kind = TOOL_END_TOO_LARGE;
    tool_note last;
    end->code = tool_process_finish(&s->process, end->kind == TOOL_END_STOPPED ? 0.0 : LEAVE_SECONDS, &last);
    end->left = last.left;
    end->known = last.taken && tool_is_own_end(end->code, end->left);
    end->calls = last.calls;
    tool_text_clean(last.calls.in, end->calls.in, sizeof end->calls.in);
    end->in_case = strcmp(end->calls.in, TOOL_CASE_CALL) == 0;
    if (end->in_case) end->calls.in[0] = '\0';
    return *end;
}

tool_worker_end tool_supervise(const tool_worker_start *start, const tool_driver *driver,
                               const double *seconds, tool_event_handler handle, void *user,
                               tool_progress *progress, xl_error *error) {
    tool_supervision s;
    if (!tool_supervise_start(&s, start, driver, progress, error))
        return (tool_worker_end){.kind = TOOL_END_NO_START};
    while (tool_supervise_on(&s, seconds, handle, user)) {
    }
    return tool_supervise_end(&s);
}

bool tool_is_crosslanes(const tool_worker_end *end) {
    return end->kind == TOOL_END_DIED && end->known && end->code < 0 && !end->calls.in[0] &&
           !end->calls.underway;
}

/* The driver may have ended the process itself, with any status. */
static bool is_memory(const tool_worker_end *end) {
    return end->kind == TOOL_END_DIED && end->code == TOOL_OUTPUT && !end->calls.in[0];
}

tool_exit tool_end_status(const tool_worker_end *end) {
    return tool_is_crosslanes(end) ? TOOL_BROKEN : is_memory(end) ? TOOL_OUTPUT : TOOL_DEVICE_FAILED;
}

/* ", in clFinish of NAME": the place, not the fault. */
static const char *place_of(const tool_worker_end *end, char *text, size_t size) {
    text[0] = '\0';
    if (end->known && end->calls.in[0])
        snprintf(text, size, ", in %s of %s", end->calls.in, end->driver);
    else if (end->known && end->calls.underway)
        snprintf(text, size, ", in no call, while %s had commands to run", end->driver);
    return text;
}

void tool_describe_end(const tool_worker_end *end, double seconds, bool by_option, bool words, char *text,
                       size_t size) {
    char held[32], limit[32], place[400];
    tool_format_bytes((double)end->held, held, sizeof held);
    if (end->kind == TOOL_END_HUNG)
        snprintf(text, size, "no answer for %g s%s; the driver's process was ended", seconds,
                 by_option ? " (--timeout)" : "");
    else if (end->kind == TOOL_END_TOO_LARGE)
        snprintf(text, size, "the driver's process held %s of memory, more than the allowed %s; it was ended",
                 held, tool_format_bytes((double)tool_memory_limit(), limit, sizeof limit));
    else if (end->code == TOOL_WOULD_NOT_END)
        snprintf(text, size, "the driver's process did not end and was killed");
    else if (tool_is_crosslanes(end))
        snprintf(text, size, "crosslane itself failed, please report it: %s", tool_signal_text(-end->code));
    else if (is_memory(end))
        snprintf(text, size, "out of memory in the driver's process");
    else if (end->code < 0 && end->held > tool_memory_limit() / 4) /* perhaps why it was killed */
        snprintf(text, size, "the driver's process died: %s%s (it held %s of memory)",
                 tool_signal_text(-end->code), place_of(end, place, sizeof place), held);
    else if (end->code < 0)
        snprintf(text, size, "the driver's process died: %s%s", tool_signal_text(-end->code),
                 place_of(end, place, sizeof place));
    else
        snprintf(text, size, "the driver's process %s",
                 tool_status_text(end->code, end->left, place, sizeof place));
    if (words && end->words[0]) tool_text_append(text, size, "; its last words: %s", end->words);
}

bool tool_describe_mistake(const tool_worker_end *end, const char *algorithm, char *text, size_t size) {
    const char *const line = end->kind == TOOL_END_DIED ? strstr(end->words, TOOL_CASE_MISTAKE) : NULL;
    const bool in_case = tool_is_crosslanes(end) && end->in_case && algorithm[0];
    if (line)
        snprintf(text, size, "%s", line);
    else if (in_case)
        snprintf(text, size,
                 TOOL_CASE_MISTAKE
                 "%s/%s_case.c: its inputs or its reference ended the process: %s; if you have not changed "
                 "this file, please report it",
                 algorithm, algorithm, tool_signal_text(-end->code));
    return line || in_case;
}

void tool_describe_tight(int ends, char *text, size_t size) {
    char limit[32];
    snprintf(
        text, size,
        "the driver's process ended %d times within a limit of %s of address space; 'ulimit -v unlimited' "
        "removes the limit",
        ends, tool_format_bytes((double)tool_address_limit(), limit, sizeof limit));
}
