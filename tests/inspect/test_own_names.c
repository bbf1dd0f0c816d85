/* Standard names in a user's program: how it is rewritten for the layer, and messages about missing ones. */
#include "compilers/explain.h"
#include "compilers/find_clang.h"
#include "compilers/standard_names.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tool_names names;
static xl__text written;
static xl_error error;
static const char *program;

static void enter(void) {
    scratch_make();
    error.text[0] = '\0';
}

static void leave(void) {
    tool_names_free(&names);
    xl__text_free(&written);
    scratch_remove();
}

AROUND(enter, leave);

/* False: there is no clang. */
static bool find(const char *text, const char *kernel) {
    static const char *const options[] = {"-target", "nvptx64--nvidiacl", "-cl-std=CL2.0", NULL};
    char clang[TOOL_PATH];
    if (!tool_find_clang(clang)) return false;
    program = text;
    const tool_tree_given given = {text, scratch_path("names"), options, 60};
    ck_assert_msg(tool_names_find(&given, kernel, &names, &error) == XL_SUCCESS, "%s", error.text);
    return true;
}

static int rewrite(bool context) {
    return tool_names_write(&names, program, context, &written, &error);
}

static void has(const char *part) {
    ck_assert_msg(written.data && strstr(written.data, part), "not there: %s", part);
}

static const char helpers[] =
    "#line 1 \"mine.cl\"\n"
    "#define SUM(x) sub_group_reduce_add(x)\n"
    "float all(float x);\n"
    "uint lane(void) { return sub_group_broadcast(3u, 0); }\n"
    "float half_of(float x) { return x / 2; }\n"
    "__kernel void k(__global float *x) { x[0] = all(x[1]) + lane() + half_of(2); }\n"
    "__kernel void other(__global float *x) { x[0] = get_sub_group_size(); }\n"
    "float all(float x) { return SUM(x); }\n";

TEST(extends_signatures) {
    if (!find(helpers, NULL)) return;
    ck_assert_int_eq(names.count, 3);
    ck_assert_int_eq(rewrite(true), XL_SUCCESS);
    has("float (all)(sg_t sg_standard, float x);\n");
    has("uint (lane)(sg_t sg_standard) { return");
    has("float half_of(float x) {");
    has("void k(__global float *x) { SG_BEGIN(sg_standard); x[0]");
    has("void other(__global float *x) { x[0]");
    has("#define all(sg_a0) all(sg_standard, sg_a0)\n");
    has("#define lane() lane(sg_standard)\n");
}

TEST(needs_no_parameter_without_a_context) {
    if (!find(helpers, NULL)) return;
    ck_assert_int_eq(rewrite(false), XL_SUCCESS);
    has(helpers);
}

TEST(refuses_functions_of_macros) {
    if (!find("#line 1 \"mine.cl\"\n#define MAKE(T) T sum_##T(T x) { return sub_group_reduce_add(x); "
              "}\n\nMAKE(float)\n"
              "__kernel void k(__global float *x) { x[0] = sum_float(x[1]); }\n",
              NULL))
        return;
    ck_assert_int_eq(rewrite(true), XL_UNSUPPORTED);
    ck_assert_msg(strstr(error.text, "mine.cl:3: sum_float ") == error.text, "%s", error.text);
    ck_assert_ptr_null(strchr(error.text, '\n'));
}

TEST(reads_required_sizes) {
    static const char text[] =
        "#define LANES 16\n"
        "__attribute__((intel_reqd_sub_group_size(LANES), reqd_work_group_size(8, 4, 2)))\n"
        "__kernel void a(__global float *x) { x[0] = sub_group_reduce_add(undeclared); }\n"
        "__attribute__((intel_reqd_sub_group_size(32))) __kernel void b(__global float *x) {}\n";
    if (!find(text, NULL)) return;
    ck_assert_int_eq(names.width, 16);
    ck_assert_int_eq(names.other_width, 32);
    ck_assert_int_eq((int)names.group, 64);
    ck_assert_str_eq(names.kernel, "a");
    tool_names_free(&names);
    find(text, "b");
    ck_assert_int_eq(names.width, 32);
    ck_assert_int_eq(names.other_width, 0);
}

TEST(lists_what_is_missing) {
    char missing[TOOL_NAMES_TEXT];
    if (!find("__kernel void k(__global uint *x) { x[0] = sub_group_reduce_add(x[1]) + "
              "sub_group_ballot(1).x; }",
              NULL))
        return;
    tool_names_missing(&names, "cl_khr_fp64 cl_khr_subgroups", missing);
    ck_assert_str_eq(missing, "sub_group_ballot (cl_khr_subgroup_ballot)");
    tool_names_missing(&names, "cl_khr_subgroups_x cl_khr_subgroup_ballot", missing);
    ck_assert_ptr_nonnull(strstr(missing, "sub_group_reduce_add (cl_khr_subgroups or"));
    ck_assert_ptr_null(strstr(missing, "ballot"));
    tool_names_missing(&names, "cl_intel_subgroups cl_khr_subgroup_ballot", missing);
    ck_assert_str_eq(missing, "");
}

/* ---- messages --------------------------------------------------------------------------------------- */

static const char conditional[] =
    "#line 1 \"mine.cl\"\n#ifdef cl_intel_required_subgroup_size\n#if 0\n#endif\n"
    "#define N_DST 4\n#endif\n__attribute__((intel_reqd_sub_group_size(64)))\n";

static const struct {
    const char *log, *help;
} explained[] = {
    {"mine.cl:7:3: error: use of undeclared identifier 'sub_group_ballot'\n",
     "\nhelp: mine.cl:7: sub_group_ballot needs cl_khr_subgroup_ballot, which sm_90 lacks; "},
    {"mine.cl:7:3: error: use of undeclared identifier 'N_DST'\nmine.cl:9:1: error: use of undeclared "
     "identifier 'N_DST'\n",
     "\nhelp: mine.cl:7: N_DST is defined only below '#ifdef cl_intel_required_subgroup_size': --set "
     "cl_intel_required_subgroup_size=1"},
    {"mine.cl:7:3: error: use of undeclared identifier 'WIDE'\n",
     "\nhelp: mine.cl:7: the file does not define WIDE, "},
    {"1 warning\na b.cl:1:1: error: unknown type name 'template'\n", "\nhelp: a b.cl:1: 'template' is C++, "},
    {"mine.cl:2:9: error: casting to type 'half' is not allowed\n",
     "\nhelp: mine.cl:2: half needs cl_khr_fp16, which sm_90's driver does not list; "},
    {"mine.cl:2:9: error: use of type 'double' requires cl_khr_fp64 support\n",
     "\nhelp: mine.cl:2: double needs a line in the kernel: #pragma OPENCL EXTENSION cl_khr_fp64 : enable"},
    {"error: Unsupported required sub group size\n",
     "\nhelp: a kernel requires a sub-group size that sm_90 lacks (reqd_sub_group_size(64)); it has 32"},
    {"mine.cl:1:10: fatal error: 'x.h' file not found\n",
     "\nhelp: mine.cl:1: x.h: name the folder that has it: --include DIR"},
    {"mine.cl:1:10: error: use of undeclared identifier 'sub_group_non_uniform_reduce_add'\n",
     "\nhelp: mine.cl:1: sub_group_non_uniform_reduce_add works in divergent flow, "},
};

EACH_TEST(explains_errors, explained) {
    const tool_explaining of = {explained[_i].log, conditional, "sm_90", "cl_khr_fp64 cl_khr_icd", "32"};
    tool_explain_errors(&of, &written);
    has(explained[_i].help);
    ck_assert_ptr_null(strchr(written.data + 1, '\n'));
}

TEST(leaves_other_errors) {
    const tool_explaining of = {"mine.cl:7:3: error: expected ';'\n", conditional, "sm_90", "", "32"};
    tool_explain_errors(&of, &written);
    ck_assert_ptr_null(written.data);
}
