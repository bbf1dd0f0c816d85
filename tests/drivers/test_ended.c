/* After an interruption, a kill, or a failing driver, stream or folder: rows, files, processes, and the next
   run. */
#include "support/one_command.h"
#include "support/npy_file.h"
#include "support/bad_driver.h"
#include "support/suite.h"
#include "system/os_process.h"
#include "system/os_start.h"
#include "records/record.h"
#include "compilers/os_tool.h"
#include "learn/os_jail.h"
#include <ctype.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/file.h>
#include <sys/wait.h>

#define NEED_DRIVER                                                                                          \
    if (!bad_driver_ready()) return

#define ROW                                                                                                  \
    "verify lerp/serial --device 0 --backend local --width 4 --set shape=3x20 --set channels=2 "             \
    "--set distribution=even "

static const json_t *first_device(const json_t *document) {
    return json_array_get(json_object_get(document, "devices"), 0);
}

static bool is_alive(long process) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *const stream = fopen(path, "r");
    if (stream && fscanf(stream, "%*d (%*[^)]) %c", &state) != 1) state = 'Z';
    if (stream) fclose(stream);
    return state != 'Z';
}

static void expect_dead(long process, const char *who) {
    for (int i = 0; i < 4000 && is_alive(process); i++) command_pause();
    ck_assert_msg(!is_alive(process), "crosslane %s: %s outlives it", c.line, who);
}

static long wait_for_compiler(void) {
    for (int i = 0; i < 12000; i++, command_pause()) {
        FILE *const stream = fopen(scratch_path("child"), "r");
        long number = 0;
        const bool read = stream && fscanf(stream, "%ld", &number) == 1;
        if (stream) fclose(stream);
        if (read) return number;
    }
    ck_abort_msg("the fake driver's compiler did not start");
    return 0;
}

/* ---- drivers ------------------------------------------------------------------------------------------ */

AROUND(enter, leave);
GROUP("drivers");

TEST(tests_say_that_a_driver_ended_them) {
    static const char *const ends[][2] = {{"segfault-build", "tests: ended by signal 11 "},
                                          {"exit-build", "tests: something called exit("}};
    NEED_DRIVER;
    for (size_t i = 0; i < 2; i++) {
        char settings[2048], line[4096], text[8192];
        bad_driver_environment(settings, sizeof settings, ends[i][0]);
        snprintf(line, sizeof line, "%s '/proc/%ld/exe' library 2>&1", settings, (long)getpid());
        FILE *const stream = popen(line, "r"); /* NOLINT(cert-env33-c) a line as a person types it */
        ck_assert_ptr_nonnull(stream);
        text[fread(text, 1, sizeof text - 1, stream)] = '\0';
        ck_assert_int_ne(pclose(stream), 0);
        ck_assert_msg(strstr(text, ends[i][1]) != NULL, "%s: %s", ends[i][0], text);
    }
}

TEST(a_lost_device_is_in_the_file) {
    static const struct {
        const char *fault, *says;
    } cases[] = {{"platforms=fail", "clIcdGetPlatformIDsKHR: CL_OUT_OF_RESOURCES"},
                 {"devices=fail", "clGetDeviceIDs"},
                 {"fail-call=clCreateContext/1", "clCreateContext: CL_OUT_OF_RESOURCES"}};
    NEED_DRIVER;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bad_driver_run(&c, cases[i].fault, "", ROW "--json -");
        command_expect(&c, 4);
        err_has(cases[i].says, " 1 failed");
        json_t *const document = command_document(&c);
        ck_assert_str_eq(json_string_value(json_object_get(first_device(document), "status")), "error");
        command_has(&c, json_string_value(json_object_get(first_device(document), "reason")), cases[i].says);
        json_decref(document);
    }
}

/* A query works where devices are listed and fails where the device works: the device stays the same. */
TEST(a_text_that_fails_is_reported_for_its_device) {
    NEED_DRIVER;
    bad_driver_run(&c, "vendor=none,at-work", "", ROW "--json -");
    command_expect(&c, 4);
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "");
    ck_assert_uint_eq(json_array_size(json_object_get(document, "devices")), 1);
    const json_t *const device = json_array_get(json_object_get(document, "devices"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(device, "status")), "error");
    command_has(&c, json_string_value(json_object_get(device, "reason")),
                "clGetDeviceInfo(CL_DEVICE_VENDOR)");
    json_decref(document);
}

/* Later rows would need new processes, which would end as well. */
TEST(a_limited_address_space_ends_a_run) {
    enum { LIMIT = 2000 << 20 };
    struct rlimit before;
    NEED_DRIVER;
    if (SUITE_SANITIZED) {
        puts("skipped: sanitizers reserve more than any limit");
        return;
    }
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
    const struct rlimit narrow = {LIMIT, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &narrow), 0);
    bad_driver_run(
        &c, "reserve-open,abort-launch=lerp", "",
        "verify lerp --device 0 --backend local --width 4 --set shape=3x20 --set channels=2 --json -");
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &before), 0);
    command_expect(&c, 4);
    err_has("the driver's process ended 3 times within a limit of 1.95 GiB of address space; 'ulimit -v "
            "unlimited' removes the limit; later rows are not run\n");
    json_t *const document = command_document(&c);
    ck_assert_str_eq(bad_driver_statuses(document), "eee");
    json_decref(document);
}

GROUP("streams");

TEST(an_interrupted_stream_is_whole) {
    char faults[200];
    NEED_DRIVER;
    snprintf(faults, sizeof faults, "hang-launch=lerp_prefix,child=%s", scratch_path("child"));
    bad_driver_start(
        &c, faults, "",
        "verify lerp/serial lerp/prefix --device 0 --backend local --width 4 --set shape=3x20 --set "
        "channels=2 --set distribution=even --json -");
    wait_for_compiler();
    for (int i = 0; i < 40; i++) command_pause();
    command_interrupt(&c);
    json_t *const document = command_document(&c);
    ck_assert(json_is_false(json_object_get(document, "finished")));
    err_has(json_array_size(json_object_get(document, "records")) > 0
                ? "crosslane: interrupted: what was measured is kept\n"
                : "crosslane: interrupted\n");
    json_decref(document);
}

/* ---- probing ------------------------------------------------------------------------------------------ */

/* How many work-groups gave up depends on the machine's load. */
static void drop_counts(char *text) {
    for (char *end = text; (end = strstr(end, "gave up waiting")); end++) {
        char *from = end;
        while (from > text && from[-1] != ':' && from[-1] != '\n') from--;
        char *to = from;
        for (; from < end; from++)
            if (!isdigit((unsigned char)*from)) *to++ = *from;
        memmove(to, end, strlen(end) + 1);
        end = to;
    }
}

/* Without the memory line, for a driver with a sub-group extension; freed by the caller. */
static char *devices_say(const char *cache) {
    char setting[400];
    snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", cache);
    bad_driver_run(&c, "sub-groups=none", setting, "devices --device 0");
    command_expect(&c, 0);
    /* Some drivers report the currently free memory as theirs. */
    char *const memory = strstr(c.out, "    memory "), *const behind = memory ? strchr(memory, '\n') : NULL;
    ck_assert_ptr_nonnull(behind);
    memmove(memory, behind + 1, strlen(behind));
    drop_counts(c.out);
    return strdup(c.out);
}

static char *fresh_devices(void) {
    char *const fresh = devices_say("");
    ck_assert_ptr_null(strstr(fresh, "left out"));
    return fresh;
}

GROUP("probing");

TEST(an_interrupted_probing_teaches_nothing) {
    static const struct {
        int signal, status;
        bool worker;
    } cases[] = {{SIGINT, 130, false},       {SIGTERM, 130, false}, {SIGHUP, 130, false},
                 {SIGKILL, -SIGKILL, false}, {SIGKILL, 0, true},    {SIGTERM, 0, true}};
    NEED_DRIVER;
    char *const fresh = fresh_devices();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char faults[200], setting[400], folder[300];
        snprintf(folder, sizeof folder, "%s/cache%zu", scratch_folder, i);
        snprintf(faults, sizeof faults, "sub-groups=none,hang-build=SG_KHR,child=%s", scratch_path("child"));
        snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", folder);
        bad_driver_start(&c, faults, setting, "devices --device 0 --timeout 20");
        const long compiler = wait_for_compiler();
        const pid_t worker = command_worker(&c);
        command_pause();
        remove(scratch_path("child"));
        ck_assert_int_eq(kill(cases[i].worker ? worker : c.pid, cases[i].signal), 0);
        if (cases[i].worker) { /* another worker starts and hangs too */
            wait_for_compiler();
            remove(scratch_path("child"));
            kill(c.pid, SIGINT);
        }
        command_wait(&c);
        command_expect(&c, cases[i].worker ? 130 : cases[i].status);
        expect_dead(compiler, "the driver's compiler");
        expect_dead(worker, "a worker");
        char *const after = devices_say(folder);
        ck_assert_msg(strcmp(after, fresh) == 0, "case %zu: fresh:\n%s\nafter it:\n%s", i, fresh, after);
        free(after);
    }
    free(fresh);
}

static int is_answer(const struct dirent *entry) {
    return strstr(entry->d_name, ".probe") != NULL;
}

static char *answers_in(const char *cache) {
    struct dirent **names = NULL;
    char *text = strdup("");
    const int count = scandir(cache, &names, is_answer, alphasort);
    for (int i = 0; i < count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", cache, names[i]->d_name);
        FILE *const stream = fopen(path, "r");
        ck_assert_ptr_nonnull(stream);
        const size_t used = strlen(text);
        char *const longer = realloc(text, used + 65536);
        ck_assert_ptr_nonnull(longer);
        text = longer;
        text[used + fread(text + used, 1, 65535, stream)] = '\0';
        fclose(stream);
        free(names[i]);
    }
    free(names);
    drop_counts(text);
    return text;
}

/* Calls that try a backend or an ability fail once each. */
TEST(a_failure_that_passes_teaches_nothing) {
    static const char *const calls[] = {"clBuildProgram/1",
                                        "clBuildProgram/2",
                                        "clBuildProgram/3",
                                        "clBuildProgram/4",
                                        "clBuildProgram/5",
                                        "clBuildProgram/6",
                                        "clCreateProgramWithSource/1",
                                        "clCreateProgramWithSource/2",
                                        "clCreateProgramWithSource/4",
                                        "clCreateProgramWithSource/6",
                                        "clCreateKernel/1",
                                        "clCreateBuffer/2",
                                        "clEnqueueNDRangeKernel/3",
                                        "clEnqueueReadBuffer/4",
                                        "clEnqueueReadBuffer/5"};
    NEED_DRIVER;
    char *const fresh = devices_say(scratch_path("fresh"));
    char *const answers = answers_in(scratch_path("fresh"));
    ck_assert_str_ne(answers, "");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char faults[200], setting[400], folder[300];
        snprintf(folder, sizeof folder, "%s/cache%zu", scratch_folder, i);
        snprintf(faults, sizeof faults, "sub-groups=none,at-work,fail-call=%s", calls[i]);
        snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", folder);
        bad_driver_run(&c, faults, setting, "devices --device 0");
        char *const after = devices_say(folder), *const kept = answers_in(folder);
        ck_assert_msg(strcmp(after, fresh) == 0, "%s: fresh:\n%s\nafter it:\n%s", faults, fresh, after);
        ck_assert_msg(strcmp(kept, answers) == 0, "%s: fresh:\n%s\nafter it:\n%s", faults, answers, kept);
        free(after);
        free(kept);
    }
    free(fresh);
    free(answers);
}

TEST(what_is_left_out_is_told) {
    char setting[300];
    NEED_DRIVER;
    char *const fresh = fresh_devices();
    snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", scratch_path("cache"));
    bad_driver_run(&c, "sub-groups=none,abort-build=SG_KHR", setting, "devices --device 0 --json %s",
                   scratch_path("r.json"));
    command_expect(&c, 0);
    command_has(
        &c, c.out,
        "    left out     backend khr at 32 lanes: when sg_lane was tried, the driver's process died: "
        "Aborted, in clBuildProgram of fake\n");
    out_has("    try again    crosslane probe --device 0 --again\n");
    json_t *const document = json_load_file(scratch_path("r.json"), 0, NULL);
    ck_assert_uint_ge(
        json_array_size(json_object_get(json_object_get(first_device(document), "facts"), "left_out")), 1);
    json_decref(document);
    char *const after = devices_say(scratch_path("cache"));
    command_has(&c, after, "left out     backend khr at 32 lanes");
    bad_driver_run(&c, "sub-groups=none", setting, "probe --device 0 --backend khr");
    out_has("left out     backend khr at 32 lanes");
    bad_driver_run(&c, "sub-groups=none", setting, "probe --device 0 --backend khr --again");
    ck_assert_ptr_null(strstr(c.out, "left out"));
    char *const again = devices_say(scratch_path("cache"));
    ck_assert_str_eq(again, fresh);
    free(fresh);
    free(after);
    free(again);
}

/* ---- streams ------------------------------------------------------------------------------------------ */

/* $X in the line is the command. Returns its exit status. */
static int shell(const char *format, const char *file) {
    char line[2048], whole[4096];
    snprintf(line, sizeof line, format, file);
    snprintf(whole, sizeof whole, "X=%s; CROSSLANE_CACHE_DIR=; export CROSSLANE_CACHE_DIR; cd %s; %s",
             XL_TEST_COMMAND, scratch_folder, line);
    /* NOLINTNEXTLINE(cert-env33-c) a line as a person types it */
    const int status = system(whole);
    ck_assert_msg(WIFEXITED(status), "%s: signal %d", line, WTERMSIG(status));
    snprintf(c.line, sizeof c.line, "%.2000s", line);
    return WEXITSTATUS(status);
}

#define SHELL_ROW                                                                                            \
    "$X verify lerp/serial --backend local --width 4 --set shape=3x20 --set channels=2 "                     \
    "--set distribution=even --json %s "

GROUP("streams");

/* A worker may find its events unread before its watching thread finds the parent gone. Its driver's compiler
   (never ends, holds `held` open) still ends with it. */
TEST(a_worker_without_a_parent_takes_its_group_along) {
    int held[2], events[2];
    ck_assert_int_eq(pipe(held), 0);
    ck_assert_int_eq(pipe(events), 0);
    close(events[0]); /* the worker cannot distinguish this from a lost parent */
    const pid_t worker = fork();
    ck_assert_int_ge(worker, 0);
    if (worker == 0) {
        setpgid(0, 0);
        const int compiler_holds = dup2(held[1], 20), told = dup2(events[1], 21);
        dup2(told, TOOL_EVENT_FD);
        for (int fd = TOOL_EVENT_FD + 1; fd < 32; fd++)
            if (fd != compiler_holds) close(fd);
        if (fork() == 0)
            for (;;) pause();
        close(compiler_holds);
        tool_worker_abandon();
    }
    close(held[1]);
    close(events[1]);
    int status = 0;
    ck_assert_int_eq(waitpid(worker, &status, 0), worker);
    struct pollfd wait = {.fd = held[0]};
    const int ended = poll(&wait, 1, 10000);
    kill(-worker, SIGKILL); /* in case it still runs */
    close(held[0]);
    ck_assert_msg(ended == 1, "the compiler outlives its worker");
}

/* Otherwise an opened file would get a closed stream's number, and all output. */
TEST(closed_streams_go_nowhere) {
    static const struct {
        const char *line;
        int status;
    } cases[] = {{SHELL_ROW "<&-  >table 2>text", 0},
                 {SHELL_ROW ">&- 2>text", 5},
                 {SHELL_ROW "2>&- >table", 0},
                 {SHELL_ROW "<&- >&- 2>&-", 5},
                 {SHELL_ROW "<&- 2>&- >table", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char file[32];
        snprintf(file, sizeof file, "r%zu.json", i);
        ck_assert_msg(shell(cases[i].line, file) == cases[i].status, "%s", cases[i].line);
        ck_assert_uint_ge(command_check_file(scratch_path(file), true), 1);
    }
}

static char *text_in(const char *name) {
    size_t size = 0;
    return scratch_read(name, &size);
}

TEST(output_errors_are_reported) {
    static const char *const lines[] = {"$X --version%s >/dev/full 2>text", "$X --help%s >/dev/full 2>text",
                                        "$X list%s >/dev/full 2>text",      "$X devices%s >/dev/full 2>text",
                                        "$X copy lerp mine%s >&- 2>text",   "$X list%s >&- 2>text"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ck_assert_msg(shell(lines[i], "") == 5, "%s", lines[i]);
        char *const text = text_in("text");
        ck_assert_msg(strstr(text, "crosslane: standard output cannot be written") != NULL, "%s: %s",
                      lines[i], text);
        free(text);
    }
}

TEST(a_closed_reader_causes_no_message) {
    static const char *const lines[] = {
        "{ sleep 0.5; $X list%s 2>text; echo $? >code; } | true; exit `cat code`",
        "{ $X list%s 2>text; echo $? >code; } | head -1; while ! test -s code; do sleep 0.05; done; exit "
        "`cat code`"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const int status = shell(lines[i], "");
        char *const text = text_in("text");
        ck_assert_msg(!*text && (status == 5 || (status == 0 && i == 1)), "%s: %d, %s", lines[i], status,
                      text);
        free(text);
    }
}

TEST(a_file_that_may_not_grow) {
    ck_assert_int_eq(
        shell("ulimit -f 4; $X verify lerp --backend local --width 4 --set shape=3x20 --set channels=2 "
              "--json %s >table 2>text",
              "r.json"),
        5);
    char *const text = text_in("text");
    ck_assert_msg(strstr(text, "r.json: cannot be written: File too large") != NULL, "%s", text);
    command_check_file(scratch_path("r.json"), false);
    free(text);
}

TEST(a_hang_up_that_is_ignored_ends_nothing) {
    ck_assert_int_eq(
        shell("trap '' HUP; " SHELL_ROW ">table 2>text & sleep 0.1; kill -HUP $!; wait $!", "r.json"), 0);
    command_check_file(scratch_path("r.json"), true);
}

/* ---- folders ------------------------------------------------------------------------------------------ */

GROUP("folders");

TEST(without_a_cache_nothing_is_left) {
    char setting[1200];
    NEED_DRIVER;
    snprintf(setting, sizeof setting, "HOME=%s XDG_CACHE_HOME=%s TMPDIR=%s", scratch_folder, scratch_folder,
             scratch_folder);
    bad_driver_run(&c, "nothing", setting, ROW);
    command_expect(&c, 0);
    /* PoCL's own cache follows HOME too. */
    remove(scratch_path("pocl"));
    ck_assert_int_ne(access(scratch_path("crosslane"), F_OK), 0);
    ck_assert_int_ne(access(scratch_path(".cache/crosslane"), F_OK), 0);
    char both[1800];
    snprintf(both, sizeof both, "%s OCL_ICD_VENDORS=%s", setting, bad_driver_and_good());
    bad_driver_run(&c, "name=empty", both, "devices");
    command_expect(&c, 0);
    DIR *const folder = opendir(scratch_folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        ck_assert_msg(!strstr(e->d_name, "crosslane"), "%s is left", e->d_name);
    closedir(folder);
}

TEST(a_cache_open_to_others_is_not_used) {
    char setting[300];
    NEED_DRIVER;
    ck_assert_int_eq(mkdir(scratch_path("cache"), 0700), 0);
    ck_assert_int_eq(chmod(scratch_path("cache"), 0777), 0);
    snprintf(setting, sizeof setting, "CROSSLANE_CACHE_DIR=%s", scratch_path("cache"));
    bad_driver_run(&c, "nothing", setting, ROW);
    command_expect(&c, 0);
    err_has("or others may write to it, so it is not used");
    ck_assert_ptr_null(strstr(strstr(c.err, "so it is not used") + 1, "so it is not used"));
    ck_assert_int_eq(rmdir(scratch_path("cache")), 0); /* nothing was written there */
    bad_driver_run(&c, "nothing", setting, ROW);
    command_expect(&c, 0);
    ck_assert_ptr_null(strstr(c.err, "so it is not used"));
}

static size_t link_folders(void) {
    size_t count = 0;
    DIR *const folder = opendir(scratch_path("tmp"));
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder))
        count += strncmp(e->d_name, "crosslane-", 10) == 0;
    closedir(folder);
    return count;
}

static void make_old(const char *folder) {
    const struct timespec then[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    ck_assert_int_eq(utimensat(AT_FDCWD, scratch_path(folder), then, 0), 0);
}

TEST(links_of_a_killed_run_go) {
    char setting[1200];
    NEED_DRIVER;
    ck_assert_int_eq(mkdir(scratch_path("tmp"), 0777), 0);
    snprintf(setting, sizeof setting, "TMPDIR=%s OCL_ICD_VENDORS=%s", scratch_path("tmp"),
             bad_driver_and_good());
    bad_driver_start(&c, "hang-enumerate,name=empty", setting, "devices --timeout 60");
    ck_assert_int_gt(command_worker(&c), 0);
    ck_assert_uint_eq(link_folders(), 1);
    /* Another run does not remove a living run's folder. */
    command other = {.pid = 0};
    bad_driver_run(&other, "name=empty", setting, "devices");
    command_expect(&other, 0);
    ck_assert_uint_eq(link_folders(), 1);
    kill(c.pid, SIGKILL);
    command_wait(&c);
    ck_assert_uint_eq(link_folders(), 1);
    /* Another program's folder with such a name stays. */
    ck_assert_int_eq(mkdir(scratch_path("tmp/crosslane-abcdef"), 0700), 0);
    scratch_write("tmp/crosslane-abcdef/thesis", "mine", 4);
    make_old("tmp/crosslane-abcdef");
    bad_driver_run(&other, "name=empty", setting, "devices");
    command_expect(&other, 0);
    ck_assert_uint_eq(link_folders(), 1);
    ck_assert_int_eq(access(scratch_path("tmp/crosslane-abcdef/thesis"), F_OK), 0);
    static const char *const kept[] = {"tmp/crosslane-abcdef/programs", "tmp/crosslane-inspect-abcdef",
                                       "tmp/crosslane-grade-abcdef"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char file[100];
        ck_assert_int_eq(mkdir(scratch_path(kept[i]), 0700), 0);
        snprintf(file, sizeof file, "%s/thesis", kept[i]);
        scratch_write(file, "mine", 4);
        make_old(kept[i]);
    }
    tool_work_folder work;
    tool_private_folder folder;
    char grading[TOOL_PATH], setting_of_tmp[1200];
    xl_error error;
    snprintf(setting_of_tmp, sizeof setting_of_tmp, "%s", scratch_path("tmp"));
    ck_assert_int_eq(setenv("TMPDIR", setting_of_tmp, 1), 0);
    tool_private_folder_open(&folder);
    ck_assert_int_eq(tool_work_folder_make(&work, &error), XL_SUCCESS);
    tool_work_folder_remove(&work);
    ck_assert_int_eq(tool_jail_folder_make(grading, &error), XL_SUCCESS);
    tool_jail_folder_remove(grading);
    ck_assert_int_eq(unsetenv("TMPDIR"), 0);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        char file[100];
        snprintf(file, sizeof file, "%s/thesis", kept[i]);
        ck_assert_int_eq(access(scratch_path(file), F_OK), 0);
    }
    command_free(&other);
}

#define NOBODY "999999999-1" /* no process has such a number */

TEST(partial_outputs_go_with_their_worker) {
    static const char left[] = ".crosslane-" NOBODY "-0.tmp", other[] = ".crosslane-" NOBODY "-1.tmp",
                      mine[] = ".crosslane-mine.tmp";
    static const float samples[] = {0.25f, 0.5f};
    NEED_DRIVER;
    write_floats("samples.npy", "(2,)", samples, 2);
    scratch_write(left, "a", 1);
    scratch_write(other, "a", 1);
    scratch_write(mine, "a", 1);
    const int held = open(scratch_path(other), O_RDONLY);
    ck_assert_int_eq(flock(held, LOCK_EX), 0);
    bad_driver_run(
        &c, "abort-launch=histogram", "",
        "exec histogram/local --device 0 --backend local --width 4 --set buckets=4 --in samples=%s --out "
        "counts=%s",
        scratch_path("samples.npy"), scratch_path("counts.npy"));
    command_expect(&c, 4);
    ck_assert_int_ne(access(scratch_path(left), F_OK), 0);
    ck_assert_int_eq(access(scratch_path(other), F_OK), 0);
    ck_assert_int_eq(access(scratch_path(mine), F_OK), 0);
    ck_assert_int_ne(access(scratch_path("counts.npy"), F_OK), 0);
    close(held);
}
