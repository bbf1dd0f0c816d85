/* `crosslane learn`: exercises listed, begun, checked, watched and refused; mistakes reported in any
 * spelling.
 */
#include "support/one_command.h"
#include "support/exercises.h"
#include "support/suite.h"

static const char *mine(void) {
    return scratch_path("mine");
}

static void write_kernel(const char *exercise, const char *text) {
    char name[96];
    mkdir(mine(), 0755);
    snprintf(name, sizeof name, "mine/%s.cl", exercise);
    scratch_write(name, text, strlen(text));
}

static void use_shipped(const char *exercise, const char *file) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s", exercise, file);
    char *const text = exercises_text(name);
    write_kernel(exercise, text);
    free(text);
}

#define LANE(value)                                                                                          \
    "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n  " \
    "  "                                                                                                     \
    "const uint i = get_global_id(0);\n    y[i] = " value ";\n}\n"

/* ---- a user's steps ------------------------------------------------------------------------------ */

AROUND(enter, leave);
GROUP("ways");

TEST(from_the_list_to_done) {
    crosslane(0, "learn --kernel-dir %s", mine());
    out_has("01-lane", "0 of 33 done");
    crosslane(0, "learn next --kernel-dir %s", mine());
    out_has("# 01 Which lane am I?", "mine/01-lane.cl");
    crosslane(1, "learn check --device 0 --kernel-dir %s", mine());
    out_has("01-lane.cl is wrong:\n", "the first is y[1]: expected 1, got 0", "Not filled in yet");
    ck_assert_ptr_null(strstr(c.out, "identity"));
    out_has("'crosslane learn hint 01-lane'");
    write_kernel("01-lane", LANE("sg_lane(sg)"));
    crosslane(0, "learn check --device 0 --kernel-dir %s", mine());
    out_has("01-lane.cl is right, at 8", "next: 02-sub-group");
    command_run(&c, "learn --kernel-dir %s", mine());
    out_has("1 of 33 done");
    crosslane(0, "learn 1 --kernel-dir %s", mine());
    size_t size;
    char *const kept = scratch_read("mine/01-lane.cl", &size), *const progress =
                                                                   scratch_read("mine/progress.json", &size);
    ck_assert_msg(strstr(kept, "y[i] = sg_lane(sg);") != NULL, "the person's kernel was replaced: %s", kept);
    ck_assert_ptr_nonnull(strstr(progress, "\"01-lane\""));
    free(kept);
    free(progress);
    ck_assert_uint_eq(scratch_count(), 1);
}

TEST(hints_come_one_by_one) {
    crosslane(0, "learn hint --kernel-dir %s", mine());
    out_has("01-lane, hint 1: An operation of the sub-group gives it");
    ck_assert_ptr_null(strstr(c.out, "It takes sg"));
    command_run(&c, "learn hint lane --kernel-dir %s", mine());
    out_has("hint 2: It takes sg", "That was the last hint");
    crosslane(0, "learn hint --kernel-dir %s", mine());
    out_has("has no more hints");
}

TEST(the_solution_has_its_time) {
    command_run(&c, "learn solution 2 --kernel-dir %s", mine());
    command_refused(&c, 2, "02-sub-group is not done", "--show", NULL);
    crosslane(0, "learn solution 2 --show --kernel-dir %s", mine());
    out_has("SG_KERNEL void sub_group(");
}

/* ---- messages ------------------------------------------------------------------------------------- */

GROUP("told");

TEST(a_mistake_is_known_however_it_is_written) {
    static const char *const ways[] = {LANE("get_local_id(0)"), LANE("i - get_group_id(0) * SG_GROUP_SIZE"),
                                       LANE("sg_id(sg) * SG_WIDTH + sg_lane(sg)")};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        write_kernel("01-lane", ways[i]);
        crosslane(1, "learn check 01-lane --device 0 --width 8 --kernel-dir %s", mine());
        out_has("the number in the work-group is taken for the lane");
    }
    /* An unforeseen answer is compared too, and no known mistake is blamed. */
    write_kernel("01-lane", LANE("sg_lane(sg) ^ 1u"));
    crosslane(1, "learn check 01-lane --device 0 --width 8 --kernel-dir %s", mine());
    out_has("the first is y[0]: expected 0, got 1");
    ck_assert_ptr_null(strstr(c.out, "known mistake"));
}

/* Like a known mistake, whose results differ from run to run. */
TEST(results_that_vary_give_a_guess) {
    write_kernel(
        "15-append",
        "#include \"sg/sg.h\"\n#include \"common/count_atomics.h\"\n"
        "SG_KERNEL void append(__global const uint *x, __global uint *kept, __global uint *count,\n"
        "                      __global uint *atomics, uint n SG_PARAMS) {\n"
        "    SG_BEGIN(sg);\n"
        "    const uint i = get_global_id(0), lane = sg_lane(sg);\n"
        "    const uint v = i < n ? x[i] : 0;\n"
        "    const sg_mask votes = sg_ballot(sg, v % 2 == 1);\n"
        "    uint base = 0;\n"
        "    if (lane == 0 && sg_mask_count(votes) > 0) base = atomic_add(count, sg_mask_count(votes));\n"
        "    base = sg_broadcast(sg, base, 0);\n"
        "    if (v % 2 == 1) kept[base + sg_mask_count_below(votes, lane)] = i < SG_WIDTH || lane == 0 ? v : "
        "7 * v;\n"
        "}\n");
    crosslane(1, "learn check 15-append --device 0 --width 8 --kernel-dir %s", mine());
    out_has("These may be the results of a known mistake");
}

TEST(right_at_one_width_is_not_right) {
    write_kernel("01-lane", LANE("i % 32"));
    crosslane(0, "learn check 01-lane --device 0 --width 32 --kernel-dir %s", mine());
    crosslane(1, "learn check 01-lane --device 0 --width 32,64 --kernel-dir %s", mine());
    out_has("at 64 lanes", "at 32 "); /* may be followed by "(native)" */
    command_has(&c, c.out, "lanes it is right");
}

TEST(a_fixed_number_of_lanes) {
    static const char *const fixed[] = {"01-lane", "02-sub-group", "03-broadcast", "04-ring", "05-shift"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        use_shipped(fixed[i], "wrong_thirty_two.cl");
        crosslane(1, "learn check %s --device 0 --width 8 --kernel-dir %s", fixed[i], mine());
        out_has(" assumes 32 lanes; SG_WIDTH is the number of lanes, here 8");
    }
}

TEST(a_right_answer_without_the_operation_is_serial) {
    write_kernel(
        "03-broadcast",
        "#include \"sg/sg.h\"\nSG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n "
        "SG_PARAMS) {\nSG_BEGIN(sg);\nconst uint i = get_global_id(0);\ny[i] = x[i - i % SG_WIDTH];\n}\n");
    crosslane(0, "learn check 3 --device 0 --width 8 --kernel-dir %s", mine());
    out_has("right, but serial: the kernel calls no operation of the sub-group");
    use_shipped("03-broadcast", "solution.cl");
    crosslane(0, "learn check 3 --device 0 --width 8 --kernel-dir %s", mine());
    ck_assert_ptr_null(strstr(c.out, "serial"));
}

/* The checking device has such functions at some widths, and the chosen device has none. */
TEST(functions_of_the_standard) {
    write_kernel("01-lane", LANE("get_sub_group_local_id()"));
    crosslane(1, "learn check 1 --device 0 --kernel-dir %s", mine());
    out_has("line 5: get_sub_group_local_id is a function of some devices, not of the layer",
            ": write sg_lane(sg)");
    ck_assert_msg(!strstr(c.out, "known mistake") && !strstr(c.out, "(native)"), "%s", c.out);
    write_kernel("01-lane", LANE("sub_group_broadcast(sg_lane(sg), 0)"));
    crosslane(1, "learn check 1 --device 0 --kernel-dir %s", mine());
    out_has(": write sg_broadcast(sg, ...)");
}

TEST(too_many_atomics_are_counted) {
    use_shipped("22-local", "wrong_global.cl");
    crosslane(1, "learn check 22 --device 0 --width 8 --kernel-dir %s", mine());
    out_has("measure 'atomics' is ", "at most 16 per work-group");
}

TEST(a_kernel_that_does_not_compile) {
    write_kernel("01-lane", LANE("sg_lain(sg)"));
    crosslane(1, "learn check --device 0 --kernel-dir %s", mine());
    out_has("01-lane.cl:5", "y[i] = sg_lain(sg);");
    const char *const told = strstr(c.out, "y[i] = sg_lain(sg);");
    ck_assert_msg(!strstr(told + 9, "sg_lain(sg)") && !strstr(c.out, "-DSG_"), "told twice: %s", c.out);
}

TEST(a_name_of_the_texts_is_not_declared) {
    static const char *const names[][2] = {
        {LANE("i % width"), "did you mean SG_WIDTH"},
        {LANE("i % WARP_SIZE"), "did you mean SG_WIDTH"},
        {LANE("__shfl_sync(~0u, i, 0)"), "did you mean sg_shuffle(sg, v, lane), which takes no mask"},
        {LANE("threadIdx.x"), "did you mean get_local_id(0)"},
        {LANE("lane_id"), "did you mean sg_lane(sg)"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_kernel("01-lane", names[i][0]);
        crosslane(1, "learn check 1 --device 0 --width 8 --kernel-dir %s", mine());
        out_has(names[i][1]);
    }
}

/* The message names the file and its kernels. */
TEST(a_kernel_of_another_name) {
    write_kernel("01-lane",
                 "#include \"sg/sg.h\"\nSG_KERNEL void lain(__global uint *y, uint n SG_PARAMS) {}\n"
                 "SG_KERNEL void other(__global uint *y SG_PARAMS) {}\n");
    crosslane(1, "learn check --device 0 --width 8 --kernel-dir %s", mine());
    out_has("mine/01-lane.cl: no kernel 'lane' is in it; it has 'lain', 'other'\n");
    ck_assert_ptr_null(strstr(c.out, "clCreateKernel"));
    write_kernel("01-lane", "#include \"sg/sg.h\"\n/* nothing void yet( */\n");
    crosslane(1, "learn check --device 0 --width 8 --kernel-dir %s", mine());
    out_has("mine/01-lane.cl: no kernel 'lane' is in it\n");
}

TEST(a_kernel_with_other_parameters) {
    static const char *const other[][2] = {{"__global uint *y", "'uint n', is one too many for the kernel"},
                                           {"__global uint *y, int n", "'uint n', has another type than"},
                                           {"__global uint *y, uint n, uint m", "the kernel takes 'uint m'"}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        char text[256];
        snprintf(text, sizeof text, "#include \"sg/sg.h\"\n\nSG_KERNEL void lane(%s SG_PARAMS) {}\n",
                 other[i][0]);
        write_kernel("01-lane", text);
        crosslane(1, "learn check --device 0 --width 8 --kernel-dir %s", mine());
        out_has("mine/01-lane.cl:3: ", other[i][1],
                "; it has to be lane(__global uint *y, uint n SG_PARAMS)\n");
    }
}

#define RING(value)                                                                                          \
    "#include \"sg/sg.h\"\nSG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) " \
    "{\n"                                                                                                    \
    "    SG_BEGIN(sg);\n    const uint i = get_global_id(0), v = x[i], lane = sg_lane(sg);\n"                \
    "    y[i] = " value ";\n}\n"

/* Right by luck if sub-groups are emulated, but the exercise forbids it. */
TEST(an_index_that_is_no_lane) {
    static const char *const wrong[][2] = {
        {RING("sg_shuffle(sg, v, lane + 1)"), "line 5: sg_shuffle reads lane 8; lanes are 0 to 7"},
        {RING("sg_shuffle(sg, v, lane - (SG_WIDTH - 1))"), "reads lane 65535 or more, or below 0"},
        {RING("sg_broadcast(sg, v, (lane + 1) % SG_WIDTH)"),
         "lanes give sg_broadcast different lanes to read"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_kernel("04-ring", wrong[i][0]);
        crosslane(1, "learn check ring --device 0 --width 8 --backend local --kernel-dir %s", mine());
        out_has(wrong[i][1]);
        ck_assert_ptr_null(strstr(c.out, "wrong in all"));
    }
    write_kernel("04-ring", RING("sg_shuffle(sg, v, lane + 2)"));
    crosslane(1, "learn check ring --device 0 --width 8 --backend local --kernel-dir %s", mine());
    out_has("elements of 'y' are wrong", "line 5: sg_shuffle reads lane 9");
}

/* The checking device, which needs clang, has better words than the rest. */
static const char *words(const char *found, const char *otherwise) {
    static command looked;
    command_run(&looked, "devices --device check");
    return looked.status == 0 ? found : otherwise;
}

/* The effect of a store outside differs from run to run, unless the memory is unused. */
TEST(a_kernel_that_stores_outside) {
    write_kernel("01-lane", LANE("sg_lane(sg); *(volatile __global uint *)(size_t)(8 * n) = 1"));
    crosslane(1, "learn check 1 --device cpu --width 8 --backend local --kernel-dir %s", mine());
    out_has("01-lane.cl is wrong:", "the kernel crashed",
            words("out of bounds: line 5 writes 4 bytes at address", "outside an array"));
    ck_assert_ptr_null(strstr(c.out, "is right"));
    command_run(&c, "learn --kernel-dir %s", mine());
    out_has("0 of 33 done");
}

/* Far away in unused memory, so that nothing crashes and every result is right. */
TEST(a_store_far_outside_is_seen) {
    static const char *const far[][2] = {
        {LANE("sg_lane(sg); y[i + 100000] = 1"), "array 'y' was written past its end: elements 100000 to "},
        {LANE("sg_lane(sg); y[(int)i - 200000] = 1"), "array 'y' was written before its start: elements -"}};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        write_kernel("01-lane", far[i][0]);
        crosslane(1, "learn check 1 --device 0 --width 8 --backend local --kernel-dir %s", mine());
        out_has("01-lane.cl is wrong:", far[i][1]);
    }
}

/* One element too far: results are wrong too, and the last one is outside. */
TEST(one_step_past_the_end_is_explained) {
    write_kernel("01-lane", LANE("sg_lane(sg); y[i + 1] = sg_lane(sg)"));
    crosslane(1, "learn check 1 --device 0 --width 8 --backend local --kernel-dir %s", mine());
    out_has("array 'y' was written past its end: element 16, 1 too far",
            words("race: line 5 writes `y[1]` (uint), which lane 0 of the same sub-group wrote", "1 too far"),
            words("out of bounds: line 5 writes element 16 of `y`, which has 16 elements",
                  "the kernel stores past the end of an output: an index must be below"));
    write_kernel("01-lane",
                 "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n"
                 "    SG_BEGIN(sg);\n    y[get_global_id(0) + 1] = sg_lane(sg);\n}\n");
    crosslane(1, "learn check 1 --device 0 --width 8 --backend local --kernel-dir %s", mine());
    out_has("16 elements of 'y' are wrong, the first is y[0]: expected 0, got 2147385342 (never written)",
            "; array 'y' was written past its end: element 16, 1 too far",
            words("out of bounds: line 4 writes element 16 of `y`, which has 16 elements",
                  "the kernel stores past the end of an output: an index must be below"));
}

/* One element shows no pattern: a larger wrong case is shown. What was never written is named. */
TEST(the_shown_case_has_several_elements) {
    write_kernel("10-scan",
                 "#include \"sg/sg.h\"\nSG_KERNEL void scan(__global const uint *x, __global uint *y, uint n "
                 "SG_PARAMS) {\n    SG_BEGIN(sg);\n    const uint i = get_global_id(0);\n"
                 "    const uint sum = sg_scan_inclusive_add(sg, i < n ? x[i] : 0);\n"
                 "    if (i < n && sg_lane(sg) % 4 != 3) y[i] = sum + 1;\n}\n");
    crosslane(1, "learn check 10 --device 0 --width 8 --backend local --kernel-dir %s", mine());
    out_has("at 8 lanes, n = 7: 7 elements of 'y' are wrong, the first is y[0]: expected ", "    expected ",
            "  element 3 of 'y' was never written at n = ");
}

TEST(a_kernel_that_does_not_end) {
    write_kernel("01-lane",
                 "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global volatile uint *y, uint n SG_PARAMS) {\n"
                 "    SG_BEGIN(sg);\n    const uint i = get_global_id(0);\n    y[i] = 1;\n"
                 "    while (y[i] != 0) y[i] = y[i] | 1;\n}\n");
    crosslane(1, "learn check --device 0 --width 8 --kernel-dir %s", mine());
    out_has(words("line 6: the kernel did not end", "the kernel does not end"));
}

/* ---- watch ---------------------------------------------------------------------------------------- */

GROUP("ways");

/* Checks the named exercise until it is right; an interruption ends as documented. */
TEST(a_saved_file_is_checked_again) {
    write_kernel("01-lane", LANE("i"));
    command_start(&c, "learn watch 01-lane --device 0 --width 8 --kernel-dir %s", mine());
    command_wait_for(&c, "is wrong:");
    write_kernel("01-lane", LANE("sg_lane(sg)"));
    command_wait(&c);
    command_expect(&c, 0);
    out_has("is wrong:", "watching ", "is right");
}

TEST(an_interrupted_watch) {
    write_kernel("01-lane", LANE("i"));
    command_start(&c, "learn watch 01-lane --device 0 --width 8 --kernel-dir %s", mine());
    command_wait_for(&c, "is wrong:");
    command_interrupt(&c);
}

TEST(a_name_is_shown_without_control_characters) {
    crosslane(0, "learn 1 --kernel-dir '%s/o\033[31md'", scratch_folder);
    out_has("/o?[31md/01-lane.cl");
    ck_assert_ptr_null(strchr(c.out, '\033'));
    command_start(&c, "learn watch 1 --device 0 --width 8 --kernel-dir '%s/o\033[31md'", scratch_folder);
    command_wait_for(&c, "watching ");
    kill(c.pid, SIGINT);
    command_wait(&c);
    out_has("/o?[31md/01-lane.cl (Ctrl-C");
    ck_assert_ptr_null(strchr(c.out, '\033'));
}

/* ---- refusals ------------------------------------------------------------------------------------ */

GROUP("refused");

TEST(words_that_are_wrong) {
    command_run(&c, "learn 03-brodcast --kernel-dir %s", mine());
    command_refused(&c, 2, "no exercise '03-brodcast'", "did you mean '03-broadcast'?", NULL);
    command_run(&c, "learn 77 --kernel-dir %s", mine());
    command_refused(&c, 2, "no exercise '77'", NULL);
    command_run(&c, "learn chek 1 --kernel-dir %s", mine());
    command_refused(&c, 2, "unknown word 'chek'", NULL);
    command_run(&c, "learn hint 1 2 --kernel-dir %s", mine());
    command_refused(&c, 2, "unexpected word '2': hint takes one exercise", NULL);
    command_run(&c, "learn check 1 --kernel-dir %s", mine());
    command_refused(&c, 2, "01-lane.cl: no such file", "'crosslane learn 01-lane' writes it", NULL);
    command_run(&c, "learn --json - --kernel-dir %s", mine());
    command_refused(&c, 2, "--json is only for 'learn check'", NULL);
    command_run(&c, "learn --exercises %s", scratch_path("none"));
    command_refused(&c, 2, "none: ", NULL);
    write_kernel("01-lane", LANE("0"));
    command_run(&c, "learn check 1 --device nosuch --kernel-dir %s", mine());
    command_refused(&c, 3, "--device nosuch", NULL);
}

/* Longer than a name that a kernel may include. */
TEST(a_folder_with_a_long_path) {
    char folder[200], name[440];
    memset(folder, 'a', sizeof folder - 1);
    folder[sizeof folder - 1] = '\0';
    ck_assert_int_eq(mkdir(scratch_path(folder), 0755), 0);
    snprintf(name, sizeof name, "%s/%s", folder, folder);
    ck_assert_int_eq(mkdir(scratch_path(name), 0755), 0);
    crosslane(0, "learn 1 --kernel-dir %s", scratch_path(name));
    snprintf(name, sizeof name, "%s/%s/01-lane.cl", folder, folder);
    scratch_edit(name, "y[i] = 0", "y[i] = sg_lane(sg)");
    snprintf(name, sizeof name, "%s/%s", folder, folder);
    crosslane(0, "learn check 1 --device 0 --width 8 --kernel-dir %s", scratch_path(name));
}

TEST(a_damaged_progress_file) {
    static const char *const damaged[][2] = {
        {"{\"schema\": 1,\n \"done\": [", "line 2"},
        {"[]", "must be an object"},
        {"{\"schema\": 2, \"done\": [], \"hints\": {}}", "schema"},
        {"{\"schema\": 1, \"done\": [4], \"hints\": {}}", "done"},
        {"{\"schema\": 1, \"done\": [], \"hints\": {\"01-lane\": \"x\"}}", "hints"},
        {"\xff\xfe{", "byte 0: expected UTF-8, found UTF-16"}};
    mkdir(mine(), 0755);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        scratch_write("mine/progress.json", damaged[i][0], strlen(damaged[i][0]));
        command_run(&c, "learn --kernel-dir %s", mine());
        command_refused(&c, 2, "mine/progress.json: ", damaged[i][1], "repair the file, or remove it", NULL);
    }
}

/* A user's exercise: that of a lane's number with one text of one file replaced. */
static void own_exercise(const char *file, const char *text, const char *other) {
    static const char *const files[] = {"exercise.json", "text.md",     "hints.md",         "start.cl",
                                        "solution.cl",   "expected.cl", "wrong_local_id.cl"};
    mkdir(scratch_path("own"), 0755);
    mkdir(scratch_path("own/9-mine"), 0755);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char name[96];
        snprintf(name, sizeof name, "01-lane/%s", files[i]);
        char *const whole = exercises_text(name), *const at = file && strcmp(file, files[i]) == 0
                                                                  ? strstr(whole, text)
                                                                  : NULL;
        snprintf(name, sizeof name, "own/9-mine/%s", files[i]);
        FILE *const out = fopen(scratch_path(name), "wb");
        ck_assert_ptr_nonnull(out);
        fprintf(out, "%.*s%s%s", at ? (int)(at - whole) : (int)strlen(whole), whole, at ? other : "",
                at ? at + strlen(text) : "");
        fclose(out);
        free(whole);
    }
}

TEST(exercises_of_ones_own) {
    own_exercise(NULL, NULL, NULL);
    crosslane(0, "learn test --device 0 --width 8 --exercises %s --kernel-dir %s", scratch_path("own"),
              mine());
    out_has("9-mine/solution.cl: right\n", "9-mine/wrong_local_id.cl: told\n",
            "2 as expected, 0 not, 0 not run\n");
    /* An exercise's own test can fail: a wrong answer that is right, a wrong solution, a missing message. */
    own_exercise("wrong_local_id.cl", "get_local_id(0)", "sg_lane(sg)");
    crosslane(1, "learn test mine --device 0 --width 8 --exercises %s --kernel-dir %s", scratch_path("own"),
              mine());
    out_has("wrong_local_id.cl: NOT RECOGNISED");
    own_exercise("solution.cl", "sg_lane(sg)", "sg_id(sg)");
    crosslane(1, "learn test mine --device 0 --width 8 --exercises %s --kernel-dir %s", scratch_path("own"),
              mine());
    out_has("9-mine/solution.cl is wrong:");
    own_exercise("wrong_local_id.cl", "\n#include", "\n// Says: what is never said\n#include");
    crosslane(1, "learn test mine --device 0 --width 8 --exercises %s --kernel-dir %s", scratch_path("own"),
              mine());
    out_has("lacks 'what is never said'");
}

TEST(one_is_no_plural) {
    own_exercise(NULL, NULL, NULL);
    write_kernel("9-mine", LANE("sg_lane(sg) + 1"));
    crosslane(1, "learn check mine --device 0 --width 1 --backend local --exercises %s --kernel-dir %s",
              scratch_path("own"), mine());
    out_has("  at 1 lane, n = ");
    write_kernel("9-mine", LANE("sg_lane(sg)"));
    crosslane(0, "learn check mine --device 0 --width 1 --backend local --exercises %s --kernel-dir %s",
              scratch_path("own"), mine());
    out_has("9-mine.cl is right, at 1 lane\nthe one exercise is done\n");
}

/* Windows editors save it when a person changes a file. */
TEST(a_byte_order_mark_is_passed_over) {
    static const char progress[] = "\xef\xbb\xbf{\"schema\": 1, \"done\": [\"9-mine\"], \"hints\": {}}";
    own_exercise("exercise.json", "{", "\xef\xbb\xbf{");
    mkdir(mine(), 0755);
    scratch_write("mine/progress.json", progress, strlen(progress));
    crosslane(0, "learn --exercises %s --kernel-dir %s", scratch_path("own"), mine());
    out_has("1 of 1 done");
}

TEST(damaged_exercises) {
    static const char *const damaged[][4] = {
        {"exercise.json", "\"kernel\"", "\"kernel", "exercise.json: line 3"},
        {"exercise.json", "\"kernel\"", "\"kernle\"", "unknown field 'kernle'"},
        {"exercise.json", "\"u32\"", "\"u33\"", "out.y: type: expected u32, i32 or f32"},
        {"exercise.json", "\"n\"}", "\"m\"}", "out.y: shape: expected n"},
        {"exercise.json", "\"whole\"", "\"hole\"", "sizes: expected any or whole"},
        {"exercise.json", "\"sizes\"", "\"widths\"", "widths: must be a list"},
        {"exercise.json", "\"lane\"", "\"lain\"",
         "exercise.json: lain/mine, pass 1: start.cl: no kernel 'lain' is in it; it has '"},
        {"exercise.json", "y, uint n", "y", "is missing: the kernel takes 'uint n'"},
        {"exercise.json", "\"2 * lanes\"", "\"4 * lains\"", "'lains'"},
        {"exercise.json", "\"whole\"", "\"whole\", \"ops\": \"shufle:u32\"", "there is no 'shufle:u32'"},
        {"exercise.json", "\"whole\"", "\"whole\", \"compiled\": [\"cross_lanes==0@gfx1030\"]",
         "exercise.json: compiled: 'cross_lanes==0@gfx1030': no such number; did you mean 'cross_lane'?"},
        {"exercise.json", "\"whole\"", "\"whole\", \"compiled\": [\"spills=0@gfx1030\"]",
         "compiled: 'spills=0@gfx1030': expected NUMBER<=VALUE"},
        {"exercise.json", "\"whole\"", "\"whole\", \"compiled\": [\"spills==0\"]",
         "compiled: 'spills==0': names no target; use a target of 'crosslane inspect --targets'"},
        {"exercise.json", "\"whole\"", "\"whole\", \"compiled\": [\"spills==0@gfx\"]",
         "compiled: 'spills==0@gfx': no such target"},
        {"exercise.json", "\"whole\"", "\"whole\", \"compiled\": \"spills==0@gfx1030\"",
         "compiled: must be a list of texts"},
        {"wrong_local_id.cl", "// Mistake: ", "// ", "wrong_local_id.cl: line 1: expected '// Mistake: '"},
    };
    write_kernel("9-mine", LANE("0"));
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        own_exercise(damaged[i][0], damaged[i][1], damaged[i][2]);
        command_run(&c, "learn check mine --device nosuch --exercises %s --kernel-dir %s",
                    scratch_path("own"), mine());
        command_refused(&c, 2, "own/9-mine/", damaged[i][3], NULL);
    }
}
