/* Random structured programs: what the host expects of a lane, compared with the C compiler. */
#include "promises/branch_code.h"
#include "promises/branch_judge.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 50, WIDTH = 32, SEED = 7 };

static tool_branch_program program[PROGRAMS];
static uint32_t data[WIDTH + 1];
static const uint32_t shared_word = 0x9e3779b9u;

static void draw_all(void) {
    static tool_branch_expected scratch;
    tool_random random;
    int most = 0;
    tool_random_start(&random, SEED, WIDTH);
    for (int i = 0; i < WIDTH; i++) data[i] = tool_random_u32(&random);
    data[WIDTH] = shared_word;
    for (int i = 0; i < PROGRAMS; i++)
        tool_branch_draw_fitting(&program[i], &scratch, WIDTH, 1, data, &random, &most);
}

static const char head[] =
    "#include <stdio.h>\n"
    "typedef unsigned int uint;\ntypedef struct { int unused; } seen_at;\n"
    "static void see(uint node, uint turns) { printf(\"%u %u\\n\", node, turns); }\n"
    "static int seen_if(uint node, uint turns, int value) { see(node, turns); return value; }\n"
    "#define SEE(node, turns) see(node, turns)\n#define SEEN_IF(node, turns, value) seen_if(node, turns, "
    "value)\n";

/* The programs as one program of C, which prints what each lane records. */
static void write_c(const char *name) {
    xl__text text = {0};
    xl__text_format(&text, "%s", head);
    for (int i = 0; i < PROGRAMS; i++) tool_branch_write(&program[i], i, false, &text);
    xl__text_format(&text, "int main(void) {\nstatic const uint data[] = {");
    for (int i = 0; i < WIDTH; i++) xl__text_format(&text, "%uu,", data[i]);
    xl__text_format(&text, "};\nfor (uint lane = 0; lane < %d; lane++) {\n", WIDTH);
    for (int i = 0; i < PROGRAMS; i++)
        xl__text_format(&text, "program_%d(0, lane, data[lane], %uu, 0);\nputs(\"-\");\n", i, shared_word);
    xl__text_format(&text, "}\nreturn 0;\n}\n");
    ck_assert(!text.failed);
    scratch_write(name, text.data, text.size);
    xl__text_free(&text);
}

GROUP("branches");
AROUND(scratch_make, scratch_remove);

TEST(a_compiler_of_c_agrees_on_fifty_programs) {
    char line[1024];
    draw_all();
    write_c("programs.c");
    snprintf(line, sizeof line, "cd %s && cc -w -o programs programs.c && ./programs", scratch_folder);
    /* NOLINTNEXTLINE(cert-env33-c) the folder is this test's */
    FILE *const stream = popen(line, "r");
    ck_assert_ptr_nonnull(stream);
    long long records = 0;
    for (int lane = 0; lane < WIDTH; lane++)
        for (int i = 0; i < PROGRAMS; i++) {
            tool_branch_seen seen[TOOL_MOST_SEEN];
            const int count = tool_branch_simulate(&program[i], lane, data[lane], shared_word, seen);
            for (int k = 0; k <= count && k <= TOOL_MOST_SEEN; k++) {
                char wanted[64] = "-\n";
                if (k < count) snprintf(wanted, sizeof wanted, "%u %u\n", seen[k].node, seen[k].turns);
                ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
                if (strcmp(line, wanted) != 0)
                    ck_abort_msg("program %d, lane %d, record %d: %s for %s", i, lane, k, line, wanted);
                records++;
            }
            while (count > TOOL_MOST_SEEN && strcmp(line, "-\n") != 0)
                ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
        }
    ck_assert_int_eq(pclose(stream), 0);
    ck_assert_int_gt(records, 10LL * WIDTH * PROGRAMS);
}

/* The masks of fifty programs and those of tests/promises/masks.py. `drop`: a lane left out of all masks, or
   -1. Returns how many are equal, and the number of them. */
static long long equal_masks(int drop, long long *masks) {
    static tool_branch_expected expected[PROGRAMS];
    xl__text text = {0};
    char line[2048];
    int most = 0;
    long long equal = 0, wanted = 0;
    draw_all();
    xl__text_format(&text, "%d %u", WIDTH, shared_word);
    for (int i = 0; i < WIDTH; i++) xl__text_format(&text, " %u", data[i]);
    xl__text_format(&text, "\n");
    for (int i = 0; i < PROGRAMS; i++) {
        tool_branch_write(&program[i], i, false, &text);
        ck_assert(tool_branch_expect(&expected[i], &program[i], data, shared_word, &most));
        for (int k = 0; k < TOOL_BRANCH_MEETINGS; k++) wanted += expected[i].table[k].lanes != 0;
    }
    ck_assert(!text.failed);
    scratch_write("programs.cl", text.data, text.size);
    xl__text_free(&text);
    snprintf(line, sizeof line, "python3 " XL_TEST_SOURCE_DIR "/tests/promises/masks.py %s",
             scratch_path("programs.cl"));
    /* NOLINTNEXTLINE(cert-env33-c) the file is this test's */
    FILE *const stream = popen(line, "r");
    ck_assert_ptr_nonnull(stream);
    *masks = 0;
    while (fgets(line, sizeof line, stream)) {
        unsigned number = 0;
        tool_branch_seen at = {0};
        unsigned long long lanes = 0;
        ck_assert_int_eq(
            sscanf(line, "%u %" SCNu32 " %" SCNu32 " %llx", &number, &at.node, &at.turns, &lanes), 4);
        ck_assert_uint_lt(number, PROGRAMS);
        if (drop >= 0) lanes &= ~(1ULL << drop);
        *masks += lanes != 0;
        equal += lanes != 0 && tool_branch_together(&expected[number], at) == lanes;
    }
    ck_assert_int_eq(pclose(stream), 0);
    if (drop < 0) ck_assert_int_eq(*masks, wanted);
    return equal;
}

TEST(python_finds_the_same_masks) {
    long long masks = 0;
    if (system("python3 -c pass") != 0) { /* NOLINT(cert-env33-c) */
        puts("skipped: no python3");
        return;
    }
    ck_assert_int_eq(equal_masks(-1, &masks), masks);
    ck_assert_int_gt(masks, 10LL * PROGRAMS);
    ck_assert_int_lt(equal_masks(3, &masks), masks); /* lane 3 planted */
}

/* Runs the instructions as kernels/sg/promises/interpreter.cl does. */
typedef struct place {
    uint32_t at, turns[8], turn[8], trips[8];
    int seen;
} place;

static bool holds(uint32_t form, uint32_t k, uint32_t lane, uint32_t turn) {
    const uint32_t bits = form == 1 ? lane : form == 2 ? data[lane] : shared_word;
    return form == 0 ? lane < k : form < 4 ? bits >> k & 1 : ((lane + turn) & 3) == k;
}

static uint32_t number_of(uint32_t form, uint32_t k, uint32_t lane) {
    if (form == 0) return lane < k ? 1 : 3;
    if (form == 1) return lane >> (k > 1 ? k - 1 : 0) & 3;
    return form < 4 ? (form == 2 ? data[lane] : shared_word) >> (k & 15) & 3 : (lane + k) & 3;
}

static void step(place *p, uint32_t lane, const uint32_t word[4], tool_branch_seen *seen) {
    const uint32_t level = word[0] >> 8 & 255, form = word[0] >> 16 & 255, k = word[0] >> 24;
    bool jumps = false;
    seen->node = UINT32_MAX;
    switch ((tool_branch_op)(word[0] & 255)) {
    case TOOL_OP_SEE:
        *seen = (tool_branch_seen){word[3], word[2] ? p->turns[level] * 8 + word[2] - 1 : p->turns[level]};
        break;
    case TOOL_OP_BRANCH: jumps = holds(form, k, lane, p->turns[level] & 7) == word[2]; break;
    case TOOL_OP_ABOVE: jumps = number_of(form, k, lane) > word[2]; break;
    case TOOL_OP_JUMP: jumps = true; break;
    case TOOL_OP_LOOP:
        p->turn[level + 1] = 0;
        p->trips[level + 1] = word[2] < 8 ? word[2] : number_of(form, k, lane);
        break;
    case TOOL_OP_HEAD:
        jumps = word[2] == 0 && p->turn[level] == p->trips[level];
        if (!jumps) p->turns[level] = p->turns[level - 1] * 8 + p->turn[level]++;
        break;
    case TOOL_OP_NEXT: jumps = p->turn[level] < p->trips[level]; break;
    }
    p->at = jumps ? word[1] : p->at + 1;
}

static long long interpret(const tool_branch_program *p, const tool_branch_expected *e) {
    static tool_branch_instruction code[TOOL_BRANCH_CODE];
    const uint32_t end = (uint32_t)tool_branch_encode(p, code);
    place lanes[WIDTH] = {{0}};
    long long records = 0;
    for (;;) {
        uint32_t lowest = end;
        uint64_t mask = 0;
        tool_branch_seen seen[WIDTH];
        for (int i = 0; i < WIDTH; i++)
            if (lanes[i].at < lowest) lowest = lanes[i].at;
        if (lowest == end) break;
        for (uint32_t i = 0; i < WIDTH; i++)
            if (lanes[i].at == lowest) {
                step(&lanes[i], i, code[lowest].word, &seen[i]);
                mask |= UINT64_C(1) << i;
            }
        for (int i = 0; i < WIDTH; i++) {
            if (!(mask >> i & 1) || seen[i].node == UINT32_MAX) continue;
            ck_assert_int_lt(lanes[i].seen, e->count[i]);
            ck_assert_uint_eq(seen[i].node, e->seen[i][lanes[i].seen].node);
            ck_assert_uint_eq(seen[i].turns, e->seen[i][lanes[i].seen].turns);
            ck_assert_uint_eq(mask, tool_branch_together(e, seen[i]));
            lanes[i].seen++;
            records++;
        }
    }
    for (int i = 0; i < WIDTH; i++) ck_assert_int_eq(lanes[i].seen, e->count[i]);
    return records;
}

TEST(instructions_give_the_same_masks) {
    static tool_branch_expected expected;
    tool_random random;
    tool_branch_program p;
    long long records = 0;
    int most = 0;
    draw_all();
    tool_random_start(&random, SEED, 1);
    for (int i = 0; i < 20 * PROGRAMS; i++)
        if (tool_branch_draw(&p, WIDTH, &random) &&
            tool_branch_expect(&expected, &p, data, shared_word, &most))
            records += interpret(&p, &expected);
    ck_assert_int_gt(records, 10LL * WIDTH * PROGRAMS);
}

/* ---- judging ------------------------------------------------------------------------------------------- */

/* Records of a device on which lane 1 is not together with the others after statements of one question. */
static void record_without(const tool_branch_expected *e, const tool_branch_program *p, int question,
                           uint32_t records[][WIDTH][4]) {
    for (int lane = 0; lane < WIDTH; lane++)
        for (int i = 0; i < e->count[lane]; i++) {
            const tool_branch_seen at = e->seen[lane][i];
            uint64_t lanes = tool_branch_together(e, at);
            if (tool_branch_question(&p->node[at.node]) == question && lanes >> 1 & 1)
                lanes = lane == 1 ? 2 : lanes & ~UINT64_C(2);
            const uint32_t record[] = {at.node, at.turns, (uint32_t)lanes, (uint32_t)(lanes >> 32)};
            memcpy(records[i][lane], record, sizeof record);
        }
}

TEST(each_breach_is_found) {
    static uint32_t records[TOOL_MOST_SEEN][WIDTH][4];
    static tool_branch_expected expected;
    for (int broken = -1; broken < TOOL_BRANCH_QUESTIONS; broken++) {
        tool_promise answers[TOOL_BRANCH_QUESTIONS] = {{0}};
        int sizes[TOOL_BRANCH_QUESTIONS] = {0}, most = 0;
        draw_all();
        for (int i = 0; i < PROGRAMS; i++) {
            ck_assert(tool_branch_expect(&expected, &program[i], data, shared_word, &most));
            record_without(&expected, &program[i], broken, records);
            for (int lane = 0; lane < WIDTH; lane++)
                tool_branch_judge(&expected, &program[i], lane, records[0][lane], 4 * WIDTH, sizes, answers);
        }
        for (int q = 0; q < TOOL_BRANCH_QUESTIONS; q++) {
            if (broken < 0) ck_assert_int_gt(answers[q].tries, 0);
            ck_assert_int_eq(answers[q].broken > 0, q == broken);
            ck_assert_int_eq(answers[q].example[0] != '\0', q == broken);
        }
    }
}

TEST(every_kind_of_statement_is_drawn) {
    int drawn[TOOL_BRANCH_KINDS] = {0}, moved = 0;
    draw_all();
    for (int i = 0; i < PROGRAMS; i++)
        for (int n = 0; n < program[i].nodes; n++) {
            drawn[program[i].node[n].kind]++;
            moved += tool_branch_moves(&program[i], n);
        }
    for (int kind = 0; kind < TOOL_BRANCH_KINDS; kind++)
        ck_assert_msg(drawn[kind] > 0, "%s was not drawn", tool_branch_kind_name((tool_branch_kind)kind));
    ck_assert_int_gt(moved, 0);
}

TEST(a_mutant_records_in_both_branches) {
    tool_branch_program p = {.nodes = 5, .width = 8};
    xl__text right = {0}, wrong = {0};
    /* see; if (lane < 4) { see } else { see }; see */
    p.node[0] = (tool_branch_node){.kind = TOOL_SEE, .body = -1, .other = -1, .next = 1, .begins = true};
    p.node[1] = (tool_branch_node){.kind = TOOL_IF_ELSE, .test = {0, 4}, .body = 2, .other = 3, .next = 4};
    for (int i = 2; i < 5; i++)
        p.node[i] = (tool_branch_node){
            .kind = TOOL_SEE, .body = -1, .other = -1, .next = -1, .after = TOOL_IF_ELSE, .begins = i < 4};
    tool_branch_write(&p, 0, false, &right);
    tool_branch_write(&p, 0, true, &wrong);
    ck_assert_ptr_nonnull(strstr(right.data, "}\nSEE(4, t0);\n}\n"));
    ck_assert_ptr_nonnull(
        strstr(wrong.data, "SEE(2, t0);\nSEE(4, t0);\n}\nelse {\nSEE(3, t0);\nSEE(4, t0);\n}\n}\n"));
    xl__text_free(&right);
    xl__text_free(&wrong);
}
