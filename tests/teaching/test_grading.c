/* A class as learning platforms hand it over, the same kernels of several students, and what a table of
 * grades contains. All kinds of answers: test_class_thirty.c.
 */
#include "grade/alike.h"
#include "grade/gradebook.h"
#include "learn/answers.h"
#include "support/exercises.h"
#include "support/one_command.h"
#include "support/suite.h"

/* ---- names of files --------------------------------------------------------------------------------- */

static const struct {
    const char *file, *exercise;
    tool_file_name kind;
} files[] = {
    {"01-lane.cl", "01-lane", TOOL_FILE_EXACT},
    {"01-LANE.CL", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane (1).cl", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane(12).cl", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane-1.cl", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane - Copy.cl", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane - Copy (2).cl", "01-lane", TOOL_FILE_LIKELY},
    {"01_lane.cl", "01-lane", TOOL_FILE_LIKELY},
    {"01-lane.cl.txt", "01-lane", TOOL_FILE_LIKELY},
    {"name_123_456_01-lane.cl", "01-lane", TOOL_FILE_LIKELY},
    {"name_123_456_02-sub-group-1.cl", "02-sub-group", TOOL_FILE_LIKELY},
    {"01-lane.cl.bak", "01-lane", TOOL_FILE_OTHER},
    {"01-lanes.cl", "01-lane", TOOL_FILE_OTHER},
    {"101-lane.cl", "01-lane", TOOL_FILE_OTHER},
    {"01-lane-final.cl", "01-lane", TOOL_FILE_OTHER},
    {"01-lane (.cl", "01-lane", TOOL_FILE_OTHER},
    {"lane.cl", "01-lane", TOOL_FILE_OTHER},
    {".01-lane.cl", "01-lane", TOOL_FILE_OTHER},
    {".cl", "01-lane", TOOL_FILE_OTHER},
};

GROUP("names");

EACH_TEST(a_platform_changes_names, files) {
    size_t begin;
    ck_assert_msg(tool_file_answers(files[_i].file, files[_i].exercise, &begin) == files[_i].kind, "%s",
                  files[_i].file);
}

GROUP("folders");
AROUND(enter, leave);

static void put(const char *path, const char *text) {
    char folder[512];
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(scratch_path(folder), 0755);
    }
    scratch_write(path, text, strlen(text));
}

static const tool_student *student_of(const tool_class *all, const char *name) {
    for (size_t s = 0; s < all->count; s++)
        if (strcmp(all->student[s].name, name) == 0) return &all->student[s];
    ck_abort_msg("no student %s", name);
    return NULL;
}

static void has_file(const tool_class *all, const char *name, int exercise, const char *file) {
    const char *const got = student_of(all, name)->handed[exercise].file;
    ck_assert_msg(file ? got && strcmp(got, file) == 0 : !got, "%s: expected %s, got %s", name,
                  file ? file : "none", got ? got : "none");
}

TEST(every_file_is_taken_or_named) {
    static const tool_exercise_name names[] = {"01-lane", "02-sub-group"};
    tool_class all;
    put("class/anna/01-LANE.CL", "1");
    put("class/bert/01-lane (1).cl", "1");
    put("class/bert/01-lane.cl", "1");
    put("class/carl/01-lane (1).cl", "1");
    put("class/carl/01-lane (2).cl", "1");
    put("class/carl/01-lane (3).cl", "1");
    put("class/dora/handed in/crosslane-learn/02-sub-group.cl", "1");
    put("class/emil/crosslane-learn.zip", "1");
    put("class/fred/lane.cl", "1");
    put("class/gerd/crosslane-learn/progress.json", "1");
    put("class/gerd/01-lane.cl", "1");
    put("class/__MACOSX/x", "1");
    put("class/haas_123_456_01-lane.cl", "1");
    put("class/haas_LATE_123_457_02-sub-group-1.cl", "1");
    put("class/02-sub-group.cl", "1");
    put("class/grades.csv", "1");
    ck_assert_int_eq(tool_class_read(scratch_path("class"), names, 2, &all), 0);
    ck_assert_uint_eq(all.count, 8);
    has_file(&all, "anna", 0, "01-LANE.CL");
    has_file(&all, "bert", 0, "01-lane.cl");
    has_file(&all, "carl", 0, NULL);
    command_has_all(student_of(&all, "carl")->handed[0].why, "several files may be the answer, keep one: ",
                    "01-lane (1).cl, 01-lane (2).cl, 01-lane (3).cl", NULL);
    has_file(&all, "dora", 1, "02-sub-group.cl");
    has_file(&all, "emil", 0, NULL);
    has_file(&all, "gerd", 0, "01-lane.cl");
    has_file(&all, "haas", 0, "haas_123_456_01-lane.cl");
    has_file(&all, "haas", 1, "haas_LATE_123_457_02-sub-group-1.cl");
    command_has_all(all.notes.data, "bert/01-lane (1).cl: not read, because 01-lane.cl is there\n",
                    "emil/crosslane-learn.zip: an archive was not read: unpack it\n",
                    "fred/lane.cl: not graded: no exercise has this name\n",
                    "\n02-sub-group.cl: not graded: it is in no student's folder", NULL);
    ck_assert_ptr_null(strstr(all.notes.data, "grades.csv"));
    tool_class_free(&all);
}

/* ---- the same kernels ------------------------------------------------------------------------------- */

#define KERNEL(x, v, sum, more)                                                                              \
    "SG_KERNEL void reduce(__global const uint *" x                                                          \
    ", uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n    const uint " v " = " x "[get_global_id(0)];\n" more       \
    "    const uint " sum " = sg_reduce_add(sg, " v ");\n}\n"

static bool same_words(const char *a, const char *b) {
    char *const x = tool_alike_text(a), *const y = tool_alike_text(b);
    const bool same = strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

GROUP("alike");

TEST(names_spaces_and_comments_do_not_count) {
    ck_assert(
        same_words(KERNEL("x", "v", "s", ""), KERNEL("input", "mine", "total", "/* new */\n\n // mine\n")));
    ck_assert(same_words("uint f(uint a) { return a; } uint g(uint b) { return f(b); }",
                         "uint h(uint z) { return z; } uint g(uint z) { return h(z); }") == false);
    ck_assert(same_words("uint f(uint a) { return a; }", "const uint other(uint b){return b;}"));
    ck_assert(!same_words(KERNEL("x", "v", "s", ""), KERNEL("x", "v", "s", "    n++;\n")));
    ck_assert(!same_words("y = sg_reduce_add(sg, v);", "y = sg_reduce_max(sg, v);"));
    ck_assert(!same_words("y = a + b;", "y = a + a;"));
    ck_assert(!same_words("y = 1;", "y = 2;"));
}

TEST(own_words_are_those_that_start_lacks) {
    char *const start = tool_alike_text(KERNEL("x", "v", "s", "")), *const more = tool_alike_text(KERNEL(
                                                                        "x", "v", "s", "    n = n + 1;\n"));
    ck_assert_uint_eq(tool_alike_own_words(start, start), 0);
    ck_assert_uint_eq(tool_alike_own_words(more, start), 6);
    free(start);
    free(more);
}

static json_t *answer_of(const char *student, const char *exercise) {
    return tool_answer_make(student, exercise, "right");
}

TEST(groups_name_all_students_and_the_solution) {
    json_t *const all = json_array();
    char *first[] = {"# a ", "# a ", "# b ", NULL}, *second[] = {"# c ", "# c ", "# c ", "# d "};
    static const char *const students[] = {"anna", "bert", "carl", "dora"};
    for (int s = 0; s < 4; s++) json_array_append_new(all, answer_of(students[s], "01-lane"));
    for (int s = 0; s < 4; s++) json_array_append_new(all, answer_of(students[s], "02-sub-group"));
    json_t *list[8];
    for (size_t i = 0; i < 8; i++) list[i] = json_array_get(all, i);
    tool_alike_mark(list, first, 4, "", "# z ");
    tool_alike_mark(list + 4, second, 4, "", "# d ");
    json_t *const groups = tool_alike_groups(all);
    char *const text = json_dumps(groups, JSON_COMPACT | JSON_SORT_KEYS);
    ck_assert_str_eq(
        text, "[{\"exercises\":[\"01-lane\"],\"own_words\":2,\"students\":[\"anna\",\"bert\"]},"
              "{\"exercises\":[\"02-sub-group\"],\"own_words\":2,\"students\":[\"anna\",\"bert\",\"carl\"]},"
              "{\"exercises\":[\"02-sub-group\"],\"own_words\":2,\"students\":[\"the "
              "solution\",\"dora\"]}]");
    free(text);
    json_decref(groups);
    json_decref(all);
}

/* ---- the command ------------------------------------------------------------------------------------ */

static const char serial[] = "#include \"sg/sg.h\"\nSG_KERNEL void reduce(__global const uint *x, __global "
                             "uint *totals, uint n SG_PARAMS) {\n"
                             "    SG_BEGIN(sg);\n    uint sum = 0;\n    if (sg_lane(sg) != 0) return;\n"
                             "    for (uint k = 0; k < SG_WIDTH; k++) sum += x[get_global_id(0) + k];\n"
                             "    totals[get_group_id(0) * sg_count(sg) + sg_id(sg)] = sum;\n}\n";

static void grade(const char *more) {
    command_run(&c, "CROSSLANE_CACHE_DIR=%s learn grade %s 7 --device 0 --width 8 --backend local --csv - %s",
                scratch_path("cache"), scratch_path("class"), more);
    if (c.status == 2 && strstr(c.err, "--trust") && !strstr(more, "--trust"))
        command_run(
            &c,
            "CROSSLANE_CACHE_DIR=%s learn grade %s 7 --device 0 --width 8 --backend local --csv - --trust %s",
            scratch_path("cache"), scratch_path("class"), more);
    command_expect(&c, 0);
}

GROUP("grade");
AROUND(enter, leave);

/* A second run judges only what is new. */
TEST(a_table_that_goes_on) {
    char *const right = exercises_text("07-reduce/solution.cl"), *const wrong =
                                                                     exercises_text("07-reduce/start.cl");
    command_run(&c, "devices --device check");
    const char *const dora = c.status == 0 ? "dora,\"right, but serial\",1,0,0\r\n" : "dora,right,1,0,0\r\n";
    put("class/anna/07-reduce (1).cl", right);
    put("class/anna/progress.json",
        "{\"schema\": 1, \"done\": [], \"hints\": {\"07-reduce\": 2}, \"shown\": [\"07-reduce\"]}");
    put("class/bert/07-reduce.cl", wrong);
    put("class/carl/x", "");
    put("class/dora/07-reduce.cl", serial);
    grade("");
    command_has_all(c.out,
                    "student,07-reduce,right,hints,shown\r\nanna,right,1,2,1\r\nbert,untouched,0,0,0\r\n",
                    "carl,not begun,0,0,0\r\n", dora, NULL);
    err_has("student  07  right  hints  shown\n", "most missed", "07-reduce", "the solution, anna",
            " s of processor time\n");
    ck_assert_ptr_null(strstr(c.err, "had been judged before"));
    put("class/emil/07-reduce.cl", "none");
    grade("--details");
    command_has_all(c.out, "anna,right,1,2,1\r\n", dora, "emil,wrong,0,0,0\r\n", NULL);
    err_has("2 answers had been judged before", "emil     07-reduce  wrong  does not compile");
    free(right);
    free(wrong);
}

TEST(chosen_exercises) {
    put("class/anna/01-lane.cl", "none");
    command_run(&c, "learn grade %s 1-3,70 --trust", scratch_path("class"));
    command_refused(&c, 2, "no exercise '70'", NULL);
    command_run(&c, "learn check 1 --details");
    command_refused(&c, 2, "--details is only for 'learn grade'", NULL);
    command_run(&c, "learn grade %s 2,4-5,sub-group --trust --device 0 --csv -", scratch_path("class"));
    command_has(&c, c.out,
                "student,02-sub-group,04-ring,05-shift,right,hints,shown\r\nanna,not begun,not "
                "begun,not begun,0,0,0\r\n");
}

TEST(a_shown_solution_is_recorded) {
    size_t size;
    crosslane(0, "learn solution 7 --show --kernel-dir %s", scratch_path("mine"));
    char *const text = scratch_read("mine/progress.json", &size);
    json_t *const progress = json_loads(text, 0, NULL);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(progress, "shown"), 0)), "07-reduce");
    json_decref(progress);
    free(text);
}
