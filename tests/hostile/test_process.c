/* A worker that uses processor time without a message, one that waits, and names of ends. */
#include "support/suite.h"
#include "system/os_process.h"
#include "system/windows/ends_windows.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static tool_process process;

/* `work` replaces a worker and writes its events. */
static void begin(void (*work)(int events)) {
    int events[2], prints[2];
    ck_assert_int_eq(pipe(events), 0);
    ck_assert_int_eq(pipe(prints), 0);
    const pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        setpgid(0, 0);
        work(events[1]);
        _exit(0);
    }
    close(events[1]);
    close(prints[1]);
    process =
        (tool_process){.pid = pid, .events = {.from = events[0]}, .prints = {.from = prints[0]}, .turns = -1};
}

static void end(void) {
    tool_note last;
    kill((pid_t)process.pid, SIGKILL);
    tool_process_finish(&process, 1.0, &last);
}

static void spin(int events) {
    (void)events;
    for (volatile unsigned i = 1; i; i |= 1u) {
    }
}

static void wait_and_tell(int events) {
    sleep(1);
    if (write(events, "done\n", 5) < 0) _exit(1);
}

/* Only the processor time limit ends the process. */
TEST(a_worker_that_takes_too_much_counts_as_silent) {
    char *line = NULL;
    if (access("/proc/self/stat", R_OK) != 0) return;
    begin(spin);
    tool_process_limit(&process, 0.2);
    ck_assert_int_eq(tool_process_read(&process, 3600.0, &line), TOOL_QUIET);
    tool_process_limit(&process, 0.0);
    ck_assert_int_eq(tool_process_read(&process, 0.2, &line), TOOL_QUIET); /* by time, as without */
    end();
}

TEST(a_waiting_worker_is_not_limited) {
    char *line = NULL;
    begin(wait_and_tell);
    tool_process_limit(&process, 0.2);
    ck_assert_int_eq(tool_process_read(&process, 3600.0, &line), TOOL_LINE);
    ck_assert_str_eq(line, "done");
    end();
}

/* A killed process may have any status. */
TEST(a_kill_on_windows_is_named) {
    char text[96];
    ck_assert_str_eq(end_status_text(end_code(0), false, text, sizeof text),
                     "was killed, or ended itself, with status 0");
    ck_assert_str_eq(end_status_text(end_code(1), false, text, sizeof text),
                     "was killed, or ended itself, with status 1");
    ck_assert_str_eq(end_status_text(end_code(3), true, text, sizeof text), "ended early with exit status 3");
    ck_assert_str_eq(end_text(-end_code(END_KILLED_STATUS)), "killed");
    ck_assert_str_eq(end_text(-end_code(0xC0000005)), "access violation");
    ck_assert_str_eq(end_text(-end_code(0xE0000001)), "unknown exception");
    ck_assert(!end_is_own(end_code(0), false) && !end_is_own(end_code(END_KILLED_STATUS), false));
    ck_assert(end_is_own(end_code(3), true) && end_is_own(end_code(0xC0000005), false));
}
