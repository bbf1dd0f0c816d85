/* Exercises that require something of the compiled code, with a script as the compiler: the message in
 * each case.
 */
#include "support/one_command.h"
#include "support/exercises.h"
#include "support/suite.h"

static char path[2 * sizeof scratch_folder + 32], exercises[sizeof scratch_folder + 32],
    mine[sizeof scratch_folder + 32];

#define LANE(value)                                                                                          \
    "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n  " \
    "  y[get_global_id(0)] = " value ";\n}\n"

static void write_kernel(const char *text) {
    scratch_write("mine/9-mine.cl", text, strlen(text));
}

/* It reports 64 registers and one instruction for each kernel. It first runs `then` ("r=128"), with $file.
   The layer's own files get the same compiler; a user's file is named own-*. */
static void write_compiler(const char *then) {
    char text[2048];
    snprintf(text, sizeof text,
             "#!/bin/sh\n"
             "PATH=/usr/bin:/bin r=64\n"
             "[ \"$1\" = query ] && { echo 9.9 > \"$2\"; exit; }\n"
             "while [ $# -gt 0 ]; do\n"
             "    case $1 in -file) file=$2 ;; -output) output=$2 ;; esac\n"
             "    shift\n"
             "done\n"
             "case $file in *own-*) %s ;; esac\n"
             "printf '\\nkernels:\\n' > \"$output\"\n"
             "sed -n 's/^[_SGKERNLkernl]* void \\([a-z0-9_]*\\)(.*/  - name:   \\1\\n      grf_count:  "
             "'$r'\\n      "
             "simd_size:  16/p' \"$file\" >> \"$output\"\n"
             "for kernel in $(sed -n 's/^  - name: *//p' \"$output\"); do\n"
             "    printf '//.kernel %%s\\n  nop\\n' $kernel > "
             "\"$IGC_DumpToCustomDir/OCL_$kernel-_simd16_.asm\"\n"
             "done\n",
             then);
    scratch_write("bin/ocloc", text, strlen(text));
    ck_assert_int_eq(chmod(scratch_path("bin/ocloc"), 0700), 0);
}

/* The exercise of a lane's number, which requires at most 100 registers, and a right answer. */
static void enter_here(void) {
    static const char *const files[] = {"exercise.json", "text.md",     "hints.md",         "start.cl",
                                        "solution.cl",   "expected.cl", "wrong_local_id.cl"};
    scratch_make();
    mkdir(scratch_path("own"), 0755);
    mkdir(scratch_path("own/9-mine"), 0755);
    mkdir(scratch_path("mine"), 0755);
    mkdir(scratch_path("bin"), 0755);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char from[64], to[64];
        snprintf(from, sizeof from, "01-lane/%s", files[i]);
        snprintf(to, sizeof to, "own/9-mine/%s", files[i]);
        char *const text = exercises_text(from);
        scratch_write(to, text, strlen(text));
        free(text);
    }
    scratch_edit("own/9-mine/exercise.json", "\"whole\"",
                 "\"whole\", \"compiled\": [\"vector_registers<=100@tgllp\"]");
    write_kernel(LANE("sg_lane(sg)"));
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", scratch_path("bin"));
    snprintf(exercises, sizeof exercises, "%s", scratch_path("own"));
    snprintf(mine, sizeof mine, "%s", scratch_path("mine"));
}

static void learn(const char *words) {
    command_run(&c, "PATH=%s learn %s --device 0 --width 8 --backend local --exercises %s --kernel-dir %s",
                path, words, exercises, mine);
}

/* Expects one answer in the document, with these fields ("": null). */
static void expect_answer(const char *result, const char *why, const char *compiled) {
    json_t *const document = json_loads(c.out, 0, NULL);
    const json_t *const answer = json_array_get(json_object_get(document, "answers"), 0);
    const char *const wanted[][2] = {{"result", result}, {"why", why}, {"compiled", compiled}};
    ck_assert_msg(answer != NULL, "no JSON: %s", c.out);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const json_t *const value = json_object_get(answer, wanted[i][0]);
        const char *const got = json_is_null(value) ? "" : json_string_value(value);
        ck_assert_msg(got && strcmp(got, wanted[i][1]) == 0, "%s: expected '%s', got '%s'", wanted[i][0],
                      wanted[i][1], got);
    }
    json_decref(document);
}

static const char shows[] = "' shows it\n";

AROUND(enter_here, leave);

TEST(a_condition_that_is_missed) {
    write_compiler("r=128");
    learn("check mine");
    command_expect(&c, 1);
    out_has("9-mine.cl is wrong:\n  its results are right, at 8 lanes\n"
            "  in its code for tgllp vector_registers has to be at most 100, and is 128\n"
            "  'crosslane inspect ");
    char line[1024];
    const char *const from = strstr(c.out, "'crosslane inspect ") + strlen("'crosslane "), *const end =
                                                                                               strstr(from,
                                                                                                      shows);
    ck_assert_msg(end != NULL && strstr(from, " --asm' shows it\n") == end - strlen(" --asm"), "%s", c.out);
    snprintf(line, sizeof line, "%.*s", (int)(end - from - (long)strlen(" --asm")), from);
    crosslane(0, "PATH=%s %s --require vector_registers==128", path, line);
    learn("check mine --json -");
    command_expect(&c, 1);
    expect_answer("wrong", "compiled code", "wrong");
    command_run(&c, "learn --exercises %s --kernel-dir %s", exercises, mine);
    out_has("0 of 1 done");
}

TEST(a_condition_that_holds) {
    write_compiler("");
    learn("check mine --json -");
    command_expect(&c, 0);
    err_has("9-mine.cl is right, at 8 lanes\n"
            "  in its code for tgllp vector_registers is 64; it has to be at most 100\n");
    expect_answer("right", "", "right");
    write_compiler("r=128");
    write_kernel(LANE("sg_lane(sg) + 1"));
    learn("check mine --json -");
    command_expect(&c, 1);
    ck_assert_ptr_null(strstr(c.err, "vector_registers"));
    expect_answer("wrong", "wrong result", "");
}

/* Then an answer is right, with a remark. The first check lets the driver compile while the programs that
 * it needs can be found.
 */
TEST(a_compiler_that_is_missing) {
    static const char told[] =
        "its compiled code was not checked: no ocloc; install it: apt-get install intel-opencl-icd";
    char line[sizeof told + 64];
    write_compiler("");
    learn("check mine");
    command_expect(&c, 0);
    ck_assert_int_eq(remove(scratch_path("bin/ocloc")), 0);
    snprintf(path, sizeof path, "%s", scratch_path("bin"));
    learn("check mine --json -");
    command_expect(&c, 0);
    snprintf(line, sizeof line, "9-mine.cl is right, at 8 lanes\n  %s\n", told);
    err_has(line);
    expect_answer("right", told, "not looked at");
}

TEST(a_kernel_that_does_not_compile_there) {
    write_compiler("echo 'mine.cl:2:5: error: planted'; exit 1");
    learn("check mine --json -");
    command_expect(&c, 1);
    err_has("9-mine.cl is wrong:\n  its results are right, at 8 lanes\n"
            "  for tgllp it does not compile: mine.cl:2:5: error: planted\n");
    expect_answer("wrong", "compiled code", "wrong");
    write_compiler("kill -SEGV $$");
    learn("check mine --json -");
    command_expect(&c, 1);
    err_has("  for tgllp it does not compile: the compiler died: Segmentation fault\n");
    write_compiler(";; *) kill -SEGV $$");
    learn("check mine --json -");
    command_expect(&c, 0);
    err_has("  its compiled code was not checked: ");
}

/* The shipped kernel has right results; the exercise is to improve it. */
TEST(the_shipped_kernel_is_not_done) {
    scratch_edit("own/9-mine/start.cl", "y[i] = 0;", "y[i] = sg_lane(sg);");
    char *const start = exercises_text("01-lane/start.cl");
    write_kernel(start);
    free(start);
    scratch_edit("mine/9-mine.cl", "y[i] = 0;", "y[i] = sg_lane(sg);");
    write_compiler("r=128");
    learn("check mine --json -");
    command_expect(&c, 1);
    err_has("9-mine.cl is wrong:\n  its results are right, at 8 lanes\n  in its code for tgllp ",
            "Not filled in yet");
    expect_answer("untouched", "", "wrong");
    ck_assert_int_eq(remove(scratch_path("bin/ocloc")), 0);
    snprintf(path, sizeof path, "%s", scratch_path("bin"));
    learn("check mine --json -");
    command_expect(&c, 1);
    expect_answer("untouched", "", "not looked at");
}

/* The process that starts the drivers' processes searches for compilers. */
TEST(devices_are_found_after_a_look) {
    write_compiler("grep -q few_registers \"$file\" || r=128");
    command_start(
        &c, "PATH=%s learn watch 9-mine --device 0 --width 8 --backend local --exercises %s --kernel-dir %s",
        path, exercises, mine);
    command_wait_for(&c, "watching ");
    write_kernel("/* few_registers */\n" LANE("sg_lane(sg)"));
    command_wait(&c);
    command_expect(&c, 0);
    out_has("has to be at most 100, and is 128", "9-mine.cl is right, at 8 lanes");
}

TEST(mistakes_of_exercises) {
    static const char mistake[] =
        "// Mistake: it takes many registers.\n// Says: vector_registers has to be at most 100\n" LANE(
            "sg_lane(sg)");
    write_compiler("grep -q Mistake \"$file\" && r=128");
    scratch_write("own/9-mine/wrong_local_id.cl", mistake, sizeof mistake - 1);
    learn("test");
    command_expect(&c, 0);
    out_has("9-mine/solution.cl: right\n", "9-mine/wrong_local_id.cl: told\n",
            "2 as expected, 0 not, 0 not run\n");
    write_compiler("");
    learn("test");
    command_expect(&c, 1);
    out_has("9-mine/wrong_local_id.cl: NOT RECOGNISED");
    ck_assert_int_eq(remove(scratch_path("bin/ocloc")), 0);
    snprintf(path, sizeof path, "%s", scratch_path("bin"));
    learn("test");
    command_expect(&c, 0);
    out_has("9-mine/solution.cl: right\n  its compiled code was not checked: no ocloc",
            "9-mine/wrong_local_id.cl: not run: its compiled code was not checked: no ocloc",
            "1 as expected, 0 not, 1 not run\n");
}

TEST(a_class_without_a_compiler) {
    char *text = NULL;
    size_t size = 0;
    write_compiler(";; *) kill -SEGV $$");
    mkdir(scratch_path("class"), 0755);
    mkdir(scratch_path("class/anna"), 0755);
    scratch_write("class/anna/9-mine.cl", LANE("sg_lane(sg)"), sizeof LANE("sg_lane(sg)") - 1);
    crosslane(0,
              "PATH=%s learn grade %s --trust --device 0 --width 8 --backend local --exercises %s --csv %s",
              path, scratch_path("class"), exercises, scratch_path("class.csv"));
    text = scratch_read("class.csv", &size);
    command_has(&c, text, "student,9-mine");
    command_has(&c, text, "\r\nanna,right");
    out_has("anna     9-mine    right  its compiled code was not checked: ");
    free(text);
}
