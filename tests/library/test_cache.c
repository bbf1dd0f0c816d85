/* The disk cache: damaged, foreign or shared entries; compiled programs in memory and on disk. */
#include "support/scratch.h"
#include "support/sample.h"
#include "support/suite.h"
#include "base/os.h"
#include "device/backend.h"
#include "plan/plan.h"
#include "program/cache.h"
#include "program/program.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>

static const char key_a[XL__HASH_TEXT] = "00112233445566778899aabbccddeeff";
static const char key_b[XL__HASH_TEXT] = "00112233445566778899aabbccddeefe";

static bool reads(const char *kind, const char *key, const char *wanted, size_t wanted_size) {
    char *data = NULL;
    size_t size = 0;
    if (!xl__cache_read(scratch_folder, kind, key, &data, &size)) return false;
    ck_assert_uint_eq(size, wanted_size);
    ck_assert_int_eq(memcmp(data, wanted, size), 0);
    ck_assert_int_eq(data[size], 0);
    free(data);
    return true;
}

AROUND(scratch_make, scratch_remove);

TEST(entries_come_back) {
    const char data[] = "some\0binary\xff";
    ck_assert(!reads("program", key_a, data, sizeof data));
    ck_assert(xl__cache_write(scratch_folder, "program", key_a, data, sizeof data));
    ck_assert(reads("program", key_a, data, sizeof data));
    ck_assert(!reads("program", key_b, data, sizeof data));
    ck_assert(!reads("caps", key_a, data, sizeof data));
    ck_assert(xl__cache_write(scratch_folder, "program", key_a, "", 0));
    ck_assert(reads("program", key_a, "", 0));
    ck_assert_uint_eq(scratch_count(), 1);
}

static char *entry_path(const char *key, const char *kind) {
    static char name[128];
    snprintf(name, sizeof name, "%s.%s", key, kind);
    return name;
}

TEST(truncated_entries_are_none) {
    char data[500];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)(i * 7);
    ck_assert(xl__cache_write(scratch_folder, "program", key_a, data, sizeof data));
    size_t size = 0;
    char *entry = scratch_read(entry_path(key_a, "program"), &size);
    ck_assert_uint_gt(size, sizeof data);
    for (size_t kept = 0; kept < size; kept++) {
        scratch_write(entry_path(key_a, "program"), entry, kept);
        ck_assert_msg(!reads("program", key_a, data, sizeof data), "cut to %zu bytes and still read", kept);
    }
    scratch_write(entry_path(key_a, "program"), entry, size);
    ck_assert(reads("program", key_a, data, sizeof data));
    free(entry);
}

TEST(changed_entries_are_none) {
    const char data[] = "0123456789abcdef";
    ck_assert(xl__cache_write(scratch_folder, "program", key_a, data, sizeof data));
    size_t size = 0;
    char *entry = scratch_read(entry_path(key_a, "program"), &size);
    for (size_t at = 0; at < size; at++) {
        entry[at] = (char)(entry[at] ^ 1);
        scratch_write(entry_path(key_a, "program"), entry, size);
        ck_assert_msg(!reads("program", key_a, data, sizeof data), "byte %zu changed and still read", at);
        entry[at] = (char)(entry[at] ^ 1);
    }
    scratch_write(entry_path(key_b, "program"), entry, size);
    ck_assert(!reads("program", key_b, data, sizeof data));
    char longer[512] = {0};
    memcpy(longer, entry, size);
    scratch_write(entry_path(key_a, "program"), longer, size + 1);
    ck_assert(!reads("program", key_a, data, sizeof data));
    free(entry);
}

TEST(a_bad_folder_costs_nothing) {
    ck_assert(!xl__cache_write("/proc/no/such", "program", key_a, "x", 1));
    scratch_write("file", "x", 1);
    ck_assert(!xl__cache_write(scratch_path("file"), "program", key_a, "x", 1));
    char below[512];
    snprintf(below, sizeof below, "%s/deep/er", scratch_folder);
    ck_assert(xl__cache_write(below, "program", key_a, "x", 1));
    char *data = NULL;
    size_t size = 0;
    ck_assert(xl__cache_read(below, "program", key_a, &data, &size));
    free(data);
    char removed[600];
    snprintf(removed, sizeof removed, "%s/%s.program", below, key_a);
    ck_assert_int_eq(remove(removed), 0);
    rmdir(below);
}

static bool read_back(void) {
    return reads("program", key_a, "x", 1);
}

TEST(entries_of_others_are_none) {
    char *const entry = strdup(scratch_path(entry_path(key_a, "program")));
    ck_assert(xl__cache_write(scratch_folder, "program", key_a, "x", 1));
    struct stat facts;
    ck_assert_int_eq(stat(entry, &facts), 0);
    ck_assert_uint_eq(facts.st_mode & 07777, 0600);
    ck_assert(read_back());
    static const mode_t writable[] = {0620, 0602};
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(chmod(entry, writable[i]), 0);
        ck_assert(!read_back());
    }
    ck_assert_int_eq(chmod(entry, 0644), 0);
    ck_assert(read_back());
    static const mode_t open_to_all[] = {0770, 0707, 01777};
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(chmod(scratch_folder, open_to_all[i]), 0);
        ck_assert(!read_back());
        ck_assert(!xl__cache_write(scratch_folder, "program", key_b, "x", 1));
        ck_assert_int_eq(xl__cache_mark(scratch_folder, "loading", key_b, ""), -1);
    }
    ck_assert_int_eq(chmod(scratch_folder, 0755), 0);
    ck_assert(read_back());
    if (geteuid() == 0) { /* only root can set this up */
        ck_assert_int_eq(chown(entry, 12345, (gid_t)-1), 0);
        ck_assert(!read_back());
        ck_assert_int_eq(chown(entry, 0, (gid_t)-1), 0);
        ck_assert_int_eq(chown(scratch_folder, 12345, (gid_t)-1), 0);
        ck_assert(!read_back());
        ck_assert_int_eq(chown(scratch_folder, 0, (gid_t)-1), 0);
    }
    ck_assert(read_back());
    /* A reader would wait on a pipe. */
    ck_assert_int_eq(rename(entry, scratch_path("elsewhere")), 0);
    ck_assert_int_eq(symlink(scratch_path("elsewhere"), entry), 0);
    ck_assert(!read_back());
    ck_assert_int_eq(unlink(entry), 0);
    ck_assert_int_eq(mkfifo(entry, 0600), 0);
    ck_assert(!read_back());
    ck_assert_int_eq(unlink(entry), 0);
    free(entry);
}

TEST(a_folder_made_is_private) {
    struct stat facts;
    ck_assert(xl__cache_write(scratch_path("a/b"), "program", key_a, "x", 1));
    ck_assert_int_eq(stat(scratch_path("a/b"), &facts), 0);
    ck_assert_uint_eq(facts.st_mode & 07777, 0700);
}

#define NOBODY "999999999-1" /* no process has such a number */

TEST(temporary_files_are_swept) {
    static const char left[] = "crosslane 999999999 1\n", here[] = "crosslane 1 0\n",
                      longer[] = "crosslane 999999999 1\n ";
    static const char other[] = "a.crosslane-" NOBODY "-0.tmp.txt";
    static const char *const mine[] = {
        "mine.tmp", "00.program.7-0.tmp", "a.crosslane-x-1-0.tmp", "a.crosslane-1.tmp", ".tmp", other};
    for (size_t i = 0; i < sizeof mine / sizeof *mine; i++) scratch_write(mine[i], "mine", 4);
    scratch_write("1.compiling.tmp", here, sizeof here - 1);
    scratch_write("2.compiling.tmp", longer, sizeof longer - 1);
    const size_t stay = sizeof mine / sizeof *mine + 2;
    scratch_write("3.compiling.tmp", left, sizeof left - 1);
    scratch_write("00.program.crosslane-" NOBODY "-0.tmp", "part", 4);
    const int held = open(scratch_path("01.program.crosslane-" NOBODY "-1.tmp"), O_WRONLY | O_CREAT, 0600);
    ck_assert_int_ge(held, 0);
    ck_assert_int_eq(flock(held, LOCK_EX), 0);
    xl__cache_trim(scratch_folder, "program", 1000);
    ck_assert_uint_eq(scratch_count(), stay + 1);
    close(held);
    xl__cache_trim(scratch_folder, "program", 1000);
    ck_assert_uint_eq(scratch_count(), stay);
}

TEST(a_process_sweeps_its_own) {
    char text[XL__OS_MARK], ending[XL__OS_MARK], name[XL__OS_MARK + 8];
    scratch_write("mine.tmp", "mine", 4);
    scratch_write("1.crosslane-" NOBODY "-0.tmp", "another's", 9);
    snprintf(name, sizeof name, "2%s", xl__os_temporary_ending(0, ending));
    scratch_write(name, "part", 4);
    const int mark = xl__os_mark_set(scratch_path("3.tmp"), xl__os_mark_text(text));
    ck_assert_int_ge(mark, 0);
    xl__os_sweep_folder(scratch_folder);
    ck_assert_uint_eq(scratch_count(), 3);
    xl__os_sweep_own(scratch_folder);
    ck_assert_uint_eq(scratch_count(), 1);
    xl__os_mark_leave(mark);
}

TEST(processes_share_a_folder) {
    enum { SIZE = 20000, ROUNDS = 300 };
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    const char own = child == 0 ? 'a' : 'b';
    char *data = malloc(SIZE);
    ck_assert_ptr_nonnull(data);
    memset(data, own, SIZE);
    int torn = 0, seen = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (!xl__cache_write(scratch_folder, "program", key_a, data, SIZE)) torn++;
        char *read = NULL;
        size_t size = 0;
        if (!xl__cache_read(scratch_folder, "program", key_a, &read, &size)) {
            torn++;
            continue;
        }
        if (size != SIZE || (read[0] != 'a' && read[0] != 'b') || memcmp(read, read + 1, SIZE - 1) != 0)
            torn++;
        seen += read[0] != own;
        free(read);
    }
    free(data);
    if (child == 0) _exit(torn ? 1 : 0);
    int result = -1;
    ck_assert_int_eq(waitpid(child, &result, 0), child);
    ck_assert(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    ck_assert_int_eq(torn, 0);
    ck_assert_uint_eq(scratch_count(), 1); /* no temporary file is left */
    (void)seen;
}

/* Another process sees a mark locked or not at all; else it could take the run's folder for abandoned. */
TEST(a_mark_is_held_from_its_first_moment) {
    enum { ROUNDS = 5000 };
    char *text = NULL;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    for (int i = 0; child == 0 && i < ROUNDS; i++) {
        const int mark = xl__cache_mark(scratch_folder, "trial", key_a, "shuffle");
        if (mark < 0) _exit(1);
        xl__cache_unmark(scratch_folder, "trial", key_a, mark);
    }
    if (child == 0) _exit(0);
    int result = -1, abandoned = 0;
    while (waitpid(child, &result, WNOHANG) == 0) {
        abandoned += xl__cache_abandoned(scratch_folder, "trial", key_a, &text);
        free(text);
    }
    ck_assert_int_eq(abandoned, 0);
    ck_assert(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    ck_assert_uint_eq(scratch_count(), 0);
}

TEST(a_dead_process_leaves_its_mark) {
    char *text = NULL;
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) _exit(xl__cache_mark(scratch_folder, "trial", key_a, "shuffle") < 0);
    int result = -1;
    ck_assert_int_eq(waitpid(child, &result, 0), child);
    ck_assert_int_eq(result, 0);
    ck_assert(xl__cache_abandoned(scratch_folder, "trial", key_a, &text));
    ck_assert_str_eq(text, "shuffle");
    free(text);
    const int mark = xl__cache_mark(scratch_folder, "trial", key_a, "scan");
    ck_assert_int_ge(mark, 0);
    ck_assert(!xl__cache_abandoned(scratch_folder, "trial", key_a, &text));
    ck_assert_int_eq(xl__cache_mark(scratch_folder, "trial", key_a, "scan"), -1);
    xl__cache_unmark(scratch_folder, "trial", key_a, mark);
    ck_assert_uint_eq(scratch_count(), 0);
}

/* ---- programs ------------------------------------------------------------------------------------- */

static bool driver_keeps; /* set as for a device of the command */

static bool run_sum(const char *settings, double *milliseconds) {
    sample_place place;
    const xl_options options = {.cache_dir = scratch_folder, .kernel_dir = sample_kernels()};
    sample_open(&place, &options);
    place.device->driver_keeps = driver_keeps;
    xl_plan *plan = NULL;
    xl_error error = {0};
    const xl_plan_request request = {.strategy = "sum", .settings = settings};
    ck_assert_msg(xl__plan_make_for(place.device, &sample, &request, &plan, &error) == 0, "%s", error.text);
    uint32_t x[100], y[100];
    for (uint32_t i = 0; i < 100; i++) x[i] = 1;
    cl_mem in = sample_buffer(&place, 100, x), out = sample_buffer(&place, 100, NULL);
    const xl_array arrays[] = {{"x", in, 0}, {"y", out, 0}};
    const xl_launch launch = {.queue = place.queue, .arrays = arrays, .array_count = 2};
    ck_assert_msg(xl_enqueue(plan, &launch, &error) == 0, "%s", error.text);
    sample_read(&place, out, 0, 100, y);
    xl_plan_facts facts;
    xl_plan_get_facts(plan, &facts);
    ck_assert_uint_eq(y[0], (uint32_t)facts.width < 100 ? (uint32_t)facts.width : 100);
    *milliseconds = facts.compile_ms;
    const bool from_disk = plan->programs[0]->from_disk;
    xl_plan_free(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    sample_close(&place);
    return from_disk;
}

static int count_programs(char name[256]) {
    int count = 0;
    DIR *folder = opendir(scratch_folder);
    ck_assert_ptr_nonnull(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        if (!strstr(e->d_name, ".program")) continue;
        snprintf(name, 256, "%s", e->d_name);
        count++;
    }
    closedir(folder);
    return count;
}

static const char *find_program(void) {
    static char name[256];
    ck_assert_int_eq(count_programs(name), 1);
    return name;
}

TEST(old_entries_go) {
    char data[1000] = {0};
    char key[XL__HASH_TEXT];
    for (int i = 0; i < 10; i++) {
        snprintf(key, sizeof key, "%032d", i);
        ck_assert(xl__cache_write(scratch_folder, "program", key, data, sizeof data));
        const struct timespec times[2] = {{.tv_sec = 1000000 + i}, {.tv_sec = 1000000 + i}};
        ck_assert_int_eq(utimensat(AT_FDCWD, scratch_path(entry_path(key, "program")), times, 0), 0);
    }
    ck_assert(xl__cache_write(scratch_folder, "probe", key_a, data, sizeof data));
    xl__cache_trim(scratch_folder, "program", 100000);
    ck_assert_uint_eq(scratch_count(), 11);
    xl__cache_trim(scratch_folder, "program", 5 * 1200);
    ck_assert_uint_eq(scratch_count(), 6);
    for (int i = 0; i < 10; i++) {
        snprintf(key, sizeof key, "%032d", i);
        ck_assert_int_eq(reads("program", key, data, sizeof data), i >= 5);
    }
    scratch_write("mine.program", "mine", 4);
    scratch_write("0123456789abcdef.program", "mine", 4);
    xl__cache_trim(scratch_folder, "program", 0);
    ck_assert_int_eq(access(scratch_path("mine.program"), F_OK), 0);
    ck_assert_int_eq(access(scratch_path("0123456789abcdef.program"), F_OK), 0);
    ck_assert_uint_eq(scratch_count(), 3);
    xl__cache_trim("/no/such/folder", "program", 0);
}

TEST(programs_are_stored) {
    double first = 0, second = 0;
    ck_assert(!run_sum("n=100", &first));
    ck_assert(run_sum("n=100", &second));
    ck_assert(second < first);
    ck_assert(run_sum("n=100 group=0", &second)); /* a setting that does not change the code */
}

TEST(programs_that_are_tried_once_are_stored_where_that_is_free) {
    sample_place place;
    sample_open(&place, NULL);
    const bool free_of_cost = !xl__compiles_at_launch(&place.device->facts);
    sample_close(&place);
    double time = 0;
    char name[256];
    driver_keeps = true;
    ck_assert(!run_sum("n=100", &time));
    ck_assert_int_eq(count_programs(name), free_of_cost); /* answers of probing may be there too */
    ck_assert_int_eq(run_sum("n=100", &time), free_of_cost);
    driver_keeps = false;
    run_sum("n=100", &time);
    driver_keeps = true;
    ck_assert(run_sum("n=100", &time)); /* an existing entry is used */
    driver_keeps = false;
}

TEST(broken_programs_are_rebuilt) {
    double time = 0;
    ck_assert(!run_sum("n=100", &time));
    const char *name = find_program();
    size_t size = 0;
    char *entry = scratch_read(name, &size);
    for (int eighth = 0; eighth < 8; eighth++) {
        scratch_write(name, entry, size * (size_t)eighth / 8);
        ck_assert(!run_sum("n=100", &time));
        ck_assert(run_sum("n=100", &time));
    }
    free(entry);
}

TEST(refused_programs_are_rebuilt) {
    double time = 0;
    ck_assert(!run_sum("n=100", &time));
    const char *name = find_program();
    char key[XL__HASH_TEXT];
    snprintf(key, sizeof key, "%.32s", name);
    char garbage[4096];
    memset(garbage, 'g', sizeof garbage);
    ck_assert(xl__cache_write(scratch_folder, "program", key, garbage, sizeof garbage));
    ck_assert(!run_sum("n=100", &time));
    ck_assert(xl__cache_write(scratch_folder, "program", key, garbage, 3));
    ck_assert(!run_sum("n=100", &time));
}

TEST(programs_that_may_kill_are_rebuilt) {
    double time = 0;
    char key[XL__HASH_TEXT], *text = NULL;
    ck_assert(!run_sum("n=100", &time));
    const size_t files = scratch_count(); /* the program, and answers about the device */
    snprintf(key, sizeof key, "%.32s", find_program());
    const int mark = xl__cache_mark(scratch_folder, "loading", key, "");
    ck_assert_int_ge(mark, 0);
    ck_assert(run_sum("n=100", &time)); /* another process is loading it */
    close(mark);                        /* that process ends */
    ck_assert(xl__cache_abandoned(scratch_folder, "loading", key, &text));
    free(text);
    ck_assert(!run_sum("n=100", &time));
    ck_assert(run_sum("n=100", &time));
    ck_assert_uint_eq(scratch_count(), files); /* no mark is left */
}

TEST(plans_share_programs) {
    sample_place place;
    sample_open(&place, NULL);
    xl_plan *plans[2] = {NULL, NULL};
    xl_plan_facts facts;
    const xl_plan_request request = {.strategy = "sum"};
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(xl__plan_make_for(place.device, &sample, &request, &plans[i], NULL), 0);
        xl_plan_get_facts(plans[i], &facts);
        ck_assert_int_eq(facts.cached, i);
    }
    const int last = plans[0]->ready.count - 1; /* earlier ones may be missing, without a program */
    ck_assert_ptr_nonnull(plans[0]->programs[last]);
    ck_assert_ptr_eq(plans[0]->programs[last], plans[1]->programs[last]);
    xl_plan_free(plans[0]);
    xl_plan_free(plans[1]);
    sample_close(&place);
}

static xl_device *open_with(const sample_place *place, const char *kernel_dir) {
    const xl_options options = {.kernel_dir = kernel_dir};
    xl_device *device = NULL;
    ck_assert_int_eq(xl_open(place->id, place->context, &options, &device, NULL), XL_SUCCESS);
    return device;
}

static int make_reduce(xl_device *device, double n, xl_plan **plan) {
    const xl_setting values[] = {{"n", n, NULL}};
    const xl_plan_request request = {
        .algorithm = "reduce", .strategy = "loop", .values = values, .value_count = 1};
    return xl_plan_make(device, &request, plan, NULL);
}

TEST(a_second_plan_expands_no_source) {
    sample_place place;
    sample_open(&place, NULL);
    xl_device *const device = open_with(&place, NULL);
    xl_plan *plans[2] = {NULL, NULL};
    ck_assert_int_eq(make_reduce(device, 1000, &plans[0]), XL_SUCCESS);
    const size_t expanded = xl__programs_expanded(device);
    ck_assert_uint_ge(expanded, 1);
    ck_assert_int_eq(make_reduce(device, 2000, &plans[1]), XL_SUCCESS);
    ck_assert_uint_eq(xl__programs_expanded(device), expanded);
    const int last = plans[0]->ready.count - 1; /* earlier ones may be missing, without a program */
    ck_assert_ptr_nonnull(plans[0]->programs[last]);
    ck_assert_ptr_eq(plans[0]->programs[last], plans[1]->programs[last]);
    const xl_plan_request other = {.algorithm = "reduce", .strategy = "loop", .type = XL_I32};
    xl_plan *third = NULL;
    ck_assert_int_eq(xl_plan_make(device, &other, &third, NULL), XL_SUCCESS);
    ck_assert_uint_gt(xl__programs_expanded(device), expanded);
    ck_assert_ptr_nonnull(third->programs[last]);
    ck_assert_ptr_ne(third->programs[last], plans[0]->programs[last]);
    xl_plan_free(third);
    xl_plan_free(plans[0]);
    xl_plan_free(plans[1]);
    xl_close(device);
    sample_close(&place);
}

TEST(files_of_a_folder_are_read_for_each_plan) {
    static const char wrong[] = "#error changed\n";
    sample_place place;
    sample_open(&place, NULL);
    xl_device *const device = open_with(&place, scratch_folder);
    xl_plan *plan = NULL, *none = NULL;
    ck_assert_int_eq(make_reduce(device, 1000, &plan), XL_SUCCESS);
    char folder[600];
    snprintf(folder, sizeof folder, "%s/reduce", scratch_folder);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    scratch_write("reduce/reduce.cl", wrong, strlen(wrong));
    ck_assert_int_eq(make_reduce(device, 1000, &none), XL_BUILD_FAILED);
    xl_plan_free(plan);
    xl_close(device);
    sample_close(&place);
}
