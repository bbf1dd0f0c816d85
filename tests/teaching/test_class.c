/* `crosslane learn` for a class: several answers checked in one call, exercises reset, a class graded. A
 * class of twenty and hostile answers: test_class_full.c.
 */
#include "support/one_command.h"
#include "support/exercises.h"
#include "support/suite.h"

static void copy_shipped(const char *from, const char *to) {
    char *const text = exercises_text(from);
    scratch_write(to, text, strlen(text));
    free(text);
}

static void begin_three(void) {
    mkdir(scratch_path("mine"), 0755);
    copy_shipped("01-lane/start.cl", "mine/01-lane.cl");
    copy_shipped("02-sub-group/wrong_group.cl", "mine/02-sub-group.cl");
    copy_shipped("03-broadcast/solution.cl", "mine/03-broadcast.cl");
}

static bool is_there(const char *name) {
    return access(scratch_path(name), F_OK) == 0;
}

/* ---- check of several ----------------------------------------------------------------------------- */

static const json_t *answer_at(const json_t *document, size_t i, const char *exercise, const char *result) {
    const json_t *const answer = json_array_get(json_object_get(document, "answers"), i);
    ck_assert_str_eq(json_string_value(json_object_get(answer, "exercise")), exercise);
    ck_assert_str_eq(json_string_value(json_object_get(answer, "result")), result);
    return answer;
}

AROUND(enter, leave);
GROUP("many");

TEST(all_that_was_begun) {
    begin_three();
    command_run(&c, "learn hint 2 --kernel-dir %s", scratch_path("mine"));
    crosslane(1, "learn check all --device 0 --width 8 --backend local --kernel-dir %s --json - --csv %s",
              scratch_path("mine"), scratch_path("answers.csv"));
    err_has("02-sub-group.cl is wrong:", "1 right, 1 wrong, 1 untouched, 30 not begun, 0 not run\n");
    json_t *const document = json_loads(c.out, 0, NULL);
    ck_assert_msg(document != NULL, "no JSON: %s", c.out);
    ck_assert_uint_eq(json_array_size(json_object_get(document, "answers")), 33);
    ck_assert(json_is_null(json_object_get(answer_at(document, 0, "01-lane", "untouched"), "why")));
    const json_t *const wrong = answer_at(document, 1, "02-sub-group", "wrong");
    ck_assert_str_eq(json_string_value(json_object_get(wrong, "why")), "known mistake");
    command_has(&c, json_string_value(json_object_get(wrong, "mistake")), "get_group_id is the number");
    ck_assert_int_eq(json_integer_value(json_object_get(wrong, "hints")), 1);
    answer_at(document, 2, "03-broadcast", "right");
    answer_at(document, 3, "04-ring", "not begun");
    json_decref(document);
    size_t size;
    char *const table = scratch_read("answers.csv", &size);
    command_has(&c, table,
                "exercise,result,why,mistake,hints,widths,compiled,answer\r\n01-lane,untouched,,,0,,,\"");
    free(table);
    command_run(&c, "learn --kernel-dir %s", scratch_path("mine"));
    out_has("1 of 33 done");
}

/* Numbers, ranges and names, each once and in order; every named exercise must exist. */
TEST(some_of_them) {
    begin_three();
    crosslane(1, "learn check 3 broadcast 2-9 3 --device 0 --width 8 --backend local --kernel-dir %s",
              scratch_path("mine"));
    out_has("1 right, 1 wrong, 0 untouched, 6 not begun, 0 not run\n");
    ck_assert(strstr(c.out, "02-sub-group.cl is wrong") < strstr(c.out, "03-broadcast.cl is right"));
    command_run(&c, "learn check 3 4 --device 0 --kernel-dir %s", scratch_path("mine"));
    command_refused(&c, 2, "04-ring.cl: no such file", NULL);
    command_run(&c, "learn check 4-9 --device 0 --kernel-dir %s", scratch_path("mine"));
    command_refused(&c, 2, "has no kernel for any of these", NULL);
    command_run(&c, "learn check 70-80 --device 0 --kernel-dir %s", scratch_path("mine"));
    command_refused(&c, 2, "no exercise has a number from 70 to 80", NULL);
    command_run(&c, "learn check 3 --json %s --kernel-dir %s", scratch_path("mine/03-broadcast.cl"),
                scratch_path("mine"));
    command_refused(&c, 2, "03-broadcast.cl", "--force", NULL);
    command_run(&c, "learn reset 3 --csv - --kernel-dir %s", scratch_path("mine"));
    command_refused(&c, 2, "--csv is only for 'learn check' and 'learn grade'", NULL);
}

/* The checking device names why. */
TEST(an_answer_that_crashes_among_others) {
    command_run(&c, "devices --device check");
    const bool finds = c.status == 0;
    static const char crash[] = "#include \"sg/sg.h\"\nSG_KERNEL void sub_group(__global uint *y, uint n "
                                "SG_PARAMS) {\n    *(volatile __global uint *)(size_t)(8 * n) = 1;\n}\n";
    begin_three();
    copy_shipped("01-lane/solution.cl", "mine/01-lane.cl");
    scratch_write("mine/02-sub-group.cl", crash, sizeof crash - 1);
    crosslane(1, "learn check 1-3 --device cpu --width 8 --backend local --kernel-dir %s --json -",
              scratch_path("mine"));
    json_t *const document = json_loads(c.out, 0, NULL);
    answer_at(document, 0, "01-lane", "right");
    ck_assert_str_eq(
        json_string_value(json_object_get(answer_at(document, 1, "02-sub-group", "wrong"), "why")),
        finds ? "out of bounds" : "crashed");
    answer_at(document, 2, "03-broadcast", "right");
    json_decref(document);
}

/* A compiler of the checking device's that always fails. */
static void write_bad_clang(void) {
    static const char bad[] = "#!/bin/sh\n[ \"$1\" = -dumpversion ] && echo 15 && exit 0\nexit 1\n";
    scratch_write("bad-clang", bad, sizeof bad - 1);
    chmod(scratch_path("bad-clang"), 0755);
}

/* A race may not show on the chosen device: without the checking device's verdict no answer is right. */
TEST(no_mark_without_the_checking_device) {
    command_run(&c, "devices --device check");
    if (c.status != 0) {
        printf("skipped: the checking device is not here\n");
        return;
    }
    begin_three();
    write_bad_clang();
    crosslane(1, "CROSSLANE_CLANG=%s learn check 1-3 --device 0 --width 8 --kernel-dir %s --json -",
              scratch_path("bad-clang"), scratch_path("mine"));
    err_has("03-broadcast.cl was not judged: its results are right, but the checking device",
            "CROSSLANE_CHECK=0", "0 right, 1 wrong, 1 untouched, 0 not begun, 1 not run\n");
    json_t *const document = json_loads(c.out, 0, NULL);
    answer_at(document, 0, "01-lane", "untouched");
    answer_at(document, 1, "02-sub-group", "wrong");
    const json_t *const open = answer_at(document, 2, "03-broadcast", "not run");
    command_has(&c, json_string_value(json_object_get(open, "why")), "gave no verdict (does not compile)");
    json_decref(document);
    crosslane(0, "CROSSLANE_CHECK=0 learn check 3 --device 0 --width 8 --kernel-dir %s",
              scratch_path("mine"));
}

static void copy_exercise(const char *from, const char *to) {
    static const char *const files[] = {"exercise.json", "expected.cl", "text.md",
                                        "hints.md",      "start.cl",    "solution.cl"};
    char source[128], target[128];
    mkdir(scratch_path(to), 0755);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(source, sizeof source, "%s/%s", from, files[i]);
        snprintf(target, sizeof target, "%s/%s", to, files[i]);
        copy_shipped(source, target);
    }
}

/* The first answer is wrong without a finding. The runs that explain it have findings at another width; the
   next answer is not blamed for them. */
TEST(findings_stay_with_their_answer) {
    command_run(&c, "devices --device check");
    if (c.status != 0) {
        printf("skipped: the checking device is not here\n");
        return;
    }
    mkdir(scratch_path("own"), 0755);
    copy_exercise("33-port", "own/1-port");
    copy_exercise("01-lane", "own/2-lane");
    mkdir(scratch_path("mine"), 0755);
    copy_shipped("33-port/wrong_last_lane.cl", "mine/1-port.cl");
    copy_shipped("01-lane/solution.cl", "mine/2-lane.cl");
    crosslane(1, "learn check all --device 0 --exercises %s --kernel-dir %s", scratch_path("own"),
              scratch_path("mine"));
    out_has("1-port.cl is wrong:", "2-lane.cl is right", "1 right, 1 wrong");
}

/* ---- reset ---------------------------------------------------------------------------------------- */

static void expect_text(const char *file, const char *part) {
    size_t size;
    char *const text = scratch_read(file, &size);
    ck_assert_msg(strstr(text, part) != NULL, "%s lacks '%s': %s", file, part, text);
    free(text);
}

GROUP("reset");

TEST(nothing_is_lost_by_a_reset) {
    begin_three();
    crosslane(0, "learn check 3 --device 0 --width 8 --backend local --kernel-dir %s", scratch_path("mine"));
    crosslane(0, "learn reset 3 --kernel-dir %s", scratch_path("mine"));
    out_has("03-broadcast is the original again; your version is in ", "03-broadcast.cl.bak\n");
    expect_text("mine/03-broadcast.cl", "fill in");
    expect_text("mine/03-broadcast.cl.bak", "sg_broadcast");
    command_run(&c, "learn --kernel-dir %s", scratch_path("mine"));
    out_has("0 of 33 done");
    /* A second changed answer is saved next to the first; an unchanged one needs no copy. */
    copy_shipped("03-broadcast/wrong_own.cl", "mine/03-broadcast.cl");
    crosslane(0, "learn reset 1-9 --kernel-dir %s", scratch_path("mine"));
    out_has("01-lane is the original again\n", "03-broadcast.cl.bak2\n");
    expect_text("mine/03-broadcast.cl.bak", "sg_broadcast");
    expect_text("mine/03-broadcast.cl.bak2", "Mistake:");
    ck_assert(!is_there("mine/01-lane.cl.bak") && !is_there("mine/04-ring.cl"));
    crosslane(0, "learn reset 4-9 --kernel-dir %s", scratch_path("mine"));
    out_has("no exercise in this range was begun\n");
}

TEST(a_reset_that_cannot_keep) {
    mkdir(scratch_path("mine"), 0755);
    mkdir(scratch_path("mine/01-lane.cl"), 0755);
    command_run(&c, "learn reset 1 --kernel-dir %s", scratch_path("mine"));
    command_refused(&c, 5, "mine/01-lane.cl: ", NULL);
    ck_assert(is_there("mine/01-lane.cl"));
}

/* ---- grade ---------------------------------------------------------------------------------------- */

static json_t *grade(const char *more) {
    command_run(&c, "learn grade %s --device 0 --width 8 --backend local --json - %s", scratch_path("class"),
                more);
    return json_loads(c.out, 0, NULL);
}

/* If the system allows no walls, checks that grade refuses with a message, then grades without. */
static json_t *grade_anyhow(void) {
    json_t *const walled = grade("");
    if (walled) return walled;
    command_refused(&c, 2, "no sandbox is possible here", "--trust", NULL);
    return grade("--trust");
}

static void expect(const json_t *document, const char *student, const char *exercise, const char *result,
                   const char *why) {
    const json_t *const answer = exercises_graded(document, student, exercise);
    const char *const got = json_string_value(json_object_get(answer, "result")), *const told =
                                                                                      json_string_value(
                                                                                          json_object_get(
                                                                                              answer, "why"));
    ck_assert_msg(strcmp(got, result) == 0 && (why ? told && strstr(told, why) : !told),
                  "%s, %s: expected %s (%s), got %s (%s)", student, exercise, result, why ? why : "-", got,
                  told ? told : "-");
}

GROUP("grade");

TEST(a_small_class) {
    static const char progress[] = "{\"schema\": 1, \"done\": [\"01-lane\"], \"hints\": {\"01-lane\": 2}}";
    static const char *const folders[] = {
        "class", "class/anna", "class/bert", "class/bert/crosslane-learn", "class/carl", "class/.hidden"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) mkdir(scratch_path(folders[i]), 0755);
    copy_shipped("01-lane/solution.cl", "class/anna/01-lane.cl");
    copy_shipped("02-sub-group/start.cl", "class/anna/02-sub-group.cl");
    copy_shipped("01-lane/wrong_local_id.cl", "class/bert/crosslane-learn/01-lane.cl");
    scratch_write("class/bert/crosslane-learn/progress.json", progress, sizeof progress - 1);
    scratch_write("class/carl/progress.json", "{", 1);
    scratch_write("class/carl/01-lane.cl", "#include \"../anna/01-lane.cl\"\n", 30);
    ck_assert_int_eq(symlink("../anna/01-lane.cl", scratch_path("class/carl/02-sub-group.cl")), 0);
    json_t *const document = grade_anyhow();
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    command_expect(&c, 0);
    expect(document, "anna", "01-lane", "right", NULL);
    expect(document, "anna", "02-sub-group", "untouched", NULL);
    expect(document, "bert", "01-lane", "wrong", "known mistake");
    ck_assert_int_eq(
        json_integer_value(json_object_get(exercises_graded(document, "bert", "01-lane"), "hints")), 2);
    expect(document, "bert", "02-sub-group", "not begun", NULL);
    expect(document, "carl", "01-lane", "wrong", "does not compile");
    expect(document, "carl", "02-sub-group", "not run", "a link");
    ck_assert(json_is_null(json_object_get(exercises_graded(document, "carl", "01-lane"), "hints")));
    err_has("the number in the work-group is taken for the lane");
    ck_assert_ptr_null(
        strstr(c.out, "crosslane-grade-")); /* the temporary folder does not matter to a reader */
    json_decref(document);
    ck_assert(!is_there("class/anna/progress.json"));
}

/* Grades each folder by the bytes of its name, however that is displayed. A byte order mark is no mistake. */
TEST(names_that_are_no_text) {
    static const struct {
        const char *folder, *shown, *file;
    } students[] = {{"M\xfcller", "M\\xfcller", "01-lane/wrong_local_id.cl"},
                    {"M?ller", "M?ller", "01-lane/solution.cl"},
                    {"a\x01\nb\n", "a\\x01\\x0ab\\x0a", "01-lane/solution.cl"},
                    {"a\xe2\x80\x8b\xe2\x80\xae", "a\\u200b\\u202e", "01-lane/solution.cl"}};
    enum { STUDENTS = sizeof students / sizeof *students };
    char path[128];
    mkdir(scratch_path("class"), 0755);
    for (int i = 0; i < STUDENTS; i++) {
        snprintf(path, sizeof path, "class/%s", students[i].folder);
        ck_assert_int_eq(mkdir(scratch_path(path), 0755), 0);
        snprintf(path, sizeof path, "class/%s/01-lane.cl", students[i].folder);
        copy_shipped(students[i].file, path);
    }
    char *const text = exercises_text("02-sub-group/solution.cl"), *const marked =
                                                                       calloc(1, strlen(text) + 4);
    sprintf(marked, "\xef\xbb\xbf%s", text);
    scratch_write("class/M?ller/02-sub-group.cl", marked, strlen(marked));
    json_t *const document = grade_anyhow();
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    for (int i = 0; i < STUDENTS; i++)
        expect(document, students[i].shown, "01-lane", i == 0 ? "wrong" : "right",
               i == 0 ? "known mistake" : NULL);
    expect(document, "M?ller", "02-sub-group", "right", NULL);
    json_decref(document);
    free(text);
    free(marked);
}

/* The class folder itself. */
TEST(a_class_with_a_line_end_in_its_name) {
    mkdir(scratch_path("class\n7"), 0755);
    mkdir(scratch_path("class\n7/anna"), 0755);
    copy_shipped("01-lane/solution.cl", "class\n7/anna/01-lane.cl");
    json_t *document = NULL;
    for (int trusted = 0; trusted < 2 && !document; trusted++) {
        command_run(&c, "learn grade '%s' --device 0 --width 8 --backend local --json -%s",
                    scratch_path("class\n7"), trusted ? " --trust" : "");
        document = json_loads(c.out, 0, NULL);
    }
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    expect(document, "anna", "01-lane", "right", NULL);
    json_decref(document);
}

TEST(a_temporary_folder_with_any_name) {
    static const char name[] = "t\xfc\n\"m\\p";
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/anna"), 0755);
    mkdir(scratch_path(name), 0755);
    copy_shipped("01-lane/solution.cl", "class/anna/01-lane.cl");
    ck_assert_int_eq(setenv("TMPDIR", scratch_path(name), 1), 0);
    json_t *const document = grade_anyhow();
    unsetenv("TMPDIR");
    ck_assert_msg(document != NULL, "no JSON: %s %s", c.out, c.err);
    expect(document, "anna", "01-lane", "right", NULL);
    json_decref(document);
}

static bool holds_grading(void) {
    char line[700];
    snprintf(line, sizeof line, "ls %s | grep -q grade || pgrep -f %s > %s", scratch_path("tmp"),
             scratch_path("tmp/crosslane-grad[e]"), scratch_path("found"));
    return system(line) == 0; /* NOLINT(cert-env33-c) the paths are this test's */
}

/* A killed run leaves neither its folder nor a process. Ten minutes are the time limit of a hanging test. */
TEST(a_killed_run_leaves_nothing) {
    enum { LONGEST = 120000 };
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/anna"), 0755);
    mkdir(scratch_path("tmp"), 0755);
    copy_shipped("01-lane/solution.cl", "class/anna/01-lane.cl");
    command_start(&c, "TMPDIR=%s CROSSLANE_CACHE_DIR= learn grade %s --trust --device 0", scratch_path("tmp"),
                  scratch_path("class"));
    while (command_is_running(&c) && !holds_grading()) command_pause();
    for (int i = 0; i < 100 && command_is_running(&c); i++)
        command_pause(); /* until one of its processes runs */
    ck_assert(command_is_running(&c));
    kill(c.pid, SIGKILL);
    command_wait(&c);
    for (int i = 0; i < LONGEST && holds_grading(); i++) command_pause();
    ck_assert(!holds_grading());
}

TEST(folders_of_killed_runs_are_removed) {
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/anna"), 0755);
    mkdir(scratch_path("tmp"), 0755);
    mkdir(scratch_path("tmp/crosslane-grade-AAAAAA"), 0700);
    mkdir(scratch_path("tmp/crosslane-grade-AAAAAA/solved"), 0700);
    scratch_write("tmp/crosslane-grade-AAAAAA/.run", "crosslane 999999999 1\n", 22);
    mkdir(scratch_path("tmp/crosslane-grade-BBBBBB"), 0700);
    crosslane(0, "TMPDIR=%s learn grade %s --trust", scratch_path("tmp"), scratch_path("class"));
    ck_assert(!is_there("tmp/crosslane-grade-AAAAAA") && is_there("tmp/crosslane-grade-BBBBBB"));
}

TEST(classes_that_are_refused) {
    command_run(&c, "learn grade");
    command_refused(&c, 2, "name one folder", NULL);
    command_run(&c, "learn grade %s", scratch_path("nowhere"));
    command_refused(&c, 2, "nowhere: ", NULL);
    command_run(&c, "learn grade %s", scratch_path("."));
    command_refused(&c, 2, "it has no folder of a student", NULL);
    command_run(&c, "learn check 1 --trust");
    command_refused(&c, 2, "--trust is only for 'learn grade'", NULL);
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/anna"), 0755);
    copy_shipped("01-lane/solution.cl", "class/anna/01-lane.cl");
    command_run(&c, "learn grade %s --trust --device nosuch", scratch_path("class"));
    command_refused(&c, 3, "--device nosuch: no device fits", NULL);
}
