/* promise_branches.c - are lanes together again after they went different ways? Random structured programs
 * record which lanes are together (branch_program.h); the host knows the lanes that reach each record in the
 * same turns. */
#include "promises/promise_launch.h"
#include "promises/branch_program.h"
#include "base/os.h"
#include "caps/caps.h"
#include "base/status.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 8, GROUPS = 4, MOST_LANES = 64, TABLE = 8192, QUESTIONS = 7, OUT = 0, DATA = 1 };

/* Which question a record is about. */
static int question_of(int kind) {
    switch ((tool_branch_kind)kind) {
    case TOOL_IF:
    case TOOL_IF_ELSE: return 0;
    case TOOL_ELSE_IF:
    case TOOL_SWITCH:
    case TOOL_FALL_THROUGH:
    case TOOL_GOTO: return 1;
    case TOOL_FOR:
    case TOOL_FOR_UNIFORM:
    case TOOL_WHILE:
    case TOOL_DO: return 2;
    case TOOL_FOR_BREAK:
    case TOOL_WHILE_BREAK:
    case TOOL_FOR_CONTINUE:
    case TOOL_DO_CONTINUE: return 3;
    case TOOL_RETURN:
    case TOOL_RETURN_IN_LOOP: return 4;
    case TOOL_AND:
    case TOOL_OR:
    case TOOL_TERNARY: return 5;
    default: return 6;
    }
}

/* ---- what must be recorded ----------------------------------------------------------------------------- */

/* The lanes that reach a record: an open hash table. */
typedef struct meeting {
    tool_branch_seen at;
    uint64_t lanes;
} meeting;

typedef struct expected {
    tool_branch_seen seen[MOST_LANES][TOOL_MOST_SEEN];
    int count[MOST_LANES];
    meeting table[TABLE];
} expected;

static meeting *meeting_of(expected *e, tool_branch_seen at) {
    uint32_t i = (at.node * 2654435761u ^ at.turns * 2246822519u) % TABLE;
    while (e->table[i].lanes != 0 && (e->table[i].at.node != at.node || e->table[i].at.turns != at.turns))
        i = (i + 1) % TABLE;
    e->table[i].at = at;
    return &e->table[i];
}

/* False: more records than there is room for. */
static bool expect(expected *e, const tool_branch_program *p, const uint32_t *data, uint32_t shared,
                   int *most) {
    int all = 0;
    memset(e->table, 0, sizeof e->table);
    for (int lane = 0; lane < p->width; lane++) {
        e->count[lane] = tool_branch_simulate(p, lane, data[lane], shared, e->seen[lane]);
        all += e->count[lane];
        if (e->count[lane] > TOOL_MOST_SEEN || all > TABLE / 2) return false;
        if (e->count[lane] > *most) *most = e->count[lane];
        for (int i = 0; i < e->count[lane]; i++)
            meeting_of(e, e->seen[lane][i])->lanes |= UINT64_C(1) << lane;
    }
    return true;
}

/* ---- one batch ----------------------------------------------------------------------------------------- */

typedef struct batch {
    tool_branch_program program[BATCH];
    uint32_t data[GROUPS * MOST_LANES + GROUPS]; /* a word per lane, then one per sub-group */
    expected expected;
    int most; /* records of a lane */
    uint32_t *out;
    int smallest[QUESTIONS]; /* nodes of the example, 0: none */
} batch;

static bool fits(batch *b, const tool_branch_program *p) {
    for (int g = 0; g < GROUPS; g++)
        if (!expect(&b->expected, p, b->data + g * p->width, b->data[GROUPS * p->width + g], &b->most))
            return false;
    return true;
}

static void draw(batch *b, int width, tool_random *random) {
    b->most = 0;
    for (int i = 0; i < GROUPS * width + GROUPS; i++) b->data[i] = tool_random_u32(random);
    for (int i = 0; i < BATCH; i++)
        while (!tool_branch_draw(&b->program[i], width, random) || !fits(b, &b->program[i])) {
        }
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

static void keep_example(batch *b, const tool_branch_program *p, int which, tool_branch_seen at,
                         uint64_t lanes, uint64_t wanted, tool_promise *out) {
    xl__text text = {0};
    if (b->smallest[which] != 0 && b->smallest[which] <= p->nodes) return;
    b->smallest[which] = p->nodes;
    xl__text_format(&text, "record %u, turns %o: together %#" PRIx64 ", all that come there %#" PRIx64 "\n",
                    at.node, at.turns, lanes, wanted);
    tool_branch_write(p, 0, false, &text);
    xl__copy_capped(out->example, sizeof out->example, text.data ? text.data : "");
    xl__text_free(&text);
}

/* Counts a lane's records up to the first that is not as expected: later ones follow from it. */
static void judge_lane(batch *b, const tool_branch_program *p, int lane, const uint32_t *out, bool mutant,
                       tool_promise *answers) {
    const expected *const e = &b->expected;
    for (int i = 0; i < e->count[lane]; i++) {
        const uint32_t *const record = out + 4 * ((size_t)i * (size_t)p->width + (size_t)lane);
        const tool_branch_seen at = e->seen[lane][i];
        const tool_branch_node *const node = &p->node[at.node];
        const int which = question_of(node->kind == TOOL_SEE ? node->after : (int)node->kind);
        const uint64_t lanes = (uint64_t)record[3] << 32 | record[2],
                       wanted = meeting_of(&b->expected, at)->lanes;
        const bool same = record[0] == at.node && record[1] == at.turns && lanes == wanted;
        tool_promise *const a = &answers[which];
        if (mutant) {
            if (!tool_branch_moves(p, (int)at.node)) continue;
            for (int q = 0; q < QUESTIONS; q++) {
                answers[q].mutant_tries++;
                answers[q].mutant_broken += !same;
            }
            continue;
        }
        a->tries++;
        if (same) continue;
        a->broken++;
        keep_example(b, p, which, at, lanes, wanted, a);
        return;
    }
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
        if (!status) status = tool_promise_data(l, DATA, b->data, (size_t)(GROUPS * width + GROUPS), error);
        if (!status) status = tool_promise_number(l, (cl_uint)b->most, error);
        if (!status) status = tool_promise_number(l, (cl_uint)i, error);
        if (!status) status = tool_promise_run(l, GROUPS, (size_t)width, error);
        if (!status) status = tool_promise_read(l, OUT, b->out, words * sizeof *b->out, error);
        for (int g = 0; !status && g < GROUPS; g++) {
            int most = 0;
            expect(&b->expected, p, b->data + g * width, b->data[GROUPS * width + g], &most);
            for (int lane = 0; lane < width; lane++)
                judge_lane(b, p, lane, b->out + (size_t)g * words / GROUPS, mutant, answers);
        }
    }
    tool_promise_end(l);
    return status;
}

/* Records are ballots, so the device needs native ones. */
static bool has_ballot(const tool_promise_place *place) {
    const xl__target at = {xl__find_backend(place->target->backend), place->target->width};
    xl__text options = {0};
    xl_error error;
    const bool has = xl__target_options(place->session->device, &at, "*", &options, &error) == XL_SUCCESS &&
                     options.data && strstr(options.data, "SG_NATIVE_BALLOT=1");
    xl__text_free(&options);
    return has;
}

static void all_impossible(tool_promise *out, const char *why) {
    for (int q = 0; q < QUESTIONS; q++) {
        out[q].outcome = TOOL_PROMISE_IMPOSSIBLE;
        snprintf(out[q].words, sizeof out[q].words, "%s", why);
    }
}

int tool_measure_branches(const tool_question *question, const tool_promise_place *place, tool_promise *out,
                          xl_error *error) {
    (void)question;
    const int width = place->target->width;
    const uint64_t end = xl__os_now() + (uint64_t)(1e9 * place->seconds);
    tool_promise_launch l = {.place = place};
    tool_random random;
    int status = XL_SUCCESS;
    if (width > MOST_LANES || width < 2) {
        all_impossible(out, "sub-groups of one lane, or of more than 64");
        return XL_SUCCESS;
    }
    if (!has_ballot(place)) {
        all_impossible(out, "no native ballot");
        return XL_SUCCESS;
    }
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
