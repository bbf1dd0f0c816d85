/* promise_interpreter.c - which lanes do operations in a branch count? Random structured programs as data
 * (branch_code.h).
 */
#include "promises/branch_code.h"
#include "promises/branch_judge.h"
#include "promises/promise_launch.h"
#include "base/os.h"
#include "base/status.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 32, GROUPS = 4, STEPS = 1 << 16, OUT = 0, MORE, DATA, CODE, START };
enum { BALLOT, ELECT, SUM, QUESTIONS };

typedef struct batch {
    tool_branch_program program[BATCH];
    uint32_t data[BATCH][GROUPS * (TOOL_BRANCH_LANES + 1)], start[BATCH + 1];
    tool_branch_instruction code[BATCH * TOOL_BRANCH_CODE];
    tool_branch_expected expected;
    int most; /* records of a lane */
    uint32_t *out, *more;
    int sizes[QUESTIONS]; /* nodes of the examples */
} batch;

static void draw(batch *b, int width, tool_random *random) {
    b->most = 0;
    for (int p = 0; p < BATCH; p++) {
        for (int i = 0; i < GROUPS * (width + 1); i++) b->data[p][i] = tool_random_u32(random);
        tool_branch_draw_fitting(&b->program[p], &b->expected, width, GROUPS, b->data[p], random, &b->most);
        b->start[p + 1] = b->start[p] + (uint32_t)tool_branch_encode(&b->program[p], b->code + b->start[p]);
    }
}

static void count(tool_promise *answer, bool right, bool mutant) {
    *(mutant ? &answer->mutant_tries : &answer->tries) += 1;
    *(mutant ? &answer->mutant_broken : &answer->broken) += !right;
}

static int lowest_of(uint64_t lanes) {
    int lane = 0;
    while (!(lanes >> lane & 1)) lane++;
    return lane;
}

static uint32_t number_of(uint64_t lanes) {
    uint32_t number = 0;
    for (; lanes != 0; lanes &= lanes - 1) number++;
    return number;
}

/* Up to a record that the lane never wrote. */
static void judge_lane(batch *b, const tool_branch_program *p, int lane, size_t first, bool mutant,
                       tool_promise *answers) {
    const tool_branch_expected *const e = &b->expected;
    for (int i = 0; i < e->count[lane]; i++) {
        const size_t at = first + (size_t)i * (size_t)p->width;
        const uint32_t *const record = b->out + 4 * at, *const more = b->more + 2 * at;
        const tool_branch_seen seen = e->seen[lane][i];
        const uint64_t wanted = tool_branch_together(e, seen), lanes = (uint64_t)record[3] << 32 | record[2];
        const bool here = record[0] == seen.node && record[1] == seen.turns;
        const bool right[] = {here && lanes == wanted, more[0] == (lane == lowest_of(wanted)),
                              more[1] == number_of(wanted)};
        for (int q = 0; q < QUESTIONS; q++) {
            if (answers[q].outcome == TOOL_PROMISE_IMPOSSIBLE) continue;
            count(&answers[q], right[q], mutant);
            if (!mutant && !right[q]) tool_branch_keep(p, seen, lanes, wanted, &b->sizes[q], &answers[q]);
        }
        if (!here) return;
    }
}

/* What the compiler lacks (together.h), by the first record. */
static void note_missing(const batch *b, tool_promise *answers) {
    if (b->more[0] == 2) {
        answers[ELECT].outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(answers[ELECT].words, sizeof answers[ELECT].words, "no elect of the driver's own");
    }
    if (b->more[1] == 0) {
        answers[SUM].outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(answers[SUM].words, sizeof answers[SUM].words, "no non-uniform sum of the driver's own");
    }
}

static void judge(batch *b, int width, bool mutant, tool_promise *answers) {
    note_missing(b, answers);
    for (int p = 0; p < BATCH; p++)
        for (int g = 0; g < GROUPS; g++) {
            const size_t first = (size_t)(p * GROUPS + g) * (size_t)b->most * (size_t)width;
            int most = 0;
            tool_branch_expect(&b->expected, &b->program[p], b->data[p] + g * width,
                               b->data[p][GROUPS * width + g], &most);
            for (int lane = 0; lane < width; lane++)
                judge_lane(b, &b->program[p], lane, first + (size_t)lane, mutant, answers);
        }
}

static int run_batch(tool_promise_launch *l, batch *b, bool mutant, tool_promise *answers, xl_error *error) {
    const int width = l->place->target->width, words = GROUPS * (width + 1);
    const size_t records = (size_t)BATCH * GROUPS * (size_t)b->most * (size_t)width;
    uint32_t *const data = malloc(sizeof *data * BATCH * (size_t)words);
    if (!data) return xl__fail_memory(error);
    for (int p = 0; p < BATCH; p++) memcpy(data + p * words, b->data[p], sizeof *data * (size_t)words);
    free(b->out);
    free(b->more);
    b->out = malloc(records * 4 * sizeof *b->out);
    b->more = malloc(records * 2 * sizeof *b->more);
    l->arguments = 0;
    int status = b->out && b->more ? XL_SUCCESS : xl__fail_memory(error);
    if (!status) status = tool_promise_words(l, OUT, records * 4, UINT32_MAX, error);
    if (!status) status = tool_promise_words(l, MORE, records * 2, UINT32_MAX, error);
    if (!status) status = tool_promise_data(l, DATA, data, (size_t)BATCH * (size_t)words, error);
    if (!status) status = tool_promise_data(l, CODE, b->code[0].word, 4 * (size_t)b->start[BATCH], error);
    if (!status) status = tool_promise_data(l, START, b->start, BATCH + 1, error);
    if (!status) status = tool_promise_number(l, (cl_uint)b->most, error);
    if (!status) status = tool_promise_number(l, STEPS, error);
    if (!status) status = tool_promise_number(l, !mutant, error);
    if (!status) status = tool_promise_run(l, (size_t)BATCH * GROUPS, (size_t)width, error);
    if (!status) status = tool_promise_read(l, OUT, b->out, records * 4 * sizeof *b->out, error);
    if (!status) status = tool_promise_read(l, MORE, b->more, records * 2 * sizeof *b->more, error);
    if (!status) judge(b, width, mutant, answers);
    free(data);
    return status;
}

int tool_measure_interpreter(const tool_question *question, const tool_promise_place *place,
                             tool_promise *out, xl_error *error) {
    (void)question;
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * place->seconds);
    tool_promise_launch l = {.place = place};
    tool_random random;
    char options[64];
    if (!tool_promise_has_ballot(place, out, QUESTIONS)) return XL_SUCCESS;
    batch *const b = calloc(1, sizeof *b);
    if (!b) return xl__fail_memory(error);
    snprintf(options, sizeof options, "-DSG_GROUP_SIZE=%d", place->target->width);
    tool_random_start(&random, place->seed, (uint64_t)place->target->width);
    int status = tool_promise_build(&l, place, "interpreter.cl", NULL, options, error);
    if (!status) status = tool_promise_kernel(&l, "interpret", error);
    for (long n = 0; !status && (n == 0 || xl__os_now() < end); n++) {
        draw(b, place->target->width, &random);
        status = run_batch(&l, b, false, out, error);
        if (!status && out->mutant_broken == 0) status = run_batch(&l, b, true, out, error);
    }
    tool_promise_end(&l);
    free(b->out);
    free(b->more);
    free(b);
    for (int q = 0; q < QUESTIONS; q++) out[q].outcome = tool_promise_judge(&out[q]);
    return status;
}
