/* Devices timed alternately: order, warm-ups, waiting without processor time, and one device's failure. */
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include "bench/os_place.h"
#include "job/turns.h"
#include "records/os_busy.h"
#include "records/record.h"
#include "recorded/rounds.h"
#include "system/os_note.h"
#include "system/os_start.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <sys/wait.h>

#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

/* Writes a letter per turn: w, x, y for a warm-up, A, B, C in a round, - for preparing a problem. */
static void walk(long *turn, int count, long problems, char *said) {
    for (int i; (i = tool_turn_next(turn, count)) >= 0;) {
        const long step = turn[i] < 0 ? TOOL_GO_ON : turn[i] % TOOL_STEPS;
        *said++ = step == TOOL_GO_ON ? '-' : (char)((step == TOOL_WARM_UP ? 'w' : 'A') + i);
        const long next = turn[i] < 0 ? 0 : turn[i] + 1;
        turn[i] = next < tool_turn_of(problems, 0) ? next : TOOL_NO_TURN;
    }
    *said = '\0';
}

#define TEN_TIMES(word) word word word word word word word word word word
#define FIFTY_TIMES(word) TEN_TIMES(word) TEN_TIMES(word) TEN_TIMES(word) TEN_TIMES(word) TEN_TIMES(word)
_Static_assert(TOOL_MOST_ROUNDS == 2 * 50, "two rounds are there and back");

AROUND(enter, leave);

TEST(turns_are_there_and_back) {
    char said[1000];
    long two[] = {TOOL_NOT_BEGUN, TOOL_NOT_BEGUN};
    walk(two, 2, 2, said);
    ck_assert_str_eq(said, "--wx" FIFTY_TIMES("ABBA") "--wx" FIFTY_TIMES("ABBA") "--");
    long three[] = {TOOL_NOT_BEGUN, TOOL_NOT_BEGUN, TOOL_NOT_BEGUN};
    walk(three, 3, 1, said);
    ck_assert_str_eq(said, "---wxy" FIFTY_TIMES("ABCCBA") "---");
    long one[] = {TOOL_NOT_BEGUN};
    walk(one, 1, 2, said);
    ck_assert_str_eq(said, "-w" FIFTY_TIMES("AA") "-w" FIFTY_TIMES("AA") "-");
}

TEST(more_samples_are_more_rounds) {
    ck_assert_int_eq(tool_rounds_for(15, TOOL_ROUNDS), TOOL_ROUNDS);
    ck_assert_int_eq(tool_rounds_for(2 * TOOL_ROUNDS + 1, TOOL_ROUNDS), TOOL_ROUNDS);
    ck_assert_int_eq(tool_rounds_for(2 * TOOL_ROUNDS + 2, TOOL_ROUNDS), TOOL_ROUNDS + 1);
    ck_assert_int_eq(tool_rounds_for(30, TOOL_ROUNDS_OF_RUN), 15);
    ck_assert_int_eq(tool_rounds_for(1000, TOOL_ROUNDS), TOOL_MOST_ROUNDS);
}

TEST(a_lagging_device_is_first) {
    enum { LAST_ROUND = TOOL_GO_ON - 1 };
    char said[400];
    long behind[] = {tool_turn_of(1, LAST_ROUND), tool_turn_of(1, LAST_ROUND - 2)};
    walk(behind, 2, 2, said);
    ck_assert_str_eq(said, "BBBA--");
    long done[] = {TOOL_NO_TURN, tool_turn_of(0, LAST_ROUND), TOOL_NO_TURN};
    ck_assert_int_eq(tool_turn_next(done, 3), 1);
    done[1] = TOOL_NO_TURN;
    ck_assert_int_eq(tool_turn_next(done, 3), -1);
}

/* Exits with its processor time in hundredths of a second. */
static pid_t start_waiting(int turn) {
    const pid_t child = fork();
    if (child != 0) return child;
    if (dup2(turn, TOOL_TURN_FD) != TOOL_TURN_FD) _exit(99);
    const double before = tool_busy_now().own;
    tool_turn_wait();
    _exit((int)(100.0 * (tool_busy_now().own - before)));
}

TEST(a_waiting_worker_takes_no_processor_time) {
    int ends[2], status = 0;
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert(tool_move_up(&ends[0]) == 0 && tool_move_up(&ends[1]) == 0);
    const pid_t child = start_waiting(ends[0]);
    ck_assert_int_gt(child, 0);
    for (int i = 0; i < 100; i++) command_pause();
    ck_assert_int_eq(write(ends[1], "", 1), 1);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) < 5, "%d hundredths of a second in half a second",
                  WEXITSTATUS(status));
    close(ends[0]);
    close(ends[1]);
}

static int go[2];

/* A thread made while the others were limited. */
static void *look_later(void *seen) {
    char byte;
    if (read(go[0], &byte, 1) == 1) *(unsigned *)seen = tool_processors_allowed();
    return NULL;
}

TEST(threads_run_where_they_might_before) {
    const unsigned before = tool_processors_allowed();
    unsigned seen = 0;
    pthread_t thread;
    ck_assert_int_eq(pipe(go), 0);
    for (unsigned first = 0; first < 3; first++) {
        tool_threads *const held = tool_threads_hold(first);
        ck_assert(before < 2 || !held || tool_processors_allowed() == 1);
        if (first == 0) ck_assert_int_eq(pthread_create(&thread, NULL, look_later, &seen), 0);
        tool_threads_release(held);
        ck_assert_uint_eq(tool_processors_allowed(), before);
    }
    ck_assert_int_eq(write(go[1], "", 1), 1);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert_uint_eq(seen, before);
    close(go[0]);
    close(go[1]);
}

#if defined(__GLIBC__) && !SUITE_SANITIZED
/* Allocations that the C library obtains from the system, after one was made, freed and made again. */
static size_t alone_when_made_again(size_t bytes) {
    void *volatile memory = malloc(bytes); /* volatile: otherwise the compiler removes both */
    free(memory);
    memory = malloc(bytes);
    const size_t alone = mallinfo2().hblks;
    free(memory);
    return alone;
}

/* Without tool_memory_renew the second MiB would be reused. */
TEST(memory_is_renewed) {
    const size_t kept = alone_when_made_again((size_t)1 << 20);
    tool_memory_renew();
    ck_assert_uint_eq(alone_when_made_again((size_t)1 << 20), kept + 1);
}
#endif

#define SAMPLED(samples, names)                                                                              \
    "bench " names " --backend local --width 4 --set shape=3x20 --set channels=2 --set distribution=even "   \
    "--samples " samples " --min-time 0 --quiet --json - "
#define ROWS(names) SAMPLED("6", names)

static void run_two(const char *faults, const char *line) {
    char place[1600];
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s FAKE_DRIVER_SECOND=log=%s CROSSLANE_COMPILERS=0",
             bad_driver_twice(scratch_folder), scratch_path("log"));
    char both[300];
    snprintf(both, sizeof both, "name=empty,log=%s%s%s", scratch_path("log"), *faults ? "," : "", faults);
    bad_driver_run(&c, both, place, "%s", line);
}

enum { MOST_STRETCHES = 64 };

typedef struct stretch {
    long process;
    int launches, copies;
} stretch;

static int read_log(stretch *out) {
    int count = 0;
    FILE *const log = fopen(scratch_path("log"), "r");
    ck_assert_ptr_nonnull(log);
    for (long process; fscanf(log, "%ld", &process) == 1;) {
        char name[100];
        ck_assert_int_eq(fscanf(log, "%99s", name), 1);
        if (count == 0 || out[count - 1].process != process) {
            ck_assert_int_lt(count, MOST_STRETCHES);
            out[count++] = (stretch){process, 0, 0};
        }
        *(strcmp(name, "copy") == 0 ? &out[count - 1].copies : &out[count - 1].launches) += 1;
    }
    fclose(log);
    return count;
}

static void expect_rounds(const json_t *a, const json_t *b, size_t count) {
    tool_rounds rounds;
    ck_assert(tool_rounds_of(a, b, &rounds));
    ck_assert_uint_eq(rounds.count, count);
}

/* Rows are serial, affine, serial, affine. */
static int least_batch(const json_t *records, size_t row) {
    const json_int_t one = json_integer_value(json_object_get(json_array_get(records, row), "batch")),
                     other = json_integer_value(json_object_get(json_array_get(records, row + 2), "batch"));
    return (int)(one < other ? one : other);
}

/* Both devices warm up; then the rounds are A, B, B, A, and so on. Two rounds of one device in a row are one
   stretch in the log. Before each round except the first the arrays move. Each round begins with a warm-up
   launch. */
TEST(two_devices_take_turns) {
    NEED_DRIVER;
    run_two("", ROWS("lerp/serial lerp/affine"));
    command_expect(&c, 0);
    /* The tables' headings; "device 0, lerp" begins a message about a clock. */
    const char *const first = strstr(c.err, "device 0: "),
                      *const table = first ? strstr(first, "best:") : NULL,
                      *const second = table ? strstr(table, "device 1: ") : NULL;
    ck_assert_msg(second && strstr(second, "best:") && strstr(first + 1, "device 1: ") == second &&
                      !strstr(second, "device 0: "),
                  "%s", c.err);
    json_t *const document = command_document(&c);
    const json_t *const records = json_object_get(document, "records"), *record;
    size_t i;
    ck_assert_str_eq(bad_driver_statuses(document), "oooo");
    const json_t *device;
    json_array_foreach(json_object_get(document, "devices"), i, device) {
        ck_assert_int_eq(json_integer_value(json_object_get(device, "cores")), tool_processors_allowed());
        ck_assert_double_le(json_number_value(json_object_get(device, "others")), 1.0);
    }
    json_array_foreach(records, i, record) {
        ck_assert(json_is_true(json_object_get(record, "in_turns")));
        ck_assert_uint_eq(json_array_size(json_object_get(record, "samples_ns")), 2 * TOOL_ROUNDS);
        expect_rounds(json_array_get(records, 0), record, TOOL_ROUNDS);
    }
    int sampled = 0; /* a round's launches: two samples of each row and a launch before each */
    for (i = 0; i < 2; i++) sampled += 2 * (1 + least_batch(records, i));
    json_decref(document);
    stretch s[MOST_STRETCHES];
    const int count = read_log(s);
    int copies[2] = {0, 0};
    for (i = 0; i < (size_t)count; i++) copies[s[i].process == s[1].process] += s[i].copies;
    ck_assert_int_eq(s[0].copies + s[1].copies + s[2].copies + s[3].copies, 0);
    ck_assert_msg(copies[0] >= 8 && copies[1] >= 8, "moved: %d and %d arrays of 8", copies[0], copies[1]);
    /* The first and last round are stretches of their own; after the last one the other device measures
       its limits. */
    enum { READY = 2, WARM = 2, ROUNDS = TOOL_ROUNDS + 1, LIMITS = 1 };
    ck_assert_int_eq(count, READY + WARM + ROUNDS + LIMITS);
    for (i = 2; i < (size_t)count; i++) ck_assert_int_eq(s[i].process, s[i % 2].process);
    for (i = READY + WARM; i < READY + WARM + ROUNDS; i++) {
        const int rounds = i == READY + WARM || i == READY + WARM + ROUNDS - 1 ? 1 : 2;
        ck_assert_msg(s[i].launches > rounds * sampled, "%d launches for samples of %d", s[i].launches,
                      rounds * sampled);
    }
}

TEST(more_samples_take_more_rounds) {
    NEED_DRIVER;
    run_two("", SAMPLED("90", "lerp/serial"));
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    const json_t *const records = json_object_get(document, "records");
    ck_assert_uint_eq(json_array_size(records), 2);
    expect_rounds(json_array_get(records, 0), json_array_get(records, 1), 45);
    json_decref(document);
}

TEST(arrays_that_cannot_move_stay) {
    NEED_DRIVER;
    for (int i = 1; i <= 5; i += 4) {
        char fault[40];
        snprintf(fault, sizeof fault, "fail-call=clEnqueueCopyBuffer/%d", i);
        run_two(fault, ROWS("lerp/serial lerp/affine"));
        command_expect(&c, 0);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "oooo");
        json_decref(document);
    }
}

TEST(one_after_the_other_where_that_is_wanted) {
    NEED_DRIVER;
    run_two("", ROWS("lerp/serial") "--no-in-turns");
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    const json_t *const first = json_array_get(json_object_get(document, "records"), 0);
    ck_assert(json_is_null(json_object_get(first, "in_turns")));
    ck_assert_uint_eq(json_array_size(json_object_get(first, "samples_ns")), 6);
    json_decref(document);
    stretch s[MOST_STRETCHES];
    ck_assert_int_eq(read_log(s), 2);
}

TEST(a_death_costs_only_its_own_rows) {
    static const struct {
        const char *fault, *serial;
    } cases[] = {{"abort-launch=lerp_affine", "ok"}, {"abort-launch=30", "error"}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_two(cases[i].fault, ROWS("lerp/serial lerp/affine"));
        command_expect(&c, 4);
        json_t *const document = command_document(&c);
        const json_t *const bad = json_object_get(json_array_get(json_object_get(document, "devices"), 0),
                                                  "id"),
                            *const records = json_object_get(document, "records"), *record;
        size_t row;
        ck_assert_uint_eq(json_array_size(records), 4);
        json_array_foreach(records, row, record) {
            const bool serial = strcmp(tool_text_of(record, "strategy"), "serial") == 0,
                       of_bad = json_equal(json_object_get(record, "device"), bad);
            ck_assert_str_eq(tool_text_of(record, "status"), !of_bad  ? "ok"
                                                             : serial ? cases[i].serial
                                                                      : "error");
        }
        json_decref(document);
    }
}

static void timed_by_two(char *out, size_t size) {
    json_t *const document = command_document(&c);
    const json_t *const devices = json_object_get(document, "devices"), *record;
    size_t i;
    out[0] = '\0';
    for (size_t d = 0; d < json_array_size(devices); d++) {
        const char *const id = json_string_value(json_object_get(json_array_get(devices, d), "id"));
        snprintf(out + strlen(out), size - strlen(out), "%s", d ? "| " : "");
        json_array_foreach(json_object_get(document, "records"), i, record) {
            if (strcmp(json_string_value(json_object_get(record, "kind")), "bench") == 0 &&
                strcmp(json_string_value(json_object_get(record, "status")), "ok") == 0 &&
                strcmp(json_string_value(json_object_get(record, "device")), id) == 0)
                snprintf(out + strlen(out), size - strlen(out), "%s ",
                         json_string_value(json_object_get(record, "algorithm")));
        }
    }
    json_decref(document);
}

TEST(two_devices_go_on_together) {
    static const struct {
        const char *seconds, *fault, *timed;
        int status;
    } tries[] = {{"0", "", "branch | branch ", 0},
                 {"100000", "", "branch match lanes | branch match lanes ", 0},
                 {"100000", ",abort-launch=match_loop", "branch lanes | branch match lanes ", 4}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char place[1600], faults[200], timed[400];
        snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s FAKE_DRIVER_SECOND=nothing CROSSLANE_COMPILERS=0",
                 bad_driver_twice(scratch_folder));
        snprintf(faults, sizeof faults, "name=empty%s", tries[i].fault);
        bad_driver_run(&c, faults, place,
                       "run lanes/sum match/loop branch/plain --seconds %s --backend local --width 4 --set "
                       "n=64 --samples 3 --min-time 0 --quiet --force --json - --out-dir %s/two",
                       tries[i].seconds, scratch_folder);
        command_expect(&c, tries[i].status);
        timed_by_two(timed, sizeof timed);
        ck_assert_str_eq(timed, tries[i].timed);
    }
}

TEST(all_is_estimated_for_both_devices) {
    char place[1600];
    NEED_DRIVER;
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s FAKE_DRIVER_SECOND=nothing CROSSLANE_COMPILERS=0",
             bad_driver_twice(scratch_folder));
    bad_driver_start(&c, "name=empty", place,
                     "run --all --backend local --width 4 --quiet --force --out-dir %s/all", scratch_folder);
    while (command_is_running(&c) && command_rows_in(scratch_path("all/results.json")) < 1) command_pause();
    command_interrupt(&c);
    const char *const line = strstr(c.out, " algorithms, 2 devices, "), *const end =
                                                                            line ? strchr(line, '\n') : NULL;
    ck_assert_msg(end && !strstr(end, " algorithms, "), "%s", c.out);
    const char *const total = strstr(line, " minutes in all; Ctrl-C");
    ck_assert_msg(total && total < end, "%s", c.out);
}

TEST(an_interrupt_ends_a_waiting_device) {
    char place[1600];
    NEED_DRIVER;
    if (access("/proc/self/stat", R_OK) != 0) return;
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s FAKE_DRIVER_SECOND=nothing CROSSLANE_COMPILERS=0",
             bad_driver_twice(scratch_folder));
    bad_driver_start(&c, "name=empty,slow-launch=lerp_serial/1000", place, ROWS("lerp/serial"));
    ck_assert(command_has_workers(&c, 2));
    command_interrupt(&c);
    json_t *const document = command_document(&c);
    ck_assert(json_is_false(json_object_get(document, "finished")));
    json_decref(document);
}
