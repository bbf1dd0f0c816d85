#include "system/os_process.h"
#include "system/os_child.h"
#include "base/os.h"
#include "system/os_start.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const tool_process nobody = {.pid = -1, .events = {.from = -1}, .prints = {.from = -1}, .turns = -1};

static void explain(int failed, char *text, size_t size) {
#ifdef __linux__
    if (failed == ENOENT && !xl__os_exists("/proc/self/exe")) {
        snprintf(text, size,
                 "cannot start a worker process: /proc is not mounted, where the program's own file is "
                 "looked up; as root: mount -t proc proc /proc");
        return;
    }
#endif
    snprintf(text, size, "cannot start a worker process: %s", strerror(failed));
}

int tool_process_start(tool_process *process, const char *role, const char *job, const char *const *settings,
                       int others, bool asks, tool_printed printed, void *user, xl_error *error) {
    int events[2] = {-1, -1}, prints[2] = {-1, -1}, turns[2] = {-1, -1}, note = -1, text = -1;
    *process = nobody;
    int failed = tool_child_pipe(events);
    if (!failed) failed = tool_child_pipe(prints);
    if (!failed && asks) failed = tool_child_pipe(turns);
    if (!failed) failed = tool_child_job(job, &text);
    process->note = failed ? NULL : tool_note_make(&note);
    const int fds[TOOL_FREE_FD] = {[0] = -1,
                                   [1] = prints[1],
                                   [2] = prints[1],
                                   [TOOL_EVENT_FD] = events[1],
                                   [TOOL_NOTE_FD] = note,
                                   [TOOL_JOB_FD] = text,
                                   [TOOL_OTHERS_FD] = others,
                                   [TOOL_TURN_FD] = turns[0]};
    if (!failed) failed = tool_child_start(process, role, settings, fds);
    tool_child_close(&events[1]);
    tool_child_close(&prints[1]);
    tool_child_close(&turns[0]);
    tool_child_close(&note);
    tool_child_close(&text);
    if (failed) {
        tool_note_free(process->note);
        tool_child_close(&events[0]);
        tool_child_close(&prints[0]);
        tool_child_close(&turns[1]);
        if (error) {
            error->status = XL_IO;
            explain(failed, error->text, sizeof error->text);
        }
        return XL_IO;
    }
    process->events.from = events[0];
    process->prints.from = prints[0];
    process->turns = turns[1];
    process->printed = printed;
    process->user = user;
    return XL_SUCCESS;
}

void tool_others_open(int ends[2]) {
    ends[0] = ends[1] = -1;
    if (tool_child_pipe(ends) == 0) return;
    tool_child_close(&ends[0]);
    tool_child_close(&ends[1]);
}

void tool_others_close(int *end) {
    tool_child_close(end);
}

uint64_t tool_memory_limit(void) {
    const char *given = xl__os_environment("CROSSLANE_WORKER_MIB");
    const uint64_t mebibytes = given ? strtoull(given, NULL, 10) : 0;
    return mebibytes > 0 ? mebibytes << 20 : xl__os_memory_total() / 4 * 3;
}

/* Memory, not address space, of which drivers reserve far more than they use. */
static void watch_memory(tool_process *p) {
    const double now = tool_seconds();
    if (p->killed || now - p->looked < 0.1) return;
    p->looked = now;
    const uint64_t held = tool_child_memory(p->pid), limit = tool_memory_limit();
    if (held > 0) p->held = held; /* unknown for an ending process */
    p->tight = p->tight || tool_child_is_tight(p->pid);
    p->too_large = limit > 0 && held > limit;
    if (p->too_large) tool_process_kill(p);
}

void tool_process_limit(tool_process *p, double seconds) {
    const double now = seconds > 0.0 ? tool_child_effort(p->pid) : -1.0;
    p->effort_end = now < 0.0 ? 0.0 : now + seconds;
}

static bool is_exhausted(const tool_process *p) {
    return p->effort_end > 0.0 && tool_child_effort(p->pid) >= p->effort_end;
}

/* NULL: none is complete. */
static char *next_line(tool_lines *l) {
    if (l->taken > 0) {
        l->length -= l->taken;
        memmove(l->data, l->data + l->taken, l->length);
        l->taken = 0;
    }
    char *end = l->length ? memchr(l->data, '\n', l->length) : NULL;
    if (!end) return NULL;
    *end = '\0';
    l->taken = (size_t)(end - l->data) + 1;
    if (end > l->data && end[-1] == '\r') end[-1] = '\0';
    return l->data;
}

/* Lack of memory ends this process; it must not look like a worker's end. */
static void make_room(tool_lines *l) {
    if (l->capacity - l->length >= 65536) return;
    l->data = tool_need(realloc(l->data, l->capacity + 65536 + l->capacity / 2));
    l->capacity += 65536 + l->capacity / 2;
}

/* False at the end. */
static bool fill(tool_lines *l) {
    make_room(l);
    const long got = tool_child_read(l->from, l->data + l->length, l->capacity - l->length);
    if (got > 0) l->length += (size_t)got;
    return got >= 0;
}

/* Passes on available prints; an endless line in pieces. */
static void take_prints(tool_process *p) {
    enum { LONGEST = 65536 };
    tool_lines *l = &p->prints;
    if (l->from >= 0 && !fill(l)) tool_child_close(&l->from);
    if (l->length >= LONGEST && !memchr(l->data + l->taken, '\n', l->length - l->taken))
        l->data[l->length - 1] = '\n';
    for (const char *line; (line = next_line(l)) != NULL;)
        if (p->printed) p->printed(p->user, line);
}

/* An ended worker's child may still print. */
static void take_last_prints(tool_process *p) {
    tool_lines *l = &p->prints;
    for (int pieces = 0; l->from >= 0 && pieces < 64; pieces++) {
        const int ready = tool_child_ready(p, 0.0);
        if (ready < 0 || !(ready & TOOL_CHILD_PRINTS)) break;
        take_prints(p);
    }
    if (l->length > 0) { /* the last line may lack its end */
        make_room(l);
        l->data[l->length++] = '\n';
        for (const char *line; (line = next_line(l)) != NULL;)
            if (p->printed) p->printed(p->user, line);
    }
}

/* An ended worker's child may hold the pipe open, so that no end would come. */
static void notice_end(tool_process *p) {
    p->gone = tool_ends_within(p->pid, 0.0);
    if (p->gone) tool_process_kill(p);
}

tool_read tool_process_read(tool_process *p, double seconds, char **line) {
    const double end = tool_seconds() + seconds;
    for (;;) {
        *line = next_line(&p->events);
        if (p->idle) p->idle(p->idle_user);
        if (*line) return TOOL_LINE;
        if (tool_interrupted()) return TOOL_STOPPED;
        watch_memory(p);
        const double left = end - tool_seconds();
        /* Short waits, for interrupts and memory. Looks at least once: a line that came while this process
           was stopped is no silence. */
        const int ready = tool_child_ready(p, left > 0.1 ? 0.1 : left > 0.0 ? left : 0.0);
        if (ready < 0) continue;
        /* An event means that earlier prints did no harm. */
        if (ready & TOOL_CHILD_PRINTS) take_prints(p);
        const bool silent = !(ready & TOOL_CHILD_EVENTS); /* however much is printed */
        if (silent && p->gone) return TOOL_END;
        if (silent) notice_end(p);
        if (silent && !p->gone && (left <= 0.0 || is_exhausted(p))) return TOOL_QUIET;
        if (!silent && !fill(&p->events)) return TOOL_END;
    }
}

int tool_process_finish(tool_process *p, double seconds, tool_note *last) {
    enum { KILLED_WITHIN = 10 };
    int code = -TOOL_KILLED;
    bool waited_for = false;
    if (p->pid > 0) {
        bool ended = tool_ends_within(p->pid, seconds);
        waited_for = !ended && !p->killed;
        tool_process_kill(p); /* also children of an ended worker */
        if (!ended) ended = tool_ends_within(p->pid, KILLED_WITHIN);
        if (ended) code = tool_end_of(p->pid);
    }
    take_last_prints(p);
    tool_child_close(&p->events.from);
    tool_child_close(&p->prints.from);
    tool_child_close(&p->turns);
    free(p->events.data);
    free(p->prints.data);
    *last = p->note ? *p->note : (tool_note){.taken = 0};
    tool_note_free(p->note);
    *p = nobody;
    return waited_for ? TOOL_WOULD_NOT_END : code;
}
