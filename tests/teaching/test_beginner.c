/* Beginners' mistakes (tests/teaching/beginner): `verify` names each kernel's mistake. ctest label: full */
#include "support/one_command.h"
#include "support/suite.h"
#include <sys/stat.h>

#define FOLDER XL_TEST_SOURCE_DIR "/tests/teaching/beginner"

/* Mistakes in right kernels of lerp: the text in right.cl and its replacement. */
#define ELEMENT "i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f)", "lerp_load(x, base + i)"
static const struct {
    const char *name, *changes[4];
} mistaken[] = {
    {"right", {NULL}},
    {"work_item", {"lane = sg_lane(sg)", "lane = get_local_id(0)"}},
    {"divergent",
     {"const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));\n"
      "        const float product = sg_reduce_mul(sg, 1.0f - ti);\n"
      "        color = color * product + sum;",
      "if (lane == 0) {\n"
      "            const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));\n"
      "            color = color * sg_reduce_mul(sg, 1.0f - ti) + sum;\n"
      "        }"}},
    {"early_return",
     {"const float ti = i < n ? t[base + i] : 0.0f;",
      "if (i >= n) return;\n        const float ti = t[base + i];", ELEMENT}},
    {"constant_32", {"first += SG_WIDTH", "first += 32", "SG_WIDTH - 1u - lane", "31u - lane"}},
    {"no_tail", {"i < n ? t[base + i] : 0.0f", "t[base + i]", ELEMENT}},
    {"uninitialised", {" = lerp_load_or_black(initial, row);", ";"}},
    {"syntax", {"sg_reduce_mul(sg, 1.0f - ti);", "sg_reduce_mul(sg, 1.0f - ti)"}},
    {"no_context", {"sg_reduce_add(sg, ", "sg_reduce_add("}},
    {"endless",
     {"for (uint first = 0; first < n; first += SG_WIDTH) {", "uint first = 0;\n    while (first < n) {"}},
    {"out_of_bounds",
     {" && lerp_sub_group(sg) < rows) lerp_store(color, c, row)",
      ") lerp_store(color, c, lerp_sub_group(sg))"}},
};

static void make_kernels(void) {
    scratch_make();
    ck_assert_int_eq(mkdir(scratch_path("lerp"), 0755) | mkdir(scratch_path("reduce"), 0755), 0);
    for (size_t i = 0; i < sizeof mistaken / sizeof *mistaken; i++) {
        char name[64], kernel[64];
        snprintf(name, sizeof name, "lerp/%s.cl", mistaken[i].name);
        snprintf(kernel, sizeof kernel, "lerp_%s(", mistaken[i].name);
        scratch_copy(FOLDER "/lerp/right.cl", name);
        if (i > 0) scratch_edit(name, "lerp_right(", kernel);
        for (int k = 0; k < 4 && mistaken[i].changes[k]; k += 2)
            scratch_edit(name, mistaken[i].changes[k], mistaken[i].changes[k + 1]);
    }
    scratch_copy(FOLDER "/reduce/no_barrier.cl", "reduce/no_barrier.cl");
    scratch_copy(FOLDER "/reduce/identity.cl", "reduce/identity.cl");
}

/* One of the texts after `says` is enough, because a mistake's effect differs between implementations. */
static const struct {
    const char *kernel, *widths;
    const char *says[3];
} mistakes[] = {
    {"reduce/no_barrier", "8", {"race: line ", "(is a barrier missing?)"}},
    {"lerp/work_item", "8", {"get_local_id is the work-item's number, not the lane's"}},
    {"lerp/divergent", "8", {"sg_reduce_add is under a condition on the lane's own value (line 20)"}},
    {"lerp/early_return", "8", {"lanes past the end must take part with a value that changes nothing"}},
    {"lerp/constant_32", "16,32", {"wrong at width 16, right at 32", "right only at width 32"}},
    {"lerp/no_tail", "8", {"where n is not a multiple of the width"}},
    {"reduce/identity", "8", {"does an operation begin with 0 instead of its identity"}},
    {"lerp/uninitialised", "8", {"'color' is read before it has a value; initialise it in line 14"}},
    {"lerp/syntax", "8", {"/lerp/syntax.cl:21:"}},
    {"lerp/no_context", "8", {"sg_reduce_add lacks its first argument, the sub-group's context"}},
    {"lerp/endless", "8", {"the kernel did not end"}},
    {"lerp/out_of_bounds", "8", {"the kernel stores past the end of an output"}},
};

static bool is_said(const char *const *texts) {
    for (int i = 0; i < 3 && texts[i]; i++)
        if (strstr(c.out, texts[i])) return true;
    return false;
}

GROUP("mistakes");
AROUND(make_kernels, leave);

EACH_TEST(the_message_names_the_mistake, mistakes) {
    /* Enough time for every explaining run, on a slow machine too. */
    command_run(&c, "verify %s --device 0 --timeout 36000 --width %s --kernel-dir %s", mistakes[_i].kernel,
                mistakes[_i].widths, scratch_folder);
    ck_assert_msg(c.status == 1, "exit status %d\n%s%s", c.status, c.out, c.err);
    ck_assert_msg(is_said(mistakes[_i].says), "'%s' is not said of %s:\n%s%s", mistakes[_i].says[0],
                  mistakes[_i].kernel, c.out, c.err);
    /* Once, and without the compiler's options. */
    ck_assert_ptr_null(strstr(c.out, "options:"));
    ck_assert_ptr_null(strstr(c.out, "-DSG_"));
    const bool failed = strstr(c.out, "0 wrong, 1 failed") != NULL,
               wrong = strstr(c.out, "1 wrong, 0 failed") != NULL;
    ck_assert_msg(failed || wrong, "%s", c.out);
}

TEST(a_compile_error_has_line_and_caret) {
    crosslane(1, "verify lerp/no_context --device 0 --width 8,16 --kernel-dir %s", scratch_folder);
    out_has("const lerp_color sum = sg_reduce_add(xi * (ti * after));\n"
            "                               ^\n");
}

/* The kernel is blamed, not the driver, and the other strategies go on. */
TEST(a_kernel_that_does_not_end_costs_seconds) {
    crosslane(1, "verify lerp/endless lerp/right --device 0 --width 8 --set rows=3 --set n=9 --kernel-dir %s",
              scratch_folder);
    out_has("the kernel did not end within ", "0 wrong, 1 failed");
    ck_assert_ptr_null(strstr(c.out, "driver"));
    ck_assert_ptr_null(strstr(c.out, " 0 ok"));
    ck_assert_ptr_nonnull(strstr(c.out, "lerp/right"));
}

/* Timed alternately with the algorithm's own, in one table. A misspelt name gets a suggestion. */
TEST(an_own_kernel_is_compared) {
    crosslane(0,
              "bench lerp/right lerp/prefix --device 0 --width 8 --set shape=4x33 --set distribution=even "
              "--samples 3 --min-time 0 --kernel-dir %s",
              scratch_folder);
    const char *const table = strstr(c.out, "lerp, even: ");
    ck_assert_msg(table && !strstr(table + 1, "lerp, even: "), "%s", c.out);
    command_has(&c, table, "\nprefix ");
    command_has(&c, table, "\nright ");
    command_run(&c, "bench lerp/rihgt --kernel-dir %s", scratch_folder);
    command_refused(&c, 2, "unknown name 'lerp/rihgt'; did you mean 'lerp/right'?", NULL);
}

TEST(a_right_kernel_is_right) {
    crosslane(0, "verify lerp/right --device 0 --width 8 --set channels=2 --kernel-dir %s --json -",
              scratch_folder);
    json_t *const document = command_document(&c);
    const json_t *const row = json_array_get(json_object_get(document, "records"), 0);
    ck_assert_str_eq(json_string_value(json_object_get(row, "strategy")), "right");
    ck_assert_str_eq(json_string_value(json_object_get(row, "status")), "ok");
    json_decref(document);
}

GROUP("own");
AROUND(enter, leave);

static void write_kernel(const char *text) {
    ck_assert_int_eq(mkdir(scratch_path("lerp"), 0755), 0);
    scratch_write("lerp/own.cl", text, strlen(text));
}

/* Some compilers let all lanes run what only some should: the result is right there, but the hint remains. */
TEST(a_mistake_that_does_not_show_is_hinted_at) {
    write_kernel("#include \"common/lerp.h\"\nSG_KERNEL void lerp_own(__global const float *restrict x, "
                 "__global const "
                 "float *restrict t, __global const float *restrict initial, __global float *restrict c, "
                 "uint rows, uint n "
                 "SG_PARAMS) {\nSG_BEGIN(sg);\nconst uint row = lerp_sub_group(sg);\nlerp_color v = "
                 "(lerp_color)(0.0f);\nif "
                 "(row < rows) {\nv = lerp_load_or_black(initial, row);\nfor (uint i = 0; i < n; ++i) v += "
                 "(lerp_load(x, "
                 "(size_t)row * n + i) - v) * t[(size_t)row * n + i];\n}\nif (sg_lane(sg) > 1000) "
                 "sg_barrier_local(sg);\nif "
                 "(sg_lane(sg) == 0 && row < rows) lerp_store(v, c, row);\n}\n");
    crosslane(0, "verify lerp/own --device 0 --width 8 --set n=5 --set rows=3 --kernel-dir %s",
              scratch_folder);
    out_has("lerp/own is right here, but may fail on other devices; check this:\n    lerp/own.cl:",
            "sg_barrier_local is under a condition on the lane's own value");
    crosslane(0, "list lerp --kernel-dir %s", scratch_folder);
    out_has("lerp/own (lerp/own.cl): a kernel of --kernel-dir, launched like lerp/readlane\n");
}

TEST(one_cause_is_reported_once) {
    crosslane(0, "copy lerp %s", scratch_folder);
    ck_assert_int_eq(unlink(scratch_path("common/lerp.h")), 0);
    scratch_write("common/lerp.h", "typedef float lerp_color\nint x;\n", 32);
    crosslane(1, "verify lerp/serial lerp/prefix lerp/affine --device 0 --width 8 --kernel-dir %s",
              scratch_folder);
    out_has("0 wrong, 3 failed", "the same as lerp/serial\n",
            "\nprinted once for 3 rows: common/lerp.h:1:", "\n    lerp/serial, lerp/prefix, lerp/affine\n");
    const char *const place = strstr(c.out, "\n    common/lerp.h:1:");
    ck_assert_ptr_nonnull(place);
    ck_assert_ptr_null(strstr(place + 1, "\n    common/lerp.h:1:"));
}

/* The parameters of serial: one work-item per row. */
TEST(a_plain_kernel_is_launched_like_the_plain_one) {
    write_kernel("#include \"common/lerp.h\"\n__kernel void lerp_own(__global const float *restrict x, "
                 "__global const float "
                 "*restrict t, __global const float *restrict initial, __global float *restrict c, uint "
                 "rows, uint n) {\n"
                 "const uint row = get_global_id(0);\nif (row >= rows) return;\nlerp_color v = "
                 "lerp_load_or_black(initial, "
                 "row);\nfor (uint i = 0; i < n; ++i) v += (lerp_load(x, (size_t)row * n + i) - v) * "
                 "t[(size_t)row * n + "
                 "i];\nlerp_store(v, c, row);\n}\n");
    crosslane(0, "verify lerp/own --device 0 --kernel-dir %s --set n=33", scratch_folder);
    crosslane(0, "verify 'lerp/o*' --device 0 --kernel-dir %s --set n=33 --set rows=5 --set channels=1",
              scratch_folder);
    crosslane(0,
              "bench lerp/own --device 0 --samples 3 --min-time 0 --kernel-dir %s --set n=33 --set rows=64 "
              "--json -",
              scratch_folder);
    json_t *const document = command_document(&c); /* its cost is that of serial, which processes all of n */
    const json_t *const row = json_array_get(json_object_get(document, "records"), 0);
    ck_assert(json_number_value(json_object_get(row, "steps_per_lane")) == 33.0);
    json_decref(document);
}

/* It runs without a count on the device, although reduce's own kernels take one. */
TEST(a_kernel_may_take_no_count) {
    ck_assert_int_eq(mkdir(scratch_path("reduce"), 0755), 0);
    scratch_copy(FOLDER "/reduce/no_barrier.cl", "reduce/no_barrier.cl");
    scratch_edit("reduce/no_barrier.cl", "    if (get_local_id(0) == 0) {",
                 "    sg_group_barrier_local(sg); if (get_local_id(0) == 0) {");
    crosslane(0, "verify reduce/no_barrier --device 0 --width 8 --kernel-dir %s", scratch_folder);
    command_run(&c, "verify reduce/no_barrier --device 0 --width 8 --set counted=u32 --kernel-dir %s",
                scratch_folder);
    command_expect(&c, 3);
    out_has("the kernel takes no count (COUNTED_PARAMS)");
}

TEST(other_parameters_are_refused) {
    write_kernel("__kernel void lerp_own(__global float *c) { c[0] = 1.0f; }\n");
    command_run(&c, "verify lerp/own --device 0 --kernel-dir %s", scratch_folder);
    command_refused(
        &c, 2, "lerp/own: the kernel lerp_own in lerp/own.cl has a parameter list that no kernel of lerp has",
        NULL);
    command_run(&c, "verify lerp/owl --device 0 --kernel-dir %s", scratch_folder);
    command_refused(&c, 2, "unknown name 'lerp/owl'", NULL);
}
