/* Random structured programs: what the host expects of a lane, next to the same text as the C compiler
 * understands it. */
#include "promises/branch_program.h"
#include "support/scratch.h"
#include "support/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAMS = 50, WIDTH = 32, SEED = 7 };

static tool_branch_program program[PROGRAMS];
static uint32_t data[WIDTH];
static const uint32_t shared_word = 0x9e3779b9u;

static void draw_all(void) {
    tool_random random;
    tool_random_start(&random, SEED, WIDTH);
    for (int i = 0; i < WIDTH; i++) data[i] = tool_random_u32(&random);
    for (int i = 0; i < PROGRAMS; i++)
        while (!tool_branch_draw(&program[i], WIDTH, &random)) {
        }
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
