/* Files: names of the same file, writable places, writes that a signal interrupts. */
#include "support/scratch.h"
#include "support/suite.h"
#include "system/output_file.h"
#include "system/os_file.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char before[4096];

static void enter(void) {
    scratch_make();
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch_folder), 0);
    scratch_write("file", "x", 1);
    ck_assert_int_eq(mkdir("folder", 0700), 0);
    ck_assert_int_eq(link("file", "hard"), 0);
    ck_assert_int_eq(symlink("file", "soft"), 0);
    ck_assert_int_eq(symlink("folder", "to_folder"), 0);
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
}

static void leave(void) {
    ck_assert_int_eq(chdir(before), 0);
    scratch_remove();
}

static const struct {
    const char *a, *b;
    bool same;
} pairs[] = {
    {"file", "file", true},
    {"file", "./file", true},
    {"file", "folder/../file", true},
    {"file", "hard", true},
    {"soft", "hard", true},
    {"file", "none", false},
    {"none", "none", true},
    {"none", ".//none", true},
    {"none", "folder/../none", true},
    {"folder/none", "to_folder/none", true},
    {"folder/none", "none", false},
    {"nowhere/none", "./nowhere/./none", true},
    {"nowhere/none", "nowhere/other", false},
    {"/dev/null", "/dev/null", false}, /* writing to it twice loses nothing */
    {"pipe", "pipe", false},
    {"none", "None", false},
};

GROUP("names");
AROUND(enter, leave);

EACH_TEST(names_of_one_file, pairs) {
    ck_assert_msg(tool_file_same(pairs[_i].a, pairs[_i].b) == pairs[_i].same, "%s and %s", pairs[_i].a,
                  pairs[_i].b);
    ck_assert(tool_file_same(pairs[_i].b, pairs[_i].a) == pairs[_i].same);
}

TEST(an_absolute_name_is_the_same) {
    ck_assert(tool_file_same("file", scratch_path("file")));
    ck_assert(tool_file_same("none", scratch_path("none")));
    ck_assert(tool_file_same("folder/none", scratch_path("to_folder/none")));
}

TEST(what_can_be_written) {
    xl_error error = {0};
    ck_assert_int_eq(tool_out_check("file", &error), XL_SUCCESS);
    ck_assert_int_eq(tool_out_check("none", &error), XL_SUCCESS);
    ck_assert_int_eq(tool_out_check("folder/none", &error), XL_SUCCESS);
    ck_assert_int_eq(tool_out_check("/dev/null", &error), XL_SUCCESS);
    static const char *const bad[] = {"", "folder", "nowhere/none", "file/none"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(tool_out_check(bad[i], &error) == XL_IO, "'%s'", bad[i]);
        ck_assert_ptr_nonnull(strstr(error.text, "cannot be written: "));
    }
    ck_assert_uint_eq(scratch_count(), 6);
}

static void write_one(const char *path, const char *text, bool only_new, int expected) {
    tool_out out;
    xl_error error = {0};
    ck_assert_int_eq(tool_out_open(&out, path, &error), XL_SUCCESS);
    if (only_new) tool_out_only_new(&out);
    ck_assert(tool_out_write(&out, text, strlen(text)));
    ck_assert_msg(tool_out_close(&out, &error) == expected, "%s: %s", path, error.text);
    if (expected != XL_SUCCESS) ck_assert_ptr_nonnull(strstr(error.text, "another program created it"));
}

static void holds(const char *name, const char *text) {
    size_t size = 0;
    char *const there = scratch_read(name, &size);
    ck_assert_str_eq(there, text);
    free(there);
}

TEST(a_dangling_link_leads_to_the_new_file) {
    struct stat facts;
    xl_error error = {0};
    ck_assert_int_eq(symlink("folder/new", "dangling"), 0);
    ck_assert_int_eq(symlink("../dangling", "folder/again"), 0);
    ck_assert(tool_file_same("folder/again", "folder/new"));
    ck_assert_int_eq(tool_out_check("folder/again", &error), XL_SUCCESS);
    write_one("folder/again", "text", false, XL_SUCCESS);
    ck_assert(lstat("folder/again", &facts) == 0 && S_ISLNK(facts.st_mode));
    ck_assert(lstat("dangling", &facts) == 0 && S_ISLNK(facts.st_mode));
    holds("folder/new", "text");
    ck_assert_int_eq(symlink("nowhere/new", "lost"), 0);
    ck_assert_int_eq(tool_out_check("lost", &error), XL_IO);
    tool_out out;
    ck_assert_int_eq(tool_out_open(&out, "lost", &error), XL_IO);
}

TEST(only_new_files_replace_none) {
    const size_t before_it = scratch_count();
    write_one("file", "y", true, XL_IO);
    holds("file", "x");
    ck_assert_uint_eq(scratch_count(), before_it); /* no other file is left */
    write_one("fresh", "z", true, XL_SUCCESS);
    holds("fresh", "z");
    write_one("file", "y", false, XL_SUCCESS);
    holds("file", "y");
    ck_assert_uint_eq(scratch_count(), before_it + 1);
}

TEST(a_file_that_is_gone_is_seen) {
    tool_out out;
    xl_error error = {0};
    ck_assert_int_eq(tool_out_open(&out, "fresh", &error), XL_SUCCESS);
    ck_assert_int_eq(tool_out_publish(&out, &error), XL_SUCCESS);
    ck_assert(tool_out_stands(&out));
    ck_assert_int_eq(rename("file", "fresh"), 0);
    ck_assert(!tool_out_stands(&out));
    ck_assert_int_eq(unlink("fresh"), 0);
    ck_assert(!tool_out_stands(&out));
    ck_assert_int_eq(tool_out_close(&out, &error), XL_SUCCESS);
}

enum { MUCH = 1 << 20 };

static void on_alarm(int number) {
    (void)number;
}

static void pause_ms(long milliseconds) {
    struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&t, &t) != 0) continue;
}

static void *read_late(void *user) {
    const int fd = *(const int *)user;
    static char buffer[1 << 16];
    size_t *total = calloc(1, sizeof *total);
    pause_ms(500);
    for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) *total += (size_t)n;
    return total;
}

/* Signals arrive only at this thread, because the reader blocks them. Returns how much the reader got. */
static size_t write_under_alarm(long interval_ms, int *reason) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    FILE *stream = fdopen(ends[1], "wb");
    char *data = calloc(1, MUCH);
    ck_assert(stream && data);
    sigset_t alarm_only, old;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &alarm_only, &old);
    pthread_t reader;
    ck_assert_int_eq(pthread_create(&reader, NULL, read_late, &ends[0]), 0);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    struct sigaction action = {.sa_handler = on_alarm}, previous;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &previous);
    const struct itimerval timer = {.it_interval = {interval_ms / 1000, interval_ms % 1000 * 1000},
                                    .it_value = {0, 100000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    ck_assert_int_gt(fputs("head", stream), -1);
    *reason = tool_file_write_all(stream, data, MUCH);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    sigaction(SIGALRM, &previous, NULL);
    fclose(stream);
    void *result = NULL;
    pthread_join(reader, &result);
    const size_t total = *(size_t *)result;
    free(result);
    free(data);
    close(ends[0]);
    return total;
}

GROUP("signals");

TEST(one_signal_loses_nothing) {
    int reason = -1;
    const size_t total = write_under_alarm(60000, &reason);
    ck_assert_int_eq(reason, 0);
    ck_assert_uint_eq(total, 4 + MUCH);
}

TEST(a_second_signal_ends_the_wait) {
    int reason = -1;
    const size_t total = write_under_alarm(50, &reason);
    ck_assert_int_eq(reason, EINTR);
    ck_assert_uint_lt(total, 4 + MUCH);
}
