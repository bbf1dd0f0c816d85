/* Mistakes in kernel sources: each is found in its line, none in a right kernel. */
#include "support/suite.h"
#include "program/source.h"
#include "hints/kernel_check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEAD                                                                                                 \
    "SG_KERNEL void mine(__global const float *x, __global float *y, uint n, __local float *part "           \
    "SG_PARAMS) {\n"                                                                                         \
    "SG_BEGIN(sg);\n"

static tool_finding found[TOOL_MOST_FINDINGS];

/* The line of the body's mistake; 0 if the body is right. */
static const struct {
    const char *body;
    tool_mistake mistake;
    unsigned line;
} kernels[] = {
    {"if (sg_lane(sg) == 0)\ny[0] = sg_reduce_add(sg, x[0]);\n", TOOL_DIVERGENT_BRANCH, 2},
    {"float v = sg_reduce_add(sg, x[0]);\nif (sg_lane(sg) == 0) y[0] = v;\n", 0, 0},
    {"uint i = get_global_id(0);\nif (i < n) {\ny[i] = x[i];\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\n",
     TOOL_DIVERGENT_BRANCH, 4},
    {"uint row = get_global_id(0) / SG_WIDTH;\nif (row < n) y[row] = sg_reduce_add(sg, x[row]);\n", 0, 0},
    {"if (sg_any(sg, x[sg_lane(sg)] > 0.0f)) y[0] = sg_reduce_add(sg, x[0]);\n", 0, 0},
    {"while (sg_lane(sg) < n) {\nsg_barrier_local(sg);\n}\n", TOOL_DIVERGENT_BRANCH, 2},
    {"if (get_global_id(0) >= n) return;\ny[0] = sg_reduce_add(sg, x[0]);\n", TOOL_EARLY_RETURN, 2},
    {"if (get_group_id(0) >= n) return;\ny[0] = sg_reduce_add(sg, x[0]);\n", 0, 0},
    {"if (get_global_id(0) >= n) return;\ny[get_global_id(0)] = x[get_global_id(0)];\n", 0, 0},
    {"y[0] = sg_shuffle(x[0], 1);\n", TOOL_NO_CONTEXT, 1},
    {"y[0] = sg_lane();\n", TOOL_NO_CONTEXT, 1},
    {"y[0] = sg_mask_count(sg_ballot(sg, 1)) + sg_identity_add(float);\n", 0, 0},
    {"float sum;\nfor (uint i = 0; i < n; ++i) sum += x[i];\n", TOOL_NOT_INITIALISED, 2},
    {"float a, b;\na = 1.0f;\ny[0] = b;\n", TOOL_NOT_INITIALISED, 3},
    {"float sum;\nsum = x[0];\ny[0] = sum;\n", 0, 0},
    {"uint total;\ny[0] = sg_scan_exclusive_total_add(sg, 1u, &total);\ny[1] = total;\n", 0, 0},
    {"const uint lane = get_local_id(0);\n", TOOL_WORK_ITEM_AS_LANE, 1},
    {"const uint lane = get_local_id(0) % SG_WIDTH;\n", 0, 0},
    {"y[0] = sg_shuffle(sg, x[0],\nget_local_id(0) ^ 1);\n", TOOL_WORK_ITEM_AS_LANE, 2},
    {"y[0] = sg_lane(sg);\ny[1] = sub_group_broadcast(x[0], 0);\n", TOOL_STANDARD_NAME, 2},
    {"y[0] = get_sub_group_local_id();\n", TOOL_STANDARD_NAME, 1},
    {"/* sg_shuffle(x) */ // sg_any(x)\n#define Z sg_any(x)\n", 0, 0},
};

EACH_TEST(one_mistake, kernels) {
    char text[2048];
    snprintf(text, sizeof text, HEAD "%s}\n", kernels[_i].body);
    const int count = tool_kernel_check(text, "mine", found);
    if (kernels[_i].line == 0) {
        ck_assert_msg(count == 0, "line %u: %s\n%s", found[0].line, found[0].text, text);
        return;
    }
    ck_assert_msg(count == 1, "%d findings, the first: %s\n%s", count, count ? found[0].text : "", text);
    ck_assert_msg(found[0].mistake == kernels[_i].mistake && found[0].line == kernels[_i].line + 2,
                  "line %u: %s\n%s", found[0].line, found[0].text, text);
}

TEST(operations_of_the_sub_group_are_found) {
    ck_assert(!tool_kernel_exchanges(HEAD "y[0] = x[sg_lane(sg)]; /* sg_shuffle(sg, x[0], 1) */\n}\n"));
    ck_assert(!tool_kernel_exchanges(HEAD "sg_barrier_local(sg);\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\n"));
    ck_assert(tool_kernel_exchanges(HEAD "y[0] = sg_shuffle(sg, x[0], 1);\n}\n"));
    ck_assert(tool_kernel_exchanges("#define NEXT sg_shuffle(sg, x[0], 1)\n" HEAD "y[0] = NEXT;\n}\n"));
}

TEST(functions_of_the_text) {
    static const char text[] = "SG_KERNEL void other(uint n SG_PARAMS) { float v; v += 1.0f; }\n" HEAD
                               "if (sg_lane(sg) == 0) y[0] = sg_reduce_add(sg, x[0]);\n}\n";
    ck_assert_int_eq(tool_kernel_check(text, "mine", found), 1);
    ck_assert_int_eq(found[0].mistake, TOOL_DIVERGENT_BRANCH);
    ck_assert_uint_eq(found[0].line, 4);
    ck_assert_int_eq(tool_kernel_check(text, NULL, found), 2);
    ck_assert_int_eq(tool_kernel_check("", NULL, found), 0);
    ck_assert_int_eq(tool_kernel_check("SG_KERNEL void a() {", NULL, found), 0);
}

TEST(kernels_of_the_suite_are_not_suspected) {
    int texts = 0;
    for (size_t i = 0; i < xl__embedded_file_count; i++) {
        const char *const name = xl__embedded_files[i].name;
        if (strncmp(name, "sg/", 3) == 0 || strcmp(name, "crosslane_sg.h") == 0)
            continue; /* the sub-group layer itself */
        ck_assert_msg(tool_kernel_check(xl__embedded_files[i].text, NULL, found) == 0, "%s:%u: %s", name,
                      found[0].line, found[0].text);
        texts++;
    }
    ck_assert_int_gt(texts, 60);
}

TEST(torn_texts_do_no_harm) {
    for (size_t i = 0; i < xl__embedded_file_count; i += 7) {
        const char *const text = xl__embedded_files[i].text;
        for (size_t size = strlen(text) % 97; size < strlen(text); size += 997) {
            char *const torn = strndup(text, size);
            ck_assert_int_le(tool_kernel_check(torn, NULL, found), TOOL_MOST_FINDINGS);
            free(torn);
        }
    }
}

/* The time grows with such a text: a kernel whose body repeats one piece many times. */
static const char *const pieces[] = {
    "if (n) ",
    "if (n) { ",
    "{ ",
    "do ",
    "do { ",
    "for (;;) ",
    "while (n) ",
    "for (;;) { ",
    "switch (n) ",
    "f(",
    "y[",
    "uint a; ",
    "y[0] = y[1]; ",
    "sg_any(sg, n) && ",
    "if (n) ; else ",
    "for (i = 0; i < n; i += 32) ",
};

static char *many_times(const char *piece, size_t count) {
    static const char head[] = HEAD "#if 0\n", tail[] = "\n#endif\n}\n";
    const size_t size = strlen(piece);
    char *const text = malloc(sizeof head + count * size + sizeof tail);
    ck_assert_ptr_nonnull(text);
    memcpy(text, head, sizeof head - 1);
    for (size_t i = 0; i < count; i++) memcpy(text + sizeof head - 1 + i * size, piece, size);
    memcpy(text + sizeof head - 1 + count * size, tail, sizeof tail);
    return text;
}

static double seconds_of(const char *piece, size_t count) {
    char *const text = many_times(piece, count);
    double least = 0;
    for (int i = 0; i < 5; i++) {
        const clock_t from = clock();
        tool_kernel_check(text, "mine", found);
        const double took = (double)(clock() - from) / CLOCKS_PER_SEC;
        if (i == 0 || took < least) least = took;
    }
    free(text);
    return least;
}

EACH_TEST(time_grows_with_the_text, pieces) {
    const double small = seconds_of(pieces[_i], 5000), large = seconds_of(pieces[_i], 20000);
    ck_assert_msg(large <= 10 * small, "%s: %g s, then %g s", pieces[_i], small, large);
}
