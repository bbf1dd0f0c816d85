/* The command line: help, lists, refusals and exit statuses, results on disk and on standard output. */
#include "device/backend.h"
#include "support/one_command.h"
#include "support/suite.h"
#include "records/record.h"
#include "cases/case.h"

#define SMALL "lerp/serial --device 0 --set shape=3x20 --set channels=2"
#define FOUR_ROWS "lerp/serial --device 0 --set shape=3x20 --set channels=1,2,3,4"

AROUND(enter, leave);
GROUP("words");

TEST(help_of_every_command) {
    static const char *const names[] = {"run",  "devices", "list",    "probe", "verify", "bench",
                                        "exec", "trace",   "compare", "show",  "copy",   "options"};
    crosslane(0, "--help");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) command_has(&c, c.out, names[i]);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        crosslane(0, "%s --help", names[i]);
        out_has(names[i], "  crosslane "); /* an example */
        ck_assert_str_eq(c.err, "");
        char *const same = strdup(c.out);
        crosslane(0, "help %s", names[i]);
        ck_assert_str_eq(c.out, same);
        free(same);
    }
}

TEST(version_says_what_was_built) {
    static const char *const forms[] = {"--version", "-V", "version"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        crosslane(0, "%s", forms[i]);
        out_has("crosslane " XL_VERSION, "commit ", "compiler ", "OpenCL headers ");
    }
}

/* A screen of 24 lines twice, except `check`, which parses its own words. */
TEST(help_is_short) {
    int lines = 0;
    crosslane(0, "help");
    for (const char *at = c.out; (at = strchr(at, '\n')); at++) lines++;
    ck_assert_int_le(lines, 48);
    out_has("\nlook\n", "\ncheck\n", "\nmeasure ", "\nlearn\n", "\nuse\n", "\n  check ");
    crosslane(0, "help check");
    out_has("usage: crosslane check FILE.cl");
}

TEST(list_is_short) {
    crosslane(0, "list");
    for (int i = 0; tool_cases[i]; i++) {
        const xl__algorithm *const a = tool_cases[i]->algorithm;
        int words = 1;
        char begin[80];
        snprintf(begin, sizeof begin, "\n%-10s  %s ", a->name, a->help);
        out_has(begin);
        for (const char *at = a->help; (at = strchr(at, ' ')); at++) words++;
        ck_assert_msg(words <= 10, "%s: %d words", a->name, words);
    }
    for (const char *at = c.out; *at; at += strcspn(at, "\n") + 1) ck_assert_uint_le(strcspn(at, "\n"), 80);
    out_has("\nlanes ", "        5\n", "'crosslane list NAME'");
    ck_assert_ptr_null(strstr(c.out, "match_local"));
}

TEST(list_shows_what_there_is) {
    crosslane(0, "list lerp spheres histogram");
    static const char *const parts[] = {"lerp:",
                                        "spheres:",
                                        "histogram:",
                                        "deferred",
                                        "match_local",
                                        "(wrong on purpose)",
                                        "initial[rows, channels] f32 (optional)",
                                        "of linear|quadratic"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) command_has(&c, c.out, parts[i]);
    crosslane(0, "list lerp");
    ck_assert_ptr_null(strstr(c.out, "spheres:"));
    crosslane(0, "list lerp/serial --device 0");
    out_has("runs: backend ");
    /* 4 (rows (5 n + 4) + 4 rows) bytes at 1024 x 1024, plus guards around four arrays. */
    out_has("; memory: arrays 20.1 MiB, scratch 0 B, host ");
}

TEST(devices_in_words_and_as_a_document) {
    crosslane(0, "devices --device 0");
    static const char *const parts[] = {"device 0: ", "vendor ",     "driver ",
                                        "memory ",    "sub-groups ", "backend "};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) command_has(&c, c.out, parts[i]);
    crosslane(0, "devices --device 0 --json -");
    json_t *const document = command_document(&c);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "devices")), 1);
    ck_assert(json_is_true(json_object_get(document, "finished")));
    json_decref(document);
    command_has(&c, c.err, "device 0: "); /* the text went to standard error */
}

TEST(bad_usage_is_one_line) {
    static const struct {
        const char *line, *what, *help;
    } cases[] = {
        {"verfy", "unknown command 'verfy'", "did you mean 'verify'?"},
        {"frobnicate", "unknown command 'frobnicate'", "'crosslane --help' lists them"},
        {"verify lerpp", "unknown name 'lerpp'", "did you mean 'lerp'?"},
        {"verify lerp/defered", "unknown name 'lerp/defered'", "did you mean 'lerp/deferred'?"},
        {"bench qqqqqq", "unknown name 'qqqqqq'", "'crosslane list'"},
        {"verify --plant zero_strat", "--plant 'zero_strat'", "did you mean 'zero_start'?"},
        {"verify --plant deferred", "--plant 'deferred': no such planted kernel", "'crosslane list NAME'"},
        {"verify --sampels 3", "option '--sampels'", "did you mean '--samples'?"},
        {"verify --frobnicate", "unknown option '--frobnicate'", "'crosslane --help' lists them"},
        {"verify --samples 3", "--samples means nothing to 'verify'", "'crosslane verify --help'"},
        {"bench --samples", "'--samples' needs a value", ""},
        {"bench --quiet=yes", "'--quiet' takes no value", ""},
        {"bench --samples 0", "--samples '0'", "from 1 to 100000"},
        {"bench --samples 3x", "--samples '3x'", "a whole number"},
        {"bench --min-time -1", "--min-time '-1'", "from 0 to 3600"},
        {"bench --timeout nan", "--timeout 'nan'", "expected a number"},
        {"verify --seed -5", "--seed '-5'", "a whole number"},
        {"verify --level deep", "--level 'deep'", "quick, pairs or full"},
        {"verify --repeat 0", "--repeat '0'", "from 1"},
        {"verify --width 3", "--width '3'", "powers of two from 1 to 128"},
        {"verify --width 256", "--width '256'", "powers of two from 1 to 128"},
        {"verify --width 8,", "--width '8,'", "powers of two from 1 to 128"},
        {"verify --width native --width 8", "--width", "one of native, all, or numbers"},
        {"verify lerp --backend khrr", "--backend khrr: no such backend", "did you mean khr"},
        {"verify lerp --backend qqqqqq", "--backend qqqqqq: no such backend", "local"},
        {"verify lerp --set rows=-1", "rows=-1 is out of range", "0 to "},
        {"verify lerp --set channels=5", "channels=5 is out of range", "1 to 4"},
        {"verify lerp --set rows=many", "rows=many", "not a number"},
        {"verify lerp --set carry=luck", "carry=luck", "product"},
        {"verify lerp --set rws=4", "--set rws: unknown to every chosen algorithm", "did you mean 'rows'?"},
        {"verify lerp --set rows", "--set 'rows'", "PARAM=VALUE"},
        {"verify lerp --set shape=4", "shape=4: lerp has 2 dimensions", "128x1000"},
        {"verify histogram --set type=f64", "type=f64", "histogram"},
        {"verify histogram --set distribution=normal", "distribution=normal", "'crosslane list histogram'"},
        {"verify lerp --kernel-dir /nowhere", "--kernel-dir /nowhere", "'crosslane copy NAME DIR'"},
        {"bench --json - --csv -", "--json - and --csv -", "only one"},
        {"probe lerp", "probe takes no names", ""},
        {"devices lerp", "devices takes no names", "--device"},
        {"copy lerp", "copy takes an algorithm and a folder", "copy NAME DIR"},
        {"copy nothing somewhere", "unknown name 'nothing'", "'crosslane list'"},
        {"exec", "exec takes exactly one name", "'crosslane list'"},
        {"exec lerp/*", "exec takes exactly one name", "'crosslane list'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        command_run(&c, "%s", cases[i].line);
        command_refused(&c, 2, cases[i].what, cases[i].help, NULL);
        ck_assert_str_eq(c.out, "");
    }
}

TEST(a_device_that_is_not_there) {
    static const char *const selectors[] = {"99", "no-such-device", "-1"};
    scratch_write("results.json", "kept", 4);
    for (size_t i = 0; i < 3; i++) {
        command_run(&c, "verify lerp --device %s --force --json %s", selectors[i],
                    scratch_path("results.json"));
        command_refused(&c, 3, "--device ", selectors[i], "'crosslane devices' shows them", NULL);
    }
    size_t size = 0;
    char *const text = scratch_read("results.json", &size);
    ck_assert_str_eq(text, "kept");
    free(text);
}

static int missing_width(const char **backend) {
    static char name[32];
    command_run(&c, "devices --device 0 --json -");
    json_t *const document = command_document(&c);
    const json_t *device = json_array_get(json_object_get(document, "devices"), 0);
    const json_t *sizes = json_object_get(device, "sub_group_sizes");
    snprintf(name, sizeof name, "%s", json_string_value(json_object_get(device, "backend")));
    *backend = strcmp(name, "local") == 0 ? "khr" : name;
    int missing = 0;
    for (int width = 1; width <= 128 && !missing; width *= 2) {
        bool there = false;
        for (size_t i = 0; i < json_array_size(sizes); i++)
            there = there || json_integer_value(json_array_get(sizes, i)) == width;
        if (!there) missing = width;
    }
    json_decref(document);
    return missing;
}

TEST(a_width_that_a_named_backend_lacks) {
    const char *backend = NULL;
    const int width = missing_width(&backend);
    ck_assert_int_gt(width, 0); /* no device runs all eight */
    char option[32];
    snprintf(option, sizeof option, "--width %d", width);
    command_run(&c, "verify lerp/deferred --device 0 --backend %s %s", backend, option);
    command_refused(&c, 2, option, backend, "leave --backend out to emulate", NULL);
    command_run(&c, "bench lerp/deferred --device 0 --backend %s %s", backend, option);
    command_refused(&c, 2, option, backend, NULL);
}

TEST(a_backend_that_the_device_lacks) {
    const char *other = NULL;
    for (size_t i = 0; i < XL__BACKENDS && !other; i++) {
        command_run(&c, "verify lerp/deferred --device 0 --backend %s --set shape=1x1 --set channels=1",
                    xl__backends[i].name);
        if (c.status == 3) other = xl__backends[i].name;
    }
    ck_assert_msg(other != NULL, "expected a backend that the device lacks");
    out_has(other, "unsupported");
    command_run(&c, "probe --device 0 --backend %s", other);
    command_refused(&c, 3, "--backend", other, "'crosslane devices' says why", NULL);
    command_run(&c, "exec lerp --device 0 --backend %s --in x=none.npy --out c=c.npy", other);
    command_refused(&c, 2, "none.npy", "cannot be read", NULL);
}

TEST(auto_of_several) {
    crosslane(0, "list */auto");
    for (int i = 0; tool_cases[i]; i++) {
        char head[80];
        snprintf(head, sizeof head, "%s%s: ", i ? "\n" : "", tool_cases[i]->algorithm->name);
        out_has(head);
    }
    crosslane(0, "list s*/auto");
    out_has("scan: ");
    ck_assert_ptr_null(strstr(c.out, "lerp: "));
    crosslane(0, "verify ler?/auto --device 0 --set shape=1x1 --set channels=1 --set distribution=even "
                 "--width 4 --backend local");
    out_has("lerp/auto ");
}

TEST(no_driver_at_all) {
    static const char *const lines[] = {"run",        "devices", "verify lerp",
                                        "bench lerp", "probe",   "list --device all"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        command_run(&c, "OCL_ICD_VENDORS=%s %s%s", scratch_folder, lines[i],
                    i ? "" : " --out-dir no-folder-is-made");
        command_refused(&c, 3, "no OpenCL device", "./quickstart.sh", NULL);
        ck_assert_str_eq(c.out, "");
    }
    ck_assert_int_ne(access("no-folder-is-made", F_OK), 0);
    crosslane(0, "OCL_ICD_VENDORS=%s list", scratch_folder);
}

TEST(a_driver_whose_library_is_not_there) {
    static const char library[] = "/nowhere/libnone.so\n";
    scratch_write("lost.icd", library, sizeof library - 1);
    command_run(&c, "OCL_ICD_VENDORS=%s devices", scratch_folder);
    command_refused(&c, 4, "lost", "/nowhere/libnone.so", "reinstall the driver", NULL);
    out_has("cannot be used");
    command_run(&c, "OCL_ICD_VENDORS=%s verify lerp --json %s", scratch_folder, scratch_path("results.json"));
    command_refused(&c, 4, "lost", "/nowhere/libnone.so", NULL);
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(scratch_path("results.json"), &error) == XL_SUCCESS, "%s",
                  error.text);
}

GROUP("files");

TEST(outputs_that_cannot_be_written) {
    scratch_write("file", "", 0);
    const size_t before = scratch_count();
    command_run(&c, "run --out-dir %s/folder", scratch_path("file"));
    command_refused(&c, 5, "--out-dir", scratch_path("file/folder"), "a folder that can be written", NULL);
    command_run(&c, "verify " SMALL " --json %s", scratch_path("no/results.json"));
    command_refused(&c, 5, scratch_path("no/results.json"), "cannot be written", NULL);
    command_run(&c, "verify " SMALL " --csv %s", scratch_path("no/results.csv"));
    command_refused(&c, 5, scratch_path("no/results.csv"), "cannot be written", NULL);
    command_run(&c, "copy lerp %s", scratch_path("file/folder"));
    command_refused(&c, 5, scratch_path("file/folder"), NULL);
    crosslane(5, "verify " SMALL " --json /dev/full");
    err_has("/dev/full");
    ck_assert_uint_eq(scratch_count(), before);
}

TEST(a_document_and_a_table_on_disk) {
    crosslane(0, "verify " SMALL " --label 'a label' --json %s --csv %s", scratch_path("r.json"),
              scratch_path("r.csv"));
    out_has("lerp/serial", " 0 wrong, 0 failed");
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(scratch_path("r.json"), &error) == XL_SUCCESS, "%s", error.text);
    json_t *const document = json_load_file(scratch_path("r.json"), 0, NULL);
    const size_t rows = json_array_size(json_object_get(document, "records"));
    ck_assert_uint_gt(rows, 0);
    ck_assert(json_is_true(json_object_get(document, "finished")));
    ck_assert_str_eq(json_string_value(json_object_get(document, "label")), "a label");
    json_decref(document);
    size_t size = 0, lines = 0;
    char *const table = scratch_read("r.csv", &size);
    for (const char *at = table; (at = strstr(at, "\r\n")) != NULL; at += 2) lines++;
    free(table);
    ck_assert_uint_eq(lines, rows + 1);
    ck_assert_uint_eq(scratch_count(), 2);
}

TEST(standard_output_alone) {
    crosslane(0, "verify " SMALL " --json -");
    json_t *const document = command_document(&c);
    ck_assert_uint_gt(json_array_size(json_object_get(document, "records")), 0);
    json_decref(document);
    err_has("lerp/serial"); /* the table */
    crosslane(0, "verify " SMALL " --csv -");
    ck_assert_int_eq(strncmp(c.out, "kind,status,", 12), 0);
    ck_assert_ptr_null(strstr(c.out, " ok, "));
    err_has("lerp/serial");
}

TEST(quiet_and_plain) {
    crosslane(0, "verify " SMALL " --quiet");
    ck_assert_str_eq(c.err, "");
    out_has("lerp/serial");
    ck_assert_ptr_null(strchr(c.out, '\033')); /* no terminal, no colour */
}

TEST(interrupted_keeps_what_was_measured) {
    static const struct {
        const char *line;
        int number;
    } cases[] = {{"probe --device 0 --backend local --width 4 --quiet", SIGINT},
                 {"verify " FOUR_ROWS " --repeat 200 --quiet", SIGTERM}};
    for (size_t i = 0; i < 2; i++) {
        command_start(&c, "%s --json %s", cases[i].line, scratch_path("r.json"));
        while (command_is_running(&c) && command_rows_in(scratch_path("r.json")) < 2) command_pause();
        kill(c.pid, cases[i].number);
        command_wait(&c);
        command_expect(&c, 130);
        ck_assert_uint_ge(command_check_file(scratch_path("r.json"), false), 2);
        ck_assert_uint_eq(scratch_count(), 1);
        ck_assert_int_eq(unlink(scratch_path("r.json")), 0);
    }
}

/* Soft and hard, in bytes, -1: none; false: the process has ended. */
static bool stack_limits(pid_t process, long long limits[2]) {
    char path[64], line[200], words[2][32];
    bool found = false;
    snprintf(path, sizeof path, "/proc/%ld/limits", (long)process);
    FILE *const stream = fopen(path, "r");
    while (stream && !found && fgets(line, sizeof line, stream))
        found = sscanf(line, "Max stack size %31s %31s", words[0], words[1]) == 2;
    for (int i = 0; found && i < 2; i++)
        limits[i] = strcmp(words[i], "unlimited") == 0 ? -1 : atoll(words[i]);
    if (stream) fclose(stream);
    return found;
}

/* Some drivers keep a work-group's values on a thread's stack, so workers get 64 MiB, or the hard limit if
   lower. The command keeps its own. */
TEST(a_workers_threads_have_a_large_stack) {
    const long long wanted = 64 << 20;
    long long of_worker[2] = {0, 0}, of_command[2] = {0, 0}, of_test[2] = {0, 0};
    command_start(&c, "verify " FOUR_ROWS " --repeat 1000 --quiet --json %s", scratch_path("r.json"));
    while (command_is_running(&c) && command_rows_in(scratch_path("r.json")) < 1) command_pause();
    const pid_t worker = command_worker(&c);
    ck_assert(worker > 0 && stack_limits(worker, of_worker) && stack_limits(c.pid, of_command));
    ck_assert(stack_limits(getpid(), of_test));
    command_interrupt(&c);
    ck_assert(of_worker[0] == -1 || of_worker[0] >= wanted || of_worker[0] == of_worker[1]);
    ck_assert_int_eq(of_command[0], of_test[0]);
}

TEST(two_dashes_end_the_options) {
    crosslane(0, "verify --device 0 --width 4 --set shape=4x4 --quiet -- lerp/serial");
    out_has(" ok, 0 wrong");
    crosslane(0, "run --device 0 --quiet --out-dir %s -- lerp/serial", scratch_path("dashes"));
    char before[4096];
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch_folder), 0);
    command_run(&c, "run --device 0 --quiet -- lerp/serial");
    ck_assert_int_eq(chdir(before), 0);
    command_expect(&c, 0);
    crosslane(2, "verify --device 0 -- lerp/serial --quiet");
}

TEST(a_removed_results_file_is_reported) {
    command_start(&c, "verify " FOUR_ROWS " --repeat 100 --quiet --json %s --csv %s", scratch_path("r.json"),
                  scratch_path("r.csv"));
    while (command_is_running(&c) && command_rows_in(scratch_path("r.json")) < 1) command_pause();
    ck_assert_int_eq(remove(scratch_path("r.json")), 0);
    command_wait(&c);
    command_expect(&c, 5);
    err_has("r.json: was removed or replaced by another program during the run");
    ck_assert_ptr_null(strstr(c.out, "results: "));
    out_has("table:   ");
}

TEST(a_worker_that_dies_costs_one_row) {
    /* The second row takes far longer than the pause: its worker dies within it on any machine. */
    command_start(&c,
                  "verify lerp/serial --device 0 --set shape=3x20,3000x3000,4x20 --set channels=1 "
                  "--repeat 1000 --quiet --json %s",
                  scratch_path("r.json"));
    while (command_is_running(&c) && command_rows_in(scratch_path("r.json")) < 1) command_pause();
    for (int i = 0; i < 20; i++) command_pause(); /* a worker between two rows costs no row */
    const pid_t worker = command_worker(&c);
    ck_assert_int_gt(worker, 0);
    kill(worker, SIGKILL);
    command_wait(&c);
    command_expect(&c, 4);
    out_has("Killed", " 1 failed");
    json_t *const document = json_load_file(scratch_path("r.json"), 0, NULL), *row = NULL;
    size_t i = 0, failed = 0, right = 0;
    json_array_foreach(json_object_get(document, "records"), i, row) {
        const char *status = json_string_value(json_object_get(row, "status"));
        right += strcmp(status, "ok") == 0;
        failed += strcmp(status, "error") == 0;
        if (strcmp(status, "error") == 0)
            ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(row, "reason")), "Killed"));
    }
    ck_assert_uint_eq(failed, 1);
    ck_assert_uint_ge(right, 2); /* the row before it and those after it */
    json_decref(document);
    xl_error error = {0};
    ck_assert_msg(tool_results_check_file(scratch_path("r.json"), &error) == XL_SUCCESS, "%s", error.text);
}

/* As on a terminal: without colour codes, and without text removed by a CR or "erase the line". */
static size_t longest_line(const char *text) {
    size_t longest = 0, column = 0;
    for (const char *at = text; *at; at++) {
        if (*at == '\033') {
            at += strcspn(at, "mK");
            if (!*at) break;
        } else if (*at == '\r' || *at == '\n') {
            column = 0;
        } else if (((unsigned char)*at & 0xc0) != 0x80) { /* later bytes of a character */
            column++;
        }
        longest = column > longest ? column : longest;
    }
    return longest;
}

/* Percentages in "device 0: verify lerp/serial 25% (2 rows)" never fall. */
TEST(progress_rises) {
    int last = 0, seen = 0;
    command_run_on_terminal(&c, 80,
                            "TERM=xterm run spheres/naive spheres/deferred --device 0 --width 8 --samples 3 "
                            "--min-time 0 --out-dir %s",
                            scratch_path("run"));
    command_expect(&c, 0);
    for (const char *at = strstr(c.out, "device 0: "); at; at = strstr(at + 1, "device 0: ")) {
        char line[200];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\r\n"), at);
        const char *const sign = strstr(line, "%  (");
        if (!sign) continue;
        const int share = atoi(sign - 3);
        ck_assert_msg(share >= last && share <= 100, "after %d%%: %s", last, line);
        last = share;
        seen++;
    }
    ck_assert_int_gt(seen, 1);
    out_has(": time spheres ");
}

TEST(on_a_terminal) {
    command_run_on_terminal(&c, 80, "NO_COLOR= TERM=xterm verify " SMALL);
    command_expect(&c, 0);
    out_has("\033[32m");                /* green */
    command_has(&c, c.out, "\r\033[K"); /* a progress line is erased */
    ck_assert_uint_le(longest_line(strstr(c.out, "strategy")), 80);
    command_run_on_terminal(&c, 80, "NO_COLOR=1 TERM=xterm verify " SMALL);
    command_expect(&c, 0);
    ck_assert_ptr_null(strstr(c.out, "\033[3"));
    command_run_on_terminal(&c, 80, "NO_COLOR=1 TERM=xterm verify " SMALL " --quiet");
    command_expect(&c, 0);
    ck_assert_ptr_null(strchr(c.out, '\033'));
}

/* A dumb terminal gets no escape; an ASCII locale gets ASCII. */
TEST(on_a_plain_terminal) {
    static const char *const terms[] = {"dumb", ""};
    for (int i = 0; i < 2; i++) {
        command_run_on_terminal(&c, 40, "LC_ALL=C TERM=%s verify " SMALL, terms[i]);
        command_expect(&c, 0);
        ck_assert_msg(!strchr(c.out, '\033'), "an escape: %s", c.out);
        out_has("...");
        for (const char *at = c.out; *at; at++) ck_assert_msg((unsigned char)*at < 0x80, "%s", c.out);
        command_free(&c);
    }
    command_run_on_terminal(&c, 40, "LC_ALL=C.UTF-8 TERM=dumb verify " SMALL);
    out_has("\xe2\x80\xa6");
}

TEST(copy_writes_what_a_kernel_needs) {
    crosslane(0, "copy lerp %s", scratch_path("mine"));
    out_has("--kernel-dir");
    static const char *const files[] = {"mine/lerp/lerp.cl", "mine/lerp/split.cl", "mine/sg/sg.h",
                                        "mine/common/lerp.h", "mine/sg/backends/sg_local.h"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        ck_assert_msg(access(scratch_path(files[i]), R_OK) == 0, "%s is missing", files[i]);
    static const char *const others[] = {"mine/lerp/lerp.c", "mine/lerp/lerp_case.c", "mine/spheres",
                                         "mine/sg/probe.cl", "mine/common/bisect.h"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(access(scratch_path(others[i]), F_OK) != 0, "%s is not a kernel of lerp", others[i]);
    /* A new file's usual permissions. */
    struct stat facts;
    const mode_t mask = umask(0);
    umask(mask);
    ck_assert_int_eq(stat(scratch_path("mine/lerp/lerp.cl"), &facts), 0);
    ck_assert_int_eq(facts.st_mode & 07777, 0666 & ~mask);
    command_run(&c, "copy lerp %s", scratch_path("mine"));
    command_refused(&c, 5, scratch_path("mine"), "has files", "--force", NULL);
    ck_assert_int_eq(unlink(scratch_path("mine/lerp/split.cl")), 0);
    crosslane(0, "copy lerp %s --force", scratch_path("mine"));
    out_has("1 file in ");
    scratch_write("mine/lerp/lerp.cl", "mine", 4);
    command_run(&c, "copy lerp %s --force", scratch_path("mine"));
    command_refused(&c, 5, scratch_path("mine/lerp/lerp.cl"), "exists and differs", NULL);
    ck_assert_int_eq(mkdir(scratch_path("other"), 0777), 0);
    ck_assert_int_eq(mkdir(scratch_path("other/sg"), 0777), 0);
    scratch_write("other/sg/sg.h", "", 0);
    command_run(&c, "copy lerp %s", scratch_path("other"));
    command_refused(&c, 5, scratch_path("other"), "has files", NULL);
    command_run(&c, "copy lerp %s --force", scratch_path("other"));
    command_refused(&c, 5, scratch_path("other/sg/sg.h"), "exists and differs", NULL);
    ck_assert_int_ne(access(scratch_path("other/lerp"), F_OK), 0);
    ck_assert_int_eq(mkdir(scratch_path("two words"), 0777), 0);
    crosslane(0, "copy 'l?rp' '%s'", scratch_path("two words"));
    char line[600];
    snprintf(line, sizeof line, "verify 'l?rp' --kernel-dir '%s'\n", scratch_path("two words"));
    out_has(line);
}
