/* promise_branches.c - are lanes together again after they went different ways? Random structured programs
 * record which lanes are together (branch_program.h).
 */
#include "promises/branch_judge.h"
#include "promises/promise_launch.h"
#include "base/os.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 8, GROUPS = 4, QUESTIONS = TOOL_BRANCH_QUESTIONS, OUT = 0, DATA = 1 };

/* Of one kernel. */
typedef struct batch {
    tool_branch_program program[BATCH];
    uint32_t data[GROUPS * TOOL_BRANCH_LANES + GROUPS]; /* a word per lane, then one per sub-group */
    tool_branch_expected expected;
    int most; /* records of a lane */
    uint32_t *out;
    int sizes[QUESTIONS]; /* nodes of the examples */
} batch;

static void draw(batch *b, int width, tool_random *random) {
    b->most = 0;
    for (int i = 0; i < GROUPS * width + GROUPS; i++) b->data[i] = tool_random_u32(random);
    for (int i = 0; i < BATCH; i++)
        tool_branch_draw_fitting(&b->program[i], &b->expected, width, GROUPS, b->data, random, &b->most);
}

static void write_kernel(const batch *b, bool mutant, xl__text *text) {
    xl__text_format(text, "#include \"sg/promises/branches.h\"\n");
    for (int i = 0; i < BATCH; i++) tool_branch_write(&b->program[i], i, mutant, text);
    xl__text_format(text,
                    "SG_KERNEL void branches(__global uint4 *out, __global const uint *words, uint most, "
                    "uint which SG_PARAMS) {\nSG_BEGIN(sg);\n"
                    "const uint lane = sg_lane(sg), group = (uint)get_group_id(0), "
                    "data = words[group * SG_WIDTH + lane], "
                    "shared = words[(uint)get_num_groups(0) * SG_WIDTH + group];\n"
                    "seen_at at = {out + group * most * SG_WIDTH + lane, SG_WIDTH};\n"
                    "switch (which) {\n");
    for (int i = 0; i < BATCH; i++)
        xl__text_format(text, "case %d: program_%d(&at, lane, data, shared, 0u); break;\n", i, i);
    xl__text_format(text, "}\n}\n");
}

/* Of sub-group `group`; `records`: its first. */
static void judge(batch *b, const tool_branch_program *p, int group, const uint32_t *records, bool mutant,
                  tool_promise *answers) {
    const size_t stride = 4 * (size_t)p->width;
    int most = 0;
    tool_branch_expect(&b->expected, p, b->data + group * p->width, b->data[GROUPS * p->width + group],
                       &most);
    for (int lane = 0; lane < p->width; lane++, records += 4)
        if (mutant)
            tool_branch_judge_mutant(&b->expected, p, lane, records, stride, answers);
        else
            tool_branch_judge(&b->expected, p, lane, records, stride, b->sizes, answers);
}

static int run_batch(tool_promise_launch *l, batch *b, const tool_promise_place *place, bool mutant,
                     tool_promise *answers, xl_error *error) {
    const int width = place->target->width;
    const size_t words = (size_t)GROUPS * (size_t)b->most * (size_t)width * 4;
    xl__text text = {0};
    char options[64];
    snprintf(options, sizeof options, "-DSG_GROUP_SIZE=%d", width);
    write_kernel(b, mutant, &text);
    int status = tool_promise_build(l, place, "branches.cl", text.data, options, error);
    xl__text_free(&text);
    if (!status) status = tool_promise_kernel(l, "branches", error);
    for (int i = 0; !status && i < BATCH; i++) {
        const tool_branch_program *const p = &b->program[i];
        l->arguments = 0;
        status = tool_promise_words(l, OUT, words, UINT32_MAX, error);
        if (!status)
            status = tool_promise_data(l, DATA, b->data, (size_t)GROUPS * ((size_t)width + 1), error);
        if (!status) status = tool_promise_number(l, (cl_uint)b->most, error);
        if (!status) status = tool_promise_number(l, (cl_uint)i, error);
        if (!status) status = tool_promise_run(l, GROUPS, (size_t)width, error);
        if (!status) status = tool_promise_read(l, OUT, b->out, words * sizeof *b->out, error);
        for (int g = 0; !status && g < GROUPS; g++)
            judge(b, p, g, b->out + (size_t)g * words / GROUPS, mutant, answers);
    }
    tool_promise_end(l);
    return status;
}

int tool_measure_branches(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                          xl_error *error) {
    (void)question;
    const int width = place->target->width;
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * place->seconds);
    tool_promise_launch l = {.place = place};
    tool_random random;
    int status = XL_SUCCESS;
    if (!tool_promise_has_ballot(place, out, QUESTIONS)) return XL_SUCCESS;
    batch *const b = calloc(1, sizeof *b);
    if (b) b->out = malloc((size_t)GROUPS * TOOL_MOST_SEEN * (size_t)width * 4 * sizeof *b->out);
    if (!b || !b->out) status = xl__fail_memory(error);
    tool_random_start(&random, place->seed, (uint64_t)width);
    for (long n = 0; !status && (n < 2 || xl__os_now() < end); n++) {
        draw(b, width, &random);
        status = run_batch(&l, b, place, false, out, error);
        if (!status && (n % 4 == 0 || out->mutant_broken == 0))
            status = run_batch(&l, b, place, true, out, error);
    }
    if (b) free(b->out);
    free(b);
    for (int q = 0; q < QUESTIONS; q++) out[q].outcome = tool_promise_judge(&out[q]);
    return status;
}
