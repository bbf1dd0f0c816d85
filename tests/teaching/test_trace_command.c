/* `crosslane trace` prints the values that lanes must have, calculated by hand. */
#include "support/one_command.h"
#include "support/suite.h"

static void copy_with(const char *algorithm, const char *file, const char *text, const char *other) {
    char name[64];
    size_t size = 0;
    crosslane(0, "copy %s %s", algorithm, scratch_path("mine"));
    snprintf(name, sizeof name, "mine/%s", file);
    char *const source = scratch_read(name, &size);
    ck_assert_msg(source && strstr(source, text), "%s has no '%s'", file, text);
    const size_t at = (size_t)(strstr(source, text) - source);
    FILE *const out = fopen(scratch_path(name), "wb");
    ck_assert_ptr_nonnull(out);
    fwrite(source, 1, at, out);
    fputs(other, out);
    fputs(source + at + strlen(text), out);
    fclose(out);
    free(source);
}

/* The `lanes` cells after the word in line number `index` that begins with this word. */
static void line_of(const char *word, int index, int lanes, double *values) {
    const char *at = c.out;
    const size_t length = strlen(word);
    for (; at && *at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, word, length) == 0 && at[length] == ' ' && index-- == 0) break;
    ck_assert_msg(at && *at, "no such line '%s':\n%s", word, c.out);
    char *next = (char *)at + length;
    if (next[1] >= '1' && next[1] <= '9')
        next += 1 + strspn(next + 1, "0123456789"); /* one of several has a number */
    for (int l = 0; l < lanes; l++) {
        char *const from = next;
        values[l] = strtod(from, &next);
        ck_assert_msg(next > from, "lane %d of '%s':\n%s", l, word, c.out);
    }
    ck_assert_msg(*next == '\n', "more than %d lanes of '%s':\n%s", lanes, word, c.out);
}

static void no_line_is_wider_than(size_t columns) {
    for (const char *at = c.out; *at; at += strcspn(at, "\n") + 1)
        if (strncmp(at, "lane", 4) == 0 || strncmp(at, "t ", 2) == 0 || strncmp(at, "at.", 3) == 0)
            ck_assert_msg(strcspn(at, "\n") <= columns, "%s", at);
}

AROUND(enter, leave);

/* A copied kernel gives the lanes 1, 2, 3... Checks their sums, 2, 4 and 8 at a time. The outputs differ
 * from the reference, which is reported.
 */
TEST(partial_sums_of_a_scan) {
    static const double expected[4][8] = {{1, 2, 3, 4, 5, 6, 7, 8},
                                          {1, 3, 5, 7, 9, 11, 13, 15},
                                          {1, 3, 6, 10, 14, 18, 22, 26},
                                          {1, 3, 6, 10, 15, 21, 28, 36}};
    static const char body[] = "SCAN_FN sum_t scan_lanes(sg_t sg, sum_t v) {";
    char own[128];
    snprintf(own, sizeof own, "%s v = sg_lane(sg) + 1u;", body);
    copy_with("scan", "common/scan.h", body, own);
    crosslane(1, "trace scan/kogge_stone --device 0 --width 8 --set type=u32 --set n=32 --kernel-dir %s",
              scratch_path("mine"));
    for (int step = 0; step < 4; step++) {
        double values[8];
        line_of("prefix", step, 8, values);
        for (int l = 0; l < 8; l++) ck_assert(values[l] == expected[step][l]);
    }
    out_has("WRONG: scan/kogge_stone, backend ", "elements of 'y' are wrong, the first is ", "    got      ",
            "    repeat:   crosslane verify scan/kogge_stone ");
    ck_assert_ptr_null(strstr(c.out, "right:"));
}

/* A loop of 16 turns; a small problem fills one. */
TEST(turns_without_an_element_are_one_line) {
    crosslane(0, "trace compact/prefix --device 0 --width 8");
    out_has("\nvalue 1 ", " rows that repeat a name and hold only zeros");
    ck_assert_msg(!strstr(c.out, "\nvalue 2 "), "%s", c.out);
}

/* Each step adds the previous value of the lane at distance 4, 2, 1. At the end all lanes are equal. */
TEST(steps_follow_from_each_other) {
    crosslane(0, "trace reduce/butterfly --device 0 --set type=f32");
    out_has(" 8 lanes: work-group 0, sub-group 0\n", "\nlane ", "\nright: the outputs match the reference\n");
    double before[8], values[8];
    line_of("lane", 0, 8, values);
    for (int l = 0; l < 8; l++) ck_assert(values[l] == l);
    for (int step = 0; step < 4; step++) {
        memcpy(before, values, sizeof before);
        line_of("total", step, 8, values);
        for (int l = 0; l < 8 && step > 0; l++) ck_assert(values[l] == before[l] + before[l ^ (8 >> step)]);
    }
    for (int l = 1; l < 8; l++) ck_assert(values[l] == values[0]);
}

/* The initial values and log2 8 steps. Each row has its own name, and no empty rows follow. */
TEST(rows_have_names_of_their_own) {
    crosslane(0, "trace scan/kogge_stone --device 0 --width 8");
    out_has("\nprefix 1  ", "\nprefix 4  ");
    ck_assert_msg(!strstr(c.out, "\nprefix 5") && !strstr(c.out, "\nprefix  "), "%s", c.out);
}

TEST(lanes_are_chosen) {
    double values[2];
    crosslane(0, "trace reduce/butterfly --device 0 --width 16 --lanes 12-13");
    line_of("lane", 0, 2, values);
    ck_assert(values[0] == 12 && values[1] == 13);
    line_of("total", 0, 2, values);
}

TEST(values_of_a_copied_kernel) {
    static const char place[] = "for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {";
    char own[512];
    snprintf(own, sizeof own,
             "SG_SHOW(sg, \"odd\", sg_mask_bit(sg_ballot(sg, sg_lane(sg) & 1), sg_lane(sg)));\n"
             "SG_SHOW(sg, \"at\", (float2)(0.5f, (float)sg_lane(sg) * -1.0e7f / 3.0f));\n"
             "if (sg_lane(sg) > 5) SG_SHOW(sg, \"late\", 7u);\n%s",
             place);
    copy_with("reduce", "reduce/reduce.cl", place, own);
    crosslane(0, "trace reduce/tree --device 0 --kernel-dir %s", scratch_path("mine"));
    static const char *const parts[] = {" .", "1\n", "\nat.x  ", " 0.5 ", "\nat.y  ", " -3e+06 "};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) command_has(&c, c.out, parts[i]);
    const char *const odd = strstr(c.out, "\nodd "), *const late = strstr(c.out, "\nlate ");
    ck_assert(odd && late);
    char dots[9] = "", there[9] = "";
    for (const char *at = odd + 5; *at != '\n'; at++)
        if (*at != ' ') strncat(dots, at, 1);
    for (const char *at = late + 6; *at != '\n'; at++)
        if (*at != ' ') strncat(there, at, 1);
    ck_assert_str_eq(dots, ".1.1.1.1");
    ck_assert_str_eq(there, "------77");
    no_line_is_wider_than(80);
}

/* A mask in all lanes is drawn as a bit below each lane. Otherwise each lane shows its own, as bits or
   digits. */
TEST(masks_are_drawn) {
    static const char place[] = "for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {";
    char own[512];
    snprintf(own, sizeof own,
             "SG_SHOW_MASK(sg, \"odd\", sg_ballot(sg, sg_lane(sg) & 1));\n"
             "SG_SHOW_MASK(sg, \"below\", sg_mask_below(sg_lane(sg)));\n%s",
             place);
    copy_with("reduce", "reduce/reduce.cl", place, own);
    command_run(&c, "trace reduce/tree --device 0 --lanes 0-3 --kernel-dir %s", scratch_path("mine"));
    out_has("odd             .         1         .         1\n",
            "below    ........  1.......  11......  111.....\n");
    command_run(&c, "trace reduce/tree --device 0 --width 64 --lanes 33-34 --kernel-dir %s",
                scratch_path("mine"));
    out_has("odd                     1                 .\n", "below    00000001ffffffff  00000003ffffffff\n");
    command_run(&c, "trace reduce/tree --device 0 --width 128 --lanes 1-1 --json - --kernel-dir %s",
                scratch_path("mine"));
    json_t *const document = command_document(&c);
    const json_t *const trace =
                            json_object_get(json_array_get(json_object_get(document, "records"), 0), "trace"),
                        *const step = json_array_get(json_object_get(trace, "steps"), 0);
    const char *const bits = json_string_value(json_array_get(json_object_get(step, "values"), 0));
    ck_assert_str_eq(json_string_value(json_object_get(step, "type")), "mask");
    ck_assert(bits && strlen(bits) == 128 && strncmp(bits, "0101", 4) == 0 && bits[127] == '1');
    json_decref(document);
}

TEST(floats_fit_80_columns) {
    crosslane(0, "trace lerp/prefix --device 0 --set shape=1x16");
    double t[8], after[8];
    line_of("t", 0, 8, t);
    line_of("after", 0, 8, after);
    ck_assert(after[0] == 1.0); /* before the first lane comes the last element */
    for (int l = 1; l < 8; l++) ck_assert_double_eq_tol(after[l], after[l - 1] * (1.0 - t[l - 1]), 3e-4);
    no_line_is_wider_than(80);
}

TEST(as_a_document) {
    crosslane(0, "trace reduce/butterfly --device 0 --json -");
    err_has("total ");
    json_t *const document = command_document(&c);
    const json_t *const record = json_array_get(json_object_get(document, "records"), 0),
                        *const trace = json_object_get(record, "trace"),
                        *const steps = json_object_get(trace, "steps");
    ck_assert_str_eq(json_string_value(json_object_get(record, "status")), "ok");
    ck_assert_int_eq(json_integer_value(json_object_get(trace, "width")), 8);
    ck_assert_uint_eq(json_array_size(steps), 4);
    const json_t *const last = json_array_get(steps, 3);
    ck_assert_str_eq(json_string_value(json_object_get(last, "name")), "total");
    ck_assert_uint_eq(json_array_size(json_object_get(last, "values")), 8);
    json_decref(document);
}

TEST(an_empty_trace_explains_itself) {
    crosslane(0, "trace lerp/right --device 0 --set shape=1x16 --kernel-dir " XL_TEST_SOURCE_DIR
                 "/tests/teaching/beginner");
    out_has("lerp/right recorded nothing, because no SG_SHOW ran. 'crosslane copy lerp mine', write ",
            "\nright: ");
}

TEST(a_kernel_that_does_not_compile) {
    copy_with("reduce", "reduce/reduce.cl", "SG_SHOW(sg, \"total\", total);",
              "SG_SHOW(sg, \"total\", totl);");
    crosslane(1, "trace reduce/serial --device 0 --kernel-dir %s", scratch_path("mine"));
    out_has("error: reduce/serial, ", "totl");
}

/* A bare name is the automatic choice, which may have no lanes to show, such as branch/shares on a CPU. */
TEST(auto_without_sub_groups) {
    crosslane(0, "trace branch --device 0");
    out_has("branch/vote on device 0", "\nauto chooses branch/shares here, which records no lanes\n",
            "\nright: ");
    command_run(&c, "trace normal24 --device 0");
    command_refused(&c, 2, "normal24/add works without sub-groups", "no other strategy of normal24 has them",
                    NULL);
}

/* Steps of a loop have one name and one place: their turns distinguish them. */
TEST(steps_have_a_file_and_a_turn) {
    crosslane(0, "trace scan/kogge_stone --device 0 --width 8 --json -");
    json_t *const document = command_document(&c);
    const json_t *const record = json_array_get(json_object_get(document, "records"), 0),
                        *const steps = json_object_get(json_object_get(record, "trace"), "steps"), *step;
    size_t i;
    ck_assert_uint_eq(json_array_size(steps), 4);
    json_array_foreach(steps, i, step) {
        ck_assert_str_eq(json_string_value(json_object_get(step, "file")), "common/scan.h");
        ck_assert_int_eq(json_integer_value(json_object_get(step, "turn")), (long long)i + 1);
        ck_assert_int_eq(json_integer_value(json_object_get(step, "turns")), 4);
    }
    json_decref(document);
}

/* Without the checking device: values of SG_SHOW, at every width of --width. */
TEST(a_page_has_several_widths) {
    size_t size = 0;
    crosslane(0, "trace lanes/shuffle --device 0 --width 4,8 --html %s", scratch_path("page.html"));
    out_has("lanes/shuffle, 4 lanes: 2 steps\n", "lanes/shuffle, 8 lanes: 2 steps\n", "wrote ");
    char *const page = scratch_read("page.html", &size);
    ck_assert(page && strstr(page, "\"width\":4") && strstr(page, "[\"value\",[\"3\",\"1\",\"4\",\"1\"]]"));
    free(page);
    command_run(&c, "trace lanes/shuffle --device 0 --html %s", scratch_path("page.html"));
    command_refused(&c, 2, "page.html", NULL);
    command_run(&c, "trace lanes/shuffle --device 0 --width 4,8");
    command_refused(&c, 2, "trace runs once: give --width a single number", NULL);
}

/* An answer in its folder, by the exercise's number or name. */
TEST(an_answer_to_an_exercise) {
    command_run(&c, "trace 1 --device 0 --kernel-dir %s", scratch_path("answers"));
    command_refused(&c, 2, "01-lane.cl: no such file; 'crosslane learn 01-lane' writes it", NULL);
    crosslane(0, "learn 1 --kernel-dir %s", scratch_path("answers"));
    FILE *const out = fopen(scratch_path("answers/01-lane.cl"), "wb");
    ck_assert_ptr_nonnull(out);
    fputs(
        "#include \"sg/sg.h\"\nSG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {\n    SG_BEGIN(sg);\n"
        "    SG_SHOW(sg, \"mine\", 7u - sg_lane(sg));\n"
        "    if (get_global_id(0) < n) y[get_global_id(0)] = sg_lane(sg);\n}\n",
        out);
    fclose(out);
    crosslane(0, "trace 01-lane --device 0 --kernel-dir %s", scratch_path("answers"));
    out_has("\nmine  7  6  5  4  3  2  1  0\n", "right: ");
}
