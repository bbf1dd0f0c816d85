/* A bad driver costs its own rows, but never the run, the results file or the terminal. */
#include "support/one_command.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include "records/record.h"

/* Without a driver to wrap, ends the test; ctest reports the file as skipped. */
#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

#define ROWS(names)                                                                                          \
    " " names " --device 0 --backend local --width 4 --set shape=3x20 --set channels=2 "                     \
    "--set distribution=even --quiet "
#define THREE_ROWS ROWS("lerp/serial lerp/prefix lerp/affine")
#define ONE_ROW ROWS("lerp/serial")

/* ---- dying, hanging, eating --------------------------------------------------------------------------- */

AROUND(enter, leave);
GROUP("dying");

TEST(a_driver_that_dies_costs_one_row) {
    static const struct {
        const char *fault, *says;
    } cases[] = {
        {"abort-launch=lerp_prefix", "; its last words: fake driver: ?[31mno luck"},
        {"segfault-launch=lerp_prefix", "died: Segmentation fault, in clEnqueueNDRangeKernel of fake"},
        {"exit-launch=lerp_prefix", "ended early with exit status "},
        {"segfault-finish=lerp_prefix", "died: Segmentation fault, in cl"},
        {"abort-build=3",
         "died: Aborted, in clBuildProgram of fake"}}; /* a row builds twice: the largest work-group too */
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bad_driver_run(&c, cases[i].fault, "", "verify" THREE_ROWS "--json -");
        command_expect(&c, 4);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "oeo");
        ck_assert_msg(strstr(bad_driver_reason(document, 1), cases[i].says) != NULL, "%s: %s", cases[i].fault,
                      bad_driver_reason(document, 1));
        ck_assert(json_is_true(json_object_get(document, "finished")));
        json_decref(document);
        err_has("2 ok, 0 wrong, 1 failed");
        if (strncmp(cases[i].fault, "abort", 5) == 0) command_has(&c, c.err, "fake driver: ?[31mno luck\n");
        ck_assert_ptr_null(strstr(c.err, "generated.")); /* a compiler's counts */
        bad_driver_check_text(&c, c.err);
    }
}

TEST(a_driver_that_cannot_be_asked_costs_itself) {
    static const struct {
        const char *fault, *says;
    } cases[] = {
        {"abort-enumerate", "Aborted"},
        {"segfault-open,name=empty", "Segmentation fault"}}; /* another name makes it another device */
    NEED_DRIVER;
    for (size_t i = 0; i < 2; i++) {
        char place[600];
        snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", bad_driver_and_good());
        bad_driver_run(&c, cases[i].fault, place,
                       "verify lerp/serial --set shape=1x1 --set channels=1 "
                       "--set distribution=even --json -");
        command_expect(&c, 4);
        err_has(cases[i].says);
        json_t *const document = command_document(&c);
        const json_t *const devices = json_object_get(document, "devices");
        ck_assert_uint_ge(json_array_size(devices), 2);
        const json_t *bad = json_array_get(devices, 0); /* the loader's order decides which is first */
        if (strcmp(json_string_value(json_object_get(bad, "status")), "error") != 0)
            bad = json_array_get(devices, json_array_size(devices) - 1);
        ck_assert_str_eq(json_string_value(json_object_get(bad, "status")), "error");
        command_has(&c, json_string_value(json_object_get(bad, "reason")), cases[i].says);
        ck_assert_int_eq(bad_driver_statuses(document)[0], 'o');
        json_decref(document);
    }
}

TEST(exec_records_its_death) {
    static const char npy[] =
        "\x93NUMPY\x01\x00\x38\x00{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}"
        "\n\1\0\0\0\2\0\0";
    NEED_DRIVER;
    scratch_write("samples.npy", npy, sizeof npy);
    bad_driver_run(&c, "abort-launch=histogram", "",
                   "exec histogram/local --device 0 --set buckets=4 --in samples=%s/samples.npy "
                   "--out counts=%s/counts.npy --json -",
                   scratch_folder, scratch_folder);
    command_expect(&c, 4);
    err_has("the driver's process died: Aborted");
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "e");
    command_has(&c, bad_driver_reason(document, 0), "died: Aborted");
    ck_assert_int_ne(access(scratch_path("counts.npy"), F_OK), 0);
    json_decref(document);
}

static int devices_listed(const char *place) {
    int count = 0;
    bad_driver_run(&c, "", place, "devices");
    command_expect(&c, 0);
    for (const char *at = c.out; (at = strstr(at, "    id ")) != NULL; at++) count++;
    return count;
}

GROUP("lying");

TEST(a_driver_that_is_there_twice_is_one) {
    NEED_DRIVER;
    char place[600];
    snprintf(place, sizeof place, "OCL_ICD_VENDORS=%s", bad_driver_and_good());
    const int alone = devices_listed("");
    ck_assert_int_ge(alone, 1);
    ck_assert_int_eq(devices_listed(place), alone);
}

static long number_in(const char *path) {
    FILE *const stream = fopen(path, "r");
    long number = -1;
    if (stream && fscanf(stream, "%ld", &number) != 1) number = -1;
    if (stream) fclose(stream);
    return number;
}

GROUP("taking time and memory");

/* The file on disk is complete, and the worker is the system's first choice to kill. */
TEST(a_driver_that_hangs_costs_one_row) {
    NEED_DRIVER;
    bad_driver_run(&c, "hang-enumerate", "", "devices --timeout 1");
    command_expect(&c, 4);
    out_has("no answer for 1 s (--timeout)");
    bad_driver_start(&c, "hang-launch=lerp_prefix", "", "verify" THREE_ROWS "--timeout 5 --json %s",
                     scratch_path("r.json"));
    while (command_is_running(&c) && command_rows_in(scratch_path("r.json")) < 1) command_pause();
    command_check_file(scratch_path("r.json"), false);
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/oom_score_adj", (long)command_worker(&c));
    const long offered = number_in(path);
    ck_assert(offered == 1000 || access("/proc/self/oom_score_adj", F_OK) != 0);
    command_wait(&c);
    command_expect(&c, 4);
    out_has("no answer for 5 s (--timeout)", "2 ok, 0 wrong, 1 failed");
    command_check_file(scratch_path("r.json"), true);
    /* Printing is no sign of life. */
    bad_driver_run(&c, "babble-launch=lerp_prefix", "", "verify" THREE_ROWS "--timeout 2");
    command_expect(&c, 4);
    out_has("no answer for 2 s (--timeout); the driver's process was ended; its last words: fake");
    err_has("fake driver: still at it\n");
    out_has("2 ok, 0 wrong, 1 failed");
}

TEST(a_driver_that_eats_memory_costs_one_row) {
    NEED_DRIVER;
    bad_driver_run(&c, "eat-launch=lerp_prefix", "CROSSLANE_WORKER_MIB=1024",
                   "verify" THREE_ROWS "--timeout 60 --json -");
    command_expect(&c, 4);
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "oeo");
    command_has(&c, bad_driver_reason(document, 1), "of memory, more than the allowed 1.00 GiB");
    json_decref(document);
}

/* False for a process that has ended and waits for its parent. */
static bool is_alive(long process) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *const stream = fopen(path, "r");
    if (stream && fscanf(stream, "%*d (%*[^)]) %c", &state) != 1) state = 'Z';
    if (stream) fclose(stream);
    return state != 'Z';
}

GROUP("dying");

TEST(no_child_of_a_driver_stays) {
    NEED_DRIVER;
    char fault[128];
    snprintf(fault, sizeof fault, "child=%s,abort-launch", scratch_path("child"));
    bad_driver_run(&c, fault, "", "verify" ONE_ROW);
    command_expect(&c, 4);
    out_has("died: Aborted"); /* no timeout, although the child holds the pipe open */
    const long child = number_in(scratch_path("child"));
    ck_assert_int_gt(child, 0);
    for (int i = 0; i < 4000 && is_alive(child); i++) command_pause();
    ck_assert(!is_alive(child));
}

/* Earlier rows are measured again. */
TEST(tune_continues_after_a_death) {
    char profile[512];
    size_t size = 0;
    snprintf(profile, sizeof profile, "%s", scratch_path("profile.json"));
    bad_driver_run(
        &c, "abort-build=CARRY=2", "",
        "tune lerp/deferred --device 0 --width 8 --samples 1 --min-time 0 --quiet --set shape=16x24 "
        "--profile %s",
        profile);
    command_expect(&c, 4);
    out_has("    left out of the choice; 'crosslane tune --again' measures it again\n",
            "profile.json, 1 choices\n");
    char *const text = scratch_read("profile.json", &size);
    ck_assert_ptr_nonnull(strstr(text, "\"strategy\": \"deferred\""));
    free(text);
}

/* The next worker skips the operation that died. */
TEST(a_death_outside_of_any_row_is_forgiven) {
    NEED_DRIVER;
    char cache[300];
    snprintf(cache, sizeof cache, "CROSSLANE_CACHE_DIR=%s", scratch_folder);
    bad_driver_run(&c, "sub-groups=none,abort-build=SG_KHR", cache,
                   "verify lerp/prefix --device 0 --width 4 --set shape=3x20 --set channels=2 "
                   "--set distribution=even");
    command_expect(&c, 0);
    err_has("Aborted, in clBuildProgram of fake, outside any row; a new process starts");
    out_has("1 ok, 0 wrong, 0 failed");
}

TEST(a_death_after_the_work_loses_nothing) {
    NEED_DRIVER;
    bad_driver_run(&c, "abort-quit", "", "verify" THREE_ROWS);
    command_expect(&c, 0);
    err_has("Aborted, after its work was done; nothing is lost");
    out_has("3 ok, 0 wrong, 0 failed");
}

#define ANSWER(value)                                                                                        \
    "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n"   \
    "    y[get_global_id(0)] = " value ";\n}\n"

/* If an exercise's kernel damages memory, the driver may crash after all rows. */
TEST(a_death_after_an_answer_is_blamed_on_it) {
    static const char *const answers[][2] = {
        {ANSWER("sg_lane(sg)"), "01-lane.cl is wrong:\n  its results are right, but the driver crashed"},
        {ANSWER("sg_lane(sg) ^ 1"), "elements of 'y' are wrong"}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        scratch_write("01-lane.cl", answers[i][0], strlen(answers[i][0]));
        bad_driver_run(&c, "abort-close=lane", "CROSSLANE_CHECK=0",
                       "learn check 1 --device 0 --width 8 --backend local --kernel-dir %s", scratch_folder);
        command_expect(&c, 1);
        out_has(answers[i][1],
                "the driver crashed after the kernel had run: ", "Look for a store or read outside an array");
        ck_assert_ptr_null(strstr(c.out, "is right"));
    }
    command_run(&c, "learn --kernel-dir %s", scratch_folder);
    out_has("0 of 33 done");
}

/* ---- lying -------------------------------------------------------------------------------------------- */

#define TWO_TO_63 "9223372036854775808"

static json_t *fact_in(const json_t *document, const char *name) {
    return json_object_get(json_array_get(json_object_get(document, "devices"), 0), name);
}

GROUP("lying");

TEST(sizes_that_cannot_be) {
    static const struct {
        const char *fault, *statuses, *reason, *unknown;
    } cases[] = {
        {"group=0", "ou", "4 lanes are not offered, but 1", "backend"}, /* only a run shows it */
        {"local=0", "ou", "bytes of local memory", "local_memory_bytes"},
        {"units=0", "oo", "", "compute_units"},
        {"units=4294967295", "oo", "", "compute_units"},
        {"group=" TWO_TO_63, "ou", "4 lanes are not offered, but 1", "backend"}, /* treated as unknown */
        {"local=" TWO_TO_63, "ou", "bytes of local memory", "local_memory_bytes"},
        {"alloc=" TWO_TO_63 ",memory=" TWO_TO_63, "oo", "", "largest_buffer_bytes"},
        {"odd-sizes", "ou", "4 lanes are not offered, but 1", "global_memory_bytes"}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bad_driver_run(&c, cases[i].fault, "", "verify" ROWS("lerp/serial lerp/prefix") "--json -");
        command_expect(&c, 0);
        json_t *const document = command_document(&c);
        const char *const statuses = bad_driver_statuses(document);
        /* Some drivers do not report a kernel's local memory; then no size is known to be too large. */
        const bool untold = cases[i].reason[0] && strcmp(statuses, "oo") == 0;
        ck_assert_msg(untold || strcmp(statuses, cases[i].statuses) == 0, "%s: %s\n%s", cases[i].fault,
                      statuses, c.err);
        if (!untold) command_has(&c, bad_driver_reason(document, 1), cases[i].reason);
        ck_assert(json_is_null(fact_in(document, cases[i].unknown)));
        json_decref(document);
    }
    bad_driver_run(&c, "odd-sizes", "", "devices --device 0");
    command_expect(&c, 0);
    out_has(", - compute units, ", "memory       - global, - largest buffer, - local; work-groups up to 1\n");
}

/* A kernel compiled for a work-group size runs at that size, whatever the driver reports as the largest.
   Otherwise the report counts, for all kernels if the trial gives a wrong sum. */
TEST(work_groups_smaller_than_they_are) {
    static const struct {
        const char *name, *more;
        json_int_t group;
    } rows[] = {{"histogram/privatised", "", 128},
                {"histogram/ranges", "", 128},
                {"histogram/local", "", 64},
                {"histogram/ranges",
                 "--kernel-dir " XL_TEST_SOURCE_DIR "/tests/support/kernels_without_abilities", 64}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bad_driver_run(&c, "kernel-group=64", "",
                       "verify %s --device 0 --width 8 --backend local --set group=128 --set type=u32 --set "
                       "buckets=16 --set n=1000 --set distribution=uniform --json - %s",
                       rows[i].name, rows[i].more);
        command_expect(&c, 0);
        json_t *const document = command_document(&c);
        const json_t *row = json_array_get(json_object_get(document, "records"), 0);
        ck_assert_str_eq(json_string_value(json_object_get(row, "status")), "ok");
        ck_assert_int_eq(json_integer_value(json_object_get(row, "group_size")), rows[i].group);
        json_decref(document);
    }
}

/* No build succeeds, which keeps this quick. */
TEST(every_sub_group_size) {
    static const json_int_t possible[] = {4, 8, 16, 32, 64, 128};
    NEED_DRIVER;
    bad_driver_run(&c, "sub-groups=all,compiler=fails", "",
                   "verify lerp/serial --device 0 --set shape=1x1 --set channels=1 --json -");
    command_expect(&c, 4);
    json_t *const document = command_document(&c);
    const json_t *sizes = fact_in(document, "sub_group_sizes");
    ck_assert_uint_eq(json_array_size(sizes), sizeof possible / sizeof *possible);
    for (size_t i = 0; i < json_array_size(sizes); i++)
        ck_assert_int_eq(json_integer_value(json_array_get(sizes, i)), possible[i]);
    json_decref(document);
}

TEST(a_sweep_leaves_out_what_does_not_fit) {
    NEED_DRIVER;
    bad_driver_run(&c, "alloc=100000", "",
                   "verify lerp/serial --device 0 --backend local --set channels=1 "
                   "--max-launch 86400 --json -");
    command_expect(&c, 0);
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "o");
    command_has(&c, bad_driver_reason(document, 0), " left out: larger than the device's memory");
    json_decref(document);
}

TEST(a_refused_size_names_the_size_that_fits) {
    static const struct {
        const char *fault, *what;
    } cases[] = {{"alloc=100000", "array 'x' needs 248192 bytes, the device's largest buffer has 100000; "},
                 {"memory=100000", "of the device's memory, of which 90000 may be used; "}};
    static const char line[] =
        "verify lerp/serial --device 0 --backend local --set rows=3 --set n=%ld --set channels=4 "
        "--set distribution=even --json -";
    NEED_DRIVER;
    for (size_t i = 0; i < 2; i++) {
        long fits = 5000;
        for (int turn = 0; turn < 3; turn++) {
            bad_driver_run(&c, cases[i].fault, "", line, turn == 1 ? fits : turn == 2 ? fits + 1 : 5000);
            command_expect(&c, turn == 1 ? 0 : 3);
            json_t *const document = command_document(&c);
            const char *const reason = bad_driver_reason(document, 0);
            ck_assert_str_eq(bad_driver_statuses(document), turn == 1 ? "o" : "u");
            if (turn == 0) command_has(&c, reason, cases[i].what);
            const char *const advice = strstr(reason, "; n = ");
            ck_assert_msg(turn == 1 || advice, "no size: %s", reason);
            if (turn != 1) ck_assert_int_eq(sscanf(advice, "; n = %ld would fit", &fits), 1);
            json_decref(document);
        }
    }
    /* The machine's free memory and addresses limit the size. */
    bad_driver_run(&c, "alloc=" TWO_TO_63 ",memory=" TWO_TO_63, "", line, 2000000000L);
    command_expect(&c, 3);
    err_has("of this machine's free memory, of which ", "; n = ");
    bad_driver_run(&c, "nothing", "",
                   "verify lerp/serial --device 0 --backend local --set shape=2147483520x2147483520 "
                   "--set channels=4");
    command_expect(&c, 3);
    out_has("has more elements than memory can address; ", " would fit");
}

/* ---- names and texts ---------------------------------------------------------------------------------- */

TEST(names_of_all_kinds_are_harmless) {
    NEED_DRIVER;
    bad_driver_run(&c, "name=none", "", "devices --device 0");
    command_expect(&c, 4);
    out_has("cannot be used: clGetDeviceInfo");
    bad_driver_run(&c, "name=empty", "", "verify" ONE_ROW "--json -");
    command_expect(&c, 0);
    err_has("device 0: - (");
    json_t *document = command_document(&c);
    ck_assert(json_is_null(fact_in(document, "name")));
    json_decref(document);
    bad_driver_run(&c, "name=long", "", "verify" ONE_ROW "--json - --csv %s", scratch_path("r.csv"));
    command_expect(&c, 0);
    bad_driver_check_text(&c, c.out);
    bad_driver_check_text(&c, c.err);
    document = command_document(&c);
    const char *const name = json_string_value(fact_in(document, "name"));
    ck_assert_ptr_nonnull(name);
    bad_driver_check_text(&c, name);
    ck_assert_uint_lt(strlen(name), 256);
    ck_assert_str_eq(name + strlen(name) - 3, "...");
    ck_assert_int_eq(strncmp(name, "=<b>\"&amp;',|", 13), 0);
    json_decref(document);
    size_t size = 0;
    char *const table = scratch_read("r.csv", &size);
    bad_driver_check_text(&c, table);
    free(table);
    bad_driver_run(&c, "name=long,local=0", "", "devices --device 0");
    command_expect(&c, 0);
    bad_driver_check_text(&c, c.out);
    bad_driver_run(&c, "name=long,abort-open", "", "devices --device 0");
    command_expect(&c, 4);
    bad_driver_check_text(&c, c.err);
}

TEST(a_compiler_that_fails) {
    NEED_DRIVER;
    bad_driver_run(&c, "compiler=fails", "", "verify" ROWS("lerp/serial lerp/prefix") "--json -");
    command_expect(&c, 4);
    bad_driver_check_text(&c, c.err);
    err_has("fake.cl:1:1: error: out of ");
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "ee");
    command_has(&c, bad_driver_reason(document, 0), "did not compile");
    command_has(&c, bad_driver_reason(document, 0), "<b>1</b> error");
    bad_driver_check_text(&c, bad_driver_reason(document, 0));
    json_decref(document);
}

GROUP("failing");

TEST(a_call_that_fails_is_named) {
    static const struct {
        const char *call, *says;
    } cases[] = {
        {"clCreateBuffer/2", "clCreateBuffer of 480 bytes for array 'x': CL_OUT_OF_RESOURCES"},
        {"clEnqueueWriteBuffer/1", "clEnqueueWriteBuffer of 480 bytes for array 'x': CL_OUT_OF_RESOURCES"},
        {"clEnqueueFillBuffer/1", "clEnqueueFillBuffer of 480 bytes for array 'x': CL_OUT_OF_RESOURCES"},
        {"clEnqueueReadBuffer/1", "clEnqueueReadBuffer of 8216 bytes for array 'c': CL_OUT_OF_RESOURCES"},
        {"clFinish/1", "clFinish: the device failed while it ran: CL_OUT_OF_RESOURCES"},
        {"clFinish/2", "clFinish: the device failed while it ran: CL_OUT_OF_RESOURCES"},
        {"clSetKernelArg/1", "clSetKernelArg 0 of "},
        {"clEnqueueNDRangeKernel/1", "clEnqueueNDRangeKernel for lerp/serial on "},
        {"clCreateKernel/1", "clCreateKernel"}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char faults[100];
        snprintf(faults, sizeof faults, "at-work,fail-call=%s", cases[i].call);
        bad_driver_run(&c, faults, "", "verify" ONE_ROW "--json -");
        command_expect(&c, 4);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "e");
        ck_assert_msg(strstr(bad_driver_reason(document, 0), cases[i].says) != NULL, "%s: %s", faults,
                      bad_driver_reason(document, 0));
        json_decref(document);
    }
}

TEST(a_limit_that_cannot_be_measured_is_none) {
    static const char *const calls[] = {"clSetKernelArg", "clEnqueueNDRangeKernel", "clCreateKernel"};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char faults[100], says[120];
        snprintf(faults, sizeof faults, "at-work,fail-call=%s/1", calls[i]);
        snprintf(says, sizeof says, "no limit: %s, to measure what the device can do: CL_OUT_OF_RESOURCES",
                 calls[i]);
        bad_driver_run(&c, faults, "", "bench" ONE_ROW "--samples 3 --min-time 0 --json -");
        command_expect(&c, 0);
        json_t *const document = command_document(&c);
        ck_assert_str_eq(bad_driver_statuses(document), "o");
        ck_assert_msg(strstr(bad_driver_reason(document, 0), says) != NULL, "%s",
                      bad_driver_reason(document, 0));
        const json_t *const row = json_array_get(json_object_get(document, "records"), 0);
        ck_assert(json_is_null(json_object_get(row, "limit_ns")) &&
                  json_is_null(json_object_get(row, "fraction")));
        json_decref(document);
    }
}

GROUP("wrong");

/* Two slow launches of the smaller problem suggest 64 seconds; a third corrects that. */
TEST(a_row_is_not_given_up_for_slow_pilots) {
    static const char line[] = "bench lerp/serial --device 0 --set n=65536 --set rows=1 --set channels=1 "
                               "--set distribution=uniform --samples 1 --min-time 0 ";
    NEED_DRIVER;
    bad_driver_run(&c, "slow-launch=lerp_serial/2", "", "%s--max-launch 50", line);
    command_expect(&c, 0);
    out_has("1 ok, 0 wrong, 0 failed, 0 unsupported, 0 skipped");
    bad_driver_run(&c, "slow-launch=lerp_serial/99", "", "%s--max-launch 50", line);
    command_expect(&c, 3); /* nothing else ran */
    out_has("skipped: lerp/serial, backend none, width ", " s, longer than --max-launch 50 s",
            "0 ok, 0 wrong, 0 failed, 0 unsupported, 1 skipped");
}

/* ---- computing wrongly -------------------------------------------------------------------------------- */

TEST(one_wrong_answer_in_a_thousand) {
    NEED_DRIVER;
    bad_driver_run(&c, "wrong=lerp_serial/1000", "", "verify" ONE_ROW);
    command_expect(&c, 0); /* such a driver is nearly always right */
    bad_driver_run(&c, "wrong=lerp_serial/1000", "", "verify" ONE_ROW "--repeat 1000");
    command_expect(&c, 1);
    out_has("WRONG: lerp/serial", "1 element of 'c' is wrong, the first is c[0]");
    command_has(&c, c.out, " --repeat 1000 "); /* the command that repeats it */
}

TEST(wrong_only_while_it_is_timed) {
    NEED_DRIVER;
    static const char timed[] = "bench" ONE_ROW "--samples 5 --min-time 0.01 --json -";
    bad_driver_run(&c, "nothing", "", "%s", timed);
    command_expect(&c, 0);
    bad_driver_run(&c, "wrong-from=lerp_serial/50", "", "%s", timed);
    command_expect(&c, 1);
    json_t *const document = command_document(&c), *row = NULL;
    ck_assert_str_eq(bad_driver_statuses(document), "m");
    row = json_array_get(json_object_get(document, "records"), 0);
    ck_assert(json_is_null(json_object_get(row, "median_ns")));
    json_decref(document);
    command_has(&c, c.err, "crosslane bench lerp/serial"); /* verifying would not repeat it */
}
